//! Tactics: the moves and mates that engines find in a number of nodes, and the suites that ask for
//! them.

mod best_moves;
mod contest;
mod fine70;
mod make;
mod mates;
mod suite;

use anyhow::Result;
use clap::Subcommand;

use contest::ContestArguments;
use fine70::Fine70Arguments;
use make::MakeArguments;

/// The page of results, docs/records/bench/tactics.md, before it has a section.
const HEAD: &str = "\
# Tactics at equal nodes

Each section is written by the command that it names; do not edit. Nodes decide, not time, so every
machine gets the same figures from the same engines.
";

#[derive(Subcommand)]
pub(crate) enum TacticsVerb {
    /// Count the forced mates that engines find at equal nodes, and check their lines
    BenchMates(ContestArguments),
    /// Count the best moves that engines find at equal nodes
    BenchTactics(ContestArguments),
    /// Count the nodes that Fine's position 70 takes with a table and without one
    BenchFine70(Fine70Arguments),
    /// Make the suite of mates from positions of games, by another engine
    MakeMates(MakeArguments),
    /// Make the suite of best moves from positions of games, by another engine
    MakeTactics(MakeArguments),
}

impl TacticsVerb {
    pub(crate) fn run(&self) -> Result<()> {
        match self {
            Self::BenchMates(arguments) => mates::run(arguments, |line| println!("{line}")),
            Self::BenchTactics(arguments) => best_moves::run(arguments, |line| println!("{line}")),
            Self::BenchFine70(arguments) => fine70::run(arguments, |line| println!("{line}")),
            Self::MakeMates(arguments) => make::mates::run(arguments, |line| println!("{line}")),
            Self::MakeTactics(arguments) => {
                make::best_moves::run(arguments, |line| println!("{line}"))
            }
        }
    }
}
