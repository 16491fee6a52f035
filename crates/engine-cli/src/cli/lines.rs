//! UCI lines as arguments.

use clap::CommandFactory;
use clap::error::ErrorKind;

use super::Cli;
use crate::cli::ending::{refuse_as, verbs};
use crate::io::access::Access;
use crate::io::input::Line;
use crate::io::output::Output;
use crate::session;
use crate::session::interrupt;
use engine::Numbers;
use uci::{Start, UciError};

/// Obeys UCI lines. If one cannot be read, none is obeyed: the process ends.
pub(super) fn obey(lines: &[String], numbers: Numbers, access: Access, output: Output) {
    for (index, line) in lines.iter().enumerate() {
        if let Err(error) = session::check(line) {
            refuse(index, line, &error);
        }
    }
    let lines = lines.iter().map(|line| Line::new(line.as_str()));
    let start = Start { runs: interrupt::runs(), ..numbers.into() };
    session::run_to_completion(lines, start, access, output);
}

/// Ends the process because of a line that cannot be read. The first may have been meant as a verb.
fn refuse(index: usize, line: &str, error: &UciError) -> ! {
    if index > 0 {
        let message = format_args!("UCI line {} of the arguments: {error}", index + 1);
        refuse_as(ErrorKind::ValueValidation, message)
    }
    let names = verbs(&Cli::command());
    let expected = format_args!("expected one of {names} or a line of UCI");
    let message = format_args!("unrecognized subcommand '{line}', {expected} ({error})");
    refuse_as(ErrorKind::InvalidSubcommand, message)
}
