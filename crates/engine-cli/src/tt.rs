//! The answer to `tt`: the contents of the transposition table, and its records of a position.

use std::fmt::Write as _;

use movegen::{Move, Position};
use search::NO_EVAL;
use search::score::mate_distance_moves;
use tt_core::{Bound, Entry, Record, Snapshot};

use crate::census::{Census, percent};
use crate::hits::Hits;
use crate::size;

/// The slots of a key's bucket.
type Bucket = Vec<Option<Record<Entry>>>;

/// The parts of a table that `tt` describes.
pub(crate) struct TableView<'a> {
    /// The size of the table in bytes.
    pub(crate) bytes: usize,
    /// The per mille of sampled slots with an entry of the present search.
    pub(crate) hashfull: u32,
    /// The counts of the table's records.
    pub(crate) snapshot: Snapshot,
    /// A function that returns the bucket of a key and changes nothing.
    pub(crate) bucket_of: Box<dyn Fn(u64) -> Bucket + 'a>,
}

/// Describes the table, the probes of the last search, and the records of `position`.
pub(crate) fn describe(
    table: &TableView<'_>,
    last: Option<&Hits>,
    position: &Position,
    chess960: bool,
) -> String {
    let Snapshot { capacity, occupied, filled, .. } = &table.snapshot;
    let buckets: u64 = filled.iter().sum();
    let mut text = format!(
        "Table:   {}, {buckets} buckets of {} slots\n\
         Filled:  {occupied} of {capacity} slots ({}), hashfull {}\n",
        size::name(table.bytes >> 10),
        filled.len() - 1,
        percent(*occupied, *capacity),
        table.hashfull,
    );
    let shares = filled.iter().enumerate();
    let shares: Vec<String> =
        shares.map(|(taken, &count)| format!("{taken}: {}", percent(count, buckets))).collect();
    let _ = writeln!(text, "Buckets: {} (slots taken: buckets)", shares.join(", "));
    let _ = writeln!(text, "{}", Census::from(&table.snapshot));
    let hits = last.map_or("no search yet".into(), |hits| format!("last search: {hits}"));
    let _ = writeln!(text, "Hits:    {hits}\nMoves:   {}", children(table, position));
    let _ = write!(text, "Bucket of {}, key {:016X}:", position.to_fen(chess960), position.key());
    for (slot, record) in (table.bucket_of)(position.key()).iter().enumerate() {
        let _ = write!(text, "\n  slot {}: {}", slot + 1, slot_text(record, position, chess960));
    }
    text
}

/// Counts the positions after one move that are in the table.
fn children(table: &TableView<'_>, position: &Position) -> String {
    let moves = position.legal_moves();
    let known = |mv: &&Move| {
        let bucket = (table.bucket_of)(position.make(**mv).key());
        bucket.iter().flatten().any(|record| record.matches)
    };
    let known = moves.iter().filter(known).count();
    format!("of the {} positions after a move from here, {known} are in the table", moves.len())
}

/// Describes a slot in words.
fn slot_text(record: &Option<Record<Entry>>, position: &Position, chess960: bool) -> String {
    let Some(Record { payload: entry, age, matches, .. }) = record else {
        return "empty".into();
    };
    let mv = match Move::from_bits(entry.mv) {
        None if entry.mv == 0 => "no move".into(),
        None => format!("no move of chess ({:04x})", entry.mv),
        Some(mv) if !matches => format!("move {}{}", mv.from(), mv.to()),
        Some(mv) if position.is_legal(mv) => format!("move {}", position.uci(mv, chess960)),
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
    use tt_core::Table;

    fn text(table: &Table, position: &Position) -> String {
        let view = TableView {
            bytes: table.bytes(),
            hashfull: table.hashfull(),
            snapshot: table.snapshot(),
            bucket_of: Box::new(|key| table.bucket_of(key)),
        };
        describe(&view, None, position, false)
    }

    #[test]
    fn an_empty_table_is_described_too() {
        let table = Table::new(1 << 20).unwrap();
        let text = text(&table, &Position::startpos());
        assert!(text.starts_with("Table:   1 MB, 16384 buckets of 4 slots\n"), "{text}");
        assert!(text.contains("Filled:  0 of 65536 slots (0.0 %), hashfull 0\n"), "{text}");
        assert_eq!(text.matches(": empty").count(), 4);
        assert!(text.contains("of the 20 positions after a move from here, 0 are in the table"));
        assert!(text.contains("\nHits:    no search yet\n"), "{text}");
    }

    #[test]
    fn the_bucket_of_the_position_is_told_in_words() {
        let table = Table::new(64).unwrap();
        let position = Position::startpos();
        let mv = position.parse_uci("e2e4").unwrap();
        let entry = Entry { mv: mv.to_bits(), score: 34, eval: 20, ..Entry::default() };
        let of = |bound, draft| Entry { bound, draft, ..entry };
        table.store(position.key(), of(Bound::Lower, 9));
        table.advance_generation();
        table.store(position.make(mv).key(), Entry { mv: 0, ..of(Bound::Exact, 8) });
        let mate = Entry { score: 31_995, eval: NO_EVAL, pv: true, ..of(Bound::Upper, 3) };
        table.store(position.key() ^ 1, mate);
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
        assert_eq!(table.probe(position.key()).map(|entry| entry.draft), Some(9));
    }

    #[test]
    fn a_move_that_is_not_legal_is_called_so() {
        let table = Table::new(64).unwrap();
        let position = Position::startpos();
        for (mv, said) in [
            (Move::new(movegen::Square::E2, movegen::Square::E5).to_bits(), "move e2e5, not legal"),
            (0x0001, "move "),
        ] {
            table.store(position.key(), Entry { mv, bound: Bound::Exact, ..Entry::default() });
            let text = text(&table, &position);
            assert!(text.contains(said), "{text}");
        }
    }
}
