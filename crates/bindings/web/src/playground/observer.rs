//! [`Observer`]: the counts of a search, and the places where its table and its evaluation report
//! to it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::HandCrafted;
use movegen::{Move, Position};
use search::{Control, Evaluate, Hints, NO_EVAL, TableHandle, TranspositionTable, table_key};
use tt_classics::hinted::HintedEntry;
use tt_core::{Bound, Entry, Index, MultiplyHigh};

use super::config::TableUse;
use super::design::Design;

const MOST_COLLISIONS: usize = 20;

const PLACES: usize = 1 << 14;

/// The function that is called now and then: it gets the number of nodes, and returns how many
/// nodes later it is to be called again; 0 stops the search.
pub(crate) type Tick = Box<dyn FnMut(u64) -> u64 + Send>;

/// A probe that found the record of another position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FalseMatch {
    pub(crate) stored: u64,
    pub(crate) probed: u64,
    pub(crate) position: Position,
    /// The record's position, if it is still known.
    pub(crate) owner: Option<Position>,
    pub(crate) nodes: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) nodes: u64,
    pub(crate) probes: u64,
    pub(crate) hits: u64,
    pub(crate) cutoffs: u64,
    pub(crate) false_matches: u64,
    pub(crate) depth: u32,
    pub(crate) collisions: Vec<FalseMatch>,
    /// Hits by bucket, since the table was made.
    pub(crate) hits_by_bucket: Vec<u16>,
    pub(crate) positions: Positions,
    /// The number of nodes at which the next tick is due; 0 if there is none.
    due: u64,
}

/// A table of positions in which a newcomer takes the place of an older one.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    places: Vec<Position>,
}

impl Positions {
    fn remember(&mut self, position: &Position) {
        if self.places.is_empty() {
            self.places = vec![Position::startpos(); PLACES];
        }
        self.places[place(table_key(position))].clone_from(position);
    }

    pub(crate) fn find(&self, key: u64) -> Option<Position> {
        let position = self.places.get(place(key))?;
        (table_key(position) == key).then(|| position.clone())
    }
}

/// Returns the place of a key. The bits in the middle are neither those that choose a bucket nor
/// those that are compared last, so that two positions of a false match have places of their own.
fn place(key: u64) -> usize {
    (key >> 24) as usize % PLACES
}

/// The function of a search that ticks, and the means to stop that search.
type Ticking = (Tick, Arc<Control>);

/// The reports of a running search: shared by its table, its evaluation and those who look in.
#[derive(Clone, Default)]
pub(crate) struct Observer {
    seen: Arc<Mutex<Seen>>,
    tick: Arc<Mutex<Option<Ticking>>>,
}

impl Observer {
    pub(crate) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a search: its counts are 0, and `tick` is called after `first` nodes.
    pub(crate) fn begin(&self, tick: Option<(Tick, u64)>, control: &Arc<Control>) {
        let mut seen = self.seen();
        (seen.nodes, seen.probes, seen.hits, seen.cutoffs) = (0, 0, 0, 0);
        (seen.false_matches, seen.depth, seen.due) = (0, 1, 0);
        seen.collisions.clear();
        let tick = tick.map(|(tick, first)| {
            seen.due = first.max(1);
            (tick, Arc::clone(control))
        });
        drop(seen);
        *self.tick.lock().unwrap_or_else(PoisonError::into_inner) = tick;
    }

    /// Ends a search: there are no more ticks.
    pub(crate) fn end(&self) {
        self.seen().due = 0;
        *self.tick.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Counts a node, and calls the tick if it is due.
    fn visit(&self, child: &Position) {
        let mut seen = self.seen();
        seen.nodes += 1;
        seen.positions.remember(child);
        let nodes = seen.nodes;
        if nodes != seen.due {
            return;
        }
        // The function may look in.
        drop(seen);
        let mut tick = self.tick.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((tick, control)) = tick.as_mut() else { return };
        let more = tick(nodes);
        if more == 0 {
            control.stop();
        }
        self.seen().due = if more == 0 { 0 } else { nodes.saturating_add(more) };
    }
}

pub(crate) struct Observed<'a> {
    pub(crate) design: &'a dyn Design,
    pub(crate) table_use: TableUse,
    pub(crate) observer: &'a Observer,
    /// Whether a probe may find the record of another position.
    pub(crate) short: bool,
}

