//! The order of the pieces in a table's numbering of positions.

use movegen::{Color, PieceType};

use crate::error::Fault;
use crate::material::Material;
use crate::squares::{
    KING_PAIRS, PAWN_ORDER, TRIPLES, choose, file, king_pair_number, leading_number, leading_size,
    rank, side_of_diagonal, transposed, triple_number,
};

/// A piece in a table's header: bits 0 to 2 are the kind from 1, a pawn, to 6, a king; bit 3 is set
/// for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceCode(u8);

impl PieceCode {
    /// Reads the piece in a header's four bits.
    pub(crate) fn new(code: u8) -> Result<Self, Fault> {
        let known = matches!(code, 1..=6 | 9..=14);
        known.then_some(Self(code)).ok_or(Fault::Pieces)
    }

    pub(crate) fn kind(self) -> PieceType {
        PieceType::ALL[usize::from(self.0 & 7) - 1]
    }

    pub(crate) fn color(self) -> Color {
        Color::ALL[usize::from(self.0 >> 3)]
    }

    fn is_pawn(self) -> bool {
        self.kind() == PieceType::Pawn
    }
}

/// Pieces that are numbered together: like ones, or the leading ones.
#[derive(Clone, Copy, Debug)]
struct Group {
    pieces: usize,
    /// The factor of the group's number in that of the position.
    factor: u64,
}

/// The numbering of the positions of one part of a table.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pieces: Vec<PieceCode>,
    /// The leading group first.
    groups: Vec<Group>,
    pawns: bool,
    /// Whether the second group consists of the other side's pawns.
    more_pawns: bool,
    size: u64,
}

impl Layout {
    /// Creates the numbering of a table of `material` from its header: the pieces in their order,
    /// and the places of the first groups in the order in which groups are multiplied. With pawns,
    /// it is for the part with leading pawns on `file`.
    ///
    /// [`number`](Self::number) relies on the checks here: the pieces are those of the material,
    /// like ones are beside each other, the leading ones are pawns or each the only one of its
    /// colour and kind, and every group has a factor.
    pub(crate) fn new(
        material: Material,
        pieces: Vec<PieceCode>,
        order: [u8; 2],
        file: usize,
    ) -> Result<Self, Fault> {
        let count = |color, kind| {
            pieces.iter().filter(|piece| piece.color() == color && piece.kind() == kind).count()
        };
        let mut kinds =
            PieceType::ALL.iter().flat_map(|&kind| Color::ALL.map(|color| (color, kind)));
        if kinds.any(|(color, kind)| count(color, kind) != material.count(color, kind)) {
            return Err(Fault::Pieces);
        }
        let pawns = material.pawns() > 0;
        let leading = match (pawns, material.has_unique()) {
            (false, true) => 3,
            (false, false) => 2,
            (true, _) => pieces.iter().take_while(|&&piece| piece == pieces[0]).count(),
        };
        let more_pawns = pawns && leading < material.pawns();
        let leads = if pawns {
            pieces[0].is_pawn() && (!more_pawns || pieces[leading].is_pawn())
        } else {
            pieces[..leading]
                .iter()
                .all(|&piece| pieces.iter().filter(|&&other| other == piece).count() == 1)
        };
        if !leads || !likes_are_together(&pieces) {
            return Err(Fault::Order);
        }
        let mut groups = vec![Group { pieces: leading, factor: 0 }];
        groups.extend(
            pieces[leading..]
                .chunk_by(|a, b| a == b)
                .map(|like| Group { pieces: like.len(), factor: 0 }),
        );
        let mut layout = Self { pieces, groups, pawns, more_pawns, size: 0 };
        layout.multiply(material, order, file)?;
        Ok(layout)
    }

    /// Gives each group its factor.
    fn multiply(&mut self, material: Material, order: [u8; 2], file: usize) -> Result<(), Fault> {
        if self.more_pawns && order[0] == order[1] {
            return Err(Fault::Order);
        }
        let leading = self.groups[0].pieces;
        let leading_numbers = match (self.pawns, material.has_unique()) {
            (true, _) => leading_size(leading, file).ok_or(Fault::Order)?,
            (false, true) => TRIPLES,
            (false, false) => KING_PAIRS,
        };
        let places = |taken: usize| 64 - taken as u64;
        let mut next = 1 + usize::from(self.more_pawns);
        let mut taken: usize = self.groups[..next].iter().map(|group| group.pieces).sum();
        let mut factor: u64 = 1;
        for place in 0.. {
            let (first, second) = (place == order[0], self.more_pawns && place == order[1]);
            let (group, numbers) = if first {
                (0, leading_numbers)
            } else if second {
                (1, choose(self.groups[1].pieces, 48 - leading as u64))
            } else if next < self.groups.len() {
                taken += self.groups[next].pieces;
                next += 1;
                let pieces = self.groups[next - 1].pieces;
                (next - 1, choose(pieces, places(taken - pieces)))
            } else if place > order[0] && (!self.more_pawns || place > order[1]) {
                break;
            } else {
                return Err(Fault::Order);
            };
            self.groups[group].factor = factor;
            factor = factor.checked_mul(numbers).ok_or(Fault::Order)?;
        }
        self.size = factor;
        Ok(())
    }

