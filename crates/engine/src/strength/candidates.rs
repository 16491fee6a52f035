//! [`Candidates`]: the lines of a search, of which a limited strength draws one.

use movegen::{Move, Position};
use search::{Evaluate, Info, Outcome, Reporter};

use super::Strength;
use super::glance::{self, ReportedLine};
use crate::event::Event;

/// A reporter that passes on the requested lines, and keeps those of the last report: for the draw
/// if strength is limited, and for an answer if the search fails.
pub(crate) struct Candidates<'a> {
    /// The strength, if it is limited, and the number of lines for its draw.
    strength: Option<(Strength, usize)>,
    pub(crate) events: &'a mut dyn FnMut(Event<'_>),
    /// The number of requested lines.
    shown: usize,
    lines: Vec<ReportedLine>,
}

impl<'a> Candidates<'a> {
    /// Creates a reporter that passes on the first `shown` lines.
    pub(crate) fn new(
        strength: Option<(Strength, usize)>,
        events: &'a mut dyn FnMut(Event<'_>),
        shown: usize,
    ) -> Self {
        Self { strength, events, shown, lines: Vec::new() }
    }

    /// Returns the answer of a search that has failed: the best line of the last report, or any
    /// legal move of the position.
    pub(crate) fn fallback(&self, position: &Position) -> Outcome {
        let mut outcome = Outcome::default();
        match self.lines.first() {
            Some(line) if !line.pv.is_empty() => {
                (outcome.best, outcome.ponder) = (Some(line.pv[0]), line.pv.get(1).copied());
                (outcome.score, outcome.depth) = (line.score.score, line.depths[0]);
                (outcome.nodes, outcome.pv) = (line.nodes, line.pv.clone());
            }
            _ => outcome.best = position.legal_moves().first().copied(),
        }
        outcome
    }

    /// Draws a line if strength is limited, makes it the answer, and reports it last if it is not
    /// the best one. If the strength does not look for replies in this position, the draw is among
    /// the moves with the values that `evaluation` gives them at a glance.
    pub(crate) fn answer(
        mut self,
        position: &Position,
        evaluation: Option<&mut impl Evaluate>,
        outcome: &mut Outcome,
    ) {
        let Some((strength, lines)) = self.strength else { return };
        self.lines.truncate(lines);
        if let (Some(best), Some(evaluation)) = (self.lines.first(), evaluation)
            && strength.glances(best, position)
        {
            let mut glanced = glance::lines(position, evaluation);
            for line in &mut glanced {
                (line.nodes, line.elapsed, line.hashfull) =
                    (best.nodes, best.elapsed, best.hashfull);
            }
            if !glanced.is_empty() {
                self.lines = glanced;
            }
        }
        let drawn = strength.draw(&self.lines, position);
        let Some(line) =
            self.lines.get(drawn).filter(|line| line.pv.first() != outcome.best.as_ref())
        else {
            return;
        };
        (outcome.best, outcome.ponder) = (line.pv.first().copied(), line.pv.get(1).copied());
        outcome.score = line.score.score;
        outcome.pv.clone_from(&line.pv);
        let mut info = Info::new(line.score, &line.pv);
        [info.depth, info.sel_depth] = line.depths;
        (info.nodes, info.elapsed, info.hashfull) = (line.nodes, line.elapsed, line.hashfull);
        (self.events)(Event::Line(&info));
    }
}

