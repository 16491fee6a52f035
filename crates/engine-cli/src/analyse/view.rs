//! The lines of an analysis while it runs.

use std::fmt::Write as _;

use movegen::Position;
use search::{Info, Reporter};

use crate::analyse::text::variation;
use crate::output::Output;
use crate::style::Screen;

/// Lines longer than the terminal is wide are cut, not wrapped, so that rows can be counted.
const WRAP_OFF: &str = "\x1b[?7l";
const WRAP_ON: &str = "\x1b[?7h";

/// Shows variations: each on a new line, or one row for each rank, drawn over the older rows.
pub(crate) struct View<'a> {
    output: &'a Output,
    position: &'a Position,
    screen: Screen,
    /// The newest variation of each rank.
    rows: Vec<String>,
    /// The rows that stand on the terminal.
    drawn: usize,
}

impl<'a> View<'a> {
    /// A view without lines yet.
    pub(crate) fn new(output: &'a Output, position: &'a Position, screen: Screen) -> Self {
        Self { output, position, screen, rows: Vec::new(), drawn: 0 }
    }

    /// Draws all rows over those that stand there.
    fn redraw(&mut self) {
        let mut text = String::from(WRAP_OFF);
        if self.drawn > 0 {
            write!(text, "\x1b[{}A", self.drawn).expect("a string takes all text");
        }
        for row in &self.rows {
            writeln!(text, "\x1b[2K{row}").expect("a string takes all text");
        }
        text.push_str(WRAP_ON);
        self.drawn = self.rows.len();
        self.output.raw(text);
    }
}

impl Reporter for View<'_> {
    fn iteration(&mut self, info: &Info<'_>) {
        let line = variation(info, self.position);
        if !self.screen.refreshed {
            self.output.line(line);
            return;
        }
        let rank = info.multi_pv - 1;
        if rank >= self.rows.len() {
            self.rows.resize(rank + 1, String::new());
        }
        self.rows[rank] = if rank == 0 { self.screen.style.bold(&line) } else { line };
        self.redraw();
    }
}
