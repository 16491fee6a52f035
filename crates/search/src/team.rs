//! The state that the threads of one search share, and that of the leader alone.

use std::sync::atomic::{AtomicBool, Ordering};

use movegen::{KeyHistory, Move, Position};
use tt_core::Word;

use crate::clock::Clock;
use crate::limits::{Limits, Settings};
use crate::params::Params;
use crate::report::{LONG_SEARCH, Reporter};
use crate::root::{RootMoves, Summary};
use crate::stop::Control;
use crate::time::TimeManager;

/// The leader looks at the clock and at the caller's wish once in so many nodes. A power of two.
const CHECK_INTERVAL: u64 = 256;

/// A thread's count of nodes, on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counter(Word);

/// What a search was asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) position: &'a Position,
    /// The keys of the game's earlier positions.
    pub(crate) history: &'a KeyHistory,
    pub(crate) limits: &'a Limits,
    pub(crate) settings: Settings,
    pub(crate) params: &'a Params,
}

/// What all threads of a search read.
#[derive(Debug)]
pub(crate) struct Team<'a> {
    pub(crate) request: Request<'a>,
    /// The root's moves before any was searched.
    pub(crate) root_moves: RootMoves,
    counters: Box<[Counter]>,
    halted: AtomicBool,
}

impl<'a> Team<'a> {
    pub(crate) fn new(request: Request<'a>, root_moves: RootMoves, threads: usize) -> Self {
        let counters = (0..threads).map(|_| Counter::default()).collect();
        Self { request, root_moves, counters, halted: AtomicBool::new(false) }
    }

    /// Tells every thread to come to its end.
    pub(crate) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Publishes a thread's count of nodes.
    #[inline]
    pub(crate) fn publish(&self, thread: usize, nodes: u64) {
        self.counters[thread].0.set(nodes);
    }

    /// Nodes of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.get()).sum()
    }
}

/// The one thread that watches the limits and reports.
pub(crate) struct Leader<'a> {
    pub(crate) control: &'a Control,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) reporter: &'a mut dyn Reporter,
    /// How full the table is, in per mille.
    pub(crate) hashfull: &'a dyn Fn() -> u32,
    pub(crate) time: TimeManager,
    /// The soft limit of time has passed, maybe while pondering.
    pub(crate) time_is_up: bool,
    /// The first line of the last report, and the nodes that it named.
    pub(crate) told: Option<(Summary, u64)>,
    /// The depth of the last finished iteration, and the root's moves as it left them.
    pub(crate) finished: Option<(i32, RootMoves)>,
}

impl Leader<'_> {
    /// Whether the clock binds at all now.
    fn is_timed(&self, limits: &Limits) -> bool {
        !limits.infinite && (!limits.ponder || self.control.is_ponder_hit())
    }

    /// Whether the search must end in the middle of an iteration. Asked at every node.
    #[inline]
    pub(crate) fn must_stop(&self, team: &Team<'_>, own_nodes: u64) -> bool {
        if team.request.limits.nodes.is_some_and(|limit| team.nodes() >= limit) {
            return true;
        }
        own_nodes.is_multiple_of(CHECK_INTERVAL) && self.is_called_off(team)
    }

    fn is_called_off(&self, team: &Team<'_>) -> bool {
        let late = || self.time.hard().is_some_and(|hard| self.clock.elapsed() >= hard);
        self.control.is_stopped()
            || self.is_timed(team.request.limits) && (self.time_is_up || late())
    }

    /// Whether no further iteration should begin.
    pub(crate) fn is_done(&self, team: &Team<'_>) -> bool {
        self.must_stop(team, 0)
    }

    /// Whether the search has run for [`LONG_SEARCH`].
    pub(crate) fn is_long(&self) -> bool {
        self.clock.elapsed() >= LONG_SEARCH
    }

    /// Reports the root move that is searched next, in a long search.
    pub(crate) fn announce(&mut self, depth: i32, mv: Move, number: u32) {
        if self.is_long() {
            self.reporter.current_move(depth as u32, mv, number);
        }
    }

    /// Holds the answer back for as long as the caller asked to.
    pub(crate) fn wait(&self, limits: &Limits) {
        if limits.infinite {
            self.control.wait_until(Control::is_stopped);
        } else if limits.ponder {
            self.control.wait_until(|control| control.is_stopped() || control.is_ponder_hit());
        }
    }
}
