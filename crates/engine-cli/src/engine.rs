//! The engine of the driver thread: the transposition table and the search threads.

pub(crate) mod hash;
mod node_time;

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Instant;

use movegen::{KeyHistory, Position, Variant};
use search::{
    Control, Limits, Outcome, Params, Pool, Reporter, Search, Settings, TranspositionTable,
};

use crate::engine::hash::{Hash, Place};
use crate::engine::node_time::{NodeBudget, NodeClock};
use crate::hand_crafted::HandCrafted;
use crate::hits::{Counting, Hits};
use crate::numbers::Numbers;
use crate::output::Output;
use crate::peers::{Joinable, Joint};
use crate::strength::{Candidates, Strength};
use crate::syzygy::Syzygy;
use crate::tt;
use crate::uci::report::{self, Notation, UciReporter};

/// The table and the search threads, set up by the options.
pub(crate) struct Engine {
    pub(crate) hash: Hash,
    pool: Pool<HandCrafted>,
    budget: NodeBudget,
    /// The probes of the table by the last search of this game.
    hits: Option<Hits>,
    /// Endgame tables; without a path there are none.
    tables: Syzygy,
    output: Output,
}

/// One search, ready to be run.
pub(crate) struct SearchJob {
    /// The root.
    pub(crate) position: Position,
    /// The keys of the game's earlier positions.
    pub(crate) history: KeyHistory,
    /// The limits at which the search ends.
    pub(crate) limits: Limits,
    /// The settings of the search.
    pub(crate) settings: Settings,
    /// The strength of the answer, if it is limited.
    pub(crate) strength: Option<Strength>,
    /// The notation of moves and scores.
    pub(crate) notation: Notation,
    /// The time at which the `go` line was read; `None` if the clock starts with the search.
    pub(crate) started: Option<Instant>,
    /// The nodes of a millisecond if time passes with nodes, else 0.
    pub(crate) nodes_a_millisecond: u64,
    /// The ranks that join the search.
    pub(crate) joint: Joint,
}

impl Engine {
    /// Creates an engine with a table of `kib` KiB and one thread, which uses these numbers. If the
    /// system cannot give that much, the engine gets the smallest table.
    pub(crate) fn new(kib: usize, numbers: &Numbers, output: Output) -> Self {
        let hash = Hash::new(kib, output.clone());
        let (pool, budget) = (numbers.pool(), NodeBudget::default());
        Self { hash, pool, budget, hits: None, tables: Syzygy::default(), output }
    }

    /// Gives the pool its threads, and warns if they are more than the machine runs at once.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.pool.set_threads(threads);
        let most = thread::available_parallelism().map_or(usize::MAX, usize::from);
        if threads > most {
            self.output
                .info_string(format_args!("Threads: {threads} requested; this machine has {most}"));
        }
    }

    /// Gives the search its numbers.
    pub(crate) fn set_params(&mut self, params: Params) {
        *self.pool.params_mut() = params;
    }

    /// Looks for endgame tables in the folders of a path, in place of the old ones, and reports the
    /// findings.
    pub(crate) fn open_tables(&mut self, path: &str) {
        self.tables = Syzygy::open(path);
        if !path.is_empty() {
            let found = [vec![self.tables.summary()], self.tables.take_faults()].concat();
            self.output.info_string(format_args!("SyzygyPath: {}", found.join("; ")));
        }
    }

    /// Reports endgame tables that a search has found unfit.
    fn tell_faults(&self) {
        for fault in self.tables.take_faults() {
            self.output.info_string(format_args!("SyzygyPath: {fault}"));
        }
    }

    /// Empties the table, or reports that other processes share it.
    pub(crate) fn clear_hash(&mut self) {
        if let Err(error) = self.hash.clear(self.pool.threads()) {
            self.output.info_string(format_args!("Clear Hash: {error}"));
        }
    }

    /// Forgets the results of earlier searches. A table that other processes share stays as it is,
    /// and so does any table if the user wants to `keep_hash`.
    pub(crate) fn new_game(&mut self, keep_hash: bool) {
        if !keep_hash {
            // A new game of this engine does not take the records away from others.
            let _ = self.hash.clear(self.pool.threads());
        }
        self.pool.clear();
        self.budget = NodeBudget::default();
        self.hits = None;
    }

    /// Describes the contents of the table, and its records of a position.
    pub(crate) fn describe_table(&self, position: &Position, variant: Variant) -> String {
        tt::describe(&self.hash.view(), self.hits.as_ref(), position, variant)
    }

    /// Searches, reports, and returns the `bestmove` line.
    pub(crate) fn search(&mut self, mut job: SearchJob, control: &Control) -> String {
        self.hash.check();
        let rate = job.nodes_a_millisecond;
        self.budget.bind(&mut job.limits, rate);
        let (position, notation) = (job.position.clone(), job.notation);
        let limits = job.limits.clone();
        let shown = job.settings.multi_pv;
        let strength = job.strength.map(|strength| {
            let lines = strength.limit(&position, &mut job.limits, &mut job.settings);
            (strength, lines)
        });
        let mut reporter = UciReporter::new(&self.output, &position, notation);
        let mut candidates = Candidates::new(strength, &mut reporter, shown);
        let with = (&mut self.pool, &self.tables);
        let searched = guard(|| match self.hash.place() {
            Place::Own(table) => job.run(table, with, control, &mut candidates),
            #[cfg(unix)]
            Place::Shared(table, _) => job.run(table, with, control, &mut candidates),
        });
        let mut outcome = match searched {
            Ok((outcome, hits)) => {
                self.hits = Some(hits);
                outcome
            }
            Err(fault) => {
                self.output.info_string(format_args!("the search has failed: {fault}"));
                // The memory of the threads may be half written.
                self.pool.clear();
                candidates.fallback(&position)
            }
        };
        candidates.answer(&position, &mut outcome);
        reporter.finish();
        self.tell_faults();
        self.budget.spend(&limits, rate, outcome.nodes);
        if outcome.best.is_none() {
            self.output.line(report::no_move_line(&position));
        }
        report::best_move_line(&position, &outcome, notation)
    }
}

