//! The lines of an analysis while it runs.

use std::fmt::Write as _;

use movegen::Position;

use crate::analyse::findings::{Findings, Variation};
use crate::analyse::text::LineText;
use crate::output::Output;
use crate::screen::Screen;

/// Rows that are left free below the lines: where the cursor stands.
const FREE_ROWS: usize = 1;

/// Shows variations: each on a new line, or one row for each rank, drawn over the older rows.
pub(crate) struct View<'a> {
    output: &'a Output,
    position: &'a Position,
    screen: Screen,
    /// The newest variation of each rank.
    variations: Vec<LineText>,
    /// The rows that stand on the terminal.
    drawn: usize,
}

impl<'a> View<'a> {
    /// A view without lines yet.
    pub(crate) fn new(output: &'a Output, position: &'a Position, screen: Screen) -> Self {
        Self { output, position, screen, variations: Vec::new(), drawn: 0 }
    }

    /// Draws as many rows as the terminal has over those that stand there. None is wider than the
    /// terminal, so that each takes one row and they can be counted.
    fn redraw(&mut self, rows: usize, columns: usize) {
        let mut text = String::new();
        // A terminal that has become lower has scrolled the rest away.
        let up = self.drawn.min(rows.saturating_sub(FREE_ROWS));
        if up > 0 {
            write!(text, "\x1b[{up}A").expect("a string takes all text");
        }
        let shown = rows.saturating_sub(FREE_ROWS).max(1).min(self.variations.len());
        for (rank, variation) in self.variations[..shown].iter().enumerate() {
            let row = variation.row(columns);
            let row = if rank == 0 { self.screen.style.bold(&row) } else { row };
            writeln!(text, "\r\x1b[2K{row}").expect("a string takes all text");
        }
        self.drawn = shown;
        self.output.raw(text);
    }

    /// Shows the lines that the terminal was too low for.
    pub(crate) fn finish(&self) {
        let Some((_, columns)) = self.screen.size() else { return };
        for variation in &self.variations[self.drawn..] {
            self.output.line(variation.row(columns));
        }
    }

    /// Takes in a line, and what is known with it.
    pub(crate) fn tell(&mut self, told: &Variation, findings: &Findings) {
        let Some((rows, columns)) = self.screen.size() else {
            self.output.line(LineText::new(told, self.position).whole());
            return;
        };
        let lines = findings.lines.iter();
        self.variations = lines.map(|line| LineText::new(line, self.position)).collect();
        self.redraw(rows, columns);
    }
}
