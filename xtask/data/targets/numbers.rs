//! Numbers that are the same on every target: keys, counts of move paths, what a table keeps, the
//! nodes of a search.

use std::fmt::Write as _;
use std::time::Duration;

use movegen::{Position, perft};
use search::{Clock, Evaluate, Limits, Pool, Search};
use syzygy::Tablebases;
use tt_classics::rival::{RivalEntry, RivalTable};
use tt_core::{Bound, Dense, Entry, Layout, Mask, Table, Wide};
use zobrist_keys::{Key, SplitMix64, Xor64, xor64_table};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// Returns the lines, made anew.
pub fn numbers() -> String {
    let mut text = String::new();
    keys(&mut text);
    table::<Wide>(&mut text, "wide");
    table::<Wide<1>>(&mut text, "wide 1");
    table::<Wide<4, Mask>>(&mut text, "wide, mask");
    table::<Dense>(&mut text, "dense");
    rival(&mut text);
    positions(&mut text);
    tablebases(&mut text);
    text
}

/// A digest of a sequence (FNV-1a, 64 bits; Fowler, Noll, Vo).
struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

fn entry(random: &mut SplitMix64) -> Entry {
    let word = random.next();
    Entry {
        mv: word as u16,
        score: (word >> 16) as i16,
        eval: (word >> 32) as i16,
        draft: (word >> 48) as i16 % 100,
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][(word >> 62) as usize % 3],
        pv: word >> 61 & 1 != 0,
    }
}

fn keys(text: &mut String) {
    const TABLE: [Xor64; 781] = xor64_table(42);
    let mut digest = Digest::new();
    for key in TABLE {
        digest.add(key.to_u64());
    }
    let _ = writeln!(text, "keys: {:016x}", digest.0);
}

/// The step of a [`SplitMix64`] over the two words that a store takes.
const TWO_WORDS: u64 = 0x3c6e_f372_fe94_f82a;

/// Adds the lines of tables of three sizes after twice as many stores as records, with probes
/// between.
fn table<L: Layout>(text: &mut String, name: &str) {
    for bytes in [6_400, 100_000, 3 << 20] {
        let mut table = Table::<Entry, L>::with_parts(bytes).expect("the memory is there");
        let mut random = SplitMix64::new(bytes as u64);
        let mut digest = Digest::new();
        let records = table.capacity() as u64;
        for step in 0..2 * records {
            table.store(random.next(), entry(&mut random));
            if step % records == records / 2 {
                table.advance_generation();
            }
            let asked = SplitMix64::new(bytes as u64 + (step / 2).wrapping_mul(TWO_WORDS)).next();
            digest.add(table.probe(asked).map_or(0, |entry| u64::from(entry.mv) + 1));
        }
        digest.add(u64::from(table.hashfull()));
        table.resize(bytes / 2).expect("the memory is there");
        digest.add(u64::from(table.hashfull()));
        let (buckets, digest) = (table.buckets(), digest.0);
        let _ = write!(text, "{name}, {bytes} bytes: {records} records, ");
        let _ = writeln!(text, "{buckets} buckets, {digest:016x}");
    }
}

/// Adds the line of a table with thirteen bytes a record, whose place is found by an index of its
/// own.
fn rival(text: &mut String) {
    let table = RivalTable::with_parts(1_300_000).expect("the memory is there");
    let mut random = SplitMix64::new(13);
    let mut digest = Digest::new();
    for _ in 0..200_000 {
        let key = random.next();
        let (mv, depth) = (random.next() as u32, key as u8);
        table.store(key, RivalEntry { mv, value: 1, bound: Bound::Exact, depth });
        digest.add(u64::from(table.probe(key).is_some()));
    }
    let _ = writeln!(text, "rival: {:016x}, {} per mille", digest.0, table.hashfull());
}

/// A clock that does not move: not every target has one.
struct Still;

impl Clock for Still {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

struct HandCrafted(evaluation::Evaluator);

impl Evaluate for HandCrafted {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }

    fn is_known_draw(&self, position: &Position) -> bool {
        evaluation::is_known_draw(position)
    }
}

fn positions(text: &mut String) {
    let table = Table::new(1 << 20).expect("a mebibyte is there");
    let mut pool = Pool::new(|| HandCrafted(evaluation::Evaluator::new()));
    let start = Position::startpos().to_fen();
    for (fen, paths, depth) in [(&*start, 4, 9), (KIWIPETE, 3, 8), (ENDING, 5, 12)] {
        let position = Position::from_fen(fen).expect("a legal position");
        let _ = writeln!(text, "{fen}: perft({paths}) = {}", perft(&position, paths));
        let outcome = Search::new(&table)
            .position(position.clone())
            .clock(&Still)
            .limits(Limits { depth: Some(depth), ..Limits::default() })
            .run(&mut pool);
        let line: Vec<_> = outcome.pv.iter().map(ToString::to_string).collect();
        let (score, nodes) = (outcome.score.value(), outcome.nodes);
        let _ = writeln!(text, "  depth {depth}: {score}, {nodes} nodes, {}", line.join(" "));
    }
}

/// Adds the line of the endgame tables: a result that takes no file, and a file that is missing.
fn tablebases(text: &mut String) {
    let tables = Tablebases::open(["nowhere"]);
    let probe = |fen| tables.probe_wdl(&Position::from_fen(fen).expect("a legal position"));
    let kings = probe("8/8/4k3/8/8/4K3/8/8 w - - 0 1").expect("bare kings");
    let rook = probe("8/8/4k3/8/8/4K3/8/7R w - - 0 1").expect_err("no file");
    let _ = writeln!(text, "tables: {kings:?}; {rook}");
}
