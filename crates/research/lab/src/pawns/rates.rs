//! Experiment `pawn`: the hit rates of the pawn table by size, over what our search asks it.

use std::collections::HashSet;

use anyhow::{Context, Result};
use movegen::Position;
use pawn_classics::{STRUCTURES, can_arise, unrank};
use search::{Limits, Pool, Search};
use tt_core::Table;
use zobrist_keys::SplitMix64;

use super::bench::claims::{NAMED, a_few_thousand, below, sixteen_thousand, those};
use super::bench::recording::{POSITIONS, record};
use super::bench::replay::{Replay, SIZES, percent};
use super::indexes::{Structure, spread, structures};
use crate::evaluation_kind::{EvaluationKind, Evaluations, Observed};
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Axis, Chart, Csv, MarkdownTable, Page, Scale, Series, progress};

pub(crate) const EXPERIMENT: Experiment = Experiment::new("pawn", run);

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let evaluations = effort.choose(20_000, 5_000_000);
    let played = progress::each("pawn", &POSITIONS, |&(name, fen)| {
        let trace = record(fen, evaluations).context(name)?;
        Ok((Replay::of(name, &trace), structures(&trace)))
    })?;
    let (replays, met): (Vec<Replay>, Vec<HashSet<Structure>>) = played.into_iter().unzip();
    let met: HashSet<Structure> = met.into_iter().flatten().collect();
    let mut found = Page::empty();
    found.paragraph(
        "Per cent of the probes, by number of entries. The infinite table never forgets: its misses \
         are the structures that are new. The last column is what 4096 entries reach of its hits.",
    );
    found.table(&rates(&replays));
    found.paragraph(&a_few_thousand(&replays));
    found.paragraph(&sixteen_thousand(&replays));
    found.keep(1);
    found.heading("The slot of a structure");
    found.paragraph(&format!(
        "The {} different structures of all records, spread by each index. χ² over its degrees of \
         freedom is near 1 if every slot is equally likely, and greater if some are crowded.",
        met.len()
    ));
    found.table(&spreading(&met));
    found.heading("Structures that no game can have");
    found.paragraph(&impossible(&met, effort.choose(10_000, 1_000_000), seed));
    found.keep(1);
    found.heading("Under a network");
    found.paragraph(&under_a_network(effort.choose(5_000, 1_000_000))?);
    found.keep(1);
    let [settled, open] = [true, false].map(|settled| those(&replays, settled));
    Ok(Report {
        result: result(&settled),
        found,
        differs: Some(differs(&replays, &settled, &open)),
        method: format!(
            "Our search was recorded at eight positions ([their FENs](../bench/pawn.md)), \
             {evaluations} evaluations each, one thread, a transposition table of 64 MiB. The \
             records were then played to tables of every size."
        ),
        csv: csv(&replays),
        svg: chart(&settled, &open).svg()?,
    })
}

/// Searches each position by the engine's network and returns a text on the questions that are left
/// to the pawn table.
fn under_a_network(nodes: u64) -> Result<String> {
    let searches = progress::each("pawn, network", &POSITIONS, |&(name, fen)| {
        let table: Table = Table::new(64 << 20)?;
        let mut pool = Pool::new(|| Observed::<Evaluations>::new(EvaluationKind::Network));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let root = Position::from_fen(fen).context(name)?;
        Search::new(&table).position(root).limits(limits).run(&mut pool);
        let Evaluations { all, left } = pool.evaluators().next().context("a pool has a thread")?.by;
        Ok([all, left])
    })?;
    let sum = |which: usize| searches.iter().map(|each: &[u64; 2]| each[which]).sum::<u64>();
    let (evaluated, left) = (sum(0), sum(1));
    Ok(format!(
        "A network reads the squares of the pawns by itself. The engine asks its pawn table only \
         in the endings and decided positions that a network leaves to the hand-crafted \
         evaluation: {left} of {evaluated} evaluations in searches of {nodes} nodes from each of \
         these positions. So under the default network the pawn table is worth next to nothing."
    ))
}

fn result(settled: &[&Replay]) -> String {
    let rates = || settled.iter().map(|replay| percent(replay.at_4_k()));
    let (least, most) = (rates().fold(100.0, f64::min), rates().fold(0.0, f64::max));
    format!(
        "With 4096 entries the pawn table finds {least:.1} to {most:.1} % of what it is asked where \
         pawns are settled; {} of {} such positions stay below {:.0} %.",
        below(settled).len(),
        settled.len(),
        NAMED[0]
    )
}

fn differs(replays: &[Replay], settled: &[&Replay], open: &[&Replay]) -> String {
    let (settled_below, open_below) = (below(settled).len(), below(open).len());
    let new = replays.iter().filter(|replay| percent(replay.infinite) < NAMED[0]).count();
    format!(
        "The literature's range holds for {} of the {} settled positions and {} of the {} open \
         ones. Of the {} others {} lack entries (a table that never forgets reaches {:.0} % \
         there), {new} meet too many structures once. Where the transposition table knows a \
         static evaluation our search asks nobody, so the surest hits are missing; and pawns that \
         are settled for a player are not so for a search.",
        settled.len() - settled_below,
        settled.len(),
        open.len() - open_below,
        open.len(),
        settled_below + open_below,
        settled_below + open_below - new,
        NAMED[0]
    )
}

