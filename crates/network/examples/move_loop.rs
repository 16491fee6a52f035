//! A network in a search that is not ours: negamax that follows its moves with an evaluator, and
//! finds the value that a search from scratch finds.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::sync::Arc;

use network::movegen::Position;
use network::{Architecture, Evaluator, FloatNetwork, Network, NetworkError};

/// Returns a network that likes pieces in the middle of the board.
fn central() -> Result<Network, NetworkError> {
    let mut weights = FloatNetwork::zero(Architecture::new(64))?;
    for (input, weights) in weights.input_weights_mut().chunks_mut(64).enumerate() {
        let (file, rank) = (input % 8, input / 8 % 8);
        let middle = (3.5 - (file as f32 - 3.5).abs()).min(3.5 - (rank as f32 - 3.5).abs());
        weights.fill(if input < 384 { middle / 64.0 } else { -middle / 64.0 });
    }
    weights.hidden_biases_mut().fill(0.5);
    weights.output_weights_mut()[..64].fill(0.02);
    weights.output_weights_mut()[64..].fill(-0.02);
    weights.quantise()
}

/// Returns the value of a position, with `depth` plies to look ahead, for the side to move.
fn search(evaluator: &mut Evaluator, position: &Position, depth: u32) -> i32 {
    if depth == 0 {
        return evaluator.evaluate(position);
    }
    let mut best = -30_000;
    for mv in &position.legal_moves() {
        let child = position.make(*mv);
        evaluator.make(position, *mv, &child);
        best = best.max(-search(evaluator, &child, depth - 1));
        evaluator.unmake();
    }
    best
}

/// Returns the value that [`search`] must find.
fn from_scratch(network: &Network, position: &Position, depth: u32) -> i32 {
    if depth == 0 {
        return network.evaluate(position);
    }
    let moves = position.legal_moves();
    let values = moves.iter().map(|mv| -from_scratch(network, &position.make(*mv), depth - 1));
    values.max().unwrap_or(-30_000)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let network = Arc::new(central()?);
    let mut evaluator = Evaluator::new(Arc::clone(&network));
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ] {
        let root = Position::from_fen(fen)?;
        evaluator.new_root(&root);
        let value = search(&mut evaluator, &root, 3);
        assert_eq!(value, from_scratch(&network, &root, 3));
        println!("{value:>5} {fen}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn both_searches_find_the_same_value() {
        super::main().unwrap();
    }
}
