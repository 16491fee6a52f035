//! [`vote`]: how several searches of the same root agree on an answer.

use movegen::Move;

use crate::score::{is_decisive_loss, is_decisive_win};

/// The votes of a search that has the worst score, for each ply of its depth; each centipawn more
/// adds one.
const LEAST: i64 = 10;

/// The result of one search of the root, for a [`vote`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// The best move; `None` if there is none. Such a ballot does not win over another.
    pub best: Option<Move>,
    /// The score of the best move.
    pub score: i32,
    /// The last finished iteration, in plies; a ballot of depth 0 does not win over another.
    pub depth: u32,
}

/// Returns the index of the ballot that several searches of the same root agree on: each votes for
/// its best move, the more strongly the deeper it looked and the better its score. A certain win
/// beats all votes, the nearest first. Among equals the first is chosen.
///
/// ```
/// use search::movegen::Position;
/// use search::{Ballot, vote};
///
/// let start = Position::startpos();
/// let ballot = |san, score, depth| Ballot { best: start.parse_san(san).ok(), score, depth };
/// let alone = ballot("e4", 30, 20);
/// assert_eq!(vote(&[alone, ballot("d4", 25, 19), ballot("d4", 20, 19)]), 1, "a majority");
/// assert_eq!(vote(&[alone, ballot("d4", -400, 21)]), 0);
/// ```
///
/// # Panics
/// If there is no ballot.
#[must_use]
pub fn vote(ballots: &[Ballot]) -> usize {
    let worst = ballots.iter().map(|ballot| ballot.score).min().expect("at least one ballot");
    let weight = |ballot: &Ballot| {
        (i64::from(ballot.score) - i64::from(worst) + LEAST) * i64::from(ballot.depth)
    };
    let votes = |candidate: &Ballot| -> i64 {
        ballots.iter().filter(|ballot| ballot.best == candidate.best).map(weight).sum()
    };
    let mut chosen = 0;
    for (index, new) in ballots.iter().enumerate().skip(1) {
        let old = &ballots[chosen];
        let better = if new.best.is_none() || new.depth == 0 {
            false
        } else if is_decisive_win(old.score) || is_decisive_win(new.score) {
            new.score > old.score
        } else if is_decisive_loss(new.score) {
            false
        } else {
            is_decisive_loss(old.score) || (votes(new), weight(new)) > (votes(old), weight(old))
        };
        if better {
            chosen = index;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use movegen::Position;

    use super::*;
    use crate::score::{mate_in, mated_in};

    /// Returns the winner among searches of the start position: the depth of each, the index of its
    /// best move and the score.
    fn winner(ballots: &[(u32, usize, i32)]) -> usize {
        let moves = Position::startpos().legal_moves();
        let ballot = |&(depth, index, score): &(u32, usize, i32)| {
            let best = moves.get(index).copied();
            Ballot { best, score, depth }
        };
        vote(&ballots.iter().map(ballot).collect::<Vec<_>>())
    }

    #[test]
    fn the_deepest_wins_among_equals_and_a_majority_wins_over_one() {
        assert_eq!(winner(&[(10, 0, 20)]), 0);
        assert_eq!(winner(&[(10, 0, 20), (12, 1, 20)]), 1);
        assert_eq!(winner(&[(10, 0, 20), (10, 1, 20), (10, 1, 20)]), 1);
        assert_eq!(winner(&[(12, 0, 40), (10, 1, 20), (10, 1, 20)]), 0);
        assert_eq!(winner(&[(10, 0, 28), (10, 1, 20), (10, 1, 20)]), 1, "a lead of 8, not of 20");
    }

    #[test]
    fn the_shortest_mate_wins_and_a_loss_does_not() {
        let most = (20, 0, 300);
        assert_eq!(winner(&[most, most, (5, 1, mate_in(7)), (4, 2, mate_in(3))]), 3);
        assert_eq!(winner(&[(5, 1, mate_in(7)), most, most]), 0);
        assert_eq!(winner(&[(5, 0, mated_in(8)), (4, 1, -500)]), 1);
        assert_eq!(winner(&[(4, 1, -500), (9, 0, mated_in(8))]), 0);
    }

    #[test]
    fn a_search_that_finished_nothing_or_has_no_move_does_not_win() {
        assert_eq!(winner(&[(20, 0, 300), (0, 1, 900)]), 0);
        assert_eq!(winner(&[(20, 0, 300), (30, usize::MAX, 900)]), 0);
    }
    #[test]
    fn certain_wins_and_losses_are_beyond_all_votes() {
        let many = [(200, 0, 300); 3];
        let won = [(1, 1, mate_in(7)), many[0], many[1], many[2], (5, 2, -400)];
        assert_eq!(winner(&won), 0);
        assert_eq!(winner(&[(20, 0, 300), (0, 1, mate_in(3))]), 0, "nothing was finished");
        assert_eq!(winner(&[(9, 0, mated_in(8)), (9, 1, mated_in(8))]), 0);
    }
}
