//! The root's moves: each with its score, its line and the work it took.

use std::cmp::{Ordering, Reverse};

use movegen::{Move, Position};
use tt_core::Bound;

use crate::report::RootScore;
use crate::score::{INFINITE, is_mate, is_mate_win, mate_distance_plies};
use crate::window::Window;

/// The score of a move that none was found for.
const NO_SCORE: i32 = -INFINITE;

#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// The score in this iteration; `NO_SCORE` if another move proved better.
    pub(crate) score: i32,
    /// The score of the iteration before.
    pub(crate) previous: i32,
    bound: Bound,
    /// Nodes spent on the move in the whole search.
    pub(crate) nodes: u64,
    /// The longest line below it, in plies.
    pub(crate) sel_depth: u32,
    /// The line that it begins.
    pub(crate) pv: Vec<Move>,
    /// The class of the move by tablebases: a greater class is better, whatever the scores.
    class: i32,
    tb_score: Option<i32>,
}

/// The move and the score of a line, by which its report differs from the one before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Summary(Move, RootScore);

impl RootMove {
    fn new(mv: Move) -> Self {
        Self {
            mv,
            score: NO_SCORE,
            previous: NO_SCORE,
            bound: Bound::Exact,
            nodes: 0,
            sel_depth: 0,
            pv: vec![mv],
            class: 0,
            tb_score: None,
        }
    }

    /// Compares moves by tablebases, then by this score, then by the one before.
    fn better(&self, other: &Self) -> Ordering {
        let worth = |root_move: &Self| (root_move.class, root_move.score, root_move.previous);
        worth(other).cmp(&worth(self))
    }

    /// Returns whether the move has a score of this or the last iteration.
    pub(crate) fn is_scored(&self) -> bool {
        self.score.max(self.previous) > NO_SCORE
    }

    pub(crate) fn summary(&self) -> Summary {
        Summary(self.mv, self.root_score())
    }

    /// Returns the score to report. A mate is exact only with its whole line. A score that
    /// tablebases prove comes before all but a mate.
    pub(crate) fn root_score(&self) -> RootScore {
        let value = if self.score == NO_SCORE { self.previous } else { self.score };
        if let Some(value) = self.tb_score.filter(|_| !is_mate(value)) {
            return RootScore::new(value, Bound::Exact);
        }
        let whole = mate_distance_plies(value).is_none_or(|plies| plies as usize == self.pv.len());
        let bound = match self.bound {
            Bound::Exact if !whole => {
                if is_mate_win(value) {
                    Bound::Lower
                } else {
                    Bound::Upper
                }
            }
            bound => bound,
        };
        RootScore::new(value, bound)
    }
}

pub(crate) struct RootFinding<'a> {
    pub(crate) mv: Move,
    pub(crate) first: bool,
    pub(crate) score: i32,
    pub(crate) window: Window,
    pub(crate) nodes: u64,
    pub(crate) sel_depth: u32,
    /// The line that follows it.
    pub(crate) line: &'a [Move],
}

/// The root's moves, best first as far as is known.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    /// The rank that is being searched for: moves before it are taken.
    rank: usize,
}

impl RootMoves {
    /// Creates the list of the legal moves among `wanted`, or of all legal moves if there is none.
    pub(crate) fn new(position: &Position, wanted: &[Move]) -> Self {
        let legal = position.legal_moves();
        let any = legal.iter().any(|mv| wanted.contains(mv));
        let chosen = legal.iter().filter(|mv| !any || wanted.contains(mv));
        Self { moves: chosen.map(|&mv| RootMove::new(mv)).collect(), rank: 0 }
    }

    pub(crate) fn as_slice(&self) -> &[RootMove] {
        &self.moves
    }

    /// Returns the best move; there is one, or no search would have begun.
    pub(crate) fn best(&self) -> &RootMove {
        &self.moves[0]
    }

    /// Returns the best move known for the rank that is being searched for.
    pub(crate) fn current(&self) -> &RootMove {
        &self.moves[self.rank]
    }

    /// Returns whether the search for this rank includes a move: it is not taken, and of the best
    /// class that is left.
    pub(crate) fn offers(&self, mv: Move) -> bool {
        let class = self.current().class;
        self.moves[self.rank..]
            .iter()
            .any(|root_move| root_move.mv == mv && root_move.class == class)
    }

    /// Gives the moves, in their order, a class and a score from tablebases.
    pub(crate) fn classify(&mut self, classes: &[(i32, i32)]) {
        for (root_move, &(class, score)) in self.moves.iter_mut().zip(classes) {
            (root_move.class, root_move.tb_score) = (class, Some(score));
        }
        self.moves.sort_by_key(|root_move| Reverse(root_move.class));
    }

    /// Keeps the scores of the last iteration as those of the iteration before.
    pub(crate) fn begin_iteration(&mut self) {
        for root_move in &mut self.moves {
            root_move.previous = root_move.score;
        }
    }

    /// Returns the rank that is being searched for, from 0.
    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    /// Turns to a rank, from 0.
    pub(crate) fn begin_rank(&mut self, rank: usize) {
        self.rank = rank;
    }

