//! Trees compared with those of an independent generator (cozy-chess): standard and Chess960.

use movegen::{Move, MoveKind, Position, Variant};
use zobrist_keys::SplitMix64;

fn oracle(position: &Position) -> cozy_chess::Board {
    let fen = position.to_fen_as(Variant::Chess960);
    cozy_chess::Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error:?}"))
}

fn oracle_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += oracle_perft(&child, depth - 1);
        }
        false
    });
    leaves
}

/// Both write castling as the king taking its rook.
fn name(mv: Move) -> String {
    mv.to_string()
}

fn compare_moves(position: &Position) {
    let mut ours: Vec<String> = position.legal_moves().into_iter().map(name).collect();
    let mut theirs = Vec::new();
    oracle(position).generate_moves(|moves| {
        theirs.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "{position:?}");
}

/// Chess960 start number 0..960 as a row of piece letters (Scharnagl's numbering).
fn chess960_row(number: usize) -> String {
    let mut row = [None; 8];
    let nth_free =
        |row: &[Option<char>; 8], n: usize| (0..8).filter(|&i| row[i].is_none()).nth(n).unwrap();
    row[2 * (number % 4) + 1] = Some('b');
    row[2 * (number / 4 % 4)] = Some('b');
    let queen = nth_free(&row, number / 16 % 6);
    row[queen] = Some('q');
    let mut pairs = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b)));
    let (a, b) = pairs.nth(number / 96).unwrap();
    let (a, b) = (nth_free(&row, a), nth_free(&row, b));
    row[a] = Some('n');
    row[b] = Some('n');
    for letter in ['r', 'k', 'r'] {
        let free = nth_free(&row, 0);
        row[free] = Some(letter);
    }
    row.into_iter().flatten().collect()
}

fn start(white: usize, black: usize) -> Position {
    let (white, black) = (chess960_row(white).to_uppercase(), chess960_row(black));
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
    Position::read_fen(&fen, Variant::Chess960).unwrap().value
}

#[test]
fn start_518_is_the_standard_one() {
    assert_eq!(start(518, 518), Position::startpos());
}

/// Random games from 120 starts, half of them with different rows for both sides, so that castling
/// comes up; perft 3 at some of their positions.
#[test]
fn chess960_trees_agree() {
    let mut random = SplitMix64::new(960);
    let mut castled = 0;
    for game in 0..120 {
        let white = random.next() as usize % 960;
        let black = if game % 2 == 0 { white } else { random.next() as usize % 960 };
        let mut position = start(white, black);
        for ply in 0..80 {
            compare_moves(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let castling = moves.iter().copied().find(|mv| mv.kind() == MoveKind::Castling);
            if ply % 20 == 12 {
                let ours = movegen::perft(&position, 3);
                assert_eq!(ours, oracle_perft(&oracle(&position), 3), "{position:?}");
            }
            castled += usize::from(castling.is_some());
            let random_move = moves[random.next() as usize % moves.len()];
            // Castle at once in one game of four; keep the right in the others.
            let mv = castling.filter(|_| game % 4 == 0).unwrap_or(random_move);
            position = position.make(mv);
        }
    }
    assert!(castled > 100, "castling was possible only {castled} times");
}

/// The suite's counts beyond the six published positions are confirmed here.
#[test]
fn standard_trees_agree() {
    for line in include_str!("../data/perft.epd").lines().filter(|line| !line.starts_with('#')) {
        let position = Position::from_fen(line.split(" ;D").next().unwrap()).unwrap();
        assert_eq!(movegen::perft(&position, 4), oracle_perft(&oracle(&position), 4), "{line}");
    }
}
