//! Limits, stopping and pondering. No test asserts how long something takes, only that it ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use movegen::{Move, Position};
use search::{
    AnyTable, Clock, Control, Evaluate, Info, LONG_SEARCH, Limits, NoTable, Outcome, Pool,
    Reporter, Search, Settings, TableHandle, TimeControl, TranspositionTable,
};
use tt_core::{Bound, Entry};

use crate::support::{GUARD, POSITIONS, depth, fresh, pool, position, run, table};

/// Runs a search in a thread of its own, does `meanwhile` with its handle, and waits for the
/// outcome.
fn search_while(limits: Limits, threads: usize, meanwhile: impl FnOnce(&Control)) -> Outcome {
    let control = Control::new();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut pool = pool();
            pool.set_threads(threads);
            let table = table(1 << 20);
            let outcome = Search::new(&table).limits(limits).control(&control).run(&mut pool);
            sender.send(outcome).expect("somebody waits");
        });
        meanwhile(&control);
        receiver.recv_timeout(GUARD).expect("the search ends")
    })
}

fn is_legal(outcome: &Outcome) -> bool {
    outcome.best.is_some_and(|mv| Position::startpos().is_legal(mv)) && outcome.depth >= 1
}

#[test]
fn a_stop_ends_any_search_with_a_legal_move() {
    for threads in [1, 2] {
        for (infinite, ponder) in [(false, false), (true, false), (false, true)] {
            let limits = Limits { infinite, ponder, ..Limits::default() };
            assert!(is_legal(&search_while(limits, threads, Control::stop)));
        }
    }
}

#[test]
fn an_infinite_search_waits_for_the_stop_even_when_it_has_nothing_left_to_do() {
    let limits = Limits { infinite: true, depth: Some(1), ..Limits::default() };
    let outcome = search_while(limits, 1, |control| {
        thread::sleep(Duration::from_millis(20));
        control.ponder_hit();
        control.stop();
    });
    assert!(is_legal(&outcome));
}

#[test]
fn the_clock_binds_only_after_the_ponder_hit() {
    let time = Some(TimeControl { remaining: Duration::from_millis(40), ..Default::default() });
    let limits = Limits { ponder: true, time, ..Limits::default() };
    let (sender, receiver) = mpsc::channel();
    let outcome = search_while(limits, 1, |control| {
        // Well beyond the time on the clock: only the hit lets the search end.
        thread::sleep(Duration::from_millis(80));
        sender.send(()).expect("a receiver");
        control.ponder_hit();
    });
    assert!(receiver.try_recv().is_ok());
    assert!(is_legal(&outcome));
}

#[test]
fn a_stop_before_the_start_still_finishes_the_first_iteration() {
    let control = Control::new();
    control.stop();
    let outcome = Search::new(&table(1 << 16)).control(&control).run(&mut pool());
    assert!(is_legal(&outcome));
    assert_eq!(outcome.depth, 1);
}

/// Stops the search in the report of its first iteration: the helpers may begin after that.
struct StopsAtOnce<'a>(&'a Control);

impl Reporter for StopsAtOnce<'_> {
    fn iteration(&mut self, _: &Info<'_>) {
        self.0.stop();
    }
}

/// Counts the searches that its thread has begun.
struct Begun(usize);

impl Evaluate for Begun {
    fn evaluate(&mut self, _: &Position) -> i32 {
        0
    }

    fn new_root(&mut self, _: &Position) {
        self.0 += 1;
    }
}

/// Where a thousand threads take turns on two processors, each that begins costs an answer time.
#[test]
fn a_thread_that_has_not_begun_when_the_stop_comes_never_does() {
    const THREADS: usize = 64;
    let (control, limits) = (Control::new(), Limits { infinite: true, ..Limits::default() });
    let mut pool = Pool::new(|| Begun(0));
    pool.set_threads(THREADS);
    let (table, mut reporter) = (table(1 << 16), StopsAtOnce(&control));
    let search = Search::new(&table).limits(limits).control(&control);
    assert!(is_legal(&search.reporter(&mut reporter).run(&mut pool)));
    let begun: Vec<usize> = pool.evaluators().map(|evaluator| evaluator.0).collect();
    assert_eq!((begun[0], begun[1..].iter().sum::<usize>(), begun.len()), (1, 0, THREADS));
}

