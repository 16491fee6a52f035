//! Weights from a file, given by its path or else the one beside this example: the program reads
//! and checks them, and shows the values that they change.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::fs;
use std::path::Path;

use evaluation::movegen::Position;
use evaluation::{Evaluator, Weights};

/// Prints each weight that is not the default one; returns how many there are.
fn compare(weights: &Weights) -> usize {
    let (old, new) = (Weights::default().as_flat(), weights.as_flat());
    let rows = Weights::names().into_iter().zip(old.into_iter().zip(new));
    let changed: Vec<_> = rows.filter(|(_, (old, new))| old != new).collect();
    for (name, (old, new)) in &changed {
        println!("{name:<20} {old:?} -> {new:?}");
    }
    changed.len()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data/tuned.txt");
    let path = std::env::args_os().nth(1).map_or(beside, Into::into);
    let mut weights = Weights::default();
    // The error names the line and the weight; the weights then keep their old values.
    weights.read(&fs::read_to_string(path)?)?;
    compare(&weights);

    let (mut old, mut new) = (Evaluator::new(), Evaluator::with_weights(weights));
    for fen in [
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4",
        "2b2rk1/5ppp/8/8/8/8/5PPP/2B1B1K1 w - - 0 1",
    ] {
        let position = Position::from_fen(fen)?;
        println!("{fen}: {} -> {}", old.evaluate(&position), new.evaluate(&position));
    }
    Ok(())
}

#[test]
fn the_file_is_read_and_counts() {
    let mut weights = Weights::default();
    weights.read(include_str!("data/tuned.txt")).unwrap();
    assert_eq!(compare(&weights), 4);
    let start = Position::startpos();
    let value = |mut evaluator: Evaluator| evaluator.evaluate(&start);
    assert!(value(Evaluator::with_weights(weights)) > value(Evaluator::new()), "a dearer tempo");
}
