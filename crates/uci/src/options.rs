//! The values of the options, and the part of them that a program offers.

mod entry;
mod table;
#[cfg(feature = "tuning")]
mod tuning;

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use search::{Params, Settings};

use engine::{NumaPolicy, Strength, shared_hash_path};
use movegen::Variant;

pub use self::entry::{Button, Names, Reach};
use self::entry::{Entry, Kind, read_text};
use self::table::{HASH_MB, TABLE};
pub use self::table::{MULTI_PV, THREADS};
use crate::error::UciError;
use crate::report::Notation;

/// The part of the options and commands that a program offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Whether there are files, other processes and NUMA nodes, and so the options about them.
    pub machine: bool,
    /// The largest transposition table in MiB.
    pub hash_mb: i64,
    /// The largest number of threads.
    pub threads: i64,
    /// The greatest depth of `perft` in plies.
    pub perft: u32,
}

impl Default for Offer {
    /// Returns all options with their whole ranges.
    fn default() -> Self {
        Self { machine: true, hash_mb: *HASH_MB.end(), threads: *THREADS.end(), perft: 15 }
    }
}

impl Offer {
    /// Returns the options in the order in which `uci` lists them.
    fn entries(self) -> impl Iterator<Item = &'static Entry> {
        TABLE.iter().filter(move |entry| self.machine || entry.everywhere)
    }

    /// Returns the entry of that name in any letter case. `MoveOverhead` without the blank is also
    /// known.
    fn find(self, name: &str) -> Option<&'static Entry> {
        let name = if name.eq_ignore_ascii_case("MoveOverhead") { "Move Overhead" } else { name };
        self.entries().find(|entry| entry.name.eq_ignore_ascii_case(name))
    }
}

/// The values of the options: [`new`](Self::new) sets them as the table says, `default` to 0 and
/// empty texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The options that can be set.
    pub offer: Offer,
    /// `Hash`: size of the transposition table in MiB.
    pub hash_mb: usize,
    /// `HashKB`: its size in KiB if it is not 0, for sizes that are no whole number of MiB.
    pub hash_kb: usize,
    /// `Threads`: search threads.
    pub threads: usize,
    /// `MultiPV`: the number of best lines to report.
    pub multi_pv: usize,
    /// `Move Overhead`: time that a move loses between the engine and the clock.
    pub move_overhead: Duration,
    /// `nodestime`: the nodes of a millisecond, if time passes with nodes, else 0.
    pub nodes_a_millisecond: u64,
    /// `UCI_Chess960`: castling is written as king takes own rook.
    pub chess960: bool,
    /// `UCI_ShowWDL`: scores carry win, draw and loss chances.
    pub show_wdl: bool,
    /// `UCI_AnalyseMode`: the user wants to see a search.
    pub analyse_mode: bool,
    /// `UCI_LimitStrength`: the engine plays at the strength of `UCI_Elo`.
    pub limit_strength: bool,
    /// `UCI_Elo`: that strength.
    pub elo: i64,
    /// `Skill Level`: the engine's strength unless `UCI_LimitStrength` is set.
    pub skill_level: i64,
    /// `Strength Seed`: the seed of a limited engine's choices; 0: they differ each time.
    pub strength_seed: u64,
    /// `NumaPolicy`: the rule by which threads are bound to nodes.
    pub numa: NumaPolicy,
    /// `OwnBook`: moves come from the book where it has any.
    pub own_book: bool,
    /// `Book File`: the path of the book, in PolyGlot's format.
    pub book_file: String,
    /// `Evaluation`: the network evaluates if it is true, else the hand-crafted terms.
    pub network: bool,
    /// `EvalFile`: the path of the network; empty for the one that the engine began with.
    pub eval_file: String,
    /// `Minimal`: a search reports only its last lines.
    pub minimal: bool,
    /// `Debug Log File`: the path of the log of every line in and out.
    pub debug_log: String,
    /// `NeverClearHash`: neither a new game nor `Clear Hash` empties the table.
    pub never_clear_hash: bool,
    /// `HashFile`: the path for saving and loading the table.
    pub hash_file: String,
    /// `SharedHash`: the name of the table shared with other processes, if there is one.
    pub shared_hash: String,
    /// `SyzygyPath`: folders with tablebases.
    pub syzygy_path: String,
    /// `SyzygyProbeDepth`: the least depth at which the largest tables are probed, in plies.
    pub syzygy_depth: u32,
    /// `Syzygy50MoveRule`: a win that takes too long by the fifty-move rule is a draw.
    pub syzygy_fifty_moves: bool,
    /// `SyzygyProbeLimit`: the largest number of pieces of a position that is looked up.
    pub syzygy_pieces: u32,
    /// The search's numbers: from a file, and options of a build with the feature `tuning`.
    pub params: Params,
}

