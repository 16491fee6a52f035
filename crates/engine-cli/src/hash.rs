//! The transposition table as users see it: its options, its contents, its files, its sizes.

pub(crate) mod census;
pub(crate) mod file;
pub(crate) mod known;
pub(crate) mod look;
pub(crate) mod tree;
pub(crate) mod tt;
