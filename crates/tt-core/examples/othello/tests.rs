//! The solver against a plain one on an array of squares, and the rules against published counts.

use tt_core::Table;

use super::board::Board;
use super::solver::Solver;
use super::{PUBLISHED, demonstrate, random_positions};

/// Squares in plain words: `Some(0)` is a disc of the first side.
#[derive(Clone)]
struct Plain {
    squares: [[Option<usize>; 8]; 8],
    side: usize,
}

impl Plain {
    fn of(board: Board) -> Self {
        let mut squares = [[None; 8]; 8];
        for square in 0..64 {
            squares[square / 8][square % 8] = match square {
                _ if board.own >> square & 1 == 1 => Some(0),
                _ if board.other >> square & 1 == 1 => Some(1),
                _ => None,
            };
        }
        Self { squares, side: 0 }
    }

    /// The position after a move, if it is allowed.
    fn play(&self, row: i32, column: i32) -> Option<Self> {
        let get = |row: i32, column: i32| {
            let on_board = (0..8).contains(&row) && (0..8).contains(&column);
            on_board.then(|| self.squares[row as usize][column as usize]).flatten()
        };
        if get(row, column).is_some() {
            return None;
        }
        let mut child = self.clone();
        let mut turned = 0;
        for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        {
            let length = (1..)
                .take_while(|i| get(row + i * down, column + i * right) == Some(1 - self.side))
                .count() as i32;
            if get(row + (length + 1) * down, column + (length + 1) * right) != Some(self.side) {
                continue;
            }
            for i in 1..=length {
                let (row, column) = (row + i * down, column + i * right);
                child.squares[row as usize][column as usize] = Some(self.side);
            }
            turned += length;
        }
        child.squares[row as usize][column as usize] = Some(self.side);
        child.side = 1 - self.side;
        (turned > 0).then_some(child)
    }

    fn children(&self) -> Vec<Self> {
        (0..64).filter_map(|square| self.play(square / 8, square % 8)).collect()
    }

    fn result(&self) -> i8 {
        let count = |who| self.squares.iter().flatten().filter(|&&square| square == who).count();
        let (own, other) = (count(Some(self.side)) as i8, count(Some(1 - self.side)) as i8);
        match own - other {
            0 => 0,
            lead if lead > 0 => 64 - 2 * other,
            _ => 2 * own - 64,
        }
    }

    /// Alpha-beta without anything.
    fn value(&self, mut alpha: i8, beta: i8) -> i8 {
        let children = self.children();
        if children.is_empty() {
            let passed = Self { side: 1 - self.side, ..self.clone() };
            return match passed.children().is_empty() {
                true => self.result(),
                false => -passed.value(-beta, -alpha),
            };
        }
        let mut best = i8::MIN;
        for child in children {
            best = best.max(-child.value(-beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

fn values_agree(seed: u64, free: u32, positions: usize) {
    for board in random_positions(seed, free).take(positions) {
        let expected = Plain::of(board).value(-100, 100);
        assert_eq!(Solver::new(None).value(board), expected, "{board:?}");
        // Small enough for records to drive each other out.
        let table = Table::new(1 << 12).unwrap();
        assert_eq!(Solver::new(Some(table)).value(board), expected, "{board:?}");
    }
}

#[test]
fn the_solver_equals_a_plain_one() {
    values_agree(1, 5, 200);
    values_agree(2, 8, 50);
    values_agree(3, 10, 5);
}

/// Ways to play on, a pass counted as a move.
fn perft(board: Board, depth: u32) -> u64 {
    let mut moves = board.moves();
    if depth == 0 {
        return 1;
    }
    if moves == 0 {
        return if board.pass().moves() == 0 { 1 } else { perft(board.pass(), depth - 1) };
    }
    let mut ways = 0;
    while moves != 0 {
        ways += perft(board.play(moves & moves.wrapping_neg()), depth - 1);
        moves &= moves - 1;
    }
    ways
}

/// Published, among others, by Paul Byrne and by Aart Bik (2012).
#[test]
fn ways_to_play_are_the_published_counts() {
    let counts = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216];
    for (depth, count) in counts.into_iter().enumerate() {
        assert_eq!(perft(Board::START, depth as u32), count, "{depth} plies");
    }
}

#[test]
fn both_rules_give_the_same_moves() {
    for free in [3, 10, 30, 50] {
        for board in random_positions(u64::from(free), free).take(50) {
            let plain = Plain::of(board);
            for square in 0..64 {
                let child = plain.play(square / 8, square % 8);
                let allowed = board.moves() >> square & 1 == 1;
                assert_eq!(child.is_some(), allowed, "{board:?}, square {square}");
                if let Some(child) = child {
                    let after = board.play(1 << square).pass();
                    assert!(child.squares == Plain::of(after).squares, "{board:?}, {square}");
                }
            }
        }
    }
}

#[test]
fn free_squares_are_the_winners() {
    assert_eq!(Board { own: 0xff, other: 0 }.result(), 64);
    assert_eq!(Board { own: 1, other: 0xff00 }.result(), -62);
    assert_eq!(Board { own: 0xff, other: 0xff00 }.result(), 0);
}

#[test]
fn the_published_position_has_twenty_free_squares() {
    let board = Board::parse(PUBLISHED.0).unwrap();
    assert_eq!(board.empty().count_ones(), 20);
    assert_eq!(Board::parse("X"), None);
}

#[test]
fn values_with_a_table_and_without_are_equal() {
    demonstrate().unwrap();
}
