//! A rank dies at any step of a round: all others end, report the loss, and can run the round
//! again.

use cluster::{IdaStar, Network, Perft, Worker, simulate, simulate_with};
use movegen::Position;
use zobrist_keys::SplitMix64;

use crate::puzzle::shuffled;

const STEPS: u64 = 1_000_000;

/// Counts two plies on some ranks, of which one dies; then on those that are left.
fn perft_with_a_death(seed: u64) -> bool {
    let mut random = SplitMix64::new(seed);
    let ranks = 2 + (random.next() % 4) as usize;
    let (victim, when) = ((random.next() % ranks as u64) as usize, random.next() % 400);
    let network = Network::new(ranks, [0, 5, 60][(random.next() % 3) as usize], seed);
    let mut workers: Vec<_> =
        network.transports().map(|end| Worker::new(Perft::new(), end)).collect();
    let mut last = None;
    for ply in 0..2 {
        for worker in &mut workers {
            let root = Position::startpos();
            let work = if ply == 0 { worker.root(&root) } else { worker.next_ply() };
            worker.begin(work);
        }
        let ended = simulate_with(&network, &mut workers, STEPS, |step| {
            if step == when && network.is_alive(victim) {
                network.kill(victim);
            }
        });
        let error = match ended {
            Ok(totals) => {
                last = Some((totals.paths(), totals.distinct()));
                continue;
            }
            Err(error) => error,
        };
        let lost = error.lost().unwrap_or_else(|| panic!("seed {seed}: {error}"));
        assert_eq!(lost.rank(), victim, "seed {seed}");
        // The others run it again.
        let network = Network::new(ranks - 1, 5, seed);
        let mut workers: Vec<_> =
            network.transports().map(|end| Worker::new(Perft::new(), end)).collect();
        for worker in &mut workers {
            let root = worker.root(&Position::startpos());
            worker.begin(root);
        }
        let totals = simulate(&network, &mut workers, STEPS).unwrap();
        assert_eq!((totals.paths(), totals.distinct()), (20, 20), "seed {seed}");
        return true;
    }
    assert_eq!(last, Some((400, 400)), "seed {seed}");
    false
}

#[test]
fn a_round_with_a_dead_rank_ends_on_all_others_and_is_right_when_run_again() {
    let cut = (0..300).filter(|&seed| perft_with_a_death(seed)).count();
    assert!((50..300).contains(&cut), "{cut} of 300 rounds were cut");
}

/// Solves a puzzle on three ranks, of which one dies in an iteration; the two others keep their
/// tables and run that iteration again.
#[test]
fn survivors_keep_their_memory_and_run_the_iteration_again() {
    let puzzle = shuffled(&mut SplitMix64::new(8), 60);
    let length = cluster::solve_without_table(puzzle).length();
    let mut cut = 0;
    for seed in 0..60 {
        let (mut network, mut victim) = (Network::new(3, 20, seed), Some(seed as usize % 3));
        let mut workers: Vec<_> = network
            .transports()
            .map(|end| Worker::new(IdaStar::new(1 << 16).unwrap(), end))
            .collect();
        let mut bound = puzzle.distance();
        let found = loop {
            for worker in &mut workers {
                let work = worker.iteration(puzzle, bound);
                worker.begin(work);
            }
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
