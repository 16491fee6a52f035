//! `hash look`: the words, and [`Look`], the records that a file has of a position, of those after
//! each move, and of the line of best moves.

use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use movegen::{Color, Move, Position};
use search::score::mate_distance_moves;
use search::table_key;
use serde::Serialize;
use tt_core::{Bound, Entry, FileError, FileInfo, FileLookup};

use super::{at, open};
use crate::cli::hash::known::{Known, KnownRecord, rank};
use crate::cli::position::PositionWords;
use crate::io::output::Output;
use crate::notation::{MoveNames, line_in_san, line_in_uci};
use engine::schema;

const LINE_PLIES: usize = 256;

const COLUMNS: [&str; 6] = ["move", "draft", "score", "evaluation", "reply", "age"];

#[derive(Args)]
#[command(after_help = "Scores are from the view of the side to move of the position.\n\n\
    Examples:\n  \
    palimpsest hash look analysis.hsh\n  \
    palimpsest hash look analysis.hsh moves e4 e5 Nf3 --json\n  \
    palimpsest hash look analysis.hsh '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -'")]
pub(in crate::cli) struct LookWords {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    position: PositionWords,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl LookWords {
    pub(super) fn obey(&self, output: &Output) -> Result<(), String> {
        open(&self.file);
        let game = self.position.game();
        let look = Look::new(&self.file, game.position()).map_err(|error| at(&self.file, error))?;
        match self.json {
            true => output.line(look.json()),
            false => output.line(look),
        }
        Ok(())
    }
}

pub(crate) struct Look<'a> {
    file: &'a Path,
    info: FileInfo,
    position: &'a Position,
    known: Option<Known>,
    /// The legal moves and the records of the positions after them, from the view of the side that
    /// moves: the best move first, then by score, then those without a record.
    moves: Vec<(Move, Option<Known>)>,
    line: Vec<Move>,
    end: LineEnd,
}

/// The reason why a line is not longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum LineEnd {
    NoRecord,
    NoMove,
    Repetition,
    GameOver,
    Length,
}

impl LineEnd {
    const fn text(self) -> &'static str {
        match self {
            Self::NoRecord => "no record of the position",
            Self::NoMove => "no legal move in the record",
            Self::Repetition => "the position is repeated",
            Self::GameOver => "the game is over",
            Self::Length => "a line has at most 256 plies",
        }
    }
}

impl<'a> Look<'a> {
    /// Looks a position up.
    pub(crate) fn new(file: &'a Path, position: &'a Position) -> Result<Self, FileError> {
        let mut records = FileLookup::<Entry>::open(file, schema())?;
        let own = records.get(table_key(position))?;
        let known = own.map(|(entry, age)| Known::new(position, entry, age));
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let child = position.make(mv);
            let found = records.get(table_key(&child))?;
            moves.push((mv, found.map(|(entry, age)| Known::for_mover(&child, entry, age))));
        }
        let best = known.and_then(|known| known.best);
        moves.sort_by_key(|&(mv, known)| rank(Some(mv) == best, known));
        let (line, end) = line(&mut records, position)?;
        Ok(Self { file, info: records.info(), position, known, moves, line, end })
    }

    /// Returns a JSON document in lines for people to read.
    pub(crate) fn json(&self) -> String {
        let &Self { position, .. } = self;
        let named = |&(mv, known): &(Move, Option<Known>)| LookedMove {
            names: MoveNames::new(position, mv),
            record: known.map(|known| KnownRecord::new(&position.make(mv), &known)),
        };
        let document = LookDocument {
            file: self.file.to_string_lossy().into_owned(),
            records: self.info.records,
            generation: self.info.generation,
            fen: position.to_fen(),
            side_to_move: if is_white(position) { "white" } else { "black" },
            key: format!("{:016x}", table_key(position)),
            record: self.known.map(|known| KnownRecord::new(position, &known)),
            moves: self.moves.iter().map(named).collect(),
            line_uci: line_in_uci(position, &self.line),
            line_san: line_in_san(position, &self.line),
            line_end: self.end,
        };
        serde_json::to_string_pretty(&document).expect("names and numbers can be written")
    }
}

