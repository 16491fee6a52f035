//! `palimpsest analyse`: the words, for one position or for files, and the work.

mod batch;
mod files;
mod findings;
mod frame;
mod json;
mod run;
mod svg;
mod text;
mod view;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use engine::syzygy::Tablebases;
use engine::{Engine, Numbers};
use search::{Control, Limits};
use uci::{MULTI_PV, Size, tablebases};

use self::batch::{Batch, Reading};
use self::files::FileWords;
use self::findings::Task;
use self::json::Document;
use crate::args::NumberWords;
use crate::args::whole;
use crate::cli::ending::{refuse, refuse_output};
use crate::cli::position::TaskWords;
use crate::io::out_file::{OutFile, is_standard_output};
use crate::io::output::Output;
use crate::io::screen::{Colouring, Screen};
use crate::io::style::Glyphs;
use crate::session::interrupt;
use crate::threads::warn_of_fewer_threads;

/// The time of an analysis without a limit.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(5);

const DEFAULT_HASH: Size = Size::mebibytes(64);

/// The nodes for each position of a file without another limit: the same result on every machine,
/// in less than a second.
const DEFAULT_NODES: u64 = 500_000;

/// The default size of each thread's table with files: small enough to be emptied quickly beside a
/// search.
const FILES_HASH: Size = Size::mebibytes(16);

#[derive(Args)]
#[command(mut_arg("hash", |hash| hash.help("Size of the transposition table: in MB, or with a unit \
    (8000KB, 1GB) [default: 64MB, with files 16MB for each thread]")))]
#[command(after_help = "Scores are in pawns from White's view. #3 is a mate in three moves; \
    TB win and TB loss are\nresults of endgame tables. In JSON, as in UCI, scores are from the \
    side to move's view.\nThe search ends at the first limit that it reaches.\n\n\
    Examples:\n  \
    palimpsest analyse --movetime 10000 --multipv 3\n  \
    palimpsest analyse moves e4 e5 Nf3 --json --nodes 100000\n  \
    palimpsest analyse '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -' --depth 30\n  \
    palimpsest analyse --epd suite.epd --nodes 1000000 --threads 4\n  \
    palimpsest analyse --pgn games.pgn --out annotated.pgn --depth 18")]
pub(super) struct AnalyseWords {
    #[command(flatten)]
    pub(super) numbers: NumberWords,
    #[command(flatten)]
    task: TaskWords,
    /// Search to this depth, in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(1..))]
    depth: Option<u32>,
    /// Search this number of nodes: 250000, 1e6
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,
    /// Search for this time, in milliseconds [default: 5000, unless there is another limit]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = whole::<u64>(0..))]
    movetime: Option<u64>,
    /// Search until Ctrl-C
    #[arg(long, conflicts_with_all = ["depth", "nodes", "movetime"])]
    infinite: bool,
    /// Print the results as one JSON document, and nothing else
    #[arg(long)]
    json: bool,
    /// Also draw the results into this file, as SVG; `-` prints the picture, and nothing else
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Show pieces and the evaluation bar in ASCII
    #[arg(long, conflicts_with = "unicode")]
    ascii: bool,
    /// Show pieces and the evaluation bar in Unicode [default: if the terminal's locale has it]
    #[arg(long)]
    unicode: bool,
    /// When to use colours
    #[arg(long, alias = "colour", value_name = "WHEN", default_value = "auto")]
    color: Colouring,
    /// Number of best lines to show
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true,
        value_parser = whole::<u32>(MULTI_PV)
    )]
    multipv: u32,
    /// Folders with Syzygy's endgame tables, separated as in PATH
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
    #[command(flatten)]
    files: FileWords,
}