fn rates(replays: &[Replay]) -> MarkdownTable {
    let sizes = SIZES.map(|size| size.to_string());
    let last = ["infinite", "4096 of infinite"].map(str::to_owned);
    let names = ["position".to_owned()].into_iter().chain(sizes).chain(last);
    let mut table = MarkdownTable::new(names, 1);
    for replay in replays {
        let rates = replay.exact.iter().chain([&replay.infinite]);
        let rates = rates.map(|counters| format!("{:.2}", percent(*counters)));
        let share = replay.at_4_k().hits as f64 / replay.infinite.hits as f64;
        let name = [replay.name.to_owned()].into_iter();
        table.row(name.chain(rates).chain([format!("{:.2} %", 100.0 * share)]));
    }
    table
}

fn spreading(met: &HashSet<Structure>) -> MarkdownTable {
    let names = ["index", "looks at", "slots", "χ² / degrees of freedom"];
    let mut table = MarkdownTable::new(names, 2);
    for row in spread(met) {
        let what = if row.by_key { "the key" } else { "the sets" };
        let cells = [format!("`{}`", row.name), what.to_owned()];
        table.row(cells.into_iter().chain([row.slots.to_string(), format!("{:.3}", row.ratio)]));
    }
    table
}

/// Returns a text on how many of the structures that were met, and of `count` drawn evenly, no game
/// can have.
fn impossible(met: &HashSet<Structure>, count: u64, seed: u64) -> String {
    let never = |pawns| !can_arise(pawns, [15, 15]);
    let wrong = met.iter().filter(|structure| never(structure.pawns)).count();
    let mut random = SplitMix64::new(seed);
    let drawn = (0..count)
        .filter(|_| never(unrank(random.next() % STRUCTURES).expect("below their number")));
    format!(
        "By the count of captures alone, without a look at the other pieces, {:.1} % of \
         {count} structures drawn evenly among those of at most eight pawns a side cannot \
         arise: more pieces were captured than there are, or no ways lead there. Of those \
         that the search met it is {wrong}.",
        100.0 * drawn.count() as f64 / count as f64
    )
}

fn csv(replays: &[Replay]) -> Csv {
    let mut csv = Csv::new(&["position", "entries", "probes", "hits", "percent"]);
    for replay in replays {
        let sizes = SIZES.iter().map(ToString::to_string).chain(["infinite".to_owned()]);
        for (size, counters) in sizes.zip(replay.exact.iter().chain([&replay.infinite])) {
            let rate = format!("{:.3}", percent(*counters));
            csv.row(&[&replay.name, &size, &counters.probes(), &counters.hits, &rate]);
        }
    }
    csv
}

fn chart(settled: &[&Replay], open: &[&Replay]) -> Chart {
    let places = |rate: &dyn Fn(usize) -> f64| -> Vec<(f64, f64)> {
        SIZES.iter().enumerate().map(|(at, &size)| (size as f64, rate(at))).collect()
    };
    let mut series: Vec<Series> = settled
        .iter()
        .map(|replay| Series::line(replay.name, places(&|at| percent(replay.exact[at]))))
        .collect();
    let mean = |at: usize| {
        open.iter().map(|replay| percent(replay.exact[at])).sum::<f64>() / open.len() as f64
    };
    series.push(Series::line("open, mean of four", places(&mean)));
    let named = |rate| Series::theory(format!("literature: {rate:.0} %"), places(&|_| rate));
    series.extend(NAMED.map(named));
    Chart {
        title: "Hit rate of the pawn table by size",
        x: Axis { name: "entries", scale: Scale::Binary },
        y: Axis { name: "hits, % of probes", scale: Scale::Linear },
        series,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::quick;
    use crate::pawns::bench::claims::GOAL;

    #[test]
    fn the_quick_form_has_every_position_and_size() {
        let text = quick(&EXPERIMENT);
        for (name, _) in POSITIONS {
            assert_eq!(text.matches(&format!("\n| {name} |")).count(), 1, "{name}");
            for size in SIZES {
                assert_eq!(text.matches(&format!("\n{name},{size},20000,")).count(), 1, "{name}");
            }
        }
        insta::assert_snapshot!(text);
    }

    /// On records of our own search 16 K entries find nearly what a table finds that never forgets.
    #[test]
    fn sixteen_thousand_entries_are_enough_where_pawns_are_settled() {
        let settled = POSITIONS.iter().filter(|(name, _)| name.starts_with("settled-"));
        for &(name, fen) in settled {
            let replay = Replay::of(name, &record(fen, 60_000).unwrap());
            assert!(replay.share_at_16_k() >= GOAL, "{name}: {}", replay.share_at_16_k());
            assert!(replay.at_4_k().hits <= replay.at_16_k().hits, "{name}");
        }
    }

    #[test]
    fn structures_that_no_game_can_have_are_counted() {
        let wrong = Structure::new([0x0001_0101_0101_0100, 1 << 55]);
        let right = Structure::new([0xFF00, 0]);
        let said = impossible(&[wrong, right].into_iter().collect(), 10, 1);
        assert!(said.ends_with("Of those that the search met it is 1."), "{said}");
    }
}
