//! A tree of records as an opening book.

use engine::BookWriter;
use movegen::Move;

use super::{Node, RecordTree};

pub(crate) const ENTRY: usize = 16;

const BEST: f64 = 1_000.0;

/// The number of centipawns that halve a move's weight.
const HALF: f64 = 20.0;

/// The greatest number of centipawns that a move of the book may be worse than the best one.
const WORST: i32 = 100;

/// Returns a book in PolyGlot's format, and the number of its positions. It has each position's
/// moves whose score is exact or a lower bound, except those more than 100 centipawns worse than
/// the best one. The best one has the weight 1,000, and 20 centipawns less halve the weight.
pub(crate) fn book(tree: &RecordTree) -> (Vec<u8>, usize) {
    let mut book = BookWriter::default();
    let mut positions = 0;
    for node in &tree.nodes {
        let moves = weighted(node);
        positions += usize::from(!moves.is_empty());
        for (mv, weight) in moves {
            book.add(&node.position, mv, weight).expect("the moves of a tree are legal");
        }
    }
    (book.to_bytes(), positions)
}

fn weighted(node: &Node) -> Vec<(Move, u16)> {
    let best = node.known.and_then(|known| known.best.zip(known.assured()));
    let scored = node.edges.iter().filter_map(|edge| {
        let own = best.filter(|&(best, _)| best == edge.mv).map(|(_, score)| score);
        let score = own.or_else(|| edge.known.and_then(|known| known.assured()))?;
        Some((edge.mv, score))
    });
    let scored: Vec<(Move, i32)> = scored.collect();
    let greatest = scored.iter().map(|&(_, score)| score).max().unwrap_or(0);
    let near = scored.into_iter().filter(|&(_, score)| greatest - score <= WORST);
    let weight = |score: i32| (BEST * (f64::from(score - greatest) / HALF).exp2()).round() as u16;
    near.map(|(mv, score)| (mv, weight(score))).collect()
}

#[cfg(test)]
mod tests {
    use engine::book_moves;
    use movegen::Position;
    use tt_core::Bound;

    use super::super::tests::{records, tree};
    use super::*;

    #[test]
    fn weights_halve_with_twenty_centipawns() {
        let records = records(&[
            ("", 30, Bound::Exact, 9, "e4"),
            ("d4", -10, Bound::Exact, 8, "d5"),
            ("c4", 10, Bound::Upper, 8, "e5"),
            ("f4", -25, Bound::Lower, 8, "e5"),
            ("a4", 71, Bound::Exact, 8, ""),
            ("d4 d5", -30, Bound::Upper, 7, "c4"),
        ]);
        let (bytes, positions) = book(&tree(&records, 100));
        let start = Position::startpos();
        let moves = book_moves(&bytes, &start);
        let moves: Vec<(String, u16)> =
            moves.into_iter().map(|(mv, weight)| (start.san(mv), weight)).collect();
        let of = |san: &str, weight| (san.to_owned(), weight);
        assert_eq!(moves, [of("e4", 1_000), of("d4", 500), of("c4", 250)]);
        // The replies to d4 and f4 are proved, that to c4 is not.
        let after = |san| start.make(start.parse_san(san).unwrap());
        let replies = ["d4", "f4", "c4"].map(|san| book_moves(&bytes, &after(san)).len());
        assert_eq!((replies, positions, bytes.len()), ([1, 1, 0], 3, 16 * 5));
    }
}
