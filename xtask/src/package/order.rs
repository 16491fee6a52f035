//! In which order the crates go to the registry: each after those that it names.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use crate::workspace::Member;

/// Returns the crates, each behind its dependencies among them, those of its tests included: the
/// registry resolves them, too.
///
/// # Errors
/// If they name each other in a circle.
pub(super) fn of<'a>(libraries: &[&'a Member]) -> Result<Vec<&'a Member>> {
    let before = |member: &Member| {
        let is_before = |one: &&&Member| member.folders_before().any(|at| at == one.directory());
        libraries.iter().filter(is_before).map(|one| one.name.as_str()).collect()
    };
    let crates: Vec<_> = libraries.iter().map(|one| (one.name.as_str(), before(one))).collect();
    let sorted = sorted(&crates)?;
    Ok(sorted.into_iter().map(|at| libraries[at]).collect())
}

/// Returns the places of the crates in such an order; of those that may go next, the first goes.
fn sorted(crates: &[(&str, BTreeSet<&str>)]) -> Result<Vec<usize>> {
    let mut order: Vec<usize> = Vec::new();
    let mut gone: BTreeSet<&str> = BTreeSet::new();
    while order.len() < crates.len() {
        let may_go = |(name, before): &(&str, BTreeSet<&str>)| {
            !gone.contains(name) && before.is_subset(&gone)
        };
        let Some(at) = crates.iter().position(may_go) else {
            let waiting = crates.iter().map(|(name, _)| *name).filter(|name| !gone.contains(name));
            bail!("each waits for another: {}", waiting.collect::<Vec<_>>().join(", "));
        };
        gone.insert(crates[at].0);
        order.push(at);
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outside;
    use crate::workspace::Workspace;

    #[test]
    fn each_library_goes_after_those_that_it_names() {
        let workspace = Workspace::load().unwrap();
        let libraries: Vec<&Member> = outside::published(&workspace).collect();
        let order = of(&libraries).unwrap();
        assert_eq!(order.len(), libraries.len());
        let place = |name| order.iter().position(|member| member.name == name).unwrap();
        for (first, then) in [
            ("zobrist-keys", "tt-core"),
            ("tt-core", "pawn-hash"),
            ("tt-core", "movegen"),
            ("tunables", "search"),
            ("pawn-hash", "evaluation"),
            ("pawn-hash", "pawn-classics"),
            ("movegen", "syzygy"),
            ("movegen", "network"),
        ] {
            assert!(place(first) < place(then), "{first}, {then}");
        }
    }

    #[test]
    fn a_circle_is_named() {
        let crates = [("a", BTreeSet::new()), ("b", ["c"].into()), ("c", ["a", "b"].into())];
        assert_eq!(sorted(&crates).unwrap_err().to_string(), "each waits for another: b, c");
    }
}
