//! Verb `texel`: fits the weights of the evaluation to the results of games.

mod curve;
pub(crate) mod descent;
pub(crate) mod loss_curve;
mod model;
mod neighbours;
mod pull;
mod quiescence;
mod samples;
pub(crate) mod steepness;
mod stretch;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use clap::{Args, value_parser};
use evaluation::{Score, Weights};

use descent::{Fit, Losses, descend};
use model::{Goal, Model, Pair};
use samples::{Choice, Samples, Split};

#[derive(Args)]
pub(crate) struct TexelArguments {
    /// Data sets that verb `datagen` wrote
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// `weights.txt` of this build, which gets the best weights
    #[arg(long, value_name = "FILE")]
    rewrite: Option<PathBuf>,
    /// File that gets the best weights as lines `name = middle-game end-game`, which a program
    /// reads with `Weights::read`
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// File that gets the drawing of the losses by epoch, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Passes over all positions
    #[arg(long, default_value_t = 40)]
    epochs: usize,
    /// Positions for each step of the descent; 0 for all
    #[arg(long, default_value_t = 65_536)]
    batch: usize,
    /// Size of the first steps in centipawns
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// Factor of the rate after each pass
    #[arg(long, default_value_t = 0.9)]
    decay: f64,
    /// Cost of a weight for each square centipawn from its start value, in billionths of the
    /// loss; 0 lets it go
    #[arg(long, default_value_t = 10.0)]
    anchor: f64,
    /// How much of what its neighbours in a table have moved counts as a weight's start value, 0 to
    /// 1
    #[arg(long, default_value_t = 0.8)]
    smoothness: f64,
    /// Weights that keep their values: what their names begin with, as `threat_`. By default those
    /// that show the way to mate in endings that are won already: no result depends on them
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "mop_up_,ending_")]
    hold: Vec<String>,
    /// How much the game's result counts, against the search's score
    #[arg(long, default_value_t = 0.6)]
    result_weight: f64,
    /// How much the result, seen from a position, loses with each position between them to the
    /// search's scores on the way, 0 to 1; 1 leaves the result as it is
    #[arg(long, default_value_t = 1.0)]
    trace_decay: f64,
    /// Log-odds for each centipawn of the start weights; fitted to the results by default
    #[arg(long)]
    steepness: Option<f64>,
    /// Centipawns by which captures may change the value of a position that is used
    #[arg(long, default_value_t = 40, value_parser = value_parser!(i32).range(0..))]
    quiet_margin: i32,
    /// Games in a hundred that are kept for validation
    #[arg(long, default_value_t = 10)]
    validation: u64,
    /// Seed of the order in which positions are looked at
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Fits the weights, reports the losses, and writes the weights to the files that the arguments
/// name.
pub(crate) fn run(arguments: &TexelArguments, mut print: impl FnMut(String)) -> Result<()> {
    if let Some(path) = &arguments.rewrite {
        check_source(path)?;
    }
    let weights = Weights::default();
    let Choice { validation, quiet_margin } = arguments.choice();
    let mut split = Split::read(&arguments.data, Choice { validation, quiet_margin }, &weights)?;
    let (training, validation) = (split.training.len(), split.validation.len());
    ensure!(training > 0 && validation > 0, "no positions on one side of the split");
    print(format!("{training} positions for training, {validation} for validation"));
    print(format!("{} left out: captures change them by more than {quiet_margin}", split.noisy));

    let start = Model::new(&weights);
    let steepness = arguments.steepness.unwrap_or_else(|| steepness::fit(&start, &split.training));
    print(format!("steepness {steepness:.6}"));
    let result_weight = arguments.result_weight;
    let goal = Goal { steepness, label_steepness: steepness, result_weight, outlook: true };
    for samples in [&mut split.training, &mut split.validation] {
        samples.look_ahead(arguments.trace_decay, |score| goal.expected(score));
    }
    let best = descend(&split, goal, arguments, |epoch, Losses { training, validation }| {
        let losses = format!("training loss {training:.8}, validation loss {validation:.8}");
        print(format!("epoch {epoch:>3}: {losses}"));
    });
    report(&start, &best, &split.validation, goal).into_iter().for_each(print);
    if let Some(path) = &arguments.plot {
        fs::write(path, loss_curve::svg(&best.losses)?)
            .with_context(|| path.display().to_string())?;
    }
    let mut files = arguments.write.iter().chain(&arguments.rewrite);
    files.try_for_each(|path| write_text(path, &best.weights))
}

impl TexelArguments {
    fn choice(&self) -> Choice {
        Choice { validation: self.validation, quiet_margin: self.quiet_margin }
    }
}

