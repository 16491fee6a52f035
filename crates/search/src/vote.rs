//! How threads that searched the same root agree on an answer.

use crate::root::{RootMove, RootMoves};
use crate::score::{INFINITE, is_decisive_loss, is_decisive_win};

/// The opinion of a thread about the root.
pub(crate) struct Opinion {
    /// Its last finished iteration, in plies; 0 if it finished none.
    pub(crate) depth: i32,
    /// The root's moves as it has ordered them.
    pub(crate) root_moves: RootMoves,
}

/// Returns the index of the opinion that the threads agree on: each votes for its best move, the
/// more strongly the deeper it looked and the better its score. A proved win beats all votes, the
/// nearest first.
pub(crate) fn vote(opinions: &[Opinion]) -> usize {
    fn best(opinion: &Opinion) -> &RootMove {
        opinion.root_moves.best()
    }
    const LEAST: i64 = 10;
    let worst = opinions.iter().map(|opinion| best(opinion).score).min().unwrap_or(-INFINITE);
    let weight = |opinion: &Opinion| {
        (i64::from(best(opinion).score - worst) + LEAST) * i64::from(opinion.depth)
    };
    let votes = |candidate: &Opinion| -> i64 {
        let same = |other: &&Opinion| best(other).mv == best(candidate).mv;
        opinions.iter().filter(same).map(weight).sum()
    };
    let mut chosen = 0;
    for (index, opinion) in opinions.iter().enumerate().skip(1) {
        let (new, old) = (best(opinion), best(&opinions[chosen]));
        let better = if is_decisive_win(old.score) || is_decisive_win(new.score) {
            new.score > old.score
        } else if is_decisive_loss(new.score) {
            false
        } else {
            is_decisive_loss(old.score)
                || (votes(opinion), weight(opinion))
                    > (votes(&opinions[chosen]), weight(&opinions[chosen]))
        };
        if better {
            chosen = index;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root::RootFinding;
    use crate::score::{mate_in, mated_in};
    use crate::window::Window;
    use movegen::Position;

    /// A thread that searched so deep and found a start position's move of that index to be best.
    fn opinion(depth: i32, index: usize, score: i32) -> Opinion {
        let mut root_moves = RootMoves::new(&Position::startpos(), &[]);
        let mv = root_moves.as_slice()[index].mv;
        let window = Window::OPEN;
        let finding =
            RootFinding { mv, first: true, score, window, nodes: 1, sel_depth: 1, line: &[] };
        root_moves.record(&finding);
        root_moves.sort();
        Opinion { depth, root_moves }
    }

    fn winner(opinions: &[(i32, usize, i32)]) -> usize {
        let opinions: Vec<Opinion> =
            opinions.iter().map(|&(depth, index, score)| opinion(depth, index, score)).collect();
        vote(&opinions)
    }

    #[test]
    fn the_deepest_wins_among_equals_and_a_majority_wins_over_one() {
        assert_eq!(winner(&[(10, 0, 20)]), 0);
        assert_eq!(winner(&[(10, 0, 20), (12, 1, 20)]), 1);
        assert_eq!(winner(&[(10, 0, 20), (10, 1, 20), (10, 1, 20)]), 1);
        assert_eq!(winner(&[(12, 0, 40), (10, 1, 20), (10, 1, 20)]), 0);
    }

    #[test]
    fn the_shortest_mate_wins_and_a_loss_does_not() {
        let most = (20, 0, 300);
        assert_eq!(winner(&[most, most, (5, 1, mate_in(7)), (4, 2, mate_in(3))]), 3);
        assert_eq!(winner(&[(5, 1, mate_in(7)), most, most]), 0);
        assert_eq!(winner(&[(5, 0, mated_in(8)), (4, 1, -500)]), 1);
        assert_eq!(winner(&[(4, 1, -500), (9, 0, mated_in(8))]), 0);
    }
}
