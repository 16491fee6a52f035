//! The transposition table, as the search sees it: a trait, so that any table or none may stand there.

use movegen::Move;
use tt_core::{Bound, Entry, Layout, Replace, Table};

use crate::score::{from_table, is_loss, is_mate, is_win, mate_distance_plies};

/// [`Entry::eval`] of a position without a static evaluation: its side to move was in check.
pub const NO_EVAL: i16 = i16::MIN;

/// The draft of an entry from quiescence. It never takes the place of a deeper one by its draft.
pub(crate) const QUIESCENCE_DRAFT: i32 = 0;

/// What a replacement policy may want to know about an entry beside its draft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreHints {
    /// Nodes that the search spent below the entry's position.
    pub subtree_nodes: u64,
    /// The place of the best move in the order of the moves tried, from 1; 0 without one.
    pub move_number: u32,
}

/// A table of searched positions, shared by all threads of a search.
///
/// Any entry may be lost at any time, and a probe may return the entry of another position: the search
/// takes a stored move only if it is legal. Scores count mates from the entry's position
/// ([`to_table`](crate::score::to_table)). Moves are [`Move::to_bits`], 0 for none: a table should then
/// keep the move that it has.
pub trait TranspositionTable: Sync {
    /// The entry stored for a key.
    fn probe(&self, key: u64) -> Option<Entry>;

    /// Keeps an entry, if the table's policy agrees.
    fn store(&self, key: u64, entry: Entry, hints: StoreHints);

    /// Brings a key's place near, if that helps.
    fn prefetch(&self, key: u64) {
        let _ = key;
    }

    /// A new search begins: what is in the table grows older.
    fn advance_generation(&self);

    /// Places of the table that hold an entry of the present search, in per mille.
    fn hashfull(&self) -> u32;
}

impl<L: Layout, R: Replace> TranspositionTable for Table<Entry, L, R>
where
    Self: Sync,
{
    #[inline]
    fn probe(&self, key: u64) -> Option<Entry> {
        Self::probe(self, key)
    }

    #[inline]
    fn store(&self, key: u64, entry: Entry, _: StoreHints) {
        Self::store(self, key, entry);
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        Self::prefetch(self, key);
    }

    fn advance_generation(&self) {
        Self::advance_generation(self);
    }

    fn hashfull(&self) -> u32 {
        Self::hashfull(self)
    }
}

/// No table at all: every probe misses.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl TranspositionTable for NoTable {
    fn probe(&self, _: u64) -> Option<Entry> {
        None
    }

    fn store(&self, _: u64, _: Entry, _: StoreHints) {}

    fn advance_generation(&self) {}

    fn hashfull(&self) -> u32 {
        0
    }
}

/// An entry, read for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// The stored move, not yet known to be legal.
    pub(crate) mv: Option<Move>,
    /// The score, mates counted from the root.
    pub(crate) score: i32,
    /// The static evaluation without corrections.
    pub(crate) eval: Option<i32>,
    /// Plies searched.
    pub(crate) draft: i32,
    /// What the score proves.
    pub(crate) bound: Bound,
    /// The position once stood on a principal variation.
    pub(crate) pv: bool,
}

impl Hit {
    /// Reads an entry for a node at `ply` that has `plies_left` before the no-progress rule ends the
    /// game. A mate that would come later than that proves nothing here.
    #[inline]
    pub(crate) fn new(entry: Entry, ply: usize, plies_left: u32) -> Self {
        let late = mate_distance_plies(entry.score.into()).is_some_and(|plies| plies > plies_left);
        Self {
            mv: Move::from_bits(entry.mv),
            score: from_table(entry.score, ply),
            eval: (entry.eval != NO_EVAL).then_some(entry.eval.into()),
            draft: entry.draft.into(),
            bound: if late { Bound::None } else { entry.bound },
            pv: entry.pv,
        }
    }

