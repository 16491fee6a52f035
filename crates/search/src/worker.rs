//! One thread's search: its state, and the steps that nodes of every kind share.

use std::ops::ControlFlow;

use evaluation::Evaluator;
use movegen::{KeyHistory, Move, Position};
use tt_core::{Bound, Entry};

use crate::history::{CONTINUATIONS, Histories, QuietContext, Row};
use crate::node::{Node, NodeType};
use crate::params::Params;
use crate::pv::PvTable;
use crate::root::RootMoves;
use crate::score::{DRAW, MATE_BOUND, MAX_PLY, mate_in, mated_in, to_table};
use crate::stack::Stack;
use crate::table::{Hit, NO_EVAL, StoreHints, TranspositionTable};
use crate::team::{Leader, Team};

/// What a thread keeps from one search to the next.
#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) histories: Histories,
    pub(crate) evaluator: Evaluator,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self { histories: Histories::new(), evaluator: Evaluator::new() }
    }
}

/// What a node leaves in the table.
pub(crate) struct Finding {
    pub(crate) best: Option<Move>,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) draft: i32,
    /// The best move's place in the order tried, from 1.
    pub(crate) number: u32,
}

/// A thread at work on one search.
pub(crate) struct Worker<'a, T> {
    pub(crate) table: &'a T,
    pub(crate) team: &'a Team<'a>,
    pub(crate) params: &'a Params,
    pub(crate) histories: &'a mut Histories,
    pub(crate) evaluator: &'a mut Evaluator,
    /// The thread's number.
    index: usize,
    /// What the first thread alone has.
    pub(crate) leader: Option<Leader<'a>>,
    /// The line being searched: the position at each ply.
    pub(crate) positions: Vec<Position>,
    pub(crate) stack: Stack,
    /// The keys of the game and of the line, without the current position's.
    keys: KeyHistory,
    pub(crate) pv: PvTable,
    pub(crate) root_moves: RootMoves,
    /// Nodes searched by this thread.
    pub(crate) nodes: u64,
    /// The longest line with an open window in this iteration, in plies.
    pub(crate) sel_depth: u32,
    /// The depth of this iteration.
    pub(crate) root_depth: i32,
    /// The last finished iteration.
    pub(crate) completed_depth: i32,
    /// No null move above this ply: one is being verified there.
    pub(crate) null_floor: usize,
    /// The search is over; scores returned from now on mean nothing.
    pub(crate) stopped: bool,
}

