//! Repetition: the keys of the earlier positions.

use alloc::vec::Vec;

/// The keys of every earlier position of a game and of the line being searched, oldest first,
/// without the current one. The caller pushes a position's key when it makes a move in it, and pops
/// it when it takes the move back.
///
/// ```
/// use movegen::{KeyHistory, Position};
///
/// let (mut position, mut history) = (Position::startpos(), KeyHistory::new());
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
///     history.push(position.key());
///     position = position.make(position.parse_san(text)?);
/// }
/// assert_eq!(history.repetitions(position.key(), position.halfmove_clock()), 1);
/// # Ok::<(), movegen::MoveError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyHistory(Vec<u64>);

impl KeyHistory {
    /// Creates a history without an earlier position.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Appends the key of the position in which a move is made.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.0.push(key);
    }

    /// Removes the newest position.
    #[inline]
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// Returns how many earlier positions are known.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether no earlier position is known.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the distances in plies to earlier occurrences of `key`, nearest first. Only
    /// positions since the last irreversible move (`halfmove_clock` plies) and with the same side
    /// to move count.
    #[inline]
    fn occurrences(&self, key: u64, halfmove_clock: u32) -> impl Iterator<Item = usize> {
        let reach = self.0.len().min(halfmove_clock as usize);
        (4..=reach).step_by(2).filter(move |back| self.0[self.0.len() - back] == key)
    }

    /// Returns how often the position of that key and clock has occurred before.
    #[must_use]
    pub fn repetitions(&self, key: u64, halfmove_clock: u32) -> usize {
        self.occurrences(key, halfmove_clock).count()
    }

    /// Returns whether any position since the last irreversible move has occurred twice, that of
    /// this key and clock included: a player who is winning has made no progress meanwhile.
    ///
    /// ```
    /// use movegen::{KeyHistory, Position};
    ///
    /// let (mut position, mut history) = (Position::startpos(), KeyHistory::new());
    /// let there_and_back = [("Nf3", false), ("Nf6", false), ("Ng1", false), ("Ng8", true)];
    /// for (text, repeated) in there_and_back.into_iter().chain([("Nc3", true), ("e5", false)]) {
    ///     history.push(position.key());
    ///     position = position.make(position.parse_san(text)?);
    ///     assert_eq!(history.has_repeated(position.key(), position.halfmove_clock()), repeated);
    /// }
    /// # Ok::<(), movegen::MoveError>(())
    /// ```
    #[must_use]
    pub fn has_repeated(&self, key: u64, halfmove_clock: u32) -> bool {
        let reach = self.0.len().min(halfmove_clock as usize);
        let since = &self.0[self.0.len() - reach..];
        let twice = |key, earlier: &[u64]| {
            earlier.iter().rev().skip(3).step_by(2).any(|&other| other == key)
        };
        twice(key, since) || (0..reach).any(|last| twice(since[last], &since[..last]))
    }

    /// Returns whether a search should call the position a draw: it occurred once within the last
    /// `ply` plies (in the line searched, where the opponent could repeat again), or twice at all.
    #[inline]
    #[must_use]
    pub fn is_repetition(&self, key: u64, halfmove_clock: u32, ply: u32) -> bool {
        let mut occurrences = self.occurrences(key, halfmove_clock);
        match occurrences.next() {
            None => false,
            Some(back) if back <= ply as usize => true,
            Some(_) => occurrences.next().is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    /// Plays knight moves out and back; the position after 4 and 8 plies is the first one.
    #[test]
    fn a_shuffled_knight_repeats() {
        let mut position = Position::startpos();
        let mut history = KeyHistory::new();
        let mut seen = [0; 9];
        for (ply, text) in
            ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"].iter().enumerate()
        {
            history.push(position.key());
            position = position.make(position.parse_uci(text).unwrap());
            seen[ply + 1] = history.repetitions(position.key(), position.halfmove_clock());
        }
        assert_eq!(seen, [0, 0, 0, 0, 1, 1, 1, 1, 2]);
        // Eight plies back is the search root or earlier: the nearest occurrence is 4 plies back.
        assert!(history.is_repetition(position.key(), 8, 4));
        assert!(history.is_repetition(position.key(), 8, 0), "the third occurrence is a draw");
        history.pop();
        let before = position.key() ^ 1;
        assert!(!history.is_repetition(before, 7, 7));
    }

    #[test]
    fn a_position_that_is_taken_back_leaves_the_history() {
        let mut history = KeyHistory::new();
        for key in [9, 1, 2, 3, 4] {
            history.push(key);
        }
        assert_eq!(history.repetitions(9, 50), 0, "the other side was to move");
        history.pop();
        assert_eq!((history.repetitions(9, 50), history.len()), (1, 4));
    }

    #[test]
    fn a_repetition_counts_until_an_irreversible_move() {
        let mut history = KeyHistory::new();
        for key in [1, 2, 3, 4, 1, 5, 6] {
            history.push(key);
        }
        assert!(history.has_repeated(7, 7), "the first and the fifth are the same");
        assert!(!history.has_repeated(7, 6), "a pawn move lies between them");
        assert!(history.has_repeated(4, 4), "the current one has occurred before");
        assert!(!history.has_repeated(4, 3));
        assert!(!KeyHistory::new().has_repeated(1, 50));
    }

    #[test]
    fn one_occurrence_before_the_root_is_no_draw_yet() {
        let mut history = KeyHistory::new();
        for key in [9, 1, 2, 3] {
            history.push(key);
        }
        assert!(!history.is_repetition(9, 4, 3));
        assert!(history.is_repetition(9, 4, 4));
        assert!(!history.is_repetition(9, 3, 4), "a pawn move lies in between");
    }
}
