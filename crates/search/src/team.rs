//! The state that the threads of one search share, and that of the leader alone.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use movegen::{KeyHistory, Move, Position};
use tt_core::Word;

use crate::gate::Gate;
use crate::limits::Limits;
use crate::params::Params;
use crate::report::{LONG_SEARCH, Reporter};
use crate::root::{RootMoves, Summary};
use crate::settings::Settings;
use crate::switches::Switches;
use crate::tablebases::Access;
use crate::time::TimeManager;
use crate::watch::Watch;

/// A thread looks at the clock and at the caller's wish once in this many nodes. A power of two.
const CHECK_INTERVAL: u64 = 256;

/// A thread's count of nodes, on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct Counter(Word);

/// The data that all threads of a search read.
pub(crate) struct Team<'a> {
    pub(crate) position: &'a Position,
    /// The keys of the game's earlier positions.
    pub(crate) history: &'a KeyHistory,
    pub(crate) limits: &'a Limits,
    pub(crate) settings: Settings,
    pub(crate) switches: Switches,
    pub(crate) params: &'a Params,
    /// Tablebases to be probed below the root.
    pub(crate) tablebases: Option<Access<'a>>,
    pub(crate) watch: Watch<'a>,
    /// The root's moves before any was searched.
    pub(crate) root_moves: RootMoves,
    pub(crate) counters: Box<[Counter]>,
    /// Positions found in tablebases. All threads count here: a look-up takes longer.
    pub(crate) tb_hits: AtomicU64,
    pub(crate) halted: AtomicBool,
    /// Opened when the leader has finished its first iteration, or will not.
    pub(crate) gate: Gate,
}

impl Team<'_> {
    /// Returns whether the search must end in the middle of an iteration, as a thread that has
    /// searched `own_nodes` finds it. Asked at every node; the `leader` keeps the limit of nodes
    /// exactly.
    #[inline]
    pub(crate) fn must_stop(&self, own_nodes: u64, leader: bool) -> bool {
        let due = own_nodes.is_multiple_of(CHECK_INTERVAL);
        (leader || due) && self.limits.nodes.is_some_and(|limit| self.nodes() >= limit)
            || due && self.is_called_off()
    }

    /// Returns whether the caller or the clock has called the search off.
    pub(crate) fn is_called_off(&self) -> bool {
        self.watch.is_called_off(self.limits, &|| self.nodes())
    }

    /// Tells every thread to come to its end.
    pub(crate) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn publish(&self, thread: usize, nodes: u64) {
        self.counters[thread].0.set(nodes);
    }

    /// Returns whether the search has run for [`LONG_SEARCH`].
    pub(crate) fn is_long(&self) -> bool {
        self.watch.elapsed() >= LONG_SEARCH
    }

    pub(crate) fn count_tb_hit(&self) {
        self.tb_hits.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of positions that all threads found in tablebases.
    pub(crate) fn tb_hits(&self) -> u64 {
        self.tb_hits.load(Ordering::Relaxed)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.get()).sum()
    }
}

/// The one thread that reports and shares out the time.
pub(crate) struct Leader<'a> {
    pub(crate) reporter: &'a mut dyn Reporter,
    /// The filled part of the table, in per mille.
    pub(crate) hashfull: &'a dyn Fn() -> u32,
    pub(crate) time: TimeManager,
    /// The first line of the last report, and its number of nodes.
    pub(crate) last_report: Option<(Summary, u64)>,
    /// The depth of the last finished iteration, and the root's moves after it.
    pub(crate) last_iteration: Option<(i32, RootMoves)>,
}

impl Leader<'_> {
    /// Reports the root move that is searched next, in a long search.
    pub(crate) fn announce(&mut self, team: &Team<'_>, depth: i32, mv: Move, number: u32) {
        if team.is_long() {
            self.reporter.current_move(depth as u32, mv, number);
        }
    }
}
