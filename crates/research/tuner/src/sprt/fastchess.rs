//! fastchess plays the games, we count their pairs.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};
use self_play::{EARLIEST_DRAW, LEVEL, LEVEL_MOVES, Pairs, WINNING, WINNING_MOVES};

use super::{Pace, SprtArguments};
use crate::fastchess::Fastchess;

const PAIRS: &str = "Ptnml(0-2): ";

/// The games between two of its reports.
const INTERVAL: &str = "50";

/// Texts in its output that mark a game that was not ended by the rules.
const FAULTS: [&str; 4] = ["disconnect", "stalls", "illegal move", "on time"];

impl Fastchess {
    /// Plays the match. Faults of the engines are printed.
    pub(super) fn play(
        &self,
        arguments: &SprtArguments,
        pace: Pace,
        print: &mut impl FnMut(String),
    ) -> Result<Pairs> {
        let folder = tempfile::tempdir()?;
        let mut command = self.command(folder.path());
        let mut child = command.args(words(arguments, pace)?).stdout(Stdio::piped()).spawn()?;
        let output = BufReader::new(child.stdout.take().context("a pipe was asked for")?);
        let mut pairs = Pairs::default();
        for line in output.lines() {
            let line = line?;
            if let Some(counted) = pairs_in(&line) {
                pairs = counted;
                print(arguments.test().standing(&pairs));
            } else if line.contains("Warning") || FAULTS.iter().any(|fault| line.contains(fault)) {
                print(line);
            }
        }
        let status = child.wait()?;
        ensure!(status.success(), "fastchess failed ({status})");
        ensure!(pairs.count() > 0, "fastchess reported no pair");
        Ok(pairs)
    }
}

fn words(arguments: &SprtArguments, pace: Pace) -> Result<Vec<String>> {
    let SprtArguments { elo0, elo1, error, .. } = *arguments;
    let file = |path: &Path| -> Result<String> {
        let found = fs::canonicalize(path).with_context(|| path.display().to_string())?;
        Ok(found.display().to_string())
    };
    let pace = match pace {
        Pace::Nodes(nodes) => format!("nodes={nodes}"),
        Pace::Clock(clock) => {
            format!("tc={}+{}", clock.game as f64 / 1e3, clock.increment as f64 / 1e3)
        }
    };
    let mut words = format!(
        "-each {pace} option.Hash={} option.Threads=1 -games 2 -rounds {} -concurrency {} \
         -force-concurrency -srand {} -ratinginterval {INTERVAL} -recover \
         -draw movenumber={EARLIEST_DRAW} movecount={LEVEL_MOVES} score={LEVEL} \
         -resign movecount={WINNING_MOVES} score={WINNING} twosided=true",
        arguments.hash,
        arguments.games / 2,
        arguments.at_once,
        arguments.seed,
    );
    if !arguments.all {
        words +=
            &format!(" -sprt elo0={elo0} elo1={elo1} alpha={error} beta={error} model=logistic");
    }
    if arguments.chess960 {
        words += " -variant fischerandom";
    }
    let mut words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    for (name, path) in [("new", &arguments.new), ("old", &arguments.old)] {
        words.extend(["-engine".into(), format!("name={name}"), format!("cmd={}", file(path)?)]);
    }
    let book = format!("file={}", file(&arguments.book)?);
    words.extend(["-openings".into(), "format=epd".into(), "order=random".into(), book]);
    Ok(words)
}

fn pairs_in(line: &str) -> Option<Pairs> {
    let (counts, _) = line.strip_prefix(PAIRS)?.strip_prefix('[')?.split_once(']')?;
    let counts = counts.split(',').map(|count| count.trim().parse().ok());
    Some(Pairs(counts.collect::<Option<Vec<u64>>>()?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprt::tests::arguments;
    #[cfg(unix)]
    use crate::sprt::tests::executable;

    #[test]
    fn pairs_are_read_from_the_report() {
        let line = "Ptnml(0-2): [1, 2, 30, 4, 0], WL/DD Ratio: 0.50";
        assert_eq!(pairs_in(line), Some(Pairs([1, 2, 30, 4, 0])));
        assert_eq!(pairs_in("Ptnml(0-2): [1, 2, 30, 4]"), None);
        assert_eq!(pairs_in("Games: 50, Wins: 9"), None);
    }

    #[test]
    fn the_command_line_has_both_engines_and_both_colours() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let line = format!("{file} {file} --book {file} --nodes 500 --games 8");
        let sprt = line.clone() + " --hash 8 --seed 7 --at-once 3 --elo0 1 --elo1 7.5 --error 0.1";
        let sprt = arguments(&sprt);
        let words = words(&sprt, sprt.pace().unwrap()).unwrap().join(" ");
        for part in [
            "-each nodes=500 option.Hash=8 option.Threads=1 -games 2 -rounds 4 -concurrency 3 ",
            "-srand 7 ",
            "-sprt elo0=1 elo1=7.5 alpha=0.1 beta=0.1 ",
            "name=new",
            "name=old",
        ] {
            assert!(words.contains(part), "{words}");
        }
        let all = arguments(&line.replace("--nodes 500", "--tc 2+0.02 --all"));
        let words = super::words(&all, all.pace().unwrap()).unwrap().join(" ");
        assert!(words.contains("-each tc=2+0.02 ") && !words.contains("-sprt"), "{words}");
        assert!(!words.contains("-variant"), "{words}");
        let chess960 = arguments(&line.replace("--nodes 500", "--nodes 500 --chess960"));
        let words = super::words(&chess960, chess960.pace().unwrap()).unwrap().join(" ");
        assert!(words.contains("-variant fischerandom"), "{words}");
        let missing = arguments("no-such-file old --book b --nodes 1");
        let error = super::words(&missing, Pace::Nodes(1)).unwrap_err().to_string();
        assert!(error.contains("no-such-file"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn faults_of_games_are_printed_and_a_match_without_pairs_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let pairs = "Ptnml(0-2): [0, 1, 2, 0, 0]";
        for (name, commands, expected) in [
            ("whole", format!("echo '{pairs}'"), "; 6 games"),
            ("late", format!("echo 'new loses on time'; echo '{pairs}'"), "new loses on time; 6"),
            ("failed", format!("echo '{pairs}'; exit 1"), "; 6 games"),
            ("empty", "echo 'Games: 0'".to_owned(), "fastchess reported no pair"),
        ] {
            let program = folder.path().join(name);
            executable(&program, &format!("[ \"$1\" = -version ] || {{ {commands}; }}"));
            let line = format!("{file} {file} --book {file} --nodes 1 --fastchess ");
            let line = line + &program.display().to_string();
            let mut said = String::new();
            let played = crate::sprt::run(&arguments(&line), |line| said += &format!("; {line}"));
            said += &played.map_or_else(|error| format!("; {error}"), |()| String::new());
            assert!(said.contains(expected), "{name}: {said}");
            assert_eq!(said.contains("fastchess failed"), name == "failed", "{name}: {said}");
        }
    }
}
