//! This generator beside cozy-chess on five positions, in turns within one run.
//!
//! Three ways to walk a tree. Of cozy-chess's, each is written in several variants, as its users
//! would write them, and the quickest on a position counts (`versus/cozy.rs`):
//!
//! | way | at the last ply |
//! |---|---|
//! | bulk | the moves are counted |
//! | made | every leaf is made |
//! | list | every move is written into a list |
//!
//! A figure is the median over the rounds of the ratio of both sides' leaves a second, with the
//! least and the greatest: on a shared machine only what ran side by side can be compared. Time is
//! counted in cycles where the kernel permits, else in nanoseconds of this thread's processor time.
//!
//! cozy-chess is built to look up sliders by PEXT exactly where this crate does: the manifest has
//! the same condition as [`PEER`].

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a bench reports on its outputs")]

#[path = "versus/clock.rs"]
mod clock;
#[path = "versus/cozy.rs"]
mod cozy;
#[path = "versus/walks.rs"]
mod walks;

use std::hint::black_box;
use std::process::ExitCode;

use clap::Parser;
use movegen::Position;

use clock::Clock;
use cozy::walks;
use walks::{Way, ours};

/// The way in which cozy-chess looks up sliders in this build.
const PEER: &str =
    if cfg!(all(target_arch = "x86_64", target_feature = "bmi2", not(movegen_sliders = "magic"))) {
        "PEXT"
    } else {
        "magics"
    };

/// Measures this generator beside cozy-chess.
#[derive(Parser)]
struct Arguments {
    /// Rounds of each walk; the median counts
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Plies less than the full depth: quicker and rougher
    #[arg(long, default_value_t = 0)]
    shallower: u32,
    /// Which ways to walk
    #[arg(long, value_delimiter = ',', value_enum, default_values_t = Way::ALL)]
    ways: Vec<Way>,
    /// Stands in the figures' names: `movegen.LABEL.bulk...`
    #[arg(long)]
    label: Option<String>,
    /// The flag that cargo passes to every bench
    #[arg(long, hide = true)]
    bench: bool,
}

/// The five positions of the published comparisons, and depths that take about half a second.
const POSITIONS: [(&str, &str, u32); 5] = [
    ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("rook_endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6),
    ("talkchess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
];

/// The median of some samples and their ends.
#[derive(Clone, Copy)]
struct Spread {
    median: f64,
    least: f64,
    greatest: f64,
}

impl Spread {
    fn of(mut samples: Vec<f64>) -> Self {
        samples.sort_by(f64::total_cmp);
        let last = samples.len() - 1;
        Self { median: samples[samples.len() / 2], least: samples[0], greatest: samples[last] }
    }
}

struct Measured {
    ratio: Spread,
    ours: Spread,
    theirs: Spread,
    /// The quickest variant of cozy-chess's walk.
    variant: &'static str,
}

/// Measures both sides in turns, after a round that is not counted.
///
/// # Errors
/// If the sides count different numbers of leaves.
fn measure(
    clock: &mut Clock,
    (fen, depth): (&str, u32),
    way: Way,
    rounds: u32,
) -> Result<Measured, String> {
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let board = cozy_chess::Board::from_fen(fen, false).map_err(|error| error.to_string())?;
    let mut ours_by_round = Vec::new();
    let mut theirs_by_walk = vec![Vec::new(); walks(way).len()];
    let mut leaves = 0;
    for round in 0..=rounds {
        let (our_leaves, our_cycles) = clock.time(|| ours(way, black_box(&position), depth));
        leaves = our_leaves;
        if round > 0 {
            ours_by_round.push(our_cycles);
        }
        for ((name, walk), samples) in walks(way).iter().zip(&mut theirs_by_walk) {
            let (their_leaves, cycles) = clock.time(|| walk(black_box(&board), depth));
            if our_leaves != their_leaves {
                return Err(format!("{fen}: {our_leaves} leaves here, {their_leaves} by {name}"));
            }
            if round > 0 {
                samples.push(cycles);
            }
        }
    }
    let median = |samples: &[f64]| Spread::of(samples.to_vec()).median;
    let quickest = walks(way).iter().zip(theirs_by_walk);
    let quickest = quickest.min_by(|a, b| median(&a.1).total_cmp(&median(&b.1)));
    let ((variant, _), theirs) = quickest.ok_or("no walk of cozy-chess")?;
    let ratios = theirs.iter().zip(&ours_by_round).map(|(theirs, ours)| theirs / ours).collect();
    let rates = |samples: Vec<f64>| {
        Spread::of(samples.into_iter().map(|cycles| leaves as f64 / cycles).collect())
    };
    let (ours, theirs) = (rates(ours_by_round), rates(theirs));
    Ok(Measured { ratio: Spread::of(ratios), ours, theirs, variant })
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut clock = Clock::new();
    println!("- processor: {}", clock::processor());
    println!("- movegen: {}", movegen::BACK_END);
    println!("- cozy-chess: {PEER}");
    println!("- rounds: {}; time: {}", arguments.rounds, clock.name());
    println!();
    println!(
        "| walk | position | depth | ratio | least | greatest | movegen | cozy-chess | its walk |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---|");
    let mut figures = Vec::new();
    let prefix = match &arguments.label {
        Some(label) => format!("figure movegen.{label}"),
        None => "figure movegen".into(),
    };
    for &way in &arguments.ways {
        let mut logarithms = [0.0; 3];
        for (name, fen, depth) in POSITIONS {
            let depth = depth.saturating_sub(arguments.shallower + way.shallower()).max(2);
            let measured = measure(&mut clock, (fen, depth), way, arguments.rounds)?;
            let Measured { ratio, ours, theirs, variant } = measured;
            println!(
                "| {way} | {name} | {depth} | {:.2} | {:.2} | {:.2} | {:.3} | {:.3} | {variant} |",
                ratio.median, ratio.least, ratio.greatest, ours.median, theirs.median,
            );
            figures.push(format!("{prefix}.{way}.{name}.vs_cozy {:.3} x", ratio.median));
            for (sum, value) in logarithms.iter_mut().zip([ratio, ours, theirs]) {
                *sum += value.median.ln();
            }
        }
        let [ratio, ours, theirs] = logarithms.map(|sum| (sum / POSITIONS.len() as f64).exp());
        println!("| {way} | geometric mean | | {ratio:.2} | | | {ours:.3} | {theirs:.3} | |");
        figures.push(format!("{prefix}.{way}.geomean.vs_cozy {ratio:.3} x"));
        figures.push(format!("{prefix}.{way}.geomean.nodes_per_cycle {ours:.4} nodes"));
    }
    println!();
    for figure in figures {
        println!("{figure}");
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
