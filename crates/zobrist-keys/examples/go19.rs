//! Go on 19 × 19, with the point that a ko forbids among the features.
//!
//! `cargo run -p zobrist-keys --example go19`

#![expect(clippy::print_stdout, reason = "an example tells what it found")]

use zobrist_keys::{Bch, Group, Key, Ply, Schema, Xor64};

const POINTS: usize = 19 * 19;
const STONE: Ply = Ply::new("a stone that captures nothing", 1);
const KO: Ply = Ply::new("a capture in one ko after another", 4);
const GAME: Schema = Schema::new(
    "Go 19 x 19",
    &[Group::new("stone", 2 * POINTS), Group::new("ko", POINTS), Group::SIDE_TO_MOVE],
    &[STONE, KO],
);
type Keys = Bch<{ GAME.polynomial() }, { GAME.t() }, { GAME.features() }>;
static KEYS: [Xor64; GAME.features()] = Keys::WHITENED;

const BLACK: usize = 0;
const WHITE: usize = 1;
const SIDE: usize = GAME.feature("side to move", 0);

fn stone(color: usize, point: usize) -> usize {
    GAME.feature("stone", color * POINTS + point)
}

fn ko(point: usize) -> usize {
    GAME.feature("ko", point)
}

/// The key after some features changed.
fn toggle(key: Xor64, features: &[usize]) -> Xor64 {
    features.iter().fold(key, |key, &feature| key.insert(KEYS[feature]))
}

fn main() {
    println!("{GAME}");
    assert_eq!((Keys::CODE.m(), Keys::CODE.t(), Keys::DISTANCE), (11, 5, 12));
    assert_eq!((GAME.safe_plies(STONE), GAME.safe_plies(KO)), (10, 2));

    // Black takes a ko: his stone on `a` captures the white one on `b`, which may not be retaken at
    // once.
    let (a, b, threat, answer) = (60, 61, 300, 301);
    let before = toggle(Xor64::ZERO, &[stone(WHITE, b)]);
    let taken = toggle(before, &[stone(BLACK, a), stone(WHITE, b), ko(b), SIDE]);
    // White plays a threat elsewhere, and the ko is open again; Black answers; White takes back.
    let threatened = toggle(taken, &[stone(WHITE, threat), ko(b), SIDE]);
    let answered = toggle(threatened, &[stone(BLACK, answer), SIDE]);
    let retaken = toggle(answered, &[stone(WHITE, b), stone(BLACK, a), ko(a), SIDE]);

    // The board of the start, two more stones, and White's capture still forbids `a`.
    let expected = [stone(WHITE, threat), stone(BLACK, answer), ko(a)];
    assert_eq!(retaken, toggle(before, &expected));

    // A rule of superko compares boards alone: it leaves the ko and the side out of its key.
    let board = |key: Xor64, rest: &[usize]| toggle(key, rest);
    assert_eq!(
        board(retaken, &[ko(a)]),
        toggle(Xor64::ZERO, &[stone(WHITE, b), stone(WHITE, threat), stone(BLACK, answer)])
    );
    println!("after the fight the key is {:#018x}", retaken.0);
}

#[test]
fn every_claim_holds() {
    main();
}