impl TranspositionTable for Observed<'_> {
    type Handle<'t>
        = ObservedHandle<'t>
    where
        Self: 't;

    fn handle(&self, _: usize) -> ObservedHandle<'_> {
        let index = MultiplyHigh::new(self.design.buckets());
        ObservedHandle { table: self, index, last_effort: 0 }
    }

    fn advance_generation(&self) {
        self.design.advance();
    }

    fn hashfull(&self) -> u32 {
        self.design.hashfull()
    }
}

pub(crate) struct ObservedHandle<'t> {
    table: &'t Observed<'t>,
    index: MultiplyHigh,
    last_effort: u64,
}

impl ObservedHandle<'_> {
    fn count_hit(&self, seen: &mut Seen, key: u64) {
        seen.hits += 1;
        if let Some(hits) = seen.hits_by_bucket.get_mut(self.index.bucket(key)) {
            *hits = hits.saturating_add(1);
        }
        if !self.table.short {
            return;
        }
        let Some(stored) = self.table.design.owner(key).filter(|&owner| owner != key) else {
            return;
        };
        seen.false_matches += 1;
        if seen.collisions.len() < MOST_COLLISIONS
            && let Some(position) = seen.positions.find(key)
        {
            let (owner, nodes) = (seen.positions.find(stored), seen.nodes);
            seen.collisions.push(FalseMatch { stored, probed: key, position, owner, nodes });
        }
    }
}

impl TableHandle for ObservedHandle<'_> {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        if self.table.table_use == TableUse::Off {
            return None;
        }
        let found = self.table.design.probe(key);
        let mut seen = self.table.observer.seen();
        seen.probes += 1;
        let record = found?;
        self.count_hit(&mut seen, key);
        self.last_effort = record.effort;
        match self.table.table_use {
            TableUse::All => Some(to_entry(record)),
            _ if record.mv == 0 => None,
            _ => {
                Some(Entry { mv: record.mv, eval: NO_EVAL, bound: Bound::None, ..Entry::default() })
            }
        }
    }

    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) {
        if self.table.table_use == TableUse::Off {
            return;
        }
        let hints = hints();
        let effort = self.table.design.counted_nodes(hints.subtree_nodes, hints.saved_nodes);
        let order = u8::try_from(hints.move_number).unwrap_or(u8::MAX);
        let Entry { mv, score, draft, bound, pv, .. } = entry;
        let record = HintedEntry { mv, score, draft, bound, pv, effort, order };
        self.table.design.store(key, record);
    }

    fn settled(&mut self) -> u64 {
        self.table.observer.seen().cutoffs += 1;
        self.last_effort
    }
}

/// Returns the entry that the search gets of a record, which keeps no static evaluation.
fn to_entry(record: HintedEntry) -> Entry {
    let HintedEntry { mv, score, draft, bound, pv, .. } = record;
    Entry { mv, score, eval: NO_EVAL, draft, bound, pv }
}

/// The engine's evaluation; it counts the nodes, which the search reports to it move by move.
#[derive(Default)]
pub(crate) struct Counting {
    evaluation: HandCrafted,
    observer: Observer,
}

impl Counting {
    pub(crate) fn new(observer: &Observer) -> Self {
        Self { evaluation: HandCrafted::default(), observer: observer.clone() }
    }
}

impl Evaluate for Counting {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluation.evaluate(position)
    }

    fn is_known_draw(&self, position: &Position) -> bool {
        self.evaluation.is_known_draw(position)
    }

    fn new_root(&mut self, root: &Position) {
        self.observer.seen().positions.remember(root);
        self.evaluation.new_root(root);
    }

    fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
        self.evaluation.make(parent, mv, child);
        self.observer.visit(child);
    }

    fn make_null(&mut self, parent: &Position, child: &Position) {
        self.evaluation.make_null(parent, child);
        self.observer.visit(child);
    }

    fn unmake(&mut self) {
        self.evaluation.unmake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_found_until_another_takes_its_place() {
        let start = Position::startpos();
        let mut positions = Positions::default();
        assert_eq!(positions.find(start.key()), None);
        positions.remember(&start);
        assert_eq!(positions.find(start.key()), Some(start.clone()));
        assert_eq!(positions.find(start.key() ^ 1 << 63), None, "its key is another");
    }
}