/// Returns lines on the worth of the best weights for games that were not learnt from, each label
/// by itself, so that runs with other labels can be compared.
fn report(start: &Model, best: &Fit, samples: &Samples, goal: Goal) -> [String; 5] {
    let rounded = Model::of_pairs(&best.weights);
    let loss = |goal: Goal| rounded.loss(samples, Goal { steepness: best.steepness, ..goal });
    let against = |name, goal| {
        let (after, before) = (loss(goal), start.loss(samples, goal));
        format!("against {name} alone: {after:.8}, {before:.8} before")
    };
    let stretch = stretch::stretch(start, &rounded, samples);
    [
        format!("best after epoch {}: validation loss {:.8}", best.epoch, best.loss()),
        format!("rounded to whole numbers: {:.8}", loss(goal)),
        against("results", Goal { result_weight: 1.0, outlook: false, ..goal }),
        against("the search's scores", Goal { result_weight: 0.0, ..goal }),
        format!("steepness {:.6}; a centipawn of before is {stretch:.4} now", best.steepness),
    ]
}

/// Makes sure that a file holds the weights that this program was built with.
fn check_source(path: &Path) -> Result<()> {
    let name = || path.display().to_string();
    let written = fs::read_to_string(path).with_context(name)?;
    let built = Weights::default().text().to_string();
    ensure!(written == built, "{} has other weights than this build", path.display());
    Ok(())
}

