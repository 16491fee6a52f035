//! The reports of a search, written while it runs.

use engine::Event;
use movegen::{Move, Position};
use search::Info;
use uci_text::{Notation, current_move_line, info_line};

use crate::io::output::Output;

/// A reporter that writes `info` lines while a search runs.
pub(crate) struct UciReporter<'a> {
    output: &'a Output,
    position: &'a Position,
    notation: Notation,
    /// The last line of each rank that has not been written yet.
    kept: Vec<String>,
}

impl<'a> UciReporter<'a> {
    /// Creates a reporter of the search of `position`.
    pub(crate) fn new(output: &'a Output, position: &'a Position, notation: Notation) -> Self {
        Self { output, position, notation, kept: Vec::new() }
    }

    /// Writes the lines that were kept for the end of the search.
    pub(crate) fn finish(&mut self) {
        self.kept.drain(..).for_each(|line| self.output.line(line));
    }
}

impl UciReporter<'_> {
    /// Writes an event of the search; those that are no line and no move are left out.
    pub(crate) fn report(&mut self, event: &Event<'_>) {
        match event {
            Event::Line(info) => self.line(info),
            Event::CurrentMove(depth, mv, number) => self.current_move(*depth, *mv, *number),
            _ => {}
        }
    }

    fn line(&mut self, info: &Info<'_>) {
        let line = info_line(info, self.position, self.notation);
        if !self.notation.minimal {
            return self.output.line(line);
        }
        let rank = info.multi_pv - 1;
        self.kept.resize(self.kept.len().max(info.multi_pv), String::new());
        self.kept[rank] = line;
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        if self.notation.minimal {
            return;
        }
        self.output.line(current_move_line(depth, mv, number, self.position, self.notation));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::output::tests::Capture;

    #[test]
    fn the_current_move_and_its_number() {
        let start = Position::startpos();
        let capture = Capture::default();
        let output = capture.output();
        let mut reporter = UciReporter::new(&output, &start, Notation::default());
        reporter.report(&Event::CurrentMove(12, start.parse_uci("g1f3").unwrap(), 4));
        assert_eq!(capture.text(), "info depth 12 currmove g1f3 currmovenumber 4\n");
    }
}
