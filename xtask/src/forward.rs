//! Programs of the workspace to which a verb forwards its arguments: `lab`, `tuner` and `oracle`.

use anyhow::Result;
use clap::Args;

use crate::engine::{Build, Engine};
use crate::process::{LEVELS, NATIVE, capture, cargo, rustflags, show};
use crate::workspace::Workspace;

/// Arguments for the program that does the work; `--help` lists them.
#[derive(Args)]
pub(crate) struct Forwarded {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    pub(crate) arguments: Vec<String>,
}

/// Builds a program of the workspace for release and runs it on this program's terminal. `flags`
/// are for the compiler, in place of those in .cargo/config.toml.
pub(crate) fn run(package: &str, arguments: &[String], flags: Option<&str>) -> Result<()> {
    let mut command = cargo(["run", "--quiet", "--release", "--package", package, "--"]);
    if let Some(flags) = flags {
        command.env("RUSTFLAGS", flags);
    }
    show(command.args(arguments))
}

/// The measurements of engines: ours, as it is released, unless the arguments name another one.
const OF_ENGINES: [&str; 4] = ["draws", "mates", "speed", "tactics"];

/// Runs a measurement: a verb of the oracle, of the tuner, or of the lab with `bench-` before it.
pub(crate) fn measurement(name: &str, arguments: &[String]) -> Result<()> {
    let with = |name: &str, rest: &[String]| [&[name.to_owned()], rest].concat();
    let bench = format!("bench-{name}");
    match name {
        "movegen" | "peers" => run("oracle", &with(name, arguments), None),
        "latency" => with_engine("tuner", name, arguments),
        _ if OF_ENGINES.contains(&name) => with_engine("lab", &bench, arguments),
        "network" => LEVELS.iter().try_for_each(|level| {
            run("lab", &with(&bench, arguments), Some(&rustflags(level, &[])))
        }),
        // A narrower way to read a line than the machine's best.
        "tt" if arguments.first().is_some_and(|first| first == "--line") => {
            let line = arguments.get(1).map_or("", String::as_str);
            let flags = rustflags(NATIVE, &[("tt_core_line", line)]);
            run("lab", &with(&bench, arguments.get(2..).unwrap_or_default()), Some(&flags))
        }
        _ => run("lab", &with(&bench, arguments), None),
    }
}

const ENGINE: &str = "--engine";

/// Runs a verb of a program with our engine, as it is released, unless the arguments name another.
pub(crate) fn with_engine(package: &str, verb: &str, arguments: &[String]) -> Result<()> {
    let mut words = vec![verb.to_owned()];
    if !names_an_engine(arguments) {
        let engine = Engine::build(Build::Release)?;
        words.extend([ENGINE.to_owned(), engine.path().display().to_string()]);
    }
    run(package, &[&words, arguments].concat(), None)
}

/// Runs the lab's verb `instructions`, built for a level of instructions that valgrind knows.
pub(crate) fn instructions(arguments: &[String]) -> Result<()> {
    let words = [&["instructions".to_owned()], arguments].concat();
    run("lab", &words, Some(&rustflags("x86-64-v3", &[])))
}

pub(crate) fn games_of_the_book(arguments: &[String]) -> Result<()> {
    capture(&mut cargo(["build", "--quiet", "--profile", "ci", "--package", "handbook"]))?;
    let folder = Workspace::load()?.target.join("ci");
    let mut words = vec!["games".to_owned()];
    for (option, name) in [(ENGINE, "afternoon"), ("--opponent", "random-mover")] {
        let file = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        words.extend([option.to_owned(), file.display().to_string()]);
    }
    run("tuner", &[&words, arguments].concat(), None)
}

fn names_an_engine(arguments: &[String]) -> bool {
    let is_it = |argument: &String| {
        argument.strip_prefix(ENGINE).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    arguments.iter().any(is_it)
}
