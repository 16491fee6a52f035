//! Verb `bench-network`: the time of an evaluation that follows moves, by networks and by
//! hand-crafted terms.

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::Args;
use engine::{EngineEvaluation, HandCrafted, bench_positions, default_network};
use movegen::{Move, Position};
use network::{Architecture, Evaluator, FloatNetwork, Network};
use search::Evaluate;
use zobrist_keys::SplitMix64;

use crate::page::{MarkdownTable, Page, Spread, machine, progress, put_section};
use crate::processor_time;

#[derive(Args)]
pub(crate) struct NetworkSpeedArguments {
    /// Hidden neurons of the networks, multiples of 32
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [128, 256, 512])]
    hidden: Vec<usize>,
    /// Positions whose moves and answers are evaluated
    #[arg(long, value_name = "N", default_value_t = 40)]
    positions: usize,
    /// Rounds; the median of each ratio counts
    #[arg(long, value_name = "N", default_value_t = 7)]
    rounds: usize,
    /// Write a section of the page of results, by default docs/records/bench/network.md
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "docs/records/bench/network.md"
    )]
    write: Option<PathBuf>,
}

const HEAD: &str = "\
# The time of an evaluation

Each section is written by the command that it names, for one level of vector instructions; do not
edit. From the positions of the bench each move is made, and each answer; each position without
check is evaluated, as a search would. The time of the walk without an evaluation is taken off.
The networks have random weights, one king bucket and eight outputs, and are timed alone. The last
row is the engine's evaluation: its network, the test for special endings, and the hand-crafted
evaluation where the network's value says that the game is decided. `ratio` is that of a round: the
row's time by the hand-crafted evaluation's, whose pawn table is warm.
";

/// Measures and prints a line for each network.
pub(crate) fn run(arguments: &NetworkSpeedArguments, mut print: impl FnMut(String)) -> Result<()> {
    ensure!(arguments.rounds > 0 && arguments.positions > 0, "at least one position and round");
    let roots: Vec<Position> =
        bench_positions().map(|(root, _)| root).take(arguments.positions).collect();
    let networks = arguments.hidden.iter().map(|&hidden| Ok(Arc::new(random_network(hidden)?)));
    let networks = networks.collect::<Result<Vec<_>>>()?;
    let rounds: Vec<usize> = (0..arguments.rounds).collect();
    let times = progress::each_with(
        "rounds",
        &rounds,
        1,
        || Ok(()),
        |(), _| {
            let mut crafted = EngineEvaluation::from(HandCrafted::default());
            // The first walk warms caches and tables up.
            walk_all(&roots, &mut crafted);
            let (count, bare) = walk_all(&roots, &mut |_: &Position| 0);
            let each = |total: f64| (total - bare).max(0.0) * 1e9 / count as f64;
            let own = each(walk_all(&roots, &mut crafted).1);
            let alone = |network: &Arc<Network>| {
                let mut network = Alone(Evaluator::new(Arc::clone(network)));
                each(walk_all(&roots, &mut network).1)
            };
            let mut times: Vec<f64> = networks.iter().map(alone).collect();
            let mut engine = EngineEvaluation::network(default_network(), HandCrafted::default());
            walk_all(&roots, &mut engine);
            times.push(each(walk_all(&roots, &mut engine).1));
            Ok((own, times))
        },
    )?;
    let own = Spread::of(times.iter().map(|(own, _)| *own)).median;
    print(machine());
    print(format!("hand-crafted: {own:.0} ns"));
    let columns = ["evaluation", "ns", "hand-crafted, ns", "ratio", "from", "to"];
    let mut rows = MarkdownTable::new(columns, 0);
    let names = arguments.hidden.iter().map(usize::to_string).chain(["engine".to_owned()]);
    for (number, evaluation) in names.enumerate() {
        let ns = Spread::of(times.iter().map(|(_, networks)| networks[number])).median;
        let ratio = Spread::of(times.iter().map(|(own, networks)| networks[number] / own));
        let Spread { median, least, greatest } = ratio;
        let name = format!("network.{}.{evaluation}", level().to_lowercase().replace(' ', "-"));
        print(format!("figure {name}.ns {ns:.1} ns"));
        print(format!("figure {name}.x_hand_crafted {median:.3} x"));
        let ratios = [median, least, greatest].map(|ratio| format!("{ratio:.2}"));
        let described = match arguments.hidden.get(number) {
            Some(hidden) => format!("network of {hidden} neurons"),
            None => format!("the engine's, {} neurons", default_network().architecture().hidden),
        };
        rows.row([described, format!("{ns:.0}"), format!("{own:.0}")].into_iter().chain(ratios));
    }
    let Some(path) = &arguments.write else { return Ok(()) };
    let mut section = Page::empty();
    section.paragraph(&format!("On {}; {} rounds.", machine(), rounds.len()));
    section.table(&rows);
    let command = "cargo xtask bench network --write";
    put_section(path, HEAD, level(), command, &section)
}

