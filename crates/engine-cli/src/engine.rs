//! What the driver thread owns: the transposition table and the search threads.

use std::time::Instant;

use movegen::{KeyHistory, Position};
use search::{Control, Limits, MonotonicClock, Params, Pool, Search, Settings};
use tt_core::Table;

use crate::hand_crafted::HandCrafted;
use crate::numbers::Numbers;
use crate::output::Output;
use crate::size;
use crate::tt;
use crate::uci::options::Options;
use crate::uci::report::{self, Notation, UciReporter};

/// The size in bytes of a table of one bucket.
const SMALLEST_TABLE: usize = 64;

/// The table and the search threads, as the options say.
pub(crate) struct Engine {
    table: Table,
    pool: Pool<HandCrafted>,
    output: Output,
}

/// One search, ready to be run.
pub(crate) struct SearchJob {
    /// The root.
    pub(crate) position: Position,
    /// The keys of the game's earlier positions.
    pub(crate) history: KeyHistory,
    /// Where the search ends.
    pub(crate) limits: Limits,
    /// How it is done.
    pub(crate) settings: Settings,
    /// How moves and scores are written.
    pub(crate) notation: Notation,
    /// When the `go` line was read; nothing if the clock starts with the search.
    pub(crate) started: Option<Instant>,
}

impl Engine {
    /// An engine with the default table, one thread and the default numbers. A system that cannot
    /// even give that gets the smallest table there is.
    pub(crate) fn new(output: Output) -> Self {
        let table = Table::new(size::mebibytes(Options::default().hash_mb))
            .or_else(|_| Table::new(SMALLEST_TABLE))
            .expect("the system can give one cache line");
        Self { table, pool: Numbers::default().pool(), output }
    }

    /// Gives the pool its threads.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.pool.set_threads(threads);
    }

    /// Makes the pool anew, of one thread that goes by these numbers.
    pub(crate) fn set_numbers(&mut self, numbers: &Numbers) {
        self.pool = numbers.pool();
    }

    /// Gives the search its numbers.
    pub(crate) fn set_params(&mut self, params: Params) {
        *self.pool.params_mut() = params;
    }

    /// Gives the table its size in KiB. One that the system refuses leaves the old table in place,
    /// and says so.
    pub(crate) fn resize_hash(&mut self, kib: usize) {
        if let Err(error) = self.table.resize(kib.saturating_mul(1 << 10)) {
            let (asked, kept) = (size::name(kib), size::name(self.table.bytes() >> 10));
            self.output.info_string(format_args!(
                "Hash: {asked} refused ({error}); the table keeps its {kept}"
            ));
        }
    }

    /// Empties the table.
    pub(crate) fn clear_hash(&mut self) {
        self.table.clear(self.pool.threads());
    }

    /// Forgets everything that earlier searches left.
    pub(crate) fn new_game(&mut self) {
        self.clear_hash();
        self.pool.clear();
    }

    /// What the table holds, and what it knows of a position.
    pub(crate) fn describe_table(&self, position: &Position, chess960: bool) -> String {
        let view = tt::TableView {
            bytes: self.table.bytes(),
            hashfull: self.table.hashfull(),
            snapshot: self.table.snapshot(),
            bucket_of: &|key| self.table.bucket_of(key),
        };
        tt::describe(&view, position, chess960)
    }

    /// Searches, reports, and returns the `bestmove` line.
    pub(crate) fn search(&mut self, job: SearchJob, control: &Control) -> String {
        let SearchJob { position, history, limits, settings, notation, started } = job;
        let started = started.unwrap_or_else(Instant::now);
        let mut reporter = UciReporter::new(&self.output, &position, notation);
        let outcome = Search::new(&self.table)
            .position(position.clone())
            .history(history)
            .limits(limits)
            .settings(settings)
            .control(control)
            .clock(&MonotonicClock::since(started))
            .reporter(&mut reporter)
            .run(&mut self.pool);
        reporter.finish();
        if outcome.best.is_none() {
            self.output.line(report::no_move_line(&position));
        }
        report::best_move_line(&position, &outcome, notation)
    }
}
