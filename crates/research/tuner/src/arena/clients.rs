//! Verb `clients`: the engine at a pipe, and the programs that people use engines with.
//!
//! The packages of the Python registry are installed into a folder of target/. The other programs
//! must be installed already; a line reports each that is missing. All are under licences of their
//! own: they are run, and the project contains none of their code.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use clap::Args;

use super::strict::{self, Match};
use super::{answers, capture, data, found, latency, step};
use crate::fastchess::Fastchess;

/// The installed packages: python-chess, and the ones that lichess-bot asks for.
const PACKAGES: [&str; 5] = ["chess", "PyYAML", "requests", "backoff", "rich"];

/// The script that plays with python-chess, which engine-cli's tests run too, and the longest game
/// in plies and the clock in seconds that it is asked for.
const PYTHON_CHESS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine-cli/tests/it/python_chess.py");
const LONGEST: &str = "400";
const SECONDS: &str = "1";

const LICHESS_BOT: &str = "clients/lichess_bot.py";
const POLYGLOT: &str = "clients/polyglot.py";

/// A checkout of lichess-bot, and where one is cloned from if the variable does not name it.
const LICHESS_BOT_FOLDER: &str = "LICHESS_BOT";
const LICHESS_BOT_SOURCE: &str = "https://github.com/lichess-bot-devs/lichess-bot";

/// Games through lichess-bot and through PolyGlot.
const FEW_GAMES: &str = "4";

/// Names of PolyGlot: Debian puts it where games are.
const ADAPTERS: [&str; 2] = ["polyglot", "/usr/games/polyglot"];

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../target/clients");

#[derive(Args)]
pub(crate) struct ClientsArguments {
    /// The engine
    #[arg(long, value_name = "FILE")]
    engine: PathBuf,
    /// Games with python-chess
    #[arg(long, default_value_t = 20)]
    games: u32,
    /// Games with fastchess
    #[arg(long, default_value_t = 200)]
    strict: u32,
    /// The program fastchess [default: what the variable FASTCHESS names, else `fastchess`]
    #[arg(long, value_name = "FILE")]
    fastchess: Option<PathBuf>,
}

/// Runs all clients that are there.
///
/// # Errors
/// If one of them hears what it does not understand, or a game ends otherwise than by the rules.
pub(crate) fn run(arguments: &ClientsArguments) -> Result<()> {
    let ClientsArguments { engine, games, strict, fastchess } = arguments;
    answers::run(engine)?;
    fs::create_dir_all(FOLDER)?;
    let folder = fs::canonicalize(FOLDER)?;
    if let Some(python) = found("python-chess, lichess-bot, polyglot", python(&folder)) {
        let script = |script: &Path| {
            let mut command = Command::new(&python);
            command.arg(script).arg(engine);
            command
        };
        let games = games.to_string();
        step("python-chess", || {
            played(script(Path::new(PYTHON_CHESS)).args([&games, LONGEST, SECONDS]))
        })?;
        if let Some(bot) = found("lichess-bot", lichess_bot(&folder)) {
            step("lichess-bot", || played(script(&data(LICHESS_BOT)).arg(bot).arg(FEW_GAMES)))?;
        }
        if let Some(adapter) = found("polyglot", polyglot()) {
            let mut polyglot = script(&data(POLYGLOT));
            polyglot.current_dir(&folder).args([adapter, FEW_GAMES]);
            step("polyglot", || played(&mut polyglot))?;
        }
    }
    if let Some(arbiter) = found("fastchess", Fastchess::find(fastchess.as_deref())) {
        let at_once = std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2);
        let game =
            Match { games: *strict, at_once: at_once.max(1), ..Match::between(engine, engine) };
        step("fastchess: compliance", || strict::compliance(&arbiter, engine))?;
        step("fastchess: strict games", || strict::play(&arbiter, &game))?;
    }
    latency::of(engine, latency::ROUNDS)
}

/// Returns a Python with the packages, in a folder of its own; or why there is none.
fn python(folder: &Path) -> Result<PathBuf, String> {
    let place = folder.join("venv");
    let binaries = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = place.join(binaries).join("python");
    if !python.exists() {
        let made = capture(Command::new("python3").args(["-m", "venv"]).arg(&place));
        made.map_err(|_| "python3 cannot make a virtual environment".to_owned())?;
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    let installed = capture(install.args(PACKAGES));
    installed.map_err(|_| format!("pip cannot install {}", PACKAGES.join(", ")))?;
    Ok(python)
}

/// Runs a script and returns its last line, the report of its games.
fn played(command: &mut Command) -> Result<String> {
    let printed = capture(command)?;
    Ok(printed.lines().last().unwrap_or_default().to_owned())
}

/// Returns a checkout of lichess-bot, or why there is none.
fn lichess_bot(folder: &Path) -> Result<PathBuf, String> {
    if let Some(given) = env::var_os(LICHESS_BOT_FOLDER) {
        return fs::canonicalize(given).map_err(|error| format!("{LICHESS_BOT_FOLDER}: {error}"));
    }
    let place = folder.join("lichess-bot");
    if !place.exists() {
        let clone = ["clone", "--quiet", "--depth", "1", LICHESS_BOT_SOURCE];
        let cloned = capture(Command::new("git").args(clone).arg(&place));
        cloned.map_err(|_| format!("git cannot clone {LICHESS_BOT_SOURCE}"))?;
    }
    Ok(place)
}

/// Returns PolyGlot's program, or why there is none.
fn polyglot() -> Result<&'static str, String> {
    let found = ADAPTERS.into_iter().find(|name| Command::new(name).arg("help").output().is_ok());
    found.ok_or_else(|| "not installed (Debian's package polyglot)".into())
}
