//! Random games and the laws of a session, for the targets.

pub mod session;

use movegen::{Move, Position};

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

/// Returns the game that `choices` describes, its start and its moves: the first byte chooses the
/// start, each later one a move. None without a first byte.
#[must_use]
pub fn game(choices: &[u8]) -> Option<(Position, Vec<Move>)> {
    let (&start, choices) = choices.split_first()?;
    let fen = STARTS[usize::from(start) % STARTS.len()];
    let start = Position::from_fen(fen).expect("the start positions are legal");
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for &choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        moves.push(legal[usize::from(choice) % legal.len()]);
        position = position.make(moves[moves.len() - 1]);
    }
    Some((start, moves))
}

/// Returns the last position of the game that `choices` describes.
#[must_use]
pub fn last(choices: &[u8]) -> Option<Position> {
    let (start, moves) = game(choices)?;
    Some(moves.into_iter().fold(start, |position, mv| position.make(mv)))
}

/// Returns a move in SAN as a book prints it. Each bit of `dress` decides for a kind of character.
#[must_use]
pub fn printed(san: &str, dress: u8) -> String {
    let is_set = |bit: u8| dress >> bit & 1 == 1;
    let figurine = |white: char, black: char| if is_set(1) { black } else { white };
    let print = |letter: char| match letter {
        'K' if is_set(0) => figurine('♔', '♚'),
        'Q' if is_set(0) => figurine('♕', '♛'),
        'R' if is_set(0) => figurine('♖', '♜'),
        'B' if is_set(0) => figurine('♗', '♝'),
        'N' if is_set(0) => figurine('♘', '♞'),
        'O' if is_set(2) => '0',
        '-' if is_set(3) => ['–', '—', '−', '‑'][usize::from(dress >> 6)],
        'x' if is_set(4) => '×',
        '+' if is_set(5) => '†',
        '#' if is_set(5) => '‡',
        other => other,
    };
    san.chars().map(print).collect()
}
