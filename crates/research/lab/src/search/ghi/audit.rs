//! A table whose every use is held against the truth.
//!
//! A table is asked by key and knows no clock. The search's evaluator sees each move, so that it
//! and the table's handle, which work in one thread, together know at which position and clock an
//! entry settles a node.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use movegen::{Color, Move, Position};
use search::score::{DRAW, is_mate_loss, is_mate_win};
use search::{ClockBuckets, Evaluate, Hints, TableHandle, TranspositionTable};
use tt_core::{Bound, Entry, Table};

use super::placement::{Placement, WhitePiece};
use super::solver::Endings;
use crate::search::lens::{is_same, lock};

/// The positions from the root to the node that is searched.
pub(super) type SharedLine = Arc<Mutex<Vec<Position>>>;

/// An evaluation that drives Black's king to the edge and the pawn forward, and keeps the line. It
/// is never 0, so that a score of 0 is a draw by rule.
pub(super) struct Guide(pub(super) SharedLine);

/// In centipawns: the piece, a step of Black's king towards the edge, one of the kings towards each
/// other, one of the pawn.
const PAWN: i32 = 300;
const ROOK: i32 = 900;
const QUEEN: i32 = 1_500;
const EDGE: i32 = 15;
const NEAR: i32 = 6;
const STEP: i32 = 25;

impl Evaluate for Guide {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let Some((piece, at)) = Placement::of(position) else { return 1 };
        let outward = |index: usize| (2 * index as i32 - 7).abs() / 2;
        let edge = outward(at.black.file().index()) + outward(at.black.rank().index());
        let worth = match piece {
            WhitePiece::Pawn => PAWN + STEP * at.piece.rank().index() as i32,
            WhitePiece::Rook => ROOK + EDGE * edge,
            WhitePiece::Queen => QUEEN + EDGE * edge,
        };
        let score = worth - NEAR * at.white.distance(at.black) as i32;
        if at.turn == Color::White { score } else { -score }
    }

    fn new_root(&mut self, root: &Position) {
        *lock(&self.0) = vec![root.clone()];
    }

    fn make(&mut self, _: &Position, _: Move, child: &Position) {
        lock(&self.0).push(child.clone());
    }

    fn make_null(&mut self, _: &Position, child: &Position) {
        lock(&self.0).push(child.clone());
    }

    fn unmake(&mut self) {
        lock(&self.0).pop();
    }
}

/// The fault of a wrong proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Falsehood {
    /// It claims a mate where the clock, or the position, makes a draw.
    FalseWin,
    /// It claims a mate earlier than there is one.
    EarlyMate,
    /// It claims a draw where one side wins.
    FalseDraw,
}

/// Compares an entry's claim with the true score: `None` if it proves nothing, being no mate and no
/// draw; else whether it is wrong.
pub(super) fn judge(score: i32, bound: Bound, truth: i32) -> Option<Option<Falsehood>> {
    let (least, most) = (bound.covers(Bound::Lower), bound.covers(Bound::Upper));
    let (too_high, too_low) = (least && truth < score, most && truth > score);
    // That there is no faster mate is no claim of a pruned search.
    let wrong = if is_mate_win(score) && least {
        too_high
    } else if is_mate_loss(score) && most {
        too_low
    } else if score == DRAW && bound != Bound::None {
        too_high || too_low
    } else {
        return None;
    };
    let fault = if score == DRAW {
        Falsehood::FalseDraw
    } else if truth == DRAW {
        Falsehood::FalseWin
    } else {
        Falsehood::EarlyMate
    };
    Some(wrong.then_some(fault))
}

