//! What the pages of results are made of, for every experiment.

pub(crate) mod machine;
pub(crate) mod spread;
pub(crate) mod units;
