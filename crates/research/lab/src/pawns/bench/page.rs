//! The page of results, in Markdown.

use super::recording::{BenchHits, POSITIONS};
use super::replay::{Replay, percent};
use super::speed::Speed;
use crate::page::{MarkdownTable, Page, machine};

pub(super) fn page(
    (replays, evaluations): (&[Replay], usize),
    bench: &BenchHits,
    speed: &Speed,
) -> Page {
    let mut page = Page::new("Pawn tables", "cargo xtask bench pawn --write");
    page.paragraph(&format!(
        "Our search was recorded at eight positions, {evaluations} evaluations each, one thread, \
         and played to tables of pairs of entries with multiply-high index. [The experiment \
         `pawn`](../lab/README.md#hit-rates-of-the-pawn-table) has the hit rates by size."
    ));
    page.heading("In the engine");
    page.paragraph(&format!(
        "The positions of the engine's `bench`, searched to depth {} with all tables empty at the \
         start of each, took {} evaluations. The evaluator's table of pawns held {:.1} % of them, \
         its table of pawns and kings {:.1} %.",
        bench.depth,
        bench.pawns.probes(),
        percent(bench.pawns),
        percent(bench.pawn_kings)
    ));
    page.heading("By verification");
    page.paragraph(
        "Per cent of the probes, 16 K entries; with kings in the entry, exact. A false hit takes \
         the payload of another structure for its own. It counts as a hit here, and is the only way \
         in which a table that trusts the key differs.",
    );
    page.table(&verification(replays));
    page.paragraph(
        "The exact strategies that were played, two sets and rank, give the same hits as each \
         other and no false one. A false hit leaves the slot as it is, so that two structures that \
         are taken for each other may be so again and again.",
    );
    page.heading("What a probe costs");
    page.paragraph(&format!(
        "On {}. Nanoseconds, mean of the eight positions, 16 K entries; of each position the \
         median over chunks of 1024 probes.",
        machine()
    ));
    let columns = [
        "a hit",
        "a miss, without what is then computed",
        "the pawn terms by set algebra",
        "hit / computed",
    ];
    let mut costs = MarkdownTable::new(columns, 0);
    let [hit, miss, recomputed] =
        [speed.hit, speed.miss, speed.recomputed].map(|ns| format!("{ns:.1}"));
    costs.row([hit, miss, recomputed, format!("1 / {:.1}", speed.speedup())]);
    page.table(&costs);
    page.heading("The positions");
    let mut positions = MarkdownTable::new(["name", "FEN"], 2);
    for (name, fen) in POSITIONS {
        positions.row([name.to_owned(), format!("`{fen}`")]);
    }
    page.table(&positions);
    page
}

fn verification(replays: &[Replay]) -> MarkdownTable {
    let strategies = replays.iter().take(1).flat_map(|replay| &replay.inexact);
    let columns = strategies.flat_map(|strategy| [strategy.name, "false"]);
    let names = ["position", "with kings", "exact"].into_iter();
    let mut table = MarkdownTable::new(names.chain(columns), 1);
    for replay in replays {
        let rates = [replay.with_kings, replay.at_16_k()];
        let [kings, exact] = rates.map(|counters| format!("{:.2}", percent(counters)));
        let inexact = replay.inexact.iter().flat_map(|strategy| {
            let (counters, errors) = strategy.at_16_k();
            [format!("{:.2}", percent(counters)), errors.to_string()]
        });
        table.row([replay.name.to_owned(), kings, exact].into_iter().chain(inexact));
    }
    table
}
