//! Words of the command line that several commands share.

pub(crate) mod numbers;
pub(crate) mod whole;
