//! `check clients`: the engine at a pipe, and the programs that people use engines with.
//!
//! The packages of the Python registry are installed into a folder of target/. The other programs
//! must be installed already; a line reports each that is missing. All are under licences of their
//! own: they are run, and the project contains none of their code.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::answers;
use super::fastchess::{Arbiter, Match, Player};
use crate::engine::{Build, Engine};
use crate::process::{capture, git, root};
use crate::step::{Outcome, step};
use crate::workspace::Workspace;
use crate::{latency, output};

/// The installed packages: python-chess, and the ones that lichess-bot asks for.
const PACKAGES: [&str; 5] = ["chess", "PyYAML", "requests", "backoff", "rich"];

/// The script that plays with python-chess, which engine-cli's tests run too, and the longest game
/// in plies and the clock in seconds that it is asked for.
const PYTHON_CHESS: &str = "crates/engine-cli/tests/it/python_chess.py";
const LONGEST: &str = "400";
const SECONDS: &str = "1";

const LICHESS_BOT: &str = "xtask/data/clients/lichess_bot.py";
const POLYGLOT: &str = "xtask/data/clients/polyglot.py";

/// A checkout of lichess-bot, and where one is cloned from if the variable does not name it.
const LICHESS_BOT_FOLDER: &str = "LICHESS_BOT";
const LICHESS_BOT_SOURCE: &str = "https://github.com/lichess-bot-devs/lichess-bot";

/// Games through lichess-bot and through PolyGlot.
const FEW_GAMES: &str = "4";

/// Names of PolyGlot: Debian puts it where games are.
const ADAPTERS: [&str; 2] = ["polyglot", "/usr/games/polyglot"];

/// The clock of the strict games: seconds for the game and seconds a move.
const CLOCK: &str = "1+0.01";

/// The games that are played.
pub(super) struct Games<'a> {
    /// Games with python-chess as the arbiter.
    pub(super) python_chess: u32,
    /// Games with fastchess as the arbiter.
    pub(super) strict: u32,
    /// The program fastchess.
    pub(super) fastchess: Option<&'a Path>,
}

/// Runs all clients that are there.
///
/// # Errors
/// If one of them hears what it does not understand, or a game ends otherwise than by the rules.
pub(super) fn run(games: &Games<'_>) -> Result<()> {
    let mut engine = None;
    step("engine", || {
        // As it plays: games at short time controls are lost by an engine that is slow.
        engine = Some(Engine::build(Build::Release)?);
        Ok(Outcome::Passed("release".into()))
    })?;
    let Some(engine) = engine else { return Ok(()) };
    answers::run(&engine)?;
    let folder = Workspace::load()?.target.join("clients");
    fs::create_dir_all(&folder)?;
    match python(&folder) {
        Ok(python) => {
            let games = games.python_chess.to_string();
            step("python-chess", || {
                let script = script(&python, PYTHON_CHESS, engine.path());
                played({ script }.args([&games, LONGEST, SECONDS]))
            })?;
            step("lichess-bot", || match lichess_bot(&folder) {
                Err(why) => Ok(Outcome::Skipped(why)),
                Ok(bot) => {
                    let script = script(&python, LICHESS_BOT, engine.path());
                    played({ script }.arg(bot).arg(FEW_GAMES))
                }
            })?;
            step("polyglot", || match polyglot() {
                None => Ok(Outcome::Skipped("not installed (Debian's package polyglot)".into())),
                Some(adapter) => {
                    let script = script(&python, POLYGLOT, engine.path());
                    played({ script }.current_dir(&folder).args([adapter, FEW_GAMES]))
                }
            })?;
        }
        Err(why) => {
            for client in ["python-chess", "lichess-bot", "polyglot"] {
                output::line(format_args!("SKIPPED {client}: {why}"));
            }
        }
    }
    match Arbiter::find(games.fastchess) {
        Ok(arbiter) => fastchess(&arbiter, &engine, games.strict)?,
        Err(why) => output::line(format_args!("SKIPPED fastchess: {why}")),
    }
    latency::run(latency::ROUNDS)
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

fn script(python: &Path, script: &str, engine: &Path) -> Command {
    let mut command = Command::new(python);
    command.arg(root().join(script)).arg(engine);
    command
}

/// Runs a script and returns its last line, the report of its games.
fn played(command: &mut Command) -> Result<Outcome> {
    let printed = capture(command)?;
    Ok(Outcome::Passed(printed.lines().last().unwrap_or_default().to_owned()))
}

/// Returns a checkout of lichess-bot, or why there is none.
fn lichess_bot(folder: &Path) -> Result<PathBuf, String> {
    if let Some(given) = env::var_os(LICHESS_BOT_FOLDER) {
        return fs::canonicalize(given).map_err(|error| format!("{LICHESS_BOT_FOLDER}: {error}"));
    }
    let place = folder.join("lichess-bot");
    if !place.exists() {
        let clone = ["clone", "--quiet", "--depth", "1", LICHESS_BOT_SOURCE];
        let cloned = capture(git(clone).arg(&place));
        cloned.map_err(|_| format!("git cannot clone {LICHESS_BOT_SOURCE}"))?;
    }
    Ok(place)
}

/// Returns PolyGlot's program.
fn polyglot() -> Option<&'static str> {
    ADAPTERS.into_iter().find(|name| Command::new(name).arg("help").output().is_ok())
}

fn fastchess(arbiter: &Arbiter, engine: &Engine, games: u32) -> Result<()> {
    step("fastchess: compliance", || arbiter.compliance(engine.path()))?;
    step("fastchess: strict games", || {
        arbiter.play(&Match {
            engine: Player { name: "one", program: engine.path() },
            opponent: Player { name: "other", program: engine.path() },
            games,
            at_once: std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2).max(1),
            clock: CLOCK,
            options: &[],
            chess960: false,
        })
    })
}
