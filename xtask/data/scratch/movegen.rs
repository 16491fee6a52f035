//! The shortest mate of chess, in algebraic notation.

use movegen::Position;

fn main() {
    let mut position = Position::startpos();
    for san in ["f3", "e5", "g4", "Qh4#"] {
        position = position.make(position.parse_san(san).expect("a legal move"));
    }
    assert!(position.in_check() && position.legal_moves().is_empty());
    println!("mate after {}", position.to_fen());
}
