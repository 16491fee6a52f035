//! `check`: what takes minutes, or tools that not every machine has, and so is no part of `ci`.

pub(crate) mod advisories;
mod cluster;
mod fuzz;
mod lengths;
mod msrv;
mod mutants;
mod race;
mod targets;
mod trial;

use anyhow::Result;
use clap::Subcommand;

use self::fuzz::Limit;
use crate::forward::{Forwarded, games_of_the_book, instructions, with_engine};
use crate::step::step;
use crate::{movegen, perft};

/// One of the long checks.
#[derive(Subcommand)]
pub(crate) enum Check {
    /// The shared tables under the model checker loom; the table must fail without the mask of its
    /// keys
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
    /// The hammer under ThreadSanitizer, if this machine has a nightly toolchain
    Tsan,
    /// The laws of movegen on the back ends that this machine's best ones hide
    BackEnds {
        /// Positions in random games, on each back end
        #[arg(
            long,
            default_value_t = movegen::POSITIONS,
            value_parser = clap::value_parser!(u64).range(movegen::POSITIONS..)
        )]
        positions: u64,
    },
    /// Kill one of four processes on a shared table each second, and look for records that nobody
    /// stored
    Kill {
        /// Seconds, and kills
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// Count the start position eight and nine plies deep, with a table and all threads
    PerftDeep,
    /// Count what the table's operations ask of the allocator: nothing
    Allocations {
        /// Operations of the table
        #[arg(long, default_value_t = 100_000_000)]
        operations: u64,
    },
    /// Search over a table that lies at every probe: each search ends with a legal move
    Liar {
        /// Searches
        #[arg(long, default_value_t = 10_000)]
        searches: u64,
    },
    /// Let each verb and each option that writes meet a full disk, a folder without rights and
    /// `/dev/full`: one message, exit code 1, and old files whole
    FullDisk,
    /// Count the instructions of hot paths by valgrind: they stay within 2 % of the recorded ones
    #[command(disable_help_flag = true)]
    Instructions(Forwarded),
    /// Search positions in which engines stood still, and random endings of 3 to 7 pieces: no
    /// iteration beyond depth 12 takes more than 10 times the nodes of all before it
    Explosions {
        /// Random endings
        #[arg(long, default_value_t = 2_000)]
        positions: u64,
        /// Nodes of a search
        #[arg(long, default_value_t = 3_000_000)]
        nodes: u64,
        /// Seed of the endings
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// A client that analyses, ponders, plays, resizes, saves and loads in random order: the engine
    /// answers, and its memory and threads stay as they were
    Endurance {
        /// How long
        #[arg(long, default_value_t = 120)]
        minutes: u64,
        /// The order
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Games beside a load that was made for it, if fastchess and Stockfish are there: the engine
    /// loses no more of them by the clock
    #[command(disable_help_flag = true)]
    Load(Forwarded),
    /// Solve Connect Four from the empty board with the table: minutes, and 1 GiB
    ConnectFour,
    /// Run the fuzz targets, if this machine has a nightly toolchain and cargo-fuzz
    Fuzz {
        /// Seconds for each target
        #[arg(long, default_value_t = 60)]
        seconds: u32,
        /// Inputs for each target, however long they take
        #[arg(long, conflicts_with = "seconds")]
        runs: Option<u64>,
    },
    /// Games of the book's engine against a player of random moves, if fastchess is there; none may
    /// end by the clock, by an illegal move or by a lost connection
    #[command(disable_help_flag = true)]
    Games(Forwarded),
    /// The engine with the programs that people use engines with, as far as they are there:
    /// python-chess, lichess-bot, PolyGlot, fastchess; and how long it takes to answer
    #[command(disable_help_flag = true)]
    Clients(Forwarded),
    /// Play very fast games of the engine against itself, if fastchess is there: two sizes of the
    /// table, one thread and two, standard chess and Chess960; none may be lost but by the rules
    #[command(disable_help_flag = true)]
    SelfPlay(Forwarded),
    /// Read texts like games as PGN: each is read or refused, and none panics; and put annotated
    /// games of the search through it
    Pgn {
        /// Texts
        #[arg(long, default_value_t = 10_000_000)]
        texts: u64,
        /// Games
        #[arg(long, default_value_t = 1_000)]
        games: u64,
    },
    /// Structures of pawns, their numbers and their tables, with a multiple of the cases that `ci`
    /// tries
    Pawns {
        /// How many times as many
        #[arg(long, default_value_t = 100)]
        times: u64,
    },
    /// Hold movegen against python-chess, if it is installed: annotated games of the search, random
    /// games, starts of Chess960, EPD
    PythonChess {
        /// Games of the search
        #[arg(long, default_value_t = 1_000)]
        games: u64,
    },
    /// Change one operator or function after the other, if cargo-mutants is there, and count the
    /// changes that the crate's own tests find
    Mutants {
        /// Only these packages
        #[arg(long = "package")]
        packages: Vec<String>,
        /// How many of each package's mutants, about
        #[arg(long, default_value_t = 100)]
        sample: u32,
        /// Which of the samples, counted from 0
        #[arg(long, default_value_t = 0)]
        first: u32,
        /// Seconds after which the tests of a mutant count as endless; more beside other work
        #[arg(long, default_value_t = 120)]
        timeout: u32,
    },
    /// Build each library with the oldest compiler that it promises to serve, if it is there
    Msrv,
    /// Build the libraries for targets without a system, with 32 bits, for WebAssembly and AArch64,
    /// and all crates for Windows; compare numbers that they must agree on
    Targets,
    /// Work spread over processes by MPI, if mpirun and mpicc are there: 1, 2 and 4 ranks
    Cluster,
    /// Look for advisories against the dependencies and for licences that deny.toml does not allow
    Advisories,
}

/// Carries out one of the checks.
pub(crate) fn run(check: Check) -> Result<()> {
    match check {
        Check::Loom => race::loom(),
        Check::Hammer { operations, back_ends } => race::hammer(operations, &back_ends),
        Check::Tsan => race::tsan(),
        Check::BackEnds { positions } => {
            step("back ends of movegen", || movegen::back_ends(&movegen::HIDDEN, positions))
        }
        Check::Kill { seconds } => lengths::kill(seconds),
        Check::PerftDeep => step("deep perft", perft::deep),
        Check::Allocations { operations } => lengths::allocations(operations),
        Check::Liar { searches } => lengths::liar(searches),
        Check::FullDisk => lengths::full_disk(),
        Check::Instructions(forwarded) => instructions(&forwarded.arguments),
        Check::Explosions { positions, nodes, seed } => lengths::explosions(positions, nodes, seed),
        Check::Endurance { minutes, seed } => lengths::endurance(minutes, seed),
        Check::Load(forwarded) => with_engine("tuner", "load", &forwarded.arguments),
        Check::ConnectFour => lengths::connect_four(),
        Check::Fuzz { runs: Some(runs), .. } => fuzz::run(Limit::Runs(runs)),
        Check::Fuzz { seconds, runs: None } => fuzz::run(Limit::Seconds(seconds)),
        Check::Games(forwarded) => games_of_the_book(&forwarded.arguments),
        Check::SelfPlay(forwarded) => with_engine("tuner", "self-play", &forwarded.arguments),
        Check::Clients(forwarded) => with_engine("tuner", "clients", &forwarded.arguments),
        Check::Pgn { texts, games } => lengths::pgn(texts, games),
        Check::Pawns { times } => lengths::pawns(times),
        Check::PythonChess { games } => lengths::python_chess(games),
        Check::Mutants { packages, sample, first, timeout } => {
            mutants::run(&packages, &mutants::Sample { size: sample, first, timeout })
        }
        Check::Msrv => msrv::run(),
        Check::Targets => targets::run(),
        Check::Cluster => cluster::run(),
        Check::Advisories => advisories::run(),
    }
}
