//! Networks of random weights, and random games.

use movegen::{Move, Position};
use network::{Architecture, FloatNetwork, Network};

/// A stream of numbers that look random (SplitMix64: Steele, Lea and Flood, 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Returns a number from -1 to 1.
    fn real(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}

/// Returns architectures of all kinds.
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
    let mut random = Random(seed);
    let mut weights = FloatNetwork::zero(architecture.clone()).expect("in range");
    let mut fill = |weights: &mut [f32], size: f32| {
        weights.iter_mut().for_each(|weight| *weight = size * random.real());
    };
    fill(weights.input_weights_mut(), 0.3);
    fill(weights.hidden_biases_mut(), 0.5);
    fill(weights.output_weights_mut(), 0.9);
    fill(weights.output_biases_mut(), 0.5);
    weights.quantise().expect("small weights")
}

/// Calls `visit` for each move of random games from a start position of Chess960, `moves` in all.
pub(crate) fn random_moves(
    random: &mut Random,
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
