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
    material: [Score; 5] = [S(82, 108), S(342, 318), S(358, 330), S(478, 566), S(1010, 1020)];
    /// A piece on a square, by kind and `4 · rank + folded file`.
    piece_square: [[Score; 32]; 6] = [
        [ // pawn
            S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0),
            S(-10,  4), S(  8,  4), S(  2,  6), S(-10,  8),
            S(-10,  0), S(  2,  0), S(  2, -2), S(  0,  2),
            S(-12,  6), S( -4,  4), S(  8, -6), S( 18, -8),
            S( -6, 14), S(  2, 10), S(  8,  0), S( 18, -6),
            S(  4, 28), S( 10, 24), S( 16, 16), S( 20, 10),
            S( 16, 40), S( 10, 40), S( 20, 30), S( 25, 26),
            S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0),
        ],
        [ // knight
            S(-70,-50), S(-28,-34), S(-24,-22), S(-18,-14),
            S(-30,-34), S(-22,-20), S(-10,-14), S( -2, -6),
            S(-22,-24), S( -6,-12), S(  6, -4), S( 10, 10),
            S(-12,-14), S(  4,  0), S( 14, 12), S( 18, 20),
            S( -6,-14), S(  8,  2), S( 22, 14), S( 26, 22),
            S(-18,-22), S(  6,-10), S( 26,  4), S( 30, 12),
            S(-40,-32), S(-14,-20), S( 12,-14), S( 16,  2),
            S(-110,-60),S(-50,-40), S(-35,-26), S(-15,-16),
        ],
        [ // bishop
            S(-18,-24), S( -4,-14), S(-14,-12), S(-12, -8),
            S( -2,-16), S( 14,-12), S(  6, -8), S(  0, -2),
            S(  2,-10), S(  8, -4), S(  8,  2), S(  4,  6),
            S(  0, -8), S(  4, -2), S(  4,  4), S( 14,  8),
            S( -6, -6), S(  8,  0), S(  6,  4), S( 16,  8),
            S( -6, -6), S(  6,  0), S( 12,  2), S(  8,  2),
            S(-20,-10), S( -8, -6), S( -6, -2), S( -8,  0),
            S(-30,-16), S(-16,-12), S(-24,-10), S(-20, -8),
        ],
        [ // rook
            S(-14, -6), S(-10, -4), S( -2, -4), S(  6, -6),
            S(-24, -6), S(-10, -6), S( -6, -4), S( -2, -6),
            S(-20, -4), S( -8, -2), S( -8, -4), S( -6, -4),
            S(-16,  2), S( -8,  4), S( -6,  2), S( -2,  0),
            S(-10,  6), S( -4,  6), S(  4,  6), S(  8,  4),
            S( -6,  8), S(  8,  6), S( 12,  6), S( 14,  4),
            S(  2, 10), S(  8, 12), S( 16, 10), S( 20,  8),
            S(  6, 10), S(  8, 12), S(  4, 14), S( 10, 12),
        ],
        [ // queen
            S( -6,-36), S( -6,-32), S( -4,-30), S(  4,-26),
            S( -6,-30), S(  0,-24), S(  6,-20), S(  8,-12),
            S( -4,-18), S(  2, -8), S(  2,  2), S(  0,  6),
            S( -4, -8), S(  0,  4), S( -2, 14), S( -4, 24),
            S( -2, -4), S( -2, 10), S( -2, 20), S( -4, 30),
            S( -2, -8), S(  2,  4), S(  4, 14), S(  6, 22),
            S( -8,-10), S(-20,  4), S(  2, 10), S(  0, 18),
            S( -4,-14), S(  2, -6), S(  6, -2), S(  8,  2),
        ],
        [ // king
            S( 36,-60), S( 48,-36), S( 16,-26), S( -6,-24),
            S( 34,-34), S( 30,-16), S(  0, -6), S(-16,  0),
            S(  0,-20), S(  0, -4), S(-24,  8), S(-36, 14),
            S(-20,-12), S(-20,  8), S(-40, 20), S(-56, 26),
            S(-20, -4), S(-20, 18), S(-40, 30), S(-56, 34),
            S(-16,  0), S(-10, 28), S(-30, 36), S(-40, 34),
            S(-16,-10), S(-10, 18), S(-20, 22), S(-30, 20),
            S(-20,-50), S(-20,-20), S(-20,-10), S(-30,-10),
        ],
    ];

    /// Two bishops.
    bishop_pair: Score = S(26, 52);
    /// A knight, for each own pawn beyond five: closed boards suit it.
    knight_per_pawn: Score = S(3, 5);
    /// A rook, for each own pawn beyond five: open boards suit it.
    rook_per_pawn: Score = S(-4, -2);

    /// A knight by the number of safe squares it attacks.
    mobility_knight: [Score; 9] = [
        S(-40,-60), S(-26,-36), S(-10,-18), S( -4, -4), S(  2,  4),
        S(  8, 12), S( 14, 16), S( 20, 18), S( 26, 16),
    ];
    /// A bishop by the number of safe squares it attacks.
    mobility_bishop: [Score; 14] = [
        S(-36,-50), S(-18,-34), S(  0,-16), S(  6, -4), S( 12,  4), S( 18, 12), S( 22, 18),
        S( 25, 22), S( 27, 25), S( 29, 27), S( 32, 27), S( 36, 26), S( 40, 28), S( 44, 24),
    ];
    /// A rook by the number of safe squares it attacks.
    mobility_rook: [Score; 15] = [
        S(-40,-60), S(-20,-40), S(-12,-16), S( -9,  0), S( -7,  8),
        S( -5, 16), S( -2, 22), S(  2, 26), S(  5, 30), S(  8, 35),
        S( 11, 39), S( 13, 42), S( 16, 44), S( 20, 44), S( 26, 42),
    ];
    /// A queen by the number of safe squares it attacks.
    mobility_queen: [Score; 28] = [
        S(-30,-50), S(-20,-40), S(-12,-30), S( -8,-22), S( -5,-14), S( -3, -8), S( -1, -2),
        S(  1,  4), S(  3, 10), S(  4, 15), S(  6, 20), S(  7, 24), S(  8, 28), S(  9, 31),
        S( 10, 34), S( 11, 37), S( 12, 40), S( 12, 42), S( 13, 44), S( 13, 46), S( 14, 48),
        S( 14, 49), S( 15, 50), S( 16, 51), S( 18, 52), S( 20, 52), S( 22, 53), S( 24, 54),
    ];

    /// A pawn without own pawns on the files beside it.
    pawn_isolated: Score = S(-8, -10);
    /// A pawn with another own pawn before it on its file.
    pawn_doubled: Score = S(-6, -18);
    /// A pawn left behind whose stop square an enemy pawn attacks.
    pawn_backward: Score = S(-8, -8);
    /// An isolated or backward pawn on a file without enemy pawns.
    pawn_weak_on_half_open_file: Score = S(-10, -8);
    /// A pawn beside another own pawn, by rank.
    pawn_phalanx: [Score; 8] = [
        S(0, 0), S(3, 0), S(8, 4), S(15, 9), S(28, 26), S(52, 56), S(70, 90), S(0, 0),
    ];
    /// A pawn that own pawns defend, by rank.
    pawn_supported: [Score; 8] = [
        S(0, 0), S(0, 0), S(12, 8), S(11, 8), S(18, 15), S(40, 40), S(60, 60), S(0, 0),
    ];
    /// A pawn that its escorts may turn into a passed pawn, by rank.
    pawn_candidate: [Score; 8] = [
        S(0, 0), S(0, 4), S(2, 8), S(8, 16), S(18, 34), S(28, 48), S(0, 0), S(0, 0),
    ];

    /// A passed pawn, by rank.
    passed: [Score; 8] = [
        S(0, 0), S(0, 10), S(0, 14), S(4, 26), S(18, 46), S(52, 84), S(100, 130), S(0, 0),
    ];
    /// A passed pawn by rank, if nothing stands on its stop square.
    passed_unblocked: [Score; 8] = [
        S(0, 0), S(0, 2), S(0, 4), S(2, 6), S(6, 14), S(14, 28), S(24, 44), S(0, 0),
    ];
    /// A passed pawn by rank, if nothing stands on its way and the enemy attacks none of it.
    passed_safe_path: [Score; 8] = [
        S(0, 0), S(0, 2), S(0, 4), S(4, 8), S(14, 26), S(38, 62), S(76, 110), S(0, 0),
    ];
    /// A passed pawn by rank, if its stop square is empty and the enemy does not attack it.
    passed_safe_stop: [Score; 8] = [
        S(0, 0), S(0, 2), S(0, 3), S(2, 6), S(5, 14), S(12, 26), S(20, 36), S(0, 0),
    ];
    /// A passed pawn whose stop square is defended.
    passed_defended_stop: Score = S(4, 10);
    /// An own rook behind a passed pawn on its file.
    passed_own_rook_behind: Score = S(6, 16);
    /// An enemy rook behind a passed pawn on its file.
    passed_enemy_rook_behind: Score = S(-4, -18);
    /// For each king step from the own king to the stop square, weighed by the pawn's rank.
    passed_own_king_distance: Score = S(0, -3);
    /// For each king step from the enemy king to the stop square, weighed by the pawn's rank.
    passed_enemy_king_distance: Score = S(0, 6);
    /// A passed pawn that outruns the enemy king, when the enemy has no pieces.
    passed_unstoppable: Score = S(0, 260);

    /// A knight on a square that no enemy pawn can attack, defended by an own pawn.
    outpost_knight: Score = S(30, 20);
    /// A bishop on such a square.
    outpost_bishop: Score = S(18, 10);
    /// A knight that can go to such a square.
    outpost_reachable: Score = S(14, 8);
    /// A knight or bishop directly behind a pawn.
    minor_behind_pawn: Score = S(8, 3);
    /// For each king step between a knight and its own king.
    knight_king_distance: Score = S(-3, -3);
    /// For each king step between a bishop and its own king.
    bishop_king_distance: Score = S(-2, -2);
    /// For each own pawn on the bishop's colour, more the more centre pawns are blocked.
    bishop_own_pawns: Score = S(-2, -4);
    /// A bishop that looks through the whole centre along a long diagonal.
    bishop_long_diagonal: Score = S(18, 0);
    /// A rook on a file without pawns.
    rook_open_file: Score = S(26, 10);
    /// A rook on a file without own pawns.
    rook_half_open_file: Score = S(11, 8);
    /// A rook on the seventh rank that attacks pawns there or shuts in the king.
    rook_on_seventh: Score = S(2, 18);
    /// A rook with little mobility on its king's outer side.
    rook_trapped_by_king: Score = S(-24, -6);
    /// For each castling right.
    castling_right: Score = S(12, 0);

    /// A safe pawn attacks a knight, bishop, rook or queen.
    threat_by_pawn: [Score; 4] = [S(58, 38), S(58, 42), S(74, 38), S(68, 36)];
    /// A pawn can safely advance to attack a piece.
    threat_by_pawn_push: Score = S(20, 18);
    /// A minor piece attacks a pawn (undefended), knight, bishop, rook or queen.
    threat_by_minor: [Score; 5] = [S(3, 14), S(22, 22), S(26, 26), S(42, 52), S(36, 60)];
    /// A rook attacks a weakly defended pawn, knight or bishop, or any rook or queen.
    threat_by_rook: [Score; 5] = [S(2, 16), S(17, 30), S(19, 28), S(4, 14), S(44, 32)];
    /// The king attacks a weakly defended man.
    threat_by_king: Score = S(8, 34);
    /// A man is attacked and not defended, or attacked more than once and weakly defended.
    threat_hanging: Score = S(28, 16);
    /// A square that the enemy attacks and we contest.
    threat_restriction: Score = S(3, 3);
    /// A knight can safely jump to attack the queen.
    threat_knight_on_queen: Score = S(8, 6);
    /// A bishop or rook can safely move to attack the queen.
    threat_slider_on_queen: Score = S(24, 8);

    /// For a file beside or of the king: the own pawn nearest before it, by folded file and the
    /// pawn's rank (0: none).
    shelter: [[Score; 8]; 4] = [
        [S(-6, 0), S(26, 0), S(22, 0), S( -2, 0), S( -8, 0), S( -8, 0), S(-10, 0), S(0, 0)],
        [S(-30, 0), S(30, 0), S(18, 0), S(-14, 0), S(-12, 0), S(-10, 0), S(-14, 0), S(0, 0)],
        [S(-14, 0), S(26, 0), S( 6, 0), S( -6, 0), S(  2, 0), S(  0, 0), S( -8, 0), S(0, 0)],
        [S(-18, 0), S(16, 0), S( 6, 0), S( -8, 0), S(-12, 0), S( -8, 0), S(-20, 0), S(0, 0)],
    ];
    /// For such a file: the enemy pawn nearest before the king and not rammed, by folded file and
    /// the pawn's rank seen from the king's side (0: none).
    storm: [[Score; 8]; 4] = [
        [S(-10, 0), S( 20, 0), S(-40, 0), S(-28, 0), S(-14, 0), S( -8, 0), S(-4, 0), S(0, 0)],
        [S( -8, 0), S( 10, 0), S(-44, 0), S(-24, 0), S(-12, 0), S( -4, 0), S( 0, 0), S(0, 0)],
        [S( -4, 0), S( 10, 0), S(-46, 0), S(-26, 0), S(-10, 0), S( -2, 0), S( 2, 0), S(0, 0)],
        [S( -4, 0), S(  0, 0), S(-36, 0), S(-22, 0), S(-10, 0), S( -4, 0), S( 4, 0), S(0, 0)],
    ];
    /// An enemy pawn before the king, rammed by an own pawn, by its rank seen from the king's side.
    storm_rammed: [Score; 8] = [
        S(0, 0), S(0, 0), S(-26, -20), S(-4, -8), S(2, -4), S(2, -2), S(0, 0), S(0, 0),
    ];

    /// Danger units of the king (not centipawns: see `terms/king_safety.rs`): where the count
    /// begins.
    danger_base: Score = S(-50, -20);
    /// For each enemy knight, bishop, rook or queen that attacks the king's ring.
    danger_attacker: [Score; 4] = [S(34, 20), S(24, 14), S(26, 10), S(34, 20)];
    /// For each attack on a square beside the king.
    danger_ring_attack: Score = S(11, 4);
    /// For each square of the ring that is attacked and weakly defended.
    danger_weak_square: Score = S(28, 12);
    /// For a knight, bishop, rook or queen with a check that cannot simply be taken.
    danger_safe_check: [Score; 4] = [S(80, 40), S(54, 30), S(92, 50), S(72, 50)];
    /// For each other square from which a piece could give check.
    danger_unsafe_check: Score = S(12, 4);
    /// For each own piece pinned to the king.
    danger_pinned: Score = S(14, 6);
    /// For each attack of the enemy in the king's camp, on its side of the board.
    danger_flank_attack: Score = S(6, 2);
    /// For each own defence there.
    danger_flank_defence: Score = S(-4, -1);
    /// For each file of or beside the king without own pawns.
    danger_half_open_file: Score = S(16, 4);
    /// A knight defends the ring.
    danger_knight_defends: Score = S(-20, -6);
    /// The enemy has no queen.
    danger_no_queen: Score = S(-170, -60);

    /// For each safe square behind the own centre pawns, weighed by the number of pieces.
    space: Score = S(6, 0);

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
    tempo: Score = S(16, 14);
}
