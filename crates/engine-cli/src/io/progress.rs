//! The progress on standard error beside the results: a bar with the time left, and messages.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::io::screen::is_dumb;

/// The template of a bar whose end is known.
const BAR: &str = "{bar:40} {pos}/{len} {msg}, {elapsed}, {eta} left";
/// The template of a bar whose end is unknown.
const SPINNER: &str = "{spinner} {pos} {msg}, {elapsed}";
/// The time between two redraws of the bar's clock.
const TICK: Duration = Duration::from_millis(250);

/// A progress bar on standard error; nothing is drawn where that is no terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Whether standard output is drawn on a terminal, too: the bar gives way to it.
    shares_terminal: bool,
}

impl Progress {
    /// Creates a bar that ends at `count`, which is called only if somebody can see the bar.
    /// Without a number the bar only shows how much is done.
    pub(crate) fn new(count: impl FnOnce() -> Option<u64>, what: &'static str) -> Self {
        // The library draws on a terminal with an empty name, too.
        let bar = if is_dumb() { ProgressBar::hidden() } else { ProgressBar::no_length() };
        let count = if bar.is_hidden() { None } else { count() };
        let template = if count.is_some() { BAR } else { SPINNER };
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        if let Some(count) = count {
            bar.set_length(count);
        }
        bar.set_message(what);
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        Self { bar, shares_terminal: io::stdout().is_terminal() }
    }

    /// Adds `count` to the work that is done.
    pub(crate) fn add(&self, count: u64) {
        self.bar.inc(count);
    }

    /// Does something that may write to standard output, with the bar out of the way if it has to.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.shares_terminal { self.bar.suspend(write) } else { write() }
    }

    pub(crate) fn note(&self, line: impl Display) {
        // With a closed standard error the message is lost: the exit code remains.
        self.bar.suspend(|| drop(writeln!(io::stderr(), "{line}")));
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
