//! `bench`: the engine's signature, and the one that the history recorded last; the origin of a
//! page of figures.
//!
//! The number of nodes that `palimpsest bench` searches is the same on every build and machine. A
//! commit that changes what the search does ends in a line `Bench: N`; this module prints N and
//! compares it with the newest such line.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::engine::{Build, Engine};
use crate::output::{self, Outcome};
use crate::process::{capture, git};

/// The start of the line of a commit message that records the signature.
const MARK: &str = "Bench: ";

/// Prints the signature of a release build and what the history says of it.
pub(crate) fn verb(strict: bool) -> Result<()> {
    let nodes = signature(&Engine::build(Build::Release)?)?;
    output::line(format_args!("{MARK}{nodes}"));
    output::line(compare(nodes, recorded()?, strict)?);
    Ok(())
}

fn compare(nodes: u64, last: Result<u64, String>, strict: bool) -> Result<String> {
    Ok(match last {
        Err(why) => format!("SKIPPED comparison: {why}"),
        Ok(last) if last == nodes => "the same as the last recorded".to_owned(),
        Ok(last) => {
            ensure!(!strict, "the signature is not the last recorded one, {last}");
            format!("the last recorded is {last}")
        }
    })
}

/// Runs the step of `ci`: the signature of an engine equals the last recorded one.
pub(crate) fn check(engine: &Engine) -> Result<Outcome> {
    equals_recorded("bench", || Ok((signature(engine)?, String::new())))
}

/// Checks that a bench searches as many nodes as the history recorded last. `count` returns them,
/// and words that follow them in the outcome; it is not called without a record.
pub(crate) fn equals_recorded(
    bench: &str,
    count: impl FnOnce() -> Result<(u64, String)>,
) -> Result<Outcome> {
    equals(recorded()?, bench, count)
}

fn equals(
    last: Result<u64, String>,
    bench: &str,
    count: impl FnOnce() -> Result<(u64, String)>,
) -> Result<Outcome> {
    let last = match last {
        Ok(last) => last,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    let (nodes, words) = count()?;
    ensure!(
        nodes == last,
        "{bench} searches {nodes} nodes, the last recorded are {last}; a commit that changes what \
         the search does ends in the line `{MARK}{nodes}`"
    );
    Ok(Outcome::Passed(format!("{nodes} nodes{words}")))
}

/// Returns the number of nodes that bench searches.
fn signature(engine: &Engine) -> Result<u64> {
    output::status("        bench");
    let last = engine.last_line(&["bench"])?;
    nodes_of(&last).with_context(|| format!("bench ends in `{last}`, not in `N nodes M nps`"))
}

/// Returns the N of a line `N nodes M nps`.
pub(crate) fn nodes_of(line: &str) -> Option<u64> {
    figures_of(line).map(|(nodes, _)| nodes)
}

/// Returns the N and the M of a line `N nodes M nps`.
pub(crate) fn figures_of(line: &str) -> Option<(u64, u64)> {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        [nodes, "nodes", rate, "nps"] => nodes.parse().ok().zip(rate.parse().ok()),
        _ => None,
    }
}

/// Returns the newest signature in the history, or why there is none.
pub(crate) fn recorded() -> Result<Result<u64, String>> {
    if capture(&mut git(["rev-parse", "--git-dir"])).is_err() {
        return Ok(Err("this is no git repository".into()));
    }
    let log = git(["log", "-1", "--extended-regexp", "--grep=^Bench: [0-9]+$", "--format=%B"]);
    let message = capture(&mut { log })?;
    if let Some(nodes) = mark_in(&message) {
        return Ok(Ok(nodes));
    }
    let shallow = capture(&mut git(["rev-parse", "--is-shallow-repository"]))?;
    let reach = if shallow.trim() == "true" { " of this shallow clone" } else { "" };
    Ok(Err(format!("no commit{reach} carries a {} line", MARK.trim())))
}

/// Returns the N of the last line `Bench: N` of a commit message.
fn mark_in(message: &str) -> Option<u64> {
    message.lines().rev().find_map(|line| line.strip_prefix(MARK)?.trim_end().parse().ok())
}

/// Returns the commit, its date, and the signature of the bench that the history recorded last.
pub(crate) fn commit() -> Result<String> {
    let commit = capture(&mut git(["log", "-1", "--format=%h of %cs"]))?;
    let signature = recorded()?.map_or_else(|why| why, |nodes| format!("bench {nodes}"));
    Ok(format!("{} ({signature})", commit.trim()))
}

/// Returns the name of the processor, where the system tells it.
pub(crate) fn processor() -> String {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or("an unknown processor", |(_, name)| name).to_owned()
}

/// Returns the average number of tasks that ran in the last minute, where the system tells it.
pub(crate) fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().filter(|one| !one.is_empty()).unwrap_or("unknown").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_read_from_a_whole_line_only() {
        assert_eq!(nodes_of("1234567 nodes 2000000 nps"), Some(1_234_567));
        assert_eq!(nodes_of("info nodes 1234567 nps 2000000"), None);
        assert_eq!(nodes_of("nodes"), None);
        assert_eq!(figures_of("1234567 nodes 2000000 nps"), Some((1_234_567, 2_000_000)));
        assert_eq!(figures_of("1234567 nodes"), None);
    }

    #[test]
    fn another_signature_than_the_recorded_one_is_refused() {
        let equals = |nodes, last| equals(last, "bench", || Ok((nodes, " more".into())));
        assert!(matches!(equals(42, Ok(42)), Ok(Outcome::Passed(note)) if note == "42 nodes more"));
        for nodes in [0, 41, 43] {
            let error = equals(nodes, Ok(42)).err().unwrap().to_string();
            assert!(error.ends_with(&format!("ends in the line `Bench: {nodes}`")), "{error}");
        }
        let none = || Err("no git".to_owned());
        assert!(matches!(equals(42, none()), Ok(Outcome::Skipped(why)) if why == "no git"));
        assert!(compare(42, none(), true).unwrap().starts_with("SKIPPED "));
        assert!(compare(42, Ok(42), true).unwrap().starts_with("the same "));
        assert!(compare(42, Ok(41), false).unwrap().ends_with(" 41"));
        assert!(compare(42, Ok(41), true).is_err());
    }

    #[test]
    fn the_last_mark_of_a_message_counts() {
        assert_eq!(mark_in("Reduce more\n\nBench: 41\nBench: 42\n"), Some(42));
        assert_eq!(mark_in("Speak of Bench: 42 in passing\n"), None);
        assert_eq!(mark_in("Bench: about 42\n"), None);
        assert_eq!(mark_in("It was Bench: 42\n"), None);
    }
}
