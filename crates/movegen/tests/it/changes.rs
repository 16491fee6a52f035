//! The changes of a move are the difference between the boards before and after it.

use std::collections::BTreeSet;

use movegen::{Move, Piece, Position, Square};
use proptest::prelude::*;
use zobrist_keys::SplitMix64;

type Board = BTreeSet<(Square, u8)>;

fn entry((piece, square): (Piece, Square)) -> (Square, u8) {
    (square, piece.letter() as u8)
}

fn board(position: &Position) -> Board {
    let on = |square| Some(entry((position.piece_at(square)?, square)));
    Square::ALL.into_iter().filter_map(on).collect()
}

fn check(position: &Position, mv: Move) {
    let (before, after) = (board(position), board(&position.make(mv)));
    let changes = position.changes(mv);
    let set = |pieces: &[(Piece, Square)]| pieces.iter().copied().map(entry).collect::<Board>();
    assert_eq!(set(changes.removed()), &before - &after, "{position:?} {mv:?}");
    assert_eq!(set(changes.added()), &after - &before, "{position:?} {mv:?}");
}

/// Castles if it can, so that games of Chess960 do so often.
fn pick(position: &Position, random: &mut SplitMix64) -> Option<Move> {
    let moves = position.legal_moves();
    let castling = moves.iter().copied().find(|mv| mv.is_castling());
    castling.or_else(|| moves.get(random.next() as usize % moves.len().max(1)).copied())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::amount(400)))]

    #[test]
    fn changes_are_the_difference_of_the_boards(
        seed in any::<u64>(),
        starts in prop_oneof![Just((518, 518)), (0u32..960, 0u32..960)],
    ) {
        let mut random = SplitMix64::new(seed);
        let mut position = Position::double_chess960(starts.0, starts.1).unwrap();
        for _ in 0..80 {
            for mv in position.legal_moves() {
                check(&position, mv);
            }
            let Some(mv) = pick(&position, &mut random) else { break };
            position = position.make(mv);
        }
    }
}

/// Castling in which the king, the rook or both stay, or change places.
#[test]
fn castling_of_pieces_that_stay_changes_nothing_there() {
    for (fen, count) in [
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", 1),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", 1),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", 2),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let castling = position.parse_san("O-O").unwrap();
        check(&position, castling);
        assert_eq!(position.changes(castling).added().len(), count, "{fen}");
    }
}
