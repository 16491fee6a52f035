//! A pawn hash table in a search on the boards of the crate cozy-chess, which keeps no pawn key.
//!
//! `cargo run --release -p pawn-hash --example cozy_chess`
#![expect(clippy::print_stdout, reason = "an example reports to its reader")]

use std::time::Instant;

use cozy_chess::{Board, Color, GameStatus, Piece};
use pawn_hash::{BLACK, Counters, PawnStructure, PawnTable, WHITE, key_of};

/// Both sets are compared, so a hit is exact.
type Pawns = PawnTable<i32, Counters>;

/// One search thread: its table, or none for comparison.
struct Search {
    pawns: Option<Pawns>,
    nodes: u64,
}

/// Beyond every sum of the values below.
const MATE: i32 = 100_000;
const VALUES: [(Piece, i32); 5] = [
    (Piece::Pawn, 100),
    (Piece::Knight, 320),
    (Piece::Bishop, 330),
    (Piece::Rook, 500),
    (Piece::Queen, 900),
];

/// Returns the score of the pawns alone, from White's view in centipawns.
fn pawn_score(pawns: [u64; 2]) -> i32 {
    let structure = PawnStructure::of(pawns);
    let more = |sets: [u64; 2]| sets[WHITE].count_ones() as i32 - sets[BLACK].count_ones() as i32;
    40 * more(structure.passed)
        - 15 * more(structure.isolated)
        - 10 * more(structure.doubled)
        - 8 * more(structure.backward)
        + 5 * more(structure.supported)
}

impl Search {
    /// Centipawns from the side to move's view.
    fn evaluate(&mut self, board: &Board) -> i32 {
        let of = |color, piece| board.colored_pieces(color, piece).0;
        let material: i32 = VALUES
            .iter()
            .map(|&(piece, value)| {
                let counts = [Color::White, Color::Black].map(|side| of(side, piece).count_ones());
                value * (counts[WHITE] as i32 - counts[BLACK] as i32)
            })
            .sum();
        // Both crates number the squares from a1, bit 0, to h8, bit 63.
        let pawns = [Color::White, Color::Black].map(|side| of(side, Piece::Pawn));
        let structure = match &mut self.pawns {
            Some(table) => *table.get_or_insert_with(pawns, key_of(pawns), || pawn_score(pawns)),
            None => pawn_score(pawns),
        };
        let score = material + structure;
        if board.side_to_move() == Color::White { score } else { -score }
    }

    /// The score of a fixed depth, by alpha-beta without anything else.
    fn search(&mut self, board: &Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        match board.status() {
            GameStatus::Won => return -MATE,
            GameStatus::Drawn => return 0,
            GameStatus::Ongoing if depth == 0 => return self.evaluate(board),
            GameStatus::Ongoing => {}
        }
        board.generate_moves(|moves| {
            moves.into_iter().any(|mv| {
                let mut child = board.clone();
                child.play_unchecked(mv);
                alpha = alpha.max(-self.search(&child, depth - 1, -beta, -alpha));
                alpha >= beta
            })
        });
        alpha
    }
}

/// The start, a middle game with many captures, and an endgame of pawns and rooks.
const POSITIONS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];
const DEPTH: u32 = 5;

/// The scores of all positions, and how many nodes they took.
fn run(search: &mut Search) -> [i32; 3] {
    let started = Instant::now();
    let scores = POSITIONS.map(|fen| {
        let board = fen.parse().expect("the positions are legal");
        search.search(&board, DEPTH, -MATE, MATE)
    });
    println!("{} nodes in {} ms", search.nodes, started.elapsed().as_millis());
    scores
}

fn main() {
    let mut plain = Search { pawns: None, nodes: 0 };
    let mut cached = Search { pawns: Some(Pawns::new(16 * 1024)), nodes: 0 };
    assert_eq!(run(&mut plain), run(&mut cached), "a table changes no score");
    assert_eq!(plain.nodes, cached.nodes);

    let table = cached.pawns.expect("it was given one");
    let counts = table.statistics().counts();
    let percent = 100.0 * counts.hits as f64 / counts.probes() as f64;
    println!("{percent:.1} % of {} evaluations found their pawns", counts.probes());
    assert!(percent > 90.0, "{percent}");
}

#[test]
fn nine_of_ten_evaluations_find_their_pawns() {
    main();
}
