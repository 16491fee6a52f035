//! A king and one other piece against a king: their squares.

use movegen::{Color, Piece, PieceType, Position, PositionBuilder, Square};

/// White's piece beside the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhitePiece {
    Pawn,
    Rook,
    Queen,
}

impl WhitePiece {
    pub(super) const ALL: [Self; 3] = [Self::Pawn, Self::Rook, Self::Queen];

    pub(super) fn kind(self) -> PieceType {
        match self {
            Self::Pawn => PieceType::Pawn,
            Self::Rook => PieceType::Rook,
            Self::Queen => PieceType::Queen,
        }
    }
}

/// The squares of the three pieces, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) turn: Color,
    pub(super) piece: Square,
    pub(super) white: Square,
    pub(super) black: Square,
}

impl Placement {
    /// There are no more placements than this.
    pub(super) const COUNT: usize = 2 << 18;

    /// Returns the placement of a number, legal or not.
    pub(super) fn from_index(index: usize) -> Self {
        let square = |shift: u32| Square::from_index((index >> shift) % 64);
        let turn = Color::ALL[index >> 18];
        Self { turn, piece: square(12), white: square(6), black: square(0) }
    }

    pub(super) fn index(self) -> usize {
        let Self { turn, piece, white, black } = self;
        turn.index() << 18 | piece.index() << 12 | white.index() << 6 | black.index()
    }

    /// Returns White's piece and the placement, if White has a king and a [`WhitePiece`], and Black
    /// a king alone.
    pub(super) fn of(position: &Position) -> Option<(WhitePiece, Self)> {
        if position.occupied().count() != 3 {
            return None;
        }
        WhitePiece::ALL.into_iter().find_map(|piece| {
            let square = position.colored(Color::White, piece.kind()).first()?;
            let king = |color| position.king(color);
            let (white, black) = (king(Color::White), king(Color::Black));
            Some((piece, Self { turn: position.side_to_move(), piece: square, white, black }))
        })
    }

    /// Returns the position, with `clock` plies on its clock, if the rules allow it.
    pub(super) fn position(self, piece: WhitePiece, clock: u32) -> Option<Position> {
        let Self { turn, piece: square, white, black } = self;
        if square == white || square == black || white == black {
            return None;
        }
        let builder = PositionBuilder::new()
            .put(white, Piece::WhiteKing)
            .put(square, Piece::new(Color::White, piece.kind()))
            .put(black, Piece::BlackKing);
        builder.side_to_move(turn).halfmove_clock(clock as u16).build().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_is_that_of_its_number_and_of_its_position() {
        for piece in WhitePiece::ALL {
            let mut legal = 0;
            // A prime stride sees every file, rank and distance.
            for index in (0..Placement::COUNT).step_by(7) {
                let placement = Placement::from_index(index);
                assert_eq!(placement.index(), index);
                let Some(position) = placement.position(piece, 3) else { continue };
                legal += 1;
                assert_eq!(Placement::of(&position), Some((piece, placement)));
                assert_eq!(position.halfmove_clock(), 3);
            }
            assert!(legal > 40_000, "{legal}");
        }
    }
}
