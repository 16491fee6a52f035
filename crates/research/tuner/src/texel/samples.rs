//! The positions of data sets, as the tuner needs them: counts of weights instead of boards.

use std::path::PathBuf;

use anyhow::Result;
use evaluation::{Coefficients, Evaluator, FULL_PHASE, FULL_SCALE, Weights, coefficients};
use movegen::Position;
use rayon::prelude::*;
use zobrist_keys::mix;

use super::quiescence::unrest;
use crate::dataset::archive::{Archive, Block};
use crate::dataset::row::Row;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Count {
    pub(crate) weight: u16,
    /// Its count; White's less Black's in the linear part.
    pub(crate) times: i16,
}

/// A position. Its counts are in [`Samples`].
#[derive(Clone, Debug)]
struct Record {
    /// Index of its first count.
    start: usize,
    /// Numbers of its counts: linear, danger of White's king, danger of Black's king, initiative.
    lengths: [u16; 4],
    share: [f32; 2],
    points: f32,
    outlook: f32,
    score: f32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample<'a> {
    pub(crate) linear: &'a [Count],
    /// The danger units of White's and of Black's king.
    pub(crate) danger: [&'a [Count]; 2],
    pub(crate) initiative: &'a [Count],
    /// The shares of the middle-game and the end-game value in the evaluation.
    pub(crate) share: [f64; 2],
    /// White's points in the game: 0, 0.5 or 1.
    pub(crate) points: f64,
    /// The points as the rest of the game changed them: see [`Samples::look_ahead`].
    pub(crate) outlook: f64,
    /// The search's score from White's view, in the evaluation's units.
    pub(crate) score: f64,
}

/// Many positions, stored tightly.
#[derive(Clone, Default, Debug)]
pub(crate) struct Samples {
    counts: Vec<Count>,
    records: Vec<Record>,
    games: Vec<usize>,
}

impl Samples {
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    pub(crate) fn get(&self, index: usize) -> Sample<'_> {
        let record = &self.records[index];
        let [linear, white, black, initiative] = record.lengths.map(usize::from);
        let counts = &self.counts[record.start..];
        let (linear, counts) = counts.split_at(linear);
        let (white, counts) = counts.split_at(white);
        let (black, counts) = counts.split_at(black);
        Sample {
            linear,
            danger: [white, black],
            initiative: &counts[..initiative],
            share: record.share.map(f64::from),
            points: record.points.into(),
            outlook: record.outlook.into(),
            score: record.score.into(),
        }
    }

    /// Returns, for each weight, whether any position counts it.
    pub(crate) fn mentioned(&self) -> Vec<bool> {
        let mut mentioned = vec![false; Weights::COUNT];
        for count in &self.counts {
            mentioned[usize::from(count.weight)] = true;
        }
        mentioned
    }

    pub(crate) fn push(&mut self, found: &Coefficients, points: f64, score: f64) {
        let start = self.counts.len();
        let parts = [&found.linear, &found.danger[0], &found.danger[1], &found.initiative];
        let count = |&(weight, times): &(usize, i32)| Count {
            weight: weight.try_into().expect("fewer than 65,536 weights"),
            times: times.try_into().expect("no weight counts 32,768 times"),
        };
        self.counts.extend(parts.into_iter().flatten().map(count));
        let phase = found.phase as f32 / FULL_PHASE as f32;
        let [middle_game, end_game] =
            [found.middle_game_scale, found.scale].map(|scale| scale as f32 / FULL_SCALE as f32);
        self.records.push(Record {
            start,
            lengths: parts.map(|part| part.len() as u16),
            share: [phase * middle_game, (1.0 - phase) * end_game],
            points: points as f32,
            outlook: points as f32,
            score: score as f32,
        });
    }

    /// Begins another game: positions that are added from here on belong to it.
    fn begin_game(&mut self) {
        self.games.push(self.records.len());
    }

