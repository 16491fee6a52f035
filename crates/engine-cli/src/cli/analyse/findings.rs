//! The search of one position: [`Task`] and [`Findings`].

use std::time::Duration;

use engine::{Engine, Event, Game, Request};
use movegen::{Color, Move, Position};
use search::{Control, Info, Limits, Outcome, RootScore, Wdl};
use tt_core::Bound;

#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) game: Game,
    pub(crate) limits: Limits,
    /// The number of best lines to find, at least one.
    pub(crate) multi_pv: usize,
}

/// A line that the search reported: an [`Info`] that owns its moves.
#[derive(Clone, Debug)]
pub(crate) struct Variation {
    /// Its place among the best lines, from 1.
    pub(crate) rank: usize,
    pub(crate) depth: u32,
    /// The length of the longest line searched, in plies.
    pub(crate) sel_depth: u32,
    /// Its score, from the side to move's view.
    pub(crate) score: RootScore,
    /// The chances that the score gives the side to move, in per mille.
    pub(crate) wdl: Wdl,
    /// The nodes of all threads at the time of the report.
    pub(crate) nodes: u64,
    /// The time that the search had taken by then.
    pub(crate) elapsed: Duration,
    /// The share of the table in use by then, in per mille.
    pub(crate) hashfull: u32,
    pub(crate) moves: Vec<Move>,
}

impl Variation {
    /// Copies a report `info` of a search of `root`.
    pub(crate) fn new(info: &Info<'_>, root: &Position) -> Self {
        Self {
            rank: info.multi_pv,
            depth: info.depth,
            sel_depth: info.sel_depth,
            score: info.score,
            wdl: info.wdl(root),
            nodes: info.nodes,
            elapsed: info.elapsed,
            hashfull: info.hashfull,
            moves: info.pv.to_vec(),
        }
    }

    /// Returns whether this line says less than an older one of its rank. A failed window proves
    /// only a bound on the same move's score and comes with few moves, while the older line is
    /// exact.
    fn says_less_than(&self, old: &Self) -> bool {
        self.score.bound != Bound::Exact
            && old.score.bound == Bound::Exact
            && self.moves.first() == old.moves.first()
    }
}

/// The findings about a position, during the search and after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    /// The newest line of each rank, best first; empty if there is no legal move.
    pub(crate) lines: Vec<Variation>,
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
    /// The share of the table in use, in per mille.
    pub(crate) hashfull: u32,
    /// The answer; without a move before the end.
    pub(crate) outcome: Outcome,
}

impl Findings {
    /// Takes in a line that was just reported.
    fn add(&mut self, told: &Variation) {
        (self.nodes, self.elapsed, self.hashfull) = (told.nodes, told.elapsed, told.hashfull);
        match self.lines.get_mut(told.rank - 1) {
            Some(old) if told.says_less_than(old) => {}
            Some(old) => *old = told.clone(),
            None => self.lines.push(told.clone()),
        }
    }

    /// Returns the chances in `root`, the position that was searched, from White's view. Before the
    /// first line the result is unknown and counts as a draw.
    pub(crate) fn white_chances(&self, root: &Position) -> Wdl {
        const SURE: u32 = 1_000;
        let chances = match self.lines.first() {
            Some(line) => line.wdl,
            None if root.legal_moves().is_empty() && root.in_check() => {
                Wdl { win: 0, draw: 0, loss: SURE }
            }
            None => Wdl { win: 0, draw: SURE, loss: 0 },
        };
        match root.side_to_move() {
            Color::White => chances,
            Color::Black => Wdl { win: chances.loss, loss: chances.win, ..chances },
        }
    }

    pub(crate) fn best(&self) -> Option<Move> {
        let line = || self.lines.first().and_then(|line| line.moves.first().copied());
        self.outcome.best.or_else(line)
    }
}

