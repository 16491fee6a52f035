//! Principal variations, collected on the way back from the leaves.

use arrayvec::ArrayVec;
use movegen::Move;

use crate::score::MAX_PLY;

type Line = ArrayVec<Move, { MAX_PLY + 2 }>;

/// For each ply, the best line known from there on (the triangular table). A line
/// at `ply` is valid after a node with an open window there, until the next one.
#[derive(Debug)]
pub(crate) struct PvTable(Vec<Line>);

impl PvTable {
    pub(crate) fn new() -> Self {
        Self(vec![Line::new(); MAX_PLY + 2])
    }

    /// Forgets the line from `ply` on.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the best line from `ply` on to `mv`, then the line of the next ply.
    pub(crate) fn update(&mut self, ply: usize, mv: Move) {
        let (lines, rest) = self.0.split_at_mut(ply + 1);
        let (line, tail) = (&mut lines[ply], &rest[0]);
        line.clear();
        line.push(mv);
        line.extend(tail.iter().copied().take(line.remaining_capacity()));
    }

    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::PvTable;
    use movegen::{Move, Square};

    #[test]
    fn a_line_is_the_move_and_what_follows_it() {
        let mut pv = PvTable::new();
        let [a, b, c] = [Square::A2, Square::B2, Square::C2].map(|to| Move::new(Square::A1, to));
        pv.update(1, b);
        pv.update(0, a);
        assert_eq!(pv.line(0), [a, b]);
        pv.clear(1);
        pv.update(0, c);
        assert_eq!(pv.line(0), [c]);
    }
}