impl AnalyseWords {
    /// Analyses the position, or the file.
    pub(super) fn obey(&self, numbers: Numbers, output: &Output) -> Result<(), String> {
        let control = Arc::new(Control::new());
        let tablebases = self.tablebases();
        if self.files.is_any() {
            stop_at_ctrl_c(Arc::clone(&control))?;
            return self.files.obey(&self.batch(numbers, tablebases), output, &control);
        }
        let limits = Limits { movetime: Some(DEFAULT_MOVETIME), ..Limits::default() };
        let TaskWords { position, hash, threads } = &self.task;
        let task = Task {
            game: position.game(),
            limits: self.limits_or(limits),
            multi_pv: self.multipv as usize,
        };
        let builder = Engine::builder().hash(hash.unwrap_or(DEFAULT_HASH).bytes());
        let builder = builder.threads(*threads as usize).numbers(numbers).tablebases(tablebases);
        stop_at_ctrl_c(Arc::clone(&control))?;
        let glyphs = match (self.ascii, self.unicode) {
            (true, _) => Some(Glyphs::Letters),
            (_, true) => Some(Glyphs::Figures),
            _ => None,
        };
        let svg_alone = self.svg.as_deref().is_some_and(is_standard_output);
        if svg_alone && self.json {
            refuse("arguments", "expected --json or `--svg -`, found both: each prints alone");
        }
        let svg = self.svg.as_deref().map(|path| {
            let refused = |error| refuse_output("--svg", path, &error);
            OutFile::create(Some(path), output).unwrap_or_else(refused)
        });
        let screen = (!self.json && !svg_alone).then(|| Screen::stdout(self.color, glyphs));
        let mut engine = builder.build().map_err(|error| error.to_string())?;
        warn_of_fewer_threads(*threads as usize, engine.threads());
        let findings = run::run(&task, &mut engine, output, screen, &control);
        warn_of_tablebases(engine.tablebases());
        let root = task.game.position();
        if self.json {
            output.line(Document::new(root, &findings).pretty());
        }
        svg.map_or(Ok(()), |file| file.write_whole(svg::draw(root, &findings)))
    }

    /// Opens the tablebases that are named. Folders without any are refused: the process ends.
    fn tablebases(&self) -> Arc<Tablebases> {
        let Some(path) = &self.syzygy else { return Arc::default() };
        let tablebases = Arc::new(tablebases::open(path));
        if tablebases.is_empty() {
            let faults = tablebases::take_faults(&tablebases);
            let why = if faults.is_empty() { path } else { &faults.join("; ") };
            refuse("--syzygy", format_args!("expected endgame tables, found none: {why}"));
        }
        warn_of_tablebases(&tablebases);
        tablebases
    }

    /// Returns the given limits, of which the first one reached ends the search, or without any
    /// these.
    fn limits_or(&self, default: Limits) -> Limits {
        let given = Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            infinite: self.infinite,
            ..Limits::default()
        };
        if given == Limits::default() { default } else { given }
    }

    fn batch(&self, numbers: Numbers, tablebases: Arc<Tablebases>) -> Batch {
        let TaskWords { position, hash, threads } = &self.task;
        let limits = Limits { nodes: Some(DEFAULT_NODES), ..Limits::default() };
        Batch {
            limits: self.limits_or(limits),
            hash: hash.unwrap_or(FILES_HASH),
            threads: *threads,
            numbers,
            tablebases,
            json: self.json,
            reading: Reading {
                strict: position.strict,
                chess960: position.chess960,
                verbose: self.files.verbose,
            },
            selection: self.files.selection(),
            puzzles: self.files.games.per_game as usize,
        }
    }
}

/// Reports unfit tablebases on standard error.
fn warn_of_tablebases(tablebases: &Tablebases) {
    for fault in tablebases::take_faults(tablebases) {
        let _ = writeln!(io::stderr(), "--syzygy: {fault}");
    }
}

/// Makes the first Ctrl-C stop the analysis, which then ends with the best move. A second one ends
/// the process.
fn stop_at_ctrl_c(control: Arc<Control>) -> Result<(), String> {
    interrupt::at_first_signal(move || control.stop()).map_err(|error| error.to_string())
}
