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
    material: [Score; 5] = [S(74, 123), S(355, 368), S(362, 385), S(478, 681), S(1064, 1087)];
    /// A piece on a square, by kind of piece and `4 · rank + folded file`.
    piece_square: [[Score; 32]; 6] = [
        [ // pawn
            S(   0,  0), S(   0,  0), S(   0,  0), S(   0,  0),
            S( -10, 11), S(   6,  5), S(   2, 10), S(   8, 14),
            S( -17,  6), S(  -4,  1), S(   0,  3), S(   7,  4),
            S( -10, 13), S(  -8,  4), S(   3, -3), S(  12,-10),
            S(  -4, 26), S(   1, 12), S(  -3, 11), S(  10,  4),
            S(  19, 24), S(  -3, 30), S(  26, 26), S(  13, 30),
            S(  30,  0), S(  20, 27), S(  13, 46), S(  44, 51),
            S(   0,  0), S(   0,  0), S(   0,  0), S(   0,  0),
        ],
        [ // knight
            S( -50,-31), S( -25,-24), S( -17,-26), S( -23, -6),
            S( -22,-27), S( -30, 13), S(  -8,-12), S(  -8, -8),
            S( -15,-21), S(   2, -4), S(   2,-12), S(  11,  7),
            S(  -7,  4), S(   7, 14), S(  16, 19), S(   9, 22),
            S(   0, 11), S(   8, 11), S(  14, 26), S(  16, 31),
            S(  -5,  1), S(   6, -4), S(  21, 14), S(  20, 20),
            S( -30,-20), S( -15, -1), S(  17,  1), S(  19, 20),
            S(-118,-62),S( -51,-14), S( -36, -9), S( -14,  4),
        ],
        [ // bishop
            S( -19,  0), S(   2, -5), S( -12,  8), S( -25,  5),
            S(  10, -5), S(   1,-15), S(   4,  0), S(  -2,  5),
            S(   1, -6), S(  12, -1), S(  -1, -3), S(   4, 15),
            S(   0,-12), S(   1,  2), S(   9, 12), S(  -6, -3),
            S(   2,  4), S(  10,  6), S(  12,  3), S(   0, -3),
            S(   0, 13), S(  -4, 10), S(  -5,  1), S(  -1, 15),
            S( -27,  6), S( -29, 16), S( -30, 17), S( -28, 26),
            S( -14,  6), S(  -7, 15), S( -29, 20), S( -42, 16),
        ],
        [ // rook
            S( -14,  0), S(  -9,  4), S(  -4, -2), S(   4, -6),
            S( -20, 10), S(   2, -4), S(  -3,  5), S(   1, -2),
            S( -26, 16), S(   3,  1), S(  -8, 12), S(  -1, 10),
            S( -26, 21), S( -19, 28), S( -12, 29), S(  -3, 13),
            S(  -9, 30), S(  -3, 28), S(   2, 26), S(   2, 19),
            S( -17, 39), S(   9, 24), S(   2, 30), S(  25, 19),
            S(  10, 18), S(   5, 21), S(  13, 24), S(  14, 19),
            S(   7, 32), S(  13, 30), S(   1, 28), S(  -1, 35),
        ],
        [ // queen
            S(   9,-55), S(  10,-52), S(  -7,-37), S(   4,-40),
            S(   6,-23), S(   5,-25), S(  13,-28), S(   7,-19),
            S(   0,-15), S(   9, -8), S(   8, -6), S(   7,-16),
            S(   2, 11), S(   7, 12), S(   2, 29), S(  -1, 29),
            S(   7,  0), S(   3, 27), S(   5, 30), S(  -7, 46),
            S(  -1, 19), S(  -2, 16), S(   2, 16), S(   7, 42),
            S(   1, 11), S( -13, 21), S(   5, 33), S(   1, 42),
            S( -20,  9), S( -17, 21), S(   3, 28), S(   9, 31),
        ],
        [ // king
            S(  50,-60), S(  50,-41), S(  30,-43), S( -19,-35),
            S(  30,-31), S(  36,-20), S(  16,-16), S( -28, -9),
            S(  -8,-11), S(  20, -4), S(   3,  7), S( -26, 10),
            S( -25,  2), S( -11, 13), S( -31, 24), S( -67, 35),
            S( -13,  9), S( -14, 34), S( -37, 44), S( -73, 45),
            S( -19,  4), S( -14, 41), S( -36, 44), S( -51, 43),
            S( -28,-30), S(  -4, 38), S( -10, 39), S( -36, 23),
            S( -38,-97), S( -15,  1), S( -12,  8), S( -27,  0),
        ],
    ];

    /// Two bishops.
    bishop_pair: Score = S(27, 66);
    /// A knight, for each own pawn beyond five; knights suit closed boards.
    knight_per_pawn: Score = S(5, 5);
    /// A rook, for each own pawn beyond five; rooks suit open boards.
    rook_per_pawn: Score = S(-6, 7);

    /// Mobility of a knight, by the number of safe squares that it attacks.
    mobility_knight: [Score; 9] = [
        S(-19,-34), S(-10,-44), S( -8,  4), S( -5, 12), S( -4, 23),
        S( -2, 35), S(  1, 35), S(  5, 35), S(  3, 30),
    ];
    /// Mobility of a bishop, by the number of safe squares that it attacks.
    mobility_bishop: [Score; 14] = [
        S(-21,-32), S(-13,-18), S( -4, -3), S( -5, 13), S(  1, 19), S(  4, 28), S(  7, 36),
        S(  7, 43), S(  7, 46), S(  9, 46), S(  6, 46), S( 13, 47), S( 15, 50), S( 17, 48),
    ];
    /// Mobility of a rook, by the number of safe squares that it attacks.
    mobility_rook: [Score; 15] = [
        S(-59,-54), S(-17,-29), S( -6, -4), S( -4, 16), S( -3, 30),
        S( -1, 39), S( -1, 46), S(  0, 47), S(  2, 58), S(  4, 60),
        S(  4, 65), S(  4, 67), S( 11, 69), S( 18, 68), S( 15, 85),
    ];
    /// Mobility of a queen, by the number of safe squares that it attacks.
    mobility_queen: [Score; 28] = [
        S(-23,-37), S( -7,-21), S(-11,-22), S( -4,-12), S(  0,-10), S( -1, -11), S(  1,  8),
        S(  4, 14), S(  7, 15), S(  8, 31), S( 10, 34), S(  9, 42), S( 10, 47), S( 11, 46),
        S( 16, 49), S( 10, 59), S( 14, 61), S( 14, 63), S( 11, 59), S( 14, 58), S( 12, 56),
        S( 12, 62), S( 18, 55), S( 23, 46), S( 24, 43), S( 22, 38), S( 25, 46), S( 27, 47),
    ];

    /// A pawn without own pawns on the adjacent files.
    pawn_isolated: Score = S(-3, -13);
    /// A pawn behind another own pawn on its file.
    pawn_doubled: Score = S(0, -11);
    /// A pawn behind its neighbours, with a stop square that an enemy pawn attacks.
    pawn_backward: Score = S(0, -10);
    /// An isolated or backward pawn on a file without enemy pawns.
    pawn_weak_on_half_open_file: Score = S(-8, -6);
    /// A pawn beside another own pawn, by rank.
    pawn_phalanx: [Score; 8] = [
        S(0, 0), S(7, -4), S(8, -3), S(11, 7), S(22, 27), S(47, 78), S(72, 123), S(0, 0),
    ];
    /// A pawn defended by own pawns, by rank.
    pawn_supported: [Score; 8] = [
        S(0, 0), S(0, 0), S(16, 7), S(15, 1), S(22, 9), S(42, 51), S(69, 85), S(0, 0),
    ];
    /// A pawn that its escorts may turn into a passed pawn, by rank.
    pawn_candidate: [Score; 8] = [
        S(0, 0), S(-1, -9), S(1, -1), S(-1, 16), S(2, 23), S(12, 43), S(0, 0), S(0, 0),
    ];

    /// A passed pawn, by rank.
    passed: [Score; 8] = [
        S(0, 0), S(-7, 23), S(-12, 28), S(-8, 47), S(14, 60), S(23, 77), S(104, 109), S(0, 0),
    ];
    /// A passed pawn with an empty stop square, by rank.
    passed_unblocked: [Score; 8] = [
        S(0, 0), S(-1, -16), S(5, -21), S(0, -16), S(3, -11), S(19, 1), S(30, 40), S(0, 0),
    ];
    /// A passed pawn with an empty path that the enemy does not attack, by rank.
    passed_safe_path: [Score; 8] = [
        S(0, 0), S(-20, 18), S(-29, 24), S(-24, 22), S(-17, 42), S(3, 76), S(32, 131), S(0, 0),
    ];
    /// A passed pawn with an empty stop square that the enemy does not attack, by rank.
    passed_safe_stop: [Score; 8] = [
        S(0, 0), S(-5, 3), S(-8, 11), S(-10, 22), S(-4, 25), S(15, 39), S(4, 55), S(0, 0),
    ];
    /// A passed pawn with a defended stop square.
    passed_defended_stop: Score = S(4, 21);
    /// An own rook behind a passed pawn on its file.
    passed_own_rook_behind: Score = S(6, 21);
    /// An enemy rook behind a passed pawn on its file.
    passed_enemy_rook_behind: Score = S(-14, -43);
    /// Each king step from the own king to a passed pawn's stop square, times a factor of the
    /// pawn's rank.
    passed_own_king_distance: Score = S(1, -5);
    /// Each king step from the enemy king to a passed pawn's stop square, times a factor of the
    /// pawn's rank.
    passed_enemy_king_distance: Score = S(-1, 8);
    /// A passed pawn that outruns the enemy king, if the enemy has no pieces.
    passed_unstoppable: Score = S(0, 247);

    /// A knight on an outpost: a square that no enemy pawn can attack and an own pawn defends.
    outpost_knight: Score = S(24, 9);
    /// A bishop on an outpost.
    outpost_bishop: Score = S(22, 12);
    /// A knight that can move to an outpost.
    outpost_reachable: Score = S(18, 12);
    /// A knight or bishop directly behind a pawn.
    minor_behind_pawn: Score = S(4, 15);
    /// Each king step between a knight and its own king.
    knight_king_distance: Score = S(-3, -5);
    /// Each king step between a bishop and its own king.
    bishop_king_distance: Score = S(-3, -2);
    /// Each own pawn on the bishop's colour; it counts more with more blocked centre pawns.
    bishop_own_pawns: Score = S(-1, -4);
    /// A bishop on a long diagonal that no pawn blocks in the centre.
    bishop_long_diagonal: Score = S(18, 11);
    /// A rook on a file without pawns.
    rook_open_file: Score = S(21, 8);
    /// A rook on a file without own pawns.
    rook_half_open_file: Score = S(9, 4);
    /// A rook on the seventh rank that attacks pawns there or confines the king.
    rook_on_seventh: Score = S(-14, 22);
    /// A rook with little mobility between its king and the nearer edge of the board.
    rook_trapped_by_king: Score = S(-17, -28);
    /// Each castling right.
    castling_right: Score = S(10, 2);

    /// An attack of a safe pawn on a knight, bishop, rook or queen.
    threat_by_pawn: [Score; 4] = [S(57, 34), S(46, 44), S(64, 39), S(49, 25)];
    /// A pawn that can safely advance to attack a piece.
    threat_by_pawn_push: Score = S(14, 18);
    /// An attack of a minor piece on an undefended pawn, or on a knight, bishop, rook or queen.
    threat_by_minor: [Score; 5] = [S(2, 19), S(12, 33), S(28, 24), S(40, 28), S(31, 47)];
    /// An attack of a rook on a weakly defended pawn, knight or bishop, or on any rook or queen.
    threat_by_rook: [Score; 5] = [S(4, 17), S(19, 25), S(21, 20), S(3, 16), S(29, 18)];
    /// An attack of the king on a weakly defended piece or pawn.
    threat_by_king: Score = S(12, 29);
    /// An undefended piece or pawn under attack, or one attacked more than once and weakly
    /// defended.
    threat_hanging: Score = S(9, 24);
    /// Each square that the enemy attacks and we contest.
    threat_restriction: Score = S(3, 0);
    /// A knight that can safely move to attack the queen.
    threat_knight_on_queen: Score = S(6, -3);
    /// A bishop or rook that can safely move to attack the queen.
    threat_slider_on_queen: Score = S(12, 5);

    /// Shelter on each file of or beside the king: the nearest own pawn before the king, by folded
    /// file and the pawn's rank (0: no pawn).
    shelter: [[Score; 8]; 4] = [
        [S(-3, 6), S(33, -21), S(30, -10), S(16, -5), S(0, 7), S(-3, 25), S(-10, 30), S(0, 0)],
        [S(-33, 3), S(19, -9), S(15, -17), S(-20, 1), S(-28, 10), S(-6, 5), S(-12, -19), S(0, 0)],
        [S(-16, -4), S(26, 2), S(5, 5), S(-4, 0), S(-3, -3), S(-1, 0), S(5, 9), S(0, 0)],
        [S(-2, -1), S(7, 22), S(2, 2), S(-1, 1), S(1, 5), S(-15, 10), S(-36, -8), S(0, 0)],
    ];
    /// Storm on each file of or beside the king: the nearest enemy pawn before the king that is not
    /// rammed, by folded file and the pawn's rank from the king's side (0: no pawn).
    storm: [[Score; 8]; 4] = [
        [
            S(-10, -15), S(65, 44), S(6, 37), S(-24, 18),
            S(-13, -4), S(-11, -12), S(-9, -10), S(0, 0),
        ],
        [S(-17, 2), S(5, 25), S(-42, 42), S(-22, 23), S(-15, 11), S(-1, -3), S(-7, -1), S(0, 0)],
        [S(2, -5), S(18, 18), S(-45, 11), S(-21, 11), S(-1, 0), S(7, 0), S(6, -5), S(0, 0)],
        [S(-6, -1), S(-2, -3), S(-36, 5), S(-20, 1), S(-8, -7), S(0, 1), S(-6, 5), S(0, 0)],
    ];
    /// An enemy pawn before the king, rammed by an own pawn, by its rank from the king's side.
    storm_rammed: [Score; 8] = [
        S(0, 0), S(0, 0), S(-33, -39), S(-5, -12), S(-1, -13), S(7, -20), S(6, -17), S(0, 0),
    ];

    /// Danger units of a king at the start of the count (not centipawns: see
    /// `terms/king_safety.rs`).
    danger_base: Score = S(-21, -22);
    /// The number of attackers, in the middle-game half, below which a king is in no danger; an
    /// enemy queen on the board counts as one more attacker.
    danger_gate: Score = S(2, 0);
    /// Danger units for each enemy knight, bishop, rook or queen that attacks the king's ring.
    danger_attacker: [Score; 4] = [S(37, 33), S(21, 9), S(18, 3), S(13, 27)];
    /// Danger units for each attack on a square beside the king.
    danger_ring_attack: Score = S(9, 7);
    /// Danger units for each attacked and weakly defended square of the ring.
    danger_weak_square: Score = S(19, -8);
    /// Danger units for a knight, bishop, rook or queen with a check that cannot simply be
    /// captured.
    danger_safe_check: [Score; 4] = [S(70, 40), S(39, 42), S(88, 62), S(66, 80)];
    /// Danger units for each other square from which a piece could give check.
    danger_unsafe_check: Score = S(16, 17);
    /// Danger units for each own piece pinned to the king.
    danger_pinned: Score = S(1, 8);
    /// Danger units for each enemy attack on the king's flank, in its first five ranks.
    danger_flank_attack: Score = S(5, 8);
    /// Danger units for each defended square on the king's flank, in its first five ranks.
    danger_flank_defence: Score = S(-3, 0);
    /// Danger units for each file of or beside the king without own pawns.
    danger_half_open_file: Score = S(19, -16);
    /// Danger units for a knight that defends the ring.
    danger_knight_defends: Score = S(-21, -4);
    /// Danger units for an enemy without a queen.
    danger_no_queen: Score = S(-152, -70);

    /// Each safe square behind the own centre pawns, times a factor of the number of pieces.
    space: Score = S(5, 5);

    /// Each step from the centre of an enemy king that is alone or has one piece or pawn.
    mop_up_edge: Score = S(0, 20);
    /// Each king step below seven in the distance of our king from such an enemy king.
    mop_up_kings: Score = S(0, 12);
    /// Each step closer of a bare king to a corner that our bishop can attack, with bishop and
    /// knight.
    mop_up_corner: Score = S(0, 30);

    /// Each pair of own pieces or pawns, by their kinds: bishop pair, pawn, knight, bishop, rook,
    /// queen; only columns up to the row count.
    imbalance_own: [[Score; 6]; 6] = [
        [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        [S(-1, -3), S(4, 1), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        [S(-1, -8), S(0, 0), S(-3, -14), S(0, 0), S(0, 0), S(0, 0)],
        [S(0, 0), S(2, 4), S(-3, -11), S(0, 0), S(0, 0), S(0, 0)],
        [S(-2, 5), S(0, 0), S(-4, 0), S(-5, 0), S(-4, -23), S(0, 0)],
        [S(-5, -12), S(-18, 16), S(-15, -1), S(-13, -14), S(-24, -41), S(-12, -4)],
    ];
    /// Each pair of an own and an enemy piece or pawn, by their kinds in the order above; only
    /// columns before the row count.
    imbalance_enemy: [[Score; 6]; 6] = [
        [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        [S(-3, 3), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        [S(-4, -5), S(3, 13), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        [S(-2, 4), S(1, 9), S(0, -10), S(0, 0), S(0, 0), S(0, 0)],
        [S(5, -10), S(2, 9), S(-3, -1), S(-3, -5), S(0, 0), S(0, 0)],
        [S(4, 9), S(-5, 41), S(21, 25), S(13, 19), S(-6, 37), S(0, 0)],
    ];

    /// A pawn that attacks an enemy pawn, by rank.
    pawn_lever: [Score; 8] = [
        S(0, 0), S(-4, -12), S(-1, -2), S(-2, 1), S(9, 4), S(9, 14), S(0, 0), S(0, 0),
    ];
    /// A pawn with an enemy pawn on its stop square, by rank.
    pawn_rammed: [Score; 8] = [
        S(0, 0), S(5, 5), S(3, 1), S(0, 0), S(-3, -1), S(-5, -5), S(0, 0), S(0, 0),
    ];
    /// A pawn beside or defended by another own pawn, with an enemy pawn before it on its file.
    pawn_connected_opposed: Score = S(-4, 3);
    /// A passed pawn, by folded file.
    passed_file: [Score; 4] = [S(7, 4), S(-4, 13), S(-4, 2), S(-3, -10)];
    /// A king on a side of the board without pawns of either colour.
    king_pawnless_flank: Score = S(-9, -49);

    /// A rook on the file of a queen of either colour.
    rook_on_queens_file: Score = S(1, -1);
    /// A queen that an enemy bishop or rook would attack without the one piece or pawn between
    /// them.
    queen_exposed: Score = S(-6, -5);
    /// A passed pawn with an empty path whose attacked squares are defended, by rank.
    passed_defended_path: [Score; 8] = [
        S(0, 0), S(-7, -3), S(1, -2), S(-7, 6), S(3, 7), S(16, 10), S(11, -7), S(0, 0),
    ];
    /// Danger units for each safe square that the enemy's pieces attack more than ours.
    danger_mobility: Score = S(0, 1);
    /// Danger units for each own pawn on the three files about the king and two ranks before it.
    danger_shield: Score = S(-3, -6);

    /// A won ending of king and pawn against king.
    ending_pawn_wins: Score = S(0, 300);

    /// Units of initiative at the start of the count. A lead in the end game grows or shrinks by
    /// these units (see `terms/initiative.rs`).
    initiative_base: Score = S(0, -47);
    /// Units of initiative for each pawn of either side.
    initiative_pawn: Score = S(0, 2);
    /// Units of initiative for each passed pawn of either side.
    initiative_passed: Score = S(0, 3);
    /// Units of initiative for pawns on both wings.
    initiative_both_wings: Score = S(0, 30);
    /// Units of initiative for an ending of kings and pawns only.
    initiative_pawns_alone: Score = S(0, 42);
    /// Units of initiative for each file between the kings, minus each rank by which Black's king
    /// is above White's.
    initiative_outflanking: Score = S(0, 1);

    /// The share of the leader's end game that counts without pawns and with at most a minor piece
    /// more, in 64ths, in the end-game half (the middle-game half has no meaning).
    scale_no_pawns: Score = S(0, 8);
    /// The share that counts with one pawn, in 64ths.
    scale_one_pawn: Score = S(0, 42);
    /// The increase of that share for each further pawn, in 64ths.
    scale_further_pawn: Score = S(0, 8);
    /// The decrease of that share if all pawns are on one side of the board and the leader has no
    /// piece more, in 64ths.
    scale_one_wing: Score = S(0, 10);
    /// The greatest share with bishops of opposite colours among other pieces, in 64ths.
    scale_opposite_bishops: Score = S(0, 46);
    /// The greatest share with only bishops of opposite colours and pawns, without a passed pawn of
    /// the leader, in 64ths.
    scale_opposite_bishops_alone: Score = S(0, 18);
    /// The increase of that share for each passed pawn of the leader, in 64ths.
    scale_opposite_bishops_passed: Score = S(0, 6);

    /// The right to move.
    tempo: Score = S(13, 12);
}
