//! Connect Four: every position of the first plies has a key of its own, in as few bits as proven.
//!
//! `cargo run -p zobrist-keys --example connect_four`

#![expect(clippy::print_stdout, reason = "an example tells what it found")]

use std::collections::{HashMap, HashSet};

use zobrist_keys::{Bch, Group, Key, Ply, Schema, Xor64};

const COLUMNS: usize = 7;
const ROWS: usize = 6;
/// The number of discs determines the side to move, so it needs no feature.
const GAME: Schema = Schema::new(
    "Connect Four",
    &[Group::new("disc", 2 * COLUMNS * ROWS)],
    &[Ply::new("a move", 1)],
);
type Keys = Bch<{ GAME.polynomial() }, { GAME.t() }, { GAME.features() }>;
static KEYS: [Xor64; GAME.features()] = Keys::NESTED;

/// The discs of both sides, column by column, seven bits each: the topmost bit of a column is
/// always 0.
type Board = [u64; 2];

/// The boards after one more disc of `side`, with their keys. Nobody has four in a row this early.
fn children(board: Board, key: Xor64, side: usize) -> impl Iterator<Item = (Board, Xor64)> {
    (0..COLUMNS).filter_map(move |column| {
        let row = (0..ROWS).find(|row| (board[0] | board[1]) >> (7 * column + row) & 1 == 0)?;
        let mut child = board;
        child[side] |= 1 << (7 * column + row);
        let disc = GAME.feature("disc", (side * COLUMNS + column) * ROWS + row);
        Some((child, key.insert(KEYS[disc])))
    })
}

fn main() {
    println!("{GAME}");
    assert_eq!((Keys::DISTANCE, GAME.safe_plies(Ply::new("a move", 1))), (22, 21));

    let mut seen = HashMap::from([([0; 2], Xor64::ZERO)]);
    let mut frontier = seen.clone();
    for ply in 1..=6 {
        frontier = frontier
            .into_iter()
            .flat_map(|(board, key)| children(board, key, (ply - 1) % 2))
            .collect();
        seen.extend(&frontier);
        // Two positions within `ply` plies of the start differ in at most 2 * ply discs.
        let Some(prefix) = Keys::PREFIXES.iter().find(|p| p.distance as usize > 2 * ply) else {
            unreachable!("six plies are within the whole key's distance")
        };
        let mask = (1 << prefix.bits) - 1;
        let keys: HashSet<u64> = seen.values().map(|key| key.0 & mask).collect();
        println!("ply {ply}: {} positions, as many keys of {} bits", seen.len(), prefix.bits);
        assert_eq!(keys.len(), seen.len());
    }
    assert_eq!(frontier.len(), 16_422, "the published number of positions after six plies");
}

#[test]
fn every_claim_holds() {
    main();
}
