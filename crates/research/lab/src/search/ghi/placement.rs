//! A king and one other piece against a king: their squares and their moves.

use anyhow::Result;
use movegen::{
    Bitboard, Color, Piece, PieceType, Position, PositionBuilder, Rank, Square, attacks,
};

/// White's piece beside the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhitePiece {
    Pawn,
    Rook,
    Queen,
}

/// The squares of the three pieces, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) turn: Color,
    pub(super) piece: Square,
    pub(super) white: Square,
    pub(super) black: Square,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To a placement whose clock is one ply later.
    Quiet(Placement),
    /// By a move of the pawn, to a placement whose clock is 0.
    Pawn(WhitePiece, Placement),
    /// To a draw: the piece is taken, or the pawn becomes a bishop or a knight.
    Draw,
}

impl WhitePiece {
    fn kind(self) -> PieceType {
        match self {
            Self::Pawn => PieceType::Pawn,
            Self::Rook => PieceType::Rook,
            Self::Queen => PieceType::Queen,
        }
    }

    fn attacks(self, from: Square, occupied: Bitboard) -> Bitboard {
        match self {
            Self::Pawn => attacks::pawn(Color::White, from),
            Self::Rook => attacks::rook(from, occupied),
            Self::Queen => attacks::queen(from, occupied),
        }
    }
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
        [WhitePiece::Pawn, WhitePiece::Rook, WhitePiece::Queen].into_iter().find_map(|piece| {
            let square = position.colored(Color::White, piece.kind()).first()?;
            let king = |color| position.king(color);
            let (white, black) = (king(Color::White), king(Color::Black));
            Some((piece, Self { turn: position.side_to_move(), piece: square, white, black }))
        })
    }

    /// Returns the position, with `clock` plies on its clock.
    pub(super) fn position(self, piece: WhitePiece, clock: u32) -> Result<Position> {
        let builder = PositionBuilder::new()
            .put(self.white, Piece::new(Color::White, PieceType::King))
            .put(self.piece, Piece::new(Color::White, piece.kind()))
            .put(self.black, Piece::new(Color::Black, PieceType::King))
            .side_to_move(self.turn)
            .halfmove_clock(clock as u16);
        Ok(builder.build()?)
    }

    pub(super) fn in_check(self, piece: WhitePiece) -> bool {
        piece.attacks(self.piece, self.white.bb() | self.black.bb()).contains(self.black)
    }

    /// Returns whether the rules allow it, with that piece.
    pub(super) fn is_legal(self, piece: WhitePiece) -> bool {
        let Self { turn, piece: square, white, black } = self;
        let apart = square != white && square != black && white.distance(black) > 1;
        let on_board =
            piece != WhitePiece::Pawn || ![Rank::First, Rank::Eighth].contains(&square.rank());
        apart && on_board && !(turn == Color::White && self.in_check(piece))
    }

    pub(super) fn moves(self, piece: WhitePiece, mut tell: impl FnMut(Step)) {
        match self.turn {
            Color::White => self.white_moves(piece, &mut tell),
            Color::Black => self.black_moves(piece, &mut tell),
        }
    }

    fn white_moves(self, piece: WhitePiece, tell: &mut impl FnMut(Step)) {
        let next = Self { turn: Color::Black, ..self };
        let king = attacks::king(self.white) & !attacks::king(self.black) & !self.piece.bb();
        for white in king {
            tell(Step::Quiet(Self { white, ..next }));
        }
        if piece == WhitePiece::Pawn {
            self.pawn_moves(next, tell);
            return;
        }
        let occupied = self.white.bb() | self.black.bb();
        for to in piece.attacks(self.piece, occupied) & !self.white.bb() {
            tell(Step::Quiet(Self { piece: to, ..next }));
        }
    }

    fn pawn_moves(self, next: Self, tell: &mut impl FnMut(Step)) {
        let kings = self.white.bb() | self.black.bb();
        let mut to = self.piece;
        let steps = if self.piece.rank() == Rank::Second { 2 } else { 1 };
        for _ in 0..steps {
            to = Square::from_index(to.index() + 8);
            if kings.contains(to) {
                return;
            }
            let moved = Self { piece: to, ..next };
            if to.rank() == Rank::Eighth {
                tell(Step::Pawn(WhitePiece::Queen, moved));
                tell(Step::Pawn(WhitePiece::Rook, moved));
                tell(Step::Draw);
                tell(Step::Draw);
            } else {
                tell(Step::Pawn(WhitePiece::Pawn, moved));
            }
        }
    }

    fn black_moves(self, piece: WhitePiece, tell: &mut impl FnMut(Step)) {
        let next = Self { turn: Color::White, ..self };
        for black in attacks::king(self.black) & !attacks::king(self.white) {
            if black == self.piece {
                tell(Step::Draw);
            } else if !piece.attacks(self.piece, self.white.bb()).contains(black) {
                tell(Step::Quiet(Self { black, ..next }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock, a piece and the number of a placement; `None` is a draw.
    type Target = Option<(u32, (u8, usize))>;

    /// Placements of KPK, KRK and KQK against movegen: which are legal, and where their moves lead.
    #[test]
    fn placements_and_moves_are_those_of_movegen() {
        for piece in [WhitePiece::Pawn, WhitePiece::Rook, WhitePiece::Queen] {
            let mut legal = 0;
            // A prime stride sees every file, rank and distance.
            for index in (0..Placement::COUNT).step_by(7) {
                let placement = Placement::from_index(index);
                assert_eq!(placement.index(), index);
                let Placement { piece: square, white, black, .. } = placement;
                if square == white || square == black || white == black {
                    assert!(!placement.is_legal(piece));
                    continue;
                }
                if !placement.is_legal(piece) {
                    assert!(placement.position(piece, 0).is_err(), "{placement:?}");
                    continue;
                }
                legal += 1;
                let position = placement.position(piece, 3).unwrap();
                assert_eq!(Placement::of(&position), Some((piece, placement)));
                assert_eq!(
                    placement.in_check(piece) && placement.turn == Color::Black,
                    position.in_check()
                );
                // Where each move leads: the clock, the piece and the placement, or a draw.
                let mut expected: Vec<Target> = position
                    .legal_moves()
                    .iter()
                    .map(|&mv| {
                        let child = position.make(mv);
                        let target =
                            |(piece, to): (WhitePiece, Placement)| (piece as u8, to.index());
                        Placement::of(&child).map(target).map(|to| (child.halfmove_clock(), to))
                    })
                    .collect();
                let mut found: Vec<Target> = Vec::new();
                placement.moves(piece, |step| {
                    found.push(match step {
                        Step::Quiet(to) => Some((4, (piece as u8, to.index()))),
                        Step::Pawn(piece, to) => Some((0, (piece as u8, to.index()))),
                        Step::Draw => None,
                    });
                });
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{piece:?} {placement:?}");
            }
            assert!(legal > 40_000, "{legal}");
        }
    }
}
