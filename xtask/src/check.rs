//! `check`: what takes minutes, or tools that not every machine has, and so is no part of `ci`.

mod lengths;
mod msrv;
mod mutants;
mod race;
mod targets;
pub(crate) mod tools;

use anyhow::Result;
use clap::Subcommand;

use self::lengths::{MUTANT, Trial};
use self::mutants::Mutants;
use crate::engine::{Build, Engine};
use crate::forward::{Forwarded, games_of_the_book, instructions, with_engine};
use crate::output::step;
use crate::workspace::TT_CORE;
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
        /// MB of the table: 1 is soon full, as a larger one is after hours
        #[arg(long, default_value_t = 16)]
        hash: u64,
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
    /// Make small changes to a crate's code, one at a time, and count those that its tests find
    Mutants(Mutants),
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

/// Carries out a check; those that `ci` runs shortened run at full length.
pub(crate) fn run(check: Check) -> Result<()> {
    match check {
        Check::Loom => race::loom(),
        Check::Hammer { operations, back_ends } => race::hammer(operations, &back_ends),
        Check::Tsan => race::tsan(),
        Check::BackEnds { positions } => {
            step("back ends of movegen", || movegen::back_ends(&movegen::HIDDEN, positions))
        }
        Check::Kill { seconds } => {
            let kill = Trial::of(TT_CORE, "it", "shared_kill::");
            let kill = Trial { features: "shared", note: "kills, ", ..kill };
            kill.clone().with("TT_KILL_SECONDS", &seconds).step("kill")?;
            let mutant = Trial { flags: Some(MUTANT), ..kill };
            mutant.with("TT_KILL_SECONDS", &seconds.min(10)).step("kill, no mask")
        }
        Check::PerftDeep => step("deep perft", || perft::deep(&Engine::build(Build::Release)?)),
        Check::Allocations { operations } => {
            let trial = Trial::of(TT_CORE, "allocation", "");
            let trial = trial.with("TT_ALLOCATION_OPERATIONS", &operations);
            Trial { features: "shared", note: " operations", ..trial }.step("allocations")
        }
        Check::Liar { searches } => {
            let trial = Trial::of("search", "it", "liar::").with("SEARCH_LIAR_SEARCHES", &searches);
            Trial { note: " searches: ", ..trial }.step("liar")
        }
        Check::FullDisk => {
            Trial::of("engine-cli", "it", "full_disk::").step("full disk: engine-cli")?;
            let tables = Trial::of(TT_CORE, "it", "full_disk::");
            Trial { features: "persist,shared", ..tables }.step("full disk: tt-core")
        }
        Check::Instructions(forwarded) => instructions(&forwarded.arguments),
        Check::Explosions { positions, nodes, hash, seed } => {
            lengths::explosions(positions, nodes, hash, seed)
        }
        Check::Endurance { minutes, seed } => {
            let trial = Trial::of("engine-cli", "it", "endurance::");
            let trial = trial.with("ENGINE_ENDURANCE_SECONDS", &(60 * minutes));
            let trial = trial.with("ENGINE_ENDURANCE_SEED", &seed);
            Trial { note: " actions of seed ", ..trial }.step("endurance")
        }
        Check::Load(forwarded) => with_engine("tuner", "load", &forwarded.arguments),
        Check::ConnectFour => lengths::connect_four(),
        Check::Fuzz { seconds, runs } => tools::fuzz(seconds, runs),
        Check::Games(forwarded) => games_of_the_book(&forwarded.arguments),
        Check::SelfPlay(forwarded) => with_engine("tuner", "self-play", &forwarded.arguments),
        Check::Clients(forwarded) => with_engine("tuner", "clients", &forwarded.arguments),
        Check::Pgn { texts, games } => {
            let trial = Trial::of("movegen", "it", "pgn::").with("MOVEGEN_PGN_TEXTS", &texts);
            Trial { note: " games read", ..trial }.step("pgn")?;
            let trial = Trial::of("self-play", "round_trip", "").with("SELF_PLAY_GAMES", &games);
            Trial { note: " games read as written", ..trial }.step("pgn of games")
        }
        Check::Pawns { times } => {
            ["pawn-hash", "pawn-classics"].into_iter().try_for_each(|package| {
                Trial::of(package, "it", "").with("PAWN_TEST_TIMES", &times).step(package)
            })
        }
        Check::PythonChess { games } => lengths::python_chess(games),
        Check::Mutants(sample) => mutants::run(&sample),
        Check::Msrv => msrv::run(),
        Check::Targets => targets::run(),
        Check::Cluster => tools::cluster(),
        Check::Advisories => tools::advisories(),
    }
}
