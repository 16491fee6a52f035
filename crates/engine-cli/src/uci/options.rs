//! The options: one table holds name, type, default, range and the place where the value goes.

mod entry;

use std::env;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use search::{Params, Settings};

use crate::io::access::Access;
#[cfg(feature = "tuning")]
use crate::uci::tuning;
use engine::{ELO_RANGE, LEVELS, NumaPolicy, Strength, shared_hash_path};
use uci_text::UciError;

pub(crate) use self::entry::{Button, Reach};
use self::entry::{Entry, Kind, Names, button, check, combo, read_text, spin, text};

/// The sizes of the transposition table in MiB.
const HASH_MB: RangeInclusive<i64> = 1..=33_554_432;
/// The sizes of the transposition table in KiB; 0 leaves the size to `Hash`. The largest one still
/// fits the 32 bits of the clients' numbers.
const HASH_KB: RangeInclusive<i64> = 0..=i32::MAX as i64;
/// The numbers of search threads.
pub(crate) const THREADS: RangeInclusive<i64> = 1..=1024;
/// The numbers of best lines.
pub(crate) const MULTI_PV: RangeInclusive<i64> = 1..=256;

/// The numbers of pieces in tablebases.
const TB_PIECES: RangeInclusive<i64> = 0..=7;

/// The seeds of a limited strength; 0 is a random seed each time.
const SEED: RangeInclusive<i64> = 0..=i32::MAX as i64;

/// The default of `UCI_Elo`.
const DEFAULT_ELO: i64 = 1500;

/// The values of `Evaluation`.
const EVALUATIONS: [&str; 2] = ["network", "hand-crafted"];

/// The values of `NumaPolicy`.
const NUMA_POLICIES: [&str; 4] = ["auto", "system", "hardware", "none"];

/// The values of the options: [`new`](Self::new) sets them as the table says, `default` to 0 and
/// empty texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// `Hash`: size of the transposition table in MiB.
    pub(crate) hash_mb: usize,
    /// `HashKB`: its size in KiB if it is not 0, for sizes that are no whole number of MiB.
    pub(crate) hash_kb: usize,
    /// `Threads`: search threads.
    pub(crate) threads: usize,
    /// `MultiPV`: the number of best lines to report.
    pub(crate) multi_pv: usize,
    /// `Move Overhead`: time that a move loses between the engine and the clock.
    pub(crate) move_overhead: Duration,
    /// `nodestime`: the nodes of a millisecond, if time passes with nodes, else 0.
    pub(crate) nodes_a_millisecond: u64,
    /// `UCI_Chess960`: castling is written as king takes own rook.
    pub(crate) chess960: bool,
    /// `UCI_ShowWDL`: scores carry win, draw and loss chances.
    pub(crate) show_wdl: bool,
    /// `UCI_AnalyseMode`: the user wants to see a search.
    pub(crate) analyse_mode: bool,
    /// `UCI_LimitStrength`: the engine plays at the strength of `UCI_Elo`.
    pub(crate) limit_strength: bool,
    /// `UCI_Elo`: that strength.
    pub(crate) elo: i64,
    /// `Skill Level`: the engine's strength unless `UCI_LimitStrength` is set.
    pub(crate) skill_level: i64,
    /// `Strength Seed`: the seed of a limited engine's choices; 0: they differ each time.
    pub(crate) strength_seed: u64,
    /// `NumaPolicy`: the rule by which threads are bound to nodes.
    pub(crate) numa: NumaPolicy,
    /// `OwnBook`: moves come from the book where it has any.
    pub(crate) own_book: bool,
    /// `Book File`: the path of the book, in PolyGlot's format.
    pub(crate) book_file: String,
    /// `Evaluation`: the network evaluates if it is true, else the hand-crafted terms.
    pub(crate) network: bool,
    /// `EvalFile`: the path of the network; empty for the one that the engine began with.
    pub(crate) eval_file: String,
    /// `Minimal`: a search reports only its last lines.
    pub(crate) minimal: bool,
    /// `Debug Log File`: the path of the log of every line in and out.
    pub(crate) debug_log: String,
    /// `NeverClearHash`: neither a new game nor `Clear Hash` empties the table.
    pub(crate) never_clear_hash: bool,
    /// `HashFile`: the path for saving and loading the table.
    pub(crate) hash_file: String,
    /// `SharedHash`: the name of the table shared with other processes, if there is one.
    pub(crate) shared_hash: String,
    /// `SyzygyPath`: folders with tablebases.
    pub(crate) syzygy_path: String,
    /// `SyzygyProbeDepth`: the least depth at which the largest tables are probed, in plies.
    pub(crate) syzygy_depth: u32,
    /// `Syzygy50MoveRule`: a win that takes too long by the fifty-move rule is a draw.
    pub(crate) syzygy_fifty_moves: bool,
    /// `SyzygyProbeLimit`: the largest number of pieces of a position that is looked up.
    pub(crate) syzygy_pieces: u32,
    /// The search's numbers: from a file, and options of a build with the feature `tuning`.
    pub(crate) params: Params,
}

