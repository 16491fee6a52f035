//! A search that is looked at.

use std::sync::atomic::{AtomicU64, Ordering};

use super::*;

const CONFIG: Config = Config {
    entries: 1 << 12,
    policy: Policy::Ageing,
    key_bits: 64,
    table_use: TableUse::All,
    plain: false,
};

fn depth(depth: u32) -> SearchLimits {
    SearchLimits { depth: Some(depth), ..SearchLimits::default() }
}

fn searched(config: Config, limits: SearchLimits) -> (Playground, SearchAnswer) {
    let playground = Playground::new(config).unwrap();
    let answer = playground.search(limits, |_| 10_000, |_| ()).unwrap();
    (playground, answer)
}

#[test]
fn a_search_fills_the_table_and_counts() {
    let (playground, answer) = searched(CONFIG, depth(8));
    let counters = answer.counters;
    assert!(!answer.stopped && answer.best.is_some());
    assert!(counters.nodes > 1_000 && counters.cutoffs > 0, "{counters:?}");
    assert!(counters.cutoffs < counters.hits && counters.hits < counters.probes, "{counters:?}");
    assert_eq!(counters.false_matches, 0);
    assert_eq!(counters.by_age[1..], [0, 0, 0]);
    assert!(counters.hashfull > 0);
    let map = playground.map("occupancy", 64).unwrap();
    assert!(map.iter().all(|&cell| cell > 0), "{map:?}");
    playground.search(depth(2), |_| 0, |_| ()).unwrap();
    assert!(playground.counters().by_age[1] > 0, "records of the search before");
}

/// The search's own count of nodes is that of the observer, and a look changes nothing.
#[test]
fn looking_in_does_not_change_the_search() {
    let (_, quiet) = searched(CONFIG, depth(8));
    let playground = Arc::new(Playground::new(CONFIG).unwrap());
    let (inside, ticks) = (Arc::clone(&playground), Arc::new(AtomicU64::new(0)));
    let counted = Arc::clone(&ticks);
    let tick = move |counters: &Counters| {
        counted.fetch_add(1, Ordering::Relaxed);
        assert_eq!(counters.nodes, inside.counters().nodes);
        inside.map("draft", 16).unwrap();
        inside.cell(0).unwrap();
        assert!(inside.set_position("startpos", "").is_err(), "a search runs");
        500
    };
    let mut last = 0;
    let watched = playground.search(depth(8), tick, |line| last = line.nodes).unwrap();
    assert_eq!(watched, quiet);
    assert_eq!(watched.counters.nodes, last);
    assert!(ticks.load(Ordering::Relaxed) >= watched.counters.nodes / 1_000);
}

#[test]
fn a_search_without_ticks_has_counts_of_its_own() {
    let (playground, _) = searched(CONFIG, depth(5));
    let mut last = 0;
    let iteration = |_, nodes, _| {
        last = nodes;
        true
    };
    playground.search_quietly(3, iteration).unwrap();
    assert_eq!(playground.counters().nodes, last);
}

#[test]
fn a_tick_stops_the_search() {
    let playground = Playground::new(CONFIG).unwrap();
    let answer = playground.search(depth(30), |_| 0, |_| ()).unwrap();
    assert!(answer.stopped && answer.counters.nodes < 2_000, "{answer:?}");
}

#[test]
fn a_single_step_is_a_node() {
    let playground = Playground::new(CONFIG).unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let nodes = Arc::clone(&seen);
    let tick = move |counters: &Counters| {
        let mut nodes = nodes.lock().unwrap();
        nodes.push(counters.nodes);
        u64::from(nodes.len() < 5)
    };
    let limits = SearchLimits { tick: Some(1), ..depth(3) };
    playground.search(limits, tick, |_| ()).unwrap();
    assert_eq!(*seen.lock().unwrap(), [1, 2, 3, 4, 5]);
}

#[test]
fn the_path_leads_through_the_table() {
    let (playground, answer) = searched(Config { entries: 1 << 16, ..CONFIG }, depth(8));
    let path = playground.path();
    assert_eq!(path[0].mv, answer.best);
    assert!(path.len() > 4);
    for step in &path {
        assert_eq!(step.bucket, playground.bucket_of(&step.fen).unwrap());
        if let Some(record) = &step.record {
            let cell = playground.cell(step.bucket).unwrap();
            let found = cell.iter().find(|found| found.slot == record.slot).unwrap();
            assert_eq!((&found.key, found.draft), (&record.key, record.draft));
            assert_eq!(found.fen.is_some(), record.fen.is_some());
        }
    }
    assert!(path.iter().filter(|step| step.record.is_some()).count() > 3);
}

