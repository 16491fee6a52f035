//! [`TrainingRow`]: a row of a data set, as the trainer reads it: inputs without a board.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use movegen::{Color, Piece, PieceType, Square};
use network::Architecture;
use rayon::prelude::*;
use zobrist_keys::mix;

use crate::dataset::archive::Archive;
use crate::dataset::row::PackedRow;

/// The interval of scales that is searched, in centipawns.
const SCALES: std::ops::Range<u32> = 60..600;

const FITTED: usize = 500_000;

const PIECES: usize = 32;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TrainingRow {
    row: PackedRow,
    /// The label has no part of a result.
    distilled: bool,
}

/// The inputs that a position turns on, for the side to move and for the other side.
pub(super) struct Inputs {
    pub(super) views: [[u16; PIECES]; 2],
    pub(super) count: usize,
}

impl TrainingRow {
    /// Takes a row of a data set.
    ///
    /// # Errors
    ///
    /// If it has no result, a code that means no piece, more than 32 pieces, or not one king of
    /// each color.
    pub(super) fn new(row: PackedRow, distilled: bool) -> Result<Self> {
        row.result()?;
        ensure!(row.pieces().count() == row.occupied().count() as usize, "row with a wrong piece");
        for color in Color::ALL {
            let king = Piece::new(color, PieceType::King);
            let kings = row.pieces().filter(|&(_, piece)| piece == king).count();
            ensure!(kings == 1, "row with {kings} kings of a color");
        }
        Ok(Self { row, distilled })
    }

    fn side_to_move(&self) -> Color {
        if self.row.is_black_to_move() { Color::Black } else { Color::White }
    }

    /// Returns the score for the side to move, in centipawns.
    pub(super) fn score(&self) -> f32 {
        let white = f32::from(self.row.score());
        if self.row.is_black_to_move() { -white } else { white }
    }

    fn points(&self) -> f32 {
        let white = self.row.result().expect("`new` has looked at it").points() as f32;
        if self.row.is_black_to_move() { 1.0 - white } else { white }
    }

    /// Returns the label: points of the side to move, partly those that its score expects.
    pub(super) fn label(&self, scale: f32, score_weight: f32) -> f32 {
        let expected = sigmoid(self.score() / scale);
        if self.distilled {
            return expected;
        }
        score_weight * expected + (1.0 - score_weight) * self.points()
    }

    pub(super) fn inputs(&self, architecture: &Architecture) -> Inputs {
        let us = self.side_to_move();
        let king = |color| {
            let king = Piece::new(color, PieceType::King);
            self.row.pieces().find(|&(_, piece)| piece == king).map_or(Square::A1, |(at, _)| at)
        };
        let views = [us, !us].map(|color| architecture.view(color, king(color)));
        let mut inputs = Inputs { views: [[0; PIECES]; 2], count: 0 };
        for (square, piece) in self.row.pieces() {
            for (of_view, view) in inputs.views.iter_mut().zip(views) {
                of_view[inputs.count] = view.input(piece, square) as u16;
            }
            inputs.count += 1;
        }
        inputs
    }

    pub(super) fn row(&self) -> &PackedRow {
        &self.row
    }
}

/// Returns the points that log-odds expect.
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the scale with the least loss of the scores against the results.
pub(super) fn fit_scale(samples: &[TrainingRow]) -> f32 {
    let step = (samples.len() / FITTED).max(1);
    let some: Vec<&TrainingRow> =
        samples.iter().step_by(step).filter(|one| !one.distilled).collect();
    let loss = |scale: f32| -> f64 {
        let one = |sample: &&TrainingRow| sigmoid(sample.score() / scale) - sample.points();
        some.iter().map(|sample| f64::from(one(sample)).powi(2)).sum()
    };
    let found: Vec<(f32, f64)> = SCALES
        .step_by(5)
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|scale| {
            let scale = scale as f32;
            (scale, loss(scale))
        })
        .collect();
    found.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(400.0, |(scale, _)| scale)
}

/// Samples of games to learn from, and of others.
pub(super) struct Rows {
    pub(super) training: Vec<TrainingRow>,
    pub(super) validation: Vec<TrainingRow>,
}

impl Rows {
    /// Reads data sets and puts `percent` of the games aside.
    pub(super) fn read(data: &[PathBuf], distilled: &[PathBuf], percent: u64) -> Result<Self> {
        let mut split = Self { training: Vec::new(), validation: Vec::new() };
        let plain = data.iter().map(|path| (path, false));
        for (path, is_distilled) in plain.chain(distilled.iter().map(|path| (path, true))) {
            for block in Archive::read(path)?.blocks {
                let aside = mix(block.game) % 100 < percent;
                let side = if aside { &mut split.validation } else { &mut split.training };
                for row in block.rows {
                    let row = TrainingRow::new(row, is_distilled);
                    side.push(row.with_context(|| path.display().to_string())?);
                }
            }
        }
        Ok(split)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_rows_that_judge_all_rounds_are_those_of_the_record() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/held-out.data");
        let rows = Rows::read(&[], &[file], 0).unwrap().training;
        assert_eq!(rows.len(), 18_377);
        assert!(rows.iter().all(|row| row.label(250.0, 0.0) == sigmoid(row.score() / 250.0)));
    }
}
