//! Solves tic-tac-toe with a table addressed by incremental keys.
//!
//! `cargo run -p zobrist-keys --example tic_tac_toe`

#![expect(clippy::print_stdout, reason = "an example tells what it found")]

use std::collections::HashMap;

use zobrist_keys::{Key, Xor64, xor64_table};

const SQUARES: usize = 9;
const FEATURES: [Xor64; 2 * SQUARES + 1] = xor64_table(0x7133_70e5);
const SIDE_TO_MOVE: Xor64 = FEATURES[2 * SQUARES];
/// Three rows, three columns, two diagonals, as sets of squares: bit 0 is the lower left square,
/// bit 8 the upper right one.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The squares of both sides (0 moves first), and the key that follows them.
#[derive(Clone, Copy)]
struct Position {
    stones: [u16; 2],
    side: usize,
    key: Xor64,
}

impl Position {
    const START: Self = Self { stones: [0; 2], side: 0, key: Xor64(0) };

    /// The position after the side to move put a stone on `square`.
    fn play(mut self, square: usize) -> Self {
        self.stones[self.side] |= 1 << square;
        self.key = self.key.insert(FEATURES[self.side * SQUARES + square]).insert(SIDE_TO_MOVE);
        self.side ^= 1;
        self
    }

    /// The key computed anew from the board: the incremental key's naive twin.
    fn key_from_scratch(&self) -> Xor64 {
        let mut key = if self.side == 1 { SIDE_TO_MOVE } else { Xor64::ZERO };
        for (side, stones) in self.stones.into_iter().enumerate() {
            for square in (0..SQUARES).filter(|square| stones >> square & 1 == 1) {
                key = key.insert(FEATURES[side * SQUARES + square]);
            }
        }
        key
    }

    /// Whether the side that just moved has a line.
    fn is_lost(&self) -> bool {
        let stones = self.stones[self.side ^ 1];
        LINES.iter().any(|line| stones & line == *line)
    }

    fn empty_squares(&self) -> impl Iterator<Item = usize> + use<> {
        let occupied = self.stones[0] | self.stones[1];
        (0..SQUARES).filter(move |square| occupied >> square & 1 == 0)
    }
}

/// The value for the side to move: 1 a win, 0 a draw, -1 a loss.
fn solve(position: Position, table: &mut HashMap<Xor64, i32>) -> i32 {
    if let Some(&value) = table.get(&position.key) {
        return value;
    }
    assert_eq!(position.key, position.key_from_scratch());
    let value = if position.is_lost() {
        -1
    } else {
        let children = position.empty_squares().map(|square| -solve(position.play(square), table));
        children.max().unwrap_or(0)
    };
    table.insert(position.key, value);
    value
}

fn main() {
    let mut table = HashMap::new();
    let value = solve(Position::START, &mut table);
    println!("{} positions, value {value}", table.len());
    assert_eq!(value, 0, "tic-tac-toe is a draw");
    assert_eq!(table.len(), 5478, "every reachable position has a key of its own");
}

#[test]
fn every_claim_holds() {
    main();
}
