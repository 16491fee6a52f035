//! [`EvaluationKind`]: the evaluation of an experiment's searches, and observers of it.

use engine::{EngineEvaluation, HandCrafted, default_network};
use evaluation::is_special_ending;
use movegen::{Move, Position};
use search::Evaluate;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EvaluationKind {
    /// Hand-crafted terms, which ask the pawn table.
    HandCrafted,
    /// The network that the engine has by default.
    Network,
}

impl EvaluationKind {
    pub(crate) const ALL: [Self; 2] = [Self::HandCrafted, Self::Network];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::HandCrafted => "hand-crafted",
            Self::Network => "network",
        }
    }

    pub(crate) fn create(self) -> EngineEvaluation {
        match self {
            Self::HandCrafted => HandCrafted::default().into(),
            Self::Network => EngineEvaluation::network(default_network(), HandCrafted::default()),
        }
    }
}

/// An observer between a search and its evaluation.
pub(crate) trait Observer {
    /// Returns the value of a position, from `evaluation` or otherwise.
    fn ask(&mut self, evaluation: &mut EngineEvaluation, position: &Position) -> i32;
}

/// An evaluation of the engine behind an observer.
pub(crate) struct Observed<O> {
    evaluation: EngineEvaluation,
    pub(crate) by: O,
}

impl<O: Default> Observed<O> {
    pub(crate) fn new(kind: EvaluationKind) -> Self {
        Self { evaluation: kind.create(), by: O::default() }
    }
}

impl<O: Observer> Evaluate for Observed<O> {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.by.ask(&mut self.evaluation, position)
    }

    fn is_known_draw(&self, position: &Position) -> bool {
        self.evaluation.is_known_draw(position)
    }

    fn new_root(&mut self, root: &Position) {
        self.evaluation.new_root(root);
    }

    fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
        self.evaluation.make(parent, mv, child);
    }

    fn make_null(&mut self, parent: &Position, child: &Position) {
        self.evaluation.make_null(parent, child);
    }

    fn unmake(&mut self) {
        self.evaluation.unmake();
    }
}

/// A count of the positions that are evaluated.
#[derive(Default)]
pub(crate) struct Evaluations {
    pub(crate) all: u64,
    /// Those of them that a network leaves to the hand-crafted evaluation.
    pub(crate) left: u64,
}

impl Observer for Evaluations {
    fn ask(&mut self, evaluation: &mut EngineEvaluation, position: &Position) -> i32 {
        self.all += 1;
        let value = evaluation.evaluate(position);
        let is_decided = value.abs() >= EngineEvaluation::DECIDED;
        self.left += u64::from(is_decided || is_special_ending(position));
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Limits, NoTable, Pool, Search};

    #[test]
    fn counting_changes_no_search() {
        for kind in EvaluationKind::ALL {
            let limits = Limits { nodes: Some(3_000), ..Limits::default() };
            let search = || Search::new(&NoTable).limits(limits.clone());
            let mut counted = Pool::new(move || Observed::<Evaluations>::new(kind));
            let outcome = search().run(&mut counted);
            let alone = search().run(&mut Pool::new(move || kind.create()));
            assert_eq!((outcome.score, outcome.nodes), (alone.score, alone.nodes), "{kind:?}");
            let Evaluations { all, left } = counted.evaluators().next().unwrap().by;
            assert!(all > 500 && left == 0, "{all} {left}");
        }
        let [a, b] = EvaluationKind::ALL.map(|kind| kind.create().evaluate(&Position::startpos()));
        assert_ne!(a, b);
    }

    #[test]
    fn positions_that_a_network_leaves_are_counted() {
        let mut counted = Observed::<Evaluations>::new(EvaluationKind::Network);
        let ending = "8/8/4k3/8/8/8/3BN3/4K3 w - -";
        let decided = "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - -";
        for fen in [ending, decided] {
            let position = Position::from_fen(fen).unwrap();
            counted.new_root(&position);
            counted.evaluate(&position);
        }
        counted.new_root(&Position::startpos());
        counted.evaluate(&Position::startpos());
        assert_eq!((counted.by.all, counted.by.left), (3, 2));
    }
}
