//! An option: its name, its kind with default and range, the place of its value.

use std::fmt;
use std::ops::RangeInclusive;

use uci_text::UciError;

use super::Options;

/// UCI's notation of an empty text.
pub(super) const EMPTY: &str = "<empty>";

/// An option's type, its default and range, and the function that stores a new value.
pub(super) enum Kind {
    Spin {
        default: i64,
        range: RangeInclusive<i64>,
        store: fn(&mut Options, i64),
    },
    Check {
        default: bool,
        store: fn(&mut Options, bool),
    },
    /// One of these words.
    Combo {
        default: &'static str,
        words: &'static [&'static str],
        store: fn(&mut Options, &str),
    },
    /// Any text; `<empty>` is the empty one, in a default and in a GUI's line.
    Text {
        default: &'static str,
        store: fn(&mut Options, &str),
    },
    Button(Button),
}

/// The action of a button on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Button {
    /// Empty the table.
    Clear,
    /// Save the table to its file.
    Save,
    /// Fill the table from its file.
    Load,
}

impl Kind {
    /// Stores a value from its text for the option `name`, or reports the button pressed.
    pub(super) fn store(
        &self,
        options: &mut Options,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<Button>, UciError> {
        match self {
            Kind::Spin { range, store, .. } => match value.and_then(|text| text.parse().ok()) {
                Some(number) if range.contains(&number) => {
                    store(options, number);
                    Ok(None)
                }
                _ => {
                    let place = format_args!("setoption {name}");
                    Err(UciError::number(place, value, range.start(), range.end()))
                }
            },
            Kind::Check { store, .. } => {
                let lower = value.unwrap_or_default().to_ascii_lowercase();
                let checked = lower.parse().map_err(|_| {
                    UciError::expected(format_args!("setoption {name}"), "true or false", value)
                })?;
                store(options, checked);
                Ok(None)
            }
            Kind::Combo { words, store, .. } => {
                let chosen = value
                    .and_then(|text| words.iter().find(|word| word.eq_ignore_ascii_case(text)));
                store(
                    options,
                    chosen.ok_or_else(|| {
                        let place = format_args!("setoption {name}");
                        UciError::expected(place, words.join(" or "), value)
                    })?,
                );
                Ok(None)
            }
            Kind::Text { store, .. } => {
                store(options, read_text(value));
                Ok(None)
            }
            Kind::Button(button) => Ok(Some(*button)),
        }
    }
}

/// Returns the text that a value stands for.
pub(super) fn read_text(value: Option<&str>) -> &str {
    value.filter(|text| *text != EMPTY).unwrap_or_default()
}

/// The widest effect of an option outside of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Nothing.
    Session,
    /// Memory or threads; a value up to `little` costs next to nothing.
    Resources { little: i64 },
    /// Files, or memory that processes share; the value names them. A button uses `HashFile`.
    Files(Names),
}

/// The way in which a value names files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// The path of a file.
    Path,
    /// Folders, with the separators of the system.
    Folders,
    /// The name or the path of a shared table.
    Table,
}

/// An option.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) reach: Reach,
}

impl Entry {
    /// Returns the option with a reach beyond the session.
    pub(super) const fn reaching(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }
}

pub(super) const fn spin(
    name: &'static str,
    default: i64,
    range: RangeInclusive<i64>,
    store: fn(&mut Options, i64),
) -> Entry {
    Entry { name, kind: Kind::Spin { default, range, store }, reach: Reach::Session }
}

pub(super) const fn check(
    name: &'static str,
    default: bool,
    store: fn(&mut Options, bool),
) -> Entry {
    Entry { name, kind: Kind::Check { default, store }, reach: Reach::Session }
}

pub(super) const fn combo(
    name: &'static str,
    default: &'static str,
    words: &'static [&'static str],
    store: fn(&mut Options, &str),
) -> Entry {
    Entry { name, kind: Kind::Combo { default, words, store }, reach: Reach::Session }
}

pub(super) const fn text(
    name: &'static str,
    default: &'static str,
    store: fn(&mut Options, &str),
) -> Entry {
    Entry { name, kind: Kind::Text { default, store }, reach: Reach::Session }
}

pub(super) const fn button(name: &'static str, button: Button) -> Entry {
    Entry { name, kind: Kind::Button(button), reach: Reach::Session }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Spin { default, range, .. } => {
                write!(f, "spin default {default} min {} max {}", range.start(), range.end())
            }
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Combo { default, words, .. } => {
                write!(f, "combo default {default}")?;
                words.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            Kind::Text { default, .. } => {
                write!(f, "string default {}", if default.is_empty() { EMPTY } else { default })
            }
            Kind::Button(_) => write!(f, "button"),
        }
    }
}
