//! Verb `texel`: fits the weights of the evaluation to the results of games.

mod adam;
mod curve;
mod model;
mod samples;
mod steepness;
pub(crate) mod weights_file;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use evaluation::{Score, Weights};
use self_play::Random;

use adam::Adam;
use model::{Goal, Model};
use samples::{Samples, Split};

/// Arguments of the verb `texel`.
#[derive(Args)]
pub(crate) struct TexelArguments {
    /// Data sets that verb `datagen` wrote
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Source file whose weights are replaced by the best ones
    #[arg(long, value_name = "FILE")]
    rewrite: Option<PathBuf>,
    /// File that gets the best weights as lines `name = middle-game end-game`, which a program
    /// reads with `Weights::read`
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Passes over all positions
    #[arg(long, default_value_t = 40)]
    epochs: u32,
    /// Positions for each step of the descent; 0 for all
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Size of the first steps in centipawns
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// What the rate is multiplied with after each pass
    #[arg(long, default_value_t = 0.93)]
    decay: f64,
    /// How much the game's result counts, against the search's score
    #[arg(long, default_value_t = 0.75)]
    result_weight: f64,
    /// Log-odds for each centipawn; fitted to the results by default
    #[arg(long)]
    steepness: Option<f64>,
    /// Games in a hundred that are kept for validation
    #[arg(long, default_value_t = 10)]
    validation: u64,
    /// Seed of the order in which positions are looked at
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Fits the weights, reports the losses, and rewrites the source file if it is told one.
///
/// # Errors
///
/// If a data set cannot be read or is too small to be split, the source file cannot be rewritten or
/// is not the one that this program was built from, or the text cannot be written.
pub(crate) fn run(arguments: &TexelArguments) -> Result<()> {
    if let Some(path) = &arguments.rewrite {
        check_source(path)?;
    }
    let weights = Weights::default();
    let split = Split::read(&arguments.data, arguments.validation, &weights)?;
    let (training, validation) = (split.training.len(), split.validation.len());
    ensure!(training > 0 && validation > 0, "no positions on one side of the split");
    println!("{training} positions for training, {validation} for validation");

    let mut model = Model::new(&weights);
    let steepness = arguments.steepness.unwrap_or_else(|| steepness::fit(&model, &split.training));
    let goal = Goal { steepness, result_weight: arguments.result_weight };
    println!("steepness {steepness:.6}");

    let best = descend(&mut model, &split, goal, arguments);
    println!("best after epoch {}: validation loss {:.8}", best.epoch, best.loss);
    if let Some(path) = &arguments.write {
        write_text(path, &best.weights)?;
    }
    match &arguments.rewrite {
        Some(path) => rewrite_source(path, &best.weights),
        None => Ok(()),
    }
}

/// The weights with the least validation loss.
struct Best {
    epoch: u32,
    loss: f64,
    weights: Vec<(i32, i32)>,
}

/// Descends and keeps the best weights on the way.
fn descend(model: &mut Model, split: &Split, goal: Goal, arguments: &TexelArguments) -> Best {
    let report = |epoch: u32, model: &Model| {
        let loss = |samples: &Samples| model.loss(samples, goal);
        let (training, validation) = (loss(&split.training), loss(&split.validation));
        println!("epoch {epoch:>3}: training loss {training:.8}, validation loss {validation:.8}");
        validation
    };
    let mut best = Best { epoch: 0, loss: report(0, model), weights: model.rounded() };
    let mut order: Vec<usize> = (0..split.training.len()).collect();
    let batch = if arguments.batch == 0 { order.len() } else { arguments.batch };
    let mut random = Random::new(arguments.seed);
    let mut adam = Adam::new(model.parameters.len());
    let mut rate = arguments.rate;
    for epoch in 1..=arguments.epochs {
        random.shuffle(&mut order);
        for batch in order.chunks(batch) {
            let gradient = model.gradient(&split.training, batch, goal);
            adam.step(&mut model.parameters, &gradient, rate);
        }
        rate *= arguments.decay;
        let loss = report(epoch, model);
        if loss < best.loss {
            best = Best { epoch, loss, weights: model.rounded() };
        }
    }
    best
}

/// Makes sure that a source file holds the weights that this program was built with.
fn check_source(path: &Path) -> Result<()> {
    let name = || path.display().to_string();
    let source = fs::read_to_string(path).with_context(name)?;
    let written = weights_file::parse(&source).with_context(name)?;
    let built = Model::new(&Weights::default()).rounded();
    ensure!(written == built, "{} has other weights than this build", path.display());
    Ok(())
}

/// Writes the weights as a text.
fn write_text(path: &Path, weights: &[(i32, i32)]) -> Result<()> {
    let score = |&(mg, eg): &(i32, i32)| Ok(Score::new(mg.try_into()?, eg.try_into()?));
    let flat: Vec<Score> = weights.iter().map(score).collect::<Result<_>>()?;
    let weights = Weights::from_flat(&flat).context("another number of weights")?;
    fs::write(path, weights.text().to_string()).with_context(|| path.display().to_string())
}

/// Replaces the weights in a source file.
fn rewrite_source(path: &Path, weights: &[(i32, i32)]) -> Result<()> {
    let name = || path.display().to_string();
    let source = fs::read_to_string(path).with_context(name)?;
    let text = weights_file::rewrite(&source, weights).with_context(name)?;
    fs::write(path, text).with_context(name)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use movegen::Color;
    use self_play::Openings;

    use super::*;
    use crate::dataset::archive::{Appender, Block};
    use crate::dataset::row::{GameResult, PackedRow, Row};

    /// Random positions, each won by the side with more men.
    fn write_games(path: &Path) {
        let openings = Openings::from_startpos(10..=60);
        let mut random = Random::new(1);
        let (mut appender, _) = Appender::resume(path).unwrap();
        for game in 0..300 {
            let position = openings.draw(&mut random);
            let [white, black] = Color::ALL.map(|color| position.color(color).count());
            let result = match white.cmp(&black) {
                Ordering::Less => GameResult::BlackWins,
                Ordering::Equal => GameResult::Draw,
                Ordering::Greater => GameResult::WhiteWins,
            };
            let rows = vec![PackedRow::pack(&Row { position, score: 0, result })];
            appender.append(&Block { game, rows }).unwrap();
        }
    }

    #[test]
    fn fitted_weights_predict_better_and_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let (data, source) = (folder.path().join("rows"), folder.path().join("weights.rs"));
        write_games(&data);
        fs::write(&source, include_str!("../../evaluation/src/weights.rs")).unwrap();
        let mut arguments = TexelArguments {
            data: vec![data],
            rewrite: Some(source.clone()),
            write: Some(folder.path().join("weights.txt")),
            epochs: 5,
            batch: 64,
            rate: 2.0,
            decay: 0.9,
            result_weight: 1.0,
            steepness: Some(0.005),
            validation: 20,
            seed: 1,
        };
        let split = Split::read(&arguments.data, 20, &Weights::default()).unwrap();
        let mut model = Model::new(&Weights::default());
        let goal = Goal { steepness: 0.005, result_weight: 1.0 };
        let (before, validation) =
            (model.loss(&split.training, goal), model.loss(&split.validation, goal));
        let best = descend(&mut model, &split, goal, &arguments);
        assert!(model.loss(&split.training, goal) < 0.9 * before);
        assert!(best.epoch > 0 && best.loss < validation);

        run(&arguments).unwrap();
        let written = weights_file::parse(&fs::read_to_string(&source).unwrap()).unwrap();
        assert!(written == best.weights, "other weights than the best are written");
        let mut read = Weights::default();
        read.read(&fs::read_to_string(folder.path().join("weights.txt")).unwrap()).unwrap();
        assert!(Model::new(&read).rounded() == best.weights, "the text holds other weights");
        // The file now differs from the build.
        arguments.epochs = 0;
        assert!(run(&arguments).is_err());
    }
}
