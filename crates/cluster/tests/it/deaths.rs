//! A rank dies at any step of a round: all others end, report the loss, and can run the round
//! again.

use cluster::{Network, Perft, Worker, simulate, simulate_with};
use movegen::Position;
use zobrist_keys::SplitMix64;

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

#[test]
fn a_loss_counts_the_states_that_were_sent_in_its_round() {
    let network = Network::new(2, 0, 3);
    let mut workers: Vec<_> =
        network.transports().map(|end| Worker::new(Perft::new(), end)).collect();
    for worker in &mut workers {
        let root = worker.root(&Position::startpos());
        worker.begin(root);
    }
    simulate(&network, &mut workers, STEPS).unwrap();
    let mut next = workers.iter_mut().map(|worker| worker.next_ply()).collect::<Vec<_>>();
    network.kill(1);
    let mut states = |work| {
        workers[0].begin(work);
        workers[0].step().unwrap_err().states()
    };
    let sent = states(std::mem::take(&mut next[0]));
    assert!((1..200).contains(&sent), "{sent}");
    assert_eq!(states(Vec::new()), 0);
}
