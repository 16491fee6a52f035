//! `perft`: counts of the leaves of the tree of legal moves, by root move, and of the distinct
//! positions of each ply.

mod distinct;
mod table;
mod tree;

use std::ops::RangeInclusive;

use clap::Args;

use self::distinct::distinct;
use self::table::CountTable;
use self::tree::Tree;
use crate::args::whole;
use crate::cli::position::TaskWords;
use crate::io::output::Output;

/// The depths that `perft` accepts, in plies. No count of a deeper tree would end.
const DEPTHS: RangeInclusive<i64> = 1..=15;

/// The words of `perft` on the command line.
#[derive(Args)]
#[command(mut_arg("hash", |hash| hash.help("Keep counts of subtrees in a table of this size: in MB, \
    or with a unit (8000KB, 1GB)")))]
#[command(after_help = "Examples:\n  \
    palimpsest perft 5 --divide\n  \
    palimpsest perft 4 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\n  \
    palimpsest perft 8 --threads 4 --hash 1024\n  \
    palimpsest perft 5 --distinct")]
pub(crate) struct PerftWords {
    /// Depth of the tree in plies
    #[arg(allow_negative_numbers = true, value_parser = whole::<u32>(DEPTHS))]
    depth: u32,
    #[command(flatten)]
    task: TaskWords,
    /// Also show the count of each root move
    #[arg(long)]
    divide: bool,
    /// Count the distinct positions after each ply instead, a line each
    #[arg(long, conflicts_with_all = ["divide", "hash"])]
    distinct: bool,
}

impl PerftWords {
    /// Counts, and prints the counts.
    pub(crate) fn obey(&self, output: &Output) -> Result<(), String> {
        let position = self.task.position.game().position().clone();
        let threads = self.task.threads as usize;
        if self.distinct {
            return distinct(&position, self.depth, threads, |_, count| output.line(count));
        }
        let table = self.task.hash.map(|size| CountTable::new(size.bytes()));
        let table = table.transpose().map_err(|error| error.to_string())?;
        let tree = Tree { position: &position, depth: self.depth, threads, table: table.as_ref() };
        let variant = position.variant();
        let mut total = 0;
        for (mv, nodes) in tree.divide()? {
            total += nodes;
            if self.divide {
                output.line(format_args!("{}: {nodes}", position.uci_as(mv, variant)));
            }
        }
        output.line(total);
        Ok(())
    }
}