/// Follows the best moves of the records as far as they go.
fn line(
    records: &mut FileLookup<Entry>,
    start: &Position,
) -> Result<(Vec<Move>, LineEnd), FileError> {
    let (mut line, mut keys, mut position) = (Vec::new(), Vec::new(), start.clone());
    let end = loop {
        if position.legal_moves().is_empty() {
            break LineEnd::GameOver;
        }
        if keys.contains(&position.key()) {
            break LineEnd::Repetition;
        }
        if line.len() == LINE_PLIES {
            break LineEnd::Length;
        }
        keys.push(position.key());
        let Some((entry, age)) = records.get(table_key(&position))? else {
            break LineEnd::NoRecord;
        };
        let Some(mv) = Known::new(&position, entry, age).best else { break LineEnd::NoMove };
        line.push(mv);
        position = position.make(mv);
    };
    Ok((line, end))
}

/// The document of `--json`. The names of the fields are part of the command line: a new version
/// may add fields, and removes none. Scores are from the view of the side to move of `fen`.
#[derive(Serialize)]
struct LookDocument {
    file: String,
    records: u64,
    /// The number of searches after which the file was saved.
    generation: u64,
    fen: String,
    side_to_move: &'static str,
    /// 16 hexadecimal digits.
    key: String,
    /// `null` if the file has none.
    record: Option<KnownRecord>,
    moves: Vec<LookedMove>,
    line_uci: Vec<String>,
    line_san: Vec<String>,
    line_end: LineEnd,
}

/// A legal move and the record of the position after it.
#[derive(Serialize)]
struct LookedMove {
    #[serde(flatten)]
    names: MoveNames,
    /// `null` if the file has none.
    record: Option<KnownRecord>,
}

/// Displays rows for people, without a line end after the last.
impl fmt::Display for Look<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { info: FileInfo { records, generation, .. }, position, .. } = self;
        writeln!(f, "File:     {records} records, saved after {generation} searches")?;
        writeln!(f, "Position: {}, key {:016x}", position.to_fen(), table_key(position))?;
        let own = self.known.map_or("none".into(), |known| in_words(position, &known));
        writeln!(f, "Record:   {own}")?;
        let line: String =
            line_in_san(position, &self.line).iter().map(|san| format!(" {san}")).collect();
        writeln!(f, "Line:    {line} ({})", self.end.text())?;
        let known = self.moves.iter().filter(|(_, known)| known.is_some()).count();
        write!(f, "Moves:    {known} of {} lead to a position with a record", self.moves.len())?;
        if known > 0 {
            write!(f, "; scores are the mover's, in pawns\n\n{}", self.table())?;
        }
        Ok(())
    }
}

impl Look<'_> {
    fn table(&self) -> String {
        let mut rows = vec![COLUMNS.map(str::to_owned)];
        for &(mv, known) in &self.moves {
            let Some(known) = known else { continue };
            let reply = known.best.map(|reply| self.position.make(mv).san(reply));
            rows.push([
                self.position.san(mv),
                known.draft.to_string(),
                known.score.map_or("-".into(), score_text),
                known.eval.map_or("-".into(), |eval| score_text((eval, Bound::Exact))),
                reply.unwrap_or_else(|| "-".into()),
                known.age.to_string(),
            ]);
        }
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let widths: [usize; COLUMNS.len()] = std::array::from_fn(width);
        let mut text = String::new();
        for row in &rows {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                // Moves stand on the left, numbers on the right.
                let _ = match COLUMNS[column] {
                    "move" | "reply" => write!(line, "{cell:width$}  "),
                    _ => write!(line, "{cell:>width$}  "),
                };
            }
            text += line.trim_end();
            text.push('\n');
        }
        text.pop();
        text
    }
}

fn is_white(position: &Position) -> bool {
    position.side_to_move() == Color::White
}

fn in_words(position: &Position, known: &Known) -> String {
    let best = known.best.map_or("no move".into(), |mv| format!("best {}", position.san(mv)));
    let score =
        known.score.map_or("no score".into(), |score| format!("score {}", score_text(score)));
    let eval = known.eval.map_or("no evaluation".into(), |eval| {
        format!("evaluation {}", score_text((eval, Bound::Exact)))
    });
    let age = match known.age {
        0 => "of the last search".into(),
        age => format!("age {age}"),
    };
    let pv = if known.pv { ", on a main line" } else { "" };
    format!("{best}, {score}, {eval}, draft {}, {age}{pv}", known.draft)
}

/// Returns a score in pawns, or the moves to a mate; a bound precedes it.
fn score_text((score, bound): (i32, Bound)) -> String {
    let sign = match bound {
        Bound::Lower => ">= ",
        Bound::Upper => "<= ",
        Bound::Exact | Bound::None => "",
    };
    match mate_distance_moves(score) {
        Some(moves) => format!("{sign}#{moves}"),
        None => format!("{sign}{:+.2}", f64::from(score) / 100.0),
    }
}
