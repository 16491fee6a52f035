//! A record, played to tables of every size and verification.

use std::collections::HashMap;

use evaluation::{Counters, Counts, PawnProbe};
use pawn_classics::{PartialKey, Rank56};
use pawn_hash::{FullKey, MultiplyHigh, PawnKingTable, PawnTable, TwoSets, Verify};

/// Entries of the tables: 2^8 to 2^16.
pub(crate) const SIZES: [usize; 9] =
    [1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16];

/// The index of 4 K entries among the sizes.
const AT_4_K: usize = 4;
/// The index of 16 K entries among them.
const AT_16_K: usize = 6;

/// Returns the hits among the probes in per cent.
pub(crate) fn percent(counts: Counts) -> f64 {
    100.0 * counts.hits as f64 / counts.probes() as f64
}

/// The results of tables of all sizes with one verification that may err.
pub(crate) struct Inexact {
    /// The strategy: `full-key`, or `bits-` and a number.
    pub(crate) name: &'static str,
    /// By size; false hits count as hits.
    pub(crate) counters: [Counts; SIZES.len()],
    /// False hits by size.
    pub(crate) errors: [u64; SIZES.len()],
}

pub(crate) struct Replay {
    pub(crate) name: &'static str,
    /// With exact verification, by size.
    pub(crate) exact: [Counts; SIZES.len()],
    /// Wrong answers of exact tables: none.
    pub(crate) exact_errors: u64,
    /// A table that never forgets.
    pub(crate) infinite: Counts,
    /// The table of pawns and kings with 16 K entries.
    pub(crate) with_kings: Counts,
    /// Other verifications.
    pub(crate) inexact: [Inexact; 4],
}

impl Replay {
    pub(crate) fn of(name: &'static str, trace: &[PawnProbe]) -> Self {
        let mut names = HashMap::new();
        let numbers: Vec<u32> = trace
            .iter()
            .map(|probe| {
                let next = names.len() as u32;
                *names.entry(probe.pawns.map(|set| set.0)).or_insert(next)
            })
            .collect();
        let mut infinite = Counts::default();
        infinite.misses = names.len() as u64;
        infinite.hits = trace.len() as u64 - infinite.misses;
        let exact = SIZES.map(|size| play::<TwoSets>(trace, &numbers, size));
        let rank = play::<Rank56>(trace, &numbers, SIZES[AT_16_K]);
        let wrong: u64 = exact.iter().map(|(_, errors)| errors).sum();
        Self {
            name,
            exact: exact.map(|(counters, _)| counters),
            exact_errors: wrong + rank.1 + u64::from(rank.0 != exact[AT_16_K].0),
            infinite,
            with_kings: play_with_kings(trace),
            inexact: [
                inexact::<FullKey>("full-key", trace, &numbers),
                inexact::<PartialKey<16>>("bits-16", trace, &numbers),
                inexact::<PartialKey<12>>("bits-12", trace, &numbers),
                inexact::<PartialKey<8>>("bits-8", trace, &numbers),
            ],
        }
    }

    /// Returns the share of the infinite table's hit rate that 16 K entries reach, 0 to 1.
    pub(crate) fn share_at_16_k(&self) -> f64 {
        self.exact[AT_16_K].hits as f64 / self.infinite.hits as f64
    }

    /// Returns whether pawns face each other in the position.
    pub(crate) fn is_settled(&self) -> bool {
        self.name.starts_with("settled-")
    }

    /// Returns the hit rate with 4 K entries.
    pub(crate) fn at_4_k(&self) -> Counts {
        self.exact[AT_4_K]
    }

    /// Returns the hit rate with 16 K entries.
    pub(crate) fn at_16_k(&self) -> Counts {
        self.exact[AT_16_K]
    }
}

impl Inexact {
    /// Hits and false hits with 16 K entries.
    pub(crate) fn at_16_k(&self) -> (Counts, u64) {
        (self.counters[AT_16_K], self.errors[AT_16_K])
    }
}

fn inexact<V: Verify>(name: &'static str, trace: &[PawnProbe], numbers: &[u32]) -> Inexact {
    let all = SIZES.map(|size| play::<V>(trace, numbers, size));
    Inexact {
        name,
        counters: all.map(|(counters, _)| counters),
        errors: all.map(|(_, errors)| errors),
    }
}

/// Plays the record to one table, whose payload is the structure's number, and counts wrong ones.
fn play<V: Verify>(trace: &[PawnProbe], numbers: &[u32], size: usize) -> (Counts, u64) {
    let mut table: PawnTable<u32, Counters, V, MultiplyHigh> = PawnTable::new(size);
    let mut errors = 0;
    for (probe, &number) in trace.iter().zip(numbers) {
        let pawns = probe.pawns.map(|set| set.0);
        let found = *table.get_or_insert_with(pawns, probe.key, || number);
        errors += u64::from(found != number);
    }
    (table.statistics().counts(), errors)
}

fn play_with_kings(trace: &[PawnProbe]) -> Counts {
    let mut table: PawnKingTable<(), Counters> = PawnKingTable::new(SIZES[AT_16_K]);
    for probe in trace {
        table.get_or_insert_with(probe.pawns.map(|set| set.0), probe.kings, probe.key, || ());
    }
    table.statistics().counts()
}

#[cfg(test)]
pub(crate) mod tests {
    use movegen::{Bitboard, Position};
    use zobrist_keys::mix;

    use super::*;

    pub(crate) fn counted(probes: u64, hits: u64) -> Counts {
        let mut counts = Counts::default();
        (counts.hits, counts.misses) = (hits, probes - hits);
        counts
    }

    /// Returns one in which every table except the infinite one has the same hits of 10,000 probes.
    pub(crate) fn made_up(name: &'static str, hits: u64, infinite: u64) -> Replay {
        let exact = [counted(10_000, hits); SIZES.len()];
        Replay { exact, infinite: counted(10_000, infinite), ..Replay::of(name, &[]) }
    }

    /// Returns structure number `n`, with a key that is mixed or, from 1000 on, the same for all.
    fn probe(n: u64) -> PawnProbe {
        let pawns = [Bitboard(n << 8 & 0xFF_FF00), Bitboard(n << 24 & 0xFFFF << 32)];
        let mut probe = PawnProbe::of(&Position::startpos());
        (probe.pawns, probe.key) = (pawns, if n < 1000 { mix(n) } else { 5 });
        probe
    }

    #[test]
    fn hits_are_those_of_a_table_that_never_forgets_if_all_fit() {
        let trace: Vec<_> = (0..30_000).map(|n| probe(n % 100)).collect();
        let replay = Replay::of("made up", &trace);
        assert_eq!((replay.infinite.probes(), replay.infinite.hits), (30_000, 29_900));
        assert!(replay.share_at_16_k() > 0.97 && replay.share_at_16_k() <= 1.0);
        assert_eq!(replay.exact_errors, 0);
    }

    #[test]
    fn equal_keys_are_false_hits_where_the_key_is_trusted() {
        let trace: Vec<_> = (0..1_000).map(|n| probe(1000 + n % 3)).collect();
        let replay = Replay::of("made up", &trace);
        assert_eq!((replay.at_16_k().hits, replay.exact_errors), (0, 0));
        assert_eq!(replay.inexact[0].at_16_k().1, 666, "two of three answers are of the first");
    }
}
