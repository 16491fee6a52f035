//! Laws of generation: captures and quiet moves are all moves, the count is the length of the list,
//! and a move is legal exactly if it is in the list.

use std::collections::BTreeSet;

use movegen::{
    Bitboard, CachedPosition, Color, Generate, Move, MoveList, PieceType, Position, Square, Variant,
};
use proptest::prelude::*;
use zobrist_keys::SplitMix64;

/// Positions of a random game, Chess960 starts among them.
fn random_game(seed: u64, visit: &mut impl FnMut(&Position)) {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/PPPPPP1k/8/8/8/8/pppppp1K/8 w - - 0 1",
        "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1",
        "1rk5/8/8/8/8/8/8/1RK4r w Bb - 0 1",
        "r1kr4/8/8/8/8/8/8/R1K2R2 w FAda - 0 1",
    ];
    let mut random = SplitMix64::new(seed);
    let mut position = Position::from_fen(starts[seed as usize % starts.len()]).unwrap();
    for _ in 0..150 {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position = position.make(moves[random.next() as usize % moves.len()]);
    }
}

fn list(position: &Position, which: Generate) -> Vec<Move> {
    let mut list = MoveList::new();
    position.generate(which, &mut list);
    list.to_vec()
}

#[test]
fn the_parts_make_the_whole() {
    for seed in 0..60 {
        random_game(seed, &mut |position| {
            let all = list(position, Generate::All);
            let tactical = list(position, Generate::Tactical);
            let quiets = list(position, Generate::Quiets);
            let distinct: BTreeSet<Move> = all.iter().copied().collect();
            assert_eq!(distinct.len(), all.len(), "{position:?}: a move twice");
            let parts: BTreeSet<Move> = tactical.iter().chain(&quiets).copied().collect();
            assert_eq!(parts, distinct, "{position:?}");
            assert_eq!(tactical.len() + quiets.len(), all.len(), "{position:?}");
            assert!(tactical.iter().all(|&mv| position.is_tactical(mv)), "{position:?}");
            assert!(!quiets.iter().any(|&mv| position.is_tactical(mv)), "{position:?}");
            assert_eq!(position.count_legal() as usize, all.len());
            for &mv in &all {
                let fewer = position.make(mv).occupied().count() < position.occupied().count();
                assert_eq!(position.is_capture(mv), fewer, "{position:?} {mv}");
            }
            let evasions = list(position, Generate::Evasions);
            assert_eq!(evasions, if position.in_check() { all } else { Vec::new() });
        });
    }
}

fn pieces_of_fen(fen: &str) -> Vec<(Square, Color, PieceType)> {
    let mut pieces = Vec::new();
    let rows = fen.split(' ').next().expect("a board").split('/');
    for (row, rank) in rows.zip((0..8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let color = if letter.is_uppercase() { Color::White } else { Color::Black };
            let kind = "pnbrqk".find(letter.to_ascii_lowercase()).expect("a piece");
            pieces.push((Square::ALL[8 * rank + file], color, PieceType::ALL[kind]));
            file += 1;
        }
    }
    pieces
}

/// The squares that a piece attacks, step by step.
fn attacks_of(from: Square, color: Color, kind: PieceType, occupied: &[Square]) -> Vec<Square> {
    let forward = if color == Color::White { 1 } else { -1 };
    let lines = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let knight = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    let (steps, reach): (Vec<(i32, i32)>, i32) = match kind {
        PieceType::Pawn => (vec![(1, forward), (-1, forward)], 1),
        PieceType::Knight => (knight.to_vec(), 1),
        PieceType::Bishop => (diagonals.to_vec(), 7),
        PieceType::Rook => (lines.to_vec(), 7),
        PieceType::Queen => ([lines, diagonals].concat(), 7),
        PieceType::King => ([lines, diagonals].concat(), 1),
    };
    let mut attacked = Vec::new();
    for (right, up) in steps {
        let (mut file, mut rank) = (from.file().index() as i32, from.rank().index() as i32);
        for _ in 0..reach {
            (file, rank) = (file + right, rank + up);
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let square = Square::ALL[(8 * rank + file) as usize];
            attacked.push(square);
            if occupied.contains(&square) {
                break;
            }
        }
    }
    attacked
}

