//! An analysis on a screen while it runs.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::OpeningNames;
use movegen::Position;

use crate::cli::analyse::findings::{Findings, Variation};
use crate::cli::analyse::frame;
use crate::cli::analyse::text::LineText;
use crate::io::output::Output;
use crate::io::screen::Screen;

/// The number of rows that stay free below the drawing, for the cursor.
const FREE_ROWS: usize = 1;

/// The columns of output that does not go to a terminal, except lines of moves.
const USUAL_COLUMNS: usize = 80;

/// Shows findings: line after line with the board at the end, or everything in place, drawn over
/// the old rows.
///
/// A terminal whose size has changed may have broken its rows anew, and after Ctrl-Z and `fg` the
/// shell's lines are below ours. Then the cursor cannot find the old rows, and the whole screen is
/// redrawn.
pub(crate) struct View<'a> {
    output: &'a Output,
    root: &'a Position,
    screen: Screen,
    /// The number of lines that an iteration reports.
    ranks: usize,
    drawn: usize,
    /// The rows and columns of the terminal at the last drawing.
    size: Option<(usize, usize)>,
    /// Set when the process goes on after it was stopped.
    continued: Arc<AtomicBool>,
    /// Whether the screen holds nothing except our drawing.
    is_ours: bool,
    latest: Findings,
}

impl<'a> View<'a> {
    /// Returns a view of a search of `root` for `multi_pv` lines; it begins with the FEN.
    /// `continued` is set when the process goes on after it was stopped.
    pub(crate) fn new(
        output: &'a Output,
        root: &'a Position,
        multi_pv: usize,
        screen: Screen,
        continued: Arc<AtomicBool>,
    ) -> Self {
        output.line(format_args!("{}", root.to_fen()));
        if let Some(opening) = OpeningNames::new().at(root) {
            output.line(opening);
        }
        output.line("");
        let ranks = multi_pv.min(root.legal_moves().len());
        let latest = Findings::default();
        Self {
            output,
            root,
            screen,
            ranks,
            drawn: 0,
            size: None,
            continued,
            is_ours: false,
            latest,
        }
    }

    /// Takes in a line, and the findings so far. A terminal is redrawn with the last line of an
    /// iteration, because these lines come together.
    pub(crate) fn tell(&mut self, told: &Variation, findings: &Findings) {
        match self.screen.size() {
            None => self.output.line(LineText::new(told, self.root).whole()),
            Some(size) if told.rank >= self.ranks => {
                self.latest = findings.clone();
                self.redraw(&self.fitting(findings, size), size);
            }
            Some(_) => {}
        }
    }

    /// Redraws the newest findings if the old rows on the terminal are no longer in their place.
    pub(crate) fn refresh(&mut self) {
        let Some(size) = self.screen.size() else { return };
        let is_disturbed = self.size != Some(size) || self.continued.load(Ordering::Relaxed);
        if self.size.is_some() && is_disturbed {
            self.redraw(&self.fitting(&self.latest, size), size);
        }
    }

    /// Shows all findings, including those for which the terminal was too low.
    pub(crate) fn finish(&mut self, findings: &Findings) {
        let style = self.screen.style;
        let Some(size) = self.screen.size() else {
            let board = frame::rows(findings, self.root, style, USUAL_COLUMNS);
            let blank = if findings.lines.is_empty() { "" } else { "\n" };
            let board: Vec<&str> = board.iter().map(|row| row.trim_end()).collect();
            self.output.line(format_args!("{blank}{}\n", board.join("\n")));
            return;
        };
        let (_, columns) = size;
        let mut text = frame::rows(findings, self.root, style, columns);
        text.push(String::new());
        text.extend(self.lines(findings, columns));
        self.redraw(&text, size);
    }

    /// Returns the rows that a terminal of this size can show: the board only if a line fits below
    /// it, and the best lines that fit.
    fn fitting(&self, findings: &Findings, (rows, columns): (usize, usize)) -> Vec<String> {
        let room = room(rows);
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

    /// Returns a row for each line, the best one emphasised.
    fn lines(&self, findings: &Findings, columns: usize) -> Vec<String> {
        let row = |line: &Variation| LineText::new(line, self.root).row(columns);
        let mut rows: Vec<String> = findings.lines.iter().map(row).collect();
        if let Some(best) = rows.first_mut() {
            *best = self.screen.style.bold(best);
        }
        rows
    }

    /// Draws rows over the old ones, of which the cursor can reach all that have not scrolled away.
    /// No row is wider than the terminal, so each takes one line and they can be counted.
    fn redraw(&mut self, rows: &[String], size: (usize, usize)) {
        let is_resized = self.size.replace(size).is_some_and(|old| old != size);
        let is_continued = self.continued.swap(false, Ordering::Relaxed);
        let mut text = String::new();
        let up = self.drawn.min(room(size.0));
        if is_continued || is_resized && !self.is_ours {
            // The output of other programs scrolls away, so that the user can look it up above.
            let (height, line_ends) = (size.0, "\n".repeat(size.0));
            write!(text, "\x1b[{height};1H{line_ends}\x1b[H\x1b[J")
                .expect("a string takes all text");
            self.is_ours = true;
        } else if is_resized {
            text.push_str("\x1b[H\x1b[J");
        } else if up > 0 {
            write!(text, "\x1b[{up}A").expect("a string takes all text");
        }
        for row in rows {
            writeln!(text, "\r\x1b[2K{row}").expect("a string takes all text");
        }
        // Clear the rest of an older, longer drawing.
        text.push_str("\r\x1b[J");
        self.drawn = rows.len();
        self.output.raw(text);
    }
}

/// Returns the rows that may be drawn on a terminal of this height.
fn room(rows: usize) -> usize {
    rows.saturating_sub(FREE_ROWS).max(1)
}
