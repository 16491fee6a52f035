//! Game trees by ranks against the serial score.

mod problem;

use cluster::{Network, SimulatedTransport, Worker, simulate};
use movegen::Position;
use zobrist_keys::SplitMix64;

use self::problem::{AlphaBeta, MtdF, negamax, pass};

const STEPS: u64 = 20_000_000;

/// The starts of random games: pieces of all kinds, promotions, mates at hand, little material.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/1r3PPP/R5K1 w - - 0 1",
    "8/8/8/8/8/4k3/4p3/Q3K3 w - - 0 1",
];

/// Positions some random moves from there, with a move to play.
fn positions(count: usize) -> Vec<Position> {
    let mut random = SplitMix64::new(2002);
    let mut found = Vec::new();
    while found.len() < count {
        let start = STARTS[found.len() % STARTS.len()];
        let mut position = Position::from_fen(start).unwrap();
        for _ in 0..random.next() % 16 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get((random.next() % moves.len().max(1) as u64) as usize) else {
                break;
            };
            position = position.make(mv);
        }
        if position.count_legal() > 0 {
            found.push(position);
        }
    }
    found
}

/// Returns the score by ranks, and how many passes it took.
fn by_ranks(
    network: &Network,
    workers: &mut [Worker<AlphaBeta, SimulatedTransport>],
    root: &Position,
    depth: u8,
    guess: i32,
) -> (i32, u32) {
    let mut search = MtdF::new(guess);
    let mut passes = 0;
    loop {
        for worker in workers.iter_mut() {
            let work = pass(worker, root, depth, search.gamma());
            worker.begin(work);
        }
        let totals = simulate(network, workers, STEPS).unwrap();
        assert_eq!(totals.tallies[0], 1, "the root's value is found once");
        passes += 1;
        if let Some(value) = search.found(&totals) {
            return (value, passes);
        }
        assert!(passes < 200, "the bounds meet");
    }
}

#[test]
fn scores_by_ranks_are_those_of_the_serial_search() {
    let (mut decided, mut most) = (0, 0);
    for (index, root) in positions(120).iter().enumerate() {
        let ranks = 1 + index % 5;
        let depth = 2 + (index % 2) as u8;
        let network = Network::new(ranks, [0, 10, 80][index % 3], index as u64);
        let ends = network.transports();
        let mut workers: Vec<_> = ends.map(|end| Worker::new(AlphaBeta::default(), end)).collect();
        let serial = negamax(root, depth);
        let (value, passes) = by_ranks(&network, &mut workers, root, depth, 0);
        assert_eq!(value, serial, "{} to depth {depth} on {ranks} ranks", root.to_fen());
        decided += usize::from(serial.abs() > 20_000);
        most = most.max(passes);
    }
    assert!(decided > 0, "no position is mate");
    assert!(most > 2, "every guess was right");
}

#[test]
fn what_earlier_passes_found_misleads_no_later_root_nor_depth() {
    let network = Network::new(3, 20, 7);
    let ends = network.transports();
    let mut workers: Vec<_> = ends.map(|end| Worker::new(AlphaBeta::default(), end)).collect();
    let mut root = Position::startpos();
    for text in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5"] {
        root = root.make(root.parse_uci(text).unwrap());
        for depth in 1..=3 {
            let (value, _) = by_ranks(&network, &mut workers, &root, depth, 100);
            assert_eq!(value, negamax(&root, depth), "after {text} to depth {depth}");
        }
    }
}
