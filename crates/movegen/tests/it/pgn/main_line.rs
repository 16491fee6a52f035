//! The main line of a game as in the data files. engine-cli's tests include this file.

use movegen::pgn::Game;

pub(crate) fn main_line(game: &Game) -> String {
    let moves = game.positions().zip(game.moves());
    let words = moves.map(|(position, mv)| position.san(mv) + " ");
    words.collect::<String>() + game.result().as_str()
}