/// Every option, in the order in which `uci` lists them.
static TABLE: [Entry; 31] = [
    spin("Hash", 16, HASH_MB, |options, value| options.hash_mb = value as usize)
        .reaching(Reach::Resources { little: 2 }),
    spin("HashKB", 0, HASH_KB, |options, value| options.hash_kb = value as usize)
        .reaching(Reach::Resources { little: 2 << 10 }),
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
    spin("SyzygyProbeDepth", 1, 1..=100, |options, value| options.syzygy_depth = value as u32),
    check("Syzygy50MoveRule", true, |options, value| options.syzygy_fifty_moves = value),
    spin("SyzygyProbeLimit", 7, TB_PIECES, |options, value| options.syzygy_pieces = value as u32),
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
    }),
    check("OwnBook", false, |options, value| options.own_book = value),
    text("Book File", "", |options, value| value.clone_into(&mut options.book_file))
        .reaching(Reach::Files(Names::Path)),
    combo("Evaluation", EVALUATIONS[0], &EVALUATIONS, |options, value| {
        options.network = value == EVALUATIONS[0];
    }),
    text("EvalFile", "", |options, value| value.clone_into(&mut options.eval_file))
        .reaching(Reach::Files(Names::Path)),
    check("Minimal", false, |options, value| options.minimal = value),
    text("Debug Log File", "", |options, value| value.clone_into(&mut options.debug_log))
        .reaching(Reach::Files(Names::Path)),
];

impl Options {
    /// Creates the options with the defaults of the table.
    pub(crate) fn new() -> Self {
        let mut options = Self::default();
        for entry in &TABLE {
            match &entry.kind {
                Kind::Spin { default, store, .. } => store(&mut options, *default),
                Kind::Check { default, store } => store(&mut options, *default),
                Kind::Combo { default, store, .. } => store(&mut options, default),
                Kind::Text { default, store } => store(&mut options, default),
                Kind::Button(_) => {}
            }
        }
        options
    }

    /// Returns the size of the transposition table in KiB, which two options give.
    pub(crate) fn table_kib(&self) -> usize {
        if self.hash_kb == 0 { self.hash_mb.saturating_mul(1 << 10) } else { self.hash_kb }
    }

