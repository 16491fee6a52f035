//! Mates proved by a search of all moves that knows nothing but the rules.

use std::collections::HashMap;

use movegen::{Move, Position};

/// Proves mates, and that there is none in fewer moves.
#[derive(Default)]
pub(crate) struct Prover {
    /// Whether the side to move of a key mates in at most a number of moves.
    known: HashMap<(u64, u32), bool>,
    /// The last reply that avoided a mate in a number of moves: it often avoids the next one, too.
    escapes: HashMap<u32, Move>,
}

impl Prover {
    /// Returns the number of moves in which the side to move mates, if it is at most `most`.
    pub(crate) fn distance(&mut self, root: &Position, most: u32) -> Option<u32> {
        (1..=most).find(|&moves| self.mates(root, moves))
    }

    /// Returns whether the side to move mates in at most `moves` moves, whatever the other answers.
    fn mates(&mut self, position: &Position, moves: u32) -> bool {
        let key = (position.key(), moves);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut tried = position.legal_moves().to_vec();
        if moves == 1 {
            tried.retain(|&mv| position.gives_check(mv));
        } else {
            // The move that leaves fewest replies is nearest to mate.
            tried.sort_by_cached_key(|&mv| position.make(mv).count_legal());
        }
        let found = tried.iter().any(|&mv| self.is_mated(&position.make(mv), moves - 1));
        self.known.insert(key, found);
        found
    }

    /// Returns whether the side to move is mated, at once or in at most `moves` moves of the other.
    fn is_mated(&mut self, position: &Position, moves: u32) -> bool {
        let mut replies = position.legal_moves().to_vec();
        if replies.is_empty() {
            return position.in_check();
        }
        if moves == 0 {
            return false;
        }
        if let Some(escape) = self.escapes.get(&moves) {
            replies.sort_by_key(|mv| mv != escape);
        }
        let escape = replies.iter().find(|&&mv| !self.mates(&position.make(mv), moves));
        if let Some(&escape) = escape {
            self.escapes.insert(moves, escape);
        }
        escape.is_none()
    }
}
