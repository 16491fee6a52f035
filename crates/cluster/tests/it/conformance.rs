//! One suite for a table that threads, processes or ranks share: the same laws on the same random
//! histories. A user is a thread, a process or a rank.

mod processes;
mod ranks;
mod threads;

use std::collections::{HashMap, HashSet};

use tt_core::{Bound, Entry};
use zobrist_keys::{SplitMix64, mix};

const USERS: usize = 3;

#[derive(Clone, Copy, Debug)]
enum Act {
    Store(u64, Entry),
    Probe(u64),
}

/// A table with its users.
trait Shared {
    /// Opens a table of `bytes` bytes, shared by [`USERS`] users.
    fn open(bytes: usize, seed: u64) -> Self;

    /// One user acts, and the others wait until that is done everywhere. Returns what a probe
    /// found.
    fn act(&mut self, user: usize, act: Act) -> Option<Entry>;

    /// Lets all users act at once, each by its own list. Returns what each one's probes found.
    fn race(&mut self, acts: &[Vec<Act>]) -> Vec<Vec<Option<Entry>>>;

    fn kill(&mut self, user: usize);

    /// Returns whether a record of this key may be gone because the user has died.
    fn dies_with(key: u64, user: usize) -> bool;
}

/// Returns a record that could only be stored for this key: the evaluation is made of it and of the
/// move.
fn record(key: u64, random: u64) -> Entry {
    let mv = random as u16 | 1;
    Entry {
        mv,
        score: (random >> 16) as i16,
        eval: mix(key ^ u64::from(mv)) as i16,
        // An exact record replaces whatever is in its place.
        draft: 7,
        bound: Bound::Exact,
        pv: false,
    }
}

fn is_whole(key: u64, entry: Entry) -> bool {
    entry.eval == mix(key ^ u64::from(entry.mv)) as i16
}

fn keys(count: u64, seed: u64) -> Vec<u64> {
    (0..count).map(|index| mix(index ^ seed << 32)).collect()
}

fn act(random: &mut SplitMix64, keys: &[u64]) -> Act {
    let key = keys[(random.next() % keys.len() as u64) as usize];
    if random.next().is_multiple_of(2) {
        Act::Store(key, record(key, random.next()))
    } else {
        Act::Probe(key)
    }
}

/// Users act in turn: a record that one finds is the last one that any of them stored. With room,
/// none is lost. If a user dies, the others go on; its records stay, except those that died with
/// it.
fn check_in_turn<S: Shared>(seed: u64, bytes: usize, roomy: bool) {
    let mut random = SplitMix64::new(seed);
    let (mut table, keys) = (S::open(bytes, seed), keys(120, seed));
    let mut last: HashMap<u64, Entry> = HashMap::new();
    let (mut hits, mut dead) = (0, None);
    for step in 0..2_000 {
        if step == 1_200 {
            let victim = (random.next() % USERS as u64) as usize;
            table.kill(victim);
            last.retain(|&key, _| !S::dies_with(key, victim));
            dead = Some(victim);
        }
        let user = (random.next() % USERS as u64) as usize;
        let act = act(&mut random, &keys);
        if dead == Some(user) {
            continue;
        }
        let found = table.act(user, act);
        match act {
            Act::Store(key, entry) => {
                if !dead.is_some_and(|dead| S::dies_with(key, dead)) {
                    last.insert(key, entry);
                }
            }
            Act::Probe(key) => {
                let expected = last.get(&key).copied();
                if roomy || found.is_some() {
                    assert_eq!(found, expected, "seed {seed}, step {step}, user {user}");
                }
                hits += usize::from(found.is_some());
            }
        }
    }
    assert!(hits > 100, "seed {seed}: {hits} hits");
}

/// Users act at once: each record that is found was stored for that key by one of them, whole. When
/// all are done, they find the same records.
fn check_race<S: Shared>(seed: u64, bytes: usize) {
    let mut random = SplitMix64::new(seed);
    let (mut table, keys) = (S::open(bytes, seed), keys(60, seed));
    let acts: Vec<Vec<Act>> =
        (0..USERS).map(|_| (0..2_000).map(|_| act(&mut random, &keys)).collect()).collect();
    let stored: HashSet<(u64, Entry)> = acts
        .iter()
        .flatten()
        .filter_map(|&act| if let Act::Store(key, entry) = act { Some((key, entry)) } else { None })
        .collect();
    let found = table.race(&acts);
    let mut hits = 0;
    for (acts, found) in acts.iter().zip(found) {
        let probed = acts.iter().filter_map(|&act| match act {
            Act::Probe(key) => Some(key),
            Act::Store(..) => None,
        });
        let probed: Vec<u64> = probed.collect();
        assert_eq!(probed.len(), found.len(), "seed {seed}: each probe has an answer");
        for (key, entry) in probed.into_iter().zip(found) {
            let Some(entry) = entry else { continue };
            assert!(is_whole(key, entry), "seed {seed}: {entry:?} is torn");
            assert!(stored.contains(&(key, entry)), "seed {seed}: nobody stored {entry:?}");
            hits += 1;
        }
    }
    assert!(hits > 100, "seed {seed}: {hits} hits");
    for &key in &keys {
        let views: HashSet<_> = (0..USERS).map(|user| table.act(user, Act::Probe(key))).collect();
        assert_eq!(views.len(), 1, "seed {seed}: users differ about {key:x}");
    }
}

fn check<S: Shared>(runs: u64) {
    for seed in 0..runs {
        check_in_turn::<S>(seed, 1 << 16, true);
        check_in_turn::<S>(seed, 3 << 8, false);
        check_race::<S>(seed, 1 << 16);
        check_race::<S>(seed, 3 << 8);
    }
}

#[test]
fn a_table_shared_by_threads_obeys_the_laws() {
    check::<threads::Threads>(4);
}

#[test]
fn a_table_shared_by_processes_obeys_the_laws() {
    check::<processes::Processes>(2);
}

#[test]
fn a_table_spread_over_ranks_obeys_the_laws() {
    check::<ranks::Ranks>(20);
}
