//! The cost of the engine's policy near the limit of chess, in positions of games.

use anyhow::Result;
use movegen::Position;
use search::{ClockBuckets, Switches};
use tt_core::Table;

use crate::experiment::Setting;
use crate::page::{MarkdownTable, Page, progress};
use crate::search::line::search_root;
use crate::search::roots;

const TABLE_BYTES: usize = 16 << 20;

const CLOCK_FIELD: usize = 4;

/// Returns the position with `clock` plies since the last progress.
pub(super) fn with_clock(position: &Position, clock: u32) -> Result<Position> {
    let fen = position.to_fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let clock = clock.to_string();
    fields[CLOCK_FIELD] = &clock;
    Ok(Position::from_fen(&fields.join(" "))?)
}

/// Returns the nodes over a table that attends to the clock as the naive one or the engine does.
fn nodes(position: &Position, depth: u32, naive: bool) -> Result<u64> {
    let table: Table = Table::new(TABLE_BYTES)?;
    let switches = match naive {
        true => Switches {
            table_ignores_clock: true,
            clock_buckets: ClockBuckets::NONE,
            ..Switches::NONE
        },
        false => Switches::NONE,
    };
    Ok(search_root(&table, position, depth, switches).nodes)
}

pub(super) fn describe(found: &mut Page, setting: Setting) -> Result<()> {
    let (lines, depth) = setting.effort.choose((4, 5), (48, 10));
    let clocks =
        setting.effort.choose(vec![0, 92], vec![0, 70, 80, 84, 86, 88, 90, 92, 94, 96, 98]);
    let roots: Vec<Position> = roots::draw(lines, 1, setting.seed)?.concat();
    let items: Vec<(u32, &Position)> =
        clocks.iter().flat_map(|&clock| roots.iter().map(move |root| (clock, root))).collect();
    let counts = progress::each("cost", &items, |&(clock, root)| {
        let root = with_clock(root, clock)?;
        Ok([nodes(&root, depth, true)?, nodes(&root, depth, false)?])
    })?;
    found.paragraph(&format!(
        "What the engine's policy, guarded reads and buckets of 8 plies from 14, costs in chess: {lines} positions of games of our player, searched to depth \
         {depth} with the limit of 100 plies over an empty table.",
    ));
    let mut table = MarkdownTable::new(["clock", "naive, nodes", "the engine's, nodes", "%"], 0);
    for (clock, counts) in clocks.iter().zip(counts.chunks(roots.len())) {
        let sum = |policy: usize| counts.iter().map(|count| count[policy]).sum::<u64>();
        let percent = 100.0 * sum(1) as f64 / sum(0) as f64;
        let numbers = [u64::from(*clock), sum(0), sum(1)].map(|number| number.to_string());
        table.row(numbers.into_iter().chain([format!("{percent:.1}")]));
    }
    found.table(&table);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_changes_nothing_far_from_the_limit() {
        let root = with_clock(&Position::startpos(), 0).unwrap();
        assert_eq!(root.halfmove_clock(), 0);
        assert_eq!(nodes(&root, 7, true).unwrap(), nodes(&root, 7, false).unwrap());
        let late = with_clock(&Position::startpos(), 93).unwrap();
        assert_ne!(nodes(&late, 7, true).unwrap(), nodes(&late, 7, false).unwrap());
    }
}
