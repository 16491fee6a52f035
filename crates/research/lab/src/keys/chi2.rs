//! Verb `keys-chi2`: whether the keys of the positions that a search meets look random, field by
//! field.
//!
//! A table takes its index, and its lock, from some bits of the key. For each of the 49 fields of
//! 16 neighbouring bits the verb counts how often each value occurs among distinct positions, and
//! prints χ² over its degrees of freedom (Karl Pearson, 1900): 1 in the mean if every value is
//! equally likely, with a standard deviation of √(2 / 65535) = 0.006. Larger means crowded buckets.
//! It then does the same for the buckets that tt-core's indexes make of the keys.

pub(super) mod indexes;

use std::collections::HashSet;
use std::sync::Mutex;

use anyhow::Result;
use clap::{Args, ValueEnum};
use engine::HandCrafted;
use movegen::keys::{AdditiveKeys, BchKeys, ChessKeys, ZobristKeys};
use search::{Limits, Pool, Search};
use self_play::{Openings, Random};
use tt_core::{Entry, Table};

use super::tree::{NestedKeys, OPENING_PLIES, walk};
use crate::page::chi_square_ratio;
use crate::search::lens::{Lens, Seen, lock};

const FIELD_BITS: u32 = 16;
const VALUES: usize = 1 << FIELD_BITS;

/// The searches of the engine: nodes of each, and the size of their table.
const NODES: u64 = 100_000;
const TABLE_BYTES: usize = 16 << 20;

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Chi2Arguments {
    /// Which keys, and whose positions
    #[arg(long, value_enum, default_value_t = Source::Engine)]
    keys: Source,
    /// Distinct positions
    #[arg(long, default_value_t = 1 << 20)]
    positions: usize,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A choice of keys, and how positions are gathered for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Source {
    /// The default keys; whatever the engine's own search asks its table for
    Engine,
    /// BCH keys (the default), random XOR keys, random additive keys, nested BCH keys: the nodes of
    /// a plain alpha-beta search with quiescence
    Bch,
    Zobrist,
    Additive,
    Nested,
}

pub(crate) fn run(arguments: &Chi2Arguments) -> Result<String> {
    let keys = gather(arguments)?;
    let ratios: Vec<f64> = fields().map(|shift| field_ratio(&keys, shift)).collect();
    let (least, most) = extremes(&ratios);
    let mut lines = vec![
        format!("{} distinct keys, {:?}", keys.len(), arguments.keys),
        "lowest bit of the field, chi-square / degrees of freedom".to_owned(),
    ];
    lines.extend(fields().zip(&ratios).map(|(shift, ratio)| format!("{shift:>2} {ratio:.3}")));
    lines.push(format!("all fields: {least:.3} to {most:.3}"));
    lines.extend(indexes::lines(&keys));
    Ok(lines.join("\n"))
}

fn fields() -> std::ops::RangeInclusive<u32> {
    0..=u64::BITS - FIELD_BITS
}

fn extremes(ratios: &[f64]) -> (f64, f64) {
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    (least, ratios.iter().copied().fold(0.0, f64::max))
}

/// Returns χ² of one field over its degrees of freedom, if every value were equally likely.
fn field_ratio(keys: &HashSet<u64>, shift: u32) -> f64 {
    let mut counts = vec![0_u32; VALUES];
    for key in keys {
        counts[(key >> shift) as usize % VALUES] += 1;
    }
    chi_square_ratio(&counts)
}

/// Returns the keys of `positions` different positions, of the engine's group, from plain
/// alpha-beta trees.
pub(super) fn engine_keys(positions: usize, seed: u64) -> Result<HashSet<u64>> {
    gather(&Chi2Arguments { keys: Source::Bch, positions, seed })
}

/// Returns exactly as many different keys as asked for, of the positions met in trees below random
/// openings.
fn gather(arguments: &Chi2Arguments) -> Result<HashSet<u64>> {
    let openings = Openings::from_startpos(OPENING_PLIES);
    let mut random = Random::new(arguments.seed);
    let count = arguments.positions;
    Ok(match arguments.keys {
        Source::Engine => keys_of_searches(&openings, &mut random, count)?,
        Source::Bch => keys_of_trees::<BchKeys>(&openings, &mut random, count),
        Source::Zobrist => keys_of_trees::<ZobristKeys>(&openings, &mut random, count),
        Source::Additive => keys_of_trees::<AdditiveKeys>(&openings, &mut random, count),
        Source::Nested => keys_of_trees::<NestedKeys>(&openings, &mut random, count),
    })
}

fn keys_of_trees<K: ChessKeys>(
    openings: &Openings,
    random: &mut Random,
    count: usize,
) -> HashSet<u64> {
    let mut keys = HashSet::with_capacity(count);
    while keys.len() < count {
        walk(&openings.draw(random).with_keys::<K>(), &mut |position| {
            let is_wanted = keys.len() < count;
            is_wanted.then(|| keys.insert(position.key()));
            is_wanted
        });
    }
    keys
}

/// Notes the keys that a search asks its table for.
struct Recorder<'a> {
    keys: &'a Mutex<HashSet<u64>>,
    most: usize,
}

