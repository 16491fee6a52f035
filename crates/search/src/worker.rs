//! One thread's search: its state, and how moves are made and taken back.

use movegen::{CachedPosition, KeyHistory, Move};

use crate::clock_buckets::ClockBuckets;
use crate::evaluate::Evaluate;
use crate::history::{Histories, Row};
use crate::params::Params;
use crate::pool::Memory;
use crate::pv::PvTable;
use crate::root::RootMoves;
use crate::score::MAX_PLY;
use crate::stack::Stack;
use crate::table::TableHandle;
use crate::team::{Leader, Team};

/// A thread at work on one search, with its handle to the table and its evaluator.
pub(crate) struct Worker<'a, H, E> {
    pub(crate) table: H,
    pub(crate) team: &'a Team<'a>,
    pub(crate) params: &'a Params,
    /// [`Switches::plain`](crate::Switches::plain).
    pub(crate) plain: bool,
    /// [`Switches::clock_buckets`](crate::Switches::clock_buckets).
    pub(crate) clock_buckets: ClockBuckets,
    pub(crate) histories: &'a mut Histories,
    pub(crate) evaluator: &'a mut E,
    pub(crate) index: usize,
    /// The parts that the first thread alone has.
    pub(crate) leader: Option<Leader<'a>>,
    /// The line being searched: the position at each ply.
    pub(crate) positions: Vec<CachedPosition>,
    pub(crate) stack: Stack,
    /// The keys of the game and of the line, without the current position's.
    pub(crate) keys: KeyHistory,
    pub(crate) pv: PvTable,
    pub(crate) root_moves: RootMoves,
    /// Nodes searched by this thread: moves made.
    pub(crate) nodes: u64,
    /// Nodes that the table saved this thread, as far as it reports them.
    pub(crate) saved: u64,
    /// The longest line with an open window in this iteration, in plies.
    pub(crate) sel_depth: u32,
    pub(crate) root_depth: i32,
    pub(crate) completed_depth: i32,
    /// No null move above this ply: one is being verified there.
    pub(crate) null_floor: usize,
    /// The search is over; scores returned from now on mean nothing.
    pub(crate) stopped: bool,
}

impl<'a, H: TableHandle, E: Evaluate> Worker<'a, H, E> {
    /// Creates a thread before its first iteration. With a `leader` it leads.
    pub(crate) fn new(
        team: &'a Team<'a>,
        index: usize,
        table: H,
        memory: &'a mut Memory<E>,
        leader: Option<Leader<'a>>,
    ) -> Self {
        let root = team.position;
        let (histories, evaluator) = memory.parts();
        evaluator.new_root(root);
        histories.begin_search();
        Self {
            table,
            team,
            params: team.params,
            plain: team.switches.plain,
            clock_buckets: team.switches.clock_buckets,
            histories,
            evaluator,
            index,
            leader,
            positions: vec![root.clone().into(); MAX_PLY + 2],
            stack: Stack::new(),
            keys: team.history.clone(),
            pv: PvTable::new(),
            root_moves: team.root_moves.clone(),
            nodes: 0,
            saved: 0,
            sel_depth: 0,
            root_depth: 0,
            completed_depth: 0,
            null_floor: 0,
            stopped: false,
        }
    }

    /// Returns whether the search is over. The first iteration of the leader is not to be
    /// interrupted.
    #[inline]
    pub(crate) fn is_stopped(&mut self) -> bool {
        if !self.stopped {
            let leads = self.leader.is_some();
            if leads && self.completed_depth == 0 {
                return false;
            }
            if self.team.must_stop(self.nodes, leads) {
                self.team.halt();
            }
            self.stopped = self.team.is_halted();
        }
        self.stopped
    }

    /// Counts a node: a move made, or a turn passed. A node that is searched again with another
    /// depth or without one of its moves is the same node.
    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        self.team.publish(self.index, self.nodes);
    }

    /// Makes a move of the node at `ply`.
    #[inline]
    pub(crate) fn make(&mut self, ply: usize, mv: Move) {
        self.count();
        let (line, rest) = self.positions.split_at_mut(ply + 1);
        let (parent, child) = (&line[ply], &mut rest[0]);
        parent.make_into(mv, child);
        self.table.prefetch(self.clock_buckets.key_of(child));
        self.evaluator.make(parent, mv, child);
        self.keys.push(parent.key());
        self.stack[ply].mv = Some(mv);
        let in_check = self.stack[ply].static_eval.is_none();
        let tactical = parent.is_tactical(mv);
        self.stack[ply].row = Row::new(parent.moved_piece(mv), mv, in_check, tactical);
        self.stack[ply].quiet = !tactical;
        self.stack[ply + 1].plies_from_null = self.stack[ply].plies_from_null + 1;
        self.prefetch_correction(ply + 1);
    }

    /// Passes the turn at `ply`.
    pub(crate) fn make_null(&mut self, ply: usize) {
        self.count();
        let (line, rest) = self.positions.split_at_mut(ply + 1);
        let (parent, child) = (&line[ply], &mut rest[0]);
        parent.make_null_into(child);
        self.table.prefetch(self.clock_buckets.key_of(child));
        self.evaluator.make_null(parent, child);
        self.keys.push(parent.key());
        self.stack[ply].mv = None;
        self.stack[ply].row = Row::NONE;
        (self.stack[ply].quiet, self.stack[ply].history) = (false, 0);
        self.stack[ply + 1].plies_from_null = 0;
        self.prefetch_correction(ply + 1);
    }

    /// Takes the last move back; the parent's position is still at its ply.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.evaluator.unmake();
        self.keys.pop();
    }
}

