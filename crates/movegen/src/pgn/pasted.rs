//! Moves as people paste them.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::error::{PgnFault, PgnRemark, Remedy};
use super::reader::PgnReader;
use super::visitor::{Ignore, Skip, Visitor};
use crate::chess_move::MoveFault;
use crate::text::behind_marks;
use crate::{Move, MoveError, Position};

/// Reads the moves of a text from a position, in UCI's notation, SAN or both, as people paste them:
/// with numbers, dots, signs and a result, as in the moves of a game in PGN. Comments and
/// variations are skipped.
///
/// ```
/// use movegen::Position;
/// use movegen::pgn::read_moves;
///
/// let start = Position::startpos();
/// let moves = read_moves(&start, "e2e4 e7e5 g1f3")?;
/// for text in ["1. e4 e5 2. Nf3", "1.e4 e5 2.♘f3! *", "1. e4 { [%clk 0:03:00] } 1... e5 2. Nf3"] {
///     assert_eq!(read_moves(&start, text)?, moves);
/// }
/// let error = read_moves(&start, "1. e4 e5 2. Ke3").unwrap_err();
/// assert_eq!(error.to_string(), "move 3: \"Ke3\" is not legal here");
/// # Ok::<(), movegen::pgn::MovesError>(())
/// ```
///
/// # Errors
/// If a move is not legal or is a null move, and for everything else that a game in PGN would be
/// read without: tags, marks that mean nothing, a comment without an end, text behind the result.
pub fn read_moves(start: &Position, text: &str) -> Result<Vec<Move>, MovesError> {
    let mut line = Pasted { position: start.clone(), moves: Vec::new(), fault: None };
    let text = behind_marks(text.as_bytes());
    // Not at the start of a line, where `%` would hide the line.
    let mut reader = PgnReader::at_place(text, 1, 1);
    if let Err(error) = reader.read_game(&mut line) {
        line.note(error.fault());
    }
    if line.fault.is_none() && !matches!(reader.read_game(&mut Ignore), Ok(None)) {
        line.note(&PgnFault::Other(String::from("text behind the result")));
    }
    match line.fault {
        Some(error) => Err(error),
        None => Ok(line.moves),
    }
}

/// The visitor that plays moves, and keeps the first fault.
struct Pasted {
    position: Position,
    moves: Vec<Move>,
    fault: Option<MovesError>,
}

impl Pasted {
    fn note(&mut self, fault: &PgnFault) {
        let number = self.moves.len() + 1;
        self.fault.get_or_insert_with(|| MovesError { number, fault: fault.clone() });
    }
}

impl Visitor for Pasted {
    type Output = ();

    fn remark(&mut self, remark: PgnRemark) {
        if remark.remedy() != Remedy::Mended {
            self.note(remark.error().fault());
        }
    }

    fn tag(&mut self, name: &str, _: super::PgnText<'_>) -> Result<(), PgnFault> {
        Err(PgnFault::Other(alloc::format!("expected a move, found the tag {name}")))
    }

    fn san(&mut self, text: &str) -> Result<(), PgnFault> {
        let mv = self.position.parse_uci(text).or_else(|_| self.position.parse_move(text))?;
        self.position = self.position.make(mv);
        self.moves.push(mv);
        Ok(())
    }

    fn null_move(&mut self, text: &str) -> Result<(), PgnFault> {
        Err(MoveError::from(MoveFault::Illegal(text.into())).into())
    }

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::Yes)
    }

    fn end_game(&mut self) {}
}

/// The first fault of a text of moves, and the number of the move at which it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovesError {
    number: usize,
    fault: PgnFault,
}

impl MovesError {
    /// Returns the number of the move among those of both sides, from 1.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Returns the fault there.
    #[must_use]
    pub const fn fault(&self) -> &PgnFault {
        &self.fault
    }
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.number, self.fault)
    }
}

impl core::error::Error for MovesError {}
