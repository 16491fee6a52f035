//! The command line.

use std::fmt::Display;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, value_parser};
use evaluation::Weights;
use movegen::Position;
use search::{Control, Limits, Params, Tunables};

use crate::analyse::Analysis;
use crate::game::is_chess960;
use crate::input::Line;
use crate::numbers::Numbers;
use crate::output::Output;
use crate::perft::{CountTable, Tree};
use crate::screen::Screen;
use crate::session::Source;
use crate::size::mebibytes;
use crate::uci::command::Command;
use crate::uci::error::UciError;
use crate::uci::options::{HASH_MB, MULTI_PV, THREADS};
use crate::{analyse, bench, input, perft, session, set_up};

/// How long `analyse` thinks when it is not told.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(5);

/// What a process that was interrupted ends with, as shells count it: 128 and the signal's number.
const INTERRUPTED: i32 = 130;

/// A chess engine. Without a subcommand it speaks UCI: load it in a chess GUI, or type `help`.
#[derive(Parser)]
#[command(name = "palimpsest", version)]
struct Cli {
    /// Search by the numbers in this file: lines `name = value`, as `params` prints them
    #[arg(long, global = true, value_name = "FILE", value_parser = read_params)]
    params: Option<Params>,
    /// Evaluate by the weights in this file: lines `name = middle-game end-game`, as `weights`
    /// prints them
    #[arg(long, global = true, value_name = "FILE", value_parser = read_weights)]
    weights: Option<Weights>,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    /// Speak UCI on standard input and output (the default)
    Uci,
    /// Analyse a position: the board, the lines as they are found, the best move
    Analyse(AnalyseArgs),
    /// Count the leaves of the tree of legal moves; the total stands on the last line
    Perft(PerftArgs),
    /// Search fixed positions; the last line is `N nodes M nps`
    ///
    /// With one thread, N is the same on every machine and build: it identifies what the search
    /// does. Commits that change the search quote it.
    Bench(BenchArgs),
    /// Print the search's numbers, each with its meaning, unit and range
    Params,
    /// Print the weights of the evaluation, each with its meaning
    Weights,
    /// UCI lines, each an argument, obeyed in order and each to its end
    #[command(external_subcommand)]
    Lines(Vec<String>),
}

#[derive(Args)]
#[command(after_help = "Scores are in pawns from White's view; #3 is a mate in three moves.\n\n\
    Examples:\n  \
    palimpsest analyse --movetime 10000 --multipv 3\n  \
    palimpsest analyse '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -' --depth 30")]
struct AnalyseArgs {
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
    /// Size of the transposition table in MiB
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 64,
        value_parser = value_parser!(u32).range(HASH_MB)
    )]
    hash: u32,
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

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    palimpsest perft 5 --divide\n  \
    palimpsest perft 8 --threads 4 --hash 1024\n  \
    palimpsest perft 5 --distinct")]
struct PerftArgs {
    /// Depth of the tree in plies
    #[arg(value_parser = value_parser!(u32).range(perft::DEPTHS))]
    depth: u32,
    /// The position [default: the start position]
    #[arg(long, value_parser = read_fen)]
    fen: Option<Position>,
    /// Also show the count of each root move
    #[arg(long)]
    divide: bool,
    /// Count the distinct positions after each ply instead, a line each
    #[arg(long, conflicts_with_all = ["divide", "hash"])]
    distinct: bool,
    /// Keep counts of subtrees in a table of so many MiB
    #[arg(long, value_name = "MB", value_parser = value_parser!(u32).range(HASH_MB))]
    hash: Option<u32>,
    /// Threads
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = value_parser!(u32).range(THREADS)
    )]
    threads: u32,
}

#[derive(Args)]
struct BenchArgs {
    /// Size of the transposition table in MiB
    #[arg(
        default_value_t = bench::Config::DEFAULT.hash_mb,
        value_parser = value_parser!(u32).range(HASH_MB)
    )]
    hash: u32,
    /// Search threads
    #[arg(
        default_value_t = bench::Config::DEFAULT.threads,
        value_parser = value_parser!(u32).range(THREADS)
    )]
    threads: u32,
    /// Depth of each search in plies
    #[arg(
        default_value_t = bench::Config::DEFAULT.depth,
        value_parser = value_parser!(u32).range(bench::DEPTHS)
    )]
    depth: u32,
}

