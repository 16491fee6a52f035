//! The end of the command line after an error: one message that names the verb, and the exit code.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, ErrorKind as Kind, Write};
use std::path::Path;
use std::process::{self, ExitCode};

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, Error};

use super::{Cli, arguments};
use crate::io::output::Output;
use crate::io::screen::is_dumb;

/// The exit code of refused words: nothing has begun.
const REFUSED: i32 = 2;

/// Arguments before the verb with a value, which is no verb.
const WITH_VALUE: [&str; 4] = ["--params", "--weights", "--network", "--root"];

/// Ends the process as for a value that clap refuses: with the usage of the verb and exit code 2.
pub(crate) fn refuse(argument: &str, error: impl Display) -> ! {
    refuse_as(ErrorKind::ValueValidation, format_args!("invalid {argument}: {error}"))
}

/// Ends the process with this message, the usage of the verb and exit code 2.
pub(crate) fn refuse_as(kind: ErrorKind, message: impl Display) -> ! {
    let mut command = Cli::command();
    command.build();
    for name in verb(&arguments()) {
        if let Some(found) = command.find_subcommand(name) {
            command = found.clone();
        }
    }
    exit(&command.error(kind, message))
}

/// Ends the process with the help that was asked for, or an error that names the verb.
pub(crate) fn exit(error: &Error) -> ! {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        error.exit();
    }
    if !error.use_stderr() {
        output().check(error.print().and_then(|()| io::stdout().flush()));
        process::exit(error.exit_code());
    }
    let rendered = error.render();
    let text = match console::colors_enabled_stderr() && !is_dumb() {
        true => rendered.ansi().to_string(),
        false => rendered.to_string(),
    };
    // With a closed standard error the message is lost: the exit code remains.
    let _ = io::stderr().write_all(naming(&verb(&arguments()).join(" "), text).as_bytes());
    process::exit(REFUSED)
}

/// Reports why work that has begun failed. Returns the exit code, which is 1.
pub(crate) fn fail(message: &str) -> ExitCode {
    let text = naming(&verb(&arguments()).join(" "), format!("error: {message}\n"));
    // With a closed standard error the message is lost: the exit code remains.
    let _ = io::stderr().write_all(text.as_bytes());
    ExitCode::FAILURE
}

/// Ends the process because the file of an argument cannot be written: with exit code 1 if the
/// system does not allow it, and 2 if the argument does not name a file or a place for one.
pub(crate) fn refuse_output(argument: &str, path: &Path, error: &io::Error) -> ! {
    let message = format!("{}: {error}", path.display());
    match error.kind() {
        Kind::NotFound | Kind::NotADirectory | Kind::IsADirectory | Kind::Other => {
            refuse(argument, message)
        }
        _ => {
            // A process that ends at once has no use for a code of its own.
            let _ = fail(&format!("{argument}: {message}"));
            process::exit(1)
        }
    }
}

/// Returns standard output. A write that fails is reported as work that failed.
pub(crate) fn output() -> Output {
    Output::stdout(|message| {
        let _ = fail(message);
    })
}

/// Puts the verb into an error's first line and into its advice to read the help.
fn naming(verb: &str, text: String) -> String {
    const HELP: &str = "--help";
    if verb.is_empty() {
        return text;
    }
    let mut text = text.replacen("error:", &format!("error: {verb}:"), 1);
    let last = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
    if let Some(place) = text[last..].rfind(HELP) {
        text.insert_str(last + place, &format!("palimpsest {verb} "));
    }
    text
}

/// Returns the verb that the arguments of this process name, and the verb within it: `["hash",
/// "info"]`.
fn verb(arguments: &[OsString]) -> Vec<String> {
    let mut command = Cli::command();
    let mut names = Vec::new();
    let mut arguments = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
    while let Some(argument) = arguments.next() {
        if WITH_VALUE.contains(&argument.as_ref()) {
            arguments.next();
        } else if !argument.starts_with('-') {
            let Some(found) = command.find_subcommand(argument.as_ref()).cloned() else { break };
            names.push(found.get_name().to_owned());
            command = found;
        }
    }
    names
}

/// Returns the names of the verbs of a command, in the order of its help.
pub(crate) fn verbs(command: &Command) -> String {
    command.get_subcommands().map(Command::get_name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verb_is_found_among_the_words() {
        for (words, expected) in [
            ("", ""),
            ("analyse --depth x", "analyse"),
            ("analyze perft", "analyse"),
            ("--params bench perft 3", "perft"),
            ("--weights=uci bench", "bench"),
            ("--root hash --no-files perft 1", "perft"),
            ("--weights man hash verify man", "hash verify"),
            ("go bench", ""),
        ] {
            let arguments = ["palimpsest"].into_iter().chain(words.split_whitespace());
            let arguments: Vec<OsString> = arguments.map(OsString::from).collect();
            assert_eq!(verb(&arguments).join(" "), expected, "{words}");
        }
    }

    #[test]
    fn the_first_line_and_the_advice_name_the_verb() {
        let text = "error: bad --help\n\nFor more information, try '--help'.\n";
        let named = "error: perft: bad --help\n\nFor more information, try 'palimpsest perft \
                     --help'.\n";
        assert_eq!(naming("perft", text.into()), named);
        assert_eq!(naming("", text.into()), text);
        assert_eq!(naming("x", "a\n--help tells".into()), "a\npalimpsest x --help tells");
    }
}
