//! What the driver thread owns: the transposition table and the search threads.

use std::time::{Duration, Instant};

use movegen::{KeyHistory, Position};
use search::{Clock, Control, Limits, Pool, Search, Settings};
use tt_core::Table;

use crate::hand_crafted::HandCrafted;
use crate::output::Output;
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

/// The clock of a search: it runs since the `go` line was read.
struct SinceReceived(Instant);

impl Clock for SinceReceived {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
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
    /// When the `go` line was read.
    pub(crate) started: Instant,
}

impl Engine {
    /// An engine with the default table of one thread. A system that cannot even give that gets
    /// the smallest table there is.
    pub(crate) fn new(output: Output) -> Self {
        let table = Table::new(mebibytes(Options::default().hash_mb))
            .or_else(|_| Table::new(SMALLEST_TABLE))
            .expect("the system can give one cache line");
        Self { table, pool: HandCrafted::pool(), output }
    }

    /// Gives the pool its threads.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.pool.set_threads(threads);
    }

    /// Gives the table its size in KiB. One that the system refuses leaves the old table in place, and
    /// says so.
    pub(crate) fn resize_hash(&mut self, kib: usize) {
        if let Err(error) = self.table.resize(kib.saturating_mul(1 << 10)) {
            let (asked, kept) = (size_name(kib), size_name(self.table.bytes() >> 10));
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

    /// Searches, reports, and returns the `bestmove` line.
    pub(crate) fn search(&mut self, job: SearchJob, control: &Control) -> String {
        let SearchJob { position, history, limits, settings, notation, started } = job;
        let mut reporter = UciReporter::new(&self.output, &position, notation, started);
        let outcome = Search::new(&self.table)
            .position(position.clone())
            .history(history)
            .limits(limits)
            .settings(settings)
            .control(control)
            .clock(&SinceReceived(started))
            .reporter(&mut reporter)
            .run(&mut self.pool);
        if outcome.best.is_none() {
            self.output.line(report::no_move_line(&position));
        }
        report::best_move_line(&position, &outcome, notation)
    }
}

/// A size in MB where that is a whole number, else in KB.
fn size_name(kib: usize) -> String {
    if kib.is_multiple_of(1 << 10) { format!("{} MB", kib >> 10) } else { format!("{kib} KB") }
}

/// A table size in bytes; one that the address space cannot hold becomes one that no system gives.
pub(crate) fn mebibytes(count: usize) -> usize {
    count.saturating_mul(1 << 20)
}