/// Obeys the command line. Words that clap refuses end the process here, with exit code 2.
pub(crate) fn run() -> ExitCode {
    let output = Output::stdout();
    let Cli { params, weights, verb } = Cli::parse();
    let (params, weights) = (params.unwrap_or_default(), weights.unwrap_or_default());
    let numbers = Numbers { params, weights };
    let done = match verb {
        None | Some(Verb::Uci) => {
            uci(numbers, output);
            Ok(())
        }
        Some(Verb::Analyse(args)) => analyse(&args, numbers, &output),
        Some(Verb::Perft(args)) => perft(&args, &output),
        Some(Verb::Bench(args)) => bench(&args, &numbers, &output),
        Some(Verb::Lines(lines)) => {
            obey(&lines, numbers, output);
            Ok(())
        }
        Some(Verb::Params) => {
            output.raw(numbers.params.text());
            Ok(())
        }
        Some(Verb::Weights) => {
            output.raw(numbers.weights.text());
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // With a closed standard error the message is lost: the exit code remains.
            let _ = writeln!(io::stderr(), "error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Reads a FEN; of the faults of a bad one the first is told.
fn read_fen(text: &str) -> Result<Position, String> {
    Position::from_fen(text).map_err(|error| set_up::first_fault(&error))
}

/// Obeys UCI lines, if the first begins with a word that UCI knows.
fn obey(lines: &[String], numbers: Numbers, output: Output) {
    let first = lines.first().map(String::as_str).unwrap_or_default();
    if let Err(error) = Command::parse(first) {
        refuse_subcommand(first, &error);
    }
    let lines = lines.iter().map(|line| Line::new(line.as_str()));
    session::run_to_completion(lines, numbers, output);
}

/// Ends the process: the first word is neither a subcommand nor a UCI command.
fn refuse_subcommand(text: &str, error: &UciError) -> ! {
    let mut command = Cli::command();
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let message =
        format!("unrecognized subcommand '{text}', none of {}; {error}", names.join(", "));
    command.error(ErrorKind::InvalidSubcommand, message).exit()
}

/// Reads the search's numbers from a file.
fn read_params(path: &str) -> Result<Params, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut params = Params::default();
    params.read(&text).map_err(|error| error.to_string())?;
    Ok(params)
}

/// Reads the weights of the evaluation from a file.
fn read_weights(path: &str) -> Result<Weights, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut weights = Weights::default();
    weights.read(&text).map_err(|error| error.to_string())?;
    Ok(weights)
}

fn uci(numbers: Numbers, output: Output) {
    let stdin = io::stdin();
    let source = if stdin.is_terminal() { Source::Terminal } else { Source::Pipe };
    if source == Source::Terminal {
        output.line("This is UCI: `help` lists the commands, `quit` leaves.");
    }
    session::run(input::lines(stdin.lock()), source, numbers, output);
}

fn analyse(args: &AnalyseArgs, numbers: Numbers, output: &Output) -> Result<(), String> {
    let position = if args.fen.is_empty() {
        Position::startpos()
    } else {
        read_fen(&args.fen.join(" ")).unwrap_or_else(|error| refuse("FEN", error))
    };
    let movetime = match (args.depth, args.movetime) {
        (None, None) => Some(DEFAULT_MOVETIME),
        (_, milliseconds) => milliseconds.map(Duration::from_millis),
    };
    let analysis = Analysis {
        position,
        limits: Limits { depth: args.depth, movetime, ..Limits::default() },
        hash_mb: args.hash,
        threads: args.threads,
        multi_pv: args.multipv,
        numbers,
    };
    let control = Arc::new(Control::new());
    stop_at_ctrl_c(Arc::clone(&control))?;
    analyse::run(analysis, output, Screen::stdout(), &control)
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

fn perft(args: &PerftArgs, output: &Output) -> Result<(), String> {
    let position = args.fen.clone().unwrap_or_default();
    let threads = args.threads as usize;
    if args.distinct {
        return perft::distinct(&position, args.depth, threads, |_, count| output.line(count));
    }
    let table = args.hash.map(|megabytes| CountTable::new(mebibytes(megabytes as usize)));
    let table = table.transpose().map_err(|error| error.to_string())?;
    let tree = Tree { position: &position, depth: args.depth, threads, table: table.as_ref() };
    let chess960 = is_chess960(&position);
    let mut total = 0;
    for (mv, nodes) in tree.divide()? {
        total += nodes;
        if args.divide {
            output.line(format_args!("{}: {nodes}", position.uci(mv, chess960)));
        }
    }
    output.line(total);
    Ok(())
}

fn bench(args: &BenchArgs, numbers: &Numbers, output: &Output) -> Result<(), String> {
    let config = bench::Config { hash_mb: args.hash, threads: args.threads, depth: args.depth };
    output.line(bench::run(&config, numbers, output, &Control::new())?);
    Ok(())
}

/// Ends the process as clap does for a value that it refuses.
fn refuse(argument: &str, error: impl Display) -> ! {
    let message = format!("invalid {argument}: {error}");
    Cli::command().error(ErrorKind::ValueValidation, message).exit()
}