#[test]
fn short_keys_match_falsely_and_whole_keys_never() {
    let nodes = SearchLimits { nodes: Some(200_000), ..SearchLimits::default() };
    let (short, answer) = searched(Config { key_bits: 16, ..CONFIG }, nodes);
    assert!(answer.counters.false_matches > 0);
    let collisions = short.collisions();
    // The list has each of the first matches that the counter counts.
    assert_eq!(collisions.len() as u64, answer.counters.false_matches.min(20));
    assert!(collisions.iter().any(|collision| collision.fen_stored.is_some()));
    let nodes = |collision: &Collision| collision.at_nodes;
    assert!(nodes(&collisions[0]) > 0 && collisions.is_sorted_by_key(nodes), "{collisions:?}");
    for collision in &collisions {
        assert_ne!(collision.fen_stored.as_ref(), Some(&collision.fen_probed));
        assert_ne!(collision.keys[0], collision.keys[1]);
        assert_eq!(collision.key.len(), 4);
        assert!(collision.keys.iter().all(|key| key.ends_with(&collision.key)));
        assert_eq!(short.set_position(&collision.fen_probed, "").unwrap().key, collision.keys[1]);
    }
    short.set_position("startpos", "").unwrap();
    assert!(searched(CONFIG, depth(9)).0.collisions().is_empty());
    // The next search forgets them.
    let next = short.search(depth(1), |_| 10_000, |_| ()).unwrap();
    assert_eq!(short.collisions().len() as u64, next.counters.false_matches);
    assert!(next.counters.false_matches < 20, "a search of one ply");
}

/// Each store did one of four things, and the occupied slots are those that a store found empty.
#[test]
fn the_counts_of_stores_add_up_to_what_is_in_the_table() {
    use Policy::{Ageing, Always, Breuker, Depth, Rival, TwoTier};
    for policy in [Always, Depth, TwoTier, Breuker, Ageing, Rival] {
        let (playground, answer) =
            searched(Config { entries: 1 << 10, policy, ..CONFIG }, depth(7));
        let Counters { stores, evictions, filled, renewed, refused, .. } = answer.counters;
        assert!(renewed > 0 && evictions > 0, "{policy:?}: {:?}", answer.counters);
        assert_eq!(stores, filled + renewed + refused + evictions, "{policy:?}");
        let records =
            (0..playground.buckets()).map(|bucket| playground.cell(bucket).unwrap().len());
        assert_eq!(records.sum::<usize>() as u64, filled, "{policy:?}");
    }
}

/// The twin looks at every record; the table is small enough for the counters to do so too.
#[test]
fn ages_and_hits_are_those_of_the_records() {
    let playground = Playground::new(Config { entries: 1 << 6, ..CONFIG }).unwrap();
    assert_eq!(playground.buckets() * playground.slots_per_bucket(), 64);
    let (mut by_age, mut hits) = ([0; 4], 0);
    for moves in ["e4", "d4", "c4", "Nf3", "g3", "b3"] {
        playground.set_position("startpos", moves).unwrap();
        hits += playground.search(depth(1), |_| 10_000, |_| ()).unwrap().counters.hits;
    }
    let mut hits_of_records = 0;
    for bucket in 0..playground.buckets() {
        let records = playground.cell(bucket).unwrap();
        for record in &records {
            by_age[record.age.min(3) as usize] += 1_000;
        }
        hits_of_records += records.first().map_or(0, |record| u64::from(record.hits));
    }
    let counters = playground.counters();
    assert_eq!(counters.by_age, by_age.map(|count: u32| count / 64));
    assert_eq!(counters.hashfull, counters.by_age.iter().sum::<u32>());
    assert_eq!(hits_of_records, hits);
    assert!(hits > 0 && by_age.iter().all(|&count| count > 0), "{hits} {by_age:?}");
}

#[test]
fn a_root_is_known_when_another_position_is_on_the_board() {
    let playground = Playground::new(CONFIG).unwrap();
    let root = playground.set_position("startpos", "a3 a6").unwrap();
    playground.search(depth(2), |_| 10_000, |_| ()).unwrap();
    playground.set_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "").unwrap();
    let records = playground.cell(root.bucket).unwrap();
    let record = records.iter().find(|record| record.key == root.key).unwrap();
    assert_eq!(record.fen.as_ref(), Some(&root.fen));
}

#[test]
fn without_a_table_nothing_is_kept() {
    let (playground, answer) = searched(Config { table_use: TableUse::Off, ..CONFIG }, depth(5));
    let Counters { probes, stores, hashfull, .. } = answer.counters;
    assert_eq!((probes, stores, hashfull), (0, 0, 0));
    assert!(playground.map("age", 9).unwrap().iter().all(|&cell| cell == 0));
    // Of the search's line another position keeps nothing.
    assert!(playground.path().len() > 2);
    playground.set_position("startpos", "a2a3 a7a6").unwrap();
    assert_eq!(playground.path().len(), 1);
    let (_, moves) = searched(Config { table_use: TableUse::Moves, ..CONFIG }, depth(5));
    assert!(moves.counters.hits > 0);
    assert_eq!(moves.counters.cutoffs, 0);
}

#[test]
fn a_new_game_empties_the_table() {
    let (mut playground, first) = searched(CONFIG, depth(6));
    playground.new_game().unwrap();
    assert!(playground.map("hits", 9).unwrap().iter().all(|&cell| cell == 0));
    assert_eq!(playground.search(depth(6), |_| 10_000, |_| ()).unwrap(), first);
}

