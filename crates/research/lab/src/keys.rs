//! Keys: what they guarantee, how they spread, what they cost, and how many there are.

mod birthday;
mod cardinality;
mod cert;
mod chi2;
mod cost;
mod draw;
mod features;
mod gillogly;
mod index;
mod near;
mod oracle;
mod plot;
mod tree;
mod walk;

use anyhow::Result;
use clap::Subcommand;

use crate::experiment::{Experiment, ExperimentArguments};
use cert::CertArguments;
use chi2::Chi2Arguments;
use cost::CostArguments;
use walk::WalkArguments;

#[derive(Subcommand)]
pub(crate) enum KeysVerb {
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
    pub(crate) fn run(&self) -> Result<()> {
        match self {
            Self::KeysCert(arguments) => println!("{}", cert::run(arguments)?),
            Self::KeysChi2(arguments) => println!("{}", chi2::run(arguments)?),
            Self::KeysCost(arguments) => println!("{}", cost::run(arguments)?),
            Self::KeysWalk(arguments) => println!("{}", walk::run(arguments)?),
            Self::KeysPlot => print!("{}", plot::svg()),
        }
        Ok(())
    }
}

#[derive(Subcommand)]
pub(crate) enum KeysExperiment {
    /// Count the two errors of a table that keeps the positions themselves
    Oracle(ExperimentArguments),
    /// How often near positions share a key (Warnock, Wendroff 1988)
    Near(ExperimentArguments),
    /// Collisions against the birthday formula, and what a table meets of them (Slate, Thompson)
    Birthday(ExperimentArguments),
    /// The bits that a key needs against collisions among stored positions (Gillogly 1989)
    Gillogly(ExperimentArguments),
    /// How many buckets each index is worth: multiply-high, remainder, Rival's fold, mask
    Index(ExperimentArguments),
    /// How many positions, keys, entries and pawn structures there are
    Cardinality(ExperimentArguments),
}

impl KeysExperiment {
    pub(crate) const ALL: [&'static Experiment; 6] = [
        &oracle::EXPERIMENT,
        &near::EXPERIMENT,
        &birthday::EXPERIMENT,
        &gillogly::EXPERIMENT,
        &index::EXPERIMENT,
        &cardinality::EXPERIMENT,
    ];

    pub(crate) fn parts(&self) -> (&'static Experiment, &ExperimentArguments) {
        match self {
            Self::Oracle(arguments) => (&oracle::EXPERIMENT, arguments),
            Self::Near(arguments) => (&near::EXPERIMENT, arguments),
            Self::Birthday(arguments) => (&birthday::EXPERIMENT, arguments),
            Self::Gillogly(arguments) => (&gillogly::EXPERIMENT, arguments),
            Self::Index(arguments) => (&index::EXPERIMENT, arguments),
            Self::Cardinality(arguments) => (&cardinality::EXPERIMENT, arguments),
        }
    }
}
