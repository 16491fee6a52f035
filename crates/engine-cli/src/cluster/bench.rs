//! The bench, searched by all ranks.

use std::time::Instant;

use movegen::KeyHistory;
use search::{Control, Limits, Settings, Silent};
use tt_core::Table;

use crate::bench::{Config, Total, positions};
use crate::engine::SearchJob;
use crate::numbers::Numbers;
use crate::output::Output;
use crate::peers::Peers;
use crate::syzygy::Syzygy;
use crate::uci::go::Go;
use crate::uci::report::Notation;

/// Runs the plain bench, each search by all ranks. On one rank the count of nodes is that of the
/// plain bench.
///
/// # Errors
/// If the table could not be allocated.
pub(crate) fn bench(
    config: &Config,
    numbers: &Numbers,
    output: &Output,
    peers: &Peers,
) -> Result<Total, String> {
    let mut table: Table = Table::new(config.hash.bytes()).map_err(|error| error.to_string())?;
    let threads = config.threads as usize;
    peers.obey(&format!("setoption name HashKB value {}", config.hash.bytes() >> 10));
    peers.obey(&format!("setoption name Threads value {threads}"));
    let mut pool = numbers.pool();
    pool.set_threads(threads);
    let (tables, control) = (Syzygy::default(), Control::new());
    let go = format!("depth {}", config.depth);
    let mut total = Total::default();
    for (position, name) in positions() {
        table.clear(threads);
        pool.clear();
        peers.obey("ucinewgame");
        peers.set_up(&format!("position fen {}", position.to_fen()));
        let started = Instant::now();
        let job = SearchJob {
            position: position.clone(),
            history: KeyHistory::new(),
            limits: Limits { depth: Some(config.depth), ..Limits::default() },
            settings: Settings::default(),
            strength: None,
            notation: Notation::default(),
            started: None,
            nodes_a_millisecond: 0,
            joint: peers.joint(&Go::parse(go.split_whitespace())),
        };
        let (outcome, _) = job.run(&table, (&mut pool, &tables), &control, &mut Silent);
        total.add(outcome.nodes, started.elapsed());
        let best = outcome.best.map_or("(none)".into(), |mv| position.san(mv));
        output.line(format_args!("{:>10} nodes  {best:<7} {name}", outcome.nodes));
    }
    Ok(total)
}
