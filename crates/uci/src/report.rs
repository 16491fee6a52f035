//! The lines that report and answer a search, and the numbers and remarks in them.

use std::fmt::Write as _;
use std::time::Duration;

use movegen::{Move, Position, Variant};
use search::tt_core::Bound;
use search::{Info, Outcome, RootScore, Wdl};

/// The answer of a search without a move.
pub const NO_MOVE: &str = "bestmove (none)";

/// The notation of moves and scores.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notation {
    /// The variant whose notation of castling the moves have.
    pub variant: Variant,
    /// Whether win, draw and loss chances follow each score.
    pub show_wdl: bool,
    /// Whether only the last line of each rank is written, when the search has ended.
    pub minimal: bool,
}

/// Returns one `info` line: `depth seldepth multipv score [wdl] nodes nps hashfull tbhits time pv`.
fn info_line(info: &Info<'_>, position: &Position, notation: Notation) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.sel_depth,
        info.multi_pv,
        score_text(info.score)
    );
    if notation.show_wdl {
        let Wdl { win, draw, loss } = info.wdl(position);
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
        pv_text(position, info.pv, notation.variant)
    )
    .expect("a string takes all text");
    line
}

/// Returns `cp N` or `mate N`, with `lowerbound` or `upperbound` after it for a bound.
fn score_text(score: RootScore) -> String {
    let value = match score.score.mate() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.value()),
    };
    match score.bound {
        Bound::Exact | Bound::None => value,
        Bound::Lower => format!("{value} lowerbound"),
        Bound::Upper => format!("{value} upperbound"),
    }
}

/// Returns the moves of a line, a blank before each.
fn pv_text(root: &Position, pv: &[Move], variant: Variant) -> String {
    let mut position = root.clone();
    let mut text = String::new();
    for &mv in pv {
        text.push(' ');
        text.push_str(&position.uci_as(mv, variant));
        position = position.make(mv);
    }
    text
}

/// Returns the `info` line of a root without a legal move.
#[must_use]
pub fn no_move_line(position: &Position) -> String {
    let score = if position.in_check() { "mate 0" } else { "cp 0" };
    format!("info depth 0 score {score}")
}

/// Returns the line that ends a search.
#[must_use]
pub fn best_move_line(position: &Position, outcome: &Outcome, notation: Notation) -> String {
    let Some(best) = outcome.best else { return NO_MOVE.into() };
    let mut line = format!("bestmove {}", position.uci_as(best, notation.variant));
    if let Some(ponder) = outcome.ponder {
        let reply = position.make(best).uci_as(ponder, notation.variant);
        write!(line, " ponder {reply}").expect("a string takes all text");
    }
    line
}

/// A writer of the lines of a search. With [`Notation::minimal`] it keeps them, and writes the last
/// one of each rank when the search has ended.
pub struct SearchLines<'a> {
    write: &'a mut dyn FnMut(&str),
    position: &'a Position,
    notation: Notation,
    /// The last line of each rank that has not been written yet.
    kept: Vec<String>,
}

impl<'a> SearchLines<'a> {
    /// Creates a writer for the search of `position`.
    pub fn new(write: &'a mut dyn FnMut(&str), position: &'a Position, notation: Notation) -> Self {
        Self { write, position, notation, kept: Vec::new() }
    }

    /// Writes or keeps the line of a report.
    pub fn info(&mut self, info: &Info<'_>) {
        let line = info_line(info, self.position, self.notation);
        if !self.notation.minimal {
            return (self.write)(&line);
        }
        let rank = info.multi_pv - 1;
        self.kept.resize(self.kept.len().max(info.multi_pv), String::new());
        self.kept[rank] = line;
    }

    /// Writes the line of the root move that is searched next, the `number`th from 1.
    pub fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        if !self.notation.minimal {
            let mv = self.position.uci_as(mv, self.notation.variant);
            (self.write)(&format!("info depth {depth} currmove {mv} currmovenumber {number}"));
        }
    }

    /// Writes any other line.
    pub fn line(&mut self, line: &str) {
        (self.write)(line);
    }

    /// Writes the lines that were kept for the end of the search.
    pub fn finish(&mut self) {
        self.kept.drain(..).for_each(|line| (self.write)(&line));
    }
}

