//! The main line of a game as in the data files. engine-cli's tests include this file.

use movegen::pgn::Game;

/// Returns the moves of the main line in SAN and the result.
pub(crate) fn main_line(game: &Game) -> String {
    let mut position = game.start().clone();
    let mut text = String::new();
    for mv in game.moves() {
        text = text + &position.san(mv) + " ";
        position = position.make(mv);
    }
    text + game.result().as_str()
}
