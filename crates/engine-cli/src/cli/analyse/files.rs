//! The words of `analyse` for files of positions and of games.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process;

use clap::{Args, ValueEnum};
use search::Control;

use super::batch::{self, Batch, Input, Outputs, Report, Selection};
use crate::args::whole;
use crate::cli::ending::{refuse, refuse_output};
use crate::io::out_file::{OutFile, is_standard_output};
use crate::io::output::Output;
use crate::session::interrupt::INTERRUPTED;

const POSITIONS: [&str; 8] =
    ["words", "fen", "multipv", "infinite", "svg", "ascii", "unicode", "color"];

#[derive(Args)]
#[group(skip)]
#[command(next_help_heading = "Files")]
pub(in crate::cli) struct FileWords {
    /// Analyse the positions of an EPD file, `--threads` at once, and write EPD with the results;
    /// `-` is standard input. The default limit is 500000 nodes for each position
    #[arg(long, value_name = "FILE", group = "files", conflicts_with_all = POSITIONS)]
    epd: Option<PathBuf>,
    /// Analyse the games of a PGN file, `--threads` at once, and write them with evaluations, signs
    /// for bad moves and better lines
    #[arg(long, value_name = "FILE", group = "files", conflicts_with_all = POSITIONS)]
    pgn: Option<PathBuf>,
    /// Report each fault that was skipped in a game or read around in a line, not only their number
    #[arg(long, requires = "files")]
    pub(in crate::cli) verbose: bool,
    /// Write to this file instead of standard output (`-`); an existing file is replaced at the end
    #[arg(long, value_name = "FILE", requires = "files")]
    out: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) games: GameWords,
}

#[derive(Args)]
#[group(skip)]
#[command(next_help_heading = "Games")]
pub(in crate::cli) struct GameWords {
    /// Write a report on the games: a page in HTML, or data if the name ends in `.json` (`-` prints
    /// the page, with `--json` the data). Games are then written only with `--out`
    #[arg(long, value_name = "FILE", requires = "pgn", conflicts_with = "epd")]
    report: Option<PathBuf>,
    /// Write positions of the games in which one move wins, as EPD, with what was played. Games are
    /// then written only with `--out`
    #[arg(long, value_name = "FILE", requires = "pgn", conflicts_with = "epd")]
    puzzles: Option<PathBuf>,
    /// The most puzzles of a game
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        requires = "puzzles",
        allow_negative_numbers = true,
        value_parser = whole::<u32>(1..)
    )]
    pub(in crate::cli) per_game: u32,
    /// Analyse only the games of players whose name contains this, in capitals or not; mistakes and
    /// puzzles are theirs
    #[arg(long, value_name = "NAME", requires = "pgn", conflicts_with = "epd")]
    player: Option<String>,
    /// Analyse only games with these numbers in the file: 7, 3-10, 5-
    #[arg(
        long,
        value_name = "RANGE",
        requires = "pgn",
        conflicts_with = "epd",
        allow_hyphen_values = true,
        value_parser = range
    )]
    games: Option<RangeInclusive<usize>>,
    /// Show only games with a mistake (?, ??), of their moves only these, and puzzles that were
    /// missed
    #[arg(long, requires = "pgn", conflicts_with = "epd")]
    only: Option<Only>,
}

/// The choice of moves that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Only {
    Mistakes,
}

fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let last =
        if last.is_empty() && !first.is_empty() { Some(usize::MAX) } else { last.parse().ok() };
    match (first.parse(), last) {
        (Ok(first), Some(last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err(format!("expected numbers from 1 as 7, 3-10 or 5-, found '{text}'")),
    }
}

impl FileWords {
    pub(in crate::cli) fn is_any(&self) -> bool {
        self.epd.is_some() || self.pgn.is_some()
    }

    pub(in crate::cli) fn selection(&self) -> Selection {
        let GameWords { player, games, only, .. } = &self.games;
        Selection {
            player: player.as_ref().map(|name| name.to_lowercase()),
            games: games.clone(),
            only_mistakes: only.is_some(),
        }
    }

    /// Analyses the named file. If some of it could not be read, the process ends with exit code 1,
    /// and after an interruption with 130; the finished part is written.
    pub(in crate::cli) fn obey(
        &self,
        batch: &Batch,
        output: &Output,
        control: &Control,
    ) -> Result<(), String> {
        let end = match (&self.epd, &self.pgn) {
            (Some(path), _) => {
                let source = open("--epd", path);
                let place = self.place(&source, "--out", self.out.as_deref(), output);
                batch::suite(batch, source, place, control)?
            }
            (None, Some(path)) => {
                let source = open("--pgn", path);
                let outputs = self.outputs(&source, batch.json, output);
                batch::games(batch, source, outputs, control)?
            }
            (None, None) => return Ok(()),
        };
        if end.interrupted {
            process::exit(INTERRUPTED);
        }
        if end.faults > 0 {
            process::exit(1);
        }
        Ok(())
    }

    /// Opens the places for what is written about games. If one is unfit, or two are the same, the
    /// process ends.
    fn outputs(&self, source: &Input, json: bool, output: &Output) -> Outputs {
        let Self { out, games: GameWords { report, puzzles, .. }, .. } = self;
        let others = [("--report", report), ("--puzzles", puzzles)];
        let named = [("--out", out)].into_iter().chain(others);
        let named: Vec<_> = named.filter_map(|(name, path)| Some((name, path.as_ref()?))).collect();
        for (index, (name, path)) in named.iter().enumerate() {
            if named[..index].iter().any(|(_, other)| other == path) {
                refuse(name, format_args!("{}: expected a file of its own", path.display()));
            }
        }
        let is_printed = report.as_deref().is_some_and(is_standard_output);
        let writes_games = out.is_some() || (report.is_none() && puzzles.is_none());
        if json && !writes_games && !is_printed {
            refuse("--json", "expected --out, or `--report -`: no games are written without");
        }
        let place = |name, path: &Option<PathBuf>| {
            path.as_deref().map(|path| self.place(source, name, Some(path), output))
        };
        let is_data = |path: &Path| {
            let is_json = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
            is_json || (json && is_standard_output(path))
        };
        let is_data = report.as_deref().is_some_and(is_data);
        Outputs {
            games: writes_games.then(|| self.place(source, "--out", out.as_deref(), output)),
            report: place("--report", report).map(|place| Report::new(place, is_data)),
            puzzles: place("--puzzles", puzzles),
        }
    }

    /// Opens the place of an output, by default standard output. If it is unfit the process ends.
    fn place(&self, source: &Input, name: &str, path: Option<&Path>, output: &Output) -> OutFile {
        if let Some(path) = path.filter(|path| source.is(path)) {
            let what = "expected another file than the input";
            refuse(name, format_args!("{}: {what}", path.display()));
        }
        OutFile::create(path, output)
            .unwrap_or_else(|error| refuse_output(name, path.unwrap_or(Path::new("-")), &error))
    }
}

/// Opens the file of that argument. One that cannot be opened is refused: the process ends.
fn open(argument: &str, path: &Path) -> Input {
    Input::open(path)
        .unwrap_or_else(|error| refuse(argument, format_args!("{}: {error}", path.display())))
}
