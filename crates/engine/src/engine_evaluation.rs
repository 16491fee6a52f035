//! [`EngineEvaluation`], a network or the hand-crafted evaluation, as the numbers choose: the
//! meeting place of the evaluations and the search, which do not know each other.

use std::sync::Arc;

use evaluation::{FULL_SCALE, Weights, is_special_ending, lead_share};
use movegen::{Move, Position};
use network::{Evaluator, Network};
use search::Evaluate;

/// The hand-crafted evaluation as an evaluation of the search; by default with the weights that
/// the engine plays with. Each thread of a search has one.
///
/// ```
/// use engine::HandCrafted;
/// use engine::search::{Limits, NoTable, Pool, Search};
///
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let outcome = Search::new(&NoTable).limits(limits).run(&mut Pool::new(HandCrafted::default));
/// assert!(outcome.best.is_some());
/// ```
#[derive(Default)]
pub struct HandCrafted(evaluation::Evaluator);

impl HandCrafted {
    /// Creates the evaluation with these weights.
    #[must_use]
    pub fn with_weights(weights: Weights) -> Self {
        Self(evaluation::Evaluator::with_weights(weights))
    }
}

impl Evaluate for HandCrafted {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }

    #[inline]
    fn is_known_draw(&self, position: &Position) -> bool {
        evaluation::is_known_draw(position)
    }

    #[inline]
    fn make(&mut self, parent: &Position, _: Move, child: &Position) {
        self.0.prefetch(parent, child);
    }
}

/// The evaluation of an [`Engine`](crate::Engine): a network if its
/// [`Numbers`](crate::Numbers) have one, else the hand-crafted evaluation. Each thread of a search
/// has one.
pub enum EngineEvaluation {
    /// Hand-crafted terms.
    HandCrafted(Box<HandCrafted>),
    /// A network that follows the search move by move, and the hand-crafted evaluation for the
    /// endings of [`is_special_ending`] and for positions from [`Self::DECIDED`] on.
    Network(Evaluator, Box<HandCrafted>),
}

impl EngineEvaluation {
    /// The value of a network, in centipawns for either side, from which on the game is decided and
    /// the hand-crafted evaluation takes over: with it the search finds more mates.
    pub const DECIDED: i32 = 1_400;
    const LOST: i32 = -Self::DECIDED;

    /// Creates an evaluation by a network, which leaves the endings of [`is_special_ending`] to the
    /// hand-crafted evaluation, and positions from [`Self::DECIDED`] on. Their value never falls
    /// below that bound, so that no decided position is worth less than an undecided one. Of all
    /// other values [`lead_share`] says how much counts.
    #[must_use]
    pub fn network(network: Arc<Network>, terms: HandCrafted) -> Self {
        Self::Network(Evaluator::new(network), Box::new(terms))
    }

    /// Returns the part of a network's value that counts, both from the view of the side to move.
    #[must_use]
    #[inline]
    pub fn counted(position: &Position, value: i32) -> i32 {
        let us = position.side_to_move();
        value * lead_share(position, if value < 0 { !us } else { us }) / FULL_SCALE
    }
}

impl From<HandCrafted> for EngineEvaluation {
    fn from(evaluation: HandCrafted) -> Self {
        Self::HandCrafted(Box::new(evaluation))
    }
}

impl Evaluate for EngineEvaluation {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        match self {
            Self::HandCrafted(terms) => terms.evaluate(position),
            Self::Network(_, terms) if is_special_ending(position) => terms.evaluate(position),
            Self::Network(evaluator, terms) => match evaluator.evaluate(position) {
                Self::DECIDED.. => terms.evaluate(position).max(Self::DECIDED),
                ..=Self::LOST => terms.evaluate(position).min(Self::LOST),
                value => Self::counted(position, value),
            },
        }
    }

    #[inline]
    fn is_known_draw(&self, position: &Position) -> bool {
        evaluation::is_known_draw(position)
    }

    #[inline]
    fn new_root(&mut self, root: &Position) {
        if let Self::Network(evaluator, _) = self {
            evaluator.new_root(root);
        }
    }

    #[inline]
    fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
        match self {
            Self::HandCrafted(evaluation) => evaluation.make(parent, mv, child),
            Self::Network(evaluator, _) => evaluator.make(parent, mv, child),
        }
    }

    #[inline]
    fn make_null(&mut self, _: &Position, _: &Position) {
        if let Self::Network(evaluator, _) = self {
            evaluator.make_null();
        }
    }

    #[inline]
    fn unmake(&mut self) {
        if let Self::Network(evaluator, _) = self {
            evaluator.unmake();
        }
    }
}

