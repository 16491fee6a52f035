//! Lines that somebody tries in a shell, with the engine at the end of a pipe.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use super::step;

/// The number of times that `isready` is asked between `uci` and `quit`.
const GREETINGS: u32 = 100;

/// The number of searches, the nodes of each, and the fewest that its last line must report.
const SEARCHES: u32 = 40;
const NODES: u64 = 50_000;
const LEAST_TOLD: u64 = 49_900;

/// A FEN with rights to castle that the board cannot have. Black's king and one pawn can move.
const REPAIRED: &str = "position fen 2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1\ngo depth 4\n";
const ITS_MOVES: [&str; 2] = ["c8", "b5"];

pub(super) fn run(engine: &Path) -> Result<()> {
    step("answers: isready before quit", || greetings(engine))?;
    step("answers: go nodes", || searches(engine))?;
    step("answers: a FEN that is mended", || {
        let printed = ask(engine, &[], REPAIRED)?;
        let answer = best_move(&printed)?;
        let fits = ITS_MOVES.iter().any(|from| answer.starts_with(from));
        ensure!(fits, "{answer} in a position where only {ITS_MOVES:?} can move");
        Ok(format!("bestmove {answer}"))
    })?;
    step("answers: commands as arguments", || {
        let printed = ask(engine, &["position startpos", "go depth 8"], "")?;
        Ok(format!("bestmove {}", best_move(&printed)?))
    })?;
    step("answers: analyse --json", || json(engine))
}

fn ask(engine: &Path, arguments: &[&str], input: &str) -> Result<String> {
    let mut command = Command::new(engine);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().context("the engine starts")?;
    let mut pipe = child.stdin.take().context("a pipe was asked for")?;
    // With lines as arguments it does not read, and may have ended.
    let written = pipe.write_all(input.as_bytes());
    drop(pipe);
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "{} after {arguments:?} {input:?}", output.status);
    written.context("the engine reads")?;
    Ok(String::from_utf8(output.stdout)?)
}

fn greetings(engine: &Path) -> Result<String> {
    for greeting in 1..=GREETINGS {
        let printed = ask(engine, &[], "uci\nisready\nquit\n")?;
        let ready = printed.lines().filter(|line| *line == "readyok").count();
        ensure!(ready == 1, "{ready} times readyok in the {greeting}th of {GREETINGS}: {printed}");
    }
    Ok(format!("{GREETINGS} of {GREETINGS}"))
}

fn searches(engine: &Path) -> Result<String> {
    let mut least = u64::MAX;
    for _ in 0..SEARCHES {
        let printed = ask(engine, &[], &format!("go nodes {NODES}\n"))?;
        let told = last_nodes(&printed);
        let told = told.with_context(|| format!("no line tells nodes: {printed}"))?;
        ensure!(told >= LEAST_TOLD, "the last line tells {told} of {NODES} nodes: {printed}");
        best_move(&printed)?;
        least = least.min(told);
    }
    Ok(format!("{SEARCHES} of {SEARCHES}, at least {least} of {NODES} told"))
}

/// Checks that another program reads the document, too.
fn json(engine: &Path) -> Result<String> {
    if Command::new("python3").arg("--version").output().is_err() {
        return Ok("SKIPPED: python3 is not installed".into());
    }
    let printed = ask(engine, &["analyse", "--depth", "8", "--json"], "")?;
    let mut reader = Command::new("python3");
    reader.args(["-m", "json.tool"]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut reader = reader.spawn().context("python3 starts")?;
    reader.stdin.take().context("a pipe was asked for")?.write_all(printed.as_bytes())?;
    ensure!(reader.wait()?.success(), "python3 -m json.tool refuses this:\n{printed}");
    Ok(format!("{} bytes", printed.len()))
}

/// Returns the move of the only `bestmove` line, which is the last.
fn best_move(printed: &str) -> Result<&str> {
    let answers = printed.lines().filter(|line| line.starts_with("bestmove")).count();
    ensure!(answers == 1, "{answers} times bestmove: {printed}");
    let last = printed.lines().last().unwrap_or_default();
    let mv = last.strip_prefix("bestmove ").and_then(|rest| rest.split(' ').next());
    mv.with_context(|| format!("the last line is no answer: {printed}"))
}

fn last_nodes(printed: &str) -> Option<u64> {
    let infos = printed.lines().rev().filter(|line| line.starts_with("info "));
    infos.flat_map(|line| line.split_once(" nodes ")).next()?.1.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "info depth 1 nodes 20 pv e2e4\ninfo depth 9 score cp 3 nodes 49950 nps 7\n\
                           info string 7 nodes\nbestmove e2e4 ponder e7e5\n";

    #[test]
    fn the_last_line_and_the_answer_are_read() {
        assert_eq!(last_nodes(PRINTED), Some(49_950));
        assert_eq!(best_move(PRINTED).unwrap(), "e2e4");
        assert_eq!(last_nodes("readyok\n"), None);
    }

    #[cfg(unix)]
    #[test]
    fn an_engine_that_says_too_much_or_too_little_is_at_fault() {
        let folder = tempfile::tempdir().unwrap();
        let cases = "quit) echo readyok;; go*) echo 'info nodes 20 pv e2e4'; echo bestmove e2e4;;";
        let engine = crate::sprt::tests::script(folder.path(), "engine", cases);
        let fault = |of: fn(&Path) -> Result<String>| of(engine.as_ref()).unwrap_err().to_string();
        assert!(fault(greetings).starts_with("2 times readyok in the 1th"));
        assert!(fault(searches).starts_with("the last line tells 20 of 50000"));
    }

    #[test]
    fn an_answer_that_is_lost_or_given_twice_is_a_fault() {
        assert!(best_move("info depth 1\n").is_err());
        assert!(best_move(&PRINTED.repeat(2)).is_err());
        assert!(best_move("bestmove e2e4\ninfo depth 1\n").is_err());
    }
}
