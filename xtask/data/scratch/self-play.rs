//! Random openings, and a player that answers them.

use self_play::{Openings, Player, Random};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (openings, mut random) = (Openings::from_startpos(8..=10), Random::new(1));
    let position = openings.draw(&mut random);
    let mut player = Player::new(1_000, 1 << 20)?;
    let thought = player.think(&position, &movegen::KeyHistory::new());
    let best = thought.ok_or("an opening has a legal move")?.best;
    println!("{} in {}", position.uci(best, false), position.to_fen(false));
    Ok(())
}
