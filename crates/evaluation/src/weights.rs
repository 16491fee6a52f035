//! Every weight of the evaluation: its name, shape and meaning. The values are in `weights.txt`,
//! the text of [`Weights::text`], which a tuner writes.
//!
//! A value is a middle-game and an end-game number in centipawns. Ranks count from the owner's
//! side, 0 to 7; files are folded, because a position and its mirror image are worth the same: 0
//! stands for the a- and the h-file, 3 for the d- and the e-file.

mod flat;
mod list;
mod text;

use flat::weights;

use crate::score::Score;

pub use text::WeightsError;

weights! {
    include_str!("weights.txt");

    /// Value of a pawn, knight, bishop, rook and queen.
    material: [Score; 5];
    /// A piece on a square, by kind of piece and `4 · rank + folded file`.
    piece_square: [[Score; 32]; 6];

    /// Two bishops.
    bishop_pair: Score;
    /// A knight, for each own pawn beyond five; knights suit closed boards.
    knight_per_pawn: Score;
    /// A rook, for each own pawn beyond five; rooks suit open boards.
    rook_per_pawn: Score;

    /// Mobility of a knight, by the number of safe squares that it attacks.
    mobility_knight: [Score; 9];
    /// Mobility of a bishop, by the number of safe squares that it attacks.
    mobility_bishop: [Score; 14];
    /// Mobility of a rook, by the number of safe squares that it attacks.
    mobility_rook: [Score; 15];
    /// Mobility of a queen, by the number of safe squares that it attacks.
    mobility_queen: [Score; 28];

    /// A pawn without own pawns on the adjacent files.
    pawn_isolated: Score;
    /// A pawn behind another own pawn on its file.
    pawn_doubled: Score;
    /// A pawn behind its neighbours, with a stop square that an enemy pawn attacks.
    pawn_backward: Score;
    /// An isolated or backward pawn on a file without enemy pawns.
    pawn_weak_on_half_open_file: Score;
    /// A pawn beside another own pawn, by rank.
    pawn_phalanx: [Score; 8];
    /// A pawn defended by own pawns, by rank.
    pawn_supported: [Score; 8];
    /// A pawn that its escorts may turn into a passed pawn, by rank.
    pawn_candidate: [Score; 8];

    /// A passed pawn, by rank.
    passed: [Score; 8];
    /// A passed pawn with an empty stop square, by rank.
    passed_unblocked: [Score; 8];
    /// A passed pawn with an empty path that the enemy does not attack, by rank.
    passed_safe_path: [Score; 8];
    /// A passed pawn with an empty stop square that the enemy does not attack, by rank.
    passed_safe_stop: [Score; 8];
    /// A passed pawn with a defended stop square.
    passed_defended_stop: Score;
    /// An own rook behind a passed pawn on its file.
    passed_own_rook_behind: Score;
    /// An enemy rook behind a passed pawn on its file.
    passed_enemy_rook_behind: Score;
    /// Each king step from the own king to a passed pawn's stop square, times a factor of the
    /// pawn's rank.
    passed_own_king_distance: Score;
    /// Each king step from the enemy king to a passed pawn's stop square, times a factor of the
    /// pawn's rank.
    passed_enemy_king_distance: Score;
    /// A passed pawn that outruns the enemy king, if the enemy has no pieces.
    passed_unstoppable: Score;

    /// A knight on an outpost: a square that no enemy pawn can attack and an own pawn defends.
    outpost_knight: Score;
    /// A bishop on an outpost.
    outpost_bishop: Score;
    /// A knight that can move to an outpost.
    outpost_reachable: Score;
    /// A knight or bishop directly behind a pawn.
    minor_behind_pawn: Score;
    /// Each king step between a knight and its own king.
    knight_king_distance: Score;
    /// Each king step between a bishop and its own king.
    bishop_king_distance: Score;
    /// Each own pawn on the bishop's colour; it counts more with more blocked centre pawns.
    bishop_own_pawns: Score;
    /// A bishop on a long diagonal that no pawn blocks in the centre.
    bishop_long_diagonal: Score;
    /// A rook on a file without pawns.
    rook_open_file: Score;
    /// A rook on a file without own pawns.
    rook_half_open_file: Score;
    /// A rook on the seventh rank that attacks pawns there or confines the king.
    rook_on_seventh: Score;
    /// A rook with little mobility between its king and the nearer edge of the board.
    rook_trapped_by_king: Score;
    /// Each castling right.
    castling_right: Score;

    /// An attack of a safe pawn on a knight, bishop, rook or queen.
    threat_by_pawn: [Score; 4];
    /// A pawn that can safely advance to attack a piece.
    threat_by_pawn_push: Score;
    /// An attack of a minor piece on an undefended pawn, or on a knight, bishop, rook or queen.
    threat_by_minor: [Score; 5];
    /// An attack of a rook on a weakly defended pawn, knight or bishop, or on any rook or queen.
    threat_by_rook: [Score; 5];
    /// An attack of the king on a weakly defended piece or pawn.
    threat_by_king: Score;
    /// An undefended piece or pawn under attack, or one attacked more than once and weakly
    /// defended.
    threat_hanging: Score;
    /// Each square that the enemy attacks and we contest.
    threat_restriction: Score;
    /// A knight that can safely move to attack the queen.
    threat_knight_on_queen: Score;
    /// A bishop or rook that can safely move to attack the queen.
    threat_slider_on_queen: Score;

    /// Shelter on each file of or beside the king: the nearest own pawn before the king, by folded
    /// file and the pawn's rank (0: no pawn).
    shelter: [[Score; 8]; 4];
    /// Storm on each file of or beside the king: the nearest enemy pawn before the king that is not
    /// rammed, by folded file and the pawn's rank from the king's side (0: no pawn).
    storm: [[Score; 8]; 4];
    /// An enemy pawn before the king, rammed by an own pawn, by its rank from the king's side.
    storm_rammed: [Score; 8];

    /// Danger units of a king at the start of the count (not centipawns: see
    /// `terms/king_safety.rs`).
    danger_base: Score;
    /// The number of attackers, in the middle-game half, below which a king is in no danger; an
    /// enemy queen on the board counts as one more attacker.
    danger_gate: Score;
    /// Danger units for each enemy knight, bishop, rook or queen that attacks the king's ring.
    danger_attacker: [Score; 4];
    /// Danger units for each attack on a square beside the king.
    danger_ring_attack: Score;
    /// Danger units for each attacked and weakly defended square of the ring.
    danger_weak_square: Score;
    /// Danger units for a knight, bishop, rook or queen with a check that cannot simply be
    /// captured.
    danger_safe_check: [Score; 4];
    /// Danger units for each other square from which a piece could give check.
    danger_unsafe_check: Score;
    /// Danger units for each own piece pinned to the king.
    danger_pinned: Score;
    /// Danger units for each enemy attack on the king's flank, in its first five ranks.
    danger_flank_attack: Score;
    /// Danger units for each defended square on the king's flank, in its first five ranks.
    danger_flank_defence: Score;
    /// Danger units for each file of or beside the king without own pawns.
    danger_half_open_file: Score;
    /// Danger units for a knight that defends the ring.
    danger_knight_defends: Score;
    /// Danger units for an enemy without a queen.
    danger_no_queen: Score;

    /// Each safe square behind the own centre pawns, times a factor of the number of pieces.
    space: Score;

    /// Each step from the centre of an enemy king that is alone or has one piece or pawn.
    mop_up_edge: Score;
    /// Each king step below seven in the distance of our king from such an enemy king.
    mop_up_kings: Score;
    /// Each step closer of a bare king to a corner that our bishop can attack, with bishop and
    /// knight.
    mop_up_corner: Score;

    /// Each pair of own pieces or pawns, by their kinds: bishop pair, pawn, knight, bishop, rook,
    /// queen; only columns up to the row count.
    imbalance_own: [[Score; 6]; 6];
    /// Each pair of an own and an enemy piece or pawn, by their kinds in the order above; only
    /// columns before the row count.
    imbalance_enemy: [[Score; 6]; 6];

    /// A pawn that attacks an enemy pawn, by rank.
    pawn_lever: [Score; 8];
    /// A pawn with an enemy pawn on its stop square, by rank.
    pawn_rammed: [Score; 8];
    /// A pawn beside or defended by another own pawn, with an enemy pawn before it on its file.
    pawn_connected_opposed: Score;
    /// A passed pawn, by folded file.
    passed_file: [Score; 4];
    /// A king on a side of the board without pawns of either colour.
    king_pawnless_flank: Score;

    /// A rook on the file of a queen of either colour.
    rook_on_queens_file: Score;
    /// A queen that an enemy bishop or rook would attack without the one piece or pawn between
    /// them.
    queen_exposed: Score;
    /// A passed pawn with an empty path whose attacked squares are defended, by rank.
    passed_defended_path: [Score; 8];
    /// Danger units for each safe square that the enemy's pieces attack more than ours.
    danger_mobility: Score;
    /// Danger units for each own pawn on the three files about the king and two ranks before it.
    danger_shield: Score;

    /// A won ending of king and pawn against king.
    ending_pawn_wins: Score;

    /// Units of initiative at the start of the count. A lead in the end game grows or shrinks by
    /// these units (see `terms/initiative.rs`).
    initiative_base: Score;
    /// Units of initiative for each pawn of either side.
    initiative_pawn: Score;
    /// Units of initiative for each passed pawn of either side.
    initiative_passed: Score;
    /// Units of initiative for pawns on both wings.
    initiative_both_wings: Score;
    /// Units of initiative for an ending of kings and pawns only.
    initiative_pawns_alone: Score;
    /// Units of initiative for each file between the kings, minus each rank by which Black's king
    /// is above White's.
    initiative_outflanking: Score;

    /// The share of the leader's end game that counts without pawns and with at most a minor piece
    /// more, in 64ths, in the end-game half (the middle-game half has no meaning).
    scale_no_pawns: Score;
    /// The share that counts with one pawn, in 64ths.
    scale_one_pawn: Score;
    /// The increase of that share for each further pawn, in 64ths.
    scale_further_pawn: Score;
    /// The decrease of that share if all pawns are on one side of the board and the leader has no
    /// piece more, in 64ths.
    scale_one_wing: Score;
    /// The greatest share with bishops of opposite colours among other pieces, in 64ths.
    scale_opposite_bishops: Score;
    /// The greatest share with only bishops of opposite colours and pawns, without a passed pawn of
    /// the leader, in 64ths.
    scale_opposite_bishops_alone: Score;
    /// The increase of that share for each passed pawn of the leader, in 64ths.
    scale_opposite_bishops_passed: Score;

    /// The right to move.
    tempo: Score;
}

#[cfg(test)]
mod tests {
    use super::Weights;

    #[test]
    fn the_file_of_the_values_is_the_text_of_the_weights() {
        let file = include_str!("weights.txt");
        assert_eq!(Weights::default().text().to_string(), file);
    }
}
