//! The answer to `tt`: the contents of the transposition table, and its records of a position.

use std::fmt::Write as _;

use engine::{Engine, Hash, Hits};
use movegen::{Move, Position, Variant};
use search::score::mate_distance_moves;
use search::{NO_EVAL, table_key};
use tt_core::{Bound, Entry, Record, Snapshot};

use crate::session::census::{Census, percent};
use uci::name_of_size;

/// Describes the engine's table, the probes of its last search, and the records of `position`.
pub(crate) fn describe(engine: &Engine, position: &Position, variant: Variant) -> String {
    let table = engine.hash();
    let snapshot = table.snapshot();
    let Snapshot { capacity, occupied, filled, .. } = &snapshot;
    let buckets: u64 = filled.iter().sum();
    let mut text = format!(
        "Table:   {}, {buckets} buckets of {} slots\n\
         Filled:  {occupied} of {capacity} slots ({}), hashfull {}\n",
        name_of_size(table.bytes() >> 10),
        filled.len() - 1,
        percent(*occupied, *capacity),
        table.hashfull(),
    );
    if let Some(memory) = table.memory() {
        let _ = writeln!(text, "Memory:  {memory}");
    }
    let shares = filled.iter().enumerate();
    let shares: Vec<String> =
        shares.map(|(taken, &count)| format!("{taken}: {}", percent(count, buckets))).collect();
    let _ = writeln!(text, "Buckets: {} (slots taken: buckets)", shares.join(", "));
    let _ = writeln!(text, "{}", Census::from(&snapshot));
    let hits = match engine.has_searched() {
        true => format!("last search: {}", hits_text(&table.hits())),
        false => "no search yet".into(),
    };
    let _ = writeln!(text, "Hits:    {hits}\nMoves:   {}", children(table, position));
    let key = table_key(position);
    let _ = write!(text, "Bucket of {}, key {:016X}:", position.to_fen_as(variant), key);
    for (slot, record) in table.bucket_of(key).iter().enumerate() {
        let _ = write!(text, "\n  slot {}: {}", slot + 1, slot_text(record, position, variant));
    }
    text
}

fn hits_text(hits: &Hits) -> String {
    let Hits { probes, found, cutoffs } = *hits;
    let [found_share, cutoff_share] = [found, cutoffs].map(|part| percent(part, probes));
    format!(
        "{probes} probes, {found} found a record ({found_share}), {cutoffs} settled their node \
         ({cutoff_share})"
    )
}

/// Counts the positions after one move that are in the table.
fn children(table: &Hash, position: &Position) -> String {
    let moves = position.legal_moves();
    let known = |mv: &&Move| {
        let bucket = table.bucket_of(table_key(&position.make(**mv)));
        bucket.iter().flatten().any(|record| record.matches)
    };
    let known = moves.iter().filter(known).count();
    format!("of the {} positions after a move from here, {known} are in the table", moves.len())
}

