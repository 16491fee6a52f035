//! Endgames of Othello, solved exactly.
//!
//! ```sh
//! cargo run --release --example othello                # twelve squares before the end
//! cargo run --release --example othello -- --published # twenty before: seconds
//! ```
//!
//! The table's own `Entry` is enough: the draft is the number of free squares.
#![expect(clippy::print_stdout, reason = "an example reports to its reader")]

mod board;
mod solver;
#[cfg(test)]
mod tests;

use std::env;
use std::error::Error;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use tt_core::Table;
use zobrist_keys::SplitMix64;

use board::Board;
use solver::Solver;

/// Position 40 of the FFO endgame test suite, where the side to move wins by 38, and the squares of
/// one row after the other.
const PUBLISHED: (&str, i8) =
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", 38);

/// Free squares of the positions that random games give, how many of these, and their seed.
const FREE: u32 = 12;
const POSITIONS: usize = 24;
const SEED: u64 = 40;

/// Bytes of the table for one of them, and for the published one.
const SMALL: usize = 4 << 20;
const LARGE: usize = 64 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    match env::args().nth(1).as_deref() {
        None => demonstrate(),
        Some("--published") => solve_published(),
        Some(other) => Err(format!("{other}: the only argument is --published").into()),
    }
}

/// Returns positions of random games with `free` free squares, where the side to move has a choice.
fn random_positions(seed: u64, free: u32) -> impl Iterator<Item = Board> {
    let mut random = SplitMix64::new(seed);
    std::iter::repeat_with(move || random_position(&mut random, free)).flatten()
}

/// The end of one random game, unless it ends too early.
fn random_position(random: &mut SplitMix64, free: u32) -> Option<Board> {
    let mut board = Board::START;
    while board.empty().count_ones() > free {
        if board.moves() == 0 {
            board = board.pass();
        }
        let mut moves = board.moves();
        let choices = u64::from(moves.count_ones());
        // The lowest square that is left after some were taken away.
        for _ in 0..random.next().checked_rem(choices)? {
            moves &= moves - 1;
        }
        board = board.play(moves & moves.wrapping_neg());
    }
    (board.moves().count_ones() > 1).then_some(board)
}

/// Solves positions of random games with a table and without, and demands equal values and fewer
/// nodes with the table.
fn demonstrate() -> Result<(), Box<dyn Error>> {
    let (mut sum_with, mut sum_without) = (0, 0);
    for board in random_positions(SEED, FREE).take(POSITIONS) {
        let mut with = Solver::new(Some(Table::new(SMALL)?));
        let mut without = Solver::new(None);
        let value = with.value(board);
        assert_eq!(value, without.value(board), "with a table and without: {board:?}");
        println!("{value:+}: {} nodes without a table, {}", without.nodes, nodes(&with));
        sum_with += with.nodes;
        sum_without += without.nodes;
    }
    assert!(sum_with * 4 < sum_without * 3, "{sum_with} nodes, {sum_without} without a table");
    println!("together: {sum_without} nodes without a table, {sum_with} with one");
    Ok(())
}

fn nodes(solver: &Solver) -> String {
    let rate = 100.0 * solver.hits as f64 / solver.probes.max(1) as f64;
    format!("{} nodes with a table, {rate:.0} % of its probes hit", solver.nodes)
}

fn solve_published() -> Result<(), Box<dyn Error>> {
    let (text, expected) = PUBLISHED;
    let board = Board::parse(text).ok_or("the position has 64 squares")?;
    let mut solver = Solver::new(Some(Table::new(LARGE)?));
    let style = ProgressStyle::with_template("{elapsed_precise} {human_pos} nodes, {per_sec}")?;
    solver.progress = ProgressBar::no_length().with_style(style);
    let start = Instant::now();
    let value = solver.value(board);
    solver.progress.finish_and_clear();
    assert_eq!(value, expected, "the published value");
    println!("{value:+}: {:.1} s, {}", start.elapsed().as_secs_f64(), nodes(&solver));
    Ok(())
}
