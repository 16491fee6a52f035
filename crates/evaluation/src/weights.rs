//! Every weight of the evaluation, written once.
//!
//! A value is `S(middle game, end game)` in centipawns. Ranks count from the owner's side, 0 to 7;
//! files are folded, because a position and its mirror image are worth the same: 0 stands for the
//! a- and the h-file, 3 for the d- and the e-file.

mod error;
mod flat;
mod list;
mod text;

use crate::score::{S, Score};
pub use error::WeightsError;
use flat::weights;

weights! {
    /// Value of a pawn, knight, bishop, rook and queen.
    material: [Score; 5] = [S(76, 116), S(363, 363), S(379, 375), S(495, 641), S(1095, 1118)];
    /// A piece on a square, by kind and `4 · rank + folded file`.
    piece_square: [[Score; 32]; 6] = [
        [ // pawn
            S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0),
            S(-12, 17), S(  8,  9), S(  0,  9), S( -4,  5),
            S(-14, 11), S(  5,  3), S(  1,  1), S(  6, -3),
            S(-15, 15), S(-11,  6), S(  7, -7), S( 13,-16),
            S( -8, 21), S(  4,  8), S(  5,  1), S( 19, -4),
            S(  9, 17), S( 10, 24), S( 24, 14), S( 21, 12),
            S( 17, 21), S( 12, 34), S( 23, 27), S( 34, 31),
            S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0),
        ],
        [ // knight
            S( -69,-43), S( -26,-32), S( -19,-10), S( -21,-10),
            S( -32,-24), S( -25, -9), S(  -8, -2), S(  -5,-10),
            S( -19,-24), S(  13, -9), S(   3, -9), S(  13, 10),
            S(  -8, -2), S(  12,  5), S(  15, 21), S(  14, 19),
            S(   2,  3), S(   9, 13), S(  20, 23), S(  16, 25),
            S( -14,-11), S(   1, -5), S(  26,  9), S(  32, 14),
            S( -41,-23), S( -11,-15), S(  16, -8), S(  19, 10),
            S(-121,-53),S( -53,-32), S( -37,-18), S( -14, -7),
        ],
        [ // bishop
            S(-13,-15), S( -1,  3), S(-11,  3), S(-17, -5),
            S( 15, -6), S(  7,-10), S(  7, -5), S(  1,  5),
            S(  9, -4), S( 20,-15), S(  7, -4), S( 11, 14),
            S(  3,-14), S( 10, -3), S( 11, 10), S( -4,  1),
            S(  6,  3), S( 13, -2), S( 18,  4), S(  5, -1),
            S( -7,  1), S( -1, 10), S(  0,  3), S( -4,  9),
            S(-20,  0), S(-14,  4), S(-11, 11), S(-12, 16),
            S(-22, -6), S(-17, -2), S(-27, 10), S(-25,  8),
        ],
        [ // rook
            S(-15, -1), S(-11,  4), S( -1, -7), S( 11,-10),
            S(-25,  3), S( -1, -7), S( -1, -4), S(  2,-10),
            S(-23, 14), S( -1,  5), S( -6, -2), S( -2,  4),
            S(-16, 14), S(-21, 19), S( -3, 23), S( -2, 13),
            S(-14, 23), S( -8, 22), S(  1, 19), S( -6, 10),
            S( -6, 24), S( 10, 26), S(  9, 21), S( 17, 14),
            S(  5, 13), S( -3, 21), S( 15, 16), S( 17,  8),
            S(  8, 22), S(  2, 22), S( -1, 18), S(  9, 18),
        ],
        [ // queen
            S(  4,-33), S(  3,-33), S(-15,-30), S(  5,-30),
            S( -4,-26), S(  8,-23), S( 15,-28), S(  8,-18),
            S(  0, -6), S(  5,  2), S(  3,  8), S(  0,  5),
            S( -1,  3), S(  2, 18), S(  0, 27), S( -3, 32),
            S(  9,  9), S(  4, 23), S(  4, 33), S( -2, 42),
            S( -1,  4), S(  5, 16), S(  8, 27), S(  8, 36),
            S(  1,  4), S(-17, 19), S( 11, 23), S(  6, 33),
            S( -1, -2), S( 10,  8), S( 16, 12), S( 21, 20),
        ],
        [ // king
            S( 46,-58), S( 45,-45), S( 18,-39), S(-10,-31),
            S( 27,-35), S( 31,-24), S(  0,-12), S(-24, -7),
            S(  0,-21), S( 11, -2), S(-16,  2), S(-28, 12),
            S(-18, -7), S(-19, 14), S(-36, 25), S(-58, 35),
            S(-21,  1), S(-19, 29), S(-40, 41), S(-58, 45),
            S(-19,  0), S(-10, 35), S(-31, 41), S(-40, 46),
            S(-20,-16), S( -8, 26), S(-19, 27), S(-31, 26),
            S(-25,-64), S(-19,-12), S(-19, -3), S(-30, -5),
        ],
    ];

    /// Two bishops.
    bishop_pair: Score = S(31, 63);
    /// A knight, for each own pawn beyond five: closed boards suit it.
    knight_per_pawn: Score = S(6, 6);
    /// A rook, for each own pawn beyond five: open boards suit it.
    rook_per_pawn: Score = S(-1, 2);

    /// A knight by the number of safe squares it attacks.
    mobility_knight: [Score; 9] = [
        S(-14,-43), S(-10,-27), S( -7,  6), S( -6, 13), S( -3, 22),
        S(  0, 29), S(  3, 28), S(  8, 26), S( 12, 18),
    ];
    /// A bishop by the number of safe squares it attacks.
    mobility_bishop: [Score; 14] = [
        S(-12,-35), S( -9,-22), S( -2, -6), S(  1, 10), S(  6, 16), S(  9, 23), S( 11, 30),
        S( 14, 34), S( 15, 38), S( 13, 39), S( 15, 34), S( 21, 36), S( 30, 35), S( 36, 32),
    ];
    /// A rook by the number of safe squares it attacks.
    mobility_rook: [Score; 15] = [
        S(-49,-59), S(-18,-32), S( -8, -8), S( -8,  9), S( -6, 23),
        S( -1, 32), S(  0, 36), S(  0, 41), S(  1, 50), S(  4, 53),
        S(  7, 53), S( 12, 54), S( 10, 60), S( 15, 60), S( 24, 66),
    ];
    /// A queen by the number of safe squares it attacks.
    mobility_queen: [Score; 28] = [
        S(-23,-47), S(-11,-35), S( -7,-25), S( -6,-17), S(  0,-14), S( -1, -8), S(  1, -1),
        S(  2,  8), S(  6, 17), S( 10, 32), S( 11, 35), S( 11, 40), S( 11, 51), S( 10, 54),
        S( 15, 56), S( 14, 64), S( 19, 65), S( 18, 62), S( 17, 61), S( 19, 65), S( 20, 64),
        S( 20, 61), S( 17, 56), S( 19, 55), S( 21, 57), S( 21, 54), S( 23, 55), S( 24, 56),
    ];

    /// A pawn without own pawns on the files beside it.
    pawn_isolated: Score = S(-2, -10);
    /// A pawn with another own pawn before it on its file.
    pawn_doubled: Score = S(-9, -9);
    /// A pawn left behind whose stop square an enemy pawn attacks.
    pawn_backward: Score = S(0, -3);
    /// An isolated or backward pawn on a file without enemy pawns.
    pawn_weak_on_half_open_file: Score = S(-10, -13);
    /// A pawn beside another own pawn, by rank.
    pawn_phalanx: [Score; 8] = [
        S(0, 0), S(6, -2), S(6, -2), S(10, 9), S(17, 27), S(50, 61), S(70, 96), S(0, 0),
    ];
    /// A pawn that own pawns defend, by rank.
    pawn_supported: [Score; 8] = [
        S(0, 0), S(0, 0), S(16, 5), S(15, -3), S(23, 11), S(44, 34), S(67, 54), S(0, 0),
    ];
    /// A pawn that its escorts may turn into a passed pawn, by rank.
    pawn_candidate: [Score; 8] = [
        S(0, 0), S(0, -7), S(4, -1), S(1, 18), S(-3, 32), S(11, 50), S(0, 0), S(0, 0),
    ];

    /// A passed pawn, by rank.
    passed: [Score; 8] = [
        S(0, 0), S(-9, 13), S(-17, 26), S(-5, 42), S(19, 55), S(43, 77), S(99, 117), S(0, 0),
    ];
    /// A passed pawn by rank, if nothing stands on its stop square.
    passed_unblocked: [Score; 8] = [
        S(0, 0), S(-1, -5), S(-4, -9), S(-4, -7), S(-1, -2), S(7, 3), S(25, 26), S(0, 0),
    ];
    /// A passed pawn by rank, if nothing stands on its way and the enemy attacks none of it.
    passed_safe_path: [Score; 8] = [
        S(0, 0), S(-6, 13), S(-7, 22), S(-12, 22), S(2, 29), S(27, 53), S(67, 101), S(0, 0),
    ];
    /// A passed pawn by rank, if its stop square is empty and the enemy does not attack it.
    passed_safe_stop: [Score; 8] = [
        S(0, 0), S(-11, 7), S(-10, 12), S(-11, 19), S(3, 17), S(17, 30), S(22, 35), S(0, 0),
    ];
    /// A passed pawn whose stop square is defended.
    passed_defended_stop: Score = S(4, 19);
    /// An own rook behind a passed pawn on its file.
    passed_own_rook_behind: Score = S(14, 13);
    /// An enemy rook behind a passed pawn on its file.
    passed_enemy_rook_behind: Score = S(-13, -33);
    /// For each king step from the own king to the stop square, weighed by the pawn's rank.
    passed_own_king_distance: Score = S(0, -4);
    /// For each king step from the enemy king to the stop square, weighed by the pawn's rank.
    passed_enemy_king_distance: Score = S(1, 7);
    /// A passed pawn that outruns the enemy king, when the enemy has no pieces.
    passed_unstoppable: Score = S(0, 268);

    /// A knight on a square that no enemy pawn can attack, defended by an own pawn.
    outpost_knight: Score = S(30, 12);
    /// A bishop on such a square.
    outpost_bishop: Score = S(22, 14);
    /// A knight that can go to such a square.
    outpost_reachable: Score = S(22, 11);
    /// A knight or bishop directly behind a pawn.
    minor_behind_pawn: Score = S(3, 15);
    /// For each king step between a knight and its own king.
    knight_king_distance: Score = S(-3, -1);
    /// For each king step between a bishop and its own king.
    bishop_king_distance: Score = S(-2, 0);
    /// For each own pawn on the bishop's colour, more the more centre pawns are blocked.
    bishop_own_pawns: Score = S(-1, -5);
    /// A bishop that looks through the whole centre along a long diagonal.
    bishop_long_diagonal: Score = S(18, 6);
    /// A rook on a file without pawns.
    rook_open_file: Score = S(25, 6);
    /// A rook on a file without own pawns.
    rook_half_open_file: Score = S(13, 3);
    /// A rook on the seventh rank that attacks pawns there or shuts in the king.
    rook_on_seventh: Score = S(-3, 17);
    /// A rook with little mobility on its king's outer side.
    rook_trapped_by_king: Score = S(-21, -11);
    /// For each castling right.
    castling_right: Score = S(22, 4);

    /// A safe pawn attacks a knight, bishop, rook or queen.
    threat_by_pawn: [Score; 4] = [S(58, 34), S(50, 44), S(72, 35), S(59, 34)];
    /// A pawn can safely advance to attack a piece.
    threat_by_pawn_push: Score = S(12, 14);
    /// A minor piece attacks a pawn (undefended), knight, bishop, rook or queen.
    threat_by_minor: [Score; 5] = [S(2, 20), S(18, 32), S(31, 26), S(39, 37), S(32, 60)];
    /// A rook attacks a weakly defended pawn, knight or bishop, or any rook or queen.
    threat_by_rook: [Score; 5] = [S(5, 17), S(14, 19), S(17, 17), S(2, 11), S(37, 27)];
    /// The king attacks a weakly defended man.
    threat_by_king: Score = S(13, 27);
    /// A man is attacked and not defended, or attacked more than once and weakly defended.
    threat_hanging: Score = S(15, 20);
    /// A square that the enemy attacks and we contest.
    threat_restriction: Score = S(3, 0);
    /// A knight can safely jump to attack the queen.
    threat_knight_on_queen: Score = S(6, -3);
    /// A bishop or rook can safely move to attack the queen.
    threat_slider_on_queen: Score = S(11, 2);

    /// For a file beside or of the king: the own pawn nearest before it, by folded file and the
    /// pawn's rank (0: none).
    shelter: [[Score; 8]; 4] = [
        [S(-7, 7), S(21, -10), S(11, -6), S(12, -4), S(-5, 8), S(-3, 12), S(-6, 4), S(0, 0)],
        [S(-24, 2), S(27, -9), S(17, -11), S(-8, 4), S(-13, 3), S(-12, -1), S(-16, -8), S(0, 0)],
        [S(-13, -4), S(31, 3), S(6, 9), S(-8, 6), S(-16, -2), S(-6, -7), S(-10, 1), S(0, 0)],
        [S(-9, -5), S(5, 23), S(-1, 3), S(-4, 1), S(-3, -6), S(-17, -5), S(-28, -6), S(0, 0)],
    ];
    /// For such a file: the enemy pawn nearest before the king and not rammed, by folded file and
    /// the pawn's rank seen from the king's side (0: none).
    storm: [[Score; 8]; 4] = [
        [S(-6, -15), S(41, 23), S(-18, 21), S(-18, 7), S(-15, -7), S(-11, -11), S(-6, -8), S(0, 0)],
        [S(-13, 0), S(20, 10), S(-33, 22), S(-14, 17), S(-12, 18), S(1, 0), S(-2, 4), S(0, 0)],
        [S(-8, -5), S(11, 10), S(-51, 5), S(-26, 0), S(-10, 5), S(8, -8), S(1, -8), S(0, 0)],
        [S(-6, -1), S(3, 4), S(-33, 5), S(-18, 11), S(-11, 4), S(3, 3), S(-4, 1), S(0, 0)],
    ];
    /// An enemy pawn before the king, rammed by an own pawn, by its rank seen from the king's side.
    storm_rammed: [Score; 8] = [
        S(0, 0), S(0, 0), S(-21, -26), S(5, -12), S(-3, -17), S(3, -18), S(5, -6), S(0, 0),
    ];

    /// Danger units of the king (not centipawns: see `terms/king_safety.rs`): where the count
    /// begins.
    danger_base: Score = S(-42, -21);
    /// For each enemy knight, bishop, rook or queen that attacks the king's ring.
    danger_attacker: [Score; 4] = [S(44, 23), S(18, 6), S(20, 8), S(20, 23)];
    /// For each attack on a square beside the king.
    danger_ring_attack: Score = S(9, 1);
    /// For each square of the ring that is attacked and weakly defended.
    danger_weak_square: Score = S(20, 6);
    /// For a knight, bishop, rook or queen with a check that cannot simply be taken.
    danger_safe_check: [Score; 4] = [S(70, 43), S(44, 33), S(86, 58), S(59, 58)];
    /// For each other square from which a piece could give check.
    danger_unsafe_check: Score = S(14, 5);
    /// For each own piece pinned to the king.
    danger_pinned: Score = S(4, 4);
    /// For each attack of the enemy in the king's camp, on its side of the board.
    danger_flank_attack: Score = S(5, 8);
    /// For each own defence there.
    danger_flank_defence: Score = S(-3, 0);
    /// For each file of or beside the king without own pawns.
    danger_half_open_file: Score = S(22, -1);
    /// A knight defends the ring.
    danger_knight_defends: Score = S(-21, -4);
    /// The enemy has no queen.
    danger_no_queen: Score = S(-170, -69);

    /// For each safe square behind the own centre pawns, weighed by the number of pieces.
    space: Score = S(3, 16);

    /// Against a king with nothing or one man: for each step it stands from the centre.
    mop_up_edge: Score = S(0, 20);
    /// Against such a king: for each king step that our king is closer than seven.
    mop_up_kings: Score = S(0, 12);
    /// Against a bare king with bishop and knight: for each step closer to a corner that the
    /// bishop can attack.
    mop_up_corner: Score = S(0, 30);

    /// King and pawn against king, if it is won.
    ending_pawn_wins: Score = S(0, 300);

    /// The right to move.
    tempo: Score = S(16, 9);
}
