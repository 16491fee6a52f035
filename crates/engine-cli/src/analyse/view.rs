//! The lines of an analysis while it runs.

use std::fmt::Write as _;

use movegen::{Move, Position};
use search::{Info, Reporter};
use tt_core::Bound;

use crate::analyse::text::Variation;
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
    variations: Vec<Variation>,
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

    /// Whether a line says less than the one that stands in its place: a bound of the same move's
    /// score comes with one move, while the line that it belongs to is known.
    fn says_less(&self, rank: usize, info: &Info<'_>) -> bool {
        let first = |moves: &[Move]| moves.first().copied();
        info.score.bound != Bound::Exact
            && self.variations.get(rank).is_some_and(|old| old.first() == first(info.pv))
    }
}

impl Reporter for View<'_> {
    fn iteration(&mut self, info: &Info<'_>) {
        let Some((rows, columns)) = self.screen.size() else {
            self.output.line(Variation::new(info, self.position).whole());
            return;
        };
        let rank = info.multi_pv - 1;
        if self.says_less(rank, info) {
            return;
        }
        let variation = Variation::new(info, self.position);
        if rank < self.variations.len() {
            self.variations[rank] = variation;
        } else {
            self.variations.push(variation);
        }
        self.redraw(rows, columns);
    }
}
