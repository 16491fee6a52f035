//! [`Search`], the entry point: the parts of a search, and its run.

use movegen::{KeyHistory, Position};

use crate::clock::{Clock, MonotonicClock};
use crate::control::Control;
use crate::evaluate::Evaluate;
use crate::gate::Gate;
use crate::lazy_smp;
use crate::limits::Limits;
use crate::pool::Pool;
use crate::report::{Outcome, Reporter, Silent};
use crate::root::RootMoves;
use crate::score::{DRAW, mated_in};
use crate::settings::Settings;
use crate::switches::Switches;
use crate::table::TranspositionTable;
use crate::tablebases::{Access, Tablebases};
use crate::team::{Counter, Leader, Team};
use crate::time::TimeManager;
use crate::watch::Watch;

/// A search to be run: each part has a name, and all but the table have a default.
///
/// ```
/// use movegen::Position;
/// use search::{Limits, Pool, Search};
///
/// let table = tt_core::Table::new(1 << 20)?;
/// let mut pool = Pool::new(|| |_: &Position| 0);
/// let outcome = Search::new(&table)
///     .position(Position::from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")?)
///     .limits(Limits { depth: Some(3), ..Limits::default() })
///     .run(&mut pool);
/// assert_eq!(outcome.score.mate(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a search does nothing until it is run"]
pub struct Search<'a, T> {
    table: &'a T,
    position: Position,
    history: KeyHistory,
    limits: Limits,
    settings: Settings,
    switches: Switches,
    control: Option<&'a Control>,
    clock: Option<&'a dyn Clock>,
    tablebases: Option<&'a dyn Tablebases>,
    reporter: Option<&'a mut dyn Reporter>,
    on_start: Option<&'a (dyn Fn(usize) + Sync)>,
}

impl<'a, T: TranspositionTable> Search<'a, T> {
    /// Creates a search of the start position with this table and without limits.
    pub fn new(table: &'a T) -> Self {
        Self {
            table,
            position: Position::default(),
            history: KeyHistory::default(),
            limits: Limits::default(),
            settings: Settings::default(),
            switches: Switches::NONE,
            control: None,
            clock: None,
            tablebases: None,
            reporter: None,
            on_start: None,
        }
    }

    /// Sets the root. By default it is the start position.
    pub fn position(self, position: Position) -> Self {
        Self { position, ..self }
    }

    /// Sets the keys of the game's earlier positions, for repetitions. By default there are none.
    pub fn history(self, history: KeyHistory) -> Self {
        Self { history, ..self }
    }

    /// Sets where the search ends.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the properties that the searches of a game share.
    pub fn settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// Sets the switches of an experiment: instruments that measure the search, not for play. By
    /// default all are off.
    pub fn switches(self, switches: Switches) -> Self {
        Self { switches, ..self }
    }

    /// Sets the handle by which another thread stops the search. Without one it cannot be stopped:
    /// [`Limits::infinite`] and [`Limits::ponder`] then mean nothing, and a search without limits
    /// ends at the depth [`MAX_PLY`](crate::score::MAX_PLY).
    pub fn control(self, control: &'a Control) -> Self {
        Self { control: Some(control), ..self }
    }

    /// Sets the clock that limits of time and reports go by; its time counts from
    /// [`run`](Self::run), unless it [has started](Clock::has_started). By default it is a
    /// [`MonotonicClock`]; where the system has no clock, hand in another.
    pub fn clock(self, clock: &'a dyn Clock) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// Sets the tablebases. By default there are none. [`Settings`] says how they are used.
    pub fn tablebases(self, tablebases: &'a dyn Tablebases) -> Self {
        Self { tablebases: Some(tablebases), ..self }
    }

    /// Sets the receiver of the reports of each iteration. By default they are dropped.
    pub fn reporter(self, reporter: &'a mut dyn Reporter) -> Self {
        Self { reporter: Some(reporter), ..self }
    }

    /// Sets what each thread but the calling one does first, with its number, from 1: it may choose
    /// its processors, before it allocates its memory. By default it does nothing.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// use search::{Limits, NoTable, Pool, Search};
    ///
    /// let sum = AtomicUsize::new(0);
    /// let add = |thread| drop(sum.fetch_add(thread, Ordering::Relaxed));
    /// let mut pool = Pool::new(|| |_: &_| 0);
    /// pool.set_threads(3);
    /// let limits = Limits { depth: Some(2), ..Limits::default() };
    /// Search::new(&NoTable).limits(limits).on_start(&add).run(&mut pool);
    /// assert_eq!(sum.into_inner(), 1 + 2);
    /// ```
    pub fn on_start(self, work: &'a (dyn Fn(usize) + Sync)) -> Self {
        Self { on_start: Some(work), ..self }
    }

    /// Searches, and returns when a limit is reached or [`Control::stop`] was called; in infinite
    /// and ponder searches not before that, or the ponder hit. The calling thread searches too, and
    /// needs a stack of 2 MiB.
    ///
    /// A pool of one thread with a limit of depth or nodes is deterministic: the same pool, table
    /// and parts give the same outcome on every machine.
    pub fn run<E: Evaluate + Send>(mut self, pool: &mut Pool<E>) -> Outcome {
        let unstoppable = Control::new();
        let control = self.control.unwrap_or_else(|| {
            (self.limits.infinite, self.limits.ponder) = (false, false);
            &unstoppable
        });
        let clock: &dyn Clock = match self.clock {
            Some(clock) => clock,
            None => &MonotonicClock::start(),
        };
        let mut silent = Silent;
        let reporter = self.reporter.unwrap_or(&mut silent);
        let mut root_moves = RootMoves::new(&self.position, &self.limits.search_moves);
        let forced = root_moves.as_slice().len() == 1;
        let time = TimeManager::new(&self.limits, forced, pool.last_score);
        let table = self.table;
        table.advance_generation();
        let hashfull = || table.hashfull();
        let watch = Watch::new(control, clock, time.hard());
        let leader =
            Leader { reporter, hashfull: &hashfull, time, last_report: None, last_iteration: None };
        if root_moves.as_slice().is_empty() {
            watch.wait(&self.limits, &|| 0);
            let score = if self.position.in_check() { mated_in(0) } else { DRAW };
            return Outcome { score: score.into(), ..Outcome::default() };
        }
        let tablebases = self.tablebases.filter(|_| !self.switches.plain);
        let access = tablebases.and_then(|tablebases| Access::new(tablebases, &self.settings));
        let ranked =
            access.and_then(|access| access.rank(&self.position, &self.history, &mut root_moves));
        let (params, memories) = pool.parts();
        let team = Team {
            position: &self.position,
            history: &self.history,
            limits: &self.limits,
            settings: self.settings,
            switches: self.switches,
            params,
            tablebases: access.filter(|_| ranked.is_none_or(|ranked| ranked.keep_probing)),
            watch,
            root_moves,
            counters: memories.iter().map(|_| Counter::default()).collect(),
            tb_hits: ranked.map_or(0, |ranked| ranked.hits).into(),
            halted: false.into(),
            gate: Gate::default(),
        };
        let on_start = self.on_start.unwrap_or(&|_| ());
        let outcome = lazy_smp::search(table, &team, memories, leader, on_start);
        pool.last_score = Some(outcome.score.value());
        outcome
    }
}
