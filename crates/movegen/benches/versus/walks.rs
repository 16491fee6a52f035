//! Each way to walk a tree, and this generator's walks.

use std::hint::black_box;

use clap::ValueEnum;
use movegen::{Generate, MoveList, Position, perft};

/// The treatment of the moves of the last ply.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Way {
    /// Counted.
    Bulk,
    /// Made.
    Made,
    /// Written into a list.
    List,
}

impl Way {
    pub(super) const ALL: [Self; 3] = [Self::Bulk, Self::Made, Self::List];

    /// Plies less than in the quickest way, for about the same time.
    pub(super) fn shallower(self) -> u32 {
        u32::from(self != Self::Bulk)
    }
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Bulk => "bulk",
            Self::Made => "made",
            Self::List => "list",
        })
    }
}

pub(super) fn ours(way: Way, position: &Position, depth: u32) -> u64 {
    match way {
        Way::Bulk => perft(position, depth),
        Way::Made => our_made(position, depth),
        Way::List => our_listed(position, depth),
    }
}

fn our_made(position: &Position, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        position.for_each_child(|_, child| {
            black_box(child);
            leaves += 1;
        });
    } else {
        position.for_each_child(|_, child| leaves += our_made(child, depth - 1));
    }
    leaves
}

fn our_listed(position: &Position, depth: u32) -> u64 {
    let mut list = MoveList::new();
    position.generate(Generate::All, &mut list);
    if depth == 1 {
        return black_box(&list).len() as u64;
    }
    let mut child = position.clone();
    let mut leaves = 0;
    for &mv in &list {
        position.make_into(mv, &mut child);
        leaves += our_listed(&child, depth - 1);
    }
    leaves
}
