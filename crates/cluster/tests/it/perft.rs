//! Perft by ranks against the published numbers and a plain twin.

use std::collections::HashSet;

use cluster::{Network, PackedPosition, Perft, Worker, simulate};
use movegen::{Position, perft};

/// Paths and distinct positions from the start position by the ply (OEIS A048987 and A083276).
const PUBLISHED: [(u64, u64); 4] = [(20, 20), (400, 400), (8_902, 5_362), (197_281, 72_078)];

/// Steps that no round takes here.
const STEPS: u64 = 10_000_000;

fn counts(ranks: usize, root: &Position, plies: usize) -> Vec<(u64, u64)> {
    let network = Network::new(ranks, 50, ranks as u64);
    let mut workers: Vec<_> =
        network.transports().map(|transport| Worker::new(Perft::new(), transport)).collect();
    let mut counts = Vec::new();
    for ply in 0..plies {
        for worker in &mut workers {
            let work = if ply == 0 { worker.root(root) } else { worker.next_ply() };
            worker.begin(work);
        }
        let totals = simulate(&network, &mut workers, STEPS).unwrap();
        counts.push((totals.paths(), totals.distinct()));
    }
    counts
}

#[test]
fn perft_of_1_2_4_and_7_ranks_is_the_published_one() {
    for (ranks, plies) in [(1, 3), (2, 3), (4, 4), (7, 3)] {
        assert_eq!(
            counts(ranks, &Position::startpos(), plies),
            PUBLISHED[..plies],
            "{ranks} ranks"
        );
    }
}

#[test]
fn perft_by_ranks_equals_a_plain_twin_where_all_rules_play() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let root = Position::from_fen(fen).unwrap();
    let mut positions = vec![root.clone()];
    let mut twin = Vec::new();
    for ply in 1..=2 {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for position in &positions {
            position.for_each_child(|_, child| {
                if seen.insert(PackedPosition::new(child)) {
                    next.push(child.clone());
                }
            });
        }
        positions = next;
        twin.push((perft(&root, ply), positions.len() as u64));
    }
    assert_eq!(counts(3, &root, 2), twin);
}

#[test]
fn a_packed_position_comes_back() {
    let fens = [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 3",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 0 3",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 4 9",
        "8/P6k/8/8/8/8/p6K/8 b - - 70 99",
    ];
    for fen in fens {
        let position = Position::from_fen(fen).unwrap();
        let packed = PackedPosition::new(&position);
        let back = packed.unpack();
        assert!(back.same_position(&position), "{fen}");
        assert_eq!(back.key(), position.key(), "{fen}");
        assert_eq!(PackedPosition::from_words(packed.to_words()), packed);
    }
    let mut all: Vec<_> =
        fens.iter().map(|fen| PackedPosition::new(&Position::from_fen(fen).unwrap())).collect();
    all.dedup();
    assert_eq!(all.len(), fens.len());
}
