//! Claims about pawn tables, judged by the figures.

use super::replay::{Replay, percent};

/// The hit rates in per cent that the literature names for a few thousand entries.
pub(crate) const NAMED: [f64; 2] = [95.0, 99.0];

/// The share of the infinite table's hit rate that 16 K entries shall reach on settled positions.
pub(crate) const GOAL: f64 = 0.97;

/// Returns the replays of settled positions, or those of open ones.
pub(crate) fn those(replays: &[Replay], settled: bool) -> Vec<&Replay> {
    replays.iter().filter(|replay| replay.is_settled() == settled).collect()
}

/// Returns the replays that stay below the literature's range with 4 K entries.
pub(crate) fn below<'a>(replays: &[&'a Replay]) -> Vec<&'a Replay> {
    let low = |replay: &&&Replay| percent(replay.at_4_k()) < NAMED[0];
    replays.iter().filter(low).copied().collect()
}

/// Returns the verdict on the hit rates that the literature names for a few thousand entries.
pub(crate) fn a_few_thousand(replays: &[Replay]) -> String {
    let [low, high] = NAMED;
    let [settled, open] = [true, false].map(|settled| those(replays, settled));
    let names: Vec<String> = below(&settled)
        .iter()
        .map(|replay| format!("{} has {:.2} %", replay.name, percent(replay.at_4_k())))
        .collect();
    let which = match names.is_empty() {
        true => String::new(),
        false => format!(" ({})", names.join(", ")),
    };
    format!(
        "The literature names {low:.0} to {high:.0} % for a few thousand entries and settled pawns. \
         With 4096 entries {} of the {} settled positions stay below {low:.0} %{which}, and {} of \
         the {} open ones.",
        names.len(),
        settled.len(),
        below(&open).len(),
        open.len()
    )
}

/// Returns the verdict on whether 16 K entries suffice where pawns are settled.
pub(crate) fn sixteen_thousand(replays: &[Replay]) -> String {
    let settled = those(replays, true);
    let reached = |replay: &&&Replay| replay.share_at_16_k() >= GOAL;
    let least = settled.iter().map(|replay| replay.share_at_16_k()).fold(1.0, f64::min);
    format!(
        "The goal is that 16 K entries reach {:.0} % of the infinite table's hit rate where pawns \
         are settled. {} of the {} settled positions reach it; the least is {:.2} %. Openings have \
         more structures than such a table holds, and many are met only once: there the infinite \
         table itself misses more.",
        100.0 * GOAL,
        settled.iter().filter(reached).count(),
        settled.len(),
        100.0 * least
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawns::bench::replay::tests::made_up;

    #[test]
    fn what_is_said_of_sizes_follows_from_the_figures() {
        let all = [
            made_up("settled-a", 9_499, 9_800),
            made_up("settled-b", 9_500, 9_600),
            made_up("open-a", 9_000, 9_900),
        ];
        assert_eq!(
            a_few_thousand(&all),
            "The literature names 95 to 99 % for a few thousand entries and settled pawns. With \
             4096 entries 1 of the 2 settled positions stay below 95 % (settled-a has 94.99 %), \
             and 1 of the 1 open ones."
        );
        let said = sixteen_thousand(&all);
        assert!(
            said.contains("1 of the 2 settled positions reach it; the least is 96.93 %"),
            "{said}"
        );
        assert!(
            a_few_thousand(&all[1..2]).contains("0 of the 1 settled positions stay below 95 %,")
        );
    }
}