impl<'a, T: TranspositionTable> Worker<'a, T> {
    /// A thread before its first iteration. With a `leader` it leads.
    pub(crate) fn new(
        (table, team): (&'a T, &'a Team<'a>),
        (index, memory): (usize, &'a mut Memory),
        (position, keys): (&Position, KeyHistory),
        root_moves: RootMoves,
        leader: Option<Leader<'a>>,
    ) -> Self {
        Self {
            table,
            team,
            params: team.params,
            histories: &mut memory.histories,
            evaluator: &mut memory.evaluator,
            index,
            leader,
            positions: vec![position.clone(); MAX_PLY + 2],
            stack: Stack::new(),
            keys,
            pv: PvTable::new(),
            root_moves,
            nodes: 0,
            sel_depth: 0,
            root_depth: 0,
            completed_depth: 0,
            null_floor: 0,
            stopped: false,
        }
    }

    /// Whether the search is over. The first iteration of the leader is not to be interrupted.
    #[inline]
    pub(crate) fn is_stopped(&mut self) -> bool {
        if !self.stopped {
            if let Some(leader) = &self.leader
                && self.completed_depth > 0
                && leader.must_stop(self.team, self.nodes)
            {
                self.team.halt();
            }
            self.stopped = self.team.is_halted();
        }
        self.stopped
    }

    /// Enters a node: counts it, and returns its score if the search is over, the rules call it a draw
    /// or the line is at its greatest length; else the window, narrowed by what a mate from here could
    /// still be worth.
    #[inline]
    pub(crate) fn enter<N: NodeType>(
        &mut self,
        ply: usize,
        (alpha, beta): (i32, i32),
    ) -> ControlFlow<i32, (i32, i32)> {
        self.nodes += 1;
        self.team.publish(self.index, self.nodes);
        if N::PV {
            self.pv.clear(ply);
            self.sel_depth = self.sel_depth.max(ply as u32);
        }
        if self.is_stopped() {
            return ControlFlow::Break(DRAW);
        }
        if N::ROOT {
            return ControlFlow::Continue((alpha, beta));
        }
        if self.is_draw(ply) {
            return ControlFlow::Break(DRAW);
        }
        if ply >= MAX_PLY {
            let position = &self.positions[ply];
            let eval = if position.in_check() { DRAW } else { self.evaluator.evaluate(position) };
            return ControlFlow::Break(eval);
        }
        let alpha = alpha.max(mated_in(ply));
        let beta = beta.min(mate_in(ply + 1));
        if alpha >= beta { ControlFlow::Break(alpha) } else { ControlFlow::Continue((alpha, beta)) }
    }

    /// A draw by repetition, lack of material or lack of progress. A mate comes before the last.
    #[inline]
    fn is_draw(&self, ply: usize) -> bool {
        let position = &self.positions[ply];
        let clock = position.halfmove_clock();
        let reach = clock.min(self.stack[ply].plies_from_null);
        position.is_insufficient_material()
            || self.keys.is_repetition(position.key(), reach, ply as u32)
            || clock >= self.team.settings.no_progress_limit
                && !(position.in_check() && position.count_legal() == 0)
    }

    /// The table's entry for a node.
    #[inline]
    pub(crate) fn look_up(&self, ply: usize) -> Option<Hit> {
        let position = &self.positions[ply];
        let entry = self.table.probe(position.key())?;
        let limit = self.team.settings.no_progress_limit;
        Some(Hit::new(entry, ply, limit.saturating_sub(position.halfmove_clock())))
    }

    /// The table's score, if it settles a node of `depth` for this window. Never on the principal
    /// variation, whose line would be cut short; nor where a move is left out; nor so near to the
    /// no-progress limit that scores from other lines say little.
    #[inline]
    pub(crate) fn table_score<N: NodeType>(
        &self,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
        hit: Option<&Hit>,
    ) -> Option<i32> {
        const NEAR: u32 = 10;
        let limit = self.team.settings.no_progress_limit;
        let near_limit = self.positions[ply].halfmove_clock() + NEAR >= limit;
        if N::PV || near_limit || self.stack[ply].excluded.is_some() {
            return None;
        }
        hit?.cutoff(depth, alpha, beta)
    }

    /// The static evaluation, as evaluated and as corrected by what was learnt.
    #[inline]
    pub(crate) fn evaluate(&mut self, ply: usize, hit: Option<&Hit>) -> (i32, i32) {
        let position = &self.positions[ply];
        let raw = match hit.and_then(|hit| hit.eval) {
            Some(eval) => eval,
            None => self.evaluator.evaluate(position),
        };
        let correction = self.histories.correction.get(position, self.params);
        (raw, (raw + correction).clamp(1 - MATE_BOUND, MATE_BOUND - 1))
    }

    /// Gathers what a node knows before it turns to its moves.
    pub(crate) fn survey<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
        cut_node: bool,
        hit: Option<Hit>,
    ) -> Node {
        let position = &self.positions[ply];
        let legality = position.legality();
        let in_check = legality.checkers().any();
        let hash_move = if N::ROOT {
            Some(self.root_moves.current().mv)
        } else {
            hit.and_then(|hit| hit.mv).filter(|&mv| position.is_legal_with(&legality, mv))
        };
        let hash_move_is_tactical = hash_move.is_some_and(|mv| position.is_tactical(mv));
        let (raw_eval, static_eval) = if in_check {
            (None, None)
        } else {
            let (raw, corrected) = self.evaluate(ply, hit.as_ref());
            (Some(raw), Some(corrected))
        };
        self.stack[ply].static_eval = static_eval;
        self.stack[ply + 2].fail_highs = 0;
        self.stack[ply + 2].killers = [None; 2];
        let earlier = [2, 4].iter().find_map(|&plies| self.stack.before(ply, plies).static_eval);
        let eval = static_eval.unwrap_or(DRAW);
        Node {
            ply,
            depth,
            alpha,
            beta,
            cut_node,
            legality,
            hit,
            hash_move,
            hash_move_is_tactical,
            excluded: self.stack[ply].excluded,
            on_pv: N::PV || hit.is_some_and(|hit| hit.pv),
            raw_eval,
            static_eval: eval,
            eval: hit.filter(|_| !in_check).map_or(eval, |hit| hit.refine(eval)),
            improving: static_eval.is_some_and(|now| earlier.is_none_or(|then| now > then)),
            nodes_before: self.nodes,
        }
    }

    /// The context in which the quiet moves of a node have a history.
    #[inline]
    pub(crate) fn quiet_context(&self, ply: usize) -> QuietContext {
        let rows = CONTINUATIONS.map(|plies| self.stack.before(ply, plies).row);
        QuietContext::new(&self.positions[ply], rows)
    }

    /// Makes a move of the node at `ply`.
    #[inline]
    pub(crate) fn make(&mut self, ply: usize, mv: Move) {
        let (line, rest) = self.positions.split_at_mut(ply + 1);
        let (parent, child) = (&line[ply], &mut rest[0]);
        parent.make_into(mv, child);
        self.table.prefetch(child.key());
        self.keys.push(parent.key());
        self.stack[ply].mv = Some(mv);
        self.stack[ply].row = Row::new(parent.moved_piece(mv), mv);
        self.stack[ply + 1].plies_from_null = self.stack[ply].plies_from_null + 1;
    }

    /// Passes the turn at `ply`.
    pub(crate) fn make_null(&mut self, ply: usize) {
        let (line, rest) = self.positions.split_at_mut(ply + 1);
        let (parent, child) = (&line[ply], &mut rest[0]);
        parent.make_null_into(child);
        self.table.prefetch(child.key());
        self.keys.push(parent.key());
        self.stack[ply].mv = None;
        self.stack[ply].row = Row::NONE;
        self.stack[ply + 1].plies_from_null = 0;
    }

    /// Takes the last move back; the parent's position still stands at its ply.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.keys.pop();
    }