fn slot_text(record: &Option<Record<Entry>>, position: &Position, variant: Variant) -> String {
    let Some(Record { payload: entry, age, matches, .. }) = record else {
        return "empty".into();
    };
    let mv = match Move::from_bits(entry.mv) {
        None if entry.mv == 0 => "no move".into(),
        None => format!("no move of chess ({:04x})", entry.mv),
        Some(mv) if !matches => format!("move {}{}", mv.from(), mv.to()),
        Some(mv) if position.is_legal(mv) => format!("move {}", position.uci_as(mv, variant)),
        Some(mv) => format!("move {}{}, not legal here", mv.from(), mv.to()),
    };
    let score = match mate_distance_moves(entry.score.into()) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", entry.score),
    };
    let score = match entry.bound {
        Bound::None => "no score".into(),
        Bound::Upper => format!("score at most {score}"),
        Bound::Lower => format!("score at least {score}"),
        Bound::Exact => format!("score {score}"),
    };
    let eval = match entry.eval {
        NO_EVAL => "no evaluation".into(),
        eval => format!("evaluation cp {eval}"),
    };
    let age = match age {
        0 => "of this search".into(),
        1 => "of the search before".into(),
        age => format!("{age} searches old"),
    };
    let whose = if *matches { "this position" } else { "another position" };
    let pv = if entry.pv { ", on a main line" } else { "" };
    format!("{whose}: {mv}, {score}, {eval}, draft {}, {age}{pv}", entry.draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{StoreHints, TableHandle, TranspositionTable};

    fn engine(bytes: usize) -> Engine {
        Engine::builder().hash(bytes).build().expect("memory for a small table")
    }

    fn store(engine: &Engine, key: u64, entry: Entry) {
        engine.hash().handle(0).store(key, entry, &StoreHints::default);
    }

    fn text(engine: &Engine, position: &Position) -> String {
        describe(engine, position, Variant::Standard)
    }

    #[test]
    fn probes_are_counted_in_words() {
        let hits = Hits { probes: 2, found: 1, cutoffs: 1 };
        let words = "2 probes, 1 found a record (50.0 %), 1 settled their node (50.0 %)";
        assert_eq!(hits_text(&hits), words);
    }

    #[test]
    fn an_empty_table_is_described_too() {
        let table = engine(1 << 20);
        let text = text(&table, &Position::startpos());
        assert!(text.starts_with("Table:   1 MB, 16384 buckets of 4 slots\n"), "{text}");
        assert!(text.contains("Filled:  0 of 65536 slots (0.0 %), hashfull 0\n"), "{text}");
        assert!(text.contains("\nMemory:  1048576 bytes on pages of "), "{text}");
        assert_eq!(text.matches(": empty").count(), 4);
        assert!(text.contains("of the 20 positions after a move from here, 0 are in the table"));
        assert!(text.contains("\nHits:    no search yet\n"), "{text}");
    }

    #[test]
    fn the_bucket_of_the_position_is_told_in_words() {
        let table = engine(64);
        let position = Position::startpos();
        let mv = position.parse_uci("e2e4").unwrap();
        let entry = Entry { mv: mv.to_bits(), score: 34, eval: 20, ..Entry::default() };
        let of = |bound, draft| Entry { bound, draft, ..entry };
        store(&table, position.key(), of(Bound::Lower, 9));
        table.hash().advance_generation();
        store(&table, position.make(mv).key(), Entry { mv: 0, ..of(Bound::Exact, 8) });
        let mate = Entry { score: 31_995, eval: NO_EVAL, pv: true, ..of(Bound::Upper, 3) };
        store(&table, position.key() ^ 1, mate);
        let text = text(&table, &position);
        let rows: Vec<&str> =
            text.lines().skip_while(|row| !row.starts_with("Bucket of")).collect();
        assert_eq!(
            rows[1..],
            [
                "  slot 1: this position: move e2e4, score at least cp 34, evaluation cp 20, draft \
                 9, of the search before",
                "  slot 2: another position: no move, score cp 34, evaluation cp 20, draft 8, of \
                 this search",
                "  slot 3: another position: move e2e4, score at most mate 3, no evaluation, draft \
                 3, of this search, on a main line",
                "  slot 4: empty",
            ]
        );
        assert!(text.contains("20 positions after a move from here, 1 are in the table"), "{text}");
        assert_eq!(table.hash().handle(0).probe(position.key()).map(|entry| entry.draft), Some(9));
    }

    #[test]
    fn a_move_that_is_not_legal_is_called_so() {
        let table = engine(64);
        let position = Position::startpos();
        for (mv, said) in [
            (Move::new(movegen::Square::E2, movegen::Square::E5).to_bits(), "move e2e5, not legal"),
            (0x0001, "move "),
        ] {
            store(&table, position.key(), Entry { mv, bound: Bound::Exact, ..Entry::default() });
            let text = text(&table, &position);
            assert!(text.contains(said), "{text}");
        }
    }
}
