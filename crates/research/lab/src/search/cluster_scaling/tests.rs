//! The 15-puzzle by ranks against the serial solvers and the published lengths.

use cluster::{Network, SimulatedTransport, Worker, simulate, simulate_with};
use zobrist_keys::SplitMix64;

use super::ida_star::{IdaStar, Memory, Reached, begin};
use super::puzzle::{Puzzle, Step};
use super::{EXPANSION, INSTANCE, NETWORKS, ScalingArguments, run};

/// The bounds of the iterations, and the boards that were expanded in each. The last one is solved.
struct Solution {
    iterations: Vec<(u8, u64)>,
}

impl Solution {
    /// Returns the steps of a shortest solution.
    fn length(&self) -> u8 {
        self.iterations.last().map_or(0, |&(bound, _)| bound)
    }

    /// Returns the boards that were expanded in the iterations without a solution. The last one
    /// ends when it meets a solution, so its count depends on luck.
    fn expanded_before_the_last(&self) -> u64 {
        let (_, before) = self.iterations.split_last().unwrap();
        before.iter().map(|&(_, expanded)| expanded).sum()
    }
}

/// Solves on one thread, with a table of `bytes` for boards that were expanded.
fn solve(puzzle: Puzzle, bytes: usize) -> Solution {
    deepen(puzzle, Some(Memory::new(bytes).unwrap()))
}

/// Solves without a table: the tree, but that no step is taken back at once.
fn solve_without_table(puzzle: Puzzle) -> Solution {
    deepen(puzzle, None)
}

fn deepen(puzzle: Puzzle, mut memory: Option<Memory>) -> Solution {
    let mut iterations = Vec::new();
    for bound in (puzzle.distance()..=u8::MAX).step_by(2) {
        if let Some(memory) = &mut memory {
            memory.next_iteration();
        }
        let mut search = Search { bound, memory: memory.as_ref(), expanded: 0 };
        let solved = search.below(Reached::start(puzzle));
        iterations.push((bound, search.expanded));
        if solved {
            break;
        }
    }
    Solution { iterations }
}

struct Search<'a> {
    bound: u8,
    memory: Option<&'a Memory>,
    expanded: u64,
}

impl Search<'_> {
    /// Returns whether there is a solution within the bound.
    fn below(&mut self, reached: Reached) -> bool {
        self.expanded += 1;
        reached.puzzle.distance() == 0
            || reached.children().any(|child| {
                child.estimate() <= self.bound
                    && self.memory.is_none_or(|memory| memory.is_new(child, self.bound))
                    && self.below(child)
            })
    }
}

/// Instances of Korf, the easiest first: number, length, tiles.
const INSTANCES: &str = include_str!("../../../data/korf.txt");

/// Of each rank's table, which is no tight fit, and of the serial solver's.
const TABLE: usize = 32 << 20;

/// Steps that no iteration takes here.
const STEPS: u64 = 10_000_000;

fn instances() -> impl Iterator<Item = (u8, Puzzle)> {
    INSTANCES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [_, length, tiles] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("three fields: {line}");
        };
        (length.parse().unwrap(), tiles.parse().unwrap())
    })
}

type Ranks = Vec<Worker<IdaStar, SimulatedTransport>>;

fn ranks(ranks: usize, seed: u64, table: usize) -> (Network, Ranks) {
    let network = Network::new(ranks, 20, seed);
    let worker = |transport| Worker::new(IdaStar::new(table).unwrap(), transport);
    let workers = network.transports().map(worker).collect();
    (network, workers)
}

fn solve_by((network, workers): &mut (Network, Ranks), puzzle: Puzzle) -> Solution {
    let mut iterations = Vec::new();
    for bound in (puzzle.distance()..).step_by(2) {
        begin(workers, puzzle, bound);
        let totals = simulate(network, workers, STEPS).unwrap();
        iterations.push((bound, totals.expanded));
        if totals.tallies[0] > 0 {
            break;
        }
    }
    Solution { iterations }
}

fn by_ranks(count: usize, seed: u64, puzzle: Puzzle, table: usize) -> Solution {
    solve_by(&mut ranks(count, seed, table), puzzle)
}

fn shuffled(random: &mut SplitMix64, steps: usize) -> Puzzle {
    let mut puzzle: Puzzle = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15".parse().unwrap();
    for _ in 0..steps {
        let step = Step::ALL[(random.next() % 4) as usize];
        puzzle = puzzle.step(step).unwrap_or(puzzle);
    }
    puzzle
}