/// A node that was settled by a wrong proof.
#[derive(Clone, Debug)]
pub(super) struct Wrong {
    pub(super) fault: Falsehood,
    /// The clock of the node, and of the node that had stored the entry.
    pub(super) asked: u32,
    pub(super) stored: u32,
    /// The claim was true at the clock where it was stored.
    pub(super) true_there: bool,
    pub(super) fen: String,
    /// The score of the entry, from the view of the side to move.
    pub(super) claim: i32,
    pub(super) truth: i32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct PolicySum {
    /// Nodes that an entry settled, and those where it claimed a mate or a draw.
    pub(super) settled: u64,
    pub(super) proofs: u64,
    pub(super) wrong: Vec<Wrong>,
    /// Searches that gave the root a wrong score.
    pub(super) wrong_roots: u64,
    pub(super) nodes: u64,
}

impl PolicySum {
    /// Returns the numbers of false wins, early mates and false draws.
    pub(super) fn faults(&self) -> [usize; 3] {
        [Falsehood::FalseWin, Falsehood::EarlyMate, Falsehood::FalseDraw]
            .map(|fault| self.wrong.iter().filter(|wrong| wrong.fault == fault).count())
    }

    pub(super) fn add(&mut self, other: Self) {
        self.settled += other.settled;
        self.proofs += other.proofs;
        self.wrong.extend(other.wrong);
        self.wrong_roots += other.wrong_roots;
        self.nodes += other.nodes;
    }
}

/// The attention of a table to the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// Not at all.
    Naive,
    /// Reads are guarded: near the limit an entry settles nothing, and a mate beyond it proves
    /// nothing.
    GuardedReads,
    /// Reads are guarded, and nothing is stored of a node whose search may have come to the limit.
    GuardedStores,
    /// Positions that differ in the clock are different.
    ClockInKey,
    /// Reads are guarded, and positions whose clocks lie in different buckets are different: the
    /// engine's, with the default buckets.
    Buckets(ClockBuckets),
}

impl Policy {
    /// The policies of the first comparison.
    pub(super) const ALL: [Self; 4] =
        [Self::Naive, Self::GuardedReads, Self::GuardedStores, Self::ClockInKey];

    pub(super) fn name(self) -> String {
        match self {
            Self::Naive => "naive".to_owned(),
            Self::GuardedReads => "reads guarded".to_owned(),
            Self::GuardedStores => "stores guarded, too".to_owned(),
            Self::ClockInKey => "clock in the key".to_owned(),
            Self::Buckets(ClockBuckets { first, step }) => {
                format!("buckets of {step} from {first}")
            }
        }
    }

    pub(super) fn buckets(self) -> ClockBuckets {
        match self {
            Self::Buckets(buckets) => buckets,
            _ => ClockBuckets::NONE,
        }
    }
}

/// A table between a search and the truth.
pub(super) struct Audited<'a> {
    pub(super) endings: &'a Endings,
    pub(super) table: Table,
    pub(super) line: SharedLine,
    /// The table's attention to the clock. The search's settings decide how entries are read.
    policy: Policy,
    stored: Mutex<HashMap<u64, u32>>,
    tally: Mutex<PolicySum>,
    /// The last probe's key and entry.
    found: Mutex<Option<(u64, Entry)>>,
}

/// Spreads the clock over the key: an odd number near 2^64 divided by the golden ratio (Knuth, The
/// Art of Computer Programming, volume 3, 6.4).
const CLOCK: u64 = 0x9e37_79b9_7f4a_7c15;

impl<'a> Audited<'a> {
    pub(super) fn new(endings: &'a Endings, table: Table, policy: Policy) -> Self {
        let (line, stored, tally, found) = Default::default();
        Self { endings, table, line, policy, stored, tally, found }
    }

    /// Returns the tally since the last call.
    pub(super) fn take_tally(&self) -> PolicySum {
        std::mem::take(&mut lock(&self.tally))
    }

    fn clock(&self) -> u32 {
        lock(&self.line).last().map_or(0, Position::halfmove_clock)
    }

    fn key(&self, key: u64) -> u64 {
        if self.policy == Policy::ClockInKey {
            key ^ u64::from(self.clock()).wrapping_mul(CLOCK)
        } else {
            key
        }
    }