/// A clock that does not move, or has run out before the search begins.
struct Stopped(Duration);

impl Clock for Stopped {
    fn elapsed(&self) -> Duration {
        self.0
    }

    fn has_started(&self) -> bool {
        true
    }
}

/// A clock as other programs have it: it runs on from search to search.
struct Running(AtomicU64);

impl Clock for Running {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn a_clock_that_runs_on_serves_several_searches() {
    let clock = Running(AtomicU64::new(1_000_000));
    let limits = Limits { movetime: Some(Duration::from_millis(30)), ..Limits::default() };
    let searched = || {
        let table = table(1 << 16);
        let mut reports = Vec::new();
        let outcome = Search::new(&table)
            .limits(limits.clone())
            .clock(&clock)
            .reporter(&mut |info: &Info<'_>| reports.push(info.elapsed))
            .run(&mut pool());
        assert!(reports.iter().all(|&elapsed| elapsed < Duration::from_secs(1)), "{reports:?}");
        (outcome.depth, outcome.nodes)
    };
    let first = searched();
    assert!(first.0 > 1, "time for more than one iteration");
    assert_eq!(searched(), first);
}

#[test]
fn time_that_is_up_leaves_the_first_iteration_and_time_that_stands_still_the_others() {
    let time = Some(TimeControl { remaining: Duration::from_secs(1), ..Default::default() });
    for (elapsed, expected) in [(Duration::from_secs(2), 1), (Duration::ZERO, 6)] {
        for (movetime, time) in [(None, time), (Some(Duration::from_secs(1)), None)] {
            let limits = Limits { movetime, time, ..depth(6) };
            let clock = Stopped(elapsed);
            let table = table(1 << 16);
            let outcome = Search::new(&table).limits(limits).clock(&clock).run(&mut pool());
            assert_eq!(outcome.depth, expected);
        }
    }
}

/// A pawn takes a queen, and the other moves take few nodes: such a move takes less than its share
/// of the time, which is a second. The best of twenty moves takes all of it, at first.
#[test]
fn a_move_that_takes_most_of_the_nodes_takes_less_time() {
    let time = Some(TimeControl { remaining: Duration::from_secs(26), ..Default::default() });
    let reached = |fen: &str, elapsed: u64, most: u32| {
        let limits = Limits { time, ..depth(most) };
        let (clock, table) = (Stopped(Duration::from_millis(elapsed)), table(1 << 18));
        let search = Search::new(&table).position(position(fen)).limits(limits).clock(&clock);
        search.run(&mut pool()).depth
    };
    let depth = reached("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", 600, 16);
    assert!(depth < 16, "{depth}");
    assert_eq!(reached(POSITIONS[0], 1_000, 2), 2);
}

/// Wherever a search is stopped: a bound of a move whose score is known is not its answer.
#[test]
fn a_search_that_is_broken_off_answers_with_an_exact_score() {
    let mut bounds = 0;
    for nodes in (3_000..30_000).step_by(500) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (outcome, lines) = fresh(&table(1 << 18), &position(POSITIONS[2]), limits);
        let exact = lines.iter().rev().find(|line| line.score.bound == Bound::Exact);
        let same = exact.is_some_and(|line| Some(line.pv[0]) == outcome.best);
        assert!(!same || exact.is_some_and(|line| line.score.score == outcome.score), "{nodes}");
        bounds += u32::from(!same);
    }
    assert!(bounds < 20, "{bounds}");
}

#[test]
fn the_limit_of_nodes_is_kept_to_the_node() {
    for fen in POSITIONS {
        for nodes in [2_000, 12_345] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (outcome, _) = fresh(&table(1 << 18), &position(fen), limits);
            assert_eq!(outcome.nodes, nodes, "{fen}");
        }
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let (outcome, _) = fresh(&table(1 << 18), &position(fen), limits);
        assert_eq!(outcome.depth, 1);
        assert!(outcome.best.is_some());
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let root = position(POSITIONS[1]);
    let wanted: Vec<Move> = ["a2a3", "e5d7"].map(|text| root.parse_uci(text).unwrap()).to_vec();
    for multi_pv in [1, 5] {
        let limits = Limits { search_moves: wanted.clone(), ..depth(5) };
        let settings = Settings { multi_pv, ..Settings::default() };
        let (_, lines) = run(&mut pool(), &table(1 << 18), &root, limits, &settings);
        assert!(lines.iter().all(|line| wanted.contains(&line.pv[0])));
        assert_eq!(lines.iter().map(|line| line.multi_pv).max(), Some(multi_pv.min(2)));
    }
}

#[test]
fn several_lines_are_distinct_and_in_order() {
    for fen in POSITIONS {
        let root = position(fen);
        let settings = Settings { multi_pv: 4, ..Settings::default() };
        let (outcome, lines) = run(&mut pool(), &table(1 << 18), &root, depth(7), &settings);
        for iteration in lines.chunks(4) {
            assert!(iteration.iter().map(|line| line.multi_pv).eq(1..=4), "{fen}");
            assert!(iteration.is_sorted_by(|a, b| a.score.value() >= b.score.value()), "{fen}");
            for (index, line) in iteration.iter().enumerate() {
                assert!(iteration[..index].iter().all(|other| other.pv[0] != line.pv[0]));
            }
        }
        let last = &lines[lines.len() - 4];
        assert_eq!(Some(last.pv[0]), outcome.best);
        // A window that fails on the way leaves no bound behind.
        let exact = lines.iter().filter(|line| line.score.bound == Bound::Exact).count();
        assert_eq!(exact, lines.len(), "{fen}");
    }
}

#[test]
fn the_answer_is_the_head_of_the_last_line_and_lines_are_legal() {
    for fen in POSITIONS {
        let root = position(fen);
        for nodes in [500, 3_000, 20_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (outcome, lines) = fresh(&table(1 << 18), &root, limits);
            let last = lines.last().expect("a report");
            assert_eq!(outcome.best, last.pv.first().copied());
            assert_eq!((outcome.score.value(), &outcome.pv), (last.score.value(), &last.pv));
            for line in &lines {
                line.pv.iter().fold(root.clone(), |position, &mv| {
                    assert!(position.is_legal(mv), "{fen}: {line:?}");
                    position.make(mv)
                });
            }
            if let Some(ponder) = outcome.ponder {
                assert!(root.make(outcome.best.unwrap()).is_legal(ponder));
            }
        }
    }
}

/// Wherever a search for several lines is stopped, the last report of them is in order.
#[test]
fn lines_stay_in_order_when_an_iteration_is_broken_off() {
    for nodes in (2_000..20_000).step_by(700) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let settings = Settings { multi_pv: 3, ..Settings::default() };
        let start = position(POSITIONS[2]);
        let (outcome, lines) = run(&mut pool(), &table(1 << 20), &start, limits, &settings);
        let last = |rank| lines.iter().rev().find(|line| line.multi_pv == rank).unwrap();
        let scores = [1, 2, 3].map(|rank| last(rank).score.value());
        assert!(scores.is_sorted_by(|a, b| a >= b), "{nodes} nodes: {scores:?}");
        assert_eq!(outcome.best, last(1).pv.first().copied());
    }
}

