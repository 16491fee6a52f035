//! One search by several threads.
//!
//! Lazy SMP (Homan; Sedlak; 2013): every thread searches the same root by itself, and they meet in
//! the shared table only.

use std::panic::resume_unwind;
use std::thread;

use movegen::Move;
use tt_core::Bound;

use crate::evaluate::Evaluate;
use crate::pool::Memory;
use crate::report::{Outcome, RootScore};
use crate::room::STACK_BYTES;
use crate::root::RootMoves;
use crate::score::is_mate;
use crate::table::{TableHandle, TranspositionTable};
use crate::team::{Leader, Team};
use crate::vote::{Ballot, vote};
use crate::worker::Worker;

/// Searches with one thread for each memory, the first of them the calling thread; each of the
/// others does `on_start` first, with its number. The root has a legal move. A panic of any thread
/// comes out of here when all have ended.
pub(crate) fn search<'a, T: TranspositionTable, E: Evaluate + Send>(
    table: &'a T,
    team: &'a Team<'a>,
    memories: &'a mut [Memory<E>],
    leader: Leader<'a>,
    on_start: &'a (dyn Fn(usize) + Sync),
) -> Outcome {
    let (first, helpers) = memories.split_first_mut().expect("a pool has a thread");
    thread::scope(|scope| {
        let mut handles = Vec::new();
        for (index, memory) in (1..).zip(helpers) {
            // Thousands of threads take longer to start than some searches may last.
            if team.is_halted() || team.is_called_off() {
                break;
            }
            let work = move || {
                on_start(index);
                let turn = team.gate.enter();
                let handle = table.handle(index);
                // Where threads take turns, many have not had one when the search is called off.
                // A thread for which there is no memory is one less, too.
                if team.is_halted() || team.is_called_off() || !memory.may_begin() {
                    return None;
                }
                let mut worker = Worker::new(team, index, handle, memory, None);
                drop(turn);
                worker.iterate();
                Some(worker.into_opinion())
            };
            // A thread that the system refuses is one thread less, no reason to fail.
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            handles.extend(builder.spawn_scoped(scope, work));
        }
        let release = Release(team);
        let mut lead = Worker::new(team, 0, table.handle(0), first, Some(leader));
        lead.iterate();
        team.watch.wait(team.limits, &|| team.nodes());
        drop(release);
        let joined = handles.into_iter().map(|handle| match handle.join() {
            Ok(opinion) => opinion,
            Err(panic) => resume_unwind(panic),
        });
        let opinions = joined.flatten().collect();
        lead.conclude(opinions)
    })
}

struct Opinion {
    /// The last finished iteration, in plies; 0 if the thread finished none.
    depth: i32,
    /// The root's moves as the thread has ordered them.
    root_moves: RootMoves,
}

impl Opinion {
    fn ballot(&self) -> Ballot {
        let best = self.root_moves.best();
        Ballot { best: Some(best.mv), score: best.score, depth: self.depth as u32 }
    }
}

