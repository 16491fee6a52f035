//! Verb `spsa`: numbers of the search and weights of the evaluation tuned by games of self-play.
//!
//! A player with the numbers moved one way meets one with them moved the other way, both at a fixed
//! number of nodes for each move. A run is kept in a file after each batch of pairs; started again
//! with the same arguments, it goes on from there, and ends as if it had never been stopped.

mod descent;
mod duel;
mod gains;
mod numbers;
mod parameter;
mod report;
mod selection;
mod state;
mod write_back;

use std::fs;
use std::num::NonZero;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use clap::{Args, value_parser};
use movegen::Position;
use rayon::ThreadPoolBuilder;
use search::Tunables as _;
use self_play::Openings;

use crate::datagen::book;
use descent::Descent;
use duel::{Players, Starts, numbers_of};
use engine::Numbers;
use gains::Gains;
use report::{Meter, Report};
use selection::Ends;
use state::{Settings, State, checksum};

/// Random plies that follow the start position by default.
const PLIES: u32 = 8;
/// The number of times that a run reports its progress.
const REPORTS: u64 = 20;
/// The setting that distinguishes one build from another.
const BUILD: &str = "build";

#[derive(Args)]
pub(crate) struct SpsaArguments {
    /// The run; a file that exists is continued
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// Numbers to tune, as razor_base,futility_slope,eval.tempo.mg
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    #[arg(required_unless_present_any = ["lines", "show"])]
    params: Vec<String>,
    /// Numbers to tune, as lines `name, int, value, min, max, C_end, R_end`
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// Games of the whole run, an even number
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// Nodes for each move
    #[arg(long, default_value_t = 2_500, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// C_end of the numbers named by --params, in declared steps
    #[arg(long, value_name = "STEPS", default_value_t = 1.0)]
    c_end: f64,
    /// R_end of the numbers named by --params: how far a run moves them
    #[arg(long, default_value_t = 0.002)]
    r_end: f64,
    /// Spall's A, as a share of the run
    #[arg(long, default_value_t = 0.1)]
    a_ratio: f64,
    /// Pairs of games that are played before their steps are taken
    #[arg(long, value_name = "PAIRS", default_value_t = 16)]
    #[arg(value_parser = value_parser!(u64).range(1..))]
    batch: u64,
    /// Games at a time, each on one thread; all processors by default
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Start from the positions of this EPD file instead of the start position
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// The book's positions are those of Chess960: KQkq are rights of kings and rooks anywhere
    #[arg(long, requires = "book")]
    chess960: bool,
    /// Random plies after that [default: 8 without a book, none with one]
    #[arg(long, value_name = "N")]
    plies: Option<u32>,
    /// Seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Size of each player's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2)]
    #[arg(value_parser = value_parser!(u16).range(1..))]
    hash: u16,
    /// Show the run as it stands instead of playing on
    #[arg(long)]
    show: bool,
    /// File that gets the search's numbers as lines `name = value`, which `Params::read` takes
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// `params.txt` or `weights.txt` of this build, which gets the tuned numbers; for one of each
    #[arg(long, value_name = "FILE")]
    rewrite: Vec<PathBuf>,
}

