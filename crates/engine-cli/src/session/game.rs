//! Games from UCI's words, and the variant of a position.

use engine::Game;
use movegen::Position;
use movegen::pgn::MovesError;

use uci::UciError;

/// Plays the game that begins at `position` and goes on with `moves`, in UCI's notation, castling
/// in either form, or as people paste them.
///
/// # Errors
///
/// If a move is not legal in its position.
pub(crate) fn played(position: Position, moves: &[&str]) -> Result<Game, UciError> {
    let mut game = Game::new(position);
    let place = |error: MovesError| {
        UciError::new(format_args!("position moves, move {}", error.number()), error.fault())
    };
    game.make_moves(&moves.join(" ")).map_err(place)?;
    Ok(game)
}

/// Returns the position with the colours exchanged and the board turned, without a past.
pub(crate) fn flipped(position: &Position) -> Game {
    let fen = flip_fen(&position.to_fen());
    Game::new(Position::from_fen(&fen).expect("the colour flip of a position is legal"))
}

/// Exchanges the colours of a FEN of six fields and turns its board upside down.
fn flip_fen(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let rows: Vec<String> = fields[0].rsplit('/').map(swap_case).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let castling = swap_case(fields[2]);
    format!("{} {side} {castling} {en_passant} {} {}", rows.join("/"), fields[4], fields[5])
}

fn swap_case(text: &str) -> String {
    text.chars()
        .map(
            |c| {
                if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
            },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &[&str]) -> Game {
        played(Position::startpos(), moves).expect("legal moves")
    }

    #[test]
    fn moves_are_played_and_their_keys_kept() {
        let game = game(&["e2e4", "e7e5", "g1f3"]);
        assert_eq!(
            game.position().to_fen(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
        );
        assert_eq!(game.plies(), 3);
    }

    #[test]
    fn errors_name_the_move_and_its_number() {
        let refused = played(Position::startpos(), &["e2e4", "e7e5", "e4e5"]);
        let text = refused.expect_err("a pawn stands on e5").to_string();
        assert!(text.starts_with("position moves, move 3: \"e4e5\""), "{text}");
    }

    #[test]
    fn flipping_twice_is_the_same_position() {
        for fen in [
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQ - 3 9",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let turned = flipped(&position);
            assert_ne!(turned.position().side_to_move(), position.side_to_move());
            let again = flipped(turned.position());
            assert_eq!(again.position().to_fen(), position.to_fen());
            assert_eq!(turned.position().count_legal(), position.count_legal());
        }
    }
}
