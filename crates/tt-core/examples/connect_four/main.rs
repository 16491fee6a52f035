//! Connect Four, solved exactly.
//!
//! ```sh
//! cargo run --release --example connect_four            # 5 × 4, 12 plies of 7 × 6
//! cargo run --release --example connect_four -- 4452    # after discs in these columns
//! cargo run --release --example connect_four -- --empty # the whole game: 1 GiB
//! ```
//!
//! A position fits in 49 bits. Mixed by a bijection these are its key, and the table compares all
//! 64 bits of a key, so that a hit is never another position: the solver is exact.
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

use board::Board;
use solver::Solver;

type Full = Board<7, 6>;

/// Positions after 12 plies, as columns of the moves, and their values.
const POSITIONS: &str = include_str!("positions.txt");

/// Bytes of the table for one of them, and for the empty board.
const SMALL: usize = 16 << 20;
const LARGE: usize = 1 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    match env::args().nth(1).as_deref() {
        None => demonstrate(),
        Some("--empty") => solve("", LARGE),
        Some(columns) => solve(columns, LARGE),
    }
}

fn positions() -> impl Iterator<Item = (&'static str, Full, i8)> {
    POSITIONS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (columns, value) = line.split_once(' ').expect("columns and a value");
        let board = Full::after(columns).expect("moves of a game");
        (columns, board, value.parse().expect("a value"))
    })
}

/// Solves the small board and the positions of the file, with a table and without.
fn demonstrate() -> Result<(), Box<dyn Error>> {
    let nodes = with_and_without(Board::<5, 4>::default(), 0)?;
    println!("5 columns of 4: a draw; {nodes}");
    for (columns, board, value) in positions() {
        let nodes = with_and_without(board, value)?;
        println!("{columns}: {value:+}; {nodes}");
    }
    Ok(())
}

/// Demands the value both with a table and without, and fewer nodes with it; says how many.
fn with_and_without<const C: u32, const R: u32>(
    board: Board<C, R>,
    value: i8,
) -> Result<String, Box<dyn Error>> {
    let mut with = Solver::new(Some(Table::with_parts(SMALL)?));
    let mut without = Solver::new(None);
    assert_eq!(with.value(board), value, "with a table");
    assert_eq!(without.value(board), value, "without a table");
    assert!(with.nodes < without.nodes, "{} nodes, {} without", with.nodes, without.nodes);
    Ok(format!("{} nodes without a table, {}", without.nodes, nodes(&with)))
}

fn nodes(solver: &Solver) -> String {
    let rate = 100.0 * solver.hits as f64 / solver.probes.max(1) as f64;
    format!("{} nodes with a table, {rate:.0} % of its probes hit", solver.nodes)
}

/// Solves one position with a large table and says how it goes on.
fn solve(columns: &str, bytes: usize) -> Result<(), Box<dyn Error>> {
    let board = Full::after(columns).ok_or("these columns are not moves of a game that goes on")?;
    let mut solver = Solver::new(Some(Table::with_parts(bytes)?));
    let style = ProgressStyle::with_template("{elapsed_precise} {human_pos} nodes, {per_sec}")?;
    solver.progress = ProgressBar::no_length().with_style(style);
    let start = Instant::now();
    let mut known = Solver::range(board);
    while known.lower < known.upper {
        known = solver.narrow(board, known);
        let (seconds, nodes) = (start.elapsed().as_secs_f64(), nodes(&solver));
        let line = format!("{:+} to {:+}: {seconds:.1} s, {nodes}", known.lower, known.upper);
        solver.progress.suspend(|| println!("{line}"));
    }
    solver.progress.finish_and_clear();
    println!("{}", verdict(board, known.lower));
    Ok(())
}

/// Returns who wins, and with which disc of the game.
fn verdict(board: Full, value: i8) -> String {
    let played = 42 - board.free();
    let first_to_move = played % 2 == 0;
    if value == 0 {
        return "value 0: a draw".into();
    }
    let first_wins = first_to_move == (value > 0);
    // Each side has 21 discs. The winner's n-th from the end is the game's 43 - 2n-th or 44 -
    // 2n-th.
    let disc = if first_wins { 43 } else { 44 } - 2 * value.abs();
    let winner = if first_wins { "first" } else { "second" };
    format!("value {value:+}: the {winner} player wins on move {disc} of the game")
}
