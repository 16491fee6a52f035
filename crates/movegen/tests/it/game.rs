//! Ends of games, positions set up by hand, starts by number, null moves, the drawn board.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use movegen::{
    Color, File, GameEnd, GameResult, KeyHistory, Piece, Position, PositionBuilder, Square, Variant,
};
use zobrist_keys::SplitMix64;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// Positions of random games from starts of double Chess960.
fn random_positions(games: u64, visit: &mut impl FnMut(&Position)) {
    for seed in 0..games {
        let mut random = SplitMix64::new(seed);
        let (white, black) = (random.next() as u32 % 960, random.next() as u32 % 960);
        let mut position = Position::double_chess960(white, black).unwrap();
        for _ in 0..150 {
            visit(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.make(moves[random.next() as usize % moves.len()]);
        }
    }
}

#[test]
fn automatic_ends_come_before_claims_and_mate_before_all() {
    let empty = KeyHistory::new();
    let mated = "R5k1/5ppp/8/8/8/8/8/7K b - - 150 100";
    for (fen, automatic, any) in [
        (mated, Some(GameEnd::Checkmate { winner: Color::White }), None),
        ("k7/2Q5/8/8/8/8/8/7K b - - 150 100", Some(GameEnd::Stalemate), None),
        ("k7/8/8/8/8/8/8/6BK b - - 150 100", Some(GameEnd::InsufficientMaterial), None),
        ("k7/8/8/8/8/8/8/6RK b - - 150 100", Some(GameEnd::SeventyFiveMoves), None),
        ("k7/8/8/8/8/8/8/6RK b - - 149 100", None, Some(GameEnd::FiftyMoves)),
        ("k7/8/8/8/8/8/8/6RK b - - 100 100", None, Some(GameEnd::FiftyMoves)),
        ("k7/8/8/8/8/8/8/6RK b - - 99 100", None, None),
    ] {
        let position = position(fen);
        assert_eq!(position.outcome(), automatic, "{fen}");
        assert_eq!(position.outcome_with(&empty), automatic.or(any), "{fen}");
        assert!(automatic.is_none_or(|end| !end.is_claim()));
        assert!(any.is_none_or(GameEnd::is_claim));
    }
    assert_eq!(GameEnd::Checkmate { winner: Color::Black }.result(), GameResult::BlackWins);
    assert_eq!(GameEnd::Stalemate.winner(), None);
}

#[test]
fn only_a_lone_minor_piece_and_bishops_of_one_colour_cannot_mate() {
    for (board, cannot) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/1N2K3", true),
        ("4kb2/8/8/8/8/8/8/4K3", true),
        ("4kb2/8/8/8/8/8/8/2B1K3", true),
        ("2b1k3/8/8/8/8/8/8/4KB2", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3", false),
        ("4k3/8/8/8/8/8/8/1N2K1N1", false),
        ("1n2k3/8/8/8/8/8/8/1N2K3", false),
        ("4kb2/8/8/8/8/8/8/1N2K3", false),
        ("4k3/8/8/8/8/8/8/1NB1KB2", false),
        ("4k3/8/8/8/8/8/P7/4K3", false),
        ("4k3/8/8/8/8/8/8/R3K3", false),
        ("3qk3/8/8/8/8/8/8/4K3", false),
    ] {
        let position = position(&format!("{board} w - - 0 1"));
        assert_eq!(position.is_insufficient_material(), cannot, "{board}");
    }
}

#[test]
fn repetitions_are_claims_until_the_fifth() {
    let mut position = Position::startpos();
    let mut history = KeyHistory::new();
    let mut ends = Vec::new();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(16) {
        history.push(position.key());
        position = position.make(position.parse_uci(text).unwrap());
        ends.push(position.outcome_with(&history));
    }
    let at = |ply: usize| ends[ply - 1];
    assert_eq!([at(4), at(7)], [None, None]);
    assert_eq!([at(8), at(12), at(15)], [Some(GameEnd::ThreefoldRepetition); 3]);
    assert_eq!(at(16), Some(GameEnd::FivefoldRepetition));
}

#[test]
fn positions_that_differ_in_clocks_alone_are_the_same_and_hash_alike() {
    let state = RandomState::new();
    let mut seen = HashSet::new();
    random_positions(40, &mut |position| {
        let aged: Position =
            PositionBuilder::from(position).halfmove_clock(77).fullmove_number(99).build().unwrap();
        assert!(aged.same_position(position));
        assert_eq!(state.hash_one(&aged), state.hash_one(position));
        assert_eq!(aged == *position, position.halfmove_clock() == 77);
        if let Some(passed) = position.make_null() {
            assert!(!passed.same_position(position));
            assert_ne!(state.hash_one(&passed), state.hash_one(position));
        }
        seen.insert(position.clone());
    });
    assert!(seen.len() > 3_000, "{}", seen.len());
    // The pawn has passed d6 in both; only in one of them may it be captured.
    let possible = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let pinned = position("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert!(!possible.same_position(&position("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")));
    assert!(pinned.same_position(&position("4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1")));
    assert!(!possible.same_position(&position("4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1")));
}

#[test]
fn every_position_is_built_again() {
    random_positions(60, &mut |position| {
        let builder = PositionBuilder::from(position);
        assert_eq!(builder.to_fen(), position.to_fen_as(Variant::Chess960));
        let built: Position = builder.build().unwrap();
        assert!(built == *position, "{position:?}");
        assert_eq!(built.keys(), position.keys());
        // Many of these are illegal: the side that has moved is in check.
        for turn in Color::ALL {
            let bare = builder.clone().no_castling().en_passant(None).side_to_move(turn);
            assert_eq!(bare.build(), Position::from_fen_strict(&bare.to_fen()));
        }
    });
}

#[test]
fn the_builder_names_every_fault() {
    let faulty = PositionBuilder::from(&Position::startpos())
        .put(Square::E4, Piece::WhiteKing)
        .put(Square::A1, Piece::WhitePawn)
        .castling(Color::White, File::C)
        .en_passant(Some(Square::D6))
        .fullmove_number(0);
    let message = faulty.build::<movegen::DefaultKeys>().unwrap_err().to_string();
    for part in ["white has 2 kings", "17 pieces", "a pawn stands on a1", "counted from 1"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    let mended = faulty.remove(Square::E4).put(Square::A1, Piece::WhiteRook).fullmove_number(1);
    let message = mended.build::<movegen::DefaultKeys>().unwrap_err().to_string();
    for part in ["no king and rook on their rank for 'C'", "no pawn has just passed d6"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    let mended = mended.no_castling_with(Color::White, File::C).en_passant(None);
    assert_eq!(mended.build(), Ok(Position::startpos()));
    // A rook that is removed takes its right along; another one does not bring it back.
    let without = mended.clone().remove(Square::H1).put(Square::H1, Piece::WhiteRook);
    assert!(without.to_fen().contains(" w Aha "), "{}", without.to_fen());
    assert!(mended.no_castling().to_fen().contains(" w - "));
}

#[test]
fn the_starts_of_chess960_are_those_of_the_list() {
    let lines = include_str!("../data/chess960.epd").lines().filter(|line| !line.starts_with('#'));
    let mut starts = 0;
    for (number, line) in (0..).zip(lines) {
        let fen = line.split(" ;D").next().unwrap();
        let start = Position::chess960(number).unwrap();
        assert_eq!(start.to_fen_as(Variant::Chess960), fen, "{number}");
        assert_eq!(start.keys(), position(fen).keys(), "{number}");
        assert_eq!(start.chess960_number(), Some(number));
        starts += 1;
    }
    assert_eq!(starts, 960);
    assert_eq!(Position::chess960(518), Some(Position::startpos()));
    assert_eq!(Position::chess960(960), None);
}

#[test]
fn double_starts_have_two_numbers() {
    for line in include_str!("../data/dfrc.epd").lines().filter(|line| !line.starts_with('#')) {
        let position = position(line.split(" ;D").next().unwrap());
        let (white, black) = position.double_chess960_numbers().expect(line);
        assert_eq!(Position::double_chess960(white, black).as_ref(), Some(&position));
        assert_eq!(position.chess960_number(), (white == black).then_some(white));
    }
    assert_eq!(Position::double_chess960(0, 960), None);
    let less = PositionBuilder::from(&Position::startpos()).no_castling_with(Color::White, File::A);
    assert_eq!(less.build::<movegen::DefaultKeys>().unwrap().chess960_number(), None);
}

#[test]
fn a_null_move_is_refused_in_check_alone() {
    let mut child = Position::startpos();
    random_positions(40, &mut |position| match position.make_null() {
        None => assert!(position.in_check()),
        Some(passed) => {
            assert!(!position.in_check());
            position.make_null_into(&mut child);
            assert!(passed == child);
            assert_eq!(passed.keys(), child.keys());
        }
    });
}

#[test]
fn the_board_draws_every_piece() {
    random_positions(5, &mut |position| {
        let drawn = position.to_string();
        assert_eq!(drawn.lines().count(), 9);
        for square in Square::ALL {
            let line = drawn.lines().nth(7 - square.rank().index()).unwrap();
            let letter = line.chars().nth(2 + 2 * square.file().index()).unwrap();
            assert_eq!(letter, position.piece_at(square).map_or('.', Piece::letter));
        }
    });
}