    /// Returns the settings of a search.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            multi_pv: self.multi_pv,
            tb_pieces: self.syzygy_pieces,
            tb_depth: self.syzygy_depth,
            tb_fifty_moves: self.syzygy_fifty_moves,
            ..Settings::default()
        }
    }

    /// Returns the strength of a game; `None` if it is not limited.
    pub(crate) fn strength(&self) -> Option<Strength> {
        match self {
            Self { analyse_mode: true, .. } => None,
            Self { limit_strength: true, elo, .. } => {
                Some(Strength::of_elo(*elo, self.strength_seed))
            }
            _ => Strength::of_level(self.skill_level, self.strength_seed),
        }
    }

    /// Returns the choice of the evaluation: whether a network evaluates, and its file.
    pub(crate) fn evaluation(&self) -> (bool, &str) {
        (self.network, &self.eval_file)
    }

    /// Returns the path of the book to play from; empty if there is none.
    pub(crate) fn book(&self) -> &str {
        if self.own_book && !self.analyse_mode { &self.book_file } else { "" }
    }

    /// Sets the option `name` (in any letter case) from its text, or reports the button pressed.
    ///
    /// # Errors
    ///
    /// If the name is unknown, or the option does not accept the value; the old value stays.
    pub(crate) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<Button>, UciError> {
        #[cfg(feature = "tuning")]
        if let Some(done) = tuning::set(&mut self.params, name, value) {
            return done.map(|()| None);
        }
        let entry = find(name)
            .ok_or_else(|| UciError::new("setoption", format_args!("unknown option '{name}'")))?;
        entry.kind.store(self, entry.name, value)
    }

    /// Refuses a value that names a file, or a button that uses one, unless `access` allows it.
    ///
    /// # Errors
    ///
    /// If the file is forbidden.
    pub(crate) fn allow(
        &self,
        access: &Access,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), UciError> {
        let Some(entry) = find(name) else { return Ok(()) };
        let Reach::Files(names) = entry.reach else { return Ok(()) };
        let value = match entry.kind {
            Kind::Button(_) => &self.hash_file,
            _ => read_text(value),
        };
        let paths: Vec<PathBuf> = match names {
            Names::Folders => env::split_paths(value).collect(),
            Names::Table if !value.is_empty() => vec![shared_hash_path(value)],
            Names::Table | Names::Path => vec![value.into()],
        };
        let allowed = paths.iter().try_for_each(|path| access.check(path));
        allowed.map_err(|problem| UciError::new(format_args!("setoption {}", entry.name), problem))
    }

    /// Returns the reach of the option of that name, in any letter case; `None` if unknown.
    pub(crate) fn reach(name: &str) -> Option<Reach> {
        find(name).map(|entry| entry.reach)
    }

    /// Returns the `option` lines of the answer to `uci`.
    pub(crate) fn listing() -> String {
        let lines = TABLE.iter().map(Entry::to_string);
        #[cfg(feature = "tuning")]
        let lines = lines.chain(tuning::listing());
        lines.fold(String::new(), |text, line| text + &line + "\n")
    }
}

