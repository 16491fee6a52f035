//! The origin of a page of figures: the commit, the search, and the machine.

use std::fs;

use anyhow::Result;

use crate::bench::recorded;
use crate::process::{capture, git};

/// Returns the commit, its date, and the signature of the bench that the history recorded last.
pub(crate) fn commit() -> Result<String> {
    let commit = capture(&mut git(["log", "-1", "--format=%h of %cs"]))?;
    let signature = recorded()?.map_or_else(|why| why, |nodes| format!("bench {nodes}"));
    Ok(format!("{} ({signature})", commit.trim()))
}

/// Returns the name of the processor, where the system tells it.
pub(crate) fn processor() -> String {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or("an unknown processor", |(_, name)| name).to_owned()
}

/// Returns the average number of tasks that ran in the last minute, where the system tells it.
pub(crate) fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().filter(|one| !one.is_empty()).unwrap_or("unknown").to_owned()
}