fn write_text(path: &Path, weights: &[Pair]) -> Result<()> {
    let score = |&(mg, eg): &Pair| Ok(Score::new(mg.try_into()?, eg.try_into()?));
    let flat: Vec<Score> = weights.iter().map(score).collect::<Result<_>>()?;
    let weights = Weights::from_flat(&flat).context("another number of weights")?;
    fs::write(path, weights.text().to_string()).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use movegen::Color;
    use self_play::{Openings, Random, random_move};

    use super::*;
    use crate::dataset::archive::{Appender, Block};
    use crate::dataset::row::{GameResult, PackedRow, Row};

    /// Writes games of two random positions, won by the side with more pieces in the first.
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
            let after = random_move(&position, &mut random).expect("an opening has moves");
            let score = 100 * (white as i16 - black as i16);
            let rows = [(position, 0), (after, score)]
                .map(|(position, score)| PackedRow::pack(&Row { position, score, result }));
            appender.append(&Block { game, rows: rows.to_vec() }).unwrap();
        }
    }

    /// Arguments for a short run over `data`.
    fn arguments(data: PathBuf) -> TexelArguments {
        TexelArguments {
            data: vec![data],
            rewrite: None,
            write: None,
            plot: None,
            epochs: 5,
            batch: 64,
            rate: 2.0,
            decay: 0.9,
            anchor: 1.0,
            smoothness: 0.5,
            hold: Vec::new(),
            result_weight: 1.0,
            trace_decay: 1.0,
            steepness: Some(0.005),
            quiet_margin: i32::MAX,
            validation: 20,
            seed: 1,
        }
    }

    fn read(arguments: &TexelArguments) -> Split {
        Split::read(&arguments.data, arguments.choice(), &Weights::default()).unwrap()
    }

    #[test]
    fn fitted_weights_predict_better_and_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let [data, source, text, plot] =
            ["rows", "source", "weights.txt", "plot.svg"].map(|name| folder.path().join(name));
        write_games(&data);
        fs::write(&source, include_str!("../../../evaluation/src/weights.txt")).unwrap();
        let mut arguments = TexelArguments {
            rewrite: Some(source.clone()),
            write: Some(text.clone()),
            plot: Some(plot.clone()),
            ..arguments(data)
        };
        let split = read(&arguments);
        let mut epochs = Vec::new();
        let best = descend(&split, Goal::results(0.005), &arguments, |epoch, losses| {
            epochs.push((epoch, losses));
        });
        let losses: Vec<Losses> = epochs.iter().map(|&(_, losses)| losses).collect();
        assert_eq!(losses, best.losses, "each is reported");
        assert!(losses[5].training < 0.95 * losses[0].training, "{losses:?}");
        assert!(best.epoch > 0 && best.loss() < losses[0].validation, "{losses:?}");

        let mut lines = Vec::new();
        run(&arguments, |line| lines.push(line)).unwrap();
        // The results are all that these weights were fitted to.
        let [.., best_line, rounded, results, _, _] = &lines[..] else { panic!("{lines:?}") };
        assert!(best_line.ends_with(&format!(" {:.8}", best.loss())), "{lines:?}");
        let loss = rounded.strip_prefix("rounded to whole numbers: ").unwrap();
        assert!((loss.parse::<f64>().unwrap() / best.loss() - 1.0).abs() < 0.01, "{lines:?}");
        assert!(results.starts_with(&format!("against results alone: {loss},")), "{lines:?}");
        for written in [source, text] {
            let mut weights = Weights::default();
            weights.read(&fs::read_to_string(written).unwrap()).unwrap();
            assert!(Model::new(&weights).rounded() == best.weights, "other weights than the best");
        }
        assert!(fs::read_to_string(plot).unwrap().starts_with("<svg"));
        // The file now differs from the build.
        arguments.epochs = 0;
        assert!(run(&arguments, |_| ()).is_err());
    }

    #[test]
    fn every_argument_changes_the_weights_and_the_best_epoch_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("rows");
        write_games(&data);
        let fitted = |change: fn(&mut TexelArguments)| {
            let text = folder.path().join("weights.txt");
            let mut asked = TexelArguments { anchor: 1e3, ..arguments(data.clone()) };
            asked.write = Some(text.clone());
            change(&mut asked);
            run(&asked, |_| ()).unwrap();
            fs::read_to_string(text).unwrap()
        };
        let plain = fitted(|_| ());
        type Change = fn(&mut TexelArguments);
        let changes: [(&str, Change); 13] = [
            ("epochs", |asked| asked.epochs = 1),
            ("batch", |asked| asked.batch = 0),
            ("rate", |asked| asked.rate = 3.0),
            ("decay", |asked| asked.decay = 0.5),
            ("anchor", |asked| asked.anchor = 1e5),
            ("smoothness", |asked| asked.smoothness = 0.9),
            ("hold", |asked| asked.hold.push("material".to_owned())),
            ("result weight", |asked| asked.result_weight = 0.5),
            ("trace decay", |asked| asked.trace_decay = 0.5),
            ("steepness", |asked| asked.steepness = None),
            ("quiet margin", |asked| asked.quiet_margin = 100),
            ("validation", |asked| asked.validation = 30),
            ("seed", |asked| asked.seed = 2),
        ];
        for (name, change) in changes {
            assert!(fitted(change) != plain, "{name}");
        }

        let wild = TexelArguments { rate: 100.0, decay: 1.0, ..arguments(data) };
        let best = descend(&read(&wild), Goal::results(0.005), &wild, |_, _| ());
        let least = best.losses.iter().map(|losses| losses.validation).fold(1.0, f64::min);
        assert!(best.loss() == least && least < best.losses[5].validation, "{:?}", best.losses);
    }

    #[test]
    fn a_centipawn_stays_a_centipawn() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("rows");
        write_games(&data);
        let arguments = TexelArguments { rate: 4.0, anchor: 0.0, ..arguments(data) };
        let split = read(&arguments);
        let best = descend(&split, Goal::results(0.005), &arguments, |_, _| ());
        let (start, rounded) = (Model::new(&Weights::default()), Model::of_pairs(&best.weights));
        let stretch = stretch::stretch(&start, &rounded, &split.validation);
        assert!(best.epoch > 0 && (stretch - 1.0).abs() < 0.03, "{stretch}");
        assert!((best.steepness - 0.005).abs() > 1e-5, "what the games say goes there");
    }

    #[test]
    fn an_anchor_holds_the_weights() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("rows");
        write_games(&data);
        let arguments = arguments(data);
        let split = read(&arguments);
        let start = Model::new(&Weights::default()).rounded();
        let distance = |anchor: f64| -> i32 {
            let arguments =
                TexelArguments { anchor, epochs: 12, ..self::arguments(PathBuf::new()) };
            let best = descend(&split, Goal::results(0.005), &arguments, |_, _| ());
            let moved = best.weights.iter().zip(&start);
            moved.map(|(new, old)| (new.0 - old.0).abs() + (new.1 - old.1).abs()).sum()
        };
        let [free, held, fast] = [0.0, 1e5, 1e12].map(distance);
        assert!(held < free / 2 && fast == 0, "{free}, {held}, {fast}");
    }

    #[test]
    fn held_weights_keep_their_values() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("rows");
        write_games(&data);
        let hold = ["material", "mobility_queen"].map(str::to_owned).to_vec();
        let arguments = TexelArguments { hold, ..arguments(data) };
        let best = descend(&read(&arguments), Goal::results(0.005), &arguments, |_, _| ());
        let start = Model::new(&Weights::default()).rounded();
        let mut moved = 0;
        for ((name, new), old) in Weights::names().iter().zip(&best.weights).zip(&start) {
            if arguments.hold.iter().any(|held| name.starts_with(held)) {
                assert_eq!(new, old, "{name}");
            } else {
                moved += usize::from(new != old);
            }
        }
        assert!(moved > 50, "{moved}");
    }
}
