//! Random games: what the targets have in common.

use movegen::Position;

/// The starts of games: positions rich in castling, en passant and promotions, three of them
/// Chess960.
const STARTS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "r1kr4/8/8/8/8/8/8/R1K2R2 w FAda - 0 1",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
];

/// Returns the last position of the game that `choices` describes: the first byte chooses the
/// start, each later one a move. None without a first byte.
#[must_use]
pub fn last(choices: &[u8]) -> Option<Position> {
    let (&start, choices) = choices.split_first()?;
    let fen = STARTS[usize::from(start) % STARTS.len()];
    let mut position = Position::from_fen(fen).expect("the start positions are legal");
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.make(moves[usize::from(choice) % moves.len()]);
    }
    Some(position)
}