/// A reporter that notes the root moves that it gets.
#[derive(Default)]
struct RootMoves(Vec<(u32, Move, u32)>);

impl Reporter for RootMoves {
    fn iteration(&mut self, _: &Info<'_>) {}

    fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        self.0.push((depth, mv, number));
    }
}

#[test]
fn root_moves_are_told_only_in_long_searches() {
    let just_short = LONG_SEARCH - Duration::from_millis(1);
    for (elapsed, told) in [(just_short, false), (LONG_SEARCH, true)] {
        let (clock, mut reporter) = (Stopped(elapsed), RootMoves::default());
        let table = table(1 << 16);
        let search = Search::new(&table).limits(depth(3)).clock(&clock).reporter(&mut reporter);
        search.run(&mut pool());
        assert_eq!(!reporter.0.is_empty(), told);
        let last: Vec<_> = reporter.0.iter().filter(|(depth, ..)| *depth == 3).collect();
        assert_eq!(last.len(), if told { 20 } else { 0 });
        assert!(last.iter().map(|(.., number)| *number).eq(1..=last.len() as u32));
    }
}

/// Nobody can stop a search without a handle, so it does not wait for that.
#[test]
fn without_a_handle_infinite_and_ponder_mean_nothing() {
    for (infinite, ponder) in [(true, false), (false, true)] {
        let limits = Limits { infinite, ponder, ..depth(2) };
        let outcome = Search::new(&table(1 << 16)).limits(limits).run(&mut pool());
        assert_eq!(outcome.depth, 2);
    }
}