impl Lens for Recorder<'_> {
    fn probe(&mut self, key: u64, found: Option<Entry>) -> Option<Entry> {
        let mut keys = lock(self.keys);
        if keys.len() < self.most {
            keys.insert(key);
        }
        found
    }
}

/// Returns the keys of the first `count` different positions for which searches below random
/// openings ask their table: one thread, principal variation search with quiescence and all
/// pruning.
fn keys_of_searches(
    openings: &Openings,
    random: &mut Random,
    count: usize,
) -> Result<HashSet<u64>> {
    let table: Table = Table::new(TABLE_BYTES)?;
    let keys = Mutex::default();
    let seen = Seen { table: &table, make: || Recorder { keys: &keys, most: count } };
    let mut pool = Pool::new(HandCrafted::default);
    while lock(&keys).len() < count {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        Search::new(&seen).position(openings.draw(random)).limits(limits).run(&mut pool);
    }
    Ok(std::mem::take(&mut *lock(&keys)))
}

#[cfg(test)]
mod tests {
    use tt_classics::rival::RivalFold;

    use super::*;

    fn ratios(keys: Source, positions: usize) -> (f64, f64) {
        let keys = gather(&Chi2Arguments { keys, positions, seed: 1 }).unwrap();
        assert_eq!(keys.len(), positions);
        extremes(&fields().map(|shift| field_ratio(&keys, shift)).collect::<Vec<_>>())
    }

    #[test]
    fn the_default_keys_fill_every_field_evenly() {
        for source in [Source::Engine, Source::Bch] {
            let (least, most) = ratios(source, 1 << 17);
            assert!(least > 0.9 && most < 1.1, "{source:?}: {least} to {most}");
        }
    }

    #[test]
    fn every_uniform_index_spreads_real_positions_evenly() {
        let keys = engine_keys(1 << 19, 1).unwrap();
        for (name, buckets, ratio) in indexes::uniform(&keys) {
            assert!((0.9..1.1).contains(&ratio), "{name}, {buckets} buckets: {ratio}");
        }
        // 2^20 addresses, of which 418,423 entries have two and 211,730 one: 583,165 in effect.
        let size = indexes::effective_size::<RivalFold>(&keys, indexes::RIVAL_ENTRIES);
        assert!((size / 583_165.0 - 1.0).abs() < 0.01, "{size}");
        let size = indexes::effective_size::<tt_core::MultiplyHigh>(&keys, indexes::RIVAL_ENTRIES);
        assert!(size > 0.99 * indexes::RIVAL_ENTRIES as f64, "{size}");
    }

    #[test]
    fn a_crowded_field_is_seen() {
        // The low 16 bits hold even numbers only: half of the values, twice as often.
        let keys: HashSet<u64> = (0..1 << 17).map(|i| i << 1).collect();
        assert!((field_ratio(&keys, 0) - 2.0).abs() < 0.1);
        // Each value of the next field occurs equally often, which chance would not do.
        assert_eq!(field_ratio(&keys, 1), 0.0);
    }

    #[test]
    fn every_group_sees_the_same_positions() {
        let positions = |keys| gather(&Chi2Arguments { keys, positions: 5000, seed: 2 }).unwrap();
        let [bch, zobrist] = [Source::Bch, Source::Zobrist].map(positions);
        assert_eq!(bch.len(), zobrist.len());
        assert!(bch.is_disjoint(&zobrist), "the keys are others");
    }
}
