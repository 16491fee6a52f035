//! The page of results, in Markdown.

use super::positions::POSITIONS;
use super::replay::{Replay, SIZES, percent};
use super::speed::Speed;

/// What 16 K entries shall reach of the infinite table's hit rate on settled positions.
const GOAL: f64 = 0.97;

/// The page.
pub(crate) fn markdown(replays: &[Replay], speed: &Speed, evaluations: usize) -> String {
    let mut page = format!(
        "# How often the pawn table knows\n\n\
         Written by `cargo xtask bench pawn`; do not edit.\n\n\
         Our search was recorded at eight positions, {evaluations} evaluations each, one thread. Where the \
         transposition table already knows a static evaluation, the search does not evaluate, so these \
         probes are the ones it leaves. They were then played to tables of every size.\n\n\
         ![Hit rate by size](pawn-hit-rate.svg)\n\n\
         ## Hit rate by number of entries\n\n\
         Per cent of the probes, exact verification, pairs of entries, multiply-high index. The infinite table \
         never forgets: its misses are the structures that are new.\n\n"
    );
    page += &hit_rates(replays);
    page += &settled(replays);
    page += "\n## By verification\n\n\
             16 K entries. A false hit takes the payload of another structure for its own. It counts as a \
             hit here, and is the only way in which a table that trusts the key differs.\n\n";
    page += &verification(replays);
    page += &format!(
        "\nThe exact strategies that were played, two sets and rank, give the same hits as each other and no \
         false one. A false hit leaves the slot as it is, so that two structures that are taken for each \
         other may be so again and again.\n\n\
         ## What a probe costs\n\n\
         Nanoseconds, mean of the eight positions, 16 K entries, on the machine of this run; of each \
         position the median over chunks of 1024 probes.\n\n\
         | a hit | a miss, without what is then computed | the pawn terms by set algebra | hit / computed |\n\
         |---:|---:|---:|---:|\n\
         | {:.1} | {:.1} | {:.1} | 1 / {:.1} |\n\n\
         ## The positions\n\n| name | FEN |\n|---|---|\n",
        speed.hit,
        speed.miss,
        speed.recomputed,
        speed.speedup()
    );
    for (name, fen) in POSITIONS {
        page += &format!("| {name} | `{fen}` |\n");
    }
    page
}

/// Whether 16 K entries suffice where pawns are settled, said by the figures.
fn settled(replays: &[Replay]) -> String {
    let settled: Vec<&Replay> =
        replays.iter().filter(|replay| replay.name.starts_with("settled-")).collect();
    let reached = |replay: &&&Replay| replay.share_at_16_k() >= GOAL;
    let least = settled.iter().map(|replay| replay.share_at_16_k()).fold(1.0, f64::min);
    format!(
        "\nThe goal is that 16 K entries reach {:.0} % of the infinite table's hit rate where pawns are \
         settled. {} of the {} settled positions reach it; the least is {:.2} %. Openings have more \
         structures than such a table holds, and many are met only once: there the infinite table itself \
         misses more.\n",
        100.0 * GOAL,
        settled.iter().filter(reached).count(),
        settled.len(),
        100.0 * least
    )
}

fn hit_rates(replays: &[Replay]) -> String {
    let mut table = String::from("| position |");
    for size in SIZES {
        table += &format!(" {size} |");
    }
    table += " infinite | 16384 of infinite | with kings, 16384 |\n|---|";
    table += &"---:|".repeat(SIZES.len() + 3);
    for replay in replays {
        let name = replay.name;
        table += &format!("\n| {name} |");
        for counters in replay.exact.iter().chain([&replay.infinite]) {
            table += &format!(" {:.2} |", percent(*counters));
        }
        let share = 100.0 * replay.share_at_16_k();
        table += &format!(" {share:.2} % | {:.2} |", percent(replay.with_kings));
    }
    table + "\n"
}

fn verification(replays: &[Replay]) -> String {
    let mut table = String::from("| position | exact |");
    for strategy in replays.iter().take(1).flat_map(|replay| &replay.inexact) {
        table += &format!(" {0} | false |", strategy.name);
    }
    table += "\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|";
    for replay in replays {
        let name = replay.name;
        table += &format!("\n| {name} | {:.2} |", percent(replay.at_16_k()));
        for (counters, errors) in replay.inexact.iter().map(|strategy| strategy.at_16_k()) {
            table += &format!(" {:.2} | {errors} |", percent(counters));
        }
    }
    table + "\n"
}
