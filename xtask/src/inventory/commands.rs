//! Commands of `cargo xtask` in texts: whether this program and those that it forwards to know
//! them.

use std::collections::BTreeSet;

use clap::Parser;
use clap::error::ErrorKind;

use crate::forward::Forwarded;
use crate::verbs::{Cli, Verb};

/// The measurements that `bench` forwards to another program than the lab.
const ELSEWHERE: [&str; 3] = ["latency", "movegen", "peers"];

pub(super) const START: &str = "cargo xtask ";

/// Returns the commands that begin with one of `starts`, with their lines: in backticks, in
/// Markdown or in comments, or on lines of their own, as in blocks of code.
pub(super) fn in_text(text: &str, starts: &[&str]) -> Vec<(usize, String)> {
    let rows: Vec<&str> = text.lines().map(without_marker).collect();
    let alone =
        (1..).zip(&rows).filter(|(_, row)| starts.iter().any(|start| row.starts_with(start)));
    let mut found: Vec<_> = alone.map(|(line, row)| (line, (*row).to_owned())).collect();
    // A command in backticks may be broken between two lines.
    let joined = rows.join("\n");
    let flat = joined.replace('\n', " ");
    let quoted = |start: &&str| {
        let start = format!("`{start}");
        flat.match_indices(&start).map(|(at, _)| at).collect::<Vec<_>>()
    };
    for at in starts.iter().flat_map(quoted) {
        let line = joined[..at].matches('\n').count() + 1;
        found.extend(flat[at + 1..].split('`').next().map(|command| (line, command.to_owned())));
    }
    found
}

/// Returns a line without its indentation and its comment marker.
fn without_marker(row: &str) -> &str {
    row.trim_start().trim_start_matches(['/', '!', '#']).trim_start()
}

/// Returns the fault of a command, if it has one. The command may be incomplete, as a page may name
/// an option without its value; nothing after a placeholder, an optional part or a comment counts.
pub(super) fn fault(
    command: &str,
    lab: &BTreeSet<String>,
    tuner: &BTreeSet<String>,
) -> Option<String> {
    let is_word = |word: &&str| {
        let placeholder = !word.contains(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
        !placeholder && !word.starts_with('[') && !word.contains('|')
    };
    let words = command.split_whitespace().skip(1).take_while(is_word); // `cargo` is left out
    let unknown = |known: &BTreeSet<String>, Forwarded { arguments }: &Forwarded| {
        arguments.first().is_some_and(|name| !name.starts_with('-') && !known.contains(name))
    };
    let wrong = match Cli::try_parse_from(words).map(|cli| cli.verb) {
        Ok(Verb::Lab(forwarded)) => unknown(lab, &forwarded),
        Ok(Verb::Tune(forwarded)) => unknown(tuner, &forwarded),
        Ok(Verb::Bench { of: Some(of), .. }) => {
            !ELSEWHERE.contains(&&*of) && !lab.contains(&format!("bench-{of}"))
        }
        Ok(_) => false,
        Err(error) => matches!(
            error.kind(),
            ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument | ErrorKind::ArgumentConflict
        ),
    };
    wrong.then(|| format!("there is no `{command}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_stand_in_backticks_and_on_lines_of_their_own() {
        let text = "Run `cargo xtask\ntidy` or `cargo test`.\n```sh\ncargo xtask ci  # all\n```\n\
                    //! See `cargo\n//! xtask perft`, not 'cargo xtask'.\n# `cargo xtask dist`\n";
        let found: Vec<_> = in_text(text, &[START])
            .into_iter()
            .map(|(line, text)| format!("{line} {text}"))
            .collect();
        assert_eq!(
            found,
            [
                "4 cargo xtask ci  # all",
                "1 cargo xtask tidy",
                "6 cargo xtask perft",
                "8 cargo xtask dist"
            ]
        );
    }

    #[test]
    fn what_is_not_there_is_found() {
        let lab = BTreeSet::from(["mtdf", "bench-tt"].map(str::to_owned));
        let fault = |command: &str| fault(command, &lab, &BTreeSet::new());
        for known in [
            "cargo xtask ci -p CRATE",
            "cargo xtask check fuzz --runs",
            "cargo xtask bench tt --line 128",
            "cargo xtask bench latency",
            "cargo xtask lab mtdf a|b [--bits N]",
        ] {
            assert_eq!(fault(known), None);
        }
        for unknown in [
            "cargo xtask loom",
            "cargo xtask check louder",
            "cargo xtask ci --louder",
            "cargo xtask lab louder",
            "cargo xtask bench louder",
            "cargo xtask tune mtdf",
        ] {
            assert_eq!(fault(unknown), Some(format!("there is no `{unknown}`")));
        }
    }
}
