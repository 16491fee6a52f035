//! The options of the session: those of the native program that make sense in a page.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use engine::{ELO_RANGE, LEVELS, Strength};
use movegen::Variant;
use search::Settings;
use uci_text::{Notation, UciError};

use crate::player::HASH_MIB;

/// The values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) hash_mb: usize,
    pub(super) never_clear_hash: bool,
    multi_pv: usize,
    pub(super) move_overhead: Duration,
    pub(super) nodes_a_millisecond: u64,
    chess960: bool,
    show_wdl: bool,
    analyse_mode: bool,
    limit_strength: bool,
    elo: i64,
    skill_level: i64,
    strength_seed: u64,
    minimal: bool,
}

/// The action of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Button {
    /// Empty the table.
    Clear,
}

/// An option's type, default and range, and the function that stores a value.
enum Kind {
    Spin(i64, RangeInclusive<i64>, fn(&mut Options, i64)),
    Check(bool, fn(&mut Options, bool)),
    Button(Button),
}

/// The options in the order in which `uci` lists them.
static TABLE: [(&str, Kind); 16] = [
    ("Hash", Kind::Spin(16, of_sizes(), |options, value| options.hash_mb = value as usize)),
    // A module has one thread: more need a standard library with atomics.
    ("Threads", Kind::Spin(1, 1..=1, |_, _| {})),
    ("Clear Hash", Kind::Button(Button::Clear)),
    ("NeverClearHash", Kind::Check(false, |options, value| options.never_clear_hash = value)),
    ("Ponder", Kind::Check(false, |_, _| {})),
    ("MultiPV", Kind::Spin(1, 1..=256, |options, value| options.multi_pv = value as usize)),
    (
        "Move Overhead",
        Kind::Spin(10, 0..=5_000, |options, value| {
            options.move_overhead = Duration::from_millis(value as u64);
        }),
    ),
    (
        "nodestime",
        Kind::Spin(0, 0..=10_000, |options, value| options.nodes_a_millisecond = value as u64),
    ),
    ("UCI_Chess960", Kind::Check(false, |options, value| options.chess960 = value)),
    ("UCI_ShowWDL", Kind::Check(false, |options, value| options.show_wdl = value)),
    ("UCI_AnalyseMode", Kind::Check(false, |options, value| options.analyse_mode = value)),
    ("UCI_LimitStrength", Kind::Check(false, |options, value| options.limit_strength = value)),
    ("UCI_Elo", Kind::Spin(1_500, ELO_RANGE, |options, value| options.elo = value)),
    (
        "Skill Level",
        Kind::Spin(*LEVELS.end(), LEVELS, |options, value| options.skill_level = value),
    ),
    (
        "Strength Seed",
        Kind::Spin(0, 0..=i32::MAX as i64, |options, value| options.strength_seed = value as u64),
    ),
    ("Minimal", Kind::Check(false, |options, value| options.minimal = value)),
];

/// Returns the sizes of the table.
const fn of_sizes() -> RangeInclusive<i64> {
    *HASH_MIB.start() as i64..=*HASH_MIB.end() as i64
}

impl Default for Options {
    fn default() -> Self {
        let mut options = Self {
            hash_mb: 0,
            never_clear_hash: false,
            multi_pv: 1,
            move_overhead: Duration::ZERO,
            nodes_a_millisecond: 0,
            chess960: false,
            show_wdl: false,
            analyse_mode: false,
            limit_strength: false,
            elo: 0,
            skill_level: 0,
            strength_seed: 0,
            minimal: false,
        };
        for (_, kind) in &TABLE {
            match kind {
                Kind::Spin(default, _, store) => store(&mut options, *default),
                Kind::Check(default, store) => store(&mut options, *default),
                Kind::Button(_) => {}
            }
        }
        options
    }
}

impl Options {
    /// Sets the option `name`, in any letter case, from its text, or reports the button pressed.
    ///
    /// # Errors
    /// If the name is unknown, or the option does not accept the value; the old value stays.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<Button>, UciError> {
        let found = TABLE.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let Some((name, kind)) = found else {
            return Err(UciError::new("setoption", format_args!("unknown option '{name}'")));
        };
        let place = format!("setoption {name}");
        match kind {
            Kind::Spin(_, range, store) => {
                let number = value.and_then(|text| text.parse().ok());
                let number = number.filter(|number| range.contains(number));
                let refused = || UciError::number(&place, value, range.start(), range.end());
                store(self, number.ok_or_else(refused)?);
            }
            Kind::Check(_, store) => {
                let checked = value.unwrap_or_default().to_ascii_lowercase().parse();
                let refused = |_| UciError::expected(&place, "true or false", value);
                store(self, checked.map_err(refused)?);
            }
            Kind::Button(button) => return Ok(Some(*button)),
        }
        Ok(None)
    }

    /// Returns the variant by whose rules a FEN is read and castling is written.
    pub(super) fn variant(&self) -> Variant {
        if self.chess960 { Variant::Chess960 } else { Variant::Standard }
    }

    /// Returns the notation of a search's lines.
    pub(super) fn notation(&self) -> Notation {
        let Self { show_wdl, minimal, .. } = *self;
        Notation { variant: self.variant(), show_wdl, minimal }
    }

    /// Returns the settings of a search.
    pub(super) fn settings(&self) -> Settings {
        Settings { multi_pv: self.multi_pv, ..Settings::default() }
    }

    /// Returns the strength of a game; `None` if it is not limited.
    pub(super) fn strength(&self) -> Option<Strength> {
        match self {
            Self { analyse_mode: true, .. } => None,
            Self { limit_strength: true, elo, strength_seed, .. } => {
                Some(Strength::of_elo(*elo, *strength_seed))
            }
            _ => Strength::of_level(self.skill_level, self.strength_seed),
        }
    }
}

/// Returns the `option` lines of the answer to `uci`.
pub(super) fn listing() -> String {
    let line = |(name, kind): &(&str, Kind)| format!("option name {name} type {kind}\n");
    TABLE.iter().map(line).collect()
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spin(default, range, _) => {
                write!(f, "spin default {default} min {} max {}", range.start(), range.end())
            }
            Self::Check(default, _) => write!(f, "check default {default}"),
            Self::Button(_) => f.write_str("button"),
        }
    }
}