/// A table at which the leader halts in its second iteration, as a thread does that the system does
/// not run, until another thread has ended.
#[derive(Default)]
struct Stall {
    ended: Mutex<bool>,
    changed: Condvar,
    /// The leader waited, and nothing came.
    late: AtomicBool,
}

struct StallHandle<'t> {
    table: &'t Stall,
    leads: bool,
    probes: u32,
}

impl TranspositionTable for Stall {
    type Handle<'t> = StallHandle<'t>;

    fn handle(&self, thread: usize) -> StallHandle<'_> {
        StallHandle { table: self, leads: thread == 0, probes: 0 }
    }

    fn advance_generation(&self) {}

    fn hashfull(&self) -> u32 {
        0
    }
}

impl TableHandle for StallHandle<'_> {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.probes += 1;
        // The first iteration has 20 children and their captures.
        if self.leads && self.probes == 500 {
            let ended = self.table.ended.lock().expect("no panic");
            let waited = self.table.changed.wait_timeout_while(ended, GUARD, |ended| !*ended);
            let late = waited.expect("no panic").1.timed_out();
            self.table.late.store(late, Ordering::Relaxed);
        }
        NoTable.probe(key)
    }

    fn store(&mut self, _: u64, _: Entry, _: search::Hints<'_>) {}
}

impl Drop for StallHandle<'_> {
    fn drop(&mut self) {
        if !self.leads {
            *self.table.ended.lock().expect("no panic") = true;
            self.table.changed.notify_all();
        }
    }
}

/// With more threads than processors the leader may not run when its time is up.
#[test]
fn limits_and_a_stop_bind_while_the_leader_does_not_run() {
    let nodes = Limits { nodes: Some(20_000), ..Limits::default() };
    let time = Limits { movetime: Some(Duration::from_millis(50)), ..Limits::default() };
    for limits in [nodes, time, Limits::default()] {
        let unlimited = limits == Limits::default();
        let (table, control, mut pool) = (Stall::default(), Control::new(), pool());
        pool.set_threads(2);
        let any = AnyTable::new(&table);
        let outcome = thread::scope(|scope| {
            let search =
                scope.spawn(|| Search::new(&any).limits(limits).control(&control).run(&mut pool));
            if unlimited {
                thread::sleep(Duration::from_millis(20));
                control.stop();
            }
            search.join().expect("the search ends")
        });
        assert!(!table.late.into_inner(), "nobody but the leader watches");
        assert!(is_legal(&outcome));
    }
}

/// A search that is stopped keeps a better move that its last, unfinished iteration found.
#[test]
fn a_stopped_iteration_may_have_changed_the_move() {
    let mut changed = 0;
    for fen in POSITIONS {
        for nodes in (2_000..20_000).step_by(1_000) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (stopped, _) = fresh(&table(1 << 20), &position(fen), limits);
            let (finished, _) = fresh(&table(1 << 20), &position(fen), depth(stopped.depth));
            changed += u32::from(stopped.best != finished.best);
        }
    }
    assert!(changed > 0, "{changed}");
}
