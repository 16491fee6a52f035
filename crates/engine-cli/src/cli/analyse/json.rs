//! An analysis as a JSON document.

use std::time::Duration;

use engine::OpeningNames;
use movegen::{Color, Position};
use serde::Serialize;

use crate::cli::analyse::findings::{Findings, Variation};
use crate::notation::{MoveNames, ScoreRecord, line_in_san, line_in_uci};
use uci::nodes_per_second;

/// The findings about a position. The names of the fields are part of the command line: a new
/// version may add fields, and removes none. Scores and chances are from the side to move's view,
/// as in UCI.
#[derive(Serialize)]
pub(crate) struct Document {
    /// The position that was searched, after the moves that came with it.
    fen: String,
    /// Code and name of the opening that ends in the position, if it has one.
    opening: Option<String>,
    side_to_move: &'static str,
    /// `null` without a legal move.
    best: Option<MoveNames>,
    ponder: Option<MoveNames>,
    /// `checkmate` or `stalemate` if there is no legal move, else `null`.
    ended: Option<&'static str>,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    /// Per mille.
    hashfull: u32,
    lines: Vec<LineRecord>,
}

#[derive(Serialize)]
struct LineRecord {
    multipv: usize,
    depth: u32,
    seldepth: u32,
    score: ScoreRecord,
    wdl: Chances,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    hashfull: u32,
    pv_uci: Vec<String>,
    pv_san: Vec<String>,
}

/// Per mille; they sum to 1000.
#[derive(Serialize)]
struct Chances {
    win: u32,
    draw: u32,
    loss: u32,
}

impl Document {
    /// Creates the document of the findings about `root`.
    pub(crate) fn new(root: &Position, findings: &Findings) -> Self {
        let best = findings.outcome.best;
        let ponder = best.zip(findings.outcome.ponder);
        Self {
            fen: root.to_fen(),
            opening: OpeningNames::new().at(root).map(|opening| opening.to_string()),
            side_to_move: if root.side_to_move() == Color::White { "white" } else { "black" },
            best: best.map(|mv| MoveNames::new(root, mv)),
            ponder: ponder.map(|(mv, reply)| MoveNames::new(&root.make(mv), reply)),
            ended: match (best, root.in_check()) {
                (Some(_), _) => None,
                (None, true) => Some("checkmate"),
                (None, false) => Some("stalemate"),
            },
            nodes: findings.nodes,
            nps: nodes_per_second(findings.nodes, findings.elapsed),
            time_ms: milliseconds(findings.elapsed),
            hashfull: findings.hashfull,
            lines: findings.lines.iter().map(|line| LineRecord::new(line, root)).collect(),
        }
    }

    /// Returns the document in lines for people to read.
    pub(crate) fn pretty(&self) -> String {
        serde_json::to_string_pretty(self).expect("names and numbers can be written")
    }
}

impl LineRecord {
    fn new(line: &Variation, root: &Position) -> Self {
        Self {
            multipv: line.rank,
            depth: line.depth,
            seldepth: line.sel_depth,
            score: ScoreRecord::new(line.score.value(), line.score.bound),
            wdl: Chances { win: line.wdl.win, draw: line.wdl.draw, loss: line.wdl.loss },
            nodes: line.nodes,
            nps: nodes_per_second(line.nodes, line.elapsed),
            time_ms: milliseconds(line.elapsed),
            hashfull: line.hashfull,
            pv_uci: line_in_uci(root, &line.moves),
            pv_san: line_in_san(root, &line.moves),
        }
    }
}

fn milliseconds(elapsed: Duration) -> u64 {
    u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use search::score::mated_in;
    use search::{Info, RootScore};
    use serde_json::{Value as Json, json};
    use tt_core::Bound;

    use super::*;

    #[test]
    fn a_line_has_both_notations_and_a_score_one_of_two_names() {
        let root = Position::from_fen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").unwrap();
        let castling = root.parse_uci("e1g1").unwrap();
        let reply = root.make(castling).parse_uci("e8c8").unwrap();
        let moves = [castling, reply];
        let record = |value, bound| -> Json {
            let mut info = Info::new(RootScore::new(value, bound), &moves);
            (info.depth, info.sel_depth, info.multi_pv) = (5, 9, 2);
            (info.nodes, info.elapsed, info.hashfull) = (3000, Duration::from_micros(1500), 7);
            serde_json::to_value(LineRecord::new(&Variation::new(&info, &root), &root)).unwrap()
        };
        assert_eq!(
            record(mated_in(4), Bound::Exact),
            json!({
                "multipv": 2, "depth": 5, "seldepth": 9,
                "score": {"mate": -2, "bound": "exact"},
                "wdl": {"win": 0, "draw": 0, "loss": 1000},
                "nodes": 3000, "nps": 2_000_000, "time_ms": 1, "hashfull": 7,
                "pv_uci": ["e1g1", "e8c8"], "pv_san": ["O-O", "O-O-O"],
            })
        );
        assert_eq!(record(-34, Bound::Lower)["score"], json!({"cp": -34, "bound": "lower"}));
    }
}
