//! The command line: a module for the words of each subcommand.

mod analyse;
mod ending;
mod hash;
mod perft;
mod position;
mod shell;

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::mem;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, ColorChoice, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use engine::Numbers;
use search::{Control, Tunables};
use uci::bench::{self, Config};
use uci::{JobClock, Size, Start, THREADS, UciError};

use self::perft::PerftWords;
use self::position::join_fens;
use crate::args::{AccessWords, NumberWords, whole};
use crate::build;
use crate::io::access::Access;
use crate::io::input::Line;
use crate::io::output::Output;
use crate::io::screen::is_dumb;
use crate::session::interrupt;
use crate::session::{self, Source};
use crate::speedtest::SpeedtestWords;

/// The words below the verbs.
const AFTER_HELP: &str = "Other arguments are lines of UCI, obeyed one after the other, each to \
its end: the commands of\n`help` in a session, for example d, eval, tt, genfens.\n  \
    palimpsest \"position startpos moves e2e4\" d \"go depth 8\"\n\n\
Exit codes: 0 done, 1 a failure or a fault in a file, 2 refused arguments (nothing has begun),\n\
130 interrupted.";

/// A chess engine. Without a subcommand it speaks UCI: load it in a chess GUI, or type `help`.
#[derive(Parser)]
#[command(name = "palimpsest", version, after_help = AFTER_HELP, color = colour())]
struct Cli {
    #[command(flatten)]
    numbers: NumberWords,
    #[command(flatten)]
    access: AccessWords,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Args)]
struct BenchWords {
    #[command(flatten)]
    numbers: NumberWords,
    /// Size of the transposition table: in MB, or with a unit (8000KB, 1GB)
    #[arg(default_value_t = Config::DEFAULT.hash, allow_negative_numbers = true)]
    hash: Size,
    /// Search threads
    #[arg(
        default_value_t = Config::DEFAULT.threads,
        allow_negative_numbers = true,
        value_parser = whole::<u32>(THREADS)
    )]
    threads: u32,
    /// Depth of each search in plies
    #[arg(
        default_value_t = Config::DEFAULT.depth,
        allow_negative_numbers = true,
        value_parser = whole::<u32>(bench::DEPTHS)
    )]
    depth: u32,
}

impl BenchWords {
    fn obey(&self, numbers: &Numbers, output: &Output) -> Result<(), String> {
        let config = Config { hash: self.hash, threads: self.threads, depth: self.depth };
        let control = Control::new();
        output.line(bench::run(&config, numbers, output, &JobClock::new(&control), |_| None)?);
        Ok(())
    }
}

#[derive(Subcommand)]
enum Verb {
    /// Speak UCI on standard input and output (the default)
    Uci(NumberWords),
    /// Analyse a position: the board, the lines as they are found, the best move
    #[command(visible_alias = "analyze")]
    Analyse(Box<analyse::AnalyseWords>),
    /// Count the leaves of the tree of legal moves; the last line is the total
    Perft(PerftWords),
    /// Search fixed positions; the last line is `N nodes M nps`
    ///
    /// With one thread, N is the same on every machine and build: it identifies what the search
    /// does. Commits that change the search quote it.
    Bench(BenchWords),
    /// Measure this machine's speed: search positions of games on all threads for a fixed time
    ///
    /// The last line is `N nodes M nps`. N differs from run to run; `bench` is the signature.
    Speedtest(SpeedtestWords),
    /// Ask, inspect, check, join and prune files of the transposition table
    #[command(subcommand)]
    Hash(hash::HashVerb),
    /// Print the search's numbers, each with its meaning, unit and range
    Params(NumberWords),
    /// Print the weights of the evaluation, each with its meaning
    Weights(NumberWords),
    /// Print how this binary was built: version, commit, compiler, processor
    Compiler,
    /// Print the terms of use
    License {
        /// Also print the notices of all crates and libraries that the program contains
        #[arg(long)]
        all: bool,
    },
    /// Print a script that completes the words of this program in a shell
    #[command(after_help = shell::COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the page of the manual
    #[command(after_help = shell::MAN_EXAMPLES)]
    Man {
        /// The subcommand; without one, the page of the whole program
        verb: Option<String>,
    },
    /// UCI lines, each an argument, obeyed one after the other, each to its end
    #[command(external_subcommand)]
    Lines(Vec<String>),
}

impl Verb {
    fn obeys_lines(&self) -> bool {
        matches!(self, Self::Uci(_) | Self::Lines(_))
    }

