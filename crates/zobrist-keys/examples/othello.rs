//! Othello: features chosen so that the frequent change, a disc turned over, is a single one.
//!
//! `cargo run -p zobrist-keys --example othello`

#![expect(clippy::print_stdout, reason = "an example tells what it found")]

use zobrist_keys::{Bch, Group, Key, Ply, Schema, SplitMix64, Xor64};

/// A disc is there, and it is dark: turning it over changes one feature, not two.
const GAME: Schema = Schema::new(
    "Othello",
    &[Group::new("occupied", 64), Group::new("dark", 64), Group::SIDE_TO_MOVE],
    &[Ply::new("a move that turns one disc", 3), Ply::new("a move that turns three discs", 5)],
);
type Keys = Bch<{ GAME.polynomial() }, { GAME.t() }, { GAME.features() }>;
static KEYS: [Xor64; GAME.features()] = Keys::WHITENED;

const OCCUPIED: usize = GAME.feature("occupied", 0);
const DARK: usize = GAME.feature("dark", 0);
const SIDE: Xor64 = Keys::WHITENED[GAME.feature("side to move", 0)];
/// The eight directions as steps of (file, rank).
const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// `Some(true)` is a dark disc; square = 8 * rank + file.
#[derive(Clone, PartialEq, Eq)]
struct Position {
    board: [Option<bool>; 64],
    dark_moves: bool,
    key: Xor64,
}

impl Position {
    fn start() -> Self {
        let mut board = [None; 64];
        for (square, dark) in [(27, false), (28, true), (35, true), (36, false)] {
            board[square] = Some(dark);
        }
        let mut start = Self { board, dark_moves: true, key: Xor64::ZERO };
        start.key = start.key_from_scratch();
        start
    }

    fn key_from_scratch(&self) -> Xor64 {
        let mut key = if self.dark_moves { Xor64::ZERO } else { SIDE };
        for (square, disc) in self.board.iter().enumerate() {
            if let Some(dark) = *disc {
                key = key.insert(KEYS[OCCUPIED + square]);
                if dark {
                    key = key.insert(KEYS[DARK + square]);
                }
            }
        }
        key
    }

    /// The discs that a move to `square` turns over; none if the move is not allowed.
    fn turned(&self, square: usize) -> Vec<usize> {
        let mut turned = Vec::new();
        if self.board[square].is_some() {
            return turned;
        }
        for (step_file, step_rank) in DIRECTIONS {
            let (mut file, mut rank) = (square as i32 % 8, square as i32 / 8);
            let mut line = Vec::new();
            loop {
                (file, rank) = (file + step_file, rank + step_rank);
                if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                    break;
                }
                let next = (8 * rank + file) as usize;
                match self.board[next] {
                    None => break,
                    Some(dark) if dark == self.dark_moves => {
                        turned.append(&mut line);
                        break;
                    }
                    Some(_) => line.push(next),
                }
            }
        }
        turned
    }

    fn play(&mut self, square: usize, turned: &[usize]) {
        self.board[square] = Some(self.dark_moves);
        self.key = self.key.insert(KEYS[OCCUPIED + square]);
        if self.dark_moves {
            self.key = self.key.insert(KEYS[DARK + square]);
        }
        for &disc in turned {
            self.board[disc] = Some(self.dark_moves);
            self.key = self.key.insert(KEYS[DARK + disc]);
        }
        self.pass();
    }

    fn pass(&mut self) {
        self.dark_moves = !self.dark_moves;
        self.key = self.key.insert(SIDE);
    }
}

fn main() {
    println!("{GAME}");
    assert_eq!((Keys::CODE.m(), Keys::CODE.t(), Keys::DISTANCE), (8, 8, 17));

    // Random games: the key that follows the moves is the key of the board.
    let mut stream = SplitMix64::new(1975);
    let mut plies = 0;
    for _ in 0..100 {
        let mut position = Position::start();
        let mut passes = 0;
        while passes < 2 {
            let moves: Vec<_> = (0..64)
                .map(|square| (square, position.turned(square)))
                .filter(|(_, turned)| !turned.is_empty())
                .collect();
            if moves.is_empty() {
                position.pass();
                passes += 1;
            } else {
                let (square, turned) = &moves[stream.next() as usize % moves.len()];
                position.play(*square, turned);
                passes = 0;
            }
            plies += 1;
            assert_eq!(position.key, position.key_from_scratch());
        }
    }
    println!("{plies} plies of random games: every key is that of its board");
}

#[test]
fn every_claim_holds() {
    main();
}