/// Plays the games that the run still lacks, shows its numbers, and writes them to the given files.
pub(crate) fn run(arguments: &SpsaArguments, print: impl Fn(&str) + Sync) -> Result<()> {
    write_back::check(&arguments.rewrite)?;
    let path = &arguments.state;
    let state = if arguments.show {
        State::read(path)?.with_context(|| format!("{}: there is no such run", path.display()))?
    } else {
        play(arguments, &print)?
    };
    print(&Report(&state).to_string());
    if arguments.write.is_none() && arguments.rewrite.is_empty() {
        return Ok(());
    }
    let begun = state.setting(BUILD)?;
    ensure!(begun == build(), "the run was begun by a build with other numbers than this one");
    let numbers = numbers_of(&state.parameters, &state.progress.rounded())?;
    if !arguments.rewrite.is_empty() {
        write_back::rewrite(&arguments.rewrite, &numbers)?;
    }
    if let Some(path) = &arguments.write {
        let text = numbers.params.text().to_string();
        fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Begins or continues a run, and plays to its end.
fn play(arguments: &SpsaArguments, print: &(impl Fn(&str) + Sync)) -> Result<State> {
    let SpsaArguments { games, batch, seed, nodes, ref state, .. } = *arguments;
    let even = games > 0 && games.is_multiple_of(2);
    ensure!(even, "each opening is played with both colours: {games} games are no pairs");
    let ratio = arguments.a_ratio;
    ensure!(ratio >= 0.0 && ratio.is_finite(), "A is no share of the run: {ratio}");
    let starts = starts(arguments)?;
    let lines = arguments.lines.as_deref();
    let ends = Ends { steps: arguments.c_end, r_end: arguments.r_end };
    let parameters = selection::select(&arguments.params, ends, lines)?;
    let settings = settings(arguments, &starts)?;
    let mut saved = match State::read(state)? {
        Some(saved) => {
            let fits = saved.check(&settings, &parameters);
            fits.with_context(|| state.display().to_string())?;
            saved
        }
        None => State::new(settings, parameters),
    };
    let pairs = games / 2;
    let mut descent = Descent {
        parameters: saved.parameters.clone(),
        gains: Gains::new(pairs, ratio),
        pairs,
        batch,
        seed,
        progress: saved.progress.clone(),
    };
    let threads = arguments.threads.map_or(0, NonZero::get);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let players = Players::new(nodes, usize::from(arguments.hash) << 20, starts);
    let meter = Meter::new(games, 2 * descent.progress.pairs)?;
    saved.write(state)?;
    while !descent.is_finished() {
        let before = descent.progress.pairs;
        pool.install(|| {
            descent.advance(|iteration| {
                let half_points = players.play(&saved.parameters, iteration)?;
                meter.bar.inc(2);
                Ok(half_points)
            })
        })?;
        saved.progress = descent.progress.clone();
        saved.write(state)?;
        let reports = |played: u64| played * REPORTS / pairs;
        if reports(descent.progress.pairs) > reports(before) {
            meter.bar.suspend(|| print(&meter.standing(2 * descent.progress.pairs)));
        }
    }
    meter.bar.finish_and_clear();
    Ok(saved)
}

fn starts(arguments: &SpsaArguments) -> Result<Starts> {
    let book = arguments.book.as_deref();
    let plies = arguments.plies.unwrap_or(if book.is_some() { 0 } else { PLIES });
    let mut bases = match book {
        Some(path) => book::read(path, arguments.chess960)?,
        None => vec![Position::startpos()],
    };
    bases.retain(|base| base.outcome().is_none());
    ensure!(!bases.is_empty(), "there is no opening to play: the book's games are all over");
    let openings = Openings::from_positions(bases, plies..=plies);
    Ok(Starts { openings, plies, balanced: plies > 0 })
}

/// Returns the settings that decide the games, beside the numbers that are tuned.
fn settings(arguments: &SpsaArguments, starts: &Starts) -> Result<Settings> {
    let openings = match arguments.book.as_deref() {
        None => "the start position".to_owned(),
        Some(path) => {
            let bytes = fs::read(path).with_context(|| path.display().to_string())?;
            let rules = if arguments.chess960 { " of Chess960" } else { "" };
            format!("a book{rules} with checksum {:016x}", checksum(&bytes))
        }
    };
    let settings = [
        ("games", arguments.games.to_string()),
        ("nodes", arguments.nodes.to_string()),
        ("hash", arguments.hash.to_string()),
        ("batch", arguments.batch.to_string()),
        ("seed", arguments.seed.to_string()),
        ("a-ratio", arguments.a_ratio.to_string()),
        ("openings", openings),
        ("plies", starts.plies.to_string()),
        (BUILD, build()),
    ];
    Ok(settings.map(|(key, value)| (key.to_owned(), value)).to_vec())
}

fn build() -> String {
    format!("{:016x}", numbers::checksum(&Numbers::default()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Mutex;

    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        spsa: SpsaArguments,
    }

    fn arguments(state: &Path, line: &str) -> SpsaArguments {
        let line = format!("spsa --state {} {line}", state.display());
        Line::parse_from(line.split_whitespace()).spsa
    }

    fn run_line(state: &Path, line: &str) -> Result<String> {
        let printed = Mutex::new(String::new());
        let print = |text: &str| *printed.lock().unwrap() += &format!("{text}\n");
        run(&arguments(state, line), print)?;
        Ok(printed.into_inner().unwrap())
    }

    /// Four pairs of real games. The steps are large, so that whole numbers change.
    const TINY: &str = "--params razor_base,futility_slope,eval.tempo.mg --games 8 --batch 2 \
                        --nodes 60 --hash 1 --plies 6 --seed 2 --r-end 0.9 --a-ratio 0.3";

    #[test]
    fn a_run_is_played_shown_and_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        let state = file("run");
        let printed = run_line(&state, &format!("{TINY} --threads 2")).unwrap();
        assert!(printed.contains("8 of 8 games, "), "{printed}");
        let done = State::read(&state).unwrap().expect("it was written");
        assert_eq!(done.progress.pairs, 4);
        assert_ne!(done.progress, State::new(Vec::new(), done.parameters.clone()).progress);
        let shown = run_line(&state, "--show").unwrap();
        assert!(printed.ends_with(&shown), "{printed}");
        assert!(shown.contains("\nfutility_slope, int, "), "{shown}");

        // Nothing is left to play; one thread would have come to the same end.
        run_line(&state, TINY).unwrap();
        assert_eq!(State::read(&state).unwrap().as_ref(), Some(&done));
        run_line(&file("other"), &format!("{TINY} --threads 1")).unwrap();
        assert_eq!(State::read(&file("other")).unwrap(), Some(done.clone()));

        for (name, built) in [
            ("params.txt", include_str!("../../../search/src/params.txt")),
            ("weights.txt", include_str!("../../../evaluation/src/weights.txt")),
        ] {
            fs::write(file(name), built).unwrap();
        }
        let [params, weights, text, alone] = ["params.txt", "weights.txt", "text", "alone"]
            .map(|name| file(name).display().to_string());
        run_line(&state, &format!("--show --write {alone}")).unwrap();
        let line = format!("--show --rewrite {params} --rewrite {weights} --write {text}");
        run_line(&state, &line).unwrap();
        let tuned = numbers_of(&done.parameters, &done.progress.rounded()).unwrap();
        for written in [params, text] {
            let mut read = Numbers::default().params;
            read.read(&fs::read_to_string(written).unwrap()).unwrap();
            assert_eq!(read, tuned.params);
        }
        assert_eq!(fs::read(alone).unwrap(), fs::read(file("text")).unwrap(), "without a source");
    }

    #[test]
    fn a_run_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let [whole, stopped] = ["whole", "stopped"].map(|name| folder.path().join(name));
        run_line(&whole, TINY).unwrap();
        let done = State::read(&whole).unwrap().expect("it was written");
        // As it was after its first batch, which a run of the same settings would have written.
        let mut descent = Descent {
            parameters: done.parameters.clone(),
            gains: Gains::new(4, 0.3),
            pairs: 4,
            batch: 2,
            seed: 2,
            progress: descent::Progress::start(&done.parameters),
        };
        let line = arguments(&stopped, TINY);
        let starts = starts(&line).unwrap();
        let players = Players::new(60, 1 << 20, starts);
        descent.advance(|iteration| players.play(&done.parameters, iteration)).unwrap();
        State { progress: descent.progress, ..done.clone() }.write(&stopped).unwrap();
        run_line(&stopped, TINY).unwrap();
        assert_eq!(State::read(&stopped).unwrap(), Some(done));
    }

    #[test]
    fn a_book_is_played_as_it_is_and_the_start_position_after_some_plies() {
        let folder = tempfile::tempdir().unwrap();
        let book = folder.path().join("book");
        fs::write(&book, "4k3/8/8/8/8/8/4P3/4K3 w - -\n").unwrap();
        let plies = |line: &str| {
            let starts = starts(&arguments(
                folder.path(),
                &format!("{} {line}", TINY.replace("--plies 6", "")),
            ))
            .unwrap();
            (starts.plies, starts.balanced)
        };
        let from_book = format!("--book {}", book.display());
        assert_eq!([plies(""), plies("--plies 0")], [(PLIES, true), (0, false)]);
        assert_eq!(plies(&from_book), (0, false));
        assert_eq!(plies(&format!("{from_book} --plies 3")), (3, true));
    }

    #[test]
    fn unsuitable_arguments_are_refused_and_leave_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("run");
        let fault = |line: &str| format!("{:#}", run_line(&state, line).unwrap_err());
        assert!(fault("--params razor_base --games 7").contains("7 games are no pairs"));
        assert!(fault("--params razer_base").contains("the nearest name is \"razor_base\""));
        assert!(fault("--params check_extension").contains("too small"));
        assert!(fault("--params razor_base --a-ratio=-1").contains("share of the run"));
        assert!(fault("--params razor_base --r-end 0").contains("R_end = 0"));
        assert!(fault("--params razor_base --book no-such-file").contains("no-such-file"));
        assert!(fault("--show").contains("there is no such run"));
        let book = folder.path().join("mates.epd");
        fs::write(&book, "k6R/8/1K6/8/8/8/8/8 b - -\n").unwrap();
        let line = format!("--params razor_base --book {}", book.display());
        assert!(fault(&line).contains("there is no opening to play"));
        let line = format!("--params razor_base --games 2 --rewrite {}", book.display());
        assert!(fault(&line).contains("mates.epd: expected the numbers or the weights"));
        assert!(!state.exists());
        assert!(Line::try_parse_from(["spsa", "--state", "x"]).is_err());

        run_line(&state, TINY).unwrap();
        for (argument, other, said) in [
            ("razor_base", "null_base", "\"razor_base, int"),
            ("--games 8", "--games 10", "games = 8, not 10"),
            ("--nodes 60", "--nodes 70", "nodes = 60, not 70"),
            ("--batch 2", "--batch 3", "batch = 2, not 3"),
            ("--hash 1", "--hash 2", "hash = 1, not 2"),
            ("--seed 2", "--seed 3", "seed = 2, not 3"),
            ("--plies 6", "--plies 7", "plies = 6, not 7"),
            ("--a-ratio 0.3", "--a-ratio 0.2", "a-ratio = 0.3, not 0.2"),
            ("--r-end 0.9", "--r-end 0.8", ", 20, 0.9\", not "),
            ("--r-end 0.9", "--r-end 0.9 --c-end 2", ", 40, 0.9\""),
        ] {
            let fault = fault(&TINY.replace(argument, other));
            assert!(fault.contains("the run was begun with") && fault.contains(said), "{fault}");
        }
        let mut other = State::read(&state).unwrap().expect("it was written");
        other.settings.retain(|(key, _)| key != BUILD);
        other.settings.push((BUILD.to_owned(), "another".to_owned()));
        other.write(&state).unwrap();
        let line = format!("--show --write {}", book.display());
        assert!(fault(&line).contains("a build with other numbers"));
    }

    #[test]
    fn the_positions_of_a_book_are_played_as_they_are_and_not_exchanged() {
        let folder = tempfile::tempdir().unwrap();
        let [state, book] = ["run", "book"].map(|name| folder.path().join(name));
        // White has no queen.
        fs::write(&book, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BB1NNRKR w KQkq -\n").unwrap();
        let line = format!("--params razor_base --games 2 --nodes 60 --book {}", book.display());
        let line = line + " --chess960";
        run_line(&state, &line).unwrap();
        fs::write(&book, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -\n").unwrap();
        let fault = format!("{:#}", run_line(&state, &line).unwrap_err());
        assert!(fault.contains("begun with openings = a book of Chess960"), "{fault}");
    }
}
