//! The evaluator along lines: the neurons that follow the moves are those from scratch.

use std::sync::Arc;

use movegen::Position;
use network::{Evaluator, Network};
use zobrist_keys::SplitMix64;

use crate::support::{architectures, network, random_moves};

/// Moves for each architecture; more by the variable `NETWORK_MOVES`.
fn moves() -> usize {
    let given = std::env::var("NETWORK_MOVES").ok();
    given.map_or(4_000, |text| text.parse().expect("a number of moves"))
}

#[test]
fn neurons_that_follow_the_moves_are_those_from_scratch() {
    for (seed, architecture) in architectures().iter().enumerate() {
        let network = Arc::new(network(architecture, seed as u64));
        let mut evaluator = Evaluator::new(Arc::clone(&network));
        let (mut random, mut coin) = (SplitMix64::new(seed as u64), SplitMix64::new(1));
        let mut values = 0;
        random_moves(&mut random, moves(), |parent, mv, child, first| {
            if first {
                evaluator.new_root(parent);
            }
            match mv {
                Some(mv) => evaluator.make(parent, mv, child),
                None => evaluator.make_null(),
            }
            // Some positions are passed over, so that neurons come from further back.
            if coin.below(3) > 0 {
                assert_eq!(evaluator.evaluate(child), network.evaluate(child), "{child:?}");
                values += 1;
            }
        });
        assert!(values > moves() / 2, "{values}");
    }
}

#[test]
fn a_new_evaluator_stands_at_the_start() {
    let network = Arc::new(network(&architectures()[0], 1));
    let (mut evaluator, start) = (Evaluator::new(Arc::clone(&network)), Position::startpos());
    assert_eq!(evaluator.evaluate(&start), network.evaluate(&start));
}

/// Walks the tree of legal moves, evaluates some nodes before and some after their children, and
/// counts the values.
fn walk(evaluator: &mut Evaluator, network: &Network, position: &Position, depth: u32) -> u64 {
    let mut values = 0;
    let mut look = |evaluator: &mut Evaluator, wanted: bool| {
        if wanted {
            assert_eq!(evaluator.evaluate(position), network.evaluate(position), "{position:?}");
            values += 1;
        }
    };
    let early = position.key() % 4;
    look(evaluator, early == 0);
    let mut below = 0;
    if depth > 0 {
        for mv in &position.legal_moves() {
            let child = position.make(*mv);
            evaluator.make(position, *mv, &child);
            below += walk(evaluator, network, &child, depth - 1);
            evaluator.unmake();
        }
    }
    look(evaluator, early < 2);
    values + below
}

#[test]
fn moves_taken_back_leave_no_trace() {
    let architecture = &architectures()[3];
    let network = Arc::new(network(architecture, 5));
    let mut evaluator = Evaluator::new(Arc::clone(&network));
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ] {
        let root = Position::from_fen(fen).expect("legal");
        evaluator.new_root(&root);
        let values = walk(&mut evaluator, &network, &root, 2);
        assert!(values > 100, "{values}");
    }
}

#[test]
#[should_panic = "a move was made"]
fn nothing_is_taken_back_at_the_root() {
    let mut evaluator = Evaluator::new(Arc::new(network(&architectures()[0], 1)));
    evaluator.unmake();
}
