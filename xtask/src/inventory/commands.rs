//! Commands in texts: whether those of `cargo xtask` are known to this program and to those that it
//! forwards to, and whether what other commands of cargo build is there.

use std::collections::BTreeSet;

use clap::Parser;
use clap::error::ErrorKind;

use crate::forward::Forwarded;
use crate::verbs::{Cli, Verb};
use crate::workspace::{Member, Workspace};

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

pub(super) const BUILDS: [&str; 5] =
    ["cargo run ", "cargo test ", "cargo build ", "cargo bench ", "cargo check "];

/// Returns the fault of a command in the file `page`, if it has one. Without `-p` the command is
/// about the crate that `page` belongs to, if any; arguments after `--` are the program's business,
/// and a word in capitals is a placeholder.
pub(super) fn build_fault(command: &str, page: &str, workspace: &Workspace) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().take_while(|word| *word != "--").collect();
    let named = |options: &[&str]| {
        let at = words.iter().position(|word| options.contains(word))?;
        let value = words.get(at + 1)?;
        value.chars().any(|c| c.is_ascii_lowercase()).then_some(*value)
    };
    let wrong = |what: &str, name: &str| Some(format!("there is no {what} `{name}`: `{command}`"));
    let member: Option<&Member> = match named(&["-p", "--package"]) {
        Some(name) => match workspace.members.iter().find(|member| member.package == name) {
            Some(member) => Some(member),
            None => return wrong("package", name),
        },
        None => {
            let of_page = |member: &&Member| page.starts_with(&format!("{}/", member.folder()));
            workspace.members.iter().find(of_page)
        }
    };
    let member = member?;
    for kind in ["example", "bin", "test", "bench"] {
        if let Some(name) = named(&[&format!("--{kind}")])
            && !member.has_target(kind, name)
        {
            return wrong(kind, name);
        }
    }
    let features = named(&["--features", "-F"]).into_iter().flat_map(|list| list.split(','));
    let mut unknown = features.filter(|feature| !member.features().any(|own| own == *feature));
    unknown.next().and_then(|feature| wrong("feature", feature))
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

    #[test]
    fn what_a_command_names_must_be_there() {
        let workspace = Workspace::load().unwrap();
        let fault = |command: &str| build_fault(command, "crates/tt-core/README.md", &workspace);
        for right in [
            "cargo run --example NAME",
            "cargo test -p palimpsest-tt-core --features laws,shared --test hammer",
            "cargo run -p movegen --example perft -- --features nothing",
        ] {
            assert_eq!(fault(right), None, "{right}");
        }
        for (wrong, said) in [
            ("cargo test -p tt-core", "no package `tt-core`"),
            ("cargo run --example chequers", "no example `chequers`"),
            ("cargo test -p movegen --test nothing", "no test `nothing`"),
            ("cargo build -p engine-cli --features tuning,louder", "no feature `louder`"),
        ] {
            assert!(fault(wrong).is_some_and(|what| what.contains(said)), "{wrong}");
        }
    }
}
