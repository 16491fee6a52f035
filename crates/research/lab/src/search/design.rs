//! A design of a table, and the nodes that searches visit over several of them.
//!
//! The roots are the same for every design: lines of successive positions from games of our player.
//! Each line is searched by one thread to a fixed depth, position by position, over one table that
//! was empty before. Fewer nodes mean that the table remembered more of what the search needed.

use std::any::type_name;

use anyhow::{Context, Result};
use movegen::Position;
use search::{Outcome, Switches};

use super::adapter::Holder;
use super::line::{Task, nodes, over, sum_of};

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
