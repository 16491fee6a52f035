//! The wrong proofs by classes: whether they were true where they were stored, and at which clock
//! that was.

use std::cmp::Ordering;

use super::audit::{Falsehood, Policy, PolicySum, Wrong};
use super::sums::PolicySums;
use crate::page::{MarkdownTable, Page};

const FAULTS: [(Falsehood, &str); 3] = [
    (Falsehood::FalseWin, "false win"),
    (Falsehood::EarlyMate, "early mate"),
    (Falsehood::FalseDraw, "false draw"),
];

/// Where an entry was stored, against the clock at which it settled a node.
const PLACES: [(Ordering, &str); 3] = [
    (Ordering::Greater, "nearer to the limit"),
    (Ordering::Equal, "at the same clock"),
    (Ordering::Less, "farther from the limit"),
];

/// Returns the numbers of false draws, and of those that were true where they were stored.
pub(super) fn false_draws(sum: &PolicySum) -> [usize; 2] {
    let draws = || sum.wrong.iter().filter(|wrong| wrong.fault == Falsehood::FalseDraw);
    [draws().count(), draws().filter(|wrong| wrong.true_there).count()]
}

pub(super) fn describe(found: &mut Page, sums: &PolicySums) {
    let engine = sums.of(Policy::GuardedReads);
    found.paragraph(
        "The wrong proofs with guarded reads by classes: whether the claim was true at the \
         clock where it was stored, and where that was, seen from the clock at which it settled a \
         node; each with its first case. Scores are those of the side to move, mates in plies below \
         32,000.",
    );
    found.table(&classes(&engine.wrong));
    found.paragraph(&summary(sums));
}

fn classes(wrong: &[Wrong]) -> MarkdownTable {
    let names = ["fault", "where it was stored", "stored", "first case", "claim", "truth", "cases"];
    let mut table = MarkdownTable::new(names, 4);
    for (fault, name) in FAULTS {
        for true_there in [true, false] {
            for (place, place_name) in PLACES {
                let cases = || {
                    let cases = wrong.iter().filter(move |wrong| wrong.fault == fault);
                    cases.filter(move |wrong| {
                        wrong.true_there == true_there && wrong.stored.cmp(&wrong.asked) == place
                    })
                };
                if let Some(first) = cases().next() {
                    table.row([
                        name.to_owned(),
                        if true_there { "true" } else { "false already" }.to_owned(),
                        place_name.to_owned(),
                        format!("`{}`, stored at {}", first.fen, first.stored),
                        first.claim.to_string(),
                        first.truth.to_string(),
                        cases().count().to_string(),
                    ]);
                }
            }
        }
    }
    table
}

fn summary(sums: &PolicySums) -> String {
    let [engine, guarded, in_key] =
        [Policy::GuardedReads, Policy::GuardedStores, Policy::ClockInKey]
            .map(|policy| sums.of(policy));
    let [[all, true_there], [all_guarded, true_guarded], [all_in_key, _]] =
        [&engine, &guarded, &in_key].map(false_draws);
    format!(
        "Guarded reads guard no store: {true_there} of the {all} false draws were true where \
         they were stored. There the clock made the draw; the entry keeps the position without the \
         clock, and with more plies left the draw need not come. The other {} were false already: \
         the draw came by a repetition of a position on the way, or the winning move was pruned. If \
         nothing is stored of a node whose depth reaches to the limit, {all_guarded} false draws remain, \
         {true_guarded} of them true where they were stored, for {:.1} % of the nodes; with the \
         clock in the key {all_in_key}, all of them false where they were stored, for {:.1} %.",
        all - true_there,
        100.0 * guarded.nodes as f64 / engine.nodes as f64,
        100.0 * in_key.nodes as f64 / engine.nodes as f64,
    )
}
