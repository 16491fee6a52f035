//! Lines of positions, searched over tables.
//!
//! The roots are the same for every design: lines of successive positions from games of our player.
//! Each line is searched by one thread to a fixed depth, position by position, over one table that
//! was empty before. Fewer nodes mean that the table remembered more of what the search needed.

use std::any::type_name;
use std::slice;

use anyhow::{Context, Result};
use engine::HandCrafted;
use movegen::Position;
use search::{AnyTable, Evaluate, Limits, Outcome, Pool, Search, Switches, TranspositionTable};

use crate::search::adapter::{Adapter, Holder};

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

pub(crate) struct Design {
    pub(crate) name: &'static str,
    kind: fn() -> String,
    search: fn(&Task<'_>) -> Result<Vec<Outcome>>,
}

impl Design {
    pub(crate) const fn of<H: Holder>(name: &'static str) -> Self {
        Self { name, kind: kind::<H>, search: over::<H> }
    }

    /// Returns the types of its record, layout and policy.
    pub(crate) fn kind(&self) -> String {
        (self.kind)()
    }

    /// Searches a line; one outcome for each root.
    pub(crate) fn search(&self, task: &Task<'_>) -> Result<Vec<Outcome>> {
        (self.search)(task)
    }

    /// Returns the nodes of all searches over the design in a table of `bytes` bytes.
    pub(crate) fn nodes(
        &self,
        lines: &[Vec<Position>],
        bytes: usize,
        (depth, switches): (u32, Switches),
    ) -> Result<u64> {
        sum_of(lines, |line| {
            let outcomes = self.search(&Task { line, bytes, depth, switches });
            Ok(nodes(&outcomes.with_context(|| self.name)?))
        })
    }
}

/// Returns the names of the types without their modules.
fn kind<H: Holder>() -> String {
    let parts = [type_name::<H::Record>(), type_name::<H::Layout>(), type_name::<H::Policy>()];
    let full = parts.join(", ");
    let parts = full.split_inclusive(['<', '>', ',', ' ']);
    parts.map(|part| part.rsplit("::").next().unwrap_or(part)).collect()
}
