//! The threads of a search: what they remember, how they work together and how they agree.
//!
//! Lazy SMP (Homan; Sedlak; 2013): every thread searches the same root by itself, and they meet in the
//! shared table only.

use std::thread;

use evaluation::Evaluator;
use movegen::Move;

use crate::clock::Clock;
use crate::limits::{SearchRequest, Settings};
use crate::params::Params;
use crate::report::{Outcome, Reporter};
use crate::root::{RootMove, RootMoves};
use crate::score::{DRAW, INFINITE, is_loss, is_win, mated_in};
use crate::stop::Control;
use crate::table::TranspositionTable;
use crate::team::{Leader, Team};
use crate::time::TimeManager;
use crate::worker::{Memory, Worker};

/// Stack for a helper thread: the deepest line takes about 1 MiB of it.
const STACK_BYTES: usize = 8 << 20;

/// What the threads remember from search to search, and the numbers they search by.
#[derive(Debug)]
pub struct Pool {
    memories: Vec<Memory>,
    params: Params,
}

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

/// What a thread came to.
struct Opinion {
    depth: i32,
    root_moves: RootMoves,
}

impl Pool {
    /// A pool of one thread that knows nothing.
    #[must_use]
    pub fn new() -> Self {
        Self { memories: vec![Memory::new()], params: Params::default() }
    }

    /// Makes it `threads` threads, at least one. Those that stay keep what they know.
    pub fn set_threads(&mut self, threads: usize) {
        self.memories.resize_with(threads.max(1), Memory::new);
    }

    /// Forgets everything learnt, as for a new game: the next search is as if it were the first.
    pub fn clear(&mut self) {
        for memory in &mut self.memories {
            *memory = Memory::new();
        }
    }

    /// The numbers that the search goes by.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The same, to change them.
    pub fn params_mut(&mut self) -> &mut Params {
        &mut self.params
    }

    /// The leader's evaluator, to have it record what it is asked.
    pub fn lead_evaluator_mut(&mut self) -> &mut Evaluator {
        &mut self.memories[0].evaluator
    }

    /// Searches a position, and returns when a limit is reached or [`Control::stop`] was called; in
    /// infinite and ponder searches not before that, or the ponder hit. The calling thread searches
    /// too, and needs a stack of 2 MiB.
    ///
    /// One thread with a limit of depth or nodes is deterministic: the same pool, table and request give
    /// the same outcome on every machine.
    pub fn search<T: TranspositionTable>(
        &mut self,
        table: &T,
        request: &SearchRequest,
        settings: &Settings,
        control: &Control,
        clock: &dyn Clock,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let SearchRequest { position, history, limits } = request;
        let settings = Settings { threads: settings.threads.max(1), ..*settings };
        self.set_threads(settings.threads);
        table.advance_generation();
        let root_moves = RootMoves::new(position, &limits.search_moves);
        let forced = root_moves.as_slice().len() == 1;
        let time = TimeManager::new(limits, forced);
        let leader = Leader { control, clock, reporter, time, time_is_up: false, told: None };
        if root_moves.as_slice().is_empty() {
            leader.wait(limits);
            let score = if position.in_check() { mated_in(0) } else { DRAW };
            return Outcome { score, ..Outcome::default() };
        }
        let team = Team::new(limits, settings, &self.params);
        let place = (position, history.clone());
        let (first, helpers) = self.memories.split_first_mut().expect("a pool has a thread");
        thread::scope(|scope| {
            let mut handles = Vec::new();
            for (index, memory) in (1..).zip(helpers) {
                let (team, place, root_moves) = (&team, place.clone(), root_moves.clone());
                let work = move || {
                    let mut worker =
                        Worker::new((table, team), (index, memory), place, root_moves, None);
                    worker.iterate();
                    worker.into_opinion()
                };
                // A thread that the system refuses is one thread less, no reason to fail.
                let builder = thread::Builder::new().stack_size(STACK_BYTES);
                handles.extend(builder.spawn_scoped(scope, work));
            }
            let mut lead = Worker::new((table, &team), (0, first), place, root_moves, Some(leader));
            lead.iterate();
            lead.wait();
            team.halt();
            let opinions = handles.into_iter().filter_map(|handle| handle.join().ok()).collect();
            lead.conclude(opinions)
        })
    }
}

