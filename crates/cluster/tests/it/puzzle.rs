//! The 15-puzzle by ranks against the serial solvers and the published lengths.

use cluster::{
    IdaStar, Iteration, Network, Puzzle, SimulatedTransport, Solution, Worker, simulate, solve,
    solve_without_table,
};
use zobrist_keys::SplitMix64;

/// Instances of Korf, the easiest first: number, length, tiles.
const INSTANCES: &str = include_str!("../data/korf.txt");

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
    let mut iterations: Vec<Iteration> = Vec::new();
    for bound in (puzzle.distance()..).step_by(2) {
        for worker in workers.iter_mut() {
            let work = worker.iteration(puzzle, bound);
            worker.begin(work);
        }
        let totals = simulate(network, workers, STEPS).unwrap();
        iterations.push(Iteration::new(bound, &totals));
        if totals.tallies[0] > 0 {
            break;
        }
    }
    Solution { iterations }
}

fn by_ranks(count: usize, seed: u64, puzzle: Puzzle, table: usize) -> Solution {
    solve_by(&mut ranks(count, seed, table), puzzle)
}

/// Returns a board some random steps from the goal.
pub(crate) fn shuffled(random: &mut SplitMix64, steps: usize) -> Puzzle {
    let mut puzzle: Puzzle = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15".parse().unwrap();
    for _ in 0..steps {
        let step = cluster::Step::ALL[(random.next() % 4) as usize];
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
        assert_eq!(solve(puzzle, 1 << 16).unwrap().length(), plain.length(), "{puzzle:?}");
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
    let serial = solve(puzzle, TABLE).unwrap();
    let ranks = by_ranks(4, 79, puzzle, TABLE / 4);
    assert_eq!((serial.length(), ranks.length()), (length, length));
    let (here, there) = (ranks.expanded_before_the_last(), serial.expanded_before_the_last());
    assert!(there > 10_000, "{there}");
    assert!(here * 100 <= there * 105, "{here} of {there}");
}
