//! [`Counts`]: how many men there are.

use movegen::{Color, PieceType, Position};

use crate::geometry::PerColor;

/// How many pawns, knights, bishops, rooks and queens.
pub(crate) type Army = [i32; 5];

/// How many men of each kind each colour has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts(PerColor<Army>);

impl Counts {
    /// Those of a position.
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

    /// Those of a colour.
    pub(crate) fn army(&self, us: Color) -> &Army {
        &self.0[us.index()]
    }

    /// A colour's men of a kind, which is not the king.
    pub(crate) fn of(&self, us: Color, kind: PieceType) -> i32 {
        self.0[us.index()][kind.index()]
    }

    /// Both colours' men of a kind, which is not the king.
    pub(crate) fn of_both(&self, kind: PieceType) -> i32 {
        self.of(Color::White, kind) + self.of(Color::Black, kind)
    }
}

/// Whether such an army can force mate on a bare king: a rook or a queen, bishops of both colours,
/// bishop and knight, or three knights. Of two bishops it is not asked whether they are alike.
pub(crate) fn can_mate_without_pawns(army: &Army) -> bool {
    let &[_, knights, bishops, rooks, queens] = army;
    rooks + queens > 0 || bishops > 1 || (bishops > 0 && knights > 0) || knights > 2
}