    /// Keeps what a node found.
    pub(crate) fn store(&self, node: &Node, finding: &Finding) {
        let entry = Entry {
            mv: finding.best.map_or(0, Move::to_bits),
            score: to_table(finding.score, node.ply),
            eval: node.raw_eval.map_or(NO_EVAL, |eval| eval as i16),
            draft: finding.draft as i16,
            bound: finding.bound,
            pv: node.on_pv,
        };
        let hints = StoreHints {
            subtree_nodes: self.nodes - node.nodes_before,
            move_number: finding.number,
        };
        self.table.store(self.positions[node.ply].key(), entry, hints);
    }
}

#[cfg(test)]
pub(crate) mod harness {
    use movegen::{KeyHistory, Position};

    use super::{Memory, Worker};
    use crate::limits::{Limits, Settings};
    use crate::params::Params;
    use crate::root::RootMoves;
    use crate::table::TranspositionTable;
    use crate::team::Team;

    /// Hands `work` a thread that stands at `position`, before its first iteration.
    pub(crate) fn with_worker<T: TranspositionTable, R>(
        table: &T,
        position: &Position,
        work: impl FnOnce(&mut Worker<'_, T>) -> R,
    ) -> R {
        let (limits, params, mut memory) = (Limits::default(), Params::default(), Memory::new());
        let team = Team::new(&limits, Settings::default(), &params);
        let root_moves = RootMoves::new(position, &[]);
        let place = (position, KeyHistory::new());
        let mut worker = Worker::new((table, &team), (0, &mut memory), place, root_moves, None);
        worker.root_depth = 8;
        work(&mut worker)
    }
}
