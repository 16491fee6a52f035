//! The lab: experiments and measurements over the crates of the workspace, a verb for each.

#![expect(clippy::print_stdout, reason = "a command-line program reports on its standard output")]

mod evaluation_kind;
mod experiment;
mod hot_path;
mod instructions;
mod keys;
mod page;
mod pawns;
mod processor_time;
mod search;
mod table;
mod tactics;

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};

use crate::experiment::{AllArguments, Experiment, ExperimentArguments};
use crate::hot_path::HotPathArguments;
use crate::instructions::InstructionsArguments;

/// Experiments and measurements over the crates of the workspace.
#[derive(Parser)]
#[command(name = "lab", version, args_conflicts_with_subcommands = true)]
#[command(arg_required_else_help = true)]
struct Cli {
    /// List the records of another search than today's, and mark them; fail if there are any
    #[arg(long)]
    stale: bool,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    /// Certify a table of keys: the smallest dependent set, or that there is none
    KeysCert(keys::cert::CertArguments),
    /// Measure how evenly the keys of a search's positions fill every field of 16 bits
    KeysChi2(keys::chi2::Chi2Arguments),
    /// Measure what all keys cost in perft, against a position that keeps none
    KeysCost(keys::cost::CostArguments),
    /// Compare incremental keys with keys from scratch at every node of six trees
    KeysWalk(keys::walk::WalkArguments),
    /// Draw the distance of the chess keys by compared bits, as SVG
    KeysPlot,
    /// Measure the transposition table beside the limit of this machine
    BenchTt(table::bench::BenchTtArguments),
    /// Measure how long a table takes to its file and back, beside a plain copy
    BenchTtFile(table::file_speed::FileArguments),
    /// Draw how a table's records spread over slots, drafts, bounds and ages, as SVG
    TtPlot(table::picture::PictureArguments),
    /// Print how many entries a table of some size and layout holds
    TableSize(table::size::SizeArguments),
    /// Measure the hit rates of the pawn tables, and what a hit saves
    BenchPawn(pawns::bench::BenchPawnArguments),
    /// Compare MTD(f) over a table of two bounds with principal variation search
    Mtdf(search::mtdf::MtdfArguments),
    /// Nodes a second and time to depth with several threads, beside those of one
    BenchThreads(search::threads::ThreadsArguments),
    /// Nodes a second beside other engines, on the same positions
    BenchSpeed(search::speed::SpeedArguments),
    /// The time of an evaluation by networks of several sizes, beside the hand-crafted one
    BenchNetwork(search::network_speed::NetworkSpeedArguments),
    /// How well transposition-driven scheduling uses 1 to 256 ranks, in virtual time
    ClusterScaling(search::cluster_scaling::ScalingArguments),
    /// Matches at equal time: no table, a table for the order of moves alone, all of it
    WorthMatch(search::worth_match::WorthMatchArguments),
    /// Count the forced mates that engines find at equal nodes, and check their lines
    BenchMates(tactics::contest::ContestArguments),
    /// Count the best moves that engines find at equal nodes
    BenchTactics(tactics::contest::ContestArguments),
    /// Count the drawn endings that engines take for won at equal nodes
    BenchDraws(tactics::contest::ContestArguments),
    /// Count the nodes that Fine's position 70 takes with a table and without one
    BenchFine70(tactics::fine70::Fine70Arguments),
    /// Make the suite of mates from positions of games, by another engine
    MakeMates(tactics::make::MakeArguments),
    /// Make the suite of best moves from positions of games, by another engine
    MakeTactics(tactics::make::MakeArguments),
    /// Make the suite of drawn endings from positions of games, by another engine
    MakeDraws(tactics::make::MakeArguments),
    #[command(flatten)]
    Experiment(ExperimentVerb),
    /// Repeat a hot path of the libraries, for a program that counts instructions
    HotPath(HotPathArguments),
    /// Count the instructions of the hot paths by valgrind: they stay within 2 % of those recorded
    Instructions(InstructionsArguments),
    /// Run every experiment, one after the other
    All(AllArguments),
}

/// The experiments with a page of their own.
#[derive(Subcommand)]
enum ExperimentVerb {
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
    /// Measure what a record loses with time, and when it is met in vain
    Fading(ExperimentArguments),
    /// Hit rates of the pawn table by size, against a table that never forgets
    Pawn(ExperimentArguments),
    /// Count what a cache of evaluations would know that the transposition table does not
    Evaluations(ExperimentArguments),
}