#[test]
fn the_board_and_its_attacks_are_those_of_the_fen() {
    for seed in 0..14 {
        random_game(seed, &mut |position| {
            let pieces = pieces_of_fen(&position.to_fen());
            let occupied: Vec<Square> = pieces.iter().map(|&(square, ..)| square).collect();
            let set =
                |squares: &[Square]| squares.iter().fold(Bitboard::EMPTY, |set, s| set | s.bb());
            assert_eq!(position.occupied(), set(&occupied));
            for color in Color::ALL {
                let slow = [PieceType::Pawn, PieceType::King];
                let fast = pieces.iter().any(|&(_, of, kind)| of == color && !slow.contains(&kind));
                assert_eq!(position.has_non_pawn_material(color), fast, "{position:?} {color:?}");
            }
            let mut attackers = vec![Vec::new(); 64];
            for &(from, color, kind) in &pieces {
                for square in attacks_of(from, color, kind, &occupied) {
                    attackers[square.index()].push((from, color));
                }
            }
            for square in Square::ALL {
                let all = &attackers[square.index()];
                let from: Vec<Square> = all.iter().map(|&(from, _)| from).collect();
                assert_eq!(position.attackers_to(square, position.occupied()), set(&from));
                for color in Color::ALL {
                    let attacked = all.iter().any(|&(_, by)| by == color);
                    let occupied = position.occupied();
                    assert_eq!(position.is_attacked(square, color, occupied), attacked);
                }
            }
        });
    }
}

fn count_tree(position: &Position, depth: u32, nodes: &mut u64) {
    *nodes += 1;
    let moves = position.legal_moves();
    assert_eq!(position.count_legal() as usize, moves.len(), "{position:?}");
    if depth > 0 {
        for mv in moves {
            count_tree(&position.make(mv), depth - 1, nodes);
        }
    }
}

/// At every node of the trees below the hand-made cases, the openings and the Chess960 starts.
#[test]
fn counting_is_generating_at_every_node() {
    let mut nodes = 0;
    let suites = [
        (include_str!("../data/perft.epd"), 3, 1),
        (include_str!("../data/standard.epd"), 2, 1),
        (include_str!("../data/chess960.epd"), 2, 8),
        (include_str!("../data/dfrc.epd"), 2, 3),
    ];
    let every = 10 / crate::amount(10) as usize;
    for (suite, depth, step) in suites {
        for line in suite.lines().filter(|line| !line.starts_with('#')).step_by(step * every) {
            let position = Position::from_fen(line.split(" ;D").next().unwrap()).unwrap();
            count_tree(&position, depth, &mut nodes);
        }
    }
    assert!(nodes > 500_000 / (every * every) as u64, "{nodes}");
}

/// 10^7 random words of 16 bits, or a tenth, are legal exactly if they are in the list.
#[test]
fn ten_million_random_words_are_legal_exactly_if_listed() {
    let mut random = SplitMix64::new(13);
    let (mut words, mut legal) = (0, 0);
    for seed in 0.. {
        random_game(seed, &mut |position| {
            let moves = position.legal_moves();
            let mut listed = [0u64; 1 << 10];
            for mv in &moves {
                listed[usize::from(mv.to_bits() >> 6)] |= 1 << (mv.to_bits() & 63);
            }
            let cached = CachedPosition::from(position.clone());
            for _ in 0..500 {
                let mut four = random.next();
                for _ in 0..4 {
                    let bits = four as u16;
                    four >>= 16;
                    let Some(mv) = Move::from_bits(bits) else { continue };
                    let is_listed = listed[usize::from(bits >> 6)] >> (bits & 63) & 1 != 0;
                    assert_eq!(cached.is_legal(mv), is_listed, "{position:?} {mv:?}");
                    words += 1;
                    legal += u64::from(is_listed);
                }
            }
        });
        if words >= crate::amount(10_000_000) {
            break;
        }
    }
    assert!(legal > u64::from(crate::amount(1_000)), "{legal} of {words} are legal");
}