    /// Takes note of a searched move. Only a move that beat the others has a score worth keeping.
    pub(crate) fn record(&mut self, finding: &RootFinding<'_>) {
        let RootFinding { mv, first, score, window, .. } = *finding;
        let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.mv == mv) else {
            return;
        };
        root_move.nodes += finding.nodes;
        if !first && window.fails_low(score) {
            root_move.score = NO_SCORE;
            return;
        }
        root_move.score = score;
        root_move.sel_depth = finding.sel_depth;
        root_move.bound = window.bound(score);
        root_move.pv.clear();
        root_move.pv.push(mv);
        root_move.pv.extend_from_slice(finding.line);
    }

    /// Brings the best of the moves that are not taken to the rank searched for. Equals keep their
    /// order.
    pub(crate) fn sort(&mut self) {
        self.moves[self.rank..].sort_by(RootMove::better);
    }

    /// Orders the ranks that have been searched for. Only once the score of the last one is known:
    /// a bound that came before a better rank would take that one's place, and stay a bound.
    pub(crate) fn order_ranks(&mut self) {
        self.moves[..=self.rank].sort_by(RootMove::better);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mate_in;

    fn finding(mv: Move, first: bool, score: i32, line: &[Move]) -> RootFinding<'_> {
        RootFinding { mv, first, score, window: Window::new(-10, 10), nodes: 1, sel_depth: 1, line }
    }

    #[test]
    fn moves_are_filtered_only_if_something_is_left() {
        let position = Position::startpos();
        let all = RootMoves::new(&position, &[]);
        assert_eq!(all.as_slice().len(), 20);
        let wanted = all.as_slice()[7].mv;
        let one = RootMoves::new(&position, &[wanted]);
        assert_eq!(one.as_slice().len(), 1);
        assert_eq!(one.best().mv, wanted);
        let mut after = position.make(wanted);
        after = after.make(after.legal_moves()[0]);
        assert!(!after.is_legal(wanted));
        let none = RootMoves::new(&after, &[wanted]);
        assert_eq!(none.as_slice().len(), after.legal_moves().len());
    }

    #[test]
    fn the_move_that_beat_the_others_comes_first() {
        let mut moves = RootMoves::new(&Position::startpos(), &[]);
        let [a, b, c] = [0, 1, 2].map(|i| moves.as_slice()[i].mv);
        moves.begin_iteration();
        moves.record(&finding(a, true, 3, &[]));
        moves.record(&finding(b, false, -11, &[]));
        moves.record(&finding(c, false, 5, &[a]));
        moves.sort();
        assert_eq!(moves.best().mv, c);
        assert_eq!(moves.best().pv, [c, a]);
        assert_eq!(moves.as_slice()[1].mv, a);
        assert!(!moves.as_slice()[2].is_scored());
        moves.begin_rank(1);
        assert!(!moves.offers(c) && moves.offers(a));
        assert_eq!(moves.current().mv, a);
    }

    #[test]
    fn a_mate_without_its_whole_line_is_a_bound() {
        let mut moves = RootMoves::new(&Position::startpos(), &[]);
        let [a, b] = [0, 1].map(|i| moves.as_slice()[i].mv);
        for (line, bound) in [(&[b][..], Bound::Lower), (&[b, a], Bound::Exact)] {
            let window = Window::OPEN;
            moves.record(&RootFinding { window, ..finding(a, true, mate_in(3), line) });
            assert_eq!(moves.best().root_score(), RootScore::new(mate_in(3), bound));
        }
    }
    #[test]
    fn work_adds_up_and_the_length_is_the_last_ones() {
        let mut moves = RootMoves::new(&Position::startpos(), &[]);
        let mv = moves.best().mv;
        for (nodes, sel_depth) in [(30, 9), (12, 7)] {
            moves.record(&RootFinding { nodes, sel_depth, ..finding(mv, true, 3, &[]) });
        }
        assert_eq!((moves.best().nodes, moves.best().sel_depth), (42, 7));
    }

    #[test]
    fn classes_come_before_scores_and_the_last_iteration_parts_equals() {
        let mut moves = RootMoves::new(&Position::startpos(), &[]);
        let [a, b, c] = [0, 1, 2].map(|i| moves.as_slice()[i].mv);
        for (mv, score) in [(a, 1), (b, 7), (c, 4)] {
            moves.record(&finding(mv, true, score, &[]));
        }
        moves.begin_iteration();
        assert_eq!(moves.as_slice()[1].root_score().value(), 7);
        moves.record(&finding(a, false, -11, &[]));
        moves.record(&finding(b, false, -11, &[]));
        moves.record(&finding(c, true, 2, &[]));
        assert_eq!(moves.as_slice()[1].root_score().value(), 7, "it has no newer one");
        moves.sort();
        assert_eq!([0, 1, 2].map(|i| moves.as_slice()[i].mv), [c, b, a]);
        let class = |mv: Move| (i32::from(mv == a), 0);
        let classes: Vec<(i32, i32)> = moves.as_slice().iter().map(|it| class(it.mv)).collect();
        moves.classify(&classes);
        moves.record(&finding(b, true, 9, &[]));
        moves.sort();
        assert_eq!(moves.best().mv, a);
        assert!(moves.offers(a) && !moves.offers(b), "the best class alone");
        moves.begin_rank(1);
        assert!(moves.offers(b) && moves.offers(c));
    }
}
