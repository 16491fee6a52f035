//! A game between two players of one process.

use engine::Game;
use movegen::{Color, Position};
use search::score::is_mate;

use crate::agreement::{Agreed, Agreement};
use crate::player::Thought;

/// The move after which a game is drawn.
const LAST_MOVE: u32 = 200;

/// The effect of a mate score on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateScores {
    /// The mate score ends the game at once: the search has proved the mate.
    End,
    /// The mate score counts like any other.
    Count,
}

/// Plays on from `opening` until the rules or the scores decide, and returns the winner, if any.
///
/// `think` chooses a move for the side to move. The game is drawn if `think` returns `None`.
pub fn play_out(
    opening: &Position,
    mates: MateScores,
    mut think: impl FnMut(&Game) -> Option<Thought>,
) -> Option<Color> {
    let mut game = Game::new(opening.clone());
    let mut agreement = Agreement::default();
    loop {
        if let Some(end) = game.outcome() {
            return end.winner();
        }
        let position = game.position();
        let (us, number) = (position.side_to_move(), position.fullmove_number());
        if number > LAST_MOVE {
            return None;
        }
        let Thought { best, score } = think(&game)?;
        if mates == MateScores::End && is_mate(score) {
            return Some(if score > 0 { us } else { !us });
        }
        match agreement.update(number, if us == Color::White { score } else { -score }) {
            Some(Agreed::Won(side)) => return Some(side),
            Some(Agreed::Drawn) => return None,
            None => {}
        }
        game.make(best).expect("a player's move is legal");
    }
}

/// Returns the half points of a side, by the winner of a game.
#[must_use]
pub fn half_points(winner: Option<Color>, side: Color) -> usize {
    winner.map_or(1, |winner| 2 * usize::from(winner == side))
}

#[cfg(test)]
mod tests {
    use search::score::mate_in;

    use super::*;

    /// Returns the winner and the plies played if both sides play their first legal move and see
    /// the scores that `score` gives.
    fn play(fen: &str, mates: MateScores, score: impl Fn(Color) -> i32) -> (Option<Color>, usize) {
        let mut plies = 0;
        let winner = play_out(&Position::from_fen(fen).unwrap(), mates, |game| {
            assert_eq!(game.plies(), plies);
            plies += 1;
            let position = game.position();
            let best = *position.legal_moves().first()?;
            Some(Thought { best, score: score(position.side_to_move()) })
        });
        (winner, plies)
    }

    #[test]
    fn the_rules_and_the_scores_end_a_game() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let black_leads = |us| if us == Color::Black { 700 } else { -700 };
        assert_eq!(play(start, MateScores::End, black_leads), (Some(Color::Black), 6));
        let mated = |us| if us == Color::White { -mate_in(8) } else { 0 };
        assert_eq!(play(start, MateScores::End, mated), (Some(Color::Black), 1));
        assert!(play(start, MateScores::Count, mated).1 > 1);
        let is_mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
        assert_eq!(play(is_mate, MateScores::End, |_| 0), (Some(Color::White), 0));
        let late = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 201";
        assert_eq!(play(late, MateScores::End, |_| 50), (None, 0));
    }
}
