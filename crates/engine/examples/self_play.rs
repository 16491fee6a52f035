//! Plays a game of the engine against itself, and analyses its position at move ten with three
//! lines.
//!
//! `cargo run --example self_play`
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use engine::{Engine, Event, Game, Request};

/// Plays until the game ends, or for 200 plies.
fn play(engine: &mut Engine) -> Result<Game, Box<dyn Error>> {
    let mut game = Game::default();
    while game.outcome().is_none() && game.plies() < 200 {
        let answer = engine.play(&game, &Request::nodes(2_000), &mut |_| ());
        game.make(answer.outcome.best.ok_or("no move in a game that goes on")?)?;
    }
    Ok(game)
}

/// Returns the last report of each of the three best lines, in SAN.
fn analyse(engine: &mut Engine, game: &Game) -> [String; 3] {
    let mut lines: [String; 3] = Default::default();
    engine.analyse(game, &Request::depth(8).lines(3), &mut |event| {
        let Event::Line(info) = event else { return };
        lines[info.multi_pv - 1] = format!("{:>8}  {}", info.score, game.san_line(info.pv));
    });
    lines
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::builder().hash(4 << 20).build()?;
    let mut game = play(&mut engine)?;
    println!("{} plies: {:?}", game.plies(), game.outcome());
    while game.plies() > 20 {
        game.undo();
    }
    println!("{}", game.position());
    analyse(&mut engine, &game).iter().for_each(|line| println!("{line}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_legal_and_three_lines_differ() {
        let mut engine = Engine::builder().hash(1 << 20).build().expect("a table");
        let game = play(&mut engine).expect("a game");
        assert!(game.plies() >= 30, "{} plies", game.plies());
        let lines = analyse(&mut engine, &Game::default());
        let firsts = lines.each_ref().map(|line| line.split_whitespace().nth(1).map(str::to_owned));
        assert!(firsts.iter().all(Option::is_some), "{lines:?}");
        assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
    }
}