    /// Takes the words that choose the numbers; `None` if the verb has no use for them.
    fn numbers(&mut self) -> Option<NumberWords> {
        let words = match self {
            Self::Uci(words) | Self::Params(words) | Self::Weights(words) => words,
            Self::Analyse(words) => &mut words.numbers,
            Self::Bench(words) => &mut words.numbers,
            Self::Speedtest(words) => &mut words.numbers,
            Self::Lines(_) => &mut NumberWords::default(),
            _ => return None,
        };
        Some(mem::take(words))
    }
}

/// Obeys the command line. Words that are refused end the process here, with exit code 2.
pub(crate) fn run() -> ExitCode {
    let output = ending::output();
    let Cli { numbers, access, mut verb } =
        Cli::try_parse_from(arguments()).unwrap_or_else(|error| ending::exit(&error));
    let access = access.access();
    if access != Access::All && !verb.as_ref().is_none_or(Verb::obeys_lines) {
        let message = "--no-files and --root bind lines of UCI, which this command does not read";
        ending::refuse_as(ErrorKind::ArgumentConflict, message);
    }
    let of_verb = verb.as_mut().map_or_else(|| Some(NumberWords::default()), Verb::numbers);
    if let (None, Some(given)) = (&of_verb, numbers.given()) {
        let message = format!("unexpected argument '{given}': this command does not evaluate");
        ending::refuse_as(ErrorKind::UnknownArgument, message);
    }
    let numbers = || of_verb.unwrap_or_default().numbers(numbers);
    let mut done = Ok(());
    match verb {
        None | Some(Verb::Uci(_)) => uci(numbers(), access, output),
        Some(Verb::Analyse(words)) => done = words.obey(numbers(), &output),
        Some(Verb::Perft(words)) => done = words.obey(&output),
        Some(Verb::Bench(words)) => done = words.obey(&numbers(), &output),
        Some(Verb::Speedtest(words)) => done = words.obey(&numbers(), &output),
        Some(Verb::Completions { shell }) => shell::completions(shell, Cli::command(), &output),
        Some(Verb::Compiler) => output.line(build::description()),
        Some(Verb::License { all }) => {
            output.line(build::LICENSE);
            if all {
                output.line(format_args!("\n{}", build::THIRD_PARTIES.trim_end()));
            }
        }
        Some(Verb::Man { verb }) => done = shell::manual(verb.as_deref(), Cli::command(), &output),
        Some(Verb::Hash(verb)) => done = verb.obey(&output),
        Some(Verb::Lines(lines)) => obey_lines(&lines, numbers(), access, output),
        Some(Verb::Params(_)) => output.raw(numbers().params.text()),
        Some(Verb::Weights(_)) => output.raw(numbers().weights.text()),
    }
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => ending::fail(&message),
    }
}

/// Returns whether the help has colours, which clap leaves out in files and pipes.
fn colour() -> ColorChoice {
    if is_dumb() { ColorChoice::Never } else { ColorChoice::Auto }
}

/// Returns the words of the command line, those of an unquoted FEN as one.
fn arguments() -> Vec<OsString> {
    let arguments: Vec<OsString> = env::args_os().collect();
    let texts: Option<Vec<String>> =
        arguments.iter().map(|argument| argument.to_str().map(str::to_owned)).collect();
    texts.map_or(arguments, |texts| {
        join_fens(texts.into_iter()).into_iter().map(OsString::from).collect()
    })
}

fn uci(numbers: Numbers, access: Access, output: Output) {
    let source = if io::stdin().is_terminal() { Source::Terminal } else { Source::Pipe };
    if source == Source::Terminal {
        output.line("This is UCI: `help` lists the commands, `quit` leaves.");
    }
    let (lines, runs) = interrupt::stdin();
    session::run(lines, source, Start { runs, ..numbers.into() }, access, output);
}

/// Obeys UCI lines. If one cannot be read, none is obeyed: the process ends.
fn obey_lines(lines: &[String], numbers: Numbers, access: Access, output: Output) {
    for (index, line) in lines.iter().enumerate() {
        if let Err(error) = session::check(line) {
            refuse_line(index, line, &error);
        }
    }
    let lines = lines.iter().map(|line| Line::new(line.as_str()));
    let start = Start { runs: interrupt::runs(), ..numbers.into() };
    session::run_to_completion(lines, start, access, output);
}

/// Ends the process because of a line that cannot be read. The first may have been meant as a verb.
fn refuse_line(index: usize, line: &str, error: &UciError) -> ! {
    if index > 0 {
        let message = format_args!("UCI line {} of the arguments: {error}", index + 1);
        ending::refuse_as(ErrorKind::ValueValidation, message)
    }
    let names = ending::verbs(&Cli::command());
    let expected = format_args!("expected one of {names} or a line of UCI");
    let message = format_args!("unrecognized subcommand '{line}', {expected} ({error})");
    ending::refuse_as(ErrorKind::InvalidSubcommand, message)
}
