//! The answers of a [`Playground`](super::Playground), as the page gets them.

use std::sync::Arc;

use engine::Game;
use movegen::{Move, Position};
use search::Info;
use serde::Serialize;

use super::design::Design;
use super::observer::{FalseMatch, Observer};
use crate::words;

/// The most buckets whose records are counted by age.
const SAMPLE: usize = 1_024;

/// Ages that are told apart; older ones count as the last.
const AGES: usize = 4;

/// A position on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionInfo {
    pub fen: String,
    pub legal: Vec<String>,
    /// Its key in hexadecimal.
    pub key: String,
    pub bucket: usize,
}

/// The counts of a search and the state of its table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counters {
    pub nodes: u64,
    pub probes: u64,
    pub hits: u64,
    pub cutoffs: u64,
    /// Stores, refused ones included, since the table was made.
    pub stores: u64,
    /// Stores that removed the record of another position, since the table was made.
    pub evictions: u64,
    /// Stores that took an empty slot: the number of occupied slots.
    pub filled: u64,
    /// Stores over the record of the same position, since the table was made.
    pub renewed: u64,
    /// Stores that the policy turned away, since the table was made.
    pub refused: u64,
    pub false_matches: u64,
    /// Occupied slots in per mille.
    pub hashfull: u32,
    /// Occupied slots in per mille by age in searches: 0, 1, 2, 3 and more.
    pub by_age: [u32; AGES],
    pub depth: u32,
}

/// A line of an iteration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    pub depth: u32,
    pub score: String,
    pub pv: Vec<String>,
    pub san: String,
    pub nodes: u64,
}

impl Line {
    /// Returns the line that a search of the game's position reports.
    pub(crate) fn new(info: &Info<'_>, game: &Game) -> Self {
        Self {
            depth: info.depth,
            score: words::score(info.score.value()),
            pv: crate::game::uci_line(game.position(), info.pv),
            san: game.san_line(info.pv),
            nodes: info.nodes,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchAnswer {
    /// The best move in UCI's notation; `None` without a legal move.
    pub best: Option<String>,
    /// The best move in SAN.
    pub san: Option<String>,
    /// Whether the caller stopped the search.
    pub stopped: bool,
    pub counters: Counters,
}

/// A record in the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellRecord {
    pub bucket: usize,
    pub slot: usize,
    /// The whole key of its position in hexadecimal.
    pub key: String,
    /// The depth in plies to which its position was searched.
    pub draft: i16,
    /// The bound of its score: `exact`, `lower` or `upper`.
    pub bound: &'static str,
    pub score: String,
    /// The move, in UCI's notation and not castling as the rook's square where the position is not
    /// known.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The move in SAN, where the position is known.
    pub san: Option<String>,
    /// Nodes of the subtree, as exactly as a record keeps them.
    pub nodes: u64,
    /// Age in searches.
    pub age: u32,
    pub hits: u32,
    /// The position, where it is known.
    pub fen: Option<String>,
    /// The whole key.
    #[serde(skip)]
    pub(crate) owner: u64,
    /// The packed move.
    #[serde(skip)]
    pub(crate) mv_bits: Option<u16>,
}

impl CellRecord {
    /// Adds the position, if it is known.
    pub(crate) fn place(&mut self, position: Option<&Position>) {
        let Some(position) = position else { return };
        let mv = self.mv_bits.and_then(Move::from_bits).filter(|&mv| position.is_legal(mv));
        self.fen = Some(position.to_fen());
        self.san = mv.map(|mv| position.san(mv));
        if let Some(mv) = mv {
            self.mv = Some(position.uci(mv));
        }
    }
}

/// A position on the path through the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathStep {
    /// Plies from the root.
    pub ply: usize,
    /// The move that leads on, in UCI's notation.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    pub san: Option<String>,
    pub fen: String,
    pub bucket: usize,
    pub record: Option<CellRecord>,
}

/// Two positions that the table takes for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Collision {
    /// The compared bits, in hexadecimal.
    pub key: String,
    pub keys: [String; 2],
    /// The position whose record was found, where it is still known.
    pub fen_stored: Option<String>,
    pub fen_probed: String,
    pub at_nodes: u64,
}

impl Collision {
    /// Returns the description of a false match of keys that are compared by their lowest `bits`.
    pub(crate) fn new(bits: u32, found: &FalseMatch, owner: Option<&Position>) -> Self {
        let FalseMatch { stored, probed, ref position, nodes, .. } = *found;
        let compared = probed & u64::MAX >> (u64::BITS - bits);
        let digits = bits.div_ceil(4) as usize;
        Self {
            key: format!("{compared:0digits$x}"),
            keys: [stored, probed].map(words::key),
            fen_stored: owner.map(Position::to_fen),
            fen_probed: position.to_fen(),
            at_nodes: nodes,
        }
    }
}

/// A table and what a search reports of it, to look at from anywhere.
pub(crate) struct Looked {
    pub(crate) design: Arc<dyn Design>,
    pub(crate) observer: Observer,
}

impl Looked {
    pub(crate) fn counters(&self) -> Counters {
        let counts = self.design.counts();
        let by_age = self.by_age();
        let seen = self.observer.seen();
        let evictions = counts.evicted + counts.evicted_old;
        Counters {
            nodes: seen.nodes,
            probes: seen.probes,
            hits: seen.hits,
            cutoffs: seen.cutoffs,
            stores: counts.vacant + counts.renewed + counts.refused + evictions,
            evictions,
            filled: counts.vacant,
            renewed: counts.renewed,
            refused: counts.refused,
            false_matches: seen.false_matches,
            hashfull: by_age.iter().sum(),
            by_age,
            depth: seen.depth,
        }
    }

    /// Returns the occupied slots in per mille by age, counted in some buckets at even distances.
    fn by_age(&self) -> [u32; AGES] {
        let buckets = self.design.buckets();
        let sampled = buckets.min(SAMPLE);
        let mut counts = [0; AGES];
        for i in 0..sampled {
            let bucket = (i as u64 * buckets as u64 / sampled as u64) as usize;
            self.design.visit(bucket..bucket + 1, &mut |_, _, record| {
                counts[(record.age as usize).min(AGES - 1)] += 1;
            });
        }
        counts.map(|count: usize| (count * 1_000 / (sampled * self.design.ways())) as u32)
    }

    /// Returns the records of a bucket, without their positions.
    pub(crate) fn records(&self, bucket: usize) -> Vec<CellRecord> {
        let hits = self.observer.seen().hits_by_bucket.get(bucket).copied().unwrap_or_default();
        let mut records = Vec::new();
        self.design.visit(bucket..bucket + 1, &mut |bucket, slot, record| {
            let (entry, owner) = (record.payload, record.key.unwrap_or_default());
            let mv = Move::from_bits(entry.mv).filter(|mv| !mv.is_null());
            records.push(CellRecord {
                bucket,
                slot,
                key: words::key(owner),
                draft: entry.draft,
                bound: words::bound(entry.bound),
                score: words::score(entry.score.into()),
                mv: mv.map(|mv| mv.to_string()),
                san: None,
                nodes: entry.effort,
                age: record.age,
                hits: hits.into(),
                fen: None,
                owner,
                mv_bits: mv.map(Move::to_bits),
            });
        });
        records
    }
}
