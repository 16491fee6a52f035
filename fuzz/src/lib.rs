//! Random games: what the targets have in common.

use movegen::Position;

/// Where games start: positions rich in castling, en passant and promotions, two of them Chess960.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
];

/// Plays a game that `choices` describes and calls `visit` with each of its positions. The first byte
/// chooses the start, each later one a move.
pub fn play(choices: &[u8], mut visit: impl FnMut(&Position)) {
    let Some((&start, choices)) = choices.split_first() else { return };
    let fen = STARTS[usize::from(start) % STARTS.len()];
    let mut position = Position::from_fen(fen).expect("the start positions are legal");
    visit(&position);
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position = position.make(moves[usize::from(choice) % moves.len()]);
        visit(&position);
    }
}

/// The last position of such a game; none without a first byte.
#[must_use]
pub fn last(choices: &[u8]) -> Option<Position> {
    let mut last = None;
    play(choices, |position| last = Some(position.clone()));
    last
}
