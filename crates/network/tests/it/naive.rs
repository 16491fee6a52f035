//! The value of a position by the definition, from the bytes of the file as their page describes
//! them: an independent reader.

use movegen::{Color, File, PieceType, Position};
use network::format::HEADER_BYTES;

use crate::support::{Random, architectures, network, random_moves};

fn half(bytes: &[u8], at: usize) -> i64 {
    i16::from_le_bytes([bytes[at], bytes[at + 1]]).into()
}

/// Returns the value of a position.
fn value(bytes: &[u8], position: &Position) -> i64 {
    let (mirrored, outputs) = (bytes[10] == 1, bytes[11] as usize);
    let hidden = half(bytes, 12) as usize;
    let [one, weight, scale] = [16, 18, 20].map(|at| half(bytes, at));
    let king_buckets = &bytes[24..HEADER_BYTES];
    let inputs = 768 * (1 + *king_buckets.iter().max().unwrap() as usize);
    let weight_at = |number: usize| half(bytes, HEADER_BYTES + 2 * number);
    let us = position.side_to_move();
    let neurons = [us, !us].map(|color| {
        let king = position.king(color);
        let flip = if color == Color::White { 0 } else { 56 };
        let turn = if mirrored && king.file() >= File::E { flip ^ 7 } else { flip };
        let bucket = king_buckets[king.index() ^ turn] as usize;
        let mut sums: Vec<i64> = (0..hidden).map(|n| weight_at(inputs * hidden + n)).collect();
        for square in position.occupied() {
            let piece = position.piece_at(square).unwrap();
            let kinds = [
                PieceType::Pawn,
                PieceType::Knight,
                PieceType::Bishop,
                PieceType::Rook,
                PieceType::Queen,
                PieceType::King,
            ];
            let kind = kinds.into_iter().position(|kind| kind == piece.kind()).unwrap();
            let theirs = usize::from(piece.color() != color);
            let input = 768 * bucket + 384 * theirs + 64 * kind + (square.index() ^ turn);
            (0..hidden).for_each(|n| sums[n] += weight_at(input * hidden + n));
        }
        sums
    });
    let pieces = position.occupied().count() as usize;
    let output = ((pieces - 2) / 32_usize.div_ceil(outputs)).min(outputs - 1);
    let first = (inputs + 1) * hidden + 2 * hidden * output;
    let all = neurons.concat();
    let terms = all.iter().enumerate().map(|(n, &x)| x.clamp(0, one).pow(2) * weight_at(first + n));
    let biases = HEADER_BYTES + 2 * ((inputs + 1) * hidden + 2 * hidden * outputs);
    let bias = &bytes[biases + 4 * output..][..4];
    let bias = i64::from(i32::from_le_bytes(bias.try_into().unwrap()));
    (terms.sum::<i64>() / one + bias) * scale / (one * weight)
}

#[test]
fn the_value_is_that_of_the_definition() {
    let mut random = Random(7);
    for (seed, architecture) in architectures().iter().enumerate() {
        let network = network(architecture, seed as u64);
        let bytes = network.to_bytes();
        let (mut seen, mut different) = (0, std::collections::HashSet::new());
        random_moves(&mut random, 400, |_, _, position, _| {
            let expected = value(&bytes, position);
            assert_eq!(i64::from(network.evaluate(position)), expected, "{position:?}");
            different.insert(expected);
            seen += 1;
        });
        assert!(seen > 300 && different.len() > 200, "{seen} {}", different.len());
    }
}