impl Reporter for Candidates<'_> {
    fn iteration(&mut self, info: &Info<'_>) {
        // The lines of a depth are reported together, the best first.
        self.lines.truncate(info.multi_pv - 1);
        self.lines.push(ReportedLine {
            pv: info.pv.to_vec(),
            score: info.score,
            depths: [info.depth, info.sel_depth],
            nodes: info.nodes,
            elapsed: info.elapsed,
            hashfull: info.hashfull,
        });
        if self.strength.is_none() || info.multi_pv <= self.shown {
            (self.events)(Event::Line(info));
        }
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        (self.events)(Event::CurrentMove { depth, mv, number });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use search::RootScore;
    use tt_core::Bound;

    use super::*;

    #[test]
    fn a_search_that_failed_is_answered_by_the_last_report_or_any_move() {
        let start = Position::startpos();
        let mv = start.parse_uci("e2e4").expect("a legal move");
        let reply = start.make(mv).parse_uci("c7c5").expect("a legal move");
        let mut silent = |_: Event<'_>| ();
        let mut candidates = Candidates::new(None, &mut silent, 1);
        let any = candidates.fallback(&start);
        assert!(any.best.is_some_and(|mv| start.is_legal(mv)));
        let other = start.parse_uci("d2d4").expect("a legal move");
        let line = [mv, reply];
        let mut first = Info::new(RootScore::new(30, Bound::Exact), &line);
        (first.depth, first.nodes) = (7, 99);
        candidates.iteration(&first);
        let mut second = Info::new(RootScore::new(10, Bound::Exact), std::slice::from_ref(&other));
        second.multi_pv = 2;
        candidates.iteration(&second);
        let last = candidates.fallback(&start);
        assert_eq!((last.best, last.ponder, last.score.value()), (Some(mv), Some(reply), 30));
        assert_eq!((last.depth, last.nodes, &last.pv[..]), (7, 99, &line[..]));
        candidates.iteration(&Info::new(RootScore::new(20, Bound::Exact), &[other]));
        assert_eq!(
            candidates.fallback(&start).best,
            Some(other),
            "the next report has replaced it"
        );
        candidates.iteration(&Info::new(RootScore::new(0, Bound::Exact), &[]));
        assert!(candidates.fallback(&start).best.is_some_and(|mv| start.is_legal(mv)));
        let mated = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expect("legal");
        assert_eq!(Candidates::new(None, &mut |_| (), 1).fallback(&mated).best, None);
    }

    /// More lines were requested than a draw is among.
    #[test]
    fn a_draw_is_among_the_lines_of_its_strength_and_its_score_is_the_answers() {
        let start = Position::startpos();
        let moves = ["e2e4", "d2d4", "c2c4", "a2a4"].map(|text| start.parse_uci(text).unwrap());
        let pvs = moves.map(|mv| [mv, start.make(mv).parse_uci("g8f6").unwrap()]);
        let mut drawn = [0; 4];
        for seed in 1..200 {
            let strength = Strength::of_level(0, seed).map(|strength| (strength, 2));
            let mut reported = Vec::new();
            let mut note = |event: Event<'_>| {
                if let Event::Line(line) = event {
                    reported.push(line.pv[0]);
                }
            };
            let mut candidates = Candidates::new(strength, &mut note, 1);
            for (pv, rank) in pvs.iter().zip(1..) {
                let mut info = Info::new(RootScore::new(10 - rank, Bound::Exact), pv);
                info.multi_pv = rank as usize;
                candidates.iteration(&info);
            }
            let mut outcome = candidates.fallback(&start);
            candidates.answer(&start, None::<&mut fn(&Position) -> i32>, &mut outcome);
            let number = moves.iter().position(|&mv| Some(mv) == outcome.best).unwrap();
            assert_eq!(outcome.score.value(), 9 - number as i32);
            assert_eq!(outcome.ponder, Some(pvs[number][1]));
            assert_eq!(outcome.pv, pvs[number]);
            let expected = if number == 0 { vec![moves[0]] } else { vec![moves[0], moves[number]] };
            assert_eq!(reported, expected, "the last report is the answer's");
            drawn[number] += 1;
        }
        assert!(drawn[0] > 0 && drawn[1] > 0, "{drawn:?}");
        assert_eq!(drawn[2..], [0; 2]);
    }

    /// A glance is a ply deep, but the search before it has cost what it has.
    #[test]
    fn the_last_report_has_the_depths_of_its_line_and_the_effort_of_the_search() {
        let start = Position::startpos();
        let searched = ["e2e4", "d2d4"].map(|text| start.parse_uci(text).expect("legal"));
        let effort = (99, Duration::from_millis(5), 7);
        let mut kinds = [0; 3];
        for seed in 1..=200 {
            let strength = Strength::of_level(0, seed).expect("below the full level");
            let mut last = None;
            let mut note = |event: Event<'_>| {
                if let Event::Line(line) = event {
                    let effort = (line.nodes, line.elapsed, line.hashfull);
                    last = Some((line.pv[0], [line.depth, line.sel_depth], effort));
                }
            };
            let mut candidates = Candidates::new(Some((strength, 2)), &mut note, 1);
            for (mv, rank) in searched.iter().zip(1..) {
                let mut info = Info::new(RootScore::new(0, Bound::Exact), std::slice::from_ref(mv));
                [info.depth, info.sel_depth] = [3, 8];
                info.multi_pv = rank;
                (info.nodes, info.elapsed, info.hashfull) = effort;
                candidates.iteration(&info);
            }
            let glances = strength.glances(&candidates.lines[0], &start);
            let mut outcome = candidates.fallback(&start);
            candidates.answer(&start, Some(&mut |_: &Position| 0), &mut outcome);
            let best = outcome.best.expect("an answer");
            let (kind, depths) = match (best == searched[0], glances) {
                (true, _) => (0, [3, 8]),
                (false, false) => (1, [3, 8]),
                (false, true) => (2, [1, 1]),
            };
            assert_eq!(last, Some((best, depths, effort)), "{seed}");
            kinds[kind] += 1;
        }
        assert!(kinds.iter().all(|&count| count > 10), "{kinds:?}");
    }

    /// Returns for each of 199 seeds whether level 0 moves at a glance, and its move. The search
    /// has reported the moves `searched` as even. At a glance `best` looks won, other moves even.
    fn played(position: &Position, searched: [&str; 2], best: &str) -> Vec<(bool, String)> {
        let searched = searched.map(|text| position.parse_uci(text).expect("legal"));
        let won = position.parse_uci(best).map(|mv| position.make(mv)).expect("legal");
        let mut evaluation = |position: &Position| if *position == won { -2_000 } else { 0 };
        let score = RootScore::new(0, Bound::Exact);
        let play = |seed| {
            let strength = Strength::of_level(0, seed).expect("below the full level");
            let mut silent = |_: Event<'_>| ();
            let mut candidates = Candidates::new(Some((strength, 2)), &mut silent, 1);
            for (mv, rank) in searched.iter().zip(1..) {
                let mut info = Info::new(score, std::slice::from_ref(mv));
                info.multi_pv = rank;
                candidates.iteration(&info);
            }
            let glances = strength.glances(&candidates.lines[0], position);
            let mut outcome = candidates.fallback(position);
            candidates.answer(position, Some(&mut evaluation), &mut outcome);
            (glances, position.uci(outcome.best.expect("an answer")))
        };
        (1..200).map(play).collect()
    }

    #[test]
    fn a_move_at_a_glance_is_of_all_moves_and_no_other_is() {
        for (glances, mv) in played(&Position::startpos(), ["e2e4", "d2d4"], "h2h3") {
            assert_eq!(glances, mv == "h2h3", "{mv}");
        }
    }

    #[test]
    fn a_glance_that_sees_no_move_leaves_the_draw_among_the_searched_ones() {
        // Both legal moves check.
        let checks = Position::from_fen("8/8/8/6k1/8/p1n2P1P/P7/K7 w - - 0 1").expect("legal");
        assert_eq!(checks.count_legal(), 2);
        let played = played(&checks, ["f3f4", "h3h4"], "f3f4");
        for mv in ["f3f4", "h3h4"] {
            assert!(played.iter().any(|(glances, text)| *glances && text == mv), "{mv}");
        }
    }
}
