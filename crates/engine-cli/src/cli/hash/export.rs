//! The words of `hash export`, and a tree of records as a suite of positions and as an opening
//! book.

use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use engine::BookWriter;
use movegen::{Epd, EpdOperation, Move};
use tt_core::{Bound, file_info};

use super::{DRAFTS, at, is_same, open};
use crate::args::whole;
use crate::cli::ending::{refuse, refuse_output};
use crate::cli::hash::tree::{Node, RecordTree, Records, pgn};
use crate::cli::position::PositionWords;
use crate::io::out_file::OutFile;
use crate::io::output::Output;
use crate::io::progress::Progress;
use crate::notation;
use crate::session::interrupt::{self, INTERRUPTED};

/// The bytes of an entry of a book.
const ENTRY: usize = 16;

const BEST: f64 = 1_000.0;

/// The number of centipawns that halve a move's weight.
const HALF: f64 = 20.0;

/// The greatest number of centipawns that a move of the book may be worse than the best one.
const WORST: i32 = 100;

/// The forms of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One game with variations; behind each move the score from White's view, and the draft
    Pgn,
    /// A line of EPD for each position: best move, draft, exact score
    Epd,
    /// An opening book in PolyGlot's format, weighted by scores
    Polyglot,
}

#[derive(Args)]
#[command(mut_arg("fen", |fen| fen.long("from").visible_alias("fen")))]
#[command(after_help = "Examples:\n  \
    palimpsest hash export my.hsh --draft 12 --format pgn --output tree.pgn\n  \
    palimpsest hash export my.hsh moves e4 c5 --draft 15 --format polyglot -o sicilian.bin")]
pub(in crate::cli) struct ExportWords {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    position: PositionWords,
    /// Take records of at least this draft, in plies
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = whole::<i16>(DRAFTS)
    )]
    draft: i16,
    /// The form of what is written
    #[arg(long, value_name = "FORMAT")]
    format: Format,
    /// Write to this file instead of standard output (`-`); an existing file is replaced at the end
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Take at most this number of positions, the nearest ones
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000,
        allow_negative_numbers = true,
        value_parser = whole::<usize>(1..=10_000_000)
    )]
    limit: usize,
}

impl ExportWords {
    /// Writes the tree. After an interruption the process ends with nothing written.
    pub(super) fn obey(&self, output: &Output) -> Result<(), String> {
        open(&self.file);
        let game = self.position.game();
        let target = self.target(output);
        let stop = Arc::new(AtomicBool::new(false));
        let at_signal = Arc::clone(&stop);
        interrupt::at_first_signal(move || at_signal.store(true, Ordering::Relaxed))
            .map_err(|error| error.to_string())?;
        let is_stopped = || stop.load(Ordering::Relaxed);

        let records = self.records()?;
        let progress = Progress::new(|| None, "positions");
        let tree = RecordTree::new(game.position(), &records, self.limit, || {
            progress.add(1);
            !is_stopped()
        });
        drop(records);
        if is_stopped() {
            progress.finish();
            process::exit(INTERRUPTED);
        }
        if tree.is_empty() {
            let expected = format!("expected records from draft {} on", self.draft);
            let found = "found none of the position and none of a position a move later";
            return Err(at(&self.file, format_args!("{expected}, {found}")));
        }
        let (content, notes) = self.content(&tree)?;
        target.write_whole(content)?;
        for note in notes {
            progress.note(note);
        }
        progress.finish();
        Ok(())
    }

    /// Opens the output. A file that cannot be written is refused: the process ends.
    fn target(&self, output: &Output) -> OutFile {
        let path = self.output.as_deref();
        if path.is_none() && self.format == Format::Polyglot {
            refuse("--format", "expected --output FILE for a book, which is no text");
        }
        if let Some(path) = path.filter(|path| is_same(path, &self.file)) {
            refuse("--output", at(path, "expected another file than that of the records"));
        }
        let refused = |error| refuse_output("--output", path.unwrap_or(&self.file), &error);
        OutFile::create(path, output).unwrap_or_else(refused)
    }

    fn records(&self) -> Result<Records, String> {
        let info = file_info(&self.file).map_err(|error| at(&self.file, error))?;
        let progress = Progress::new(|| Some(info.records), "records");
        let records = Records::read(&self.file, self.draft, || progress.add(1));
        progress.finish();
        records.map_err(|error| at(&self.file, error))
    }

    /// Returns the bytes to write, and remarks on them.
    fn content(&self, tree: &RecordTree) -> Result<(Vec<u8>, Vec<String>), String> {
        let mut notes = vec![format!("{} positions with a record", tree.records())];
        if tree.is_cut {
            notes.push(format!("{} positions are the limit: --limit takes more", self.limit));
        }
        let content = match self.format {
            Format::Pgn => {
                let event =
                    format!("Records of {} from draft {} on", self.file.display(), self.draft);
                let (text, left_out) =
                    pgn::game(tree, &event).map_err(|error| error.to_string())?;
                if left_out > 0 {
                    notes.push(format!("{left_out} variations are too deep for PGN and left out"));
                }
                text.into_bytes()
            }
            Format::Epd => suite(tree).into_bytes(),
            Format::Polyglot => {
                let (bytes, positions) = book(tree);
                notes.push(format!("{} moves of {positions} positions", bytes.len() / ENTRY));
                bytes
            }
        };
        Ok((content, notes))
    }
}

