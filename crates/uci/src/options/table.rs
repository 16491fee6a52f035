//! The table of all options: name, type, default, range and the place where the value goes.

use std::ops::RangeInclusive;
use std::time::Duration;

use engine::{ELO_RANGE, LEVELS, NumaPolicy};

use super::entry::{Button, Entry, Names, Reach, button, check, combo, spin, text};

/// The sizes of the transposition table in MiB.
pub(super) const HASH_MB: RangeInclusive<i64> = 1..=33_554_432;
/// The sizes of the transposition table in KiB; 0 leaves the size to `Hash`. The largest one still
/// fits the 32 bits of the clients' numbers.
const HASH_KB: RangeInclusive<i64> = 0..=i32::MAX as i64;
/// The numbers of search threads.
pub const THREADS: RangeInclusive<i64> = 1..=1024;
/// The numbers of best lines.
pub const MULTI_PV: RangeInclusive<i64> = 1..=256;

const TB_PIECES: RangeInclusive<i64> = 0..=7;

/// The seeds of a limited strength; 0 is a random seed each time.
const SEED: RangeInclusive<i64> = 0..=i32::MAX as i64;

/// The default of `UCI_Elo`.
const DEFAULT_ELO: i64 = 1500;

/// The values of `Evaluation`.
const EVALUATIONS: [&str; 2] = ["network", "hand-crafted"];

/// The values of `NumaPolicy`.
pub(super) const NUMA_POLICIES: [&str; 4] = ["auto", "system", "hardware", "none"];

/// Every option, in the order in which `uci` lists them.
pub(super) static TABLE: &[Entry] = &[
    spin("Hash", 16, HASH_MB, |options, value| options.hash_mb = value as usize)
        .reaching(Reach::Resources { little: 2 }),
    spin("HashKB", 0, HASH_KB, |options, value| options.hash_kb = value as usize)
        .reaching(Reach::Resources { little: 2 << 10 })
        .of_a_machine(),
    spin("Threads", 1, THREADS, |options, value| options.threads = value as usize)
        .reaching(Reach::Resources { little: 2 }),
    button("Clear Hash", Button::Clear),
    check("NeverClearHash", false, |options, value| options.never_clear_hash = value),
    text("HashFile", "hash.hsh", |options, value| value.clone_into(&mut options.hash_file))
        .reaching(Reach::Files(Names::Path)),
    button("SaveHashtoFile", Button::Save).reaching(Reach::Files(Names::Path)),
    button("LoadHashfromFile", Button::Load).reaching(Reach::Files(Names::Path)),
    text("SharedHash", "", |options, value| value.clone_into(&mut options.shared_hash))
        .reaching(Reach::Files(Names::Table)),
    // A GUI ponders only with engines that offer this; only `go ponder` starts it.
    check("Ponder", false, |_, _| {}),
    spin("MultiPV", 1, MULTI_PV, |options, value| options.multi_pv = value as usize),
    spin("Move Overhead", 10, 0..=5000, |options, value| {
        options.move_overhead = Duration::from_millis(value as u64);
    }),
    spin("nodestime", 0, 0..=10_000, |options, value| {
        options.nodes_a_millisecond = value as u64;
    }),
    text("SyzygyPath", "", |options, value| value.clone_into(&mut options.syzygy_path))
        .reaching(Reach::Files(Names::Folders)),
    spin("SyzygyProbeDepth", 1, 1..=100, |options, value| options.syzygy_depth = value as u32)
        .of_a_machine(),
    check("Syzygy50MoveRule", true, |options, value| options.syzygy_fifty_moves = value)
        .of_a_machine(),
    spin("SyzygyProbeLimit", 7, TB_PIECES, |options, value| options.syzygy_pieces = value as u32)
        .of_a_machine(),
    check("UCI_Chess960", false, |options, value| options.chess960 = value),
    check("UCI_ShowWDL", false, |options, value| options.show_wdl = value),
    // In an analysis the book stays closed, and strength is not limited.
    check("UCI_AnalyseMode", false, |options, value| options.analyse_mode = value),
    check("UCI_LimitStrength", false, |options, value| options.limit_strength = value),
    spin("UCI_Elo", DEFAULT_ELO, ELO_RANGE, |options, value| options.elo = value),
    spin("Skill Level", *LEVELS.end(), LEVELS, |options, value| {
        options.skill_level = value;
    }),
    spin("Strength Seed", 0, SEED, |options, value| options.strength_seed = value as u64),
    combo("NumaPolicy", NUMA_POLICIES[0], &NUMA_POLICIES, |options, value| {
        options.numa = match value {
            "system" => NumaPolicy::System,
            "hardware" => NumaPolicy::Hardware,
            "none" => NumaPolicy::None,
            _ => NumaPolicy::Auto,
        };
    })
    .of_a_machine(),
    check("OwnBook", false, |options, value| options.own_book = value).of_a_machine(),
    text("Book File", "", |options, value| value.clone_into(&mut options.book_file))
        .reaching(Reach::Files(Names::Path)),
    combo("Evaluation", EVALUATIONS[0], &EVALUATIONS, |options, value| {
        options.network = value == EVALUATIONS[0];
    })
    .of_a_machine(),
    text("EvalFile", "", |options, value| value.clone_into(&mut options.eval_file))
        .reaching(Reach::Files(Names::Path)),
    check("Minimal", false, |options, value| options.minimal = value),
    text("Debug Log File", "", |options, value| value.clone_into(&mut options.debug_log))
        .reaching(Reach::Files(Names::Path)),
];
