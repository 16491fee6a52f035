//! The bench in the module, run by node: its signature and its speed.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::module;
use crate::bench::{equals_recorded, figures_of};
use crate::engine::{Build, Engine};
use crate::process::{capture, root};
use crate::step::Outcome;

/// The program that loads the module and obeys lines of UCI.
const PROGRAM: &str = "xtask/data/web/uci.mjs";

/// Compares the nodes of the module's bench with the signature that the history recorded last.
pub(super) fn signature() -> Result<Outcome> {
    equals_recorded("the module's bench", || {
        let (nodes, rate) = in_node()?;
        Ok((nodes, format!(", {rate} nodes a second")))
    })
}

/// Compares the speed of the module's bench with that of the native engine.
pub(super) fn speed() -> Result<Outcome> {
    let (nodes, there) = in_node()?;
    let last = Engine::build(Build::Release)?.last_line(&["bench"])?;
    let (natively, here) = figures_of(&last).context("the native bench has no figures")?;
    ensure!(nodes == natively, "{nodes} nodes in the module, {natively} natively");
    let ratio = there as f64 / here as f64;
    Ok(Outcome::Passed(format!("{there} nodes a second, {here} natively: {ratio:.2}")))
}

/// Returns nodes and nodes a second of the module's bench.
fn in_node() -> Result<(u64, u64)> {
    let mut node = Command::new("node");
    node.arg(root().join(PROGRAM)).arg(module::file()).arg("bench");
    let printed = capture(&mut node)?;
    let last = printed.lines().last().unwrap_or_default();
    figures_of(last).with_context(|| format!("bench ends in `{last}`, not in `N nodes M nps`"))
}
