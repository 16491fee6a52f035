//! Scores: centipawns from the side to move's view, and mates counted in plies.
//!
//! ```text
//! 0 ............. MAX_EVAL | LEAST_TB_WIN ...... TB_WIN | LEAST_MATE ......... MATE
//! a draw, evaluations      | a win that tablebases      | a mate in MAX_PLY plies
//!                          | prove, in MAX_PLY plies    | or fewer
//!                          | or fewer                   |
//! ```
//!
//! The side that loses sees the negative.
//!
//! [`Score`](crate::Score) has such a number for readers, with a text.

/// The greatest distance from the root, in plies, that a search reaches.
pub const MAX_PLY: usize = 246;

/// The score of a side that has mated; a mate `n` plies away is worth `n` less.
pub const MATE: i32 = 32_000;

/// The least score of giving mate. Scores between it and its negative are no mates.
pub const LEAST_MATE: i32 = MATE - MAX_PLY as i32;

/// The score of a win that tablebases prove without a mate in sight; one that is reached `n`
/// plies from here is worth `n` less.
pub const TB_WIN: i32 = LEAST_MATE - 1;

/// The least score of a win that tablebases prove.
pub const LEAST_TB_WIN: i32 = TB_WIN - MAX_PLY as i32;

/// The greatest score that proves nothing. Evaluations lie in `-MAX_EVAL..=MAX_EVAL`.
pub const MAX_EVAL: i32 = LEAST_TB_WIN - 1;

/// Beyond every score: the first window.
pub(crate) const INFINITE: i32 = MATE + 1;

/// The score of a draw.
pub const DRAW: i32 = 0;

/// Returns the number between a score that failed high and beta: a cutoff that is proved by less
/// than a full search is not believed to its full height.
#[inline]
pub(crate) const fn half_way(score: i32, beta: i32) -> i32 {
    (score + beta) / 2
}

/// Returns the score of giving mate at `ply` plies from the root.
#[inline]
#[must_use]
pub const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Returns the score of being mated at `ply` plies from the root.
#[inline]
#[must_use]
pub const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Returns the score of a win by tablebases, known at `ply` plies from the root.
#[inline]
#[must_use]
pub const fn tb_win_in(ply: usize) -> i32 {
    TB_WIN - ply as i32
}

/// Returns the score of a loss by tablebases, known at `ply` plies from the root.
#[inline]
#[must_use]
pub const fn tb_loss_in(ply: usize) -> i32 {
    ply as i32 - TB_WIN
}

/// Returns whether a score is a win or a loss for certain: a mate, or proved by tablebases.
///
/// ```
/// use search::score::{MAX_EVAL, is_decisive, is_mate, mated_in, tb_win_in};
///
/// assert!(is_decisive(tb_win_in(7)) && !is_mate(tb_win_in(7)));
/// assert!(is_decisive(mated_in(3)) && !is_decisive(MAX_EVAL));
/// ```
#[inline]
#[must_use]
pub const fn is_decisive(score: i32) -> bool {
    is_decisive_win(score) || is_decisive_loss(score)
}

/// Returns whether a score is a certain win of the side to move: by mate, or by tablebases.
#[inline]
#[must_use]
pub const fn is_decisive_win(score: i32) -> bool {
    score >= LEAST_TB_WIN
}

/// Returns whether a score is a certain loss of the side to move: by mate, or by tablebases.
#[inline]
#[must_use]
pub const fn is_decisive_loss(score: i32) -> bool {
    score <= -LEAST_TB_WIN
}

/// Returns whether a score is a mate, given or suffered.
#[inline]
#[must_use]
pub const fn is_mate(score: i32) -> bool {
    is_mate_win(score) || is_mate_loss(score)
}

/// Returns whether a score says that the side to move gives mate.
#[inline]
#[must_use]
pub const fn is_mate_win(score: i32) -> bool {
    score >= LEAST_MATE
}

/// Returns whether a score says that the side to move is mated.
#[inline]
#[must_use]
pub const fn is_mate_loss(score: i32) -> bool {
    score <= -LEAST_MATE
}

/// Returns the plies to the mate of a decisive score, or to the position that tablebases know;
/// `None` if the score is not decisive.
#[inline]
pub(crate) const fn decisive_distance(score: i32) -> Option<u32> {
    if is_mate(score) {
        mate_distance_plies(score)
    } else if is_decisive(score) {
        Some((TB_WIN - score.abs()) as u32)
    } else {
        None
    }
}

