//! An analysis on a screen while it runs.

use std::fmt::Write as _;

use movegen::Position;

use crate::analyse::findings::{Findings, Variation};
use crate::analyse::frame;
use crate::analyse::text::LineText;
use crate::game::is_chess960;
use crate::output::Output;
use crate::screen::Screen;

/// Rows that are left free below what is drawn: where the cursor stands.
const FREE_ROWS: usize = 1;

/// Columns of what does not go to a terminal, lines of moves excepted.
const USUAL_COLUMNS: usize = 80;

/// Shows findings: a line after the other and the board at the end, or all of it in place, drawn
/// over what stood there.
pub(crate) struct View<'a> {
    output: &'a Output,
    root: &'a Position,
    screen: Screen,
    /// The lines that an iteration tells of.
    ranks: usize,
    /// The rows that stand on the terminal.
    drawn: usize,
}

impl<'a> View<'a> {
    /// A view of a search of `root` for so many lines; it begins with the FEN.
    pub(crate) fn new(
        output: &'a Output,
        root: &'a Position,
        multi_pv: usize,
        screen: Screen,
    ) -> Self {
        output.line(format_args!("{}\n", root.to_fen(is_chess960(root))));
        let ranks = multi_pv.min(root.legal_moves().len());
        Self { output, root, screen, ranks, drawn: 0 }
    }

    /// Takes in a line, and what is known with it. A terminal is drawn anew with the last line of
    /// an iteration: they come together.
    pub(crate) fn tell(&mut self, told: &Variation, findings: &Findings) {
        match self.screen.size() {
            None => self.output.line(LineText::new(told, self.root).whole()),
            Some((rows, columns)) if told.rank >= self.ranks => {
                let room = rows.saturating_sub(FREE_ROWS).max(1);
                let text = self.fitting(findings, room, columns);
                self.redraw(&text, room);
            }
            Some(_) => {}
        }
    }

    /// Shows all that was found: also what the terminal was too low for.
    pub(crate) fn finish(&mut self, findings: &Findings) {
        let style = self.screen.style;
        let Some((rows, columns)) = self.screen.size() else {
            let board = frame::rows(findings, self.root, style, USUAL_COLUMNS);
            let blank = if findings.lines.is_empty() { "" } else { "\n" };
            let board: Vec<&str> = board.iter().map(|row| row.trim_end()).collect();
            self.output.line(format_args!("{blank}{}\n", board.join("\n")));
            return;
        };
        let mut text = frame::rows(findings, self.root, style, columns);
        text.push(String::new());
        text.extend(self.lines(findings, columns));
        self.redraw(&text, rows.saturating_sub(FREE_ROWS).max(1));
    }

    /// The rows that `room` rows can show: the board only if there is a line below it, and of the
    /// lines the best ones.
    fn fitting(&self, findings: &Findings, room: usize, columns: usize) -> Vec<String> {
        let lines = self.lines(findings, columns);
        let mut text = frame::rows(findings, self.root, self.screen.style, columns);
        text.push(String::new());
        if text.len() >= room {
            text = frame::totals_in_rows(findings, self.root, columns);
        }
        if text.len() >= room {
            text.clear();
        }
        text.extend(lines);
        text.truncate(room);
        text
    }

    /// A row for each line, the best one emphasised.
    fn lines(&self, findings: &Findings, columns: usize) -> Vec<String> {
        let row = |line: &Variation| LineText::new(line, self.root).row(columns);
        let mut rows: Vec<String> = findings.lines.iter().map(row).collect();
        if let Some(best) = rows.first_mut() {
            *best = self.screen.style.bold(best);
        }
        rows
    }

    /// Draws rows over those that stand there, of which the cursor can reach `room`: a terminal
    /// that has become lower has scrolled the rest away. None is wider than the terminal, so that
    /// each takes one row and they can be counted.
    fn redraw(&mut self, rows: &[String], room: usize) {
        let mut text = String::new();
        let up = self.drawn.min(room);
        if up > 0 {
            write!(text, "\x1b[{up}A").expect("a string takes all text");
        }
        for row in rows {
            writeln!(text, "\r\x1b[2K{row}").expect("a string takes all text");
        }
        // What was longer before.
        text.push_str("\r\x1b[J");
        self.drawn = rows.len();
        self.output.raw(text);
    }
}
