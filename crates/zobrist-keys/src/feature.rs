//! The features of a schema, one after the other.

use core::fmt;

use crate::{Key, Schema};

/// One feature of a [`Schema`]. It displays as its group and its number there, "stone 13".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Feature {
    /// Its number among all features of the game, which is the index of its key in a table.
    pub number: usize,
    /// The name of its group.
    pub group: &'static str,
    /// Its number within the group.
    pub index: usize,
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.group, self.index)
    }
}

impl Schema {
    /// Returns all features, in the order of their numbers.
    ///
    /// ```
    /// use zobrist_keys::{Group, Schema};
    ///
    /// const GAME: Schema =
    ///     Schema::new("Hex 3 × 3", &[Group::new("stone", 2 * 9), Group::SIDE_TO_MOVE], &[]);
    ///
    /// // A list of what the keys mean, for a file format or another program.
    /// let names: Vec<String> = GAME.iter().map(|feature| feature.to_string()).collect();
    /// assert_eq!((names.len(), names[13].as_str()), (19, "stone 13"));
    /// assert_eq!(names[18], "side to move 0");
    /// assert!(GAME.iter().all(|it| GAME.feature(it.group, it.index) == it.number));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Feature> + Clone + use<> {
        self.groups()
            .iter()
            .flat_map(|group| (0..group.features()).map(|index| (group.name(), index)))
            .enumerate()
            .map(|(number, (group, index))| Feature { number, group, index })
    }

    /// Returns all features with their keys, which `table` holds in the order of their numbers.
    ///
    /// ```
    /// use zobrist_keys::{Bch, Group, Schema, Xor64};
    ///
    /// const GAME: Schema =
    ///     Schema::new("Hex 3 × 3", &[Group::new("stone", 2 * 9), Group::SIDE_TO_MOVE], &[]);
    /// type Keys = Bch<{ GAME.polynomial() }, { GAME.t() }, { GAME.features() }>;
    /// static KEYS: [Xor64; GAME.features()] = Keys::WHITENED;
    ///
    /// // A key that is kept move by move should be the one that is computed from scratch. Where it
    /// // is not, their difference is the key of what a move forgot.
    /// let from_scratch = KEYS[4] ^ KEYS[9] ^ KEYS[13];
    /// let kept = KEYS[4] ^ KEYS[9];
    /// let forgotten = GAME.keyed(&KEYS).find(|&(_, key)| key == kept ^ from_scratch);
    /// assert_eq!(forgotten.map(|(feature, _)| feature.to_string()).as_deref(), Some("stone 13"));
    /// ```
    ///
    /// # Panics
    ///
    /// If the table has another number of keys.
    pub fn keyed<K: Key>(&self, table: &[K]) -> impl Iterator<Item = (Feature, K)> + Clone {
        assert_eq!(table.len(), self.features(), "a table has a key for each feature");
        self.iter().zip(table.iter().copied())
    }
}
