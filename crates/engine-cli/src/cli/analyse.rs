//! The words of `analyse`.

use std::process;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, value_parser};
use movegen::{KeyHistory, Position};
use search::{Control, Limits};

use super::{read_fen, refuse};
use crate::analyse::{self, Analysis, Task};
use crate::game::Game;
use crate::numbers::Numbers;
use crate::output::Output;
use crate::screen::Screen;
use crate::size::Size;
use crate::uci::options::{MULTI_PV, THREADS};

/// How long `analyse` thinks when it is not told.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(5);

/// What a process that was interrupted ends with, as shells count it: 128 and the signal's number.
const INTERRUPTED: i32 = 130;

#[derive(Args)]
#[command(after_help = "Scores are in pawns from White's view; #3 is a mate in three moves.\n\n\
    Examples:\n  \
    palimpsest analyse --movetime 10000 --multipv 3\n  \
    palimpsest analyse '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -' --depth 30")]
pub(super) struct AnalyseWords {
    /// The position, quoted or not [default: the start position]
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    /// Search to this depth, in plies
    #[arg(
        long,
        value_name = "N",
        value_parser = value_parser!(u32).range(1..),
        conflicts_with = "movetime"
    )]
    depth: Option<u32>,
    /// Search for this long, in milliseconds [default: 5000, unless a depth is given]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Size of the transposition table: in MB, or with a unit (8000KB, 1GB)
    #[arg(long, value_name = "SIZE", default_value_t = Size::mebibytes(64))]
    hash: Size,
    /// Search threads
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = value_parser!(u32).range(THREADS)
    )]
    threads: u32,
    /// Number of best lines to show
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = value_parser!(u32).range(MULTI_PV)
    )]
    multipv: u32,
}

impl AnalyseWords {
    /// Analyses the position.
    pub(super) fn obey(&self, numbers: Numbers, output: &Output) -> Result<(), String> {
        let position = if self.fen.is_empty() {
            Position::startpos()
        } else {
            read_fen(&self.fen.join(" ")).unwrap_or_else(|error| refuse("FEN", error))
        };
        let movetime = match (self.depth, self.movetime) {
            (None, None) => Some(DEFAULT_MOVETIME),
            (_, milliseconds) => milliseconds.map(Duration::from_millis),
        };
        let game = Game { position, history: KeyHistory::new() };
        let limits = Limits { depth: self.depth, movetime, ..Limits::default() };
        let analysis = Analysis {
            task: Task { game, limits, multi_pv: self.multipv as usize },
            hash: self.hash,
            threads: self.threads,
            numbers,
        };
        let control = Arc::new(Control::new());
        stop_at_ctrl_c(Arc::clone(&control))?;
        analyse::run(analysis, output, Screen::stdout(), &control)
    }
}

/// The first Ctrl-C stops the analysis, which ends with the best move; the second ends the process.
fn stop_at_ctrl_c(control: Arc<Control>) -> Result<(), String> {
    let stop = move || {
        if control.is_stopped() {
            process::exit(INTERRUPTED);
        }
        control.stop();
    };
    ctrlc::set_handler(stop).map_err(|error| error.to_string())
}
