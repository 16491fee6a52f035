//! A design of a table, and the nodes that searches visit over several of them.
//!
//! The roots are the same for every design: lines of successive positions from games of our player.
//! Each line is searched by one thread to a fixed depth, position by position, over one table that
//! was empty before. Fewer nodes mean that the table remembered more of what the search needed.

use std::any::type_name;

use anyhow::{Context, Result};
use movegen::Position;
use search::{Outcome, Switches};
use tt_classics::hinted::CountedNodes;
use tt_core::Layout;

use super::adapter::Record;
use super::line::{Task, locked, nodes, shared};

pub(in crate::search) struct Design {
    pub(in crate::search) name: &'static str,
    kind: fn() -> String,
    search: fn(&Task<'_>) -> Result<Vec<Outcome>>,
}

impl Design {
    /// Creates a design whose table threads share as it is.
    pub(in crate::search) const fn of<P: Record, L: Layout, R: CountedNodes>(
        name: &'static str,
    ) -> Self
    where
        tt_core::Table<P, L, R>: Sync,
    {
        Self { name, kind: kind::<P, L, R>, search: shared::<P, L, R> }
    }

    /// Creates a design whose table belongs to one thread.
    pub(in crate::search) const fn of_one_thread<P: Record, L: Layout, R: CountedNodes>(
        name: &'static str,
    ) -> Self
    where
        tt_core::Table<P, L, R>: Send,
    {
        Self { name, kind: kind::<P, L, R>, search: locked::<P, L, R> }
    }

    /// Returns the types of its record, layout and policy.
    pub(in crate::search) fn kind(&self) -> String {
        (self.kind)()
    }

    /// Searches a line; one outcome for each root.
    pub(in crate::search) fn search(&self, task: &Task<'_>) -> Result<Vec<Outcome>> {
        (self.search)(task)
    }

    /// Returns the nodes of all searches over the design in a table of `bytes` bytes.
    pub(in crate::search) fn nodes(
        &self,
        lines: &[Vec<Position>],
        bytes: usize,
        (depth, switches): (u32, Switches),
    ) -> Result<u64> {
        lines.iter().try_fold(0, |sum, line| {
            let outcomes = self.search(&Task { line, bytes, depth, switches });
            Ok(sum + nodes(&outcomes.with_context(|| self.name)?))
        })
    }
}

/// Returns the names of the types without their modules.
fn kind<P, L, R>() -> String {
    let full = [type_name::<P>(), type_name::<L>(), type_name::<R>()].join(", ");
    let parts = full.split_inclusive(['<', '>', ',', ' ']);
    parts.map(|part| part.rsplit("::").next().unwrap_or(part)).collect()
}
