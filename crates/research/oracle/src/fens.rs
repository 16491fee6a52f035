//! Tests: FEN out and in on 10,000 positions, and damaged FENs, which we refuse as the others do.

use movegen::{FenField, Position, Variant};
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, PositionError};
use zobrist_keys::SplitMix64;

use crate::corpus;
use crate::trio::{Trio, read_cozy, read_shakmaty};

/// Positions of random games from all kinds of starts, one game a number.
fn games(count: usize) -> impl ParallelIterator<Item = Vec<Position>> {
    (0..count).into_par_iter().map(|number| {
        let mut random = SplitMix64::new(1_000 + number as u64);
        let fen = corpus::any_start(number, &mut random);
        corpus::random_game(&fen, 60, &mut random)
    })
}

/// Checks that each form is written, read strictly and written again as the same text, and that the
/// other generators read the same position.
fn round_trip(position: &Position) {
    let [x_fen, shredder] = Variant::ALL.map(|variant| position.to_fen_as(variant));
    for (fen, variant) in [&x_fen, &shredder].into_iter().zip(Variant::ALL) {
        let read = unmended(fen).unwrap_or_else(|| panic!("{fen}"));
        assert!(read == *position, "{fen}");
        assert_eq!(read.keys(), position.keys(), "{fen}");
        assert_eq!(read.to_fen_as(variant), *fen);
    }
    // Four fields are enough for everything but the clocks.
    let (four, clocks) = x_fen.match_indices(' ').nth(3).map(|(at, _)| x_fen.split_at(at)).unwrap();
    let read = unmended(four).unwrap();
    assert_eq!(read.to_fen_as(Variant::Standard), format!("{four} 0 1"), "without{clocks}");
    assert_eq!(read.key(), position.key());

    let trio = Trio::of(position).unwrap();
    trio.compare_fens().unwrap();
    assert!(read_shakmaty(&x_fen).unwrap() == read_shakmaty(&shredder).unwrap(), "{x_fen}");
    // The PGN standard's form, with the square behind every double step.
    let pgn = Fen::from_position(&trio.shakmaty, EnPassantMode::Always).to_string();
    assert!(unmended(&pgn).unwrap() == *position, "{pgn}");
    // cozy-chess's form, with the square if a pawn is beside.
    let cozy = format!("{:#}", trio.cozy);
    assert!(unmended(&cozy).unwrap() == *position, "{cozy}");
}

/// Reads a FEN that needs no repair, KQkq being rights of Chess960.
fn unmended(fen: &str) -> Option<Position> {
    let read = Position::read_fen(fen, Variant::Chess960).ok()?;
    read.repairs.is_empty().then_some(read.value)
}

#[test]
fn ten_thousand_positions_survive_every_form() {
    let positions: usize = games(200)
        .map(|game| {
            game.iter().for_each(round_trip);
            game.len()
        })
        .sum();
    assert!(positions >= 10_000, "{positions}");
}

/// The hand-made cases, where a rook without the right is outside of one that has it, and every
/// position one ply away.
#[test]
fn the_cases_survive_every_form() {
    let mut inner_rooks = 0;
    for fen in corpus::cases() {
        let position = Position::from_fen(fen).unwrap();
        round_trip(&position);
        position.legal_moves().into_iter().for_each(|mv| round_trip(&position.make(mv)));
        let rights = position.to_fen_as(Variant::Standard).split(' ').nth(2).unwrap().to_owned();
        inner_rooks += usize::from(rights.contains(|letter| !"KQkq-".contains(letter)));
    }
    assert!(inner_rooks >= 3, "{inner_rooks} cases need a rook's file in X-FEN");
}

