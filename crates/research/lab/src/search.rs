//! Searches over tables: what a table is worth to them.

mod adapter;
mod ageing;
mod by_size;
mod cluster_scaling;
mod collisions;
mod cutoff_rule;
mod cutoffs;
mod design;
mod erased;
mod ghi;
mod hash_move;
mod horizon;
mod information;
pub(crate) mod lens;
mod line;
mod mtdf;
mod network_speed;
mod own_key;
mod paired;
mod probes;
mod record_part;
mod replacement;
mod roots;
mod size;
mod speed;
mod threads;
mod transpositions;
mod worth_match;

use anyhow::Result;
use clap::Subcommand;

use crate::experiment::{Experiment, ExperimentArguments};
use cluster_scaling::ScalingArguments;
use mtdf::MtdfArguments;
use network_speed::NetworkSpeedArguments;
use speed::SpeedArguments;
use threads::ThreadsArguments;
use worth_match::WorthMatchArguments;

#[derive(Subcommand)]
pub(crate) enum SearchVerb {
    /// Compare MTD(f) over a table of two bounds with principal variation search
    Mtdf(MtdfArguments),
    /// Nodes a second and time to depth with several threads, beside those of one
    BenchThreads(ThreadsArguments),
    /// Nodes a second beside other engines, on the same positions
    BenchSpeed(SpeedArguments),
    /// The time of an evaluation by networks of several sizes, beside the hand-crafted one
    BenchNetwork(NetworkSpeedArguments),
    /// How well transposition-driven scheduling uses 1 to 256 ranks, in virtual time
    ClusterScaling(ScalingArguments),
    /// Matches at equal time: no table, a table for the order of moves alone, all of it
    WorthMatch(WorthMatchArguments),
}

impl SearchVerb {
    pub(crate) fn run(&self) -> Result<()> {
        match self {
            Self::Mtdf(arguments) => println!("{}", mtdf::run(arguments)?),
            Self::BenchThreads(arguments) => threads::run(arguments, |line| println!("{line}"))?,
            Self::BenchSpeed(arguments) => speed::run(arguments, |line| println!("{line}"))?,
            Self::BenchNetwork(arguments) => {
                network_speed::run(arguments, |line| println!("{line}"))?;
            }
            Self::ClusterScaling(arguments) => {
                cluster_scaling::run(arguments, |line| println!("{line}"))?;
            }
            Self::WorthMatch(arguments) => worth_match::run(arguments, |line| println!("{line}"))?,
        }
        Ok(())
    }
}

#[derive(Subcommand)]
pub(crate) enum SearchExperiment {
    /// Nodes by replacement scheme and size (Breuker, Uiterwijk, van den Herik 1994, 1996)
    Replacement(ExperimentArguments),
    /// Buckets of one, two, four and eight slots (Beal, Smith 1996)
    Probes(ExperimentArguments),
    /// A replayed game with a table that is cleared, kept, or kept and aged
    Ageing(ExperimentArguments),
    /// Measure which part of a record saves nodes: its move, its score, or both (Breuker 1997)
    Information(ExperimentArguments),
    /// Measure the worth of a table at each depth: none, ordering only, all of it
    Worth(ExperimentArguments),
    /// Which cutoffs the table's move causes
    HashMove(ExperimentArguments),
    /// The table in quiescence or not, by size
    Quiescence(ExperimentArguments),
    /// How many false matches a search bears, and a game that one loses (Hyatt, Cozzie 2005)
    Collisions(ExperimentArguments),
    /// Enhanced transposition cutoffs on and off (Schaeffer, Plaat 1996)
    Etc(ExperimentArguments),
    /// Graph-history interaction: scores that depend on the clock or the path (Palay 1983)
    Ghi(ExperimentArguments),
    /// Paths that meet in one position, by what the key says of en passant
    Transpositions(ExperimentArguments),
    /// How large a table pays, by the nodes of a search
    Size(ExperimentArguments),
    /// Which record a store keeps where the table has one of its key
    OwnKey(ExperimentArguments),
    /// When a record ends a node: draft, bound, expected kind, the child's record
    Cutoffs(ExperimentArguments),
}

impl SearchExperiment {
    pub(crate) const ALL: [&'static Experiment; 14] = [
        &replacement::EXPERIMENT,
        &probes::EXPERIMENT,
        &ageing::EXPERIMENT,
        &information::EXPERIMENT,
        &information::WORTH,
        &hash_move::EXPERIMENT,
        &horizon::QUIESCENCE,
        &horizon::ETC,
        &collisions::EXPERIMENT,
        &ghi::EXPERIMENT,
        &transpositions::EXPERIMENT,
        &size::EXPERIMENT,
        &own_key::EXPERIMENT,
        &cutoffs::EXPERIMENT,
    ];

    pub(crate) fn parts(&self) -> (&'static Experiment, &ExperimentArguments) {
        match self {
            Self::Replacement(arguments) => (&replacement::EXPERIMENT, arguments),
            Self::Probes(arguments) => (&probes::EXPERIMENT, arguments),
            Self::Ageing(arguments) => (&ageing::EXPERIMENT, arguments),
            Self::Information(arguments) => (&information::EXPERIMENT, arguments),
            Self::Worth(arguments) => (&information::WORTH, arguments),
            Self::HashMove(arguments) => (&hash_move::EXPERIMENT, arguments),
            Self::Quiescence(arguments) => (&horizon::QUIESCENCE, arguments),
            Self::Collisions(arguments) => (&collisions::EXPERIMENT, arguments),
            Self::Etc(arguments) => (&horizon::ETC, arguments),
            Self::Ghi(arguments) => (&ghi::EXPERIMENT, arguments),
            Self::Transpositions(arguments) => (&transpositions::EXPERIMENT, arguments),
            Self::Size(arguments) => (&size::EXPERIMENT, arguments),
            Self::OwnKey(arguments) => (&own_key::EXPERIMENT, arguments),
            Self::Cutoffs(arguments) => (&cutoffs::EXPERIMENT, arguments),
        }
    }
}
