//! Shogi: 28 kinds on 81 squares, and hands counted by features of their own.
//!
//! `cargo run -p zobrist-keys --example shogi`

#![expect(clippy::print_stdout, reason = "an example tells what it found")]

use zobrist_keys::{Bch, Group, Key, Ply, Schema, Xor64};

const SQUARES: usize = 81;
/// King, rook, bishop, gold, silver, knight, lance, pawn, and the six promoted kinds.
const KINDS: usize = 14;
const ROOK: usize = 1;
const PAWN: usize = 7;
/// The most pieces of a kind in one hand, for the seven kinds from rook to pawn.
const MOST_IN_HAND: [usize; 7] = [2, 2, 4, 4, 4, 4, 18];
const HAND: usize = 2 + 2 + 4 + 4 + 4 + 4 + 18;

const QUIET: Ply = Ply::new("a move or a drop", 2);
const CAPTURE: Ply = Ply::new("a capture", 4);
const GAME: Schema = Schema::new(
    "Shogi",
    &[
        Group::new("piece", 2 * KINDS * SQUARES),
        Group::new("in hand, at least so many", 2 * HAND),
        Group::SIDE_TO_MOVE,
    ],
    &[QUIET, CAPTURE],
);
type Keys = Bch<{ GAME.polynomial() }, { GAME.t() }, { GAME.features() }>;
static KEYS: [Xor64; GAME.features()] = Keys::WHITENED;

fn piece(side: usize, kind: usize, square: usize) -> Xor64 {
    KEYS[GAME.feature("piece", (side * KINDS + kind) * SQUARES + square)]
}

/// The feature that a hand holds at least `count` pieces of a kind. A hand with three has the
/// features 1, 2 and 3: one more or one less changes a single feature.
fn in_hand(side: usize, kind: usize, count: usize) -> Xor64 {
    let base: usize = MOST_IN_HAND[..kind - ROOK].iter().sum();
    KEYS[GAME.feature("in hand, at least so many", side * HAND + base + count - 1)]
}

fn main() {
    println!("{GAME}");
    assert_eq!((Keys::CODE.m(), Keys::CODE.t(), Keys::DISTANCE), (12, 5, 12));
    assert_eq!((GAME.safe_plies(QUIET), GAME.safe_plies(CAPTURE)), (5, 2));
    let side_to_move = KEYS[GAME.feature("side to move", 0)];

    // Black's rook takes a pawn, and then another one.
    let start = piece(0, ROOK, 10).insert(piece(1, PAWN, 19)).insert(piece(1, PAWN, 21));
    let first = start
        .remove(piece(0, ROOK, 10))
        .remove(piece(1, PAWN, 19))
        .insert(piece(0, ROOK, 19))
        .insert(in_hand(0, PAWN, 1))
        .insert(side_to_move);
    let second = first
        .remove(piece(0, ROOK, 19))
        .remove(piece(1, PAWN, 21))
        .insert(piece(0, ROOK, 21))
        .insert(in_hand(0, PAWN, 2))
        .insert(side_to_move);
    // He drops one of them: the second leaves his hand, whichever it was.
    let dropped =
        second.remove(in_hand(0, PAWN, 2)).insert(piece(0, PAWN, 40)).insert(side_to_move);

    let from_scratch = piece(0, ROOK, 21)
        .insert(piece(0, PAWN, 40))
        .insert(in_hand(0, PAWN, 1))
        .insert(side_to_move);
    assert_eq!(dropped, from_scratch);
    println!("after two captures and a drop the key is {:#018x}", dropped.0);
}

#[test]
fn every_claim_holds() {
    main();
}
