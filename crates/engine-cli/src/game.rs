//! The game so far: the position on the board and the keys of those before it.

use movegen::{KeyHistory, Position, Variant};

use crate::uci::error::UciError;

/// A position and its past, which repetitions need.
#[derive(Clone)]
pub(crate) struct Game {
    /// The position on the board.
    pub(crate) position: Position,
    /// The keys of the earlier positions, oldest first.
    pub(crate) history: KeyHistory,
}

impl Game {
    /// Creates the game that begins at `position` and has come to the one after `moves`, in UCI's
    /// notation, castling in either form.
    ///
    /// # Errors
    ///
    /// If a move is not legal in its position.
    pub(crate) fn new(mut position: Position, moves: &[&str]) -> Result<Self, UciError> {
        let mut history = KeyHistory::new();
        for (index, text) in moves.iter().enumerate() {
            let mv = position.parse_uci(text).map_err(|error| {
                let place = format_args!("position moves, move {}", index + 1);
                UciError::new(place, error)
            })?;
            history.push(position.key());
            position = position.make(mv);
        }
        Ok(Self { position, history })
    }

    /// Returns the position with the colours exchanged and the board turned, without a past.
    pub(crate) fn flipped(&self) -> Self {
        let fen = flip_fen(&self.position.to_fen());
        let position = Position::from_fen(&fen).expect("the colour flip of a position is legal");
        Self { position, history: KeyHistory::new() }
    }
}

/// Returns the variant by whose rules a FEN is read: Chess960 only if a GUI asks for it.
pub(crate) const fn variant(chess960: bool) -> Variant {
    if chess960 { Variant::Chess960 } else { Variant::Standard }
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
        Game::new(Position::startpos(), moves).expect("legal moves")
    }

    #[test]
    fn moves_are_played_and_their_keys_kept() {
        let game = game(&["e2e4", "e7e5", "g1f3"]);
        assert_eq!(
            game.position.to_fen(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
        );
        assert_eq!(game.history.len(), 3);
    }

    #[test]
    fn knights_that_go_home_repeat_the_start() {
        let home = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let once = game(&home);
        let twice = game(&[home, home].concat());
        let repeated = |game: &Game| {
            let position = &game.position;
            game.history.is_repetition(position.key(), position.halfmove_clock(), 0)
        };
        assert!(!repeated(&once) && repeated(&twice));
    }

    #[test]
    fn errors_name_the_move_and_its_number() {
        let refused = Game::new(Position::startpos(), &["e2e4", "e7e5", "e4e5"]);
        let text = refused.err().expect("a pawn stands on e5").to_string();
        assert!(text.starts_with("position moves, move 3: \"e4e5\""), "{text}");
    }

    #[test]
    fn flipping_twice_is_the_same_position() {
        for fen in [
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQ - 3 9",
        ] {
            let game = Game::new(Position::from_fen(fen).unwrap(), &[]).unwrap();
            let flipped = game.flipped();
            assert_ne!(flipped.position.side_to_move(), game.position.side_to_move());
            assert_eq!(flipped.flipped().position.to_fen(), game.position.to_fen());
            assert_eq!(flipped.position.count_legal(), game.position.count_legal());
        }
    }
}