/// Damages a FEN: letters changed, dropped, added or exchanged, fields exchanged or moved.
fn damage(fen: &str, random: &mut SplitMix64) -> String {
    const LETTERS: &[u8] = b"pnbrqkPNBRQKabcdefghABCDEFGH0123456789/- wx\xe9";
    let mut bytes = fen.as_bytes().to_vec();
    for _ in 0..=random.below(2) {
        let at = random.below(bytes.len());
        let letter = LETTERS[random.below(LETTERS.len())];
        match random.below(5) {
            0 => bytes[at] = letter,
            1 => bytes.insert(at, letter),
            2 => drop(bytes.remove(at)),
            3 => {
                let with = random.below(bytes.len());
                bytes.swap(at, with);
            }
            _ => {
                let mut fields: Vec<&[u8]> = bytes.split(|&byte| byte == b' ').collect();
                let (a, b) = (random.below(fields.len()), random.below(fields.len()));
                fields.swap(a, b);
                bytes = fields.join(&b' ');
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Counts of texts that our reader refuses or accepts, and of those on which all others agree.
#[derive(Default)]
struct Tally {
    refused: u64,
    refused_by_all: u64,
    accepted: u64,
    accepted_by_us_alone: u64,
}

fn judge(fen: &str, tally: &mut Tally) {
    let ours = unmended(fen);
    let strict = Position::from_fen_strict(fen);
    assert!(strict.is_err() || ours.is_some(), "{fen:?}: read strictly but not leniently");
    let cozy = [true, false].map(|shredder| cozy_chess::Board::from_fen(fen, shredder));
    let cozy_reads = cozy.iter().any(Result::is_ok);
    let shakmaty = read_shakmaty(fen);
    match ours {
        Some(position) => {
            tally.accepted += 1;
            let written = position.to_fen_as(Variant::Chess960);
            let again = Position::from_fen_strict(&written);
            assert!(again.as_ref() == Ok(&position), "{fen:?}");
            // cozy-chess judges the position alone: it reads Shredder-FEN, and clocks up to 100.
            let clockless = written.rsplitn(3, ' ').last().unwrap();
            read_cozy(&format!("{clockless} 0 1"))
                .unwrap_or_else(|error| panic!("{fen:?} {error}"));
            let alone = shakmaty.is_err() && !cozy_reads && !too_much_material(fen);
            tally.accepted_by_us_alone += u64::from(alone);
            assert!(!alone || is_our_leniency(fen), "{fen:?} is read by nobody else");
            assert!(!alone || strict.is_err(), "{fen:?} is read strictly, by nobody else");
        }
        None => {
            let error = strict.expect_err("what needs a repair is refused strictly");
            tally.refused += 1;
            tally.refused_by_all += u64::from(!cozy_reads && shakmaty.is_err());
            assert!(!error.faults().is_empty());
            for fault in error.faults() {
                assert!(fen.get(fault.span()).is_some(), "{fen:?} {fault}");
                assert!(fault.field() == FenField::Text || !fault.to_string().is_empty());
            }
            assert!(!cozy_reads || shakmaty.is_err(), "{fen:?} is refused by us alone: {error}");
        }
    }
}

/// Returns whether a text has a form that our lenient reader accepts and the others refuse: white
/// space of any length between the fields, numbers of empty squares side by side.
fn is_our_leniency(fen: &str) -> bool {
    let digits = fen.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_digit));
    fen.split_ascii_whitespace().collect::<Vec<_>>().join(" ") != fen || digits
}

/// Returns whether shakmaty refuses the material alone: it distinguishes bishops on light from
/// bishops on dark squares, where we only count promoted pieces.
fn too_much_material(fen: &str) -> bool {
    let Ok(read) = fen.parse::<Fen>() else { return false };
    read.into_position::<Chess>(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .is_ok()
}

#[test]
fn damaged_fens_are_refused_as_the_others_refuse_them() {
    let tallies: Vec<Tally> = games(60)
        .map(|game| {
            let mut random = SplitMix64::new(game.len() as u64);
            let mut tally = Tally::default();
            for (number, position) in game.iter().enumerate() {
                for _ in 0..5 {
                    let fen = damage(&position.to_fen_as(Variant::ALL[number % 2]), &mut random);
                    judge(&fen, &mut tally);
                }
            }
            tally
        })
        .collect();
    let sum = |field: fn(&Tally) -> u64| tallies.iter().map(field).sum::<u64>();
    let refused_by_all = sum(|tally| tally.refused_by_all);
    assert!(refused_by_all > 5_000, "{refused_by_all} of {}", sum(|tally| tally.refused));
    assert!(sum(|tally| tally.accepted) > 500, "the damage leaves no legal position");
    assert!(sum(|tally| tally.accepted_by_us_alone) * 100 < sum(|tally| tally.accepted));
}