/// Runs a search.
///
/// # Errors
///
/// If it panics, the message of the panic: a fault of the search is no reason to lose the game.
fn guard<R>(search: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(search)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref().cloned()).unwrap_or_default()
    })
}

impl SearchJob {
    /// Searches, together with the ranks that join.
    pub(crate) fn run(
        mut self,
        table: &impl TranspositionTable,
        (pool, tables): (&mut Pool<HandCrafted>, &Syzygy),
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> (Outcome, Hits) {
        let joint = mem::take(&mut self.joint);
        joint.run(Ready { job: self, pool, tables, control }, table, reporter)
    }
}

/// A search with everything that it needs except the table.
struct Ready<'a> {
    job: SearchJob,
    pool: &'a mut Pool<HandCrafted>,
    tables: &'a Syzygy,
    control: &'a Control,
}

impl<'a> Joinable<'a> for Ready<'a> {
    type Notes = Hits;

    fn root(&self) -> &Position {
        &self.job.position
    }

    fn limits(&mut self) -> &mut Limits {
        &mut self.job.limits
    }

    fn lines(&self) -> usize {
        self.job.settings.multi_pv
    }

    fn threads(&self) -> usize {
        self.pool.threads()
    }

    fn started(&self) -> Option<Instant> {
        self.job.started
    }

    fn control(&self) -> &'a Control {
        self.control
    }

    fn run(self, table: &impl TranspositionTable, reporter: &mut dyn Reporter) -> (Outcome, Hits) {
        let Self { job, pool, tables, control } = self;
        let started = job.started.unwrap_or_else(Instant::now);
        let counting = Counting::new(table);
        let outcome = Search::new(&counting)
            .position(job.position)
            .history(job.history)
            .limits(job.limits)
            .settings(job.settings)
            .tablebases(tables)
            .control(control)
            .clock(&NodeClock::new(started, job.nodes_a_millisecond))
            .reporter(reporter)
            .run(pool);
        (outcome, counting.hits())
    }
}

#[cfg(test)]
mod tests {
    use std::panic::panic_any;

    use super::guard;

    #[test]
    fn a_panic_of_the_search_is_an_error_with_its_words() {
        assert_eq!(guard(|| 5), Ok(5));
        assert_eq!(guard(|| -> i32 { panic!("index {} of {}", 7, 7) }), Err("index 7 of 7".into()));
        assert_eq!(guard(|| -> i32 { panic!("words") }), Err("words".into()));
        assert_eq!(guard(|| -> i32 { panic_any(1) }), Err(String::new()));
    }
}
