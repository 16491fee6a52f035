//! The start positions of Chess960 by number.
//!
//! The numbering is Reinhard Scharnagl's (2003): bishops, queen and knights are read off the
//! number, digit by digit; the rooks and the king between them fill the squares that are left.
//!
//! ```text
//! 518 = 4 · 129 + 2     light-squared bishop on the third of b d f h: f
//! 129 = 4 ·  32 + 1     dark-squared bishop on the second of a c e g: c
//!  32 = 6 ·   5 + 2     queen on the third of the free squares a b d e g h: d
//!   5                   knights on the sixth pair of the free squares a b e g h: b and g
//! ```

use crate::keys::ChessKeys;
use crate::{Color, File, KeyedPosition, Piece, PieceType, Rank, Square};

const STARTS: u32 = 960;

/// The two free squares of the knights, counted from the a-file, by the last digit.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

type BackRank = [PieceType; 8];

/// The back rank of a number below 960.
fn back_rank(number: u32) -> BackRank {
    let mut files = [None; 8];
    let digit = |value: u32, base: u32| ((value / base) as usize, (value % base) as usize);
    let (rest, light) = digit(number, 4);
    files[2 * light + 1] = Some(PieceType::Bishop);
    let (rest, dark) = digit(rest as u32, 4);
    files[2 * dark] = Some(PieceType::Bishop);
    let (rest, queen) = digit(rest as u32, 6);
    place(&mut files, queen, PieceType::Queen);
    let (low, high) = KNIGHTS[rest];
    // The higher one first: the lower one's place among the free squares stays.
    place(&mut files, high, PieceType::Knight);
    place(&mut files, low, PieceType::Knight);
    for kind in [PieceType::Rook, PieceType::King, PieceType::Rook] {
        place(&mut files, 0, kind);
    }
    files.map(|kind| kind.unwrap_or(PieceType::Rook))
}

/// Fills the free square of that number, counted from the a-file.
fn place(files: &mut [Option<PieceType>; 8], nth: usize, kind: PieceType) {
    if let Some(square) = files.iter_mut().filter(|square| square.is_none()).nth(nth) {
        *square = Some(kind);
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the start position of Chess960 of that number, 0 to 959; 518 is that of standard
    /// chess. `None` for 960 and more.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// assert_eq!(Position::chess960(518), Some(Position::startpos()));
    /// let first = Position::chess960(0).expect("below 960");
    /// assert_eq!(first.to_fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    #[must_use]
    pub fn chess960(number: u32) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// Returns the start of double Chess960, in which White and Black have back ranks of their own:
    /// the 960 · 960 pairs of numbers. `None` if a number is 960 or more.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let start = Position::double_chess960(518, 0).expect("both below 960");
    /// assert_eq!(start.to_fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1");
    /// assert_eq!(start.double_chess960_numbers(), Some((518, 0)));
    /// ```
    #[must_use]
    pub fn double_chess960(white: u32, black: u32) -> Option<Self> {
        if white >= STARTS || black >= STARTS {
            return None;
        }
        let mut position = Self::empty();
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            let back = Rank::First.relative(color);
            for (file, kind) in File::ALL.into_iter().zip(back_rank(number)) {
                position.place(Piece::new(color, kind), Square::new(file, back));
                let pawn = Piece::new(color, PieceType::Pawn);
                position.place(pawn, Square::new(file, Rank::Second.relative(color)));
            }
        }
        for rook in position.pieces(PieceType::Rook) {
            position.allow_castling(rook);
        }
        Some(position)
    }

    /// Returns the number of this start position of Chess960; `None` if it is none, or not one
    /// before the first move with all rights and clocks as at the start.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// assert_eq!(Position::startpos().chess960_number(), Some(518));
    /// let e4 = Position::startpos().parse_san("e4")?;
    /// assert_eq!(Position::startpos().make(e4).chess960_number(), None);
    /// # Ok::<(), movegen::MoveError>(())
    /// ```
    #[must_use]
    pub fn chess960_number(&self) -> Option<u32> {
        self.double_chess960_numbers().filter(|(white, black)| white == black).map(|(n, _)| n)
    }

    /// Returns the numbers of White's and Black's back rank, if this is a start of double Chess960.
    #[must_use]
    pub fn double_chess960_numbers(&self) -> Option<(u32, u32)> {
        let (white, black) = self.back_rank_numbers()?;
        (Self::double_chess960(white, black).as_ref() == Some(self)).then_some((white, black))
    }

    /// Returns the numbers of White's and Black's back rank, if both are those of a start,
    /// whatever else is on the board.
    pub(crate) fn back_rank_numbers(&self) -> Option<(u32, u32)> {
        let number = |color: Color| {
            let back = Rank::First.relative(color);
            let kinds = File::ALL.map(|file| self.piece_at(Square::new(file, back)));
            (0..STARTS).find(|&number| {
                back_rank(number).map(|kind| Some(Piece::new(color, kind))) == kinds
            })
        };
        Some((number(Color::White)?, number(Color::Black)?))
    }
}
