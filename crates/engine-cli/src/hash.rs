//! The transposition table as users see it: its options, its contents, its files, its sizes.

pub(crate) mod census;
pub(crate) mod file;
pub(crate) mod reports;
pub(crate) mod size;
pub(crate) mod tt;