/// Ends the helpers, however the leader's search ends: one that panics must not leave them waiting.
struct Release<'a>(&'a Team<'a>);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.0.halt();
        self.0.gate.open_wide();
    }
}

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    fn into_opinion(self) -> Opinion {
        Opinion { depth: self.completed_depth, root_moves: self.root_moves }
    }

    /// Returns the team's answer, from the leader's own opinion and those of the others.
    fn conclude(mut self, mut others: Vec<Opinion>) -> Outcome {
        self.prefer_a_finished_line();
        others.retain(|opinion| opinion.depth > 0);
        if self.team.settings.multi_pv == 1 && !others.is_empty() {
            let own = Opinion { depth: self.completed_depth, root_moves: self.root_moves.clone() };
            others.insert(0, own);
            let chosen = vote(&others.iter().map(Opinion::ballot).collect::<Vec<_>>());
            let Opinion { depth, root_moves } = others.swap_remove(chosen);
            (self.completed_depth, self.root_moves) = (depth, root_moves);
            self.root_depth = depth;
        }
        let best = self.root_moves.best().clone();
        let nodes = self.team.nodes();
        let last = Some((best.summary(), nodes));
        if self.leader.as_ref().is_some_and(|leader| leader.last_report != last) {
            self.report(self.team.settings.multi_pv);
        }
        Outcome {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied().or_else(|| self.reply(best.mv)),
            score: best.root_score().score,
            depth: self.completed_depth as u32,
            nodes,
            tb_hits: self.team.tb_hits(),
            pv: best.pv,
        }
    }

    /// Takes the last finished iteration for a search that was stopped while it widened a window.
    /// Such a search knows only a bound of its best move's score. If the last finished iteration
    /// chose the same move, its score and line are reported; but a mate, of which only the line is
    /// not whole, stays.
    fn prefer_a_finished_line(&mut self) {
        let best = self.root_moves.best();
        let RootScore { score, bound } = best.root_score();
        if bound == Bound::Exact || is_mate(score.value()) {
            return;
        }
        let finished = self.leader.as_mut().and_then(|leader| leader.last_iteration.take());
        let Some((depth, moves)) = finished else { return };
        let line = moves.best();
        if line.mv == best.mv && line.root_score().bound == Bound::Exact {
            (self.root_moves, self.root_depth) = (moves, depth);
        }
    }

    fn reply(&mut self, mv: Move) -> Option<Move> {
        let child = self.positions[0].make(mv);
        let entry = self.table.probe(self.table_key(&child))?;
        Move::from_bits(entry.mv).filter(|&mv| child.is_legal(mv))
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;

    use super::*;
    use crate::report::{Info, Reporter, Silent};
    use crate::root::{RootFinding, RootMove};
    use crate::score::mate_in;
    use crate::table::NoTable;
    use crate::time::TimeManager;
    use crate::window::Window;
    use crate::worker::harness::with_worker;

    fn finding(mv: Move, score: i32, window: Window) -> RootFinding<'static> {
        RootFinding { mv, first: true, score, window, nodes: 1, sel_depth: 1, line: &[] }
    }

    fn leader(reporter: &mut dyn Reporter, last: Option<(i32, RootMoves)>) -> Leader<'_> {
        let (time, last_report) = (TimeManager::default(), None);
        Leader { reporter, hashfull: &|| 0, time, last_report, last_iteration: last }
    }

    /// Returns the score and the depth of a search that was stopped when it knew this bound for its
    /// first move, after an iteration of five plies that found 30 for a move.
    fn concluded(bound: i32, finished: usize) -> (i32, i32) {
        with_worker(NoTable, &Position::startpos(), |worker| {
            let moves = [0, 1].map(|index| worker.root_moves.as_slice()[index].mv);
            let mut last = worker.root_moves.clone();
            last.record(&finding(moves[finished], 30, Window::OPEN));
            last.sort();
            worker.root_moves.record(&finding(moves[0], bound, Window::below(bound)));
            worker.leader = Some(leader(Box::leak(Box::new(Silent)), Some((5, last))));
            worker.prefer_a_finished_line();
            (worker.root_moves.best().root_score().value(), worker.root_depth)
        })
    }

    #[test]
    fn a_bound_gives_way_to_the_last_finished_score_of_the_same_move_but_a_mate_does_not() {
        assert_eq!(concluded(70, 0), (30, 5));
        assert_eq!(concluded(70, 1), (70, 8), "another move was best");
        assert_eq!(concluded(mate_in(3), 0), (mate_in(3), 8));
    }

    /// Returns the place of the answer's move, its depth and that of its report, from the threads'
    /// last finished iterations: the depth of each, the place of its best move and the score. The
    /// first thread's was broken off in an iteration of eight plies.
    fn agreed(opinions: &[(i32, usize, i32)]) -> (Option<usize>, u32, Option<u32>) {
        let mut reported = None;
        with_worker(NoTable, &Position::startpos(), |worker| {
            let moves = &worker.root_moves;
            let mut opinions = opinions.iter().map(|&(depth, place, score)| {
                let mut root_moves = moves.clone();
                root_moves.record(&finding(moves.as_slice()[place].mv, score, Window::OPEN));
                root_moves.sort();
                Opinion { depth, root_moves }
            });
            let mut note = |info: &Info<'_>| reported = Some(info.depth);
            let mut memory = Memory::new(|_: &Position| 0);
            let leader = Some(leader(&mut note, None));
            let mut lead = Worker::new(worker.team, 0, NoTable, &mut memory, leader);
            let own = opinions.next().expect("the first thread's");
            (lead.root_moves, lead.completed_depth, lead.root_depth) =
                (own.root_moves, own.depth, 8);
            let outcome = lead.conclude(opinions.collect());
            let is_best = |root_move: &RootMove| Some(root_move.mv) == outcome.best;
            (moves.as_slice().iter().position(is_best), outcome.depth, reported)
        })
    }

    /// However bad its score is: the others are compared with one another.
    #[test]
    fn a_thread_that_has_finished_nothing_takes_no_part_in_the_vote() {
        let (own, other) = ((12, 0, 40), (10, 1, 20));
        assert_eq!(agreed(&[own, other, other]).0, Some(0));
        assert_eq!(agreed(&[own, other, other, (0, 2, -5_000)]).0, Some(0));
        assert_eq!(agreed(&[own, other, other, (1, 2, -5_000)]).0, Some(1));
    }

    #[test]
    fn an_answer_is_reported_with_the_depth_of_the_thread_that_found_it() {
        assert_eq!(agreed(&[(7, 0, 20), (12, 1, 40)]), (Some(1), 12, Some(12)));
        assert_eq!(agreed(&[(7, 0, 20)]), (Some(0), 7, Some(8)), "it is alone");
    }
}
