//! Engines that search the same positions, each with as many nodes.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Args, value_parser};
use movegen::Position;
use self_play::{UciAnswer, UciEngine};

use super::HEAD;
use crate::page::{Page, progress, put_section};

#[derive(Args)]
pub(crate) struct ContestArguments {
    /// The engine that is measured, a program that speaks UCI
    #[arg(long, value_name = "FILE")]
    pub(super) engine: PathBuf,
    /// An engine to compare it with; may be given again
    #[arg(long, value_name = "FILE")]
    pub(super) against: Vec<PathBuf>,
    /// Nodes for each position [default: 200000 for mates, 100000 for best moves]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Another suite, in EPD
    #[arg(long, value_name = "FILE")]
    pub(super) suite: Option<PathBuf>,
    /// How many positions an engine searches at once, each in a process of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..))]
    at_once: u8,
    /// Say of each position what each engine found
    #[arg(long)]
    pub(super) list: bool,
    /// Write the figures to their section of a page, by default of docs/records/bench/tactics.md
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "docs/records/bench/tactics.md"
    )]
    write: Option<PathBuf>,
}

/// The options of every engine. One that has no such option says so or is silent.
pub(super) const OPTIONS: [(&str, &str); 2] = [("Hash", "16"), ("Threads", "1")];

pub(super) struct Answers {
    /// The name that it gives itself; with its file, if another one has the same name.
    pub(super) name: String,
    pub(super) answers: Vec<UciAnswer>,
}

impl ContestArguments {
    pub(super) fn nodes(&self, default: u64) -> u64 {
        self.nodes.unwrap_or(default)
    }

    /// Puts a section into the page, if one is to be written.
    pub(super) fn put(&self, heading: &str, verb: &str, section: &Page) -> Result<()> {
        let Some(path) = &self.write else { return Ok(()) };
        let command = format!("cargo xtask bench {verb} --against FILE --write");
        put_section(path, HEAD, heading, &command, section)
    }

    /// Lets each engine search each position, forgetting what it knows before each.
    pub(super) fn search(&self, positions: &[Position], nodes: u64) -> Result<Vec<Answers>> {
        let engines = [&self.engine].into_iter().chain(&self.against);
        let found = engines.map(|file| answers(file, positions, nodes, self.at_once));
        let mut found = found.collect::<Result<Vec<_>>>()?;
        let names: Vec<String> = found.iter().map(|answers| answers.name.clone()).collect();
        for (answers, file) in found.iter_mut().zip([&self.engine].into_iter().chain(&self.against))
        {
            if names.iter().filter(|&name| *name == answers.name).count() > 1 {
                answers.name += &format!(" ({})", file.display());
            }
        }
        Ok(found)
    }
}

fn answers(file: &Path, positions: &[Position], nodes: u64, at_once: u8) -> Result<Answers> {
    let start = || UciEngine::start(file, &OPTIONS);
    let name = start()?.name().to_owned();
    let limits = format!("nodes {nodes}");
    let answers = progress::each_with(&name, positions, at_once.into(), start, |engine, root| {
        engine.new_game()?;
        let answer = engine.search(root, &limits)?;
        ensure!(!answer.lines.is_empty(), "{} said nothing", engine.name());
        Ok(answer)
    });
    let answers = answers.with_context(|| file.display().to_string())?;
    Ok(Answers { name, answers })
}