impl ExperimentVerb {
    fn parts(&self) -> (&'static Experiment, &ExperimentArguments) {
        match self {
            Self::Oracle(arguments) => (&keys::oracle::EXPERIMENT, arguments),
            Self::Near(arguments) => (&keys::near::EXPERIMENT, arguments),
            Self::Birthday(arguments) => (&keys::birthday::EXPERIMENT, arguments),
            Self::Gillogly(arguments) => (&keys::gillogly::EXPERIMENT, arguments),
            Self::Index(arguments) => (&keys::index::EXPERIMENT, arguments),
            Self::Cardinality(arguments) => (&keys::cardinality::EXPERIMENT, arguments),
            Self::Replacement(arguments) => (&search::replacement::EXPERIMENT, arguments),
            Self::Probes(arguments) => (&search::probes::EXPERIMENT, arguments),
            Self::Ageing(arguments) => (&search::ageing::EXPERIMENT, arguments),
            Self::Information(arguments) => (&search::information::EXPERIMENT, arguments),
            Self::Worth(arguments) => (&search::information::WORTH, arguments),
            Self::HashMove(arguments) => (&search::hash_move::EXPERIMENT, arguments),
            Self::Quiescence(arguments) => (&search::horizon::QUIESCENCE, arguments),
            Self::Collisions(arguments) => (&search::collisions::EXPERIMENT, arguments),
            Self::Etc(arguments) => (&search::horizon::ETC, arguments),
            Self::Ghi(arguments) => (&search::ghi::EXPERIMENT, arguments),
            Self::Transpositions(arguments) => (&search::transpositions::EXPERIMENT, arguments),
            Self::Size(arguments) => (&search::size::EXPERIMENT, arguments),
            Self::OwnKey(arguments) => (&search::own_key::EXPERIMENT, arguments),
            Self::Cutoffs(arguments) => (&search::cutoffs::EXPERIMENT, arguments),
            Self::Fading(arguments) => (&search::fading::EXPERIMENT, arguments),
            Self::Pawn(arguments) => (&pawns::rates::EXPERIMENT, arguments),
            Self::Evaluations(arguments) => (&pawns::evaluations::EXPERIMENT, arguments),
        }
    }
}

fn experiments() -> Vec<&'static Experiment> {
    [&keys::EXPERIMENTS[..], &search::EXPERIMENTS, &pawns::EXPERIMENTS].concat()
}

fn list_stale() -> Result<()> {
    let without_search = keys::EXPERIMENTS.map(|experiment| experiment.name);
    let stale = experiment::stale::mark(&without_search)?;
    stale.iter().for_each(|command| println!("{command}"));
    ensure!(stale.is_empty(), "another search made these {} records", stale.len());
    Ok(())
}

fn main() -> Result<()> {
    let cli = Cli::parse();
    if cli.stale {
        return list_stale();
    }
    let say = |line: String| println!("{line}");
    match cli.verb.context("no verb")? {
        Verb::KeysCert(arguments) => println!("{}", keys::cert::run(&arguments)?),
        Verb::KeysChi2(arguments) => println!("{}", keys::chi2::run(&arguments)?),
        Verb::KeysCost(arguments) => println!("{}", keys::cost::run(&arguments)?),
        Verb::KeysWalk(arguments) => println!("{}", keys::walk::run(&arguments)?),
        Verb::KeysPlot => print!("{}", keys::plot::svg()),
        Verb::BenchTt(arguments) => table::bench::run(&arguments, say)?,
        Verb::BenchTtFile(arguments) => table::file_speed::run(&arguments, say)?,
        Verb::TtPlot(arguments) => println!("{}", table::picture::run(&arguments)?),
        Verb::TableSize(arguments) => println!("{}", table::size::run(&arguments)?),
        Verb::BenchPawn(arguments) => pawns::bench::run(&arguments, say)?,
        Verb::Mtdf(arguments) => println!("{}", search::mtdf::run(&arguments)?),
        Verb::BenchThreads(arguments) => search::threads::run(&arguments, say)?,
        Verb::BenchSpeed(arguments) => search::speed::run(&arguments, say)?,
        Verb::BenchNetwork(arguments) => search::network_speed::run(&arguments, say)?,
        Verb::ClusterScaling(arguments) => search::cluster_scaling::run(&arguments, say)?,
        Verb::WorthMatch(arguments) => search::worth_match::run(&arguments, say)?,
        Verb::BenchMates(arguments) => tactics::mates::run(&arguments, say)?,
        Verb::BenchTactics(arguments) => tactics::best_moves::run(&arguments, say)?,
        Verb::BenchDraws(arguments) => tactics::draws::run(&arguments, say)?,
        Verb::BenchFine70(arguments) => tactics::fine70::run(&arguments, say)?,
        Verb::MakeMates(arguments) => tactics::make::mates::run(&arguments, say)?,
        Verb::MakeTactics(arguments) => tactics::make::best_moves::run(&arguments, say)?,
        Verb::MakeDraws(arguments) => tactics::make::draws::run(&arguments, say)?,
        Verb::Experiment(verb) => {
            let (experiment, arguments) = verb.parts();
            println!("{}", arguments.run(experiment)?);
        }
        Verb::HotPath(arguments) => hot_path::run(&arguments)?,
        Verb::Instructions(arguments) => instructions::run(&arguments)?,
        Verb::All(arguments) => arguments.run(&experiments(), |result| println!("{result}"))?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use clap::CommandFactory;

    use super::*;

    #[test]
    fn each_experiment_has_a_verb_of_its_name() {
        let command = Cli::command();
        let verbs: HashSet<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        let names: HashSet<&str> = experiments().iter().map(|experiment| experiment.name).collect();
        assert_eq!(names.len(), experiments().len());
        assert!(names.is_subset(&verbs), "{names:?}");
        for name in names {
            let Some(Verb::Experiment(verb)) = Cli::parse_from(["lab", name]).verb else {
                panic!("{name} is no experiment");
            };
            assert_eq!(verb.parts().0.name, name);
        }
    }
}
