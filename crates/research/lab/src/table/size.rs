//! Verb `table-size`: how many entries a table of some size and layout holds.
//!
//! The table is really made, so the number is the library's own.

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use tt_classics::plaat::TwoBounds;
use tt_classics::rival::{Packed, RivalEntry};
use tt_core::{AllocError, Dense, Entry, Layout, Payload, Table, Wide};

#[derive(Args)]
pub(crate) struct SizeArguments {
    /// Size of the table in KB of 1,024 bytes
    #[arg(long, value_name = "KB")]
    hash_kb: usize,
    /// How its entries lie in memory
    #[arg(long, value_enum, default_value_t = Choice::Wide)]
    layout: Choice,
}

/// The layouts, with the payload that each is meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Choice {
    /// Four entries of 16 bytes in a cache line: the default
    Wide,
    /// Six entries in a cache line
    Dense,
    /// Wide, with two bounds in each entry
    TwoBound,
    /// The 13 bytes of the program Rival, one entry a bucket
    Rival,
}

pub(crate) fn run(arguments: &SizeArguments) -> Result<usize> {
    let kilobytes = arguments.hash_kb;
    let bytes = kilobytes.checked_mul(1_024).context("more bytes than there are addresses")?;
    let entries = match arguments.layout {
        Choice::Wide => entries::<Entry, Wide>(bytes),
        Choice::Dense => entries::<Entry, Dense>(bytes),
        Choice::TwoBound => entries::<TwoBounds, Wide>(bytes),
        Choice::Rival => entries::<RivalEntry, Packed>(bytes),
    };
    entries.with_context(|| format!("no table of {kilobytes} KB"))
}

fn entries<P: Payload, L: Layout>(bytes: usize) -> Result<usize, AllocError> {
    Ok(Table::<P, L>::with_parts(bytes)?.capacity())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_thousand_kilobytes_are_rivals_630_153_entries() {
        let entries = |layout| run(&SizeArguments { hash_kb: 8_000, layout }).unwrap();
        assert_eq!(entries(Choice::Rival), 630_153);
        assert_eq!([Choice::Wide, Choice::TwoBound].map(entries), [512_000; 2]);
        assert_eq!(entries(Choice::Dense), 768_000);
    }

    #[test]
    fn a_size_that_is_none_is_an_error() {
        for hash_kb in [0, usize::MAX / 1_024, usize::MAX] {
            assert!(run(&SizeArguments { hash_kb, layout: Choice::Rival }).is_err());
        }
    }
}