impl<T: TranspositionTable> Worker<'_, T> {
    fn into_opinion(self) -> Opinion {
        Opinion { depth: self.completed_depth, root_moves: self.root_moves }
    }

    fn wait(&self) {
        if let Some(leader) = &self.leader {
            leader.wait(self.team.limits);
        }
    }

    /// The team's answer, from the leader's own opinion and those of the others.
    fn conclude(mut self, mut others: Vec<Opinion>) -> Outcome {
        others.retain(|opinion| opinion.depth > 0);
        if self.team.settings.multi_pv == 1 && !others.is_empty() {
            let own = Opinion { depth: self.completed_depth, root_moves: self.root_moves.clone() };
            others.insert(0, own);
            let chosen = vote(&others);
            let Opinion { depth, root_moves } = others.swap_remove(chosen);
            (self.completed_depth, self.root_moves) = (depth, root_moves);
            self.root_depth = depth;
        }
        let best = self.root_moves.best().clone();
        if self.leader.as_ref().is_some_and(|leader| leader.told != Some(best.summary())) {
            self.report(self.team.settings.multi_pv);
        }
        Outcome {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied().or_else(|| self.reply(best.mv)),
            score: best.root_score().value,
            depth: self.completed_depth as u32,
            nodes: self.team.nodes(),
            pv: best.pv,
        }
    }

    /// The table's reply to a root move.
    fn reply(&self, mv: Move) -> Option<Move> {
        let child = self.positions[0].make(mv);
        let entry = self.table.probe(child.key())?;
        Move::from_bits(entry.mv).filter(|&mv| child.is_legal(mv))
    }
}

/// The opinion that the threads agree on: each votes for its best move, the more strongly the deeper it
/// looked and the better its score. A mate in fewer moves beats all votes.
fn vote(opinions: &[Opinion]) -> usize {
    fn best(opinion: &Opinion) -> &RootMove {
        opinion.root_moves.best()
    }
    const LEAST: i64 = 10;
    let worst = opinions.iter().map(|opinion| best(opinion).score).min().unwrap_or(-INFINITE);
    let weight = |opinion: &Opinion| {
        (i64::from(best(opinion).score - worst) + LEAST) * i64::from(opinion.depth)
    };
    let votes = |candidate: &Opinion| -> i64 {
        let same = |other: &&Opinion| best(other).mv == best(candidate).mv;
        opinions.iter().filter(same).map(weight).sum()
    };
    let mut chosen = 0;
    for (index, opinion) in opinions.iter().enumerate().skip(1) {
        let (new, old) = (best(opinion), best(&opinions[chosen]));
        let better = if is_win(old.score) || is_win(new.score) {
            new.score > old.score
        } else if is_loss(new.score) {
            false
        } else {
            is_loss(old.score)
                || (votes(opinion), weight(opinion))
                    > (votes(&opinions[chosen]), weight(&opinions[chosen]))
        };
        if better {
            chosen = index;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root::RootFinding;
    use crate::score::{mate_in, mated_in};
    use movegen::Position;

    /// A thread that searched so deep and found a start position's move of that index to be best.
    fn opinion(depth: i32, index: usize, score: i32) -> Opinion {
        let mut root_moves = RootMoves::new(&Position::startpos(), &[]);
        let mv = root_moves.as_slice()[index].mv;
        let window = (-INFINITE, INFINITE);
        let finding =
            RootFinding { mv, first: true, score, window, nodes: 1, sel_depth: 1, line: &[] };
        root_moves.record(&finding);
        root_moves.sort();
        Opinion { depth, root_moves }
    }

    fn winner(opinions: &[(i32, usize, i32)]) -> usize {
        let opinions: Vec<Opinion> =
            opinions.iter().map(|&(depth, index, score)| opinion(depth, index, score)).collect();
        vote(&opinions)
    }

    #[test]
    fn the_deepest_wins_among_equals_and_a_majority_wins_over_one() {
        assert_eq!(winner(&[(10, 0, 20)]), 0);
        assert_eq!(winner(&[(10, 0, 20), (12, 1, 20)]), 1);
        assert_eq!(winner(&[(10, 0, 20), (10, 1, 20), (10, 1, 20)]), 1);
        assert_eq!(winner(&[(12, 0, 40), (10, 1, 20), (10, 1, 20)]), 0);
    }

    #[test]
    fn the_shortest_mate_wins_and_a_loss_does_not() {
        let most = (20, 0, 300);
        assert_eq!(winner(&[most, most, (5, 1, mate_in(7)), (4, 2, mate_in(3))]), 3);
        assert_eq!(winner(&[(5, 1, mate_in(7)), most, most]), 0);
        assert_eq!(winner(&[(5, 0, mated_in(8)), (4, 1, -500)]), 1);
        assert_eq!(winner(&[(4, 1, -500), (9, 0, mated_in(8))]), 0);
    }
}
