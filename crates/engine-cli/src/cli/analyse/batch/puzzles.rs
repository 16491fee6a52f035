//! Puzzles: positions of games in which one move wins.
//!
//! The best move is worth at least [`WINS`] expected points, and the second best at most [`ELSE`]
//! and [`GAP`] less: a gap that the errors of a search rarely close. Taking back on the square of
//! the last capture is no puzzle, nor is a position in the line of an earlier puzzle.

use engine::judge::points;
use movegen::pgn::Game;
use movegen::{Epd, EpdOperation, KeyHistory, Move, Position};
use search::Outcome;
use tt_core::Bound;

use super::select::Selection;
use super::worker::Worker;
use crate::notation;

/// The least expected points of the one winning move.
const WINS: f64 = 0.75;

/// The greatest expected points of every other move.
const ELSE: f64 = 0.65;

/// The least distance between the two, in expected points.
const GAP: f64 = 0.2;

/// A position in which one move wins.
pub(super) struct Puzzle {
    /// The ply of the game, from 0.
    ply: usize,
    position: Position,
    played: Move,
    /// The solution, and the moves after it.
    line: Vec<Move>,
    score: i32,
    /// The distance to the second best move, in expected points.
    gap: f64,
}

impl Puzzle {
    pub(super) fn is_found(&self) -> bool {
        self.line.first() == Some(&self.played)
    }

    /// Returns the line of EPD: `bm` is the solution, `sm` the move that was played, `c0` tells
    /// whether the game found it, `id` the place.
    pub(super) fn epd(&self, number: usize, game: &Game) -> String {
        let Self { position, played, line, score, .. } = self;
        let mut epd = Epd::new(position.clone());
        let dots = if position.side_to_move() == movegen::Color::White { "." } else { "..." };
        let [white, black] = ["White", "Black"].map(|side| game.tag(side).unwrap_or("?"));
        let place = format!("game {number}, move {}{dots}", position.fullmove_number());
        epd.put(EpdOperation::moves("bm", position, &line[..1]));
        epd.put(EpdOperation::number("ce", notation::centipawns(*score)));
        epd.put(EpdOperation::text("c0", if self.is_found() { "found" } else { "missed" }));
        epd.put(EpdOperation::text("id", &format!("{place}, {white} - {black}")));
        epd.put(notation::pv(position, line));
        epd.put(EpdOperation::moves("sm", position, &[*played]));
        epd.to_string()
    }
}

/// Finds at most `most` puzzles in a game whose positions were searched, in the order of the game:
/// those that were missed first, then those with the widest gap.
pub(super) fn find(
    worker: &mut Worker<'_>,
    game: &Game,
    found: &[Option<Outcome>],
    selection: &Selection,
    most: usize,
) -> Vec<Puzzle> {
    let (mut puzzles, mut past): (Vec<Puzzle>, _) = (Vec::new(), KeyHistory::new());
    let moves: Vec<Move> = game.moves().collect();
    let mut last: Option<Move> = None; // the last move, if it captured
    for (ply, (position, &played)) in game.positions().zip(&moves).enumerate() {
        let goes_on =
            puzzles.last().is_some_and(|last| last.line.starts_with(&moves[last.ply..ply]));
        let is_wanted = !goes_on
            && selection.has_side(game, position.side_to_move())
            && is_candidate(&found[ply..], played, last, selection.only_mistakes);
        if is_wanted && let Some(puzzle) = search(worker, &position, &past, ply, played) {
            let is_same =
                found[ply].as_ref().is_some_and(|it| it.best == puzzle.line.first().copied());
            puzzles.extend(is_same.then_some(puzzle));
        }
        past.push(position.key());
        last = (!played.is_null() && position.is_capture(played)).then_some(played);
    }
    select(&mut puzzles, most);
    puzzles
}

/// Keeps at most `most` puzzles of a game.
fn select(puzzles: &mut Vec<Puzzle>, most: usize) {
    puzzles.sort_by(|a, b| a.is_found().cmp(&b.is_found()).then(b.gap.total_cmp(&a.gap)));
    puzzles.truncate(most);
    puzzles.sort_by_key(|puzzle| puzzle.ply);
}

/// Returns whether the findings in a position and after the move that was played leave room for a
/// puzzle.
fn is_candidate(
    found: &[Option<Outcome>],
    played: Move,
    capture: Option<Move>,
    only_missed: bool,
) -> bool {
    let [Some(before), Some(after), ..] = found else { return false };
    let Some(best) = before.best.filter(|_| !played.is_null()) else { return false };
    let is_found = best == played;
    let takes_back = capture.is_some_and(|capture| capture.to() == best.to());
    let is_other = is_found || points(-after.score.value()) <= ELSE;
    points(before.score.value()) >= WINS && is_other && !takes_back && !(only_missed && is_found)
}

/// Searches the two best moves of a position; `None` unless one wins and the other does not.
fn search(
    worker: &mut Worker<'_>,
    position: &Position,
    past: &KeyHistory,
    ply: usize,
    played: Move,
) -> Option<Puzzle> {
    let findings = worker.search(position, past, 2)?;
    let [best, second] = &findings.lines[..] else { return None };
    let [score, other] = [best, second].map(|line| line.score.value());
    let is_exact = [best, second].iter().all(|line| line.score.bound == Bound::Exact);
    let gap = points(score) - points(other);
    let is_clear = points(score) >= WINS && points(other) <= ELSE && gap >= GAP;
    (is_exact && is_clear && findings.outcome.best == best.moves.first().copied()).then(|| Puzzle {
        ply,
        position: position.clone(),
        played,
        line: best.moves.clone(),
        score,
        gap,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_puzzles_go_before_found_ones_and_clear_ones_before_others() {
        let position = Position::startpos();
        let [played, better] = ["e2e4", "d2d4"].map(|text| position.parse_uci(text).unwrap());
        let puzzle = |(ply, (is_found, gap))| Puzzle {
            ply,
            position: position.clone(),
            played,
            line: vec![if is_found { played } else { better }],
            score: 0,
            gap,
        };
        let all = [(true, 0.9), (false, 0.3), (true, 0.8), (false, 0.4)];
        for (most, plies) in [(1, &[3][..]), (2, &[1, 3]), (3, &[0, 1, 3]), (9, &[0, 1, 2, 3])] {
            let mut puzzles: Vec<Puzzle> = all.into_iter().enumerate().map(puzzle).collect();
            select(&mut puzzles, most);
            assert!(puzzles.iter().map(|one| &one.ply).eq(plies), "{most}");
        }
    }
}
