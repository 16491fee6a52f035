//! [`TrainingRow`]: a row of a data set, as the trainer reads it: inputs without a board.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use movegen::{Bitboard, Color, Piece, PieceType, Square};
use network::Architecture;
use rayon::prelude::*;
use zobrist_keys::mix;

use crate::dataset::archive::Archive;
use crate::dataset::row::PackedRow;

/// Scores beyond this many centipawns teach no more than it.
const MOST: i16 = 10_000;

/// The interval of scales that is searched, in centipawns.
const SCALES: std::ops::Range<u32> = 60..600;

/// Samples that the scale is fitted to.
const FITTED: usize = 500_000;

/// The most pieces.
const PIECES: usize = 32;

/// A position with its labels.
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
    pub(super) fn new(row: PackedRow, distilled: bool) -> Self {
        Self { row, distilled }
    }

    fn side_to_move(&self) -> Color {
        if self.row.is_black_to_move() { Color::Black } else { Color::White }
    }

    /// Returns the score for the side to move, in centipawns.
    pub(super) fn score(&self) -> f32 {
        let white = f32::from(self.row.score().clamp(-MOST, MOST));
        if self.row.is_black_to_move() { -white } else { white }
    }

    /// Returns the points of the side to move.
    fn points(&self) -> f32 {
        let white = f32::from(self.row.half_points()) / 2.0;
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

    /// Returns the inputs.
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

    /// Returns the row.
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
    ///
    /// # Errors
    ///
    /// If a file cannot be read, is no data set, or has a row without kings.
    pub(super) fn read(data: &[PathBuf], distilled: &[PathBuf], percent: u64) -> Result<Self> {
        let mut split = Self { training: Vec::new(), validation: Vec::new() };
        let plain = data.iter().map(|path| (path, false));
        for (path, is_distilled) in plain.chain(distilled.iter().map(|path| (path, true))) {
            for block in Archive::read(path)?.blocks {
                let aside = mix(block.game) % 100 < percent;
                let side = if aside { &mut split.validation } else { &mut split.training };
                for row in block.rows {
                    ensure!(row.has_kings(), "{}: a row without two kings", path.display());
                    side.push(TrainingRow::new(row, is_distilled));
                }
            }
        }
        Ok(split)
    }
}

impl PackedRow {
    fn is_black_to_move(&self) -> bool {
        self.0[24] & 0x80 != 0
    }

    fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[29], self.0[30]])
    }

    /// Returns White's half points.
    fn half_points(&self) -> u8 {
        self.0[31].min(2)
    }

    fn occupied(&self) -> Bitboard {
        Bitboard(u64::from_le_bytes(*self.0.first_chunk().expect("a row is longer")))
    }

    /// Returns the squares with their pieces, from a1 on.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied().into_iter().take(PIECES).enumerate().map(|(index, square)| {
            let code = self.0[8 + index / 2] >> (index % 2 * 4) & 0xf;
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            // A rook that may castle is a rook.
            let kind = PieceType::ALL.get(usize::from(code & 7)).copied();
            (square, Piece::new(color, kind.unwrap_or(PieceType::Rook)))
        })
    }

    /// Returns whether each side has one king.
    fn has_kings(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let king = Piece::new(color, PieceType::King);
            self.pieces().filter(|&(_, piece)| piece == king).count() == 1
        }) && self.occupied().count() as usize <= PIECES
    }
}