#[cfg(test)]
mod tests {
    use search::{Limits, Pool, Search};
    use tt_core::Table;

    use super::*;
    use crate::default_network;

    /// Returns the engine's value of a position, and those of its two evaluations.
    fn values(fen: &str) -> [i32; 3] {
        let position = Position::from_fen(fen).expect("a legal position");
        let mut both = EngineEvaluation::network(default_network(), HandCrafted::default());
        both.new_root(&position);
        let terms = HandCrafted::default().evaluate(&position);
        [both.evaluate(&position), default_network().evaluate(&position), terms]
    }

    #[test]
    fn each_evaluation_knows_the_draws_of_lone_minor_pieces() {
        let network = EngineEvaluation::network(default_network(), HandCrafted::default());
        let ours = [network, HandCrafted::default().into()];
        for (fen, drawn) in
            [("8/8/8/4k3/8/8/8/4KN2 w - - 0 1", true), ("8/8/8/4k3/8/8/8/4KR2 w - - 0 1", false)]
        {
            let position = Position::from_fen(fen).expect("a legal position");
            assert!(ours.iter().all(|one| one.is_known_draw(&position) == drawn), "{fen}");
            assert_eq!(HandCrafted::default().is_known_draw(&position), drawn, "{fen}");
        }
    }

    #[test]
    fn decided_positions_are_left_to_the_terms_and_stay_decided() {
        const DECIDED: i32 = EngineEvaluation::DECIDED;
        const LOST: i32 = -DECIDED;
        let mut kinds = [0; 4];
        for pieces in ["rnbqkbnr", "rnb1kbnr", "2b1kb2", "1nb1k3", "4kb2", "4k3"] {
            for side in ["w", "b"] {
                let rest = format!("pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {side} - - 0 1");
                let [value, network, terms] = values(&format!("{pieces}/{rest}"));
                let (expected, kind) = match network {
                    DECIDED.. => (terms.max(DECIDED), 0),
                    ..=LOST => (terms.min(LOST), 1),
                    _ => (network, 2),
                };
                assert_eq!(value, expected, "{pieces} {side}: network {network}, terms {terms}");
                kinds[kind] += 1;
                kinds[3] += usize::from(kind < 2 && terms != network);
            }
        }
        assert!(kinds.iter().all(|&count| count > 1), "{kinds:?}");
    }

    /// The network's lead counts as [`lead_share`] says, for either side to move.
    #[test]
    fn a_lead_that_is_hard_to_win_counts_in_part() {
        for (placement, share) in [
            ("8/5pk1/8/3b4/P1P2B2/6P1/5P1K/8", 24),
            ("8/5pk1/8/4b3/P1P2B2/6P1/5P1K/8", 64),
            ("8/8/3k4/3r1p2/8/8/4R3/1K1N4", 8),
            ("1k1n4/4r3/8/8/3R1P2/3K4/8/8", 8),
            ("8/5ppp/3k4/3r4/8/4R3/4PPPP/6K1", 32),
        ] {
            for side in ["w", "b"] {
                let [value, network, _] = values(&format!("{placement} {side} - - 0 1"));
                assert_eq!(value, network * share / 64, "{placement} {side}");
                assert_ne!(network, 0, "{placement} {side}");
            }
        }
    }

    fn score(fen: &str) -> i32 {
        let table: Table = Table::new(1 << 20).expect("memory for a small table");
        let limits = Limits { depth: Some(12), ..Limits::default() };
        let position = Position::from_fen(fen).expect("a legal position");
        let search = Search::new(&table).position(position).limits(limits);
        search.run(&mut Pool::new(HandCrafted::default)).score.value()
    }

    #[test]
    fn a_known_draw_is_worth_nothing_after_a_search() {
        for drawn in [
            "1k6/8/P7/8/K7/4B3/8/8 w - - 0 1",
            "8/2k5/P7/8/K7/4B3/8/8 b - - 0 1",
            "8/8/8/3k4/8/8/3NN3/4K3 w - - 0 1",
            "8/2b5/3k4/8/8/4N3/4K3/8 w - - 0 1",
            "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1",
        ] {
            assert_eq!(score(drawn), 0, "{drawn}");
        }
        assert!(score("1k6/8/P7/8/K7/3B4/8/8 w - - 0 1") > 500, "the bishop guards the corner");
    }
}
