//! [`Counts`]: the numbers of pieces and pawns.

use movegen::{Color, PieceType, Position};

use crate::geometry::PerColor;

/// The numbers of pawns, knights, bishops, rooks and queens.
pub(crate) type Army = [i32; 5];

/// The numbers of pieces of each kind and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts(PerColor<Army>);

impl Counts {
    pub(crate) fn new(position: &Position) -> Self {
        const KINDS: [PieceType; 5] = [
            PieceType::Pawn,
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Rook,
            PieceType::Queen,
        ];
        let army = |us| KINDS.map(|kind| position.colored(us, kind).count() as i32);
        Self(Color::ALL.map(army))
    }

    pub(crate) fn army(&self, us: Color) -> &Army {
        &self.0[us.index()]
    }

    /// Returns the number of a colour's pieces of a kind, which is not the king.
    pub(crate) fn of(&self, us: Color, kind: PieceType) -> i32 {
        self.0[us.index()][kind.index()]
    }

    /// Returns the number of both colours' pieces of a kind, which is not the king.
    pub(crate) fn of_both(&self, kind: PieceType) -> i32 {
        self.of(Color::White, kind) + self.of(Color::Black, kind)
    }
}

/// Returns whether such an army can force mate on a bare king: with a rook or a queen, two bishops,
/// bishop and knight, or three knights. Whether two bishops are on the same colour is not checked.
pub(crate) fn can_mate_without_pawns(army: &Army) -> bool {
    let &[_, knights, bishops, rooks, queens] = army;
    rooks + queens > 0 || bishops > 1 || (bishops > 0 && knights > 0) || knights > 2
}