/// Returns the entry of that name. `MoveOverhead` without the blank is also known.
fn find(name: &str) -> Option<&'static Entry> {
    let name = if name.eq_ignore_ascii_case("MoveOverhead") { "Move Overhead" } else { name };
    TABLE.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::entry::EMPTY;
    use super::*;

    #[test]
    fn defaults_are_those_listed() {
        let options = Options::new();
        assert_eq!((options.hash_mb, options.threads, options.multi_pv), (16, 1, 1));
        assert_eq!((options.hash_kb, options.table_kib()), (0, 16 << 10));
        assert_eq!(options.move_overhead, Duration::from_millis(10));
        assert!(!options.chess960 && !options.show_wdl && !options.never_clear_hash);
        assert_eq!((&*options.hash_file, &*options.shared_hash), ("hash.hsh", ""));
    }

    #[test]
    fn options_of_tablebases_are_settings_of_the_search() {
        let mut options = Options::new();
        assert_eq!(options.settings(), Settings::default());
        for (name, value) in [
            ("SyzygyProbeDepth", "9"),
            ("Syzygy50MoveRule", "false"),
            ("SyzygyProbeLimit", "5"),
            ("MultiPV", "3"),
        ] {
            assert_eq!(options.set(name, Some(value)), Ok(None));
        }
        let expected = Settings {
            multi_pv: 3,
            tb_pieces: 5,
            tb_depth: 9,
            tb_fifty_moves: false,
            ..Settings::default()
        };
        assert_eq!(options.settings(), expected);
    }

    #[test]
    fn elo_comes_before_the_level_and_an_analysis_has_full_strength() {
        let mut options = Options::new();
        assert_eq!(options.strength(), None);
        let mut set = |name, value| {
            assert_eq!(options.set(name, Some(value)), Ok(None));
            options.strength()
        };
        assert_eq!(set("UCI_Elo", "1700"), None, "nothing is limited");
        assert_eq!(set("skill level", "3"), Strength::of_level(3, 0));
        assert_eq!(set("Strength Seed", "9"), Strength::of_level(3, 9));
        assert_eq!(set("UCI_LimitStrength", "true"), Some(Strength::of_elo(1700, 9)));
        assert_eq!(set("UCI_AnalyseMode", "true"), None);
    }

    #[test]
    fn names_in_any_case_and_without_the_blank() {
        let mut options = Options::new();
        for (name, value) in [("move overhead", "20"), ("MoveOverhead", "30"), ("HASH", "64")] {
            assert_eq!(options.set(name, Some(value)), Ok(None));
        }
        assert_eq!(options.set("uci_chess960", Some("True")), Ok(None));
        assert_eq!(options.set("clear hash", None), Ok(Some(Button::Clear)));
        assert_eq!(options.move_overhead, Duration::from_millis(30));
        assert_eq!(options.hash_mb, 64);
        assert!(options.chess960);
    }

    #[test]
    fn an_empty_text_is_written_and_read_as_uci_says() {
        let entry = text("Name", "", |options, text| options.hash_mb = text.len());
        assert_eq!(entry.to_string(), "option name Name type string default <empty>");
        let mut options = Options::new();
        for (value, length) in [(Some("a b"), 3), (Some(EMPTY), 0), (None, 0)] {
            assert_eq!(entry.kind.store(&mut options, entry.name, value), Ok(None));
            assert_eq!(options.hash_mb, length, "{value:?}");
        }
    }

    #[test]
    fn each_rule_for_numa_nodes_has_a_name() {
        use NumaPolicy::{Auto, Hardware, None, System};
        let mut options = Options::new();
        for (name, rule) in NUMA_POLICIES.into_iter().zip([Auto, System, Hardware, None]) {
            assert!(options.set("numapolicy", Some(&name.to_uppercase())).is_ok());
            assert_eq!(options.numa, rule);
        }
        assert!(options.set("NumaPolicy", Some("0-3:4-7")).is_err());
        assert_eq!(options.numa, None);
    }

    #[test]
    fn kilobytes_override_mebibytes_until_they_are_0_again() {
        let mut options = Options::new();
        for (name, value, kib) in
            [("HashKB", "8000", 8_000), ("Hash", "2", 8_000), ("HashKB", "0", 2_048)]
        {
            assert_eq!(options.set(name, Some(value)), Ok(None));
            assert_eq!(options.table_kib(), kib, "{name} {value}");
        }
    }

    /// Cute Chess reads the numbers with `toInt`, and takes what does not fit for 0.
    #[test]
    fn every_spin_fits_the_32_bits_of_the_clients() {
        for entry in &TABLE {
            let Kind::Spin { range, default, .. } = &entry.kind else { continue };
            for number in [range.start(), range.end(), default] {
                assert!(i32::try_from(*number).is_ok(), "{}: {number}", entry.name);
            }
        }
    }

    #[test]
    fn every_spin_takes_its_ends_and_refuses_what_lies_beyond() {
        for entry in &TABLE {
            let Kind::Spin { range, .. } = &entry.kind else { continue };
            let mut options = Options::new();
            for good in [range.start(), range.end()] {
                assert_eq!(options.set(entry.name, Some(&good.to_string())), Ok(None));
            }
            let before = options.clone();
            for bad in [range.start() - 1, range.end() + 1] {
                assert!(options.set(entry.name, Some(&bad.to_string())).is_err());
            }
            assert_eq!(options, before);
        }
    }

    #[test]
    fn errors_say_what_and_where_and_change_nothing() {
        let mut options = Options::new();
        let mut error = |name: &str, value| options.set(name, value).unwrap_err().to_string();
        assert_eq!(error("Hsah", Some("1")), "setoption: unknown option 'Hsah'");
        assert_eq!(
            error("hash", Some("abc")),
            "setoption Hash: expected a whole number from 1 to 33554432, found 'abc'"
        );
        assert_eq!(
            error("Threads", None),
            "setoption Threads: expected a whole number from 1 to 1024, found nothing"
        );
        let fault = error("Ponder", Some("yes"));
        assert_eq!(fault, "setoption Ponder: expected true or false, found 'yes'");
        assert_eq!(options, Options::new());
    }
}