/// A network without the rules that the engine adds to it.
struct Alone(Evaluator);

impl Evaluate for Alone {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }

    fn new_root(&mut self, root: &Position) {
        self.0.new_root(root);
    }

    fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
        self.0.make(parent, mv, child);
    }

    fn unmake(&mut self) {
        self.0.unmake();
    }
}

/// Returns the vector instructions of this build that networks use.
fn level() -> &'static str {
    if cfg!(target_feature = "avx512bw") {
        "AVX-512"
    } else if cfg!(target_feature = "avx2") {
        "AVX2"
    } else if cfg!(target_arch = "aarch64") {
        "NEON"
    } else {
        "Plain code"
    }
}

fn random_network(hidden: usize) -> Result<Network> {
    let architecture = Architecture { outputs: 8, ..Architecture::new(hidden) };
    let mut weights = FloatNetwork::zero(architecture)?;
    let mut random = SplitMix64::new(hidden as u64);
    let mut small = || (random.below(2_001) as f32 - 1_000.0) / 4_000.0;
    weights.input_weights_mut().fill_with(&mut small);
    weights.output_weights_mut().fill_with(&mut small);
    weights.quantise().context("small weights are in range")
}

/// Walks through the moves of the positions; returns the number of evaluations, and the seconds of
/// processor time.
fn walk_all(roots: &[Position], evaluation: &mut impl Evaluate) -> (u64, f64) {
    let start = processor_time::now();
    let count = roots.iter().map(|root| {
        evaluation.new_root(root);
        walk(root, evaluation, 2)
    });
    (count.sum(), (processor_time::now() - start).as_secs_f64())
}

/// Evaluates the positions after each line of `plies` plies and on the way there; returns how many.
fn walk(position: &Position, evaluation: &mut impl Evaluate, plies: u32) -> u64 {
    let mut count = 0;
    for mv in position.legal_moves() {
        let child = position.make(mv);
        evaluation.make(position, mv, &child);
        if !child.in_check() {
            black_box(evaluation.evaluate(&child));
            count += 1;
        }
        if plies > 1 {
            count += walk(&child, evaluation, plies - 1);
        }
        evaluation.unmake();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_evaluates_each_position_without_check() {
        let start = Position::startpos();
        let mut seen = 0_u64;
        let mut count = |_: &Position| {
            seen += 1;
            0
        };
        let (evaluations, _) = walk_all(&[start], &mut count);
        assert_eq!((evaluations, seen), (420, 420));
        let checks = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        // 15 moves, of which Ra8+ checks, and the king's answers: none of them checks.
        let answers: usize =
            checks.legal_moves().into_iter().map(|mv| checks.make(mv).legal_moves().len()).sum();
        let checking = |mv| checks.make(mv).in_check();
        let checking = checks.legal_moves().into_iter().filter(|&mv| checking(mv)).count();
        let expected = checks.legal_moves().len() - checking + answers;
        assert_eq!(walk_all(&[checks], &mut |_: &Position| 0).0, expected as u64);
    }

    #[test]
    fn the_page_has_a_section_with_a_row_for_each_network() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("network.md");
        let hidden = vec![32, 64];
        let write = Some(path.clone());
        let arguments = NetworkSpeedArguments { hidden, positions: 2, rounds: 2, write };
        let mut lines = Vec::new();
        run(&arguments, |line| lines.push(line)).unwrap();
        assert_eq!(lines.len(), 8);
        let page = std::fs::read_to_string(path).unwrap();
        assert!(
            page.contains(&format!("## {}", level())) && page.contains("network of 64 neurons"),
            "{page}"
        );
        assert!(page.contains("| the engine's, "), "{page}");
        let none = NetworkSpeedArguments { hidden: vec![33], positions: 1, rounds: 1, write: None };
        assert!(run(&none, |_| ()).is_err());
    }
}
