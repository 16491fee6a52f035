//! One line of positions, searched over one table.

use std::slice;

use anyhow::Result;
use engine::HandCrafted;
use movegen::Position;
use search::{Evaluate, Limits, Outcome, Pool, Search, Switches, TranspositionTable};

use crate::search::adapter::{Adapter, Holder};
use crate::search::erased::AnyTable;

/// The positions to search, the size of the table, and the way to search.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    /// The roots, one after the other.
    pub(crate) line: &'a [Position],
    pub(crate) bytes: usize,
    pub(crate) depth: u32,
    pub(crate) switches: Switches,
}

/// Plain alpha-beta: the trees of the literature. The engine's own search reduces and prunes by the
/// table's answers, so that a better table may make a tree of the same depth greater.
pub(crate) const PLAIN: Switches = Switches { plain: true, ..Switches::NONE };

/// Searches over an empty table.
pub(crate) fn over<H: Holder>(task: &Task<'_>) -> Result<Vec<Outcome>> {
    Ok(search_line(&Adapter::new(H::new(task.bytes)?), task))
}

/// Searches the roots with one thread; what it learns from one root it keeps for the next, as in a
/// game.
pub(crate) fn search_line<T: TranspositionTable>(table: &T, task: &Task<'_>) -> Vec<Outcome> {
    search_line_with(&mut Pool::new(HandCrafted::default), table, task)
}

/// [`search_line`] with the evaluation of a pool.
pub(crate) fn search_line_with<T: TranspositionTable, E: Evaluate + Send>(
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

pub(crate) fn search_root<T: TranspositionTable>(
    table: &T,
    root: &Position,
    depth: u32,
    switches: Switches,
) -> Outcome {
    let task = Task { line: slice::from_ref(root), bytes: 0, depth, switches };
    search_line(table, &task).remove(0)
}

pub(crate) fn nodes(outcomes: &[Outcome]) -> u64 {
    outcomes.iter().map(|outcome| outcome.nodes).sum()
}

pub(crate) fn sum_of(
    lines: &[Vec<Position>],
    count: impl Fn(&[Position]) -> Result<u64>,
) -> Result<u64> {
    lines.iter().try_fold(0, |sum, line| Ok(sum + count(line)?))
}
