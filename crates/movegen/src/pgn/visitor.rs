//! The trait of the receivers of a game's parts, and the text that they get.

use alloc::borrow::Cow;
use alloc::string::String;

use super::error::{PgnFault, PgnRemark};
use crate::{GameResult, decode_text};

/// Whether the reader skips the next part without calling the visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// The visitor gets the part.
    No,
    /// The visitor does not get the part: the reader only looks for its end.
    Yes,
}

/// A receiver of the parts of a game, which [`PgnReader::read_game`](super::PgnReader::read_game)
/// calls in the order of the text.
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
    /// The value that a game becomes.
    type Output;

    /// A game begins. It is not called for the end of the text.
    fn begin_game(&mut self) {}

    /// A departure from the standard that the reader has read around.
    fn remark(&mut self, _remark: PgnRemark) {}

    /// A tag: its name and value. Comments before and between the tags come between them.
    ///
    /// # Errors
    /// The fault that the visitor reports.
    fn tag(&mut self, _name: &str, _value: PgnText<'_>) -> Result<(), PgnFault> {
        Ok(())
    }

    /// The tags are read; the moves may be skipped.
    ///
    /// # Errors
    /// The fault that the visitor reports.
    fn end_tags(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::No)
    }

    /// A move as it is written, without the signs `!` and `?`. The visitor decides whether it is
    /// one.
    ///
    /// # Errors
    /// The fault that the visitor reports.
    fn san(&mut self, _text: &str) -> Result<(), PgnFault> {
        Ok(())
    }

    /// A null move, which passes the turn, as it is written (`--`, `0000`); a strict reader does
    /// not know it. Without a method of the visitor's own it is a move like another.
    ///
    /// # Errors
    /// The fault that the visitor reports.
    fn null_move(&mut self, text: &str) -> Result<(), PgnFault> {
        self.san(text)
    }

    /// An annotation of the last move by its number (numeric annotation glyph); before the first
    /// move of a line, of that move.
    ///
    /// # Errors
    /// The fault that the visitor reports.
    fn nag(&mut self, _number: u8) -> Result<(), PgnFault> {
        Ok(())
    }

    /// An annotation between the number of a move and the move, which comes next. Without a method
    /// of the visitor's own it is an annotation like another.
    ///
    /// # Errors
    /// The fault that the visitor reports.
    fn nag_before(&mut self, number: u8) -> Result<(), PgnFault> {
        self.nag(number)
    }

    /// A comment, with the white space and line breaks in it. Comments between the result and the
    /// tags of the next game belong to the game that has ended, and come after its result.
    ///
    /// # Errors
    /// The fault that the visitor reports.
    fn comment(&mut self, _text: PgnText<'_>) -> Result<(), PgnFault> {
        Ok(())
    }

    /// A variation begins: moves in place of the last one. It may be skipped; then
    /// [`end_variation`](Self::end_variation) is not called for it.
    ///
    /// # Errors
    /// The fault that the visitor reports.
    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::No)
    }

    /// The innermost variation ends.
    ///
    /// # Errors
    /// The fault that the visitor reports.
    fn end_variation(&mut self) -> Result<(), PgnFault> {
        Ok(())
    }

    /// The result behind the moves. It is not called for a game that lacks it.
    ///
    /// # Errors
    /// The fault that the visitor reports.
    fn result(&mut self, _result: GameResult) -> Result<(), PgnFault> {
        Ok(())
    }

    /// The game ends. It is not called for a game with a fault.
    fn end_game(&mut self) -> Self::Output;
}

pub(super) struct Ignore;

impl Visitor for Ignore {
    type Output = ();

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::Yes)
    }

    fn end_game(&mut self) {}
}

/// The value of a tag or the text of a comment, not yet decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnText<'a> {
    bytes: &'a [u8],
    has_escapes: bool,
}

impl<'a> PgnText<'a> {
    /// Creates the text of a comment, taken literally.
    pub(super) const fn plain(bytes: &'a [u8]) -> Self {
        Self { bytes, has_escapes: false }
    }

    /// Creates the text of a tag's value, where a backslash may precede a quotation mark or a
    /// backslash.
    pub(super) const fn of_tag(bytes: &'a [u8], has_escapes: bool) -> Self {
        Self { bytes, has_escapes }
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the text: UTF-8, or Windows-1252 if it is not UTF-8. It is copied only if it has to
    /// change.
    #[must_use]
    pub fn decode(self) -> Cow<'a, str> {
        let text = decode_text(self.bytes);
        if self.has_escapes { Cow::Owned(unescape(&text)) } else { text }
    }
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let escapes = letter == '\\' && letters.as_str().starts_with(['"', '\\']);
        plain.push(if escapes { letters.next().unwrap_or(letter) } else { letter });
    }
    plain
}
