//! Operations: an opcode and its operands.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::{Move, Position};

const OPCODE_LENGTH: usize = 15;

pub(super) fn is_opcode(text: &str) -> bool {
    text.len() <= OPCODE_LENGTH
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// An operation of EPD: an opcode and its operands.
///
/// ```
/// use movegen::{EpdOperand, EpdOperation};
///
/// let depth = EpdOperation::new("acd", [EpdOperand::word("12").expect("no space in it")]);
/// assert_eq!(depth.expect("an opcode").to_string(), "acd 12;");
/// assert!(EpdOperation::new("1st move", []).is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdOperation {
    opcode: String,
    operands: Vec<EpdOperand>,
}

impl EpdOperation {
    /// Creates an operation; `None` if the opcode is not a letter followed by letters, digits and
    /// underscores, 15 characters at most.
    #[must_use]
    pub fn new(opcode: &str, operands: impl IntoIterator<Item = EpdOperand>) -> Option<Self> {
        is_opcode(opcode)
            .then(|| Self { opcode: opcode.to_string(), operands: operands.into_iter().collect() })
    }

    /// Creates an operation with one quoted text, like `id` and `c0`.
    ///
    /// # Panics
    /// If `opcode` is none.
    #[must_use]
    pub fn text(opcode: &str, text: &str) -> Self {
        Self::new(opcode, [EpdOperand::quoted(text)]).expect("an opcode")
    }

    /// Creates an operation whose operands are legal moves of the position, like `bm` and `am`.
    /// They are written in standard algebraic notation.
    ///
    /// # Panics
    /// If `opcode` is none.
    #[must_use]
    pub fn moves(opcode: &str, position: &Position, moves: &[Move]) -> Self {
        let operand = |&mv: &Move| EpdOperand { text: position.san(mv), is_quoted: false };
        Self::new(opcode, moves.iter().map(operand)).expect("an opcode")
    }

    /// Creates an operation with one number, like `acd` and `ce`.
    ///
    /// ```
    /// use movegen::EpdOperation;
    ///
    /// assert_eq!(EpdOperation::number("ce", -35).to_string(), "ce -35;");
    /// ```
    ///
    /// # Panics
    /// If `opcode` is none.
    #[must_use]
    pub fn number(opcode: &str, number: i64) -> Self {
        let operand = EpdOperand { text: number.to_string(), is_quoted: false };
        Self::new(opcode, [operand]).expect("an opcode")
    }

    /// Returns the opcode: `bm`, `id`, ….
    #[must_use]
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// Returns the operands in order.
    #[must_use]
    pub fn operands(&self) -> &[EpdOperand] {
        &self.operands
    }
}

/// The opcode, the operands and a semicolon.
impl fmt::Display for EpdOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
        f.write_char(';')
    }
}

/// An operand: a word (a move, a number), or a text between quotation marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdOperand {
    text: String,
    is_quoted: bool,
}

impl EpdOperand {
    /// Creates a word; `None` if it is empty or holds white space, a semicolon or a quotation mark.
    ///
    /// ```
    /// use movegen::EpdOperand;
    ///
    /// assert_eq!(EpdOperand::word("Nf3").expect("a word").as_str(), "Nf3");
    /// assert_eq!(EpdOperand::word("two words"), None);
    /// ```
    #[must_use]
    pub fn word(text: &str) -> Option<Self> {
        let splits = |letter: char| letter.is_ascii_whitespace() || matches!(letter, ';' | '"');
        let is_word = !text.is_empty() && !text.contains(splits);
        is_word.then(|| Self { text: text.to_string(), is_quoted: false })
    }

    /// Creates a text that is written between quotation marks; control characters become spaces.
    #[must_use]
    pub fn quoted(text: &str) -> Self {
        let plain = |letter: char| if letter.is_ascii_control() { ' ' } else { letter };
        Self { text: text.chars().map(plain).collect(), is_quoted: true }
    }

    /// Returns the text, without quotation marks.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the operand is a text between quotation marks.
    #[must_use]
    pub const fn is_quoted(&self) -> bool {
        self.is_quoted
    }
}

/// Writes the operand as in a line: in a quoted text a backslash precedes quotation marks and
/// backslashes.
impl fmt::Display for EpdOperand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_quoted {
            return f.write_str(&self.text);
        }
        f.write_char('"')?;
        for letter in self.text.chars() {
            if matches!(letter, '"' | '\\') {
                f.write_char('\\')?;
            }
            f.write_char(letter)?;
        }
        f.write_char('"')
    }
}