/// Returns a line of EPD for each position with a record: `bm`, the best move, unless the score is
/// an upper bound, where no move was proved to be good; `ce`, an exact score in centipawns; `acd`,
/// the draft; and `c0`, the bound of another score in words.
fn suite(tree: &RecordTree) -> String {
    tree.nodes.iter().filter_map(line).map(|line| format!("{line}\n")).collect()
}

fn line(node: &Node) -> Option<Epd> {
    let known = node.known?;
    let mut epd = Epd::new(node.position.clone());
    if let Some(best) = known.best.filter(|_| known.assured().is_some()) {
        epd.put(EpdOperation::moves("bm", &node.position, &[best]));
    }
    epd.put(EpdOperation::number("acd", known.draft.max(0).into()));
    if let Some((score, bound)) = known.score {
        let ce = notation::centipawns(score);
        match bound {
            Bound::Lower => epd.put(EpdOperation::text("c0", &format!("score at least {ce}"))),
            Bound::Upper => epd.put(EpdOperation::text("c0", &format!("score at most {ce}"))),
            Bound::Exact | Bound::None => epd.put(EpdOperation::number("ce", ce)),
        }
    }
    Some(epd)
}

/// Returns a book in PolyGlot's format, and the number of its positions. It has each position's
/// moves whose score is exact or a lower bound, except those more than 100 centipawns worse than
/// the best one. The best one has the weight 1,000, and 20 centipawns less halve the weight.
fn book(tree: &RecordTree) -> (Vec<u8>, usize) {
    let mut book = BookWriter::default();
    let mut positions = 0;
    for node in &tree.nodes {
        let moves = weighted(node);
        positions += usize::from(!moves.is_empty());
        for (mv, weight) in moves {
            book.add(&node.position, mv, weight).expect("the moves of a tree are legal");
        }
    }
    (book.to_bytes(), positions)
}

fn weighted(node: &Node) -> Vec<(Move, u16)> {
    let best = node.known.and_then(|known| known.best.zip(known.assured()));
    let scored = node.edges.iter().filter_map(|edge| {
        let own = best.filter(|&(best, _)| best == edge.mv).map(|(_, score)| score);
        let score = own.or_else(|| edge.known.and_then(|known| known.assured()))?;
        Some((edge.mv, score))
    });
    let scored: Vec<(Move, i32)> = scored.collect();
    let greatest = scored.iter().map(|&(_, score)| score).max().unwrap_or(0);
    let near = scored.into_iter().filter(|&(_, score)| greatest - score <= WORST);
    let weight = |score: i32| (BEST * (f64::from(score - greatest) / HALF).exp2()).round() as u16;
    near.map(|(mv, score)| (mv, weight(score))).collect()
}

#[cfg(test)]
mod tests {
    use clap::{Command, FromArgMatches};
    use engine::book_moves;
    use movegen::Position;
    use movegen::pgn::MAX_DEPTH;

    use super::*;
    use crate::cli::hash::tree::pgn::tests::deep;
    use crate::cli::hash::tree::tests::{meeting, records, tree};

    #[test]
    fn a_line_says_what_was_proved() {
        let suite = suite(&tree(&meeting(), 100));
        let lines: Vec<&str> = suite.lines().collect();
        assert_eq!(lines.len(), 7);
        assert!(lines[0].ends_with("w KQkq - bm Nf3; acd 9; ce 30;"), "{suite}");
        assert!(lines[2].ends_with(" acd 8; c0 \"score at most -10\";"), "{suite}");
        assert!(lines[4].contains(" bm Nf3; acd 7; c0 \"score at least 20\";"), "{suite}");
        for line in lines {
            let read = Epd::parse(line).unwrap();
            assert_eq!(read.to_string(), line);
            assert!(read.best_moves().is_ok());
        }
    }

    #[test]
    fn weights_halve_with_twenty_centipawns() {
        let records = records(&[
            ("", 30, Bound::Exact, 9, "e4"),
            ("d4", -10, Bound::Exact, 8, "d5"),
            ("c4", 10, Bound::Upper, 8, "e5"),
            ("f4", -25, Bound::Lower, 8, "e5"),
            ("a4", 71, Bound::Exact, 8, ""),
            ("d4 d5", -30, Bound::Upper, 7, "c4"),
        ]);
        let (bytes, positions) = book(&tree(&records, 100));
        let start = Position::startpos();
        let moves = book_moves(&bytes, &start);
        let moves: Vec<(String, u16)> =
            moves.into_iter().map(|(mv, weight)| (start.san(mv), weight)).collect();
        let of = |san: &str, weight| (san.to_owned(), weight);
        assert_eq!(moves, [of("e4", 1_000), of("d4", 500), of("c4", 250)]);
        // The replies to d4 and f4 are proved, that to c4 is not.
        let after = |san| start.make(start.parse_san(san).unwrap());
        let replies = ["d4", "f4", "c4"].map(|san| book_moves(&bytes, &after(san)).len());
        assert_eq!((replies, positions, bytes.len()), ([1, 1, 0], 3, 16 * 5));
    }

    #[test]
    fn a_remark_tells_how_many_variations_are_too_deep() {
        let words = ExportWords::augment_args(Command::new("export"));
        let words = words.get_matches_from("export my.hsh --draft 1 --format pgn".split(' '));
        let words = ExportWords::from_arg_matches(&words).unwrap();
        let remarks = |plies: usize| words.content(&deep(plies)).unwrap().1;
        assert_eq!(remarks(2).len(), 1);
        assert_eq!(remarks(2 * MAX_DEPTH)[1], "1 variations are too deep for PGN and left out");
    }
}