/// Returns the nodes per second, as if at least one microsecond had passed.
#[must_use]
pub fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let rate = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// Returns a remark if there are fewer threads than were requested.
#[must_use]
pub fn fewer_threads(requested: usize, found: usize) -> Option<String> {
    (found < requested)
        .then(|| format!("Threads: {requested} requested; the system gives memory for {found}"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut info = Info::new(RootScore::new(value, bound), pv);
        (info.depth, info.sel_depth, info.multi_pv) = (5, 9, 2);
        (info.nodes, info.elapsed, info.hashfull) = (3000, Duration::from_micros(1500), 7);
        info.tb_hits = 6;
        info
    }

    #[test]
    fn an_info_line_in_full() {
        let start = Position::startpos();
        let pv = moves(&start, &["e2e4", "e7e5"]);
        assert_eq!(
            info_line(&info(-34, Bound::Lower, &pv), &start, Notation::default()),
            "info depth 5 seldepth 9 multipv 2 score cp -34 lowerbound nodes 3000 nps 2000000 \
             hashfull 7 tbhits 6 time 1 pv e2e4 e7e5"
        );
        let notation = Notation { show_wdl: true, ..Notation::default() };
        let line =
            info_line(&info(search::score::mated_in(4), Bound::Exact, &pv), &start, notation);
        assert!(line.contains(" score mate -2 wdl 0 0 1000 nodes "), "{line}");
        let ahead = info(90, Bound::Upper, &pv);
        let Wdl { win, draw, loss } = ahead.wdl(&start);
        assert!(win != draw && draw != loss && win != loss, "{win} {draw} {loss}");
        let line = info_line(&ahead, &start, notation);
        let expected = format!(" score cp 90 upperbound wdl {win} {draw} {loss} nodes ");
        assert!(line.contains(&expected), "{line}");
    }

    #[test]
    fn castling_inside_a_line_follows_the_notation() {
        let root = Position::from_fen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").unwrap();
        let pv = moves(&root, &["e1g1", "e8c8"]);
        assert_eq!(pv_text(&root, &pv, Variant::Standard), " e1g1 e8c8");
        assert_eq!(pv_text(&root, &pv, Variant::Chess960), " e1h1 e8a8");
        let mut outcome = Outcome::default();
        (outcome.best, outcome.ponder) = (Some(pv[0]), Some(pv[1]));
        let line =
            |variant| best_move_line(&root, &outcome, Notation { variant, ..Notation::default() });
        assert_eq!(line(Variant::Standard), "bestmove e1g1 ponder e8c8");
        assert_eq!(line(Variant::Chess960), "bestmove e1h1 ponder e8a8");
    }

    #[test]
    fn the_current_move_and_its_number() {
        let start = Position::startpos();
        let mut text = Vec::new();
        let mut write = |line: &str| text.push(line.to_owned());
        let mut lines = SearchLines::new(&mut write, &start, Notation::default());
        lines.current_move(12, start.parse_uci("g1f3").unwrap(), 4);
        assert_eq!(text, ["info depth 12 currmove g1f3 currmovenumber 4"]);
    }

    #[test]
    fn the_last_line_of_each_rank_is_kept_for_the_end() {
        let start = Position::startpos();
        let mv = [start.parse_uci("g1f3").unwrap()];
        let mut text = Vec::new();
        let mut write = |line: &str| text.push(line.to_owned());
        let notation = Notation { minimal: true, ..Notation::default() };
        let mut lines = SearchLines::new(&mut write, &start, notation);
        for (depth, rank) in [(1, 1), (1, 2), (2, 1)] {
            let mut info = Info::new(RootScore::new(9, Bound::Exact), &mv);
            (info.depth, info.multi_pv) = (depth, rank);
            lines.info(&info);
            lines.current_move(depth, mv[0], 1);
        }
        lines.finish();
        let heads: Vec<&str> =
            text.iter().map(|line| line.split(" score").next().unwrap()).collect();
        let expected = ["info depth 2 seldepth 1 multipv 1", "info depth 1 seldepth 1 multipv 2"];
        assert_eq!(heads, expected);
    }

    #[test]
    fn speed_survives_no_time_and_huge_counts() {
        assert_eq!(nodes_per_second(5, Duration::ZERO), 5_000_000);
        assert_eq!(nodes_per_second(u64::MAX, Duration::ZERO), u64::MAX);
        assert_eq!(nodes_per_second(1_000, Duration::from_secs(2)), 500);
    }

    #[test]
    fn a_remark_names_both_numbers() {
        let remark = "Threads: 200 requested; the system gives memory for 7";
        assert_eq!(fewer_threads(200, 7).as_deref(), Some(remark));
        assert_eq!(fewer_threads(7, 7), None);
    }
}
