//! [`Known`]: a record of a table as facts about its position.

use std::cmp::Reverse;

use movegen::{Move, Position};
use search::NO_EVAL;
use search::score::from_table;
use serde::Serialize;
use tt_core::{Bound, Entry};

use crate::notation::{MoveNames, ScoreRecord};

/// The facts in a record of a position, from the view of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The score and its bound; `None` if the record has none.
    pub(crate) score: Option<(i32, Bound)>,
    /// The static evaluation; `None` if the record has none, as in check.
    pub(crate) eval: Option<i32>,
    /// The depth of the search behind the record, in plies.
    pub(crate) draft: i16,
    /// The best move; `None` if the record has none that is legal.
    pub(crate) best: Option<Move>,
    pub(crate) age: u32,
    /// Whether the position was on a main line.
    pub(crate) pv: bool,
}

impl Known {
    /// Returns the facts about `position`, from the view of its side to move.
    pub(crate) fn new(position: &Position, entry: Entry, age: u32) -> Self {
        Self::at(position, entry, age, 0)
    }

    /// Returns the facts about `child`, the position after a move, from the view of the side that
    /// moved: signs and bounds are turned round, and a mate is one ply further away.
    pub(crate) fn for_mover(child: &Position, entry: Entry, age: u32) -> Self {
        let known = Self::at(child, entry, age, 1);
        let turned = |(score, bound): (i32, Bound)| (-score, opposite(bound));
        let (score, eval) = (known.score.map(turned), known.eval.map(|eval| -eval));
        Self { score, eval, ..known }
    }

    /// Returns the facts about a position `ply` plies from the place from which mates are counted.
    fn at(position: &Position, entry: Entry, age: u32, ply: usize) -> Self {
        let Entry { mv, score, eval, draft, bound, pv, .. } = entry;
        let score = (bound != Bound::None).then(|| (from_table(score, ply), bound));
        let eval = (eval != NO_EVAL).then_some(eval.into());
        let best = Move::from_bits(mv).filter(|&mv| position.is_legal(mv));
        Self { score, eval, draft, best, age, pv }
    }

    /// Returns the score if it is exact or at least what the record says.
    pub(crate) fn assured(&self) -> Option<i32> {
        let (score, bound) = self.score?;
        matches!(bound, Bound::Exact | Bound::Lower).then_some(score)
    }
}

/// Returns the bound of a score with the opposite sign.
pub(crate) fn opposite(bound: Bound) -> Bound {
    match bound {
        Bound::Lower => Bound::Upper,
        Bound::Upper => Bound::Lower,
        other => other,
    }
}

/// Returns the order of a move among those of a position: the best move, then moves with a record
/// by score and draft, then the others.
pub(crate) fn rank(is_best: bool, known: Option<Known>) -> impl Ord {
    let score = known.and_then(|known| known.score).map(|(score, _)| score);
    let draft = known.map(|known| known.draft);
    (!is_best, known.is_none(), Reverse((score, draft)))
}

#[derive(Debug, Serialize)]
pub(crate) struct KnownRecord {
    draft: i16,
    /// `null` if the record has no score.
    score: Option<ScoreRecord>,
    /// Centipawns; `null` if the record has no evaluation.
    eval: Option<i32>,
    /// `null` if the record has no move that is legal.
    best: Option<MoveNames>,
    pv: bool,
    age: u32,
}

impl KnownRecord {
    /// Creates the record of `position`.
    pub(crate) fn new(position: &Position, known: &Known) -> Self {
        let &Known { score, eval, draft, best, age, pv } = known;
        let score = score.map(|(score, bound)| ScoreRecord::new(score, bound));
        let best = best.map(|mv| MoveNames::new(position, mv));
        Self { draft, score, eval, best, pv, age }
    }
}

#[cfg(test)]
mod tests {
    use search::score::{mate_in, mated_in};

    use super::*;

    #[test]
    fn a_mover_sees_the_opposite_and_mates_a_ply_further() {
        let child = Position::startpos();
        let best = child.parse_san("e4").unwrap();
        let entry = Entry { mv: best.to_bits(), score: 35, eval: 20, draft: 7, ..Entry::default() };
        let seen = |score: i32, bound| {
            let entry = Entry { score: score as i16, bound, ..entry };
            Known::for_mover(&child, entry, 2).score
        };
        assert_eq!(seen(35, Bound::Lower), Some((-35, Bound::Upper)));
        assert_eq!(seen(mated_in(4), Bound::Upper), Some((mate_in(5), Bound::Lower)));
        assert_eq!(seen(mate_in(3), Bound::Exact), Some((mated_in(4), Bound::Exact)));
        assert_eq!(seen(35, Bound::None), None);
        let own = Known::new(&child, Entry { bound: Bound::Exact, ..entry }, 2);
        assert_eq!((own.score, own.eval), (Some((35, Bound::Exact)), Some(20)));
        assert_eq!((own.draft, own.best, own.age), (7, Some(best), 2));
        let bare = Entry { mv: 0x0001, eval: NO_EVAL, ..entry };
        let bare = Known::new(&child, bare, 0);
        assert_eq!((bare.eval, bare.best), (None, None));
    }

    #[test]
    fn moves_are_ordered_by_their_records() {
        let start = Position::startpos();
        let known = |score: i16, draft: i16| {
            let entry = Entry { score, draft, bound: Bound::Exact, ..Entry::default() };
            Some(Known::new(&start, entry, 0))
        };
        let ranks = [
            rank(true, None),
            rank(false, known(30, 2)),
            rank(false, known(20, 5)),
            rank(false, known(20, 4)),
            rank(false, None),
        ];
        assert!(ranks.is_sorted_by(|one, other| one < other));
    }
}
