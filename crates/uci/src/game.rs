//! Games from the words of `position`, and the faults and repairs of a FEN in words.

use engine::Game;
use movegen::pgn::MovesError;
use movegen::{FenError, FenRepair, Position, Variant};

use crate::command::SetUp;
use crate::error::UciError;

/// Returns the game that `position` asks for, and the repairs of its FEN.
///
/// # Errors
/// If the FEN cannot be read, or a move is not legal.
pub fn read_game(set_up: SetUp<'_>, variant: Variant) -> Result<(Game, Vec<FenRepair>), UciError> {
    let SetUp { fen, moves } = set_up;
    let Some(fen) = fen else {
        return Ok((played(Position::startpos(), &moves)?, Vec::new()));
    };
    let read = Position::read_fen(&fen, variant)
        .map_err(|error| UciError::new("position fen", first_fault(&error)))?;
    Ok((played(read.value, &moves)?, read.repairs))
}

/// Plays the game that begins at `position` and goes on with `moves`, in UCI's notation, castling
/// in either form, or as people paste them.
///
/// # Errors
/// If a move is not legal in its position.
fn played(position: Position, moves: &[&str]) -> Result<Game, UciError> {
    let mut game = Game::new(position);
    let place = |error: MovesError| {
        UciError::new(format_args!("position moves, move {}", error.number()), error.fault())
    };
    game.make_moves(&moves.join(" ")).map_err(place)?;
    Ok(game)
}

/// Returns the first fault of a FEN, a second one too, and of more their fields: a text
/// that is no FEN at all has one on each rank.
///
/// # Panics
/// Never: an error has a fault.
#[must_use]
pub fn first_fault(error: &FenError) -> String {
    let (first, others) = error.faults().split_first().expect("an error has a fault");
    match others {
        [] => first.to_string(),
        [second] => format!("{first}; {second}"),
        _ => {
            let mut fields: Vec<_> = others.iter().map(|fault| fault.field().to_string()).collect();
            fields.dedup();
            format!("{first} (there are more faults: {})", fields.join(", "))
        }
    }
}

/// Returns the repairs of a FEN in one line; `None` if there are none.
#[must_use]
pub fn repairs(repairs: &[FenRepair]) -> Option<String> {
    let words: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    (!words.is_empty()).then(|| words.join("; "))
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
}
