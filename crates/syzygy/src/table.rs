//! A file of Syzygy's: its header, and the values of positions.
//!
//! ```text
//! magic (4) | flags | pieces and order of each part | code of each part | maps (DTZ) |
//! sparse index of each part | lengths of blocks of each part | blocks of each part | checksum (16)
//! ```
//!
//! A table with pawns has four parts, by the file of the leading pawn. A table of results has twice
//! as many if the sides have different pieces: first those with White, the side named first, to
//! move. Each code begins with a byte of flags, of which distances use the last five bits.

use movegen::{Color, PieceType, Position};

use crate::bytes::{Reader, Source};
use crate::error::Fault;
use crate::file::{BLOCK, CHECKSUM, CachedFile, check_length};
use crate::layout::{Layout, PieceCode};
use crate::material::{MAX_PIECES, Material};
use crate::name::{Content, TableName};
use crate::pairs::Pairs;
use crate::squares::{PAWN_ORDER, file};

/// The flags of a code of distances: Black is to move; values stand for those of a map; wins, and
/// losses, are in plies, not in moves; the map has words, not bytes.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WIN_PLIES: u8 = 4;
const LOSS_PLIES: u8 = 8;
const WIDE: u8 = 16;

/// The index of the map of distances for each result, from a loss on.
const MAP_OF: [usize; 5] = [1, 3, 0, 2, 0];

pub(crate) struct Table<S = CachedFile> {
    source: S,
    material: Material,
    /// A part for each file of the leading pawn and side to move.
    parts: Vec<Part>,
    /// The number of parts for each file of the leading pawn.
    sides: usize,
}

/// A part: the positions of one side to move with the leading pawn on one file.
struct Part {
    layout: Layout,
    pairs: Pairs,
    /// The maps of distances.
    maps: [Vec<u16>; 4],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Distance {
    /// The plies to zeroing, after the next one.
    Plies(i32),
    /// The table has only the positions with the other side to move.
    OtherSide,
}

impl<S: Source> Table<S> {
    pub(crate) fn read(source: S, name: TableName) -> Result<Self, Fault> {
        let TableName { content, material } = name;
        check_length(source.len())?;
        let mut reader = Reader::new(&source);
        let magic = reader.array()?;
        if magic != content.magic() {
            return Err(Fault::Magic(magic));
        }
        let flags = reader.byte()?;
        let (split, pawns) = (flags & 1 != 0, flags & 2 != 0);
        let by_side = content == Content::Results && !material.is_symmetric();
        if pawns != (material.pawns() > 0) || content == Content::Results && split != by_side {
            return Err(Fault::Pieces);
        }
        let sides = if by_side { 2 } else { 1 };
        let layouts = layouts(&mut reader, material, sides)?;
        reader.align(2);
        let mut parts = Vec::new();
        for layout in layouts {
            let pairs = Pairs::read(&mut reader, layout.size())?;
            parts.push(Part { layout, pairs, maps: Default::default() });
        }
        if content == Content::Distances {
            for part in &mut parts {
                part.read_maps(&mut reader)?;
            }
            reader.align(2);
        }
        for part in &mut parts {
            part.pairs.place_index(&mut reader)?;
        }
        for part in &mut parts {
            part.pairs.place_lengths(&mut reader)?;
        }
        for part in &mut parts {
            part.pairs.place_data(&mut reader)?;
        }
        reader.align(BLOCK);
        reader.skip(CHECKSUM)?;
        Ok(Self { source, material, parts, sides })
    }

    /// Returns the table's result of a position, from a loss, -2, to a win, 2: too low where a
    /// capture is better. `swapped` if Black is the side that the table names first. The pieces
    /// must be those of the table.
    pub(crate) fn result(&self, position: &Position, swapped: bool) -> Result<i32, Fault> {
        let (part, number, _) = self.locate(position, swapped);
        let value = part.pairs.value(&self.source, number)?;
        if value <= 4 { Ok(i32::from(value) - 2) } else { Err(Fault::Code) }
    }

    /// Returns the distance of a position of that result, on the terms of [`result`](Self::result).
    pub(crate) fn distance(
        &self,
        position: &Position,
        swapped: bool,
        result: i32,
    ) -> Result<Distance, Fault> {
        let (part, number, side) = self.locate(position, swapped);
        let flags = part.pairs.flags;
        let stored = usize::from(flags & BLACK_TO_MOVE);
        if stored != side && !self.material.is_symmetric() {
            return Ok(Distance::OtherSide);
        }
        let mut value = part.pairs.value(&self.source, number)?;
        if flags & MAPPED != 0 {
            let map = usize::try_from(result + 2).ok().and_then(|result| MAP_OF.get(result));
            let map = map.map(|&map| &part.maps[map]);
            value = *map.and_then(|map| map.get(usize::from(value))).ok_or(Fault::Code)?;
        }
        let plies = i32::from(value);
        let in_plies = match result {
            2 => flags & WIN_PLIES != 0,
            -2 => flags & LOSS_PLIES != 0,
            _ => false,
        };
        Ok(Distance::Plies(if in_plies { plies } else { 2 * plies }))
    }

