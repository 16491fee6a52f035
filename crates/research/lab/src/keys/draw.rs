//! Keys drawn at random: one draw is one sample of what a group of keys does.

use movegen::keys::{FEATURES, SCHEMA};
use self_play::Random;
use zobrist_keys::{Bch, SplitMix64, Xor64};

use super::features::FeatureSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// Random constants, joined by XOR.
    Xor,
    /// Random constants, joined by addition.
    Additive,
    /// BCH keys in the nested order.
    Nested,
    /// BCH keys, whitened: the engine's.
    Whitened,
}

impl Group {
    pub(super) const ALL: [Self; 4] = [Self::Xor, Self::Additive, Self::Nested, Self::Whitened];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Xor => "random, XOR",
            Self::Additive => "random, additive",
            Self::Nested => "BCH, nested",
            Self::Whitened => "BCH, whitened",
        }
    }
}

type Code = Bch<{ SCHEMA.polynomial() }, { SCHEMA.t() }, FEATURES>;
static NESTED: [Xor64; FEATURES] = Code::NESTED;
static WHITENED: [Xor64; FEATURES] = Code::WHITENED;

/// Returns the least number of features in which two positions differ that agree in the low `bits`
/// bits of nested BCH keys.
pub(super) const fn nested_distance(bits: u32) -> u32 {
    Code::CODE.certificate(u64::MAX >> (u64::BITS - bits)).distance
}

#[derive(Clone, Debug)]
pub(super) struct DrawnKeys {
    group: Group,
    constants: Vec<u64>,
}

impl DrawnKeys {
    /// Draws random constants of a group; of BCH keys, their columns in random order, which changes
    /// nothing that is certified.
    pub(super) fn new(group: Group, seed: u64) -> Self {
        let shuffled = |columns: &[Xor64; FEATURES]| {
            let mut constants: Vec<u64> = columns.iter().map(|key| key.0).collect();
            Random::new(seed).shuffle(&mut constants);
            constants
        };
        let constants = match group {
            Group::Xor | Group::Additive => {
                let mut stream = SplitMix64::new(seed);
                (0..FEATURES).map(|_| stream.next()).collect()
            }
            Group::Nested => shuffled(&NESTED),
            Group::Whitened => shuffled(&WHITENED),
        };
        Self { group, constants }
    }

    pub(super) fn key(&self, position: &FeatureSet) -> u64 {
        let constants = position.iter().map(|feature| self.constants[feature]);
        match self.group {
            Group::Additive => constants.fold(0, u64::wrapping_add),
            _ => constants.fold(0, |key, constant| key ^ constant),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use movegen::Position;

    #[test]
    fn every_draw_and_every_group_has_keys_of_its_own() {
        let start = FeatureSet::of(&Position::startpos());
        let mut keys = HashSet::new();
        for group in Group::ALL {
            for seed in 0..8 {
                let drawn = DrawnKeys::new(group, seed);
                assert_eq!(drawn.key(&start), DrawnKeys::new(group, seed).key(&start));
                assert!(keys.insert(drawn.key(&start)), "{group:?} {seed}");
            }
        }
    }

    #[test]
    fn the_certificates_are_those_of_the_prefixes() {
        let certified = [10, 11, 20, 21, 31, 41, 51, 61, 64].map(nested_distance);
        assert_eq!(certified, [2, 4, 4, 6, 8, 10, 12, 14, 14]);
    }
}
