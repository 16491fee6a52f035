//! The solver against a plain one that knows neither sets of cells nor a table, and the codes of
//! positions.

use std::collections::HashMap;

use tt_core::Table;
use zobrist_keys::SplitMix64;

use super::board::Board;
use super::solver::Solver;
use super::{demonstrate, positions, verdict};

/// Cells in plain words: who has the cell of a column and a row.
#[derive(Clone)]
struct Plain {
    columns: Vec<Vec<usize>>,
    rows: usize,
    side: usize,
}

impl Plain {
    fn new(columns: usize, rows: usize) -> Self {
        Self { columns: vec![Vec::new(); columns], rows, side: 0 }
    }

    fn free(&self) -> i8 {
        self.columns.iter().map(|column| (self.rows - column.len()) as i8).sum()
    }

    fn cell(&self, column: i32, row: i32) -> Option<usize> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    /// Drops a disc and says whether it completes a line of four.
    fn drop(&mut self, column: usize) -> bool {
        let side = self.side;
        self.columns[column].push(side);
        self.side = 1 - side;
        let (x, y) = (column as i32, self.columns[column].len() as i32 - 1);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let run = |sign: i32| {
                (1..4)
                    .take_while(|i| self.cell(x + sign * i * dx, y + sign * i * dy) == Some(side))
                    .count()
            };
            run(1) + run(-1) >= 3
        })
    }

    /// Alpha-beta without anything.
    fn value(&self, mut alpha: i8, beta: i8) -> i8 {
        let free = self.free();
        if free == 0 {
            return 0;
        }
        let mut best = i8::MIN;
        for column in 0..self.columns.len() {
            if self.columns[column].len() == self.rows {
                continue;
            }
            let mut child = self.clone();
            let value =
                if child.drop(column) { (free + 1) / 2 } else { -child.value(-beta, -alpha) };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

fn both_agree<const C: u32, const R: u32>(columns: &str) {
    let mut plain = Plain::new(C as usize, R as usize);
    for column in columns.bytes() {
        assert!(!plain.drop(usize::from(column - b'1')), "{columns} goes on");
    }
    let board = Board::<C, R>::after(columns).unwrap();
    let expected = plain.value(-100, 100);
    assert_eq!(Solver::new(None).value(board), expected, "{C} × {R} after {columns}");
    let table = Table::with_parts(1 << 16).unwrap();
    assert_eq!(Solver::new(Some(table)).value(board), expected, "{C} × {R} after {columns}");
}

/// Returns the columns of a random game of `plies` moves that nobody has won.
fn random_game<const C: u32, const R: u32>(random: &mut SplitMix64, plies: usize) -> String {
    loop {
        let digit = |bits: u64| char::from_digit((bits >> 32) as u32 % C + 1, 10).unwrap();
        let columns: String = (0..plies).map(|_| digit(random.next())).collect();
        if Board::<C, R>::after(&columns).is_some() {
            return columns;
        }
    }
}

#[test]
fn the_solver_equals_a_plain_one() {
    let mut random = SplitMix64::new(3);
    for _ in 0..40 {
        both_agree::<5, 4>(&random_game::<5, 4>(&mut random, 7));
        both_agree::<6, 5>(&random_game::<6, 5>(&mut random, 20));
        both_agree::<7, 6>(&random_game::<7, 6>(&mut random, 32));
    }
    both_agree::<4, 4>("");
}

/// Visits every position of the board that is reached before somebody wins, and remembers its code.
fn collect(board: Board<4, 3>, codes: &mut HashMap<u64, Board<4, 3>>) {
    if let Some(other) = codes.insert(board.code(), board) {
        assert_eq!(other, board, "two positions have one code");
        return;
    }
    for column in 0..4 {
        let cell = board.moves() & Board::<4, 3>::column(column);
        if cell != 0 && !board.wins_at_once() {
            collect(board.play(cell), codes);
        }
    }
}

#[test]
fn a_code_belongs_to_one_position_and_a_symmetric_one_to_at_most_two() {
    let mut codes = HashMap::new();
    collect(Board::default(), &mut codes);
    assert!(codes.len() > 5_000, "{} positions", codes.len());
    let mut symmetric: HashMap<u64, u32> = HashMap::new();
    for board in codes.values() {
        *symmetric.entry(board.symmetric_code()).or_default() += 1;
        assert!(board.code() < 1 << 16);
    }
    assert!(symmetric.values().all(|&positions| positions <= 2));
    // A position that is its own image is alone; all others come in pairs.
    let alone = symmetric.values().filter(|&&positions| positions == 1).count();
    assert_eq!(2 * (symmetric.len() - alone) + alone, codes.len());
    assert!(alone * 20 < codes.len(), "{alone} of {} are their own image", codes.len());
}

#[test]
fn a_game_that_is_over_or_leaves_the_board_is_no_position() {
    for columns in ["1212121", "1111111", "8", "0", "x"] {
        assert_eq!(Board::<7, 6>::after(columns), None, "{columns}");
    }
}

#[test]
fn the_known_values_are_found_with_a_table_and_without() {
    assert!(positions().count() > 10);
    assert!(positions().all(|(columns, ..)| columns.len() == 12));
    demonstrate().unwrap();
}

#[test]
fn a_value_says_which_move_of_the_game_wins() {
    let after = |columns| Board::after(columns).unwrap();
    assert_eq!(verdict(after(""), 1), "value +1: the first player wins on move 41 of the game");
    assert_eq!(verdict(after("1"), 2), "value +2: the second player wins on move 40 of the game");
    assert_eq!(verdict(after("4"), -1), "value -1: the first player wins on move 41 of the game");
    assert_eq!(
        verdict(after("121212"), 18),
        "value +18: the first player wins on move 7 of the game"
    );
    assert_eq!(verdict(after("3"), 0), "value 0: a draw");
}
