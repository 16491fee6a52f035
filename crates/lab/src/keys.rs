//! Keys: what they guarantee, how they spread, what they cost, and how many there are.

mod cardinality;
mod cert;
mod chi2;
mod cost;
mod gillogly;
mod plot;
mod walk;

use anyhow::Result;
use clap::Subcommand;

use cert::CertArguments;
use chi2::Chi2Arguments;
use cost::CostArguments;
use walk::WalkArguments;

#[derive(Subcommand)]
pub(crate) enum KeysVerb {
    /// Print how many positions, keys and entries there are
    Cardinality,
    /// Print the bits that a key needs against collisions among stored positions
    Gillogly,
    /// Certify a table of keys: the smallest dependent set, or that there is none
    KeysCert(CertArguments),
    /// Measure how evenly the keys of a search's positions fill every field of 16 bits
    KeysChi2(Chi2Arguments),
    /// Measure what all keys cost in perft, against a position that keeps none
    KeysCost(CostArguments),
    /// Compare incremental keys with keys from scratch at every node of six trees
    KeysWalk(WalkArguments),
    /// Draw the distance of the chess keys by compared bits, as SVG
    KeysPlot,
}

impl KeysVerb {
    /// Runs the verb and prints what it finds.
    ///
    /// # Errors
    /// Those of the verb.
    pub(crate) fn run(&self) -> Result<()> {
        match self {
            Self::Cardinality => print!("{}", cardinality::report()),
            Self::Gillogly => print!("{}", gillogly::report()),
            Self::KeysCert(arguments) => println!("{}", cert::run(arguments)?),
            Self::KeysChi2(arguments) => println!("{}", chi2::run(arguments)?),
            Self::KeysCost(arguments) => println!("{}", cost::run(arguments)?),
            Self::KeysWalk(arguments) => println!("{}", walk::run(arguments)?),
            Self::KeysPlot => print!("{}", plot::svg()),
        }
        Ok(())
    }
}
