//! Addressed by the side to move and, in turn, the pawns, each colour's pieces, and the minor
//! pieces; and by the last two moves of the line: how far the static evaluation of such positions
//! was from what the search then found.

use movegen::{Color, Position};
use tt_core::prefetch;

use super::PIECE_SQUARES;
use super::continuation::Row;
use super::gravity::{update, zeroed};
use crate::params::Params;

/// The farthest that an entry comes from zero.
const LIMIT: i32 = 1_024;

/// Keys that are kept apart; a power of two.
const KEYS: usize = 16_384;

/// The unit of the weights: a feature of this weight corrects by the whole of what was learnt.
const WEIGHT_ONE: i32 = 1_024;

/// A feature that a position shares with others whose evaluation errs in the same way.
#[derive(Clone, Copy)]
enum Feature {
    Pawns,
    WhitePieces,
    BlackPieces,
    Minors,
}

const FEATURES: [Feature; 4] =
    [Feature::Pawns, Feature::WhitePieces, Feature::BlackPieces, Feature::Minors];

impl Feature {
    /// Returns the place of a position's entry. The entries of the two sides to move are
    /// neighbours: most moves change two of the keys, so that the child finds its other two in the
    /// cache lines that its parent has read.
    #[inline]
    fn index(self, position: &Position) -> usize {
        let key = match self {
            Self::Pawns => position.pawn_key(),
            Self::WhitePieces => position.non_pawn_key(Color::White),
            Self::BlackPieces => position.non_pawn_key(Color::Black),
            Self::Minors => position.minor_key(),
        };
        (self as usize * KEYS + key as usize % KEYS) * 2 + position.side_to_move().index()
    }

    #[inline]
    fn weight(self, params: &Params) -> i32 {
        match self {
            Self::Pawns => params.correction_pawns,
            Self::WhitePieces | Self::BlackPieces => params.correction_pieces,
            Self::Minors => params.correction_minors,
        }
    }
}

/// The errors of the evaluation, by feature.
#[derive(Debug)]
pub(crate) struct Correction {
    features: Box<[i16; FEATURES.len() * 2 * KEYS]>,
    /// By the move before the last and the last.
    moves: Box<[i16; PIECE_SQUARES * PIECE_SQUARES]>,
}

/// Returns the place of the last two moves in the table of moves; `None` if there are no two.
#[inline]
fn place([last, before]: [Row; 2]) -> Option<usize> {
    Some(before.column()? * PIECE_SQUARES + last.column()?)
}

impl Correction {
    pub(super) fn new() -> Self {
        Self { features: zeroed(), moves: zeroed() }
    }

    /// Returns the centipawns to add to the static evaluation of a position, reached by moves with
    /// these rows, the last first.
    #[inline]
    pub(crate) fn get(&self, position: &Position, rows: [Row; 2], params: &Params) -> i32 {
        let sum: i32 = FEATURES
            .into_iter()
            .map(|feature| {
                i32::from(self.features[feature.index(position)]) * feature.weight(params)
            })
            .sum();
        let moves = place(rows).map_or(0, |place| self.moves[place].into());
        (sum + moves * params.correction_moves) / WEIGHT_ONE
    }

    /// Prefetches the entries that [`Self::get`] reads.
    #[inline]
    pub(crate) fn prefetch(&self, position: &Position, rows: [Row; 2]) {
        for feature in FEATURES {
            prefetch(&self.features[feature.index(position)]);
        }
        if let Some(place) = place(rows) {
            prefetch(&self.moves[place]);
        }
    }

    /// Learns from a search of `depth` plies that found `error` more than the evaluation said.
    pub(crate) fn update(
        &mut self,
        position: &Position,
        rows: [Row; 2],
        error: i32,
        depth: i32,
        params: &Params,
    ) {
        let most = params.correction_step;
        let bonus = (error * depth / params.correction_depth).clamp(-most, most);
        for feature in FEATURES {
            update::<LIMIT>(&mut self.features[feature.index(position)], bonus);
        }
        if let Some(place) = place(rows) {
            update::<LIMIT>(&mut self.moves[place], bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Move, Piece, Square};

    #[test]
    fn what_was_learnt_is_shared_by_feature_only() {
        let params = Params::default();
        let mut correction = Correction::new();
        let (learnt, none) = (Position::startpos(), [Row::NONE; 2]);
        for _ in 0..10 {
            correction.update(&learnt, none, 200, 8, &params);
        }
        let whole = correction.get(&learnt, none, &params);
        assert!(whole > 0);
        // One pawn less: all features agree except the pawns.
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
        let other = Position::from_fen(fen).expect("a legal position");
        let part = correction.get(&other, none, &params);
        assert!(0 < part && part < whole);
        // The other side to move: nothing.
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        let black = Position::from_fen(fen).expect("a legal position");
        assert_eq!(correction.get(&black, none, &params), 0);
    }

    #[test]
    fn the_tuner_sets_how_fast_the_correction_learns() {
        let learnt = |depth: i32, step: i32| {
            let mut params = Params::default();
            (params.correction_depth, params.correction_step) = (depth, step);
            let (mut correction, position) = (Correction::new(), Position::startpos());
            correction.update(&position, [Row::NONE; 2], 200, 8, &params);
            correction.get(&position, [Row::NONE; 2], &params)
        };
        let usual = learnt(8, 256);
        assert!(usual > 0 && learnt(16, 256) < usual && learnt(4, 1_024) > usual);
        assert_eq!(learnt(8, 64), learnt(2, 64), "one search teaches no more");
    }

    #[test]
    fn two_moves_correct_what_follows_them_whatever_the_position() {
        let params = Params::default();
        let mut correction = Correction::new();
        let [a, b] = [Square::F3, Square::H3]
            .map(|to| Row::new(Piece::WhiteKnight, Move::new(Square::G1, to), false, false));
        let learnt = Position::startpos();
        correction.update(&learnt, [a, b], 200, 8, &params);
        let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let other = Position::from_fen(fen).expect("a legal position");
        assert!(correction.get(&other, [a, b], &params) > 0);
        for rows in [[b, a], [a, Row::NONE], [Row::NONE; 2]] {
            assert_eq!(correction.get(&other, rows, &params), 0);
        }
    }
}
