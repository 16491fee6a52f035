//! The bench, the speed test, and the machine and build that they run on.

pub(crate) mod bench;
pub(crate) mod build;
pub(crate) mod processor;
pub(crate) mod speedtest;
