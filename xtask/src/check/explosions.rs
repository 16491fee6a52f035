//! `check explosions`: every iteration ends. The endings are tried in parts, and a line for each
//! part shows how far the check is. A release build takes a third of the time of one with debug
//! assertions.

use anyhow::Result;

use super::trial::Trial;
use crate::step::step;

/// Random endings in a part.
const PART: u64 = 50;

/// The random endings to search.
pub(super) struct Endings {
    pub(super) positions: u64,
    pub(super) nodes: u64,
    pub(super) seed: u64,
}

/// Searches the known positions, and then the endings, part by part.
///
/// # Errors
/// If an iteration takes too many times the nodes of all before it.
pub(super) fn run(endings: &Endings) -> Result<()> {
    let known = [("ENGINE_EXPLOSIONS_NODES", endings.nodes)];
    let only = "explosions::positions_that";
    let trial = Trial {
        package: "engine",
        file: "it",
        only,
        profile: Some("release"),
        variables: &known,
        ..Trial::default()
    };
    step("explosions, known positions", || trial.run())?;
    for (first, positions) in parts(endings.positions) {
        let variables: &[_] = &[
            ("ENGINE_EXPLOSIONS_FIRST", first),
            ("ENGINE_EXPLOSIONS_POSITIONS", positions),
            ("ENGINE_EXPLOSIONS_NODES", endings.nodes),
            ("ENGINE_EXPLOSIONS_SEED", endings.seed),
        ];
        let (only, note) = ("explosions::no_iteration", " endings of seed ");
        let part = Trial { only, variables, note, ..trial };
        let name = format!("explosions, {} of {}", first + positions, endings.positions);
        step(&name, || part.run())?;
    }
    Ok(())
}

/// Returns the first ending of each part, and how many it has.
fn parts(positions: u64) -> impl Iterator<Item = (u64, u64)> {
    let firsts = (0..positions).step_by(PART as usize);
    firsts.map(move |first| (first, PART.min(positions - first)))
}

#[cfg(test)]
mod tests {
    use super::{PART, parts};

    #[test]
    fn the_parts_are_all_endings() {
        assert_eq!(parts(0).count(), 0);
        let some: Vec<_> = parts(2 * PART + 1).collect();
        assert_eq!(some, [(0, PART), (PART, PART), (2 * PART, 1)]);
    }
}
