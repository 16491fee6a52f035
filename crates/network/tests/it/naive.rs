//! The value of a position by the definition, from the bytes of the file as their page describes
//! them: an independent reader.

use movegen::{Bitboard, Color, File, PieceType, Position};
use network::format::HEADER_BYTES;
use zobrist_keys::SplitMix64;

use crate::support::{architectures, network, random_moves};

fn half(bytes: &[u8], at: usize) -> i64 {
    i16::from_le_bytes([bytes[at], bytes[at + 1]]).into()
}

fn value(bytes: &[u8], position: &Position) -> i64 {
    value_of(bytes, position, position.occupied())
}

fn value_of(bytes: &[u8], position: &Position, squares: Bitboard) -> i64 {
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
        for square in squares {
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
    let output = ((squares.count() as usize - 2) / 32_usize.div_ceil(outputs)).min(outputs - 1);
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
    let mut random = SplitMix64::new(7);
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

#[test]
fn the_value_without_a_piece_is_that_of_the_others() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1";
    let position = Position::from_fen(fen).expect("a legal position");
    for (seed, architecture) in architectures().iter().enumerate() {
        let network = network(architecture, seed as u64);
        let bytes = network.to_bytes();
        for square in position.occupied() & !position.pieces(PieceType::King) {
            let others = position.occupied() & !Bitboard::from(square);
            let expected = value_of(&bytes, &position, others);
            assert_eq!(i64::from(network.evaluate_without(&position, square)), expected);
        }
    }
}
