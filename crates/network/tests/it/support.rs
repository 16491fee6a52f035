//! Networks of random weights, and random games.

use movegen::{Move, Position};
use network::{Architecture, FloatNetwork, Network};
use zobrist_keys::SplitMix64;

/// Returns a number from -1 to 1.
fn real(random: &mut SplitMix64) -> f32 {
    (random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
}

pub(crate) fn architectures() -> Vec<Architecture> {
    let mut corners = [0; 64];
    for (square, bucket) in corners.iter_mut().enumerate() {
        *bucket = (square / 8 / 2 * 2 + square % 8 / 4) as u8;
    }
    vec![
        Architecture::new(32),
        Architecture { mirrored: false, weight_unit: 128, ..Architecture::new(64) },
        Architecture { outputs: 8, ..Architecture::new(96) },
        Architecture { king_buckets: corners, outputs: 4, scale: 219, ..Architecture::new(64) },
        Architecture { king_buckets: corners, mirrored: false, ..Architecture::new(32) },
    ]
}

/// Returns a network of random weights, of the sizes that trained ones have.
pub(crate) fn network(architecture: &Architecture, seed: u64) -> Network {
    let mut random = SplitMix64::new(seed);
    let mut weights = FloatNetwork::zero(architecture.clone()).expect("in range");
    let mut fill = |weights: &mut [f32], size: f32| {
        weights.iter_mut().for_each(|weight| *weight = size * real(&mut random));
    };
    fill(weights.input_weights_mut(), 0.3);
    fill(weights.hidden_biases_mut(), 0.5);
    fill(weights.output_weights_mut(), 0.9);
    fill(weights.output_biases_mut(), 0.5);
    weights.quantise().expect("small weights")
}

/// Calls `visit` for each move of random games from a start position of Chess960, `moves` in all.
pub(crate) fn random_moves(
    random: &mut SplitMix64,
    moves: usize,
    mut visit: impl FnMut(&Position, Option<Move>, &Position, bool),
) {
    let mut position: Option<Position> = None;
    let mut first = true;
    for _ in 0..moves {
        let parent = position.take().unwrap_or_else(|| {
            first = true;
            let number = random.below(960) as u32;
            Position::chess960(number).expect("a number below 960")
        });
        if !parent.in_check()
            && random.below(20) == 0
            && let Some(child) = parent.make_null()
        {
            visit(&parent, None, &child, first);
            (position, first) = (Some(child), false);
            continue;
        }
        let legal = parent.legal_moves();
        if legal.is_empty() || parent.halfmove_clock() > 90 {
            continue;
        }
        let mv = legal[random.below(legal.len())];
        let child = parent.make(mv);
        visit(&parent, Some(mv), &child, first);
        (position, first) = (Some(child), false);
    }
}