/// No legal move leaves the own king attacked, and `gives_check` agrees with the child, by what was
/// gathered for all moves too.
#[test]
fn checks_are_seen() {
    for seed in 100..140 {
        random_game(seed, &mut |position| {
            assert_eq!(position.in_check(), position.checkers().any());
            assert_eq!(position.legality().checkers(), position.checkers());
            let cached = CachedPosition::from(position.clone());
            let mut quiet_checks = MoveList::new();
            position.generate_quiet_checks(&mut quiet_checks);
            let quiet_checks: BTreeSet<Move> = quiet_checks.iter().copied().collect();
            for mv in position.legal_moves() {
                let child = position.make(mv);
                let us = position.side_to_move();
                assert!(!child.is_attacked(child.king(us), !us, child.occupied()), "{mv}");
                let check = child.in_check();
                assert_eq!(position.gives_check(mv), check, "{position:?} {mv}");
                assert_eq!(cached.gives_check(mv), check, "{position:?} {mv}");
                assert!(!(cached.checks().rule_out(mv) && check), "{position:?} {mv}");
                let quiet_check = check && !position.is_tactical(mv);
                assert_eq!(quiet_checks.contains(&mv), quiet_check, "{position:?} {mv}");
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::amount(300)))]

    /// Any 16 bits are legal exactly if the list has them.
    #[test]
    fn is_legal_is_membership(
        seed in 0u64..10_000,
        noise in proptest::collection::vec(1u16.., 40),
    ) {
        random_game(seed, &mut |position| {
            let moves: BTreeSet<Move> = position.legal_moves().into_iter().collect();
            let cached = CachedPosition::from(position.clone());
            for &bits in &noise {
                let mv = Move::from_bits(bits).unwrap();
                assert_eq!(cached.is_legal(mv), moves.contains(&mv), "{position:?} {mv:?}");
            }
            assert!(moves.iter().all(|&mv| position.is_legal(mv)));
        });
    }
}

/// Every move of every form at some positions, exhaustively.
#[test]
fn is_legal_is_membership_for_all_bits() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "4k3/8/8/8/8/8/4q3/R3K2R w KQ - 0 1",
        "5k2/8/8/8/8/8/8/rR1K2R1 w GB - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let moves = position.legal_moves();
        for bits in 1..=u16::MAX {
            let mv = Move::from_bits(bits).unwrap();
            assert_eq!(position.is_legal(mv), moves.contains(&mv), "{fen} {mv:?}");
        }
    }
}

/// Every legal move is written and read back in SAN and in both of UCI's notations.
#[test]
fn moves_survive_every_notation() {
    for seed in 200..260 {
        random_game(seed, &mut |position| {
            for mv in position.legal_moves() {
                let san = position.san(mv);
                assert_eq!(position.parse_san(&san), Ok(mv), "{position:?} {san}");
                for variant in Variant::ALL {
                    let uci = position.uci_as(mv, variant);
                    assert_eq!(position.parse_uci(&uci), Ok(mv), "{position:?} {uci}");
                }
            }
        });
    }
}

/// A null move gives the position that its FEN describes: the same pins, checks and moves, no en
/// passant.
#[test]
fn a_null_move_gives_the_position_of_its_fen() {
    let mut child = Position::startpos();
    let mut passed = 0;
    for seed in 300..340 {
        random_game(seed, &mut |position| {
            if position.in_check() {
                return;
            }
            position.make_null_into(&mut child);
            let read = Position::from_fen(&child.to_fen()).unwrap();
            assert!(child == read, "{position:?}");
            assert_eq!(child.keys(), read.keys(), "{position:?}");
            assert_eq!(child.legality(), read.legality(), "{position:?}");
            assert_eq!(child.legal_moves()[..], read.legal_moves()[..], "{position:?}");
            assert_eq!(child.en_passant(), None);
            passed += 1;
        });
    }
    assert!(passed > 2_000, "{passed}");
}

/// A cached position that is filled again and again answers as the position inside does.
#[test]
fn a_cached_position_forgets_what_the_one_before_it_knew() {
    let [mut parent, mut child] = [(); 2].map(|()| CachedPosition::from(Position::startpos()));
    let check = |cached: &CachedPosition| {
        assert_eq!(*cached.legality(), Position::legality(cached), "{:?}", **cached);
        assert_eq!(*cached.checks(), Position::checks(cached), "{:?}", **cached);
    };
    for seed in 340..360 {
        random_game(seed, &mut |position| {
            parent.clone_from(&position.clone().into());
            check(&parent);
            for mv in position.legal_moves() {
                parent.make_into(mv, &mut child);
                assert!(*child == position.make(mv), "{position:?} {mv}");
                check(&child);
            }
            if let Some(passed) = position.make_null() {
                parent.make_null_into(&mut child);
                assert!(*child == passed, "{position:?}");
                check(&child);
            }
        });
    }
}
