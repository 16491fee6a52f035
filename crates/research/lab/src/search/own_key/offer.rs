//! A table to which records are offered in another way than the engine's: what becomes of a refused
//! record's move, of the evaluation that a node stands pat on, and of old fail highs.

use search::score::is_decisive;
use search::{Hints, NO_EVAL, TableHandle, TranspositionTable};
use tt_core::{Ageing, Bound, Entry, RecordView, Replace, Table, Wide};

/// [`Ageing`], but a current record refuses a newcomer of its own key that claims `PLIES` less.
pub(super) struct Resists<const PLIES: u64>;

/// More plies than a record can have.
pub(super) const NEVER: u64 = 256;

impl<const PLIES: u64> Replace for Resists<PLIES> {
    const REFRESH: bool = true;

    fn worth(record: RecordView) -> i64 {
        Ageing::worth(record)
    }

    fn renewal_bar(record: RecordView) -> u64 {
        let bar = (u64::from(record.priority) + 1).saturating_sub(PLIES);
        if record.age == 0 { bar } else { 0 }
    }
}

/// The move of a record that refuses a newcomer of its own key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeptMove {
    /// It stays.
    Old,
    /// The newcomer's takes its place, if it has one.
    New,
    /// The newcomer's is taken if there was none.
    NewIfNone,
}

/// The record of a quiescence node whose side to move stands pat, so that only its evaluation is
/// known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StandPat {
    /// It is a fail high, as any other.
    Stored,
    /// It is an evaluation without a score.
    Evaluation,
    /// There is none.
    Dropped,
}

/// The way to offer records, and to read them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    pub(super) moves: KeptMove,
    pub(super) stand_pat: StandPat,
    /// A fail high loses an eighth of its distance to the evaluation with each generation.
    pub(super) draws_near: bool,
}

impl Offer {
    pub(super) const ENGINE: Self =
        Self { moves: KeptMove::Old, stand_pat: StandPat::Stored, draws_near: false };
}

/// A table whose stores treat a record of their own key as `offer` says.
pub(super) struct Offered<'a, R: Replace> {
    pub(super) table: &'a Table<Entry, Wide, R>,
    pub(super) offer: Offer,
}

impl<R: Replace> TranspositionTable for Offered<'_, R> {
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

/// Generations in which a fail high comes down to the evaluation.
const GENERATIONS: i32 = 8;

/// Returns a fail high's score, nearer to the evaluation by its age.
fn drawn_near(entry: Entry, age: u32) -> i16 {
    let excess = i32::from(entry.score) - i32::from(entry.eval);
    let fails_high = entry.bound == Bound::Lower && !is_decisive(entry.score.into());
    if fails_high && entry.eval != NO_EVAL && excess > 0 {
        let left = (GENERATIONS - age as i32).max(0);
        entry.eval + (excess * left / GENERATIONS) as i16
    } else {
        entry.score
    }
}

impl<R: Replace> TableHandle for &Offered<'_, R> {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        if !self.offer.draws_near {
            return self.table.probe(key);
        }
        let mut records = self.table.bucket_of(key).into_iter().flatten();
        let age = records.find(|record| record.matches).map_or(0, |record| record.age);
        let found = self.table.probe(key)?;
        let entry = Entry { score: drawn_near(found, age), ..found };
        // A hit makes the record young: what it lost with its age would come back.
        if entry != found {
            self.table.update(key, |_| entry);
        }
        Some(entry)
    }

    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) {
        let stands_pat = entry.bound == Bound::Lower
            && entry.draft == 0
            && entry.mv == 0
            && hints().subtree_nodes == 0;
        let entry = match self.offer.stand_pat {
            StandPat::Dropped if stands_pat => return,
            StandPat::Evaluation if stands_pat => {
                Entry { bound: Bound::None, score: 0, draft: -1, ..entry }
            }
            _ => entry,
        };
        self.table.store(key, entry);
        // A newcomer that was let in has its move already.
        if self.offer.moves != KeptMove::Old && entry.mv != 0 {
            let always = self.offer.moves == KeptMove::New;
            self.table.update(key, |kept| {
                let mv = if always || kept.mv == 0 { entry.mv } else { kept.mv };
                Entry { mv, ..kept }
            });
        }
    }

    fn prefetch(&mut self, key: u64) {
        self.table.prefetch(key);
    }
}

