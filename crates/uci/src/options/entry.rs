//! An option: its name, its kind with default and range, the place of its value.

use std::ops::RangeInclusive;

use super::{Offer, Options};
use crate::error::UciError;

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
pub enum Button {
    /// Empty the table.
    Clear,
    /// Save the table to its file.
    Save,
    /// Fill the table from its file.
    Load,
}

pub(super) fn read_text(value: Option<&str>) -> &str {
    value.filter(|text| *text != EMPTY).unwrap_or_default()
}

/// The widest effect of an option outside of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Nothing.
    Session,
    /// Memory or threads.
    Resources {
        /// The greatest value that costs next to nothing.
        little: i64,
    },
    /// Files, or memory that processes share; the value names them. A button uses `HashFile`.
    Files(Names),
}

/// The way in which a value names files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// The path of a file.
    Path,
    /// Folders, with the separators of the system.
    Folders,
    /// The name or the path of a shared table.
    Table,
}

pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) reach: Reach,
    /// Whether it makes sense without files, other processes and NUMA nodes.
    pub(super) everywhere: bool,
}

impl Entry {
    const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, reach: Reach::Session, everywhere: true }
    }

    pub(super) const fn reaching(self, reach: Reach) -> Self {
        let everywhere = self.everywhere && !matches!(reach, Reach::Files(_));
        Self { reach, everywhere, ..self }
    }

    /// Returns the option as one about files, other processes or NUMA nodes.
    pub(super) const fn of_a_machine(self) -> Self {
        Self { everywhere: false, ..self }
    }

    /// Returns the greatest number of a spin in this offer.
    fn most(&self, range: &RangeInclusive<i64>, offer: Offer) -> i64 {
        match self.name {
            "Hash" => offer.hash_mb,
            "Threads" => offer.threads,
            _ => *range.end(),
        }
    }

    /// Stores a value from its text, or reports the button pressed.
    pub(super) fn store(
        &self,
        options: &mut Options,
        value: Option<&str>,
    ) -> Result<Option<Button>, UciError> {
        let place = format!("setoption {}", self.name);
        match &self.kind {
            Kind::Spin { range, store, .. } => {
                let range = *range.start()..=self.most(range, options.offer);
                store(options, UciError::read_number(place, value, &range)?);
            }
            Kind::Check { store, .. } => {
                let checked = value.unwrap_or_default().to_ascii_lowercase().parse();
                let refused = |_| UciError::expected(place, "true or false", value);
                store(options, checked.map_err(refused)?);
            }
            Kind::Combo { words, store, .. } => {
                let chosen = value
                    .and_then(|text| words.iter().find(|word| word.eq_ignore_ascii_case(text)));
                let refused = || UciError::expected(place, words.join(" or "), value);
                store(options, chosen.ok_or_else(refused)?);
            }
            Kind::Text { store, .. } => store(options, read_text(value)),
            Kind::Button(button) => return Ok(Some(*button)),
        }
        Ok(None)
    }

    /// Returns the `option` line.
    pub(super) fn line(&self, offer: Offer) -> String {
        let kind = match &self.kind {
            Kind::Spin { default, range, .. } => {
                let (least, most) = (range.start(), self.most(range, offer));
                format!("spin default {default} min {least} max {most}")
            }
            Kind::Check { default, .. } => format!("check default {default}"),
            Kind::Combo { default, words, .. } => {
                let words: String = words.iter().map(|word| format!(" var {word}")).collect();
                format!("combo default {default}{words}")
            }
            Kind::Text { default, .. } => {
                format!("string default {}", if default.is_empty() { EMPTY } else { default })
            }
            Kind::Button(_) => "button".into(),
        };
        format!("option name {} type {kind}", self.name)
    }
}

pub(super) const fn spin(
    name: &'static str,
    default: i64,
    range: RangeInclusive<i64>,
    store: fn(&mut Options, i64),
) -> Entry {
    Entry::new(name, Kind::Spin { default, range, store })
}

pub(super) const fn check(
    name: &'static str,
    default: bool,
    store: fn(&mut Options, bool),
) -> Entry {
    Entry::new(name, Kind::Check { default, store })
}

pub(super) const fn combo(
    name: &'static str,
    default: &'static str,
    words: &'static [&'static str],
    store: fn(&mut Options, &str),
) -> Entry {
    Entry::new(name, Kind::Combo { default, words, store })
}

pub(super) const fn text(
    name: &'static str,
    default: &'static str,
    store: fn(&mut Options, &str),
) -> Entry {
    Entry::new(name, Kind::Text { default, store })
}

pub(super) const fn button(name: &'static str, button: Button) -> Entry {
    Entry::new(name, Kind::Button(button))
}
