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
use crate::keys::{KeysExperiment, KeysVerb};
use crate::pawns::{PawnsExperiment, PawnsVerb};
use crate::search::{SearchExperiment, SearchVerb};
use crate::table::TableVerb;
use crate::tactics::TacticsVerb;

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
    #[command(flatten)]
    Keys(KeysVerb),
    #[command(flatten)]
    Table(TableVerb),
    #[command(flatten)]
    Pawns(PawnsVerb),
    #[command(flatten)]
    Search(SearchVerb),
    #[command(flatten)]
    Tactics(TacticsVerb),
    #[command(flatten)]
    KeysExperiment(KeysExperiment),
    #[command(flatten)]
    SearchExperiment(SearchExperiment),
    #[command(flatten)]
    PawnsExperiment(PawnsExperiment),
    /// Repeat a hot path of the libraries, for a program that counts instructions
    HotPath(HotPathArguments),
    /// Count the instructions of the hot paths by valgrind: they stay within 2 % of those recorded
    Instructions(InstructionsArguments),
    /// Run every experiment, one after the other
    All(AllArguments),
}

fn experiments() -> Vec<&'static Experiment> {
    [&KeysExperiment::ALL[..], &SearchExperiment::ALL, &PawnsExperiment::ALL].concat()
}

fn run((experiment, arguments): (&Experiment, &ExperimentArguments)) -> Result<()> {
    println!("{}", arguments.run(experiment)?);
    Ok(())
}

fn list_stale() -> Result<()> {
    let without_search = KeysExperiment::ALL.map(|experiment| experiment.name);
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
    match cli.verb.context("no verb")? {
        Verb::Keys(verb) => verb.run(),
        Verb::Table(verb) => verb.run(),
        Verb::Pawns(verb) => verb.run(),
        Verb::Search(verb) => verb.run(),
        Verb::Tactics(verb) => verb.run(),
        Verb::HotPath(arguments) => hot_path::run(&arguments),
        Verb::Instructions(arguments) => instructions::run(&arguments),
        Verb::KeysExperiment(verb) => run(verb.parts()),
        Verb::SearchExperiment(verb) => run(verb.parts()),
        Verb::PawnsExperiment(verb) => run(verb.parts()),
        Verb::All(arguments) => arguments.run(&experiments(), |result| println!("{result}")),
    }
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
            let experiment = match Cli::parse_from(["lab", name]).verb.unwrap() {
                Verb::KeysExperiment(verb) => verb.parts().0,
                Verb::SearchExperiment(verb) => verb.parts().0,
                Verb::PawnsExperiment(verb) => verb.parts().0,
                _ => panic!("{name} is no experiment"),
            };
            assert_eq!(experiment.name, name);
        }
    }
}