#[cfg(test)]
pub(crate) mod harness {
    use std::collections::{HashMap, VecDeque};

    use movegen::{KeyHistory, Position};
    use tt_core::Entry;

    use super::Worker;
    use crate::clock::MonotonicClock;
    use crate::control::Control;
    use crate::gate::Gate;
    use crate::hit::CutoffNode;
    use crate::limits::Limits;
    use crate::params::Params;
    use crate::pool::Memory;
    use crate::root::RootMoves;
    use crate::settings::Settings;
    use crate::switches::Switches;
    use crate::table::{Hints, StoreHints, TableHandle};
    use crate::tablebases::{Access, EndgameResult, Tablebases};
    use crate::team::{Counter, Team};
    use crate::watch::Watch;

    /// A table with known records, and all records that a search stores.
    #[derive(Default)]
    pub(crate) struct Records {
        pub(crate) known: HashMap<u64, Entry>,
        pub(crate) stored: Vec<(u64, Entry)>,
        /// The hints of each of these.
        pub(crate) hints: Vec<StoreHints>,
    }

    impl TableHandle for Records {
        fn probe(&mut self, key: u64) -> Option<Entry> {
            self.known.get(&key).copied()
        }

        fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) {
            self.stored.push((key, entry));
            self.hints.push(hints());
        }
    }

    /// A search of a node with a null window, as the table was asked about it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) struct Asked {
        pub(crate) ply: usize,
        pub(crate) depth: i32,
        pub(crate) alpha: i32,
        pub(crate) cut_node: bool,
    }

    /// A table that notes each node with a null window and settles it, from a ply on, by the next
    /// of the answers, or, where there is none left, by the last word; without one the search goes
    /// on.
    #[derive(Default)]
    pub(crate) struct Script {
        pub(crate) from: usize,
        pub(crate) answers: VecDeque<i32>,
        pub(crate) last_word: Option<i32>,
        pub(crate) asked: Vec<Asked>,
    }

    impl Script {
        pub(crate) fn of<const N: usize>(answers: [i32; N]) -> Self {
            Self { answers: answers.into(), ..Self::default() }
        }
    }

    impl TableHandle for Script {
        fn probe(&mut self, _: u64) -> Option<Entry> {
            None
        }

        fn store(&mut self, _: u64, _: Entry, _: Hints<'_>) {}

        fn cutoff(&mut self, node: &CutoffNode<'_>, _: Option<i32>) -> Option<i32> {
            let &CutoffNode { ply, depth, alpha, cut_node, .. } = node;
            self.asked.push(Asked { ply, depth, alpha, cut_node });
            if ply < self.from { None } else { self.answers.pop_front().or(self.last_word) }
        }
    }

    /// Tablebases without distances that give every position one result.
    pub(crate) struct Everywhere(pub(crate) EndgameResult);

    impl Tablebases for Everywhere {
        fn largest(&self) -> u32 {
            3
        }

        fn probe_wdl(&self, _: &Position) -> Option<EndgameResult> {
            Some(self.0)
        }

        fn probe_dtz(&self, _: &Position) -> Option<i32> {
            None
        }
    }

    /// Hands `work` a thread that is at `position`, before its first iteration. Its evaluation is
    /// the number of moves.
    pub(crate) fn with_worker<H: TableHandle, R>(
        table: H,
        position: &Position,
        work: impl FnOnce(&mut Worker<'_, H, fn(&Position) -> i32>) -> R,
    ) -> R {
        with_tablebases(table, None, position, work)
    }

    /// Hands `work` such a thread with tablebases.
    pub(crate) fn with_tablebases<H: TableHandle, R>(
        table: H,
        tablebases: Option<&dyn Tablebases>,
        position: &Position,
        work: impl FnOnce(&mut Worker<'_, H, fn(&Position) -> i32>) -> R,
    ) -> R {
        let settings = Settings::default();
        let mobility: fn(&Position) -> i32 = |position| position.count_legal() as i32;
        let mut memory = Memory::new(mobility);
        let (control, clock) = (Control::new(), MonotonicClock::start());
        let team = Team {
            position,
            history: &KeyHistory::new(),
            limits: &Limits::default(),
            settings,
            switches: Switches::NONE,
            params: &Params::default(),
            tablebases: tablebases.and_then(|tablebases| Access::new(tablebases, &settings)),
            watch: Watch::new(&control, &clock, None),
            root_moves: RootMoves::new(position, &[]),
            counters: [Counter::default()].into(),
            tb_hits: 0.into(),
            halted: false.into(),
            gate: Gate::default(),
        };
        let mut worker = Worker::new(&team, 0, table, &mut memory, None);
        worker.root_depth = 8;
        work(&mut worker)
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;

    use super::harness::with_worker;
    use crate::table::NoTable;

    #[test]
    fn a_null_move_leaves_no_record_of_an_earlier_move() {
        with_worker(NoTable, &Position::startpos(), |worker| {
            worker.stack[0].history = -700;
            worker.make(0, worker.positions[0].legal_moves()[0]);
            worker.unmake();
            assert!(worker.stack[0].quiet);
            worker.make_null(0);
            let frame = worker.stack[0];
            assert_eq!((frame.mv, frame.quiet, frame.history), (None, false, 0));
        });
    }
}