/// Returns the plies to the end that a mate score promises; `None` if it is no mate.
#[inline]
#[must_use]
pub const fn mate_distance_plies(score: i32) -> Option<u32> {
    if is_mate(score) { Some((MATE - score.abs()) as u32) } else { None }
}

/// Returns the full moves to the mate, as UCI counts them: positive if the side to move gives it,
/// negative (or 0, on the board already) if it suffers it; `None` if the score is no mate. The
/// score from the other side's view gives the negative number.
#[must_use]
pub const fn mate_distance_moves(score: i32) -> Option<i32> {
    if is_mate_win(score) {
        Some((MATE - score + 1) / 2)
    } else if is_mate_loss(score) {
        Some(-(MATE + score + 1) / 2)
    } else {
        None
    }
}

/// Returns a score as the table keeps it: a mate, or a win by tablebases, counts its plies from
/// the node at `ply`, not from the root, so that it is right wherever the position is met again.
///
/// ```
/// use search::score::{from_table, mate_in, to_table};
///
/// // A mate on ply 9 is five plies away from a node on ply 4. Another line, or the next search,
/// // meets the same position on ply 2.
/// let kept = to_table(mate_in(9), 4);
/// assert_eq!(from_table(kept, 2), mate_in(7));
/// ```
#[inline]
#[must_use]
pub const fn to_table(score: i32, ply: usize) -> i16 {
    let score = if is_decisive_win(score) {
        score + ply as i32
    } else if is_decisive_loss(score) {
        score - ply as i32
    } else {
        score
    };
    score as i16
}

/// Returns the score of a table's entry for a node at `ply`: the inverse of [`to_table`].
#[inline]
#[must_use]
pub const fn from_table(score: i16, ply: usize) -> i32 {
    let score = score as i32;
    if is_decisive_win(score) {
        score - ply as i32
    } else if is_decisive_loss(score) {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_kept_by_its_distance_from_the_node() {
        // Mate on ply 9, seen from a node on ply 4: five plies away.
        assert_eq!(to_table(mate_in(9), 4), (MATE - 5) as i16);
        assert_eq!(from_table((MATE - 5) as i16, 2), mate_in(7));
        assert_eq!(to_table(mated_in(9), 4), (5 - MATE) as i16);
        for ply in 0..MAX_PLY {
            for score in [0, 1, -1, 20_000, -20_000, MAX_EVAL, -MAX_EVAL] {
                assert_eq!(i32::from(to_table(score, ply)), score);
                assert_eq!(from_table(score as i16, ply), score);
            }
            for distance in ply..MAX_PLY {
                let mates = [mate_in(distance), mated_in(distance)];
                for score in mates.into_iter().chain([tb_win_in(distance), tb_loss_in(distance)]) {
                    assert_eq!(from_table(to_table(score, ply), ply), score);
                }
            }
        }
    }

    #[test]
    fn what_tables_prove_lies_between_evaluations_and_mates() {
        for ply in 0..=MAX_PLY {
            let (win, loss) = (tb_win_in(ply), tb_loss_in(ply));
            assert!(MAX_EVAL < win && win < LEAST_MATE && loss == -win);
            assert!(
                is_decisive_win(win)
                    && !is_mate_win(win)
                    && is_decisive_loss(loss)
                    && !is_mate_loss(loss)
            );
            assert_eq!(
                (decisive_distance(win), mate_distance_plies(win)),
                (Some(ply as u32), None)
            );
        }
        assert!(!is_decisive(MAX_EVAL) && is_decisive(mate_in(MAX_PLY)));
        assert_eq!(decisive_distance(mated_in(6)), Some(6));
        assert_eq!(decisive_distance(-MAX_EVAL), None);
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(mate_distance_moves(mate_in(1)), Some(1));
        assert_eq!(mate_distance_moves(mate_in(3)), Some(2));
        assert_eq!(mate_distance_moves(mated_in(0)), Some(0));
        assert_eq!(mate_distance_moves(mated_in(2)), Some(-1));
        assert_eq!(mate_distance_moves(mated_in(4)), Some(-2));
        assert_eq!(mate_distance_moves(-mate_in(3)), Some(-2));
        assert_eq!(mate_distance_moves(LEAST_MATE - 1), None);
        assert_eq!(mate_distance_moves(-LEAST_MATE), Some(-(MAX_PLY as i32) / 2));
        assert_eq!(mate_distance_plies(mate_in(5)), Some(5));
        assert_eq!(mate_distance_plies(DRAW), None);
    }
}