impl Options {
    /// Creates the options with the defaults of the table.
    #[must_use]
    pub fn new(offer: Offer) -> Self {
        let mut options = Self { offer, ..Self::default() };
        for entry in TABLE {
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
    #[must_use]
    pub fn table_kib(&self) -> usize {
        if self.hash_kb == 0 { self.hash_mb.saturating_mul(1 << 10) } else { self.hash_kb }
    }

    /// Returns the variant by whose rules a FEN is read: Chess960 only if a GUI asks for it.
    #[must_use]
    pub fn variant(&self) -> Variant {
        if self.chess960 { Variant::Chess960 } else { Variant::Standard }
    }

    /// Returns the notation of moves and scores.
    #[must_use]
    pub fn notation(&self) -> Notation {
        let &Self { show_wdl, minimal, .. } = self;
        Notation { variant: self.variant(), show_wdl, minimal }
    }

    /// Returns the settings of a search.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings {
            multi_pv: self.multi_pv,
            tb_pieces: self.syzygy_pieces,
            tb_depth: self.syzygy_depth,
            tb_fifty_moves: self.syzygy_fifty_moves,
            ..Settings::default()
        }
    }

    /// Returns the strength of a game; `None` if it is not limited.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        match self {
            Self { analyse_mode: true, .. } => None,
            Self { limit_strength: true, elo, .. } => {
                Some(Strength::of_elo(*elo, self.strength_seed))
            }
            _ => Strength::of_level(self.skill_level, self.strength_seed),
        }
    }

    /// Returns the choice of the evaluation: whether a network evaluates, and its file.
    #[must_use]
    pub fn evaluation(&self) -> (bool, &str) {
        (self.network, &self.eval_file)
    }

    /// Returns the path of the book to play from; empty if there is none.
    #[must_use]
    pub fn book(&self) -> &str {
        if self.own_book && !self.analyse_mode { &self.book_file } else { "" }
    }

    /// Sets the option `name` (in any letter case) from its text, or reports the button pressed.
    ///
    /// # Errors
    /// If the name is unknown, or the option does not accept the value; the old value stays.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Option<Button>, UciError> {
        #[cfg(feature = "tuning")]
        if let Some(done) = tuning::set(&mut self.params, name, value) {
            return done.map(|()| None);
        }
        let entry = self
            .offer
            .find(name)
            .ok_or_else(|| UciError::new("setoption", format_args!("unknown option '{name}'")))?;
        entry.store(self, value)
    }

    /// Checks each path that a value names, or that a button uses.
    ///
    /// # Errors
    /// The first problem that `check` returns.
    pub fn check_paths(
        &self,
        name: &str,
        value: Option<&str>,
        check: impl Fn(&Path) -> Result<(), String>,
    ) -> Result<(), UciError> {
        let Some(entry) = self.offer.find(name) else { return Ok(()) };
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
        let allowed = paths.iter().try_for_each(|path| check(path));
        allowed.map_err(|problem| UciError::new(format_args!("setoption {}", entry.name), problem))
    }

    /// Returns the reach of the option of that name, in any letter case; `None` if unknown.
    #[must_use]
    pub fn reach(&self, name: &str) -> Option<Reach> {
        self.offer.find(name).map(|entry| entry.reach)
    }

    /// Returns the `option` lines of the answer to `uci`.
    #[must_use]
    pub fn listing(&self) -> String {
        let lines = self.offer.entries().map(|entry| entry.line(self.offer));
        #[cfg(feature = "tuning")]
        let lines = lines.chain(tuning::listing());
        lines.fold(String::new(), |text, line| text + &line + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::entry::{EMPTY, text};
    use super::table::NUMA_POLICIES;
    use super::*;

    #[test]
    fn defaults_are_those_listed() {
        let options = Options::new(Offer::default());
        assert_eq!((options.hash_mb, options.threads, options.multi_pv), (16, 1, 1));
        assert_eq!((options.hash_kb, options.table_kib()), (0, 16 << 10));
        assert_eq!(options.move_overhead, Duration::from_millis(10));
        assert!(!options.chess960 && !options.show_wdl && !options.never_clear_hash);
        assert_eq!((&*options.hash_file, &*options.shared_hash), ("hash.hsh", ""));
    }

    #[test]
    fn options_of_tablebases_are_settings_of_the_search() {
        let mut options = Options::new(Offer::default());
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
        let mut options = Options::new(Offer::default());
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
        let mut options = Options::new(Offer::default());
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
        assert_eq!(entry.line(Offer::default()), "option name Name type string default <empty>");
        let mut options = Options::new(Offer::default());
        for (value, length) in [(Some("a b"), 3), (Some(EMPTY), 0), (None, 0)] {
            assert_eq!(entry.store(&mut options, value), Ok(None));
            assert_eq!(options.hash_mb, length, "{value:?}");
        }
    }

    #[test]
    fn each_rule_for_numa_nodes_has_a_name() {
        use NumaPolicy::{Auto, Hardware, None, System};
        let mut options = Options::new(Offer::default());
        for (name, rule) in NUMA_POLICIES.into_iter().zip([Auto, System, Hardware, None]) {
            assert!(options.set("numapolicy", Some(&name.to_uppercase())).is_ok());
            assert_eq!(options.numa, rule);
        }
        assert!(options.set("NumaPolicy", Some("0-3:4-7")).is_err());
        assert_eq!(options.numa, None);
    }

    #[test]
    fn kilobytes_override_mebibytes_until_they_are_0_again() {
        let mut options = Options::new(Offer::default());
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
        for entry in TABLE {
            let Kind::Spin { range, default, .. } = &entry.kind else { continue };
            for number in [range.start(), range.end(), default] {
                assert!(i32::try_from(*number).is_ok(), "{}: {number}", entry.name);
            }
        }
    }

    #[test]
    fn every_spin_takes_its_ends_and_refuses_what_lies_beyond() {
        for entry in TABLE {
            let Kind::Spin { range, .. } = &entry.kind else { continue };
            let mut options = Options::new(Offer::default());
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
        let mut options = Options::new(Offer::default());
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
        assert_eq!(options, Options::new(Offer::default()));
    }

    #[test]
    fn a_program_offers_a_part() {
        let offer = Offer { machine: false, hash_mb: 64, threads: 1, perft: 7 };
        let mut options = Options::new(offer);
        let listing = options.listing();
        assert!(listing.starts_with("option name Hash type spin default 16 min 1 max 64\n"));
        assert!(listing.contains("option name Threads type spin default 1 min 1 max 1\n"));
        for name in ["HashFile", "SyzygyPath", "SyzygyProbeDepth", "OwnBook", "NumaPolicy"] {
            assert!(!listing.contains(name) && options.reach(name).is_none(), "{name}");
            let error = options.set(name, Some("1")).unwrap_err().to_string();
            assert_eq!(error, format!("setoption: unknown option '{name}'"));
        }
        assert_eq!(options.set("hash", Some("64")), Ok(None));
        let error = options.set("Hash", Some("65")).unwrap_err().to_string();
        assert_eq!(error, "setoption Hash: expected a whole number from 1 to 64, found '65'");
    }
}
