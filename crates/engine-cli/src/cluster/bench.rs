//! The bench, searched by all ranks.

use std::time::Instant;

use engine::{Game, Numbers, Request};

use crate::io::output::Output;
use crate::measure::bench::{Config, Total};
use crate::session::peers::Peers;
use uci_text::Go;

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
    let mut engine = config.engine(numbers)?;
    peers.obey(&format!("setoption name HashKB value {}", config.hash.bytes() >> 10));
    peers.obey(&format!("setoption name Threads value {}", config.threads));
    let go = format!("depth {}", config.depth);
    let mut total = Total::default();
    for (position, name) in engine::bench_positions() {
        engine.new_game();
        peers.obey("ucinewgame");
        peers.set_up(&format!("position fen {}", position.to_fen()));
        let ranks = peers.joint(&Go::parse(go.split_whitespace()));
        let request = Request { ranks, ..Request::depth(config.depth) };
        let game = Game::new(position.clone());
        let started = Instant::now();
        let outcome = engine.analyse(&game, &request, &mut |_| ());
        total.add(outcome.nodes, started.elapsed());
        let best = outcome.best.map_or("(none)".into(), |mv| position.san(mv));
        output.line(format_args!("{:>10} nodes  {best:<7} {name}", outcome.nodes));
    }
    Ok(total)
}