/// Searches the position with this engine. `watch` is shown each reported line, and all findings so
/// far.
///
/// With one thread and a limit of depth or nodes, everything except the times depends on the task
/// and on what the engine remembers: after a new game, each run is the same.
pub(crate) fn find(
    task: &Task,
    engine: &mut Engine,
    control: &Control,
    watch: &mut dyn FnMut(&Variation, &Findings),
) -> Findings {
    let mut findings = Findings::default();
    let request =
        Request { limits: task.limits.clone(), control: Some(control), ..Request::default() };
    let mut events = |event: Event<'_>| {
        if let Event::Line(info) = event {
            let line = Variation::new(info, task.game.position());
            findings.add(&line);
            watch(&line, &findings);
        }
    };
    let outcome = engine.analyse(&task.game, &request.lines(task.multi_pv), &mut events);
    Findings { nodes: findings.nodes.max(outcome.nodes), outcome, ..findings }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(fen: &str, limits: Limits, multi_pv: usize) -> Task {
        let position = Position::from_fen(fen).unwrap();
        Task { game: Game::new(position), limits, multi_pv }
    }

    fn find_anew(task: &Task) -> Findings {
        let mut engine = Engine::builder().hash(1 << 20).build().unwrap();
        find(task, &mut engine, &Control::new(), &mut |_, _| {})
    }

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1";

    #[test]
    fn the_lines_begin_with_the_best_move_and_with_different_ones() {
        let task = task(BACK_RANK, Limits { depth: Some(5), ..Limits::default() }, 3);
        let findings = find_anew(&task);
        let firsts: Vec<Move> = findings.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(firsts.len(), 3);
        assert_eq!(Some(firsts[0]), findings.outcome.best);
        assert_eq!(task.game.position().san(firsts[0]), "Rb8#");
        assert!(firsts[1] != firsts[0] && firsts[2] != firsts[0] && firsts[1] != firsts[2]);
        assert!(findings.lines.iter().map(|line| line.rank).eq(1..=3));
        assert_eq!(findings.lines[0].wdl, Wdl { win: 1000, draw: 0, loss: 0 });
    }

    #[test]
    fn a_limit_of_nodes_gives_the_same_lines_again() {
        let start = Position::startpos().to_fen();
        let task = task(&start, Limits { nodes: Some(30_000), ..Limits::default() }, 2);
        let told = |findings: Findings| {
            assert!(findings.nodes >= 29_000, "{}", findings.nodes);
            let lines = findings.lines.into_iter();
            let lines: Vec<_> = lines.map(|line| (line.depth, line.score, line.moves)).collect();
            (findings.nodes, findings.hashfull, findings.outcome, lines)
        };
        assert_eq!(told(find_anew(&task)), told(find_anew(&task)));
    }

    #[test]
    fn a_bound_of_the_same_move_leaves_its_line_and_counts_the_nodes() {
        let start = Position::startpos();
        let first = start.parse_san("e4").unwrap();
        let told = |bound, nodes, moves: &[Move]| {
            let mut info = Info::new(RootScore::new(20, bound), moves);
            info.nodes = nodes;
            Variation::new(&info, &start)
        };
        let mut findings = Findings::default();
        findings.add(&told(Bound::Exact, 10, &[first, first]));
        findings.add(&told(Bound::Lower, 20, &[first]));
        assert_eq!((findings.lines[0].moves.len(), findings.nodes), (2, 20));
        let other = start.parse_san("d4").unwrap();
        findings.add(&told(Bound::Lower, 30, &[other]));
        assert_eq!(findings.lines[0].moves, [other]);
        findings.add(&told(Bound::Lower, 40, &[other]));
        assert_eq!(findings.lines[0].nodes, 40);
    }

    #[test]
    fn no_legal_move_gives_no_line() {
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let findings = find_anew(&task("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", limits, 1));
        assert!(findings.lines.is_empty() && findings.outcome.best.is_none());
        let mate = Position::from_fen("1R4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1").unwrap();
        let certain = Wdl { win: 1000, draw: 0, loss: 0 };
        assert_eq!(Findings::default().white_chances(&mate), certain);
    }

    #[test]
    fn chances_without_a_line_are_those_of_a_draw_or_of_the_mate() {
        let chances = |fen: &str| {
            let chances = Findings::default().white_chances(&Position::from_fen(fen).unwrap());
            [chances.win, chances.draw, chances.loss]
        };
        assert_eq!(chances(BACK_RANK), [0, 1_000, 0]);
        assert_eq!(chances("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), [0, 1_000, 0], "stalemate");
        assert_eq!(chances("1R4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"), [1_000, 0, 0]);
    }
}