    /// Returns the pieces, like ones beside each other.
    pub(crate) fn pieces(&self) -> &[PieceCode] {
        &self.pieces
    }

    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number of leading pawns; 0 in a table without pawns.
    pub(crate) fn leading_pawns(&self) -> usize {
        if self.pawns { self.groups[0].pieces } else { 0 }
    }

    /// Returns the number of the position with the pieces on these squares, in the order of
    /// [`pieces`](Self::pieces). With pawns the leading one comes first.
    pub(crate) fn number(&self, squares: &mut [u8]) -> u64 {
        debug_assert_eq!(squares.len(), self.pieces.len());
        let leading = self.groups[0].pieces;
        if file(squares[0]) > 3 {
            squares.iter_mut().for_each(|square| *square ^= 7);
        }
        let lead = if self.pawns {
            squares[1..leading].sort_unstable_by_key(|&square| PAWN_ORDER[usize::from(square)]);
            leading_number(&squares[..leading])
        } else {
            turn(squares, leading);
            match *squares {
                [a, b, c, ..] if leading == 3 => triple_number([a, b, c]),
                _ => king_pair_number(squares[0], squares[1]),
            }
        };
        let mut number = lead * self.groups[0].factor;
        let mut start = leading;
        for (index, group) in self.groups.iter().enumerate().skip(1) {
            let (before, rest) = squares.split_at_mut(start);
            let like = &mut rest[..group.pieces];
            like.sort_unstable();
            let below = if index == 1 && self.more_pawns { 8 } else { 0 };
            let sets = like.iter().zip(1..).map(|(&square, k)| {
                let skipped = before.iter().filter(|&&other| other < square).count() as u64;
                choose(k, u64::from(square).saturating_sub(skipped + below))
            });
            number += group.factor * sets.sum::<u64>();
            start += group.pieces;
        }
        debug_assert!(number < self.size, "{number} of {}", self.size);
        number
    }
}

/// Returns whether like pieces are beside each other: there are no more runs than different pieces.
fn likes_are_together(pieces: &[PieceCode]) -> bool {
    let mut runs = pieces.chunk_by(|a, b| a == b).map(|run| run[0].0);
    let mut met = 0_u16;
    runs.all(|code| {
        let new = met & 1 << code == 0;
        met |= 1 << code;
        new
    })
}

/// Turns the board so that the first piece is in the lower half, and the first of the leading ones
/// that is off the diagonal is below it.
fn turn(squares: &mut [u8], leading: usize) {
    if rank(squares[0]) > 3 {
        squares.iter_mut().for_each(|square| *square ^= 56);
    }
    let off = squares[..leading].iter().map(|&square| side_of_diagonal(square)).find(|&s| s != 0);
    if off.is_some_and(|side| side > 0) {
        squares.iter_mut().for_each(|square| *square = transposed(*square));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces behind two groups of pawns stand on all squares, the second group on 48.
    #[test]
    fn no_two_positions_of_a_part_have_one_number() {
        let material = Material::from_name("KPvKP").expect("a table's name");
        let pieces: Option<Vec<PieceCode>> =
            [1, 9, 6, 14].iter().map(|&code| PieceCode::new(code).ok()).collect();
        let layout = Layout::new(material, pieces.expect("pieces"), [0, 1], 0).expect("proper");
        let mut met = vec![false; layout.size() as usize];
        let mut count = 0;
        for ours in (8..56).step_by(8) {
            for theirs in (8..56).filter(|&square| square != ours) {
                for white in (0..64).filter(|square| ![ours, theirs].contains(square)) {
                    for black in (0..64).filter(|square| ![ours, theirs, white].contains(square)) {
                        let number = layout.number(&mut [ours, theirs, white, black]) as usize;
                        assert!(!std::mem::replace(&mut met[number], true), "{number}");
                        count += 1;
                    }
                }
            }
        }
        assert_eq!(count, met.len());
    }
}
