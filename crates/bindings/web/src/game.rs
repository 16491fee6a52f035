//! Games and positions from texts, and lines of moves as texts.

use engine::Game;
use movegen::{Move, Piece, Position, Square};

/// Returns the position of a FEN, or the start position of `startpos` and of an empty text.
pub(crate) fn position_of(fen: &str) -> Result<Position, String> {
    match fen.trim() {
        "" | "startpos" => Ok(Position::startpos()),
        fen => Position::from_fen(fen).map_err(|error| error.to_string()),
    }
}

/// Returns the position of these pieces with this side to move (`w` or `b`), if it is legal.
pub(crate) fn position_with(
    pieces: impl IntoIterator<Item = (Piece, Square)>,
    side: char,
) -> Option<Position> {
    let mut board = [None; 64];
    for (piece, square) in pieces {
        if board[square.index()].replace(piece).is_some() {
            return None;
        }
    }
    let rank = |rank: usize| -> String {
        (0..8).map(|file| board[rank * 8 + file].map_or('1', Piece::letter)).collect()
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    Position::from_fen(&format!("{} {side} - - 0 1", ranks.join("/"))).ok()
}

/// Returns the game that begins at a position and goes on with moves in UCI's notation or in SAN,
/// as people paste them.
pub(crate) fn game_of(fen: &str, moves: &str) -> Result<Game, String> {
    let mut game = Game::new(position_of(fen)?);
    game.make_moves(moves).map_err(|error| error.to_string())?;
    Ok(game)
}

/// Returns a line of moves in UCI's notation, up to the first one that is not legal.
pub(crate) fn uci_line(root: &Position, line: &[Move]) -> Vec<String> {
    let (mut position, mut texts) = (root.clone(), Vec::new());
    for &mv in line {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(position.uci(mv));
        position = position.make(mv);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_from_texts() {
        let game = game_of("startpos", "e2e4 e5 g1f3").unwrap();
        let line: Vec<Move> = game.moves().collect();
        assert_eq!(uci_line(&Position::startpos(), &line), ["e2e4", "e7e5", "g1f3"]);
        let error = game_of("", "e2e4 e4").unwrap_err();
        assert!(error.starts_with("move 2: \"e4\""), "{error}");
        assert!(game_of("8/8", "").is_err());
    }
}
