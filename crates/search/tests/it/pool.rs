//! The pool of threads: the factory of evaluators, the number of threads, and the hooks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use movegen::{Color, Move, PieceType, Position};
use search::{Evaluate, Limits, NoTable, Pool, Search, Settings, Tunables};

use crate::support::{GUARD, POSITIONS, depth, evaluate, position, table};

/// The example that another engine's author reads first.
#[test]
fn another_evaluation_takes_less_than_40_lines() {
    assert!(include_str!("../../examples/other_evaluation.rs").lines().count() < 40);
}

/// Evaluations of a thread before it waits for the others: more than the leader's first iteration
/// has, after which the others begin.
const ALONE: usize = 100;

/// A meeting of threads, at which each waits for all the others.
struct Meeting {
    missing: Mutex<usize>,
    changed: Condvar,
}

impl Meeting {
    fn of(threads: usize) -> Self {
        Self { missing: Mutex::new(threads), changed: Condvar::new() }
    }

    fn wait(&self) {
        let mut missing = self.missing.lock().expect("no panic");
        *missing -= 1;
        self.changed.notify_all();
        let waited = self.changed.wait_timeout_while(missing, GUARD, |missing| *missing > 0);
        let late = waited.expect("no panic").1.timed_out();
        assert!(!late, "a thread does not come");
    }
}

/// Knows what it is worth to move. Once it waits for those of the other threads.
struct Weighted {
    tempo: i32,
    start: Arc<Meeting>,
    evaluations: usize,
}

impl Evaluate for Weighted {
    fn evaluate(&mut self, position: &Position) -> i32 {
        if self.evaluations == ALONE {
            self.start.wait();
        }
        self.evaluations += 1;
        evaluate(position) + self.tempo
    }
}

/// They are more than may prepare themselves at once.
#[test]
fn weights_survive_clear_and_reach_every_thread() {
    const THREADS: usize = 6;
    let made = Arc::new(AtomicUsize::new(0));
    let (counter, start) = (Arc::clone(&made), Arc::new(Meeting::of(THREADS)));
    let mut pool = Pool::new(move || {
        counter.fetch_add(1, Ordering::Relaxed);
        Weighted { tempo: 84, start: Arc::clone(&start), evaluations: 0 }
    });
    assert_eq!((pool.threads(), made.load(Ordering::Relaxed)), (1, 1));
    pool.set_threads(THREADS);
    assert_eq!((pool.threads(), made.load(Ordering::Relaxed)), (THREADS, THREADS));
    pool.params_mut().set("razor_base", 300).unwrap();

    // The search ends only if each thread takes part in it.
    Search::new(&table(1 << 18)).limits(depth(9)).run(&mut pool);
    assert!(pool.evaluators().all(|evaluator| evaluator.evaluations > ALONE));

    pool.clear();
    assert_eq!((pool.threads(), made.load(Ordering::Relaxed)), (THREADS, 2 * THREADS));
    assert!(pool.evaluators().all(|evaluator| (evaluator.tempo, evaluator.evaluations) == (84, 0)));
    assert_eq!(pool.params().razor_base, 300);

    pool.set_threads(0);
    assert_eq!((pool.threads(), made.load(Ordering::Relaxed)), (1, 2 * THREADS));
    pool.evaluators_mut().for_each(|evaluator| evaluator.tempo = 1);
    assert_eq!(pool.evaluators().next().unwrap().tempo, 1);
}

/// A search after `clear` equals the first search of the pool.
#[test]
fn a_cleared_pool_searches_as_a_new_one() {
    let mut pool = Pool::new(|| |position: &Position| evaluate(position) + 42);
    let mut nodes = || {
        let search = Search::new(&NoTable).position(position(POSITIONS[2])).limits(depth(7));
        search.run(&mut pool)
    };
    let (first, second) = (nodes(), nodes());
    assert_ne!(first.nodes, second.nodes, "the histories are kept");
    pool.clear();
    let search = Search::new(&NoTable).position(position(POSITIONS[2])).limits(depth(7));
    assert_eq!(search.run(&mut pool), first);
}

/// The values of the kinds of pieces, in centipawns.
const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// Material from White's view, from scratch.
fn material(position: &Position) -> i32 {
    let side = |color| -> i32 {
        let count = |kind| position.colored(color, kind).count() as i32;
        PieceType::ALL.into_iter().map(|kind| VALUES[kind.index()] * count(kind)).sum()
    };
    side(Color::White) - side(Color::Black)
}

/// An accumulator for each ply of the line, as a network would have them, with the position's key.
#[derive(Default)]
struct Incremental {
    stack: Vec<(u64, i32)>,
    evaluations: usize,
    nulls: usize,
    made: u64,
}

