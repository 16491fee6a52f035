//! The only place of this program that prints.
//!
//! A terminal shows one status line while a step runs; a pipe gets results only.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line speaks here")]

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Carriage return and "erase to the end of the line" (ECMA-48, EL).
const ERASE: &str = "\r\x1b[K";

pub(crate) fn line(text: impl Display) {
    erase_status();
    println!("{text}");
}

/// Shows what is running now, until the next line replaces it. Nothing is written to a pipe.
pub(crate) fn status(text: impl Display) {
    let mut out = io::stdout();
    if out.is_terminal() {
        print!("{ERASE}{text}");
        flush(&mut out);
    }
}

/// Prints an error and below it what led to it.
pub(crate) fn error(error: &anyhow::Error) {
    erase_status();
    let chain: Vec<String> = error.chain().map(ToString::to_string).collect();
    eprintln!("error: {}", chain.join("\n"));
}

fn erase_status() {
    let mut out = io::stdout();
    if out.is_terminal() {
        print!("{ERASE}");
        flush(&mut out);
    }
}

/// A reader that went away (`cargo xtask ci | head`) is no reason to stop.
fn flush(out: &mut impl Write) {
    drop(out.flush());
}