#[test]
fn refusals_are_words() {
    let playground = Playground::new(CONFIG).unwrap();
    assert!(playground.cell(1 << 12).unwrap_err().ends_with("found 4096"));
    assert!(playground.bucket_of("nonsense").is_err());
    assert!(playground.set_position("startpos", "e2e5").is_err());
    let info = playground.set_position("startpos", "e2e4").unwrap();
    assert_eq!((info.legal.len(), info.key.len()), (20, 16));
}

#[test]
fn the_depth_is_that_of_the_iteration_that_runs() {
    let playground = Playground::new(CONFIG).unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let depths = Arc::clone(&seen);
    let tick = move |counters: &Counters| {
        depths.lock().unwrap().push(counters.depth);
        1
    };
    let limits = SearchLimits { tick: Some(1), ..depth(3) };
    let answer = playground.search(limits, tick, |_| ()).unwrap();
    let mut seen = seen.lock().unwrap();
    seen.dedup();
    assert_eq!((&**seen, answer.counters.depth), (&[1, 2, 3][..], 3));
}

/// Black may repeat the position for the third time; any other way the queen wins.
#[test]
fn the_moves_before_the_search_make_a_repetition() {
    let playground = Playground::new(CONFIG).unwrap();
    let moves = "Ka2 Kg8 Ka1 Kh8 Ka2 Kg8 Ka1";
    playground.set_position("7k/8/8/8/8/8/8/KQ6 w - - 0 1", moves).unwrap();
    let mut score = String::new();
    let line = |line: &Line| score.clone_from(&line.score);
    let answer = playground.search(depth(3), |_| 10_000, line).unwrap();
    assert_eq!((answer.best.as_deref(), &*score), (Some("g8h8"), "0.00"));
}

#[test]
fn a_plain_search_visits_more_nodes() {
    let [plain, full] =
        [true, false].map(|plain| searched(Config { plain, ..CONFIG }, depth(4)).1.counters.nodes);
    assert!(plain > full, "{plain} {full}");
}

#[test]
fn a_line_and_a_record_tell_the_score_and_the_move() {
    let playground = Playground::new(Config { entries: 1 << 14, ..CONFIG }).unwrap();
    let root = playground.set_position("k7/8/2K5/8/8/8/8/1R6 w - - 0 1", "").unwrap();
    let mut last = None;
    let answer = playground.search(depth(6), |_| 10_000, |line| last = Some(line.clone()));
    let (answer, last) = (answer.unwrap(), last.unwrap());
    assert_eq!((answer.best.as_deref(), answer.san.as_deref()), (Some("c6c7"), Some("Kc7")));
    assert_eq!((&*last.score, &*last.pv[0], last.pv.len()), ("mate in 2", "c6c7", 3));
    assert!(last.san.starts_with("Kc7 ") && last.san.ends_with('#'), "{}", last.san);
    let records = playground.cell(root.bucket).unwrap();
    let record = records.into_iter().find(|record| record.key == root.key).unwrap();
    assert_eq!((&*record.score, record.bound), ("mate in 2", "exact"));
    assert_eq!((record.mv, record.san), (answer.best, answer.san));
    assert!(
        (root.legal.len() as u64..answer.counters.nodes).contains(&record.nodes),
        "{}",
        record.nodes
    );
    let cells = (0..playground.buckets()).flat_map(|bucket| playground.cell(bucket).unwrap());
    let bounds: HashSet<_> = cells.map(|record| record.bound).collect();
    assert_eq!(bounds, HashSet::from(["exact", "lower", "upper"]));
    assert!(playground.cell(playground.buckets()).is_err());
}

#[test]
fn a_new_game_keeps_the_position_on_the_board() {
    let mut playground = Playground::new(CONFIG).unwrap();
    let info = playground.set_position("startpos", "e4").unwrap();
    playground.new_game().unwrap();
    assert_eq!(playground.path()[0].fen, info.fen);
}

#[test]
fn the_counts_of_a_search_are_its_own() {
    let (playground, answer) = searched(CONFIG, depth(7));
    let Counters { probes, hits, cutoffs, .. } = answer.counters;
    playground.set_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "").unwrap();
    let next = playground.search(depth(2), |_| 10_000, |_| ()).unwrap().counters;
    assert!(next.probes < probes && next.hits < hits && next.cutoffs < cutoffs, "{next:?}");
}

/// A store without a place of its own shows in the counts, of whatever search the victim is.
#[test]
fn records_of_the_search_before_count_as_evicted() {
    let config = Config { entries: 1 << 6, policy: Policy::Always, ..CONFIG };
    let (playground, first) = searched(config, depth(5));
    let done = |of: Counters| of.evictions + of.renewed + of.filled;
    playground.set_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "").unwrap();
    let second = playground.search(depth(2), |_| 10_000, |_| ()).unwrap();
    let cells = (0..playground.buckets()).flat_map(|bucket| playground.cell(bucket).unwrap());
    let young = cells.filter(|record| record.age == 0).count() as u64;
    assert!(young > 0 && done(second.counters) - done(first.counters) >= young, "{young}");
}
