//! The words of `analyse` for files of positions and of games.

use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;

use clap::Args;
use engine::Numbers;
use engine::syzygy::Tablebases;
use search::{Control, Limits};

use super::ending::{refuse, refuse_output};
use crate::batch::{self, Batch, Input, Reading};
use crate::hash::size::Size;
use crate::io::out_file::OutFile;
use crate::io::output::Output;
use crate::session::interrupt::INTERRUPTED;

/// The nodes for each position without another limit: the same result on every machine, in less
/// than a second.
const DEFAULT_NODES: u64 = 500_000;

/// The default size of each thread's table: small enough to be emptied quickly beside a search.
const DEFAULT_HASH: Size = Size::mebibytes(16);

/// Words that belong to one position.
const POSITIONS: [&str; 8] =
    ["words", "fen", "multipv", "infinite", "svg", "ascii", "unicode", "color"];

#[derive(Args)]
#[group(skip)]
pub(super) struct FileWords {
    /// Analyse the positions of an EPD file, `--threads` at once, and write EPD with the results;
    /// `-` is standard input. The default limit is 500000 nodes for each position
    #[arg(
        long,
        value_name = "FILE",
        group = "files",
        help_heading = "Files",
        conflicts_with_all = POSITIONS
    )]
    epd: Option<PathBuf>,
    /// Analyse the games of a PGN file, `--threads` at once, and write them with evaluations, signs
    /// for bad moves and better lines
    #[arg(
        long,
        value_name = "FILE",
        group = "files",
        help_heading = "Files",
        conflicts_with_all = POSITIONS
    )]
    pgn: Option<PathBuf>,
    /// Report each fault that was skipped in a game or read around in a line, not only their number
    #[arg(long, requires = "files", help_heading = "Files")]
    pub(super) verbose: bool,
    /// Write to this file instead of standard output (`-`); an existing file is replaced at the end
    #[arg(long, value_name = "FILE", requires = "files", help_heading = "Files")]
    out: Option<PathBuf>,
}

/// The settings of a file's analysis that a position's analysis has, too.
pub(super) struct Manner {
    /// The limits at which the search of each position ends.
    pub(super) limits: Limits,
    /// The size of each thread's table.
    pub(super) hash: Option<Size>,
    /// The number of positions or games at once.
    pub(super) threads: u32,
    /// Whether to write JSON.
    pub(super) json: bool,
    /// The numbers of the search and of the evaluation.
    pub(super) numbers: Numbers,
    /// Tablebases.
    pub(super) tablebases: Arc<Tablebases>,
    /// The rules for reading the file.
    pub(super) reading: Reading,
}

impl FileWords {
    /// Returns whether a file is named.
    pub(super) fn is_any(&self) -> bool {
        self.epd.is_some() || self.pgn.is_some()
    }

    /// Analyses the named file. If some of it could not be read, the process ends with exit code 1,
    /// and after an interruption with 130; the finished part is written.
    pub(super) fn obey(
        &self,
        manner: Manner,
        output: &Output,
        control: &Control,
    ) -> Result<(), String> {
        let Manner { mut limits, hash, threads, json, numbers, tablebases, reading } = manner;
        if limits == Limits::default() {
            limits.nodes = Some(DEFAULT_NODES);
        }
        let hash = hash.unwrap_or(DEFAULT_HASH);
        let batch = Batch { limits, hash, threads, numbers, tablebases, json, reading };
        let (end, sink) = match (&self.epd, &self.pgn) {
            (Some(path), _) => {
                let (source, mut sink) = self.open("--epd", path, output);
                (batch::suite(&batch, source, &mut sink, control)?, sink)
            }
            (None, Some(path)) => {
                let (source, mut sink) = self.open("--pgn", path, output);
                (batch::games(&batch, source, &mut sink, control)?, sink)
            }
            (None, None) => return Ok(()),
        };
        sink.finish()?;
        if end.interrupted {
            process::exit(INTERRUPTED);
        }
        if end.faults > 0 {
            process::exit(1);
        }
        Ok(())
    }

    /// Opens the file of that argument, and the place for the results. A file that cannot be opened
    /// is refused: the process ends.
    fn open(&self, argument: &str, path: &Path, output: &Output) -> (Input, OutFile) {
        let source = Input::open(path)
            .unwrap_or_else(|error| refuse(argument, format_args!("{}: {error}", path.display())));
        let out = self.out.as_deref();
        if let Some(out) = out.filter(|out| source.is(out)) {
            let what = "expected another file than the input";
            refuse("--out", format_args!("{}: {what}", out.display()));
        }
        let sink = OutFile::create(out, output)
            .unwrap_or_else(|error| refuse_output("--out", out.unwrap_or(path), &error));
        (source, sink)
    }
}
