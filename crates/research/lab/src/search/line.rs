//! One line of positions, searched over one table.

use std::slice;
use std::sync::Mutex;

use anyhow::Result;
use engine::HandCrafted;
use movegen::Position;
use search::{Evaluate, Limits, Outcome, Pool, Search, Switches, TranspositionTable};
use tt_classics::hinted::CountedNodes;
use tt_core::{Layout, Table};

use crate::search::adapter::{Adapter, Holder, Record};
use crate::search::erased::AnyTable;

/// The positions to search, the size of the table, and the way to search.
#[derive(Clone, Copy)]
pub(in crate::search) struct Task<'a> {
    /// The roots, one after the other.
    pub(in crate::search) line: &'a [Position],
    pub(in crate::search) bytes: usize,
    pub(in crate::search) depth: u32,
    pub(in crate::search) switches: Switches,
}

/// Plain alpha-beta: the trees of the literature. The engine's own search reduces and prunes by the
/// table's answers, so that a better table may make a tree of the same depth greater.
pub(in crate::search) const PLAIN: Switches = Switches { plain: true, ..Switches::NONE };

/// Searches over a table that threads may share as it is.
pub(in crate::search) fn shared<P: Record, L: Layout, R: CountedNodes>(
    task: &Task<'_>,
) -> Result<Vec<Outcome>>
where
    Table<P, L, R>: Sync,
{
    over::<Table<P, L, R>>(task)
}

/// Searches over a table of one thread, which a `Mutex` guards.
pub(in crate::search) fn locked<P: Record, L: Layout, R: CountedNodes>(
    task: &Task<'_>,
) -> Result<Vec<Outcome>>
where
    Table<P, L, R>: Send,
{
    over::<Mutex<Table<P, L, R>>>(task)
}

fn over<H: Holder>(task: &Task<'_>) -> Result<Vec<Outcome>> {
    Ok(search_line(&Adapter::new(H::new(task.bytes)?), task))
}

/// Searches the roots with one thread; what it learns from one root it keeps for the next, as in a
/// game.
pub(in crate::search) fn search_line<T: TranspositionTable>(
    table: &T,
    task: &Task<'_>,
) -> Vec<Outcome> {
    search_line_with(&mut Pool::new(HandCrafted::default), table, task)
}

/// [`search_line`] with the evaluation of a pool.
pub(in crate::search) fn search_line_with<T: TranspositionTable, E: Evaluate + Send>(
    pool: &mut Pool<E>,
    table: &T,
    task: &Task<'_>,
) -> Vec<Outcome> {
    let table = AnyTable::new(table);
    let search = |root: &Position| {
        let limits = Limits { depth: Some(task.depth), ..Limits::default() };
        let search = Search::new(&table).position(root.clone()).limits(limits);
        search.switches(task.switches).run(pool)
    };
    task.line.iter().map(search).collect()
}

/// Searches one position with one thread.
pub(in crate::search) fn search_root<T: TranspositionTable>(
    table: &T,
    root: &Position,
    depth: u32,
    switches: Switches,
) -> Outcome {
    let task = Task { line: slice::from_ref(root), bytes: 0, depth, switches };
    search_line(table, &task).remove(0)
}

pub(in crate::search) fn nodes(outcomes: &[Outcome]) -> u64 {
    outcomes.iter().map(|outcome| outcome.nodes).sum()
}
