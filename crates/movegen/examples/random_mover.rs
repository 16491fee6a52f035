//! A player that makes random legal moves, in ten lines.
#![expect(clippy::print_stdout, reason = "an example reports to its reader")]

use movegen::Position;
use zobrist_keys::SplitMix64;

fn play(mut random: SplitMix64) -> Position {
    let mut position = Position::startpos();
    while position.halfmove_clock() < 100 && !position.is_insufficient_material() {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break; // mate or stalemate
        }
        position = position.make(moves[random.next() as usize % moves.len()]);
    }
    position
}

#[cfg_attr(test, test)]
fn main() {
    let end = play(SplitMix64::new(2));
    let over = end.legal_moves().is_empty() || end.halfmove_clock() >= 100;
    assert!(over || end.is_insufficient_material());
    println!("move {}: {}", end.fullmove_number(), end.to_fen());
}
