//! Reading a line of EPD.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::{EpdError, EpdFault};
use super::operation::{EpdOperand, EpdOperation};
use crate::{File, Mended, Position, Square, Variant};

/// Reads a line: the position, with its clocks, and the other operations.
///
/// # Errors
/// See [`Epd::parse`](crate::Epd::parse).
pub(super) fn read(
    line: &str,
    variant: Variant,
) -> Result<Mended<(Position, Vec<EpdOperation>)>, EpdError> {
    let mut cursor = Cursor { line, at: 0 };
    cursor.word(|_| false);
    cursor.word(|_| false);
    let mut fields = cursor.at;
    // A word that cannot be the castling or en passant field is the first opcode.
    for is_field in [is_castling, is_en_passant] {
        match cursor.word(|byte| byte == b';') {
            Some((_, word)) if is_field(word) => fields = cursor.at,
            _ => break,
        }
    }
    cursor.at = fields;
    // The clocks of a FEN.
    for _ in 0..2 {
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        match cursor.word(|byte| byte == b';') {
            Some((_, word)) if is_number(word) => fields = cursor.at,
            _ => break,
        }
    }
    let read = Position::read_fen(&line[..fields], variant).map_err(|error| {
        let offset = error.faults().first().map_or(0, |fault| fault.span().start);
        EpdError::new(offset, EpdFault::Position(error))
    })?;
    let Mended { value: mut position, repairs } = read;
    cursor.at = fields;
    let mut clocks = (position.halfmove_clock() as u16, position.fullmove_number() as u16);
    let mut operations = Vec::new();
    while let Some((start, operation)) = cursor.operation()? {
        let clock = match operation.opcode() {
            "hmvc" => &mut clocks.0,
            "fmvn" => &mut clocks.1,
            _ => {
                operations.push(operation);
                continue;
            }
        };
        let number = match operation.operands() {
            [operand] => operand.as_str().parse().ok(),
            _ => None,
        };
        *clock = number.ok_or_else(|| EpdError::new(start, EpdFault::Clock))?;
    }
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

struct Cursor<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Reads the word up to the next white space or byte of `ends`, which is ASCII, and returns it
    /// with the offset at which it begins.
    fn word(&mut self, ends: impl Fn(u8) -> bool) -> Option<(usize, &'a str)> {
        self.skip_spaces();
        let start = self.at;
        while self.peek().is_some_and(|byte| !byte.is_ascii_whitespace() && !ends(byte)) {
            self.at += 1;
        }
        (self.at > start).then(|| (start, &self.line[start..self.at]))
    }

    /// Reads the next operation, and returns it with the offset at which it begins.
    fn operation(&mut self) -> Result<Option<(usize, EpdOperation)>, EpdError> {
        loop {
            self.skip_spaces();
            match self.peek() {
                None => return Ok(None),
                Some(b';') => self.at += 1,
                Some(_) => break,
            }
        }
        let start = self.at;
        let opcode = self.word(|byte| matches!(byte, b';' | b'"')).map_or("", |(_, word)| word);
        let mut operands = Vec::new();
        loop {
            self.skip_spaces();
            match self.peek() {
                None => break,
                Some(b';') => {
                    self.at += 1;
                    break;
                }
                Some(b'"') => operands.push(self.quoted()?),
                Some(_) => {
                    let word = self.word(|byte| matches!(byte, b';' | b'"'));
                    operands.extend(word.and_then(|(_, word)| EpdOperand::word(word)));
                }
            }
        }
        EpdOperation::new(opcode, operands)
            .map(|operation| Some((start, operation)))
            .ok_or_else(|| EpdError::new(start, EpdFault::Opcode))
    }

    /// Reads a text between quotation marks. A backslash before a quotation mark or a backslash
    /// escapes it; before anything else it is itself.
    fn quoted(&mut self) -> Result<EpdOperand, EpdError> {
        let start = self.at;
        let mut text = String::new();
        let mut letters = self.line[start + 1..].char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at = start + 1 + at + 1;
                    return Ok(EpdOperand::quoted(&text));
                }
                '\\' if letters.as_str().starts_with(['"', '\\']) => {
                    text.extend(letters.next().map(|(_, letter)| letter));
                }
                _ => text.push(letter),
            }
        }
        Err(EpdError::new(start, EpdFault::Quote))
    }
}
