//! Verb `chances`: which advantage wins how many games, by the material on the board.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use engine::search::Wdl;
use movegen::Color;

use crate::dataset::archive::Archive;
use crate::texel::steepness::golden_section;

/// The least material of each band, in pawns, and the end of the last one.
const BANDS: [u32; 7] = [0, 6, 18, 32, 50, 64, 79];

/// The greatest score that counts, in centipawns for either side: what is beyond wins anyway.
const DECIDED: i32 = 800;

/// The intervals that are searched for the two numbers, in centipawns.
const HALF_WINS: [f64; 2] = [0.0, 800.0];
const SPREAD: [f64; 2] = [10.0, 400.0];

/// The least chance of what happened: a single surprise does not decide.
const LEAST: f64 = 1e-4;

#[derive(Args)]
pub(crate) struct ChancesArguments {
    /// Data sets of games, whose scores are the searches' that chose the moves
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// The rows of a band of material.
#[derive(Default)]
struct Band {
    /// The number of rows with a score and a result, from the view of the side to move: 1 for a
    /// win, 0 for a draw, −1 for a loss.
    rows: BTreeMap<(i32, i32), u32>,
    /// The sum of minus the logarithms of the chances that the engine shows for the results.
    shown: f64,
}

/// Fits both numbers of the model to the rows of each band of material, and writes a row of a table
/// for each that has some.
pub(crate) fn run(arguments: &ChancesArguments, mut say: impl FnMut(String)) -> Result<()> {
    let mut bands: [Band; BANDS.len() - 1] = Default::default();
    for file in &arguments.files {
        for packed in Archive::read(file)?.blocks.iter().flat_map(|block| &block.rows) {
            let row = packed.unpack()?;
            let sign = if row.position.side_to_move() == Color::White { 1 } else { -1 };
            let score = i32::from(row.score) * sign;
            if score.abs() >= DECIDED {
                continue;
            }
            let result = ((row.result.points() * 2.0) as i32 - 1) * sign;
            let material = Wdl::material(&row.position);
            let place = BANDS[1..].iter().position(|&end| material < end);
            let band = &mut bands[place.unwrap_or(BANDS.len() - 2)];
            *band.rows.entry((score, result)).or_default() += 1;
            let Wdl { win, draw, loss } = Wdl::new(score, &row.position);
            let shown = [loss, draw, win][(result + 1) as usize];
            band.shown -= (f64::from(shown) / 1_000.0).max(LEAST).ln();
        }
    }
    ensure!(bands.iter().any(|band| !band.rows.is_empty()), "no row has a score below {DECIDED}");
    say("| material | rows | half are won at | odds of e | loss | loss as shown |".into());
    say("|---:|---:|---:|---:|---:|---:|".into());
    for (band, ends) in bands.iter().zip(BANDS.windows(2)) {
        let count: u32 = band.rows.values().sum();
        if count == 0 {
            continue;
        }
        let (half_wins, spread) = fit(&band.rows);
        say(format!(
            "| {} to {} | {count} | {half_wins:.0} | {spread:.0} | {:.4} | {:.4} |",
            ends[0],
            ends[1] - 1,
            loss(&band.rows, half_wins, spread) / f64::from(count),
            band.shown / f64::from(count),
        ));
    }
    Ok(())
}

/// Returns the advantage that wins half of the games and the one that multiplies the odds of a win
/// by e, both in centipawns: those with the least loss.
fn fit(rows: &BTreeMap<(i32, i32), u32>) -> (f64, f64) {
    let spread_at = |half_wins| golden_section(|spread| loss(rows, half_wins, spread), SPREAD);
    let half_wins = golden_section(|it| loss(rows, it, spread_at(it)), HALF_WINS);
    (half_wins, spread_at(half_wins))
}

/// Returns the sum of minus the logarithms of the chances that the model gives to the results.
fn loss(rows: &BTreeMap<(i32, i32), u32>, half_wins: f64, spread: f64) -> f64 {
    let chance = |score: i32| 1.0 / (1.0 + ((half_wins - f64::from(score)) / spread).exp());
    let of = |(&(score, result), &count): (&(i32, i32), &u32)| {
        let [win, loss] = [score, -score].map(chance);
        let happened = [loss, 1.0 - win - loss, win][(result + 1) as usize];
        -happened.max(LEAST).ln() * f64::from(count)
    };
    rows.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use movegen::Position;

    use super::*;
    use crate::dataset::archive::{Appender, Block};
    use crate::dataset::row::{GameResult, PackedRow, Row};

    /// Of a thousand games of each score, as many as the model says.
    fn games(half_wins: f64, spread: f64) -> BTreeMap<(i32, i32), u32> {
        let chance = |score: i32| 1_000.0 / (1.0 + ((half_wins - f64::from(score)) / spread).exp());
        let of = |score: i32| {
            let [win, loss] = [score, -score].map(|score| chance(score).round() as u32);
            [(1, win), (0, 1_000 - win - loss), (-1, loss)].map(|(it, count)| ((score, it), count))
        };
        (-20..=20).flat_map(|tens| of(tens * 15)).collect()
    }

    #[test]
    fn the_numbers_behind_the_games_are_found() {
        for (half_wins, spread) in [(80.0, 90.0), (230.0, 55.0)] {
            let found = fit(&games(half_wins, spread));
            assert!(
                (found.0 - half_wins).abs() < 2.0 && (found.1 - spread).abs() < 2.0,
                "{found:?}"
            );
        }
    }

    #[test]
    fn a_row_counts_for_its_side_to_move_and_in_the_band_of_its_material() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let row = |fen: &str, score: i16, result: GameResult| {
            PackedRow::pack(&Row { position: Position::from_fen(fen).unwrap(), score, result })
        };
        let (rook, lost) = ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", GameResult::BlackWins);
        let rows = [row(rook, -300, lost), row(rook, 900, lost)];
        let (mut appender, _) = Appender::resume(&path).unwrap();
        appender.append(&Block { game: 1, rows: rows.to_vec() }).unwrap();
        let start =
            row("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, GameResult::Draw);
        appender.append(&Block { game: 2, rows: vec![start; 3] }).unwrap();
        let mut lines = Vec::new();
        run(&ChancesArguments { files: vec![path] }, |line| lines.push(line)).unwrap();
        let cells =
            |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
        let rows: Vec<Vec<String>> = lines[2..].iter().map(|line| cells(line)).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!((&*rows[0][1], &*rows[0][2]), ("0 to 5", "1"), "900 is decided");
        assert_eq!((&*rows[1][1], &*rows[1][2]), ("64 to 78", "3"));
        // Black is 300 ahead, wins, and has a rook less: the model shows a chance of a win.
        let shown =
            -(f64::from(Wdl::new(300, &Position::from_fen(rook).unwrap()).win) / 1_000.0).ln();
        assert_eq!(rows[0][6], format!("{shown:.4}"));
    }
}
