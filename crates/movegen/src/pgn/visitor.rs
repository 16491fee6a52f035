//! Who is told what a game holds.

use super::error::{PgnFault, PgnRemark};
use super::text::PgnText;
use crate::GameResult;

/// Whether the reader goes over what follows without telling the visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// The visitor is told of it.
    No,
    /// The visitor is not told of it: only its end is looked for.
    Yes,
}

/// Is told the parts of a game, in the order of the text, by
/// [`PgnReader::read_game`](super::PgnReader::read_game).
///
/// An error that a method returns is reported with the place of the part; the rest of the game is
/// skipped. But a move that is none ([`PgnFault::Move`]) is read around, unless the reader is
/// strict.
///
/// ```
/// use movegen::pgn::{PgnFault, PgnReader, Skip, Visitor};
///
/// /// Counts the moves of the main line.
/// #[derive(Default)]
/// struct Plies(u32);
///
/// impl Visitor for Plies {
///     type Output = u32;
///
///     fn begin_game(&mut self) {
///         self.0 = 0;
///     }
///
///     fn san(&mut self, _: &str) -> Result<(), PgnFault> {
///         self.0 += 1;
///         Ok(())
///     }
///
///     fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
///         Ok(Skip::Yes)
///     }
///
///     fn end_game(&mut self) -> u32 {
///         self.0
///     }
/// }
///
/// let mut reader = PgnReader::new(b"1. e4 (1. d4 d5) 1... e5 2. Nf3 *  1. c4 1/2-1/2");
/// let mut visitor = Plies::default();
/// assert_eq!(reader.read_game(&mut visitor)?, Some(3));
/// assert_eq!(reader.read_game(&mut visitor)?, Some(1));
/// assert_eq!(reader.read_game(&mut visitor)?, None);
/// # Ok::<(), movegen::pgn::PgnError>(())
/// ```
pub trait Visitor {
    /// What a game becomes.
    type Output;

    /// A game begins. It is not called for the end of the text.
    fn begin_game(&mut self) {}

    /// A departure from the standard that the reader has read around.
    fn remark(&mut self, _remark: PgnRemark) {}

    /// A tag: its name and value. Comments before and between the tags come between them.
    ///
    /// # Errors
    /// What the visitor objects to.
    fn tag(&mut self, _name: &str, _value: PgnText<'_>) -> Result<(), PgnFault> {
        Ok(())
    }

    /// The tags are read; the moves may be skipped.
    ///
    /// # Errors
    /// What the visitor objects to.
    fn end_tags(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::No)
    }

    /// A move as it is written, without the signs `!` and `?`. Whether it is one is for the visitor
    /// to say.
    ///
    /// # Errors
    /// What the visitor objects to.
    fn san(&mut self, _text: &str) -> Result<(), PgnFault> {
        Ok(())
    }

    /// A null move, which passes the turn, as it is written (`--`, `Z0`); a strict reader does not
    /// know it. Without a method of the visitor's own it is a move like another.
    ///
    /// # Errors
    /// What the visitor objects to.
    fn null_move(&mut self, text: &str) -> Result<(), PgnFault> {
        self.san(text)
    }

    /// An annotation of the last move by its number (numeric annotation glyph).
    ///
    /// # Errors
    /// What the visitor objects to.
    fn nag(&mut self, _number: u8) -> Result<(), PgnFault> {
        Ok(())
    }

    /// A comment, with the white space and line breaks in it. Comments between the result and the
    /// tags of the next game belong to the game that has ended, and come after its result.
    ///
    /// # Errors
    /// What the visitor objects to.
    fn comment(&mut self, _text: PgnText<'_>) -> Result<(), PgnFault> {
        Ok(())
    }

    /// A variation begins: moves in place of the last one. It may be skipped; then its end is not
    /// told either.
    ///
    /// # Errors
    /// What the visitor objects to.
    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::No)
    }

    /// The innermost variation ends.
    ///
    /// # Errors
    /// What the visitor objects to.
    fn end_variation(&mut self) -> Result<(), PgnFault> {
        Ok(())
    }

    /// The result behind the moves. It is not called for a game that lacks it.
    ///
    /// # Errors
    /// What the visitor objects to.
    fn result(&mut self, _result: GameResult) -> Result<(), PgnFault> {
        Ok(())
    }

    /// The game ends. It is not called for a game with a fault.
    fn end_game(&mut self) -> Self::Output;
}

/// Is told of moves that nobody wants to hear of.
pub(super) struct Ignore;

impl Visitor for Ignore {
    type Output = ();

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::Yes)
    }

    fn end_game(&mut self) {}
}