#[test]
fn every_instance_is_readable_and_its_length_has_the_parity_of_its_distance() {
    assert!(instances().count() >= 20);
    for (length, puzzle) in instances() {
        assert!(length >= puzzle.distance() && (length - puzzle.distance()) % 2 == 0, "{puzzle:?}");
    }
}

#[test]
fn lengths_are_those_of_the_serial_solvers_on_any_number_of_ranks() {
    let mut random = SplitMix64::new(15);
    let mut longest = 0;
    for seed in 0..60 {
        let puzzle = shuffled(&mut random, 80);
        let plain = solve_without_table(puzzle);
        longest = longest.max(plain.length());
        assert_eq!(solve(puzzle, 1 << 16).length(), plain.length(), "{puzzle:?}");
        let ranks = 1 + seed as usize % 5;
        // A tiny table forgets, and costs expansions only.
        let table = if seed % 2 == 0 { 64 } else { 1 << 16 };
        assert_eq!(by_ranks(ranks, seed, puzzle, table).length(), plain.length(), "{puzzle:?}");
    }
    assert!(longest > 20, "{longest}");
}

#[test]
fn ranks_that_keep_their_tables_are_not_misled_by_the_puzzles_before() {
    let mut random = SplitMix64::new(3);
    let mut ranks = ranks(2, 1, 1 << 20);
    for _ in 0..40 {
        let puzzle = shuffled(&mut random, 60);
        let length = solve_without_table(puzzle).length();
        for again in 0..2 {
            assert_eq!(solve_by(&mut ranks, puzzle).length(), length, "{again}: {puzzle:?}");
        }
    }
}

#[test]
fn an_instance_of_korf_needs_no_more_expansions_on_four_ranks_than_serially() {
    let (length, puzzle) = instances().next().unwrap();
    let serial = solve(puzzle, TABLE);
    let ranks = by_ranks(4, 79, puzzle, TABLE / 4);
    assert_eq!((serial.length(), ranks.length()), (length, length));
    let (here, there) = (ranks.expanded_before_the_last(), serial.expanded_before_the_last());
    assert!(there > 10_000, "{there}");
    assert!(here * 100 <= there * 105, "{here} of {there}");
}

/// Solves a puzzle on three ranks, of which one dies in an iteration; the two others keep their
/// tables and run that iteration again.
#[test]
fn survivors_keep_their_memory_and_run_the_iteration_again() {
    let puzzle = shuffled(&mut SplitMix64::new(8), 60);
    let length = solve_without_table(puzzle).length();
    let mut cut = 0;
    for seed in 0..60 {
        let ((mut network, mut workers), mut victim) =
            (ranks(3, seed, 1 << 16), Some(seed as usize % 3));
        let mut bound = puzzle.distance();
        let found = loop {
            begin(&mut workers, puzzle, bound);
            let ended = simulate_with(&network, &mut workers, STEPS, |step| {
                if step == seed * 3
                    && let Some(rank) = victim.filter(|_| bound > puzzle.distance())
                    && network.is_alive(rank)
                {
                    network.kill(rank);
                }
            });
            match ended {
                Ok(totals) if totals.tallies[0] > 0 => break bound,
                Ok(_) => bound += 2,
                Err(error) => {
                    let lost = error.lost().unwrap_or_else(|| panic!("seed {seed}: {error}"));
                    cut += 1;
                    victim = None;
                    workers.remove(lost.rank());
                    network = Network::new(2, 20, seed);
                    let problems = workers.into_iter().map(Worker::into_problem);
                    let ends = network.transports();
                    workers = problems.zip(ends).map(|(one, end)| Worker::new(one, end)).collect();
                }
            }
        };
        assert_eq!(found, length, "seed {seed}");
    }
    assert!(cut > 20, "{cut}");
}

#[test]
fn more_ranks_are_faster_and_none_is_used_wholly() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("scaling.svg");
    let arguments =
        ScalingArguments { ranks: 4, bound: 42, expansion: EXPANSION, svg: svg.clone() };
    let mut lines = Vec::new();
    run(&arguments, |line| lines.push(line)).unwrap();
    assert_eq!(lines.len(), 6, "{lines:?}");
    let puzzle: Puzzle = INSTANCE.parse().unwrap();
    let [one, four] =
        [1, 4].map(|ranks| super::solve(puzzle, ranks, NETWORKS[0].1, &arguments).unwrap());
    assert!(four.time < one.time && four.time * 4 > one.time);
    // Some of 64 ranks never get a board.
    assert!(super::solve(puzzle, 64, NETWORKS[3].1, &arguments).unwrap().time > 0);
    assert!(std::fs::read_to_string(svg).unwrap().contains("Ethernet"));
}
