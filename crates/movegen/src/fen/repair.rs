//! Repairs: what becomes of a field that cannot be used.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::error::FenField;

/// A value that was read from a text, and each repair that the text needed.
///
/// ```
/// use movegen::{Position, Variant};
///
/// let fen = "4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1";
/// let read = Position::read_fen(fen, Variant::Standard)?;
/// assert_eq!(read.value.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// let repairs: Vec<String> = read.repairs.iter().map(ToString::to_string).collect();
/// assert_eq!(repairs, ["castling Q dropped", "en passant e6 read as -"]);
/// # Ok::<(), movegen::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mended<T> {
    /// The value.
    pub value: T,
    /// The repairs in the order of the fields; none if the text was in order.
    pub repairs: Vec<FenRepair>,
}

/// A field of a FEN that could not be used as it is written, and what became of it: its `Display`
/// says both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenRepair {
    field: FenField,
    text: String,
    repair: Repair,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Repair {
    /// Rights without their king and rook.
    Dropped,
    /// Rights that only Chess960 has.
    DroppedOfChess960,
    /// Rights that are read as those of Chess960.
    OfChess960,
    ReadAs(&'static str),
    Missing(&'static str),
    /// Words behind the last field.
    LeftOut,
}

impl FenRepair {
    pub(super) fn new(field: FenField, text: &str, repair: Repair) -> Self {
        Self { field, text: text.to_string(), repair }
    }

    /// Whether rights were dropped that only Chess960 has.
    pub(super) fn is_of_chess960(&self) -> bool {
        self.repair == Repair::DroppedOfChess960
    }

    /// Returns the field; [`FenField::Text`] for words behind the last field.
    #[must_use]
    pub fn field(&self) -> FenField {
        self.field
    }

    /// Returns the part of the text that was not used; empty if the field is missing.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for FenRepair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, text, repair } = self;
        match repair {
            Repair::Dropped => write!(f, "{field} {text} dropped"),
            Repair::DroppedOfChess960 => {
                write!(f, "{field} {text} dropped: only Chess960 has these rights here")
            }
            Repair::OfChess960 => {
                write!(f, "{field} {text} read as Chess960's: the back ranks are those of a start")
            }
            Repair::ReadAs(default) => write!(f, "{field} {text} read as {default}"),
            Repair::Missing(default) => write!(f, "{field} is missing, read as {default}"),
            Repair::LeftOut => write!(f, "left out: {text}"),
        }
    }
}
