//! The command line: `cargo xtask VERB`.

use clap::{Parser, Subcommand};

use crate::check::Check;
use crate::forward::Forwarded;
use crate::snapshot::Action;
use crate::web::Work;
use crate::{c, python};

/// The checks and chores of the Palimpsest workspace.
#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    version,
    disable_help_subcommand = true,
    disable_version_flag = true
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Everything that must hold before a change lands; stops at the first failure
    Ci {
        /// One crate alone: the quick gates, lints with each choice of its features, tests with the
        /// default ones, docs, and the bench signature if the engine contains the crate
        #[arg(short, long, value_name = "CRATE")]
        package: Option<String>,
        /// Test the crate with each choice of its features
        #[arg(long, requires = "package")]
        every_feature: bool,
    },
    /// Check the arrows between crates against docs/architecture.md, and the modules within each
    Layers,
    /// Check the absences that docs/architecture.md promises, and the sizes of files and lines
    Tidy,
    /// Check that what docs/inventory.md names exists, and the commands that any text names
    Inventory,
    /// Count legal move paths with the engine and compare them with the published numbers
    Perft {
        /// Reduced depths: seconds instead of minutes
        #[arg(long)]
        quick: bool,
    },
    /// Derive movegen's perft files by two other move generators, and compare or write them
    #[command(disable_help_flag = true)]
    Oracle(Forwarded),
    /// Run the engine's bench and print its signature as a commit message wants it; or measure:
    /// `movegen`, `peers`, `latency`, or a verb of the lab without its `bench-`
    Bench {
        /// Fail if the signature is not the one that the history recorded last
        #[arg(long, conflicts_with = "of")]
        check: bool,
        /// The measurement
        of: Option<String>,
        #[command(flatten)]
        forwarded: Forwarded,
    },
    /// Long checks, a name for each: threads, processes, allocations, random input, advisories
    Check {
        #[command(subcommand)]
        what: Check,
    },
    /// Run an experiment of the crate lab; without a name, list them
    #[command(disable_help_flag = true)]
    Lab(Forwarded),
    /// Play games for data, and fit the evaluation to them: the crate tuner; without a name, its
    /// verbs
    #[command(disable_help_flag = true)]
    Tune(Forwarded),
    /// Look after the snapshots of the tests
    Snapshot {
        #[command(subcommand)]
        action: Action,
    },
    /// Package each library crate, and use each one alone from a crate outside the workspace
    Package {
        /// Use the crates in their folders instead of their archives, as `ci` does
        #[arg(long)]
        folders: bool,
        /// Only these crates, and the programs that take them
        #[arg(requires = "folders")]
        only: Vec<String>,
    },
    /// Make docs/ into one site, target/book/index.html, if mdBook is there
    Book,
    /// Build the page: the crate web as a module, its bindings, and the site in its page/dist
    Web(Work),
    /// Build the tables for C and C++: a library, its headers, pkg-config
    C(c::Work),
    /// Build the package for Python: a wheel in target/python/wheels
    Python(python::Work),
    /// Build the engine for each level of x86-64 and for AArch64 Linux, without shared libraries,
    /// and try each on an emulated processor of that level and on lesser ones
    Dist {
        /// Instead, write the licences of the crates in the engine, which it prints
        #[arg(long)]
        notices: bool,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_excludes_the_check_of_the_signature() {
        assert!(Cli::try_parse_from(["cargo xtask", "bench", "--check"]).is_ok());
        assert!(Cli::try_parse_from(["cargo xtask", "bench", "--check", "tt"]).is_err());
        let tt = ["cargo xtask", "bench", "tt", "--line", "128", "--mib", "16"];
        let Verb::Bench { of: Some(of), check: false, forwarded } =
            Cli::try_parse_from(tt).unwrap().verb
        else {
            panic!("another verb was read");
        };
        assert_eq!((of.as_str(), forwarded.arguments.len()), ("tt", 4));
    }
}
