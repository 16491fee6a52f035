//! The words of `hash export`.

use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use tt_core::file_info;

use super::{DRAFTS, at, is_same, open};
use crate::args::whole;
use crate::cli::ending::{refuse, refuse_output};
use crate::cli::hash::tree::{RecordTree, Records, book, epd, pgn};
use crate::cli::position::PositionWords;
use crate::io::out_file::OutFile;
use crate::io::output::Output;
use crate::io::progress::Progress;
use crate::session::interrupt::{self, INTERRUPTED};

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
            Format::Epd => epd::suite(tree).into_bytes(),
            Format::Polyglot => {
                let (bytes, positions) = book::book(tree);
                notes.push(format!("{} moves of {positions} positions", bytes.len() / book::ENTRY));
                bytes
            }
        };
        Ok((content, notes))
    }
}
