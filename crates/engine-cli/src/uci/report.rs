//! What a search has to say, as UCI writes it.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use movegen::{Move, PieceType, Position};
use search::{Info, Outcome, Reporter, RootScore};
use tt_core::Bound;

use crate::output::Output;

/// The current root move is reported only after this time.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// How moves and scores are written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Notation {
    /// Castling as king takes rook.
    pub(crate) chess960: bool,
    /// Win, draw and loss chances after each score.
    pub(crate) show_wdl: bool,
}

/// Writes `info` lines while a search runs.
pub(crate) struct UciReporter<'a> {
    output: &'a Output,
    position: &'a Position,
    notation: Notation,
    started: Instant,
}

impl<'a> UciReporter<'a> {
    /// A reporter of the search of `position` whose `go` was read at `started`.
    pub(crate) fn new(
        output: &'a Output,
        position: &'a Position,
        notation: Notation,
        started: Instant,
    ) -> Self {
        Self { output, position, notation, started }
    }
}

impl Reporter for UciReporter<'_> {
    fn iteration(&mut self, info: &Info<'_>) {
        self.output.line(info_line(info, self.position, self.notation));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        if self.started.elapsed() >= CURRENT_MOVE_AFTER {
            let mv = self.position.uci(mv, self.notation.chess960);
            self.output
                .line(format_args!("info depth {depth} currmove {mv} currmovenumber {number}"));
        }
    }
}

/// One `info` line: `depth seldepth multipv score [wdl] nodes nps hashfull tbhits time pv`.
fn info_line(info: &Info<'_>, position: &Position, notation: Notation) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.sel_depth,
        info.multi_pv,
        score_text(info.score)
    );
    if notation.show_wdl {
        let (win, draw, loss) = info.wdl(material(position));
        write!(line, " wdl {win} {draw} {loss}").expect("a string takes all text");
    }
    write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {} pv{}",
        info.nodes,
        nodes_per_second(info.nodes, info.elapsed),
        info.hashfull,
        info.tb_hits,
        info.elapsed.as_millis(),
        pv_text(position, info.pv, notation.chess960)
    )
    .expect("a string takes all text");
    line
}

/// Both sides' men, counted as the win, draw and loss chances want them: pawn 1, knight and bishop
/// 3, rook 5, queen 9.
fn material(position: &Position) -> u32 {
    const WORTH: [u32; 6] = [1, 3, 3, 5, 9, 0];
    PieceType::ALL.iter().map(|&kind| position.pieces(kind).count() * WORTH[kind.index()]).sum()
}

/// `cp N` or `mate N`, and `lowerbound` or `upperbound` behind it.
fn score_text(score: RootScore) -> String {
    let value = match search::score::mate_distance_moves(score.value) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.value),
    };
    match score.bound {
        Bound::Exact | Bound::None => value,
        Bound::Lower => format!("{value} lowerbound"),
        Bound::Upper => format!("{value} upperbound"),
    }
}

/// Nodes per second, as if at least one microsecond had passed.
pub(crate) fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let rate = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// The moves of a line, a blank before each.
fn pv_text(root: &Position, pv: &[Move], chess960: bool) -> String {
    let mut position = root.clone();
    let mut text = String::new();
    for &mv in pv {
        text.push(' ');
        text.push_str(&position.uci(mv, chess960));
        position = position.make(mv);
    }
    text
}

/// The `info` line of a root without a legal move.
pub(crate) fn no_move_line(position: &Position) -> String {
    let score = if position.in_check() { "mate 0" } else { "cp 0" };
    format!("info depth 0 score {score}")
}

/// The line that ends a search.
pub(crate) fn best_move_line(position: &Position, outcome: &Outcome, notation: Notation) -> String {
    let Some(best) = outcome.best else { return "bestmove (none)".into() };
    let mut line = format!("bestmove {}", position.uci(best, notation.chess960));
    if let Some(ponder) = outcome.ponder {
        let reply = position.make(best).uci(ponder, notation.chess960);
        write!(line, " ponder {reply}").expect("a string takes all text");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::tests::Capture;

    fn moves(root: &Position, texts: &[&str]) -> Vec<Move> {
        let mut position = root.clone();
        texts
            .iter()
            .map(|text| {
                let mv = position.parse_uci(text).unwrap();
                position = position.make(mv);
                mv
            })
            .collect()
    }

    fn info(value: i32, bound: Bound, pv: &[Move]) -> Info<'_> {
        Info {
            depth: 5,
            sel_depth: 9,
            multi_pv: 2,
            score: RootScore { value, bound },
            nodes: 3000,
            elapsed: Duration::from_micros(1500),
            hashfull: 7,
            tb_hits: 0,
            pv,
        }
    }

    #[test]
    fn an_info_line_in_full() {
        let start = Position::startpos();
        let pv = moves(&start, &["e2e4", "e7e5"]);
        assert_eq!(
            info_line(&info(-34, Bound::Lower, &pv), &start, Notation::default()),
            "info depth 5 seldepth 9 multipv 2 score cp -34 lowerbound nodes 3000 nps 2000000 \
             hashfull 7 tbhits 0 time 1 pv e2e4 e7e5"
        );
        let notation = Notation { show_wdl: true, chess960: false };
        let line =
            info_line(&info(search::score::mated_in(4), Bound::Exact, &pv), &start, notation);
        assert!(line.contains(" score mate -2 wdl 0 0 1000 nodes "), "{line}");
    }

    #[test]
    fn castling_inside_a_line_follows_the_notation() {
        let root = Position::from_fen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").unwrap();
        let pv = moves(&root, &["e1g1", "e8c8"]);
        assert_eq!(pv_text(&root, &pv, false), " e1g1 e8c8");
        assert_eq!(pv_text(&root, &pv, true), " e1h1 e8a8");
        let outcome = Outcome { best: Some(pv[0]), ponder: Some(pv[1]), ..Outcome::default() };
        let line =
            |chess960| best_move_line(&root, &outcome, Notation { chess960, show_wdl: false });
        assert_eq!(line(false), "bestmove e1g1 ponder e8c8");
        assert_eq!(line(true), "bestmove e1h1 ponder e8a8");
    }

    #[test]
    fn the_current_move_is_told_only_in_long_searches() {
        let start = Position::startpos();
        let mv = moves(&start, &["g1f3"])[0];
        let told = |started| {
            let capture = Capture::default();
            let output = capture.output();
            let mut reporter = UciReporter::new(&output, &start, Notation::default(), started);
            reporter.current_move(12, mv, 4);
            capture.text()
        };
        let now = Instant::now();
        assert_eq!(told(now + Duration::from_secs(3600)), "");
        let long_ago = now.checked_sub(CURRENT_MOVE_AFTER).unwrap();
        assert_eq!(told(long_ago), "info depth 12 currmove g1f3 currmovenumber 4\n");
    }

    #[test]
    fn speed_survives_no_time_and_huge_counts() {
        assert_eq!(nodes_per_second(5, Duration::ZERO), 5_000_000);
        assert_eq!(nodes_per_second(u64::MAX, Duration::ZERO), u64::MAX);
        assert_eq!(nodes_per_second(1_000, Duration::from_secs(2)), 500);
    }

    #[test]
    fn material_of_the_start_position_is_what_the_model_expects() {
        assert_eq!(material(&Position::startpos()), 78);
    }
}
