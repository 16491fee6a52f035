//! Tests: moves in standard algebraic notation as shakmaty writes and reads them.

use movegen::{Move, Position};
use rayon::prelude::*;
use shakmaty::san::{San, SanPlus};
use zobrist_keys::SplitMix64;

use crate::corpus;
use crate::trio::Trio;

/// Compares every legal move of a position: written alike, and read back from each way to write it.
fn compare(position: &Position) -> usize {
    let trio = Trio::of(position).unwrap();
    let moves = trio.moves().unwrap();
    for mv in &moves {
        let theirs = SanPlus::from_move(trio.shakmaty.clone(), mv.shakmaty()).to_string();
        assert_eq!(position.san(mv.ours), theirs, "{position:?}");
        for text in variants(&theirs, mv.ours) {
            assert_eq!(position.parse_san(&text), Ok(mv.ours), "{position:?} {text}");
        }
    }
    moves.len()
}

/// Ways to write a move that people and programs use.
fn variants(san: &str, mv: Move) -> Vec<String> {
    let bare = san.trim_end_matches(['+', '#']).to_owned();
    let mut variants = vec![
        san.to_owned(),
        bare.clone(),
        format!("{bare}!?"),
        format!("{san}??"),
        bare.replace('=', ""),
        bare.replace('x', ""),
        bare.replace("O", "0"),
        bare.replace('x', ":"),
    ];
    if mv.is_promotion() {
        let (head, letter) = bare.split_once('=').expect("a promotion is marked");
        variants.extend([
            format!("{head}({letter})"),
            format!("{head}/{letter}"),
            format!("{head}={}", letter.to_lowercase()),
            format!("{head}{}", letter.to_lowercase()),
        ]);
    }
    if mv.is_en_passant() {
        variants.extend([format!("{bare} e.p."), format!("{bare}e.p.")]);
    }
    if !mv.is_castling() {
        // Long algebraic: the whole origin.
        let letter = bare.chars().next().filter(char::is_ascii_uppercase);
        let letter = letter.map_or(String::new(), String::from);
        let promoted = bare.split_once('=').map_or("", |(_, letter)| letter);
        variants.push(format!("{letter}{}-{}{promoted}", mv.from(), mv.to()));
        variants.push(format!("{letter}{}x{}{promoted}", mv.from(), mv.to()));
    }
    variants
}

#[test]
fn every_move_is_written_as_shakmaty_writes_it_and_read_in_every_way() {
    let moves: usize = (0..120usize)
        .into_par_iter()
        .map(|number| {
            let mut random = SplitMix64::new(2_000 + number as u64);
            let fen = corpus::any_start(number, &mut random);
            corpus::random_game(&fen, 80, &mut random).iter().step_by(3).map(compare).sum::<usize>()
        })
        .sum();
    assert!(moves > 50_000, "{moves}");
}

#[test]
fn the_cases_too() {
    let moves: usize = corpus::cases().map(|fen| compare(&Position::from_fen(fen).unwrap())).sum();
    assert!(moves > 1_000, "{moves}");
}

/// Texts that are no move, or none here: what we accept, shakmaty accepts as the same move, except
/// for the ways of writing that it does not know.
#[test]
fn damaged_moves_are_refused_as_shakmaty_refuses_them() {
    const LETTERS: &[u8] = b"NBRQKabcdefgh12345678xO-=+#";
    let mut random = SplitMix64::new(3);
    let (mut refused, mut accepted) = (0, 0);
    for number in 0..60 {
        let fen = corpus::any_start(number, &mut random);
        for position in corpus::random_game(&fen, 40, &mut random) {
            let trio = Trio::of(&position).unwrap();
            for &mv in &position.legal_moves() {
                let mut bytes = position.san(mv).into_bytes();
                let at = random.below(bytes.len());
                bytes[at] = LETTERS[random.below(LETTERS.len())];
                let text = String::from_utf8(bytes).unwrap();
                let theirs =
                    text.parse::<San>().ok().and_then(|san| san.to_move(&trio.shakmaty).ok());
                match (position.parse_san(&text), theirs) {
                    (Ok(ours), Some(theirs)) => {
                        let found = trio.moves().unwrap();
                        let found = found.iter().find(|mv| mv.ours == ours).unwrap();
                        assert_eq!(found.shakmaty(), theirs, "{position:?} {text}");
                        accepted += 1;
                    }
                    (Err(_), _) => refused += 1,
                    (Ok(ours), None) => {
                        let told = text.contains(&ours.to().to_string()) || ours.is_castling();
                        assert!(told, "{position:?} {text} is read as {ours}");
                        accepted += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 10_000 && accepted > 1_000, "{refused} {accepted}");
}
