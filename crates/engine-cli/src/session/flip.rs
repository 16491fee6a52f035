//! `flip`: the position with the colours exchanged.

use engine::Game;
use movegen::Position;

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