impl Incremental {
    /// Returns the accumulator of the position that the search is at.
    fn top(&self, position: &Position) -> i32 {
        let &(key, sum) = self.stack.last().expect("a root");
        assert_eq!(key, position.key(), "the search is elsewhere");
        sum
    }
}

impl Evaluate for Incremental {
    fn evaluate(&mut self, position: &Position) -> i32 {
        assert!(!position.in_check());
        let sum = self.top(position);
        assert_eq!(sum, material(position));
        self.evaluations += 1;
        if position.side_to_move() == Color::White { sum } else { -sum }
    }

    fn new_root(&mut self, root: &Position) {
        assert!(self.stack.len() <= 1, "the last search took all its moves back");
        self.stack = vec![(root.key(), material(root))];
    }

    fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
        let value = |kind: PieceType| VALUES[kind.index()];
        let mut gain = parent.captured(mv).map_or(0, value);
        gain += mv.promoted().map_or(0, |kind| value(kind) - value(PieceType::Pawn));
        let sign = if parent.side_to_move() == Color::White { 1 } else { -1 };
        self.stack.push((child.key(), self.top(parent) + sign * gain));
        self.made += 1;
    }

    fn make_null(&mut self, parent: &Position, child: &Position) {
        self.stack.push((child.key(), self.top(parent)));
        self.nulls += 1;
        self.made += 1;
    }

    fn unmake(&mut self) {
        self.stack.pop();
        assert!(!self.stack.is_empty(), "more moves were taken back than made");
    }
}

#[test]
fn the_hooks_keep_an_incremental_evaluation_at_every_node() {
    let mut pool = Pool::new(Incremental::default);
    pool.set_threads(2);
    let table = table(1 << 20);
    for fen in POSITIONS {
        // Stopped somewhere in the tree by the nodes, or at the end of an iteration.
        for limits in [depth(9), Limits { nodes: Some(7_777), ..Limits::default() }] {
            pool.evaluators_mut().for_each(|evaluator| evaluator.made = 0);
            let search = Search::new(&table).position(position(fen)).limits(limits);
            let nodes = search.run(&mut pool).nodes;
            let made: u64 = pool.evaluators().map(|evaluator| evaluator.made).sum();
            assert_eq!(nodes, made, "{fen}: a node is a move made, and counts once");
            // A helper that had not begun when the search ended has no root.
            let left: Vec<usize> = pool.evaluators().map(|one| one.stack.len()).collect();
            assert!(left[0] == 1 && left.iter().all(|&len| len <= 1), "{left:?} {fen}");
        }
    }
    let leader = pool.evaluators().next().unwrap();
    assert!(leader.evaluations > 10_000 && leader.nulls > 100);
}

/// Waits for those of the other threads as [`Weighted`] does, and may fail then.
struct Faulty {
    fails: bool,
    inner: Weighted,
}

impl Evaluate for Faulty {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let worth = self.inner.evaluate(position);
        assert!(!self.fails || self.inner.evaluations <= ALONE, "an evaluation that fails");
        worth
    }
}

#[test]
fn a_panic_of_any_thread_comes_out_of_the_search() {
    const THREADS: usize = 3;
    for faulty in 0..THREADS {
        let (mut threads, start) = (0.., Arc::new(Meeting::of(THREADS)));
        let mut pool = Pool::new(move || Faulty {
            fails: threads.next() == Some(faulty),
            inner: Weighted { tempo: 0, start: Arc::clone(&start), evaluations: 0 },
        });
        pool.set_threads(THREADS);
        let table = table(1 << 18);
        let search = || Search::new(&table).limits(depth(9)).run(&mut pool);
        let panic = catch_unwind(AssertUnwindSafe(search)).expect_err("a thread has failed");
        let message = panic.downcast_ref::<&str>().expect("a message");
        assert_eq!(*message, "an evaluation that fails", "thread {faulty}");
    }
}

/// The threads vote on one line; of several lines the first thread's are the answer, whose reports
/// were read. The first thread is slow, so that the other one, which believes that White is far
/// ahead, ends its last iteration before it.
#[test]
fn threads_vote_on_one_line_and_the_first_thread_decides_on_several() {
    let is_the_others = |multi_pv: usize| {
        let mut number = 0..;
        let mut pool = Pool::new(move || {
            let leads = number.next() == Some(0);
            move |position: &Position| {
                if leads {
                    thread::sleep(Duration::from_micros(20));
                    return evaluate(position);
                }
                if position.side_to_move() == Color::White { 2_000 } else { -2_000 }
            }
        });
        pool.set_threads(2);
        let settings = Settings { multi_pv, ..Settings::default() };
        let search = Search::new(&NoTable).limits(depth(4)).settings(settings);
        search.run(&mut pool).score.value() > 1_000
    };
    assert!((0..20).any(|_| is_the_others(1)), "its vote counts");
    assert!(!(0..5).any(|_| is_the_others(2)));
}
