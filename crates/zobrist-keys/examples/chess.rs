//! Chess: 781 features, and what their keys promise.
//!
//! `cargo run -p zobrist-keys --example chess`

#![expect(clippy::print_stdout, reason = "an example tells what it found")]

use zobrist_keys::{Bch, Group, Key, Ply, Schema, Xor64, bit_balance, linear_rank};

const QUIET: Ply = Ply::new("a quiet move", 2);
const CAPTURE: Ply = Ply::new("a capture", 3);
/// Castling moves two pieces and may end two rights and an en passant square.
const ANY: Ply = Ply::new("any ply at all", 7);
const GAME: Schema = Schema::new(
    "Chess",
    &[
        Group::new("piece", 12 * 64),
        Group::new("castling right", 4),
        Group::new("en passant file", 8),
        Group::SIDE_TO_MOVE,
    ],
    &[QUIET, CAPTURE, ANY],
);
type Keys = Bch<{ GAME.polynomial() }, { GAME.t() }, { GAME.features() }>;
static KEYS: [Xor64; GAME.features()] = Keys::WHITENED;

/// The letters of the twelve kinds of pieces, in the order of their features.
const PIECES: &str = "PNBRQKpnbrqk";

/// The key of a board, written by ranks from the eighth to the first, dots for empty squares; White
/// to move, all rights left.
fn key(board: &str) -> Xor64 {
    let rights = (0..4).map(|right| GAME.feature("castling right", right));
    let pieces = board.split_whitespace().rev().enumerate().flat_map(|(rank, row)| {
        row.chars()
            .enumerate()
            .filter_map(move |(file, letter)| Some(piece(PIECES.find(letter)?, 8 * rank + file)))
    });
    pieces.chain(rights).fold(Xor64::ZERO, |key, feature| key.insert(KEYS[feature]))
}

fn piece(kind: usize, square: usize) -> usize {
    GAME.feature("piece", 64 * kind + square)
}

fn main() {
    println!("{GAME}");
    assert_eq!(GAME.features(), 781);
    assert_eq!((Keys::CODE.m(), Keys::CODE.t(), Keys::DISTANCE), (10, 6, 14));
    assert_eq!([QUIET, CAPTURE, ANY].map(|ply| GAME.safe_plies(ply)), [6, 4, 1]);

    let start = key("rnbqkbnr pppppppp ........ ........ ........ ........ PPPPPPPP RNBQKBNR");
    // 1. Nf3 Nf6 2. Ng1 Ng8: the fourth position is the first again.
    let (g1, f3, f6, g8) = (6, 21, 45, 62);
    let side = GAME.feature("side to move", 0);
    let moves = [(1, g1, f3), (7, g8, f6), (1, f3, g1), (7, f6, g8)];
    let mut path = vec![start];
    for (kind, from, to) in moves {
        let features = [piece(kind, from), piece(kind, to), side];
        let key = features.iter().fold(path[path.len() - 1], |key, &i| key.insert(KEYS[i]));
        path.push(key);
    }
    let after_two_plies =
        key("rnbqkb.r pppppppp .....n.. ........ ........ .....N.. PPPPPPPP RNBQKB.R");
    assert_eq!(path[2], after_two_plies);
    assert_eq!(path[4], start);
    assert!(path[1..4].iter().all(|&key| key != start));

    let balance = bit_balance(&KEYS);
    println!(
        "linear rank {}, each bit set in {} to {} of {} keys",
        linear_rank(&KEYS),
        balance.iter().min().unwrap_or(&0),
        balance.iter().max().unwrap_or(&0),
        KEYS.len(),
    );
    assert_eq!(linear_rank(&KEYS), 64);
}

#[test]
fn every_claim_holds() {
    main();
}
