//! Extended Position Description: a position and operations on it, a line each.
//!
//! A line has the first four fields of a FEN, then operations, each an opcode with operands up to a
//! semicolon:
//!
//! ```text
//! 1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//! ```
//!
//! The clocks are the operations `hmvc` (plies without progress) and `fmvn` (number of the move).
//! Lines with all six fields of a FEN before the operations, as suites for perft have them, are
//! read too.
//!
//! Source: the PGN standard (Steven J. Edwards, 1994), section 16.2.

mod error;
mod operation;
mod operations;
mod read;

use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

pub use error::{EpdError, EpdRemark};
pub use operation::{EpdOperand, EpdOperation};

use self::operations::Operations;
use crate::{FenRepair, GameResult, Mended, Move, MoveError, Position, Variant};

/// A position and the operations that a line of EPD gives for it.
///
/// ```
/// use movegen::Epd;
///
/// let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\"; acd 12;";
/// let epd: Epd = line.parse()?;
/// let best = epd.best_moves()?;
/// assert_eq!(epd.position().uci(best[0]), "d6d1");
/// assert_eq!(epd.id(), Some("BK.01"));
/// assert_eq!(epd.number("acd"), Some(12));
/// assert_eq!(epd.to_string(), line);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Operations are put and written:
///
/// ```
/// use movegen::{Epd, EpdOperation, Position};
///
/// let mut epd = Epd::new(Position::startpos());
/// let e4 = epd.position().parse_san("e4")?;
/// epd.put(EpdOperation::moves("bm", epd.position(), &[e4]));
/// epd.put(EpdOperation::text("c0", "a \"quiet\" start"));
/// assert_eq!(
///     epd.to_string(),
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - \
///      bm e4; c0 \"a \\\"quiet\\\" start\";"
/// );
/// assert_eq!(epd.to_string().parse(), Ok(epd));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    position: Position,
    operations: Vec<EpdOperation>,
}

impl Epd {
    /// Creates a position without operations.
    #[must_use]
    pub const fn new(position: Position) -> Self {
        Self { position, operations: Vec::new() }
    }

