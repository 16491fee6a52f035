//! Tables of several types, and the calls that each thread's handle gets.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use movegen::Position;
use search::{AnyTable, Hints, Search, StoreHints, Switches, TableHandle, TranspositionTable};
use tt_core::{Ageing, Counters, Entry, Table, Wide};

use crate::plain::PLAIN;
use crate::support::{POSITIONS, depth, fresh, measured, pool, position, table};

const BYTES: usize = 1 << 18;

#[test]
fn a_table_is_one_by_any_reference_and_with_any_statistics() {
    let counting: Table<Entry, Wide, Ageing, Counters> = Table::with_parts(BYTES).expect("memory");
    for fen in POSITIONS {
        let root = position(fen);
        let expected = fresh(&table(BYTES), &root, depth(7));
        let by_reference = &table(BYTES);
        assert_eq!(fresh(&by_reference, &root, depth(7)), expected);
        assert_eq!(fresh(&Arc::new(table(BYTES)), &root, depth(7)), expected);
    }
    let (outcome, _) = fresh(&counting, &position(POSITIONS[0]), depth(7));
    let counted = counting.statistics().counts();
    // A move that is searched again with another window or depth is one node, and probes again.
    let probes = counted.hits + counted.misses;
    assert!(counted.hits > 0 && probes <= 2 * outcome.nodes, "{probes} {outcome:?}");
}

#[cfg(all(unix, feature = "shared"))]
#[test]
fn a_table_that_processes_share_is_one_too() {
    let name = format!("palimpsest-search-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let shared = tt_core::SharedTable::open(&path, BYTES, 1).expect("a new table");
    let expected = fresh(&table(BYTES), &position(POSITIONS[0]), depth(7));
    let found = fresh(&shared, &position(POSITIONS[0]), depth(7));
    // A file that was cut short would kill who touches it: the search does without.
    let file = std::fs::OpenOptions::new().write(true).open(&path).expect("it is there");
    file.set_len(4096).expect("it is ours");
    let without = fresh(&shared, &position(POSITIONS[0]), depth(5));
    drop(shared);
    std::fs::remove_file(&path).expect("it is ours");
    std::fs::remove_file(path.with_extension("lock")).ok();
    assert_eq!(found, expected);
    assert_eq!(without, fresh(&search::NoTable, &position(POSITIONS[0]), depth(5)));
}

/// A table that notes which thread asked for which handle, and which one dropped it.
#[derive(Default)]
struct Attendance {
    asked: Mutex<Vec<(usize, ThreadId)>>,
    dropped: Mutex<HashSet<(usize, ThreadId)>>,
}

struct Attendee<'a>(&'a Attendance, usize);

impl TranspositionTable for Attendance {
    type Handle<'t> = Attendee<'t>;

    fn handle(&self, thread: usize) -> Attendee<'_> {
        self.asked.lock().expect("no panic").push((thread, thread::current().id()));
        Attendee(self, thread)
    }

    fn advance_generation(&self) {
        assert!(self.asked.lock().expect("no panic").is_empty(), "the generation comes first");
    }

    fn hashfull(&self) -> u32 {
        0
    }
}

impl TableHandle for Attendee<'_> {
    fn probe(&mut self, _: u64) -> Option<Entry> {
        None
    }

    fn store(&mut self, _: u64, _: Entry, _: Hints<'_>) {}
}

impl Drop for Attendee<'_> {
    fn drop(&mut self) {
        self.0.dropped.lock().expect("no panic").insert((self.1, thread::current().id()));
    }
}

#[test]
fn each_thread_takes_one_handle_and_drops_it_itself() {
    let table = Attendance::default();
    let mut pool = pool();
    pool.set_threads(3);
    Search::new(&AnyTable::new(&table)).limits(depth(4)).run(&mut pool);
    let mut asked = table.asked.into_inner().expect("no panic");
    asked.sort_by_key(|(thread, _)| *thread);
    assert!(asked.iter().map(|(thread, _)| *thread).eq(0..3));
    assert_eq!(asked[0].1, thread::current().id());
    let dropped = table.dropped.into_inner().expect("no panic");
    assert_eq!(dropped, asked.into_iter().collect());
}

