//! Reading a line of EPD: the position, then what follows it.

use super::error::{EpdError, EpdFault};
use super::operations::{OperationReader, Operations};
use crate::{File, Mended, Position, Square, Variant};

/// Reads a line: the position, with its clocks, and the other operations.
///
/// # Errors
/// See [`Epd::read`](crate::Epd::read).
pub(super) fn read(
    line: &str,
    variant: Variant,
) -> Result<Mended<(Position, Operations)>, EpdError> {
    let mut words = Words { line, at: 0 };
    words.next();
    words.next();
    let mut fields = words.at;
    // A word that cannot be the castling or en passant field is the first opcode.
    for is_field in [is_castling, is_en_passant] {
        match words.next() {
            Some(word) if is_field(word) => fields = words.at,
            _ => break,
        }
    }
    words.at = fields;
    // The clocks of a FEN.
    for _ in 0..2 {
        match words.next() {
            Some(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => fields = words.at,
            _ => break,
        }
    }
    let read = Position::read_fen(&line[..fields], variant).map_err(|error| {
        let offset = error.faults().first().map_or(0, |fault| fault.span().start);
        EpdError::new(offset, EpdFault::Position(error))
    })?;
    let Mended { value: mut position, repairs } = read;
    let (operations, clocks) = OperationReader::new(line, fields, &position).read();
    position.set_clocks(clocks.0, clocks.1.max(1));
    Ok(Mended { value: (position, operations), repairs })
}

/// Whether a word is a castling field: letters of rights, be they possible or not.
fn is_castling(word: &str) -> bool {
    let is_right = |letter: char| "KQkq".contains(letter) || File::from_letter(letter).is_some();
    word == "-" || word.chars().all(is_right)
}

/// Whether a word is an en passant field: a square, be it possible or not.
fn is_en_passant(word: &str) -> bool {
    word == "-" || word.parse::<Square>().is_ok()
}

/// The fields of a line, up to white space or a semicolon.
struct Words<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let rest = &self.line[self.at..];
        let word = rest.trim_ascii_start();
        let start = self.at + rest.len() - word.len();
        let ends = |letter: char| letter.is_ascii_whitespace() || letter == ';';
        let word = &word[..word.find(ends).unwrap_or(word.len())];
        self.at = start + word.len();
        (!word.is_empty()).then_some(word)
    }
}