    /// Sets each position's outlook to the mean of what comes after it in its game: the points that
    /// the search's next scores expect, each counting `decay` times as much as the one before, and
    /// in the end those of the result. A decay of 1 leaves the result alone (the returns of TD(λ):
    /// Richard Sutton, *Learning to Predict by the Methods of Temporal Differences*, 1988; of the
    /// ends of principal variations: Jonathan Baxter, Andrew Tridgell and Lex Weaver, *TDLeaf(λ)*,
    /// 1999).
    pub(crate) fn look_ahead(&mut self, decay: f64, expected: impl Fn(f64) -> f64) {
        let ends = self.games.iter().skip(1).copied().chain([self.records.len()]);
        for (&start, end) in self.games.iter().zip(ends) {
            let game = &mut self.records[start..end];
            let Some(last) = game.last() else { continue };
            let mut outlook = f64::from(last.points);
            for record in game.iter_mut().rev() {
                record.outlook = outlook as f32;
                outlook = decay * outlook + (1.0 - decay) * expected(record.score.into());
            }
        }
    }

    /// Adds all positions of `other`.
    fn append(&mut self, mut other: Self) {
        let offset = self.counts.len();
        for record in &mut other.records {
            record.start += offset;
        }
        self.games.extend(other.games.iter().map(|game| game + self.records.len()));
        self.counts.append(&mut other.counts);
        self.records.append(&mut other.records);
    }

    /// Adds the positions of a game that `is_quiet`; returns how many are not.
    fn push_game(
        &mut self,
        block: &Block,
        weights: &Weights,
        mut is_quiet: impl FnMut(&Position) -> bool,
    ) -> Result<usize> {
        let mut noisy = 0;
        self.begin_game();
        for packed in &block.rows {
            let Row { position, score, result } = packed.unpack()?;
            if is_quiet(&position) {
                self.push(&coefficients(&position, weights), result.points(), score.into());
            } else {
                noisy += 1;
            }
        }
        Ok(noisy)
    }
}

/// Positions to learn from, and positions of other games to judge by.
#[derive(Clone, Default, Debug)]
pub(crate) struct Split {
    pub(crate) training: Samples,
    pub(crate) validation: Samples,
    /// Positions that were left out because captures change their value.
    pub(crate) noisy: usize,
}

/// Which positions of the data sets are used, and for what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// Games in a hundred that go to the validation.
    pub(crate) validation: u64,
    /// By how many centipawns captures may change the value of a position that is used.
    pub(crate) quiet_margin: i32,
}

impl Split {
    /// Reads data sets. A game's name decides whether it goes to the validation, so a game is on
    /// the same side in every run.
    pub(crate) fn read(paths: &[PathBuf], choice: Choice, weights: &Weights) -> Result<Self> {
        let mut split = Self::default();
        for path in paths {
            let blocks = Archive::read(path)?.blocks;
            let (validation, training): (Vec<_>, Vec<_>) =
                blocks.into_iter().partition(|block| mix(block.game) % 100 < choice.validation);
            for (games, samples) in
                [(training, &mut split.training), (validation, &mut split.validation)]
            {
                let (read, noisy) = read_games(&games, choice.quiet_margin, weights)?;
                samples.append(read);
                split.noisy += noisy;
            }
        }
        Ok(split)
    }
}

