//! Crazyhouse: chess with pieces in hand, still within 1023 features and the distance of chess.
//!
//! `cargo run -p zobrist-keys --example crazyhouse`

#![expect(clippy::print_stdout, reason = "an example tells what it found")]

use zobrist_keys::{Additive64, Bch, Group, Key, Ply, Schema, Xor64, additive64_table};

/// The most pieces of a kind in one hand: pawns, knights, bishops, rooks, queens.
const MOST_IN_HAND: [usize; 5] = [16, 4, 4, 4, 2];
const HAND: usize = 16 + 4 + 4 + 4 + 2;

const DROP: Ply = Ply::new("a drop", 2);
const CAPTURE: Ply = Ply::new("a capture", 4);
const GAME: Schema = Schema::new(
    "Crazyhouse",
    &[
        Group::new("piece", 12 * 64),
        Group::new("promoted", 64),
        Group::new("in hand, at least so many", 2 * HAND),
        Group::new("castling right", 4),
        Group::new("en passant file", 8),
        Group::SIDE_TO_MOVE,
    ],
    &[DROP, CAPTURE],
);
type Keys = Bch<{ GAME.polynomial() }, { GAME.t() }, { GAME.features() }>;
static KEYS: [Xor64; GAME.features()] = Keys::WHITENED;

/// The other way to key a hand: one key for each kind and side, added once for each piece.
static HAND_KEYS: [Additive64; 10] = additive64_table(0x0c4a_2e5d);

/// The feature that a hand holds at least `count` pieces of a kind.
fn in_hand(side: usize, kind: usize, count: usize) -> Xor64 {
    let base: usize = MOST_IN_HAND[..kind].iter().sum();
    KEYS[GAME.feature("in hand, at least so many", side * HAND + base + count - 1)]
}

fn main() {
    println!("{GAME}");
    assert_eq!(GAME.features(), 905);
    assert_eq!((Keys::CODE.m(), Keys::CODE.t(), Keys::DISTANCE), (10, 6, 14));
    assert_eq!((GAME.safe_plies(DROP), GAME.safe_plies(CAPTURE)), (6, 3));

    // Two hands in two orders of captures: a knight between two pawns, or after both.
    let between = [(0, 1), (1, 1), (0, 2)];
    let after = [(0, 1), (0, 2), (1, 1)];
    let by_features = |captures: [(usize, usize); 3]| {
        captures.iter().fold(Xor64::ZERO, |key, &(kind, count)| key.insert(in_hand(0, kind, count)))
    };
    assert_eq!(by_features(between), by_features(after));

    // By addition the hand needs no count at all, but addition promises no distance.
    let by_sums = |captures: [(usize, usize); 3]| {
        captures.iter().fold(Additive64::ZERO, |key, &(kind, _)| key.insert(HAND_KEYS[kind]))
    };
    assert_eq!(by_sums(between), HAND_KEYS[0].times(2).insert(HAND_KEYS[1]));
    assert_eq!(by_sums(between), by_sums(after));
    println!("the hand's key is {:#018x}", by_features(after).0);
}

#[test]
fn every_claim_holds() {
    main();
}
