//! [`SearchLines`]: the lines of a search, written while it runs.

use movegen::{Move, Position};
use search::Info;

use crate::report::{Notation, current_move_line, info_line};

/// A writer of the lines of a search. With [`Notation::minimal`] it keeps them, and writes the last
/// one of each rank when the search has ended.
pub struct SearchLines<'a> {
    write: &'a mut dyn FnMut(&str),
    position: &'a Position,
    notation: Notation,
    /// The last line of each rank that has not been written yet.
    kept: Vec<String>,
}

impl<'a> SearchLines<'a> {
    /// Creates a writer for the search of `position`.
    pub fn new(write: &'a mut dyn FnMut(&str), position: &'a Position, notation: Notation) -> Self {
        Self { write, position, notation, kept: Vec::new() }
    }

    /// Writes or keeps the line of a report.
    pub fn info(&mut self, info: &Info<'_>) {
        let line = info_line(info, self.position, self.notation);
        if !self.notation.minimal {
            return (self.write)(&line);
        }
        let rank = info.multi_pv - 1;
        self.kept.resize(self.kept.len().max(info.multi_pv), String::new());
        self.kept[rank] = line;
    }

    /// Writes the line of the root move that is searched next, the `number`th from 1.
    pub fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        if !self.notation.minimal {
            let line = current_move_line(depth, mv, number, self.position, self.notation);
            (self.write)(&line);
        }
    }

    /// Writes any other line.
    pub fn line(&mut self, line: &str) {
        (self.write)(line);
    }

    /// Writes the lines that were kept for the end of the search.
    pub fn finish(&mut self) {
        self.kept.drain(..).for_each(|line| (self.write)(&line));
    }
}

#[cfg(test)]
mod tests {
    use search::RootScore;
    use search::tt_core::Bound;

    use super::*;

    #[test]
    fn the_current_move_and_its_number() {
        let start = Position::startpos();
        let mut text = Vec::new();
        let mut write = |line: &str| text.push(line.to_owned());
        let mut lines = SearchLines::new(&mut write, &start, Notation::default());
        lines.current_move(12, start.parse_uci("g1f3").unwrap(), 4);
        assert_eq!(text, ["info depth 12 currmove g1f3 currmovenumber 4"]);
    }

    #[test]
    fn the_last_line_of_each_rank_is_kept_for_the_end() {
        let start = Position::startpos();
        let mv = [start.parse_uci("g1f3").unwrap()];
        let mut text = Vec::new();
        let mut write = |line: &str| text.push(line.to_owned());
        let notation = Notation { minimal: true, ..Notation::default() };
        let mut lines = SearchLines::new(&mut write, &start, notation);
        for (depth, rank) in [(1, 1), (1, 2), (2, 1)] {
            let mut info = Info::new(RootScore::new(9, Bound::Exact), &mv);
            (info.depth, info.multi_pv) = (depth, rank);
            lines.info(&info);
            lines.current_move(depth, mv[0], 1);
        }
        lines.finish();
        let heads: Vec<&str> =
            text.iter().map(|line| line.split(" score").next().unwrap()).collect();
        let expected = ["info depth 2 seldepth 1 multipv 1", "info depth 1 seldepth 1 multipv 2"];
        assert_eq!(heads, expected);
    }
}