/// A table that keeps with each entry the effort that the entry represents.
struct Efforts {
    root: u64,
    kept: Mutex<HashMap<u64, (Entry, u64)>>,
    /// Hints of the root's entries, with the effort that the handle reported since the last root
    /// probe.
    roots: Mutex<Vec<(StoreHints, u64)>>,
}

struct EffortHandle<'a> {
    table: &'a Efforts,
    last: u64,
    told: u64,
}

impl TranspositionTable for Efforts {
    type Handle<'t> = EffortHandle<'t>;

    fn handle(&self, _: usize) -> EffortHandle<'_> {
        EffortHandle { table: self, last: 0, told: 0 }
    }

    fn advance_generation(&self) {}

    fn hashfull(&self) -> u32 {
        0
    }
}

impl TableHandle for EffortHandle<'_> {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        if key == self.table.root {
            self.told = 0;
        }
        let (entry, effort) = *self.table.kept.lock().expect("no panic").get(&key)?;
        self.last = effort;
        Some(entry)
    }

    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) {
        let hints = hints();
        assert_eq!(hints.move_number == 0, entry.mv == 0);
        if key == self.table.root {
            self.table.roots.lock().expect("no panic").push((hints, self.told));
        }
        let effort = hints.subtree_nodes + hints.saved_nodes;
        self.table.kept.lock().expect("no panic").insert(key, (entry, effort));
    }

    fn settled(&mut self) -> u64 {
        self.told += self.last;
        self.last
    }
}

fn efforts(root: &Position, switches: Switches) -> Vec<(StoreHints, u64)> {
    let kept = Mutex::default();
    let table = Efforts { root: root.key(), kept, roots: Mutex::default() };
    // So shallow that no line comes back to the root.
    measured(switches, &table, root, depth(3));
    table.roots.into_inner().expect("no panic")
}

#[test]
fn the_hints_tell_the_nodes_below_and_those_that_the_table_saved() {
    let mut saved = 0;
    for fen in POSITIONS {
        let root = position(fen);
        let roots = efforts(&root, PLAIN);
        assert_eq!(roots.len(), 3, "{fen}");
        for (hints, told) in roots {
            assert_eq!(hints.saved_nodes, told, "{fen}");
            assert!(hints.subtree_nodes >= root.legal_moves().len() as u64);
            saved += told;
        }
        assert!(
            efforts(&root, Switches::NONE)
                .iter()
                .all(|(hints, told)| { hints.saved_nodes == *told && hints.move_number > 0 })
        );
    }
    assert!(saved > 0);
}

/// Counts the probes of quiescence, which it does not answer, and the others.
#[derive(Default)]
struct Shallow {
    quiescence: AtomicUsize,
    others: AtomicUsize,
}

impl TranspositionTable for Shallow {
    type Handle<'t> = &'t Self;

    fn handle(&self, _: usize) -> &Self {
        self
    }

    fn advance_generation(&self) {}

    fn hashfull(&self) -> u32 {
        0
    }
}

impl TableHandle for &Shallow {
    fn probe(&mut self, _: u64) -> Option<Entry> {
        self.others.fetch_add(1, Ordering::Relaxed);
        None
    }

    fn probe_quiescence(&mut self, _: u64) -> Option<Entry> {
        self.quiescence.fetch_add(1, Ordering::Relaxed);
        None
    }

    fn store(&mut self, _: u64, _: Entry, _: Hints<'_>) {}
}

/// At depth 1 every move leads to a node of quiescence, which asks again if its move is searched
/// with an open window, too.
#[test]
fn nodes_of_quiescence_ask_in_their_own_way() {
    let table = Shallow::default();
    let nodes = Search::new(&AnyTable::new(&table)).limits(depth(1)).run(&mut pool()).nodes;
    let [others, quiescence] =
        [table.others, table.quiescence].map(|count| count.into_inner() as u64);
    assert!((nodes..2 * nodes).contains(&quiescence), "{quiescence} {nodes}");
    assert!((1..5).contains(&others), "{others}");
}
