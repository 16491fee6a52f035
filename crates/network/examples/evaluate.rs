//! The value of a position by a network, and what each piece is worth: the value without it. With a
//! file and a FEN as arguments, that network and position; else a network that counts pieces.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use network::movegen::{PieceType, Position, PositionBuilder, Square};
use network::{Architecture, FloatNetwork, Network, NetworkError};

const FEN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";

/// Returns a network whose first neuron sums the pieces of the own side less the others: both views
/// together are worth (½ + d)² − (½ − d)² = 2d.
fn counting() -> Result<Network, NetworkError> {
    let architecture = Architecture { scale: 6_375, ..Architecture::new(32) };
    let hidden = architecture.hidden;
    let mut weights = FloatNetwork::zero(architecture)?;
    for (input, weights) in weights.input_weights_mut().chunks_mut(hidden).enumerate() {
        let worth = [2.0, 6.0, 6.0, 10.0, 18.0, 0.0][input % 384 / 64] / 255.0;
        weights[0] = if input < 384 { worth } else { -worth };
    }
    weights.hidden_biases_mut()[0] = 128.0 / 255.0;
    weights.output_weights_mut()[0] = 1.0;
    weights.output_weights_mut()[hidden] = -1.0;
    weights.quantise()
}

fn without(position: &Position, square: Square) -> Option<Position> {
    PositionBuilder::from(position).remove(square).build().ok()
}

/// Returns each piece's square and worth in centipawns for its own side.
fn worth(network: &Network, position: &Position) -> Vec<(Square, i32)> {
    let whole = network.evaluate(position);
    let us = position.side_to_move();
    let pieces = position.occupied().into_iter().filter_map(|square| {
        let piece = position.piece_at(square)?;
        let lost = whole - network.evaluate(&without(position, square)?);
        (piece.kind() != PieceType::King)
            .then_some((square, if piece.color() == us { lost } else { -lost }))
    });
    pieces.collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let network = match arguments.next() {
        Some(file) => Network::from_bytes(&std::fs::read(file)?)?,
        None => counting()?,
    };
    let fen: Vec<String> = arguments.collect();
    let fen = if fen.is_empty() { FEN.to_owned() } else { fen.join(" ") };
    let position = Position::from_fen(&fen)?;
    println!("{} for {:?}\n", network.evaluate(&position), position.side_to_move());
    for (square, worth) in worth(&network, &position) {
        println!("{square} {worth:>6}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_is_worth_what_the_network_counts() {
        let network = counting().unwrap();
        let position = Position::from_fen(FEN).unwrap();
        let found = worth(&network, &position);
        let of = |square| found.iter().find(|&&(at, _)| at == square).map(|&(_, worth)| worth);
        for (square, expected) in [(Square::H5, 900), (Square::C4, 300), (Square::E5, 100)] {
            let worth = of(square).expect("a piece is there");
            assert!((worth - expected).abs() <= expected / 50 + 2, "{square} {worth}");
        }
        assert_eq!(found.len(), 29, "without f7 Black's king would be in check");
    }
}
