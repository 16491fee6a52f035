//! From the features of a game to the code that keys them, and what it means for its players.

use core::fmt;

use crate::code::Code;

/// Features of one kind, numbered from 0 within the group.
///
/// ```
/// use zobrist_keys::{Group, Schema};
///
/// // Three kinds of things on 25 squares, and whose turn it is.
/// const GAME: Schema = Schema::new("Small", &[Group::new("thing", 75), Group::SIDE_TO_MOVE], &[]);
/// assert_eq!(GAME.feature("side to move", 0), 75);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    name: &'static str,
    features: usize,
    every_ply: bool,
}

impl Group {
    /// The one feature that every ply changes: which of two sides is to move.
    pub const SIDE_TO_MOVE: Self = Self { name: "side to move", features: 1, every_ply: true };

    /// Creates a group of `features` features, such as one for each kind of stone on each square.
    #[must_use]
    pub const fn new(name: &'static str, features: usize) -> Self {
        Self { name, features, every_ply: false }
    }

    /// Returns the name of the group.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the number of features in the group.
    #[must_use]
    pub const fn features(&self) -> usize {
        self.features
    }
}

/// A kind of ply, with the most features that it changes.
///
/// ```
/// use zobrist_keys::{Group, Ply, Schema};
///
/// const MOVE: Ply = Ply::new("a move", 2); // a thing leaves a square and stands on another
/// const CAPTURE: Ply = Ply::new("a capture", 3);
/// const GAME: Schema =
///     Schema::new("Small", &[Group::new("thing", 600), Group::SIDE_TO_MOVE], &[MOVE, CAPTURE]);
/// // Distance 14: six moves change at most 12 features, four captures 12 and five 15.
/// assert_eq!((GAME.safe_plies(MOVE), GAME.safe_plies(CAPTURE)), (6, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    name: &'static str,
    changes: u32,
}

impl Ply {
    /// Creates a kind of ply that changes at most `changes` features, the side to move not counted.
    ///
    /// # Panics
    ///
    /// If it changes none.
    #[must_use]
    pub const fn new(name: &'static str, changes: u32) -> Self {
        assert!(changes >= 1, "a ply changes something");
        Self { name, changes }
    }
}

/// A game as its keys see it: groups of features, numbered one after the other, and kinds of plies.
///
/// A schema picks the strongest BCH code for its features, and displays what the code guarantees.
///
/// ```
/// use zobrist_keys::{Bch, Group, Ply, Schema, Xor64};
///
/// const TIC_TAC_TOE: Schema =
///     Schema::new("Tic-tac-toe", &[Group::new("stone", 2 * 9)], &[Ply::new("a move", 1)]);
/// type Keys = Bch<{ TIC_TAC_TOE.polynomial() }, { TIC_TAC_TOE.t() }, { TIC_TAC_TOE.features() }>;
/// static KEYS: [Xor64; TIC_TAC_TOE.features()] = Keys::WHITENED;
///
/// let middle_of_second_side = KEYS[TIC_TAC_TOE.feature("stone", 9 + 4)];
/// assert_eq!(middle_of_second_side, KEYS[13]);
/// // All boards differ in at most 18 features: no two of them share a key.
/// assert_eq!(Keys::DISTANCE, 22);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schema {
    game: &'static str,
    groups: &'static [Group],
    plies: &'static [Ply],
}

impl Schema {
    /// Creates a game with its groups of features, of different names, and its kinds of plies.
    #[must_use]
    pub const fn new(game: &'static str, groups: &'static [Group], plies: &'static [Ply]) -> Self {
        Self { game, groups, plies }
    }

    pub(crate) const fn groups(&self) -> &'static [Group] {
        self.groups
    }

    /// Returns the number of features of all groups.
    #[must_use]
    pub const fn features(&self) -> usize {
        let mut features = 0;
        let mut i = 0;
        while i < self.groups.len() {
            features += self.groups[i].features;
            i += 1;
        }
        features
    }

    /// Returns the number of a feature: the one called `index` within the group called `group`.
    ///
    /// # Panics
    ///
    /// If there is no such group, or fewer features in it.
    #[must_use]
    pub const fn feature(&self, group: &str, index: usize) -> usize {
        let mut base = 0;
        let mut i = 0;
        while i < self.groups.len() {
            if equal(self.groups[i].name, group) {
                assert!(index < self.groups[i].features, "the group has fewer features");
                return base + index;
            }
            base += self.groups[i].features;
            i += 1;
        }
        panic!("the schema has no group of that name")
    }

    /// Returns the strongest code for the features; see [`Code::for_features`].
    ///
    /// # Panics
    ///
    /// If there are no features, or more than 4095.
    #[must_use]
    pub const fn code(&self) -> Code {
        Code::for_features(self.features())
    }

    /// Returns the polynomial of the [`code`](Self::code), for the type [`Bch`](crate::Bch).
    #[must_use]
    pub const fn polynomial(&self) -> u32 {
        self.code().polynomial()
    }

    /// Returns the t of the [`code`](Self::code), for the type [`Bch`](crate::Bch).
    #[must_use]
    pub const fn t(&self) -> u32 {
        self.code().t()
    }

    /// Returns how many plies of one kind are safe: two different positions never share a key if
    /// their paths from some common ancestor have at most this many plies together.
    #[must_use]
    pub const fn safe_plies(&self, ply: Ply) -> u32 {
        self.code().safe_plies(ply.changes, self.every_ply())
    }

    /// Returns the number of features that every ply changes.
    const fn every_ply(&self) -> u32 {
        let mut features = 0;
        let mut i = 0;
        while i < self.groups.len() {
            features += self.groups[i].every_ply as u32;
            i += 1;
        }
        features
    }
}

/// The guarantee, in lines without a newline at the end: the groups, each with its first feature
/// and its size; the code; for each kind of ply, how many of them are safe, and how many features
/// it changes.
impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} features", self.game, self.features())?;
        for group in self.groups {
            let base = self.feature(group.name, 0);
            writeln!(f, "{base:>6}  {} ({})", group.name, group.features)?;
        }
        write!(f, "{}", self.code())?;
        if !self.plies.is_empty() {
            write!(
                f,
                "\nTwo positions never share a key within so many plies (changing so much):"
            )?;
        }
        for &ply in self.plies {
            write!(f, "\n{:>6}  {} ({})", self.safe_plies(ply), ply.name, ply.changes)?;
        }
        Ok(())
    }
}

/// Returns whether two names are equal; `==` is not for constants.
const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
