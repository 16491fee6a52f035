//! The features of a position, which distinguish it exactly from every other.

use movegen::keys::{ChessKeys, FEATURES, SCHEMA};
use movegen::{CastlingSide, Color, KeyedPosition};

const WORDS: usize = FEATURES.div_ceil(u64::BITS as usize);

/// The set of features of a position, in the order of movegen's schema. Two positions have the same
/// set exactly if they have the same pieces, rights, en passant capture and side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FeatureSet([u64; WORDS]);

impl FeatureSet {
    pub(super) fn of<K: ChessKeys>(position: &KeyedPosition<K>) -> Self {
        let mut set = Self([0; WORDS]);
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                set.insert("piece on a square", 64 * piece.index() + square.index());
            }
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if position.castling_rook(color, side).is_some() {
                    set.insert("right to castle", 2 * color.index() + side as usize);
                }
            }
        }
        if let Some(square) = position.en_passant() {
            set.insert("file of a legal en passant capture", square.file().index());
        }
        if position.side_to_move() == Color::Black {
            set.insert("side to move", 0);
        }
        set
    }

    fn insert(&mut self, group: &str, index: usize) {
        let feature = SCHEMA.feature(group, index);
        self.0[feature / 64] |= 1 << (feature % 64);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(number, &word)| {
            let rest = |word: u64| Some(word & word.wrapping_sub(1)).filter(|&word| word != 0);
            std::iter::successors(Some(word).filter(|&word| word != 0), move |&word| rest(word))
                .map(move |word| 64 * number + word.trailing_zeros() as usize)
        })
    }

    /// Returns how many features one of the two positions has and the other has not.
    pub(super) fn distance(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(one, other)| (one ^ other).count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Position;

    #[test]
    fn the_distance_counts_what_a_move_changes() {
        let set = |fen| FeatureSet::of(&Position::from_fen(fen).unwrap());
        let start = set("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(start.iter().count(), 32 + 4);
        assert!(start.iter().is_sorted());
        // A knight leaves g1 and reaches f3; the side to move.
        let knight = set("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
        assert_eq!((start.distance(&knight), knight.distance(&start)), (3, 3));
        // No clock is a feature; each right is one.
        assert_eq!(set("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), set("4k3/8/8/8/8/8/8/4K2R w K - 9 20"));
        let without = set("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
        assert_eq!(without.distance(&set("4k3/8/8/8/8/8/8/4K2R w K - 0 1")), 1);
    }
}