/// Reads games on all processors; the order stays. Tells also how many positions were left out.
fn read_games(blocks: &[Block], quiet_margin: i32, weights: &Weights) -> Result<(Samples, usize)> {
    /// Games that one task reads.
    const GAMES: usize = 64;
    let parts: Vec<(Samples, usize)> = blocks
        .par_chunks(GAMES)
        .map(|games| {
            let (mut part, mut noisy) = (Samples::default(), 0);
            let mut evaluator = Evaluator::with_weights(weights.clone());
            for game in games {
                noisy += part.push_game(game, weights, |position| {
                    unrest(&mut evaluator, position) <= quiet_margin
                })?;
            }
            Ok((part, noisy))
        })
        .collect::<Result<_>>()?;
    let (mut samples, mut all_noisy) = (Samples::default(), 0);
    for (part, noisy) in parts {
        samples.append(part);
        all_noisy += noisy;
    }
    Ok((samples, all_noisy))
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;
    use crate::dataset::archive::Appender;
    use crate::dataset::row::{GameResult, PackedRow};

    const FENS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    fn pairs(counts: &[Count]) -> Vec<(usize, i32)> {
        counts.iter().map(|count| (count.weight.into(), count.times.into())).collect()
    }

    #[test]
    fn samples_give_back_what_was_pushed() {
        let weights = Weights::default();
        let found = FENS.map(|fen| coefficients(&Position::from_fen(fen).unwrap(), &weights));
        let (mut samples, mut tail) = (Samples::default(), Samples::default());
        samples.push(&found[0], 0.0, -7.0);
        tail.push(&found[1], 0.5, 8.0);
        tail.push(&found[2], 1.0, 9.0);
        samples.append(tail);
        assert_eq!(samples.len(), 3);
        for (index, found) in found.iter().enumerate() {
            let sample = samples.get(index);
            assert_eq!(pairs(sample.linear), found.linear);
            assert_eq!(sample.danger.map(pairs), found.danger);
            assert_eq!(sample.points, 0.5 * index as f64);
        }
        let mentioned = samples.mentioned();
        assert!(found.iter().all(|found| found.linear.iter().all(|&(index, _)| mentioned[index])));
        // The first entry is a pawn's value on its first rank.
        let first = Weights::names().iter().position(|name| name.starts_with("piece_square"));
        assert!(!mentioned[first.unwrap()]);
        assert_eq!(samples.get(0).share, [1.0, 0.0]);
        assert_eq!(samples.get(2).score, 9.0);
    }

    #[test]
    fn an_outlook_is_the_mean_of_what_comes_after() {
        let found = coefficients(&Position::from_fen(FENS[0]).unwrap(), &Weights::default());
        let (mut samples, mut tail) = (Samples::default(), Samples::default());
        for (part, points) in [(&mut samples, 1.0), (&mut tail, 0.0)] {
            part.begin_game();
            for score in [0.2, 0.4, 0.8] {
                part.push(&found, points, score);
            }
        }
        samples.append(tail);
        let outlooks = |samples: &Samples| -> Vec<f64> {
            let outlook = |index| (samples.get(index).outlook * 1e6).round() / 1e6;
            (0..samples.len()).map(outlook).collect()
        };
        assert_eq!(outlooks(&samples), [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
        samples.look_ahead(0.75, |score| score);
        // The last position has the result alone, the others a quarter of the next score.
        assert_eq!(outlooks(&samples), [0.8125, 0.95, 1.0, 0.25, 0.2, 0.0]);
        samples.look_ahead(1.0, |score| score);
        assert_eq!(outlooks(&samples), [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn games_are_split_whole_and_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let (mut appender, _) = Appender::resume(&path).unwrap();
        for game in 0..200_u64 {
            let row = |fen: &str| {
                let position = Position::from_fen(fen).unwrap();
                PackedRow::pack(&Row { position, score: game as i16, result: GameResult::Draw })
            };
            appender.append(&Block { game, rows: FENS.map(row).to_vec() }).unwrap();
        }
        let choice = Choice { validation: 10, quiet_margin: i32::MAX };
        let split = Split::read(&[path.clone(), path], choice, &Weights::default()).unwrap();
        assert_eq!(split.noisy, 0);
        let games = |samples: &Samples| -> Vec<u64> {
            (0..samples.len()).step_by(3).map(|index| samples.get(index).score as u64).collect()
        };
        let (training, validation) = (games(&split.training), games(&split.validation));
        assert_eq!(training.len() + validation.len(), 400);
        assert!((20..70).contains(&validation.len()), "{} games", validation.len());
        assert!(validation.iter().all(|game| !training.contains(game)));
    }
    #[test]
    fn positions_that_captures_change_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let (mut appender, _) = Appender::resume(&path).unwrap();
        // The start position, and a rook that takes a queen.
        let rows = [FENS[0], "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1"].map(|fen| {
            let position = Position::from_fen(fen).unwrap();
            PackedRow::pack(&Row { position, score: 0, result: GameResult::Draw })
        });
        for game in 0..50 {
            appender.append(&Block { game, rows: rows.to_vec() }).unwrap();
        }
        for (quiet_margin, noisy) in [(0, 50), (40, 50), (5000, 0)] {
            let choice = Choice { validation: 20, quiet_margin };
            let split = Split::read(slice::from_ref(&path), choice, &Weights::default()).unwrap();
            assert_eq!(split.noisy, noisy);
            assert_eq!(split.training.len() + split.validation.len(), 100 - noisy);
        }
    }
}