    /// Returns whether a search of `draft` plies, at the node at the end of the line, may have come
    /// to the limit.
    fn reaches_limit(&self, draft: i16) -> bool {
        i64::from(self.clock()) + i64::from(draft) >= i64::from(self.endings.limit())
    }

    /// Counts and judges an entry that settled the node at the end of the line.
    fn judge(&self, key: u64, entry: Entry) {
        let line = lock(&self.line);
        let node = line.last().expect("a root");
        let truth = self.endings.score(node);
        let mut tally = lock(&self.tally);
        tally.settled += 1;
        let claim = entry.score.into();
        let Some(fault) = judge(claim, entry.bound, truth) else { return };
        tally.proofs += 1;
        if let Some(fault) = fault {
            let stored = lock(&self.stored).get(&key).copied().unwrap_or_default();
            let (asked, fen) = (node.halfmove_clock(), node.to_fen());
            let then = self.endings.score_at(node, stored);
            let true_there = judge(claim, entry.bound, then) == Some(None);
            tally.wrong.push(Wrong { fault, asked, stored, true_there, fen, claim, truth });
        }
    }
}

impl TranspositionTable for Audited<'_> {
    type Handle<'t>
        = &'t Self
    where
        Self: 't;

    fn handle(&self, _: usize) -> &Self {
        self
    }

    fn advance_generation(&self) {
        self.table.advance_generation();
    }

    fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

impl TableHandle for &Audited<'_> {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        let key = self.key(key);
        let entry = self.table.probe(key);
        *lock(&self.found) = entry.map(|entry| (key, entry));
        entry
    }

    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) {
        if self.policy == Policy::GuardedStores && self.reaches_limit(entry.draft) {
            return;
        }
        let key = self.key(key);
        self.table.store(key, entry);
        if self.table.probe(key).is_some_and(|kept| is_same(kept, entry)) {
            lock(&self.stored).insert(key, self.clock());
        }
    }

    fn settled(&mut self) -> u64 {
        if let Some((key, entry)) = *lock(&self.found) {
            self.judge(key, entry);
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use search::score::{mate_in, mated_in};

    use super::*;

    #[test]
    fn a_claim_is_wrong_where_the_truth_lies_on_the_other_side_of_its_bound() {
        let verdict = |score, bound, truth| judge(score, bound, truth);
        // No mate and no draw is no proof, nor is a bound that leaves the mate open.
        assert_eq!(verdict(300, Bound::Exact, DRAW), None);
        assert_eq!(verdict(mate_in(5), Bound::Upper, DRAW), None);
        assert_eq!(verdict(mated_in(4), Bound::Lower, mated_in(2)), None);
        assert_eq!(verdict(DRAW, Bound::None, mate_in(3)), None);
        for bound in [Bound::Lower, Bound::Exact] {
            assert_eq!(verdict(mate_in(5), bound, DRAW), Some(Some(Falsehood::FalseWin)));
            assert_eq!(verdict(mate_in(5), bound, mate_in(7)), Some(Some(Falsehood::EarlyMate)));
            assert_eq!(verdict(DRAW, bound, mated_in(4)), Some(Some(Falsehood::FalseDraw)));
            assert_eq!(verdict(mate_in(5), bound, mate_in(5)), Some(None));
        }
        // A faster mate refutes no claim of a mate.
        assert_eq!(verdict(mate_in(5), Bound::Exact, mate_in(3)), Some(None));
        assert_eq!(verdict(mated_in(6), Bound::Exact, mated_in(4)), Some(None));
        assert_eq!(verdict(DRAW, Bound::Lower, mate_in(3)), Some(None));
        assert_eq!(verdict(DRAW, Bound::Upper, mate_in(3)), Some(Some(Falsehood::FalseDraw)));
        assert_eq!(verdict(mated_in(4), Bound::Upper, DRAW), Some(Some(Falsehood::FalseWin)));
        assert_eq!(
            verdict(mated_in(4), Bound::Upper, mated_in(6)),
            Some(Some(Falsehood::EarlyMate))
        );
    }
}
