//! The roots: lines of successive positions, the same for every design.

use std::ops::RangeInclusive;

use anyhow::Result;
use engine::Game;
use movegen::Position;
use self_play::{Openings, Player, Random};

/// Random plies before the first position of a line.
const OPENING_PLIES: RangeInclusive<u32> = 8..=16;
/// Nodes of each move that leads from one position of a line to the next.
const NODES: u64 = 2_000;
const TABLE_BYTES: usize = 1 << 20;
/// Plies from one position of a line to the next: the same side is to move again.
const STEP: usize = 2;

/// Draws `lines` lines of `positions` positions each, in every one of which there is a legal move.
pub(crate) fn draw(lines: usize, positions: usize, seed: u64) -> Result<Vec<Vec<Position>>> {
    let (openings, mut random) = (Openings::from_startpos(OPENING_PLIES), Random::new(seed));
    let mut player = Player::new(NODES, TABLE_BYTES)?;
    let mut drawn = Vec::new();
    while drawn.len() < lines {
        let line = play(&openings.draw(&mut random), STEP * positions - 1, &mut player);
        let line: Vec<Position> = line.into_iter().step_by(STEP).collect();
        if line.len() == positions && line.iter().all(|position| position.count_legal() > 0) {
            drawn.push(line);
        }
    }
    Ok(drawn)
}

/// Draws single positions, each with its number from 0.
pub(crate) fn draw_single(positions: usize, seed: u64) -> Result<Vec<(usize, Position)>> {
    Ok(draw(positions, 1, seed)?.into_iter().flatten().enumerate().collect())
}

/// Returns an opening and the positions of the plies that follow, fewer if the game ends.
fn play(opening: &Position, plies: usize, player: &mut Player) -> Vec<Position> {
    player.new_game();
    let mut game = Game::new(opening.clone());
    let mut line = vec![opening.clone()];
    for _ in 1..plies {
        let Some(thought) = player.think(&game) else { break };
        game.make(thought.best).expect("a player's move is legal");
        line.push(game.position().clone());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_asked_and_go_on_by_two_plies() {
        let lines = draw(3, 3, 5).unwrap();
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [3; 3]);
        assert_eq!(lines, draw(3, 3, 5).unwrap());
        for line in &lines {
            let numbers = line.iter().map(Position::fullmove_number);
            assert!(numbers.eq(line[0].fullmove_number()..=line[0].fullmove_number() + 2));
            assert!(line.iter().all(|next| next.side_to_move() == line[0].side_to_move()));
        }
    }
}