#[cfg(test)]
mod tests {
    use search::StoreHints;

    use super::*;

    fn kept<const PLIES: u64>(offer: Offer, new: Entry) -> Entry {
        let table = Table::<Entry, Wide, Resists<PLIES>>::with_parts(64).unwrap();
        let offered = Offered { table: &table, offer };
        let mut handle = offered.handle(0);
        let old = Entry { mv: 1, draft: 9, bound: Bound::Upper, ..Entry::default() };
        handle.store(7, old, &StoreHints::default);
        handle.store(7, new, &StoreHints::default);
        handle.probe(7).unwrap()
    }

    #[test]
    fn a_record_resists_by_its_margin_and_may_take_the_move() {
        let new = |draft| Entry { mv: 2, draft, bound: Bound::Lower, ..Entry::default() };
        let of = |moves| Offer { moves, ..Offer::ENGINE };
        let told = |entry: Entry| (entry.mv, entry.draft);
        assert_eq!(told(kept::<4>(Offer::ENGINE, new(5))), (1, 9));
        assert_eq!(told(kept::<4>(Offer::ENGINE, new(6))), (2, 6));
        assert_eq!(told(kept::<1>(Offer::ENGINE, new(8))), (1, 9));
        assert_eq!(told(kept::<1>(Offer::ENGINE, new(9))), (2, 9));
        assert_eq!(told(kept::<NEVER>(Offer::ENGINE, new(0))), (2, 0));
        assert_eq!(told(kept::<4>(of(KeptMove::New), new(5))), (2, 9));
        assert_eq!(told(kept::<4>(of(KeptMove::NewIfNone), new(5))), (1, 9));
        assert_eq!(told(kept::<4>(of(KeptMove::New), Entry { mv: 0, ..new(5) })), (1, 9));
    }

    #[test]
    fn a_node_that_stands_pat_is_kept_as_the_way_says() {
        let table: Table = Table::new(64).unwrap();
        let entry = Entry { score: 30, eval: 30, bound: Bound::Lower, ..Entry::default() };
        let found = |stand_pat| {
            let offer = Offer { stand_pat, ..Offer::ENGINE };
            let offered = Offered { table: &table, offer };
            let mut handle = offered.handle(0);
            let key = stand_pat as u64;
            handle.store(key, entry, &StoreHints::default);
            handle.probe(key).map(|entry| (entry.bound, entry.draft, entry.eval))
        };
        assert_eq!(found(StandPat::Stored), Some((Bound::Lower, 0, 30)));
        assert_eq!(found(StandPat::Evaluation), Some((Bound::None, -1, 30)));
        assert_eq!(found(StandPat::Dropped), None);
    }

    #[test]
    fn a_fail_high_comes_down_to_the_evaluation_once_for_each_generation() {
        let table: Table = Table::new(64).unwrap();
        let offered = Offered { table: &table, offer: Offer { draws_near: true, ..Offer::ENGINE } };
        let mut handle = offered.handle(0);
        let entry = Entry { score: 100, eval: 20, bound: Bound::Lower, ..Entry::default() };
        handle.store(7, entry, &StoreHints::default);
        let mut scores = Vec::new();
        for _ in 0..2 {
            offered.advance_generation();
            scores.extend([handle.probe(7), handle.probe(7)].map(|entry| entry.unwrap().score));
        }
        assert_eq!(scores, [90, 90, 81, 81]);
        assert_eq!(drawn_near(Entry { bound: Bound::Upper, ..entry }, 3), 100);
        assert_eq!(drawn_near(Entry { eval: NO_EVAL, ..entry }, 3), 100);
    }
}