    /// The score, if it settles a node of `depth` for the window `alpha..beta`: it must be exact, at
    /// least `beta` or at most `alpha`, and come from a search at least as deep. A mate was seen to its
    /// end, so its bound holds at any depth.
    #[inline]
    pub(crate) fn cutoff(&self, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        let fails_high = self.bound.covers(Bound::Lower) && self.score >= beta;
        let fails_low = self.bound.covers(Bound::Upper) && self.score <= alpha;
        let proved = fails_high && is_win(self.score) || fails_low && is_loss(self.score);
        let settles = fails_high || fails_low || self.bound == Bound::Exact;
        (settles && (self.draft >= depth || proved)).then_some(self.score)
    }

    /// A better guess at a node's worth than its static evaluation: the stored score where its bound
    /// says that the truth lies on that side. A mate is no guess, and has a line to show.
    #[inline]
    pub(crate) fn refine(&self, eval: i32) -> i32 {
        let side = if self.score > eval { Bound::Lower } else { Bound::Upper };
        if self.bound.covers(side) && !is_mate(self.score) { self.score } else { eval }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{MATE, mate_in, mated_in};

    const BOUNDS: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    fn hit(bound: Bound, score: i32, draft: i32) -> Hit {
        Hit { mv: None, score, eval: None, draft, bound, pv: false }
    }

    /// The rule, from what each bound says of the true score (rows T8 and T10 of the inventory).
    #[test]
    fn a_cutoff_needs_depth_and_a_bound_that_decides() {
        for bound in BOUNDS {
            for score in -4..=4 {
                for alpha in -3..=3 {
                    for beta in alpha + 1..=4 {
                        for draft in 0..4 {
                            let decides = match bound {
                                Bound::None => false,
                                Bound::Upper => score <= alpha,
                                Bound::Lower => score >= beta,
                                Bound::Exact => true,
                            };
                            let expected = (decides && draft >= 2).then_some(score);
                            assert_eq!(hit(bound, score, draft).cutoff(2, alpha, beta), expected);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_mate_cuts_at_any_draft_only_where_it_is_proved() {
        let (win, loss) = (mate_in(5), mated_in(6));
        assert_eq!(hit(Bound::Lower, win, 0).cutoff(9, 10, 11), Some(win));
        assert_eq!(hit(Bound::Exact, win, 0).cutoff(9, 10, 11), Some(win));
        assert_eq!(hit(Bound::Upper, win, 0).cutoff(9, win, win + 1), None);
        assert_eq!(hit(Bound::Lower, win, 0).cutoff(9, win, win + 1), None);
        assert_eq!(hit(Bound::Upper, loss, 0).cutoff(9, 10, 11), Some(loss));
        assert_eq!(hit(Bound::Lower, loss, 0).cutoff(9, loss - 1, loss), None);
    }

    #[test]
    fn a_mate_beyond_the_no_progress_limit_proves_nothing() {
        let entry = Entry { score: (MATE - 9) as i16, bound: Bound::Exact, ..Entry::default() };
        assert_eq!(Hit::new(entry, 3, 9).cutoff(0, 0, 1), Some(mate_in(12)));
        assert_eq!(Hit::new(entry, 3, 8).cutoff(0, 0, 1), None);
    }

    #[test]
    fn a_bound_moves_the_evaluation_to_its_own_side_only() {
        assert_eq!(hit(Bound::Lower, 50, 0).refine(20), 50);
        assert_eq!(hit(Bound::Lower, 10, 0).refine(20), 20);
        assert_eq!(hit(Bound::Upper, 10, 0).refine(20), 10);
        assert_eq!(hit(Bound::Upper, 50, 0).refine(20), 20);
        assert_eq!(hit(Bound::Exact, 50, 0).refine(20), 50);
        assert_eq!(hit(Bound::None, 50, 0).refine(20), 20);
        assert_eq!(hit(Bound::Exact, mate_in(4), 0).refine(20), 20);
    }
}
