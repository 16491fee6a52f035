//! The page of results, in Markdown.

use super::claims;
use super::engine::BenchHits;
use super::positions::POSITIONS;
use super::replay::{Replay, SIZES, percent};
use super::speed::Speed;
use crate::page::document::Page;
use crate::page::machine::machine;
use crate::page::table::MarkdownTable;

/// Returns the page, which shows the curves of the file `plot` beside it.
pub(super) fn page(
    (replays, evaluations): (&[Replay], usize),
    bench: &BenchHits,
    speed: &Speed,
    plot: &str,
) -> Page {
    let mut page = Page::new("Hit rates of the pawn tables", "cargo xtask bench pawn --write");
    page.paragraph(&format!(
        "Our search was recorded at eight positions, {evaluations} evaluations each, one thread. \
         Where the transposition table already knows a static evaluation, the search does not \
         evaluate, so these probes are the ones it leaves. They were then played to tables of \
         every size."
    ));
    page.paragraph(&format!("![Hit rate by size]({plot})"));
    page.heading("Hit rate by number of entries");
    page.paragraph(
        "Per cent of the probes, exact verification, pairs of entries, multiply-high index. The \
         infinite table never forgets: its misses are the structures that are new.",
    );
    page.table(&hit_rates(replays));
    page.paragraph(&claims::a_few_thousand(replays));
    page.paragraph(&claims::sixteen_thousand(replays));
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
        "16 K entries. A false hit takes the payload of another structure for its own. It counts \
         as a hit here, and is the only way in which a table that trusts the key differs.",
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

fn hit_rates(replays: &[Replay]) -> MarkdownTable {
    let sizes = SIZES.map(|size| size.to_string());
    let last = ["infinite", "16384 of infinite", "with kings, 16384"].map(str::to_owned);
    let mut table =
        MarkdownTable::new(["position".to_owned()].into_iter().chain(sizes).chain(last), 1);
    for replay in replays {
        let rates = replay.exact.iter().chain([&replay.infinite]);
        let rates = rates.map(|counters| format!("{:.2}", percent(*counters)));
        let share = format!("{:.2} %", 100.0 * replay.share_at_16_k());
        let with_kings = format!("{:.2}", percent(replay.with_kings));
        let name = [replay.name.to_owned()].into_iter();
        table.row(name.chain(rates).chain([share, with_kings]));
    }
    table
}

fn verification(replays: &[Replay]) -> MarkdownTable {
    let strategies = replays.iter().take(1).flat_map(|replay| &replay.inexact);
    let columns = strategies.flat_map(|strategy| [strategy.name, "false"]);
    let mut table = MarkdownTable::new(["position", "exact"].into_iter().chain(columns), 1);
    for replay in replays {
        let exact = format!("{:.2}", percent(replay.at_16_k()));
        let inexact = replay.inexact.iter().flat_map(|strategy| {
            let (counters, errors) = strategy.at_16_k();
            [format!("{:.2}", percent(counters)), errors.to_string()]
        });
        table.row([replay.name.to_owned(), exact].into_iter().chain(inexact));
    }
    table
}
