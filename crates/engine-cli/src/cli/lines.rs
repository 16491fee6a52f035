//! UCI lines as arguments.

use clap::CommandFactory;
use clap::error::ErrorKind;

use super::Cli;
use crate::input::Line;
use crate::interrupt;
use crate::numbers::Numbers;
use crate::output::Output;
use crate::session;
use crate::uci::command::Command;
use crate::uci::error::UciError;

/// Obeys UCI lines, if the first begins with a word that UCI knows.
pub(super) fn obey(lines: &[String], numbers: Numbers, output: Output) {
    let first = lines.first().map(String::as_str).unwrap_or_default();
    if let Err(error) = Command::parse(first) {
        refuse_subcommand(first, &error);
    }
    let lines = lines.iter().map(|line| Line::new(line.as_str()));
    session::run_to_completion(lines, numbers.into(), output, &interrupt::runs());
}

/// Ends the process: the first word is neither a subcommand nor a UCI command.
fn refuse_subcommand(text: &str, error: &UciError) -> ! {
    let mut command = Cli::command();
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let message =
        format!("unrecognized subcommand '{text}', none of {}; {error}", names.join(", "));
    command.error(ErrorKind::InvalidSubcommand, message).exit()
}
