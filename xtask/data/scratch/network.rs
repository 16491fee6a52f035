//! A whole program over `network` alone: a network made by hand, its file, and an evaluator that
//! follows a move.

use std::sync::Arc;

use network::movegen::Position;
use network::{Architecture, Evaluator, FloatNetwork, Network};

fn main() {
    let architecture = Architecture { outputs: 2, ..Architecture::new(32) };
    let mut weights = FloatNetwork::zero(architecture).expect("in range");
    for (number, weight) in weights.input_weights_mut().iter_mut().enumerate() {
        *weight = (number % 101) as f32 / 1_000.0;
    }
    weights.output_weights_mut().iter_mut().step_by(3).for_each(|weight| *weight = 0.7);
    let bytes = weights.quantise().expect("small weights").to_bytes();
    let network = Arc::new(Network::from_bytes(&bytes).expect("a file of ours"));
    let refused = Network::from_bytes(&bytes[1..]).expect_err("the first byte is missing");

    let root = Position::startpos();
    let mv = root.parse_san("Nf3").expect("a legal move");
    let child = root.make(mv);
    let mut evaluator = Evaluator::new(Arc::clone(&network));
    evaluator.new_root(&root);
    evaluator.make(&root, mv, &child);
    assert_eq!(evaluator.evaluate(&child), network.evaluate(&child));
    println!("{} bytes; {refused}", bytes.len());
}