    /// Reads a line as [`read`](Self::read) does, by the rules of castling that its castling field
    /// shows ([`Variant::of_fen`]), and without the repairs and remarks.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    pub fn parse(line: &str) -> Result<Self, EpdError> {
        Self::read(line, Variant::of_fen(line)).map(|read| read.epd)
    }

    /// Reads a line by the rules of castling of a variant, and returns it with each repair of its
    /// position ([`KeyedPosition::read_fen`](crate::KeyedPosition::read_fen)) and a remark on each
    /// departure from the standard behind it. White space at its ends is ignored, and so is an
    /// operation without opcode; the last semicolon may be missing, and operations may begin right
    /// behind the fourth field, even with a semicolon.
    ///
    /// | in the line | becomes |
    /// |---|---|
    /// | `bm #4`, `bm #-4`, `bm M4` | `dm 4`, `dm -4`: the side to move mates, or is mated |
    /// | `1-0`, `[0.5]`, `{1/2-1/2}` | a comment with the result: `c9 "1/2-1/2"` |
    /// | `\| 53 \| 1.0` | `ce` from the side to move's view, and the result |
    /// | `bm Rc8+ dm 26`, `id "a" bm e4` | two operations each |
    /// | `am Nxb6 + ?` | `am Nxb6+?` |
    /// | a quoted text without an end | a text to the end of the line |
    /// | other text without opcode, `hmvc` and `fmvn` without a number | a comment: `c9 "v=-385"` |
    /// | an operand of `bm` or `am` that is no legal move | itself |
    ///
    /// A comment is the first of `c9` to `c0` that the line does not have; only where it has all
    /// ten, text is lost. Results and scores are from White's view.
    ///
    /// ```
    /// use movegen::{Epd, GameResult, Variant};
    ///
    /// let line = "7q/8/8/k4n1r/p7/8/PP3P2/R5K1 w KQkq -; bm Rd1, Kf1; c0 \"x\"; [0.0]";
    /// let read = Epd::read(line, Variant::Standard)?;
    /// assert_eq!((read.repairs.len(), read.remarks.len()), (2, 1));
    /// assert_eq!(read.epd.best_moves()?.len(), 2);
    /// assert_eq!(read.epd.result(), Some(GameResult::BlackWins));
    ///
    /// let error = Epd::read("8/8/8/8/8/k7/8/K7 x - -", Variant::Standard).unwrap_err();
    /// assert_eq!(error.column(), 19);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the position is no legal one; with the column.
    pub fn read(line: &str, variant: Variant) -> Result<EpdRead, EpdError> {
        let Mended { value: (position, operations), repairs } = read::read(line, variant)?;
        let Operations { list: operations, remarks } = operations;
        Ok(EpdRead { epd: Self { position, operations }, repairs, remarks })
    }

    /// Returns the position, with the clocks of `hmvc` and `fmvn` if the line had them.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the operations in the order of the line, without `hmvc` and `fmvn`.
    #[must_use]
    pub fn operations(&self) -> &[EpdOperation] {
        &self.operations
    }

    /// Returns the operation of that opcode; the last one if the line has several.
    #[must_use]
    pub fn operation(&self, opcode: &str) -> Option<&EpdOperation> {
        self.operations.iter().rfind(|operation| operation.opcode() == opcode)
    }

    /// Adds an operation; one of the same opcode is replaced.
    pub fn put(&mut self, operation: EpdOperation) {
        let same = |known: &&mut EpdOperation| known.opcode() == operation.opcode();
        match self.operations.iter_mut().rfind(same) {
            Some(known) => *known = operation,
            None => self.operations.push(operation),
        }
    }

    /// Removes the operations of that opcode.
    pub fn remove(&mut self, opcode: &str) {
        self.operations.retain(|operation| operation.opcode() != opcode);
    }

    /// Returns the first operand of an operation as text: `c0` to `c9`, `id`, ….
    ///
    /// ```
    /// let epd = movegen::Epd::parse("8/8/8/8/8/k7/8/K7 w - - c0 \"bare kings\"; ce +0;")?;
    /// assert_eq!(epd.text("c0"), Some("bare kings"));
    /// assert_eq!(epd.text("ce"), Some("+0"));
    /// assert_eq!(epd.text("c1"), None);
    /// # Ok::<(), movegen::EpdError>(())
    /// ```
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operation(opcode)?.operands().first().map(EpdOperand::as_str)
    }

    /// Returns the first operand of an operation as a number: `acd`, `acn`, `ce`, `dm`, ….
    #[must_use]
    pub fn number(&self, opcode: &str) -> Option<i64> {
        self.text(opcode)?.parse().ok()
    }

    /// Returns the name of the position, `id`.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// Returns the result of the game, which a comment (`c0` to `c9`) may hold.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        let is_comment = |opcode: &str| matches!(opcode.as_bytes(), [b'c', b'0'..=b'9']);
        let comments = self.operations.iter().filter(|it| is_comment(it.opcode()));
        let texts = comments.filter_map(|it| it.operands().first());
        texts.filter_map(|text| GameResult::from_text(text.as_str())).next()
    }

    /// Returns the best moves, `bm`; empty without that operation.
    ///
    /// # Errors
    /// If an operand is no legal move of the position.
    pub fn best_moves(&self) -> Result<Vec<Move>, MoveError> {
        self.moves("bm")
    }

    /// Returns the moves to avoid, `am`; empty without that operation.
    ///
    /// # Errors
    /// If an operand is no legal move of the position.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, MoveError> {
        self.moves("am")
    }

    /// Returns the moves of an operation, each one legal in the position (so not `pv`, whose moves
    /// follow each other); empty without that operation. Moves are written in standard algebraic
    /// notation or as in UCI, with or without commas between them.
    ///
    /// ```
    /// let epd = movegen::Epd::parse("8/8/8/8/8/k7/8/1K5R w - - bm Rh3+ h1h7; am Ra1+;")?;
    /// assert_eq!(epd.moves("bm")?.len(), 2);
    /// assert!(epd.avoid_moves().unwrap_err().to_string().contains("Ra1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If an operand is no legal move of the position.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, MoveError> {
        self.parsed(opcode).collect()
    }

    /// Returns the operands of an operation that are legal moves in the position, as
    /// [`moves`](Self::moves) does, without the others.
    #[must_use]
    pub fn legal_moves_of(&self, opcode: &str) -> Vec<Move> {
        self.parsed(opcode).flatten().collect()
    }

    fn parsed(&self, opcode: &str) -> impl Iterator<Item = Result<Move, MoveError>> {
        let operands = self.operation(opcode).map_or(&[][..], EpdOperation::operands);
        let texts = operands.iter().flat_map(|operand| operand.as_str().split(','));
        let moves = texts.filter(|text| !text.is_empty());
        moves.map(|text| self.position.parse_move(text))
    }
}

/// A line of EPD that was read, and what it took to read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdRead {
    /// The position and its operations.
    pub epd: Epd,
    /// The repairs of the position in the order of the fields; none if it was in order.
    pub repairs: Vec<FenRepair>,
    /// The remarks on what follows the position, in the order of the line.
    pub remarks: Vec<EpdRemark>,
}

/// As the standard writes it: four fields, then the operations, each ended by a semicolon; the
/// clocks are written as operations if they are not 0 and 1. Rights to castle are written as KQkq,
/// those that only Chess960 has as files of rooks.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.to_fen();
        for (number, field) in fen.split(' ').take(4).enumerate() {
            if number > 0 {
                f.write_char(' ')?;
            }
            f.write_str(field)?;
        }
        let clocks = (self.position.halfmove_clock(), self.position.fullmove_number());
        if clocks != (0, 1) {
            write!(f, " hmvc {}; fmvn {};", clocks.0, clocks.1)?;
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

/// Reads as [`Epd::parse`] does.
impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Self, EpdError> {
        Self::parse(line)
    }
}
