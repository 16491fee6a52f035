//! The verbs of the workspace: `cargo xtask VERB`.
//!
//! This program imports none of the workspace's crates. It spawns cargo, git and the engine, reads
//! what they print, and says in one line a step what it found.

mod advisories;
mod bench;
mod ci;
mod dist;
mod endurance;
mod engine;
mod faults;
mod fuzz;
mod keys;
mod layers;
mod movegen;
mod oracle;
mod output;
mod package;
mod pawn;
mod perft;
mod process;
mod snapshot;
mod step;
mod table;
mod tidy;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::fuzz::Limit;
use crate::perft::Effort;

/// The checks and chores of the Palimpsest workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Everything that must hold before a change lands; stops at the first failure
    Ci {
        /// One crate alone: its format, lints, tests and docs, with every feature and with none
        #[arg(short, long, value_name = "CRATE")]
        package: Option<String>,
    },
    /// Check that the crates import each other exactly as docs/architecture.md says
    Layers,
    /// Check the absences that docs/architecture.md promises, and the sizes of files and functions
    Tidy,
    /// Count legal move paths with the engine and compare them with the published numbers
    Perft {
        /// Reduced depths: seconds instead of minutes
        #[arg(long)]
        quick: bool,
        /// The start position alone, eight plies deep: 84,998,978,956 leaves, with a table and all threads
        #[arg(long, conflicts_with = "quick")]
        start_8: bool,
    },
    /// Derive movegen's perft files by two other move generators, and compare them with those stored
    Oracle {
        /// Write the files instead
        #[arg(long)]
        write: bool,
    },
    /// Certify tables of hash keys by exhaustive search and by algebra, in lab; what follows is lab's
    KeysCert {
        /// `--table`, `--bits`, `--weight`, `--quick`: see `--help`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
        arguments: Vec<String>,
    },
    /// Run the engine's bench and print its signature as a commit message wants it
    #[command(args_conflicts_with_subcommands = true)]
    Bench {
        #[command(subcommand)]
        of: Option<BenchOf>,
        /// Fail if the signature is not the one that the history recorded last
        #[arg(long)]
        check: bool,
    },
    /// Build the engine for each level of x86-64 and try it on an emulated processor of that level
    Dist,
    /// Check the shared pawn table with the model checker loom
    PawnLoom,
    /// Check the table with the model checker loom, and that it fails without the mask of the keys
    Loom,
    /// Let threads race for the same few records on every back end of the table
    Hammer {
        /// Operations on each back end
        #[arg(long, default_value_t = 1_000_000_000)]
        operations: u64,
        /// Only these back ends, not all that the machine has: scalar, 128, 256, 512
        #[arg(long, value_delimiter = ',')]
        back_ends: Vec<String>,
    },
    /// Solve Connect Four from the empty board with the table: minutes, and 1 GiB
    ConnectFour,
    /// Draw how the records of the table spread, in docs/lab
    TtPlot {
        /// What `lab tt-plot` takes; `--help` lists it
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Compare MTD(f) with principal variation search over the two-bound table
    Mtdf {
        /// What `lab mtdf` takes; `--help` lists it
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run the table's hammer under ThreadSanitizer, if this machine has a nightly toolchain
    Tsan,
    /// Kill one of four processes on a shared table each second, and look for records that nobody stored
    Kill {
        /// Seconds, and kills
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// Count what the table's operations ask of the allocator: nothing
    Allocations {
        /// Operations of the table
        #[arg(long, default_value_t = 100_000_000)]
        operations: u64,
    },
    /// Look for advisories against the dependencies and for licences that deny.toml does not allow
    Advisories,
    /// Look after the snapshots of the tests
    Snapshot {
        #[command(subcommand)]
        action: snapshot::Action,
    },
    /// Package each library crate, and use each one alone from a crate outside the workspace
    Package,
    /// Plant known faults into a copy of the workspace and demand that its checks find them
    Faults,
    /// Run the fuzz targets, if this machine has a nightly toolchain and cargo-fuzz
    Fuzz {
        /// Seconds for each target
        #[arg(long, default_value_t = 60)]
        seconds: u32,
        /// Inputs for each target, however long they take
        #[arg(long, conflicts_with = "seconds")]
        runs: Option<u64>,
    },
}

#[derive(Subcommand)]
enum BenchOf {
    /// Measure the generator beside cozy-chess, on each back end
    Movegen {
        /// What to build for: names of the compiler's `target-cpu`
        #[arg(long, value_delimiter = ',', default_values_t = ["native", "x86-64-v3", "x86-64-v2"].map(String::from))]
        levels: Vec<String>,
        /// What the bench takes: `--rounds`, `--shallower`, `--ways`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Measure how often the pawn tables know, and what a hit saves; writes docs/pawns.md
    Pawn {
        /// What `lab bench-pawn` takes; `--help` lists it
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Measure the transposition table beside the limit of this machine
    Tt {
        /// A narrower way to read a line than the machine's best: scalar, 128, 256
        #[arg(long)]
        line: Option<String>,
        /// What `lab bench-tt` takes; `--help` lists it
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Measure how long a table takes to its file and back, beside a plain copy
    TtFile {
        /// What `lab bench-tt-file` takes; `--help` lists it
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    match run(Cli::parse().verb) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(verb: Verb) -> Result<()> {
    match verb {
        Verb::Ci { package: None } => ci::workspace(),
        Verb::Ci { package: Some(name) } => ci::one_crate(&name),
        Verb::Layers => step::step("layers", layers::run),
        Verb::Tidy => step::step("tidy", tidy::run),
        Verb::Perft { start_8: true, .. } => {
            step::step("perft 8 of the start position", perft::long)
        }
        Verb::Perft { quick, .. } => {
            let effort = if quick { Effort::Quick } else { Effort::Full };
            step::step("perft", || perft::run(effort))
        }
        Verb::Oracle { write } => oracle::run(write),
        Verb::KeysCert { arguments } => keys::certify(&arguments),
        Verb::Bench { of: Some(BenchOf::Pawn { arguments }), .. } => pawn::bench(&arguments),
        Verb::Bench { of: Some(BenchOf::Movegen { levels, arguments }), .. } => {
            movegen::bench(&levels, &arguments)
        }
        Verb::Dist => dist::run(),
        Verb::PawnLoom => step::step("loom, pawn-hash", pawn::loom),
        Verb::Bench { of: None, check } => bench::verb(check),
        Verb::Bench { of: Some(BenchOf::Tt { line, arguments }), .. } => {
            table::bench(line.as_deref(), &arguments)
        }
        Verb::Bench { of: Some(BenchOf::TtFile { arguments }), .. } => {
            table::lab("bench-tt-file", &arguments)
        }
        Verb::Loom => table::loom(),
        Verb::Hammer { operations, back_ends } => table::hammer(operations, &back_ends),
        Verb::ConnectFour => table::connect_four(),
        Verb::TtPlot { arguments } => table::lab("tt-plot", &arguments),
        Verb::Mtdf { arguments } => table::lab("mtdf", &arguments),
        Verb::Tsan => table::tsan(),
        Verb::Kill { seconds } => endurance::kill(seconds),
        Verb::Allocations { operations } => endurance::allocations(operations),
        Verb::Advisories => advisories::run(),
        Verb::Snapshot { action } => snapshot::run(action),
        Verb::Package => package::run(),
        Verb::Faults => faults::run(),
        Verb::Fuzz { runs: Some(runs), .. } => fuzz::run(Limit::Runs(runs)),
        Verb::Fuzz { seconds, runs: None } => fuzz::run(Limit::Seconds(seconds)),
    }
}