    /// Returns a position's part, its number there, and 0 if the side that the table names first is
    /// to move, else 1.
    fn locate(&self, position: &Position, swapped: bool) -> (&Part, u64, usize) {
        let black = position.side_to_move() == Color::Black;
        let flip = if self.material.is_symmetric() { black } else { swapped };
        let side = usize::from(black != flip);
        let of_men = |pieces: &[PieceCode], squares: &mut [u8; MAX_PIECES as usize]| {
            let mut count = 0;
            for like in pieces.chunk_by(|a, b| a == b) {
                let color = if flip { !like[0].color() } else { like[0].color() };
                for square in position.colored(color, like[0].kind()) {
                    squares[count] = square.index() as u8 ^ if flip { 56 } else { 0 };
                    count += 1;
                }
            }
            count
        };
        let mut squares = [0; MAX_PIECES as usize];
        let first = &self.parts[0].layout;
        let mut part = side % self.sides;
        let leading = first.leading_pawns();
        if leading > 0 {
            // The leading pawn decides which part it is.
            of_men(&first.pieces()[..leading], &mut squares);
            let square = leader(&squares[..leading]).1;
            part += usize::from(file(square).min(7 - file(square))) * self.sides;
        }
        let part = &self.parts[part];
        let count = of_men(part.layout.pieces(), &mut squares);
        if leading > 0 {
            let place = leader(&squares[..leading]).0;
            squares.swap(0, place);
        }
        (part, part.layout.number(&mut squares[..count]), side)
    }
}

fn leader(pawns: &[u8]) -> (usize, u8) {
    let pawns = pawns.iter().copied().enumerate();
    pawns.max_by_key(|&(_, square)| PAWN_ORDER[usize::from(square)]).unwrap_or_default()
}

impl Part {
    /// Reads the maps of distances, if the part has any.
    fn read_maps(&mut self, reader: &mut Reader<'_, impl Source>) -> Result<(), Fault> {
        if self.pairs.flags & MAPPED == 0 {
            return Ok(());
        }
        let wide = self.pairs.flags & WIDE != 0;
        if wide {
            reader.align(2);
        }
        let mut number = || if wide { reader.u16() } else { reader.byte().map(u16::from) };
        for map in &mut self.maps {
            let entries = number()?;
            *map = (0..entries).map(|_| number()).collect::<Result<_, _>>()?;
        }
        Ok(())
    }
}

fn layouts(
    reader: &mut Reader<'_, impl Source>,
    material: Material,
    sides: usize,
) -> Result<Vec<Layout>, Fault> {
    let pawns = Color::ALL.map(|color| material.count(color, PieceType::Pawn));
    let files = if material.pawns() > 0 { 4 } else { 1 };
    let both = pawns.iter().all(|&count| count > 0);
    let half = |byte: u8, side: usize| if side == 0 { byte & 0xf } else { byte >> 4 };
    let mut layouts = Vec::new();
    for file in 0..files {
        let first = reader.byte()?;
        let second = if both { reader.byte()? } else { 0xff };
        let pieces =
            (0..material.pieces()).map(|_| reader.byte()).collect::<Result<Vec<_>, _>>()?;
        for side in 0..sides {
            let pieces = pieces.iter().map(|&byte| PieceCode::new(half(byte, side)));
            let order = [half(first, side), half(second, side)];
            layouts.push(Layout::new(material, pieces.collect::<Result<_, _>>()?, order, file)?);
        }
    }
    // The part of a position is found by its leading pawn, so all parts must agree on that pawn's
    // colour.
    if both && layouts.iter().any(|layout| layout.pieces()[0] != layouts[0].pieces()[0]) {
        return Err(Fault::Order);
    }
    Ok(layouts)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use movegen::{Piece, PositionBuilder, Square};

    use super::*;
    use crate::tests::plain_files::plain_file;
    use crate::tests::results_of;

    /// The pawns stand in any order; the one that leads decides the part and the number.
    #[test]
    fn no_two_pairs_of_pawns_have_one_number() {
        let file = plain_file(Content::Results, "KPPvK", 0);
        let table = Table::read(&file[..], results_of("KPPvK")).expect("a table");
        let kings = PositionBuilder::new()
            .put(Square::E1, Piece::WhiteKing)
            .put(Square::E8, Piece::BlackKing);
        let pawns = || (8..56).map(Square::from_index);
        let mut met = HashSet::new();
        for (a, b) in pawns().flat_map(|a| pawns().filter(move |&b| b > a).map(move |b| (a, b))) {
            let pieces = kings.clone().put(a, Piece::WhitePawn).put(b, Piece::WhitePawn);
            // A pawn that gives check to the side that has moved.
            let Ok(position) = pieces.build() else { continue };
            let (part, number, side) = table.locate(&position, false);
            assert!(number < part.layout.size() && side == 0);
            assert!(met.insert((std::ptr::from_ref(part), number)), "{position:?}");
        }
        assert!(met.len() > 1000);
    }
}
