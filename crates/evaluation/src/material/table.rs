//! [`MaterialTable`]: a thread's cache of the facts about material.

use pawn_hash::{Statistics, Stored};

use crate::material::Material;

/// Slots of the table; a search of a middle game meets some hundreds of materials.
const ENTRIES: usize = 2048;

/// A direct-mapped table by the material key.
///
/// The key of a material that a game can have belongs to no other one (a test of movegen goes
/// through all of them), so a hit is never wrong.
#[derive(Clone, Debug)]
pub(crate) struct MaterialTable<S> {
    slots: Box<[Slot]>,
    statistics: S,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    material: Option<Material>,
}

const _: () = assert!(size_of::<Slot>() <= 24);

impl<S: Statistics> MaterialTable<S> {
    pub(crate) fn new() -> Self {
        let slots = vec![Slot { key: 0, material: None }; ENTRIES].into_boxed_slice();
        Self { slots, statistics: S::default() }
    }

    /// Returns the entry of the material with this key; without one, stores and returns
    /// `compute`'s.
    #[inline]
    pub(crate) fn get_or_insert_with(
        &mut self,
        key: u64,
        compute: impl FnOnce() -> Material,
    ) -> Material {
        let slot = &mut self.slots[key as usize % ENTRIES];
        match slot.material {
            Some(material) if slot.key == key => {
                self.statistics.probed(true);
                material
            }
            found => {
                self.statistics.probed(false);
                let evicted = found.is_some();
                self.statistics.stored(if evicted { Stored::Evicted } else { Stored::Vacant });
                let material = compute();
                *slot = Slot { key, material: Some(material) };
                material
            }
        }
    }

    pub(crate) fn statistics(&self) -> &S {
        &self.statistics
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;
    use pawn_hash::Counters;

    use super::*;
    use crate::material::Counts;
    use crate::tracer::Silent;
    use crate::weights::Weights;

    const POSITIONS: &str = include_str!("../../tests/it/positions.txt");
    const PROBES: u64 = 1_000_000;

    /// The table agrees with the computation on a million positions of random games.
    #[test]
    fn what_the_table_says_is_what_is_computed() {
        let weights = Weights::default();
        let mut table = MaterialTable::<Counters>::new();
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut starts = POSITIONS.lines().cycle();
        while table.statistics().counts().probes() < PROBES {
            let fen = starts.next().expect("a cycle has no end");
            let mut position = Position::from_fen(fen).expect("the test's positions are legal");
            for _ in 0..200 {
                let compute = || Material::of(&Counts::new(&position), &weights, &mut Silent);
                let found = table.get_or_insert_with(position.material_key(), compute);
                assert_eq!(found, compute(), "{}", position.to_fen());
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                // A xorshift generator (Marsaglia 2003).
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                position = position.make(moves[(random >> 32) as usize % moves.len()]);
            }
        }
        let counts = table.statistics().counts();
        assert!(counts.hits > counts.probes() * 9 / 10 && counts.evicted > 1_000, "{counts:?}");
    }
}
