//! Verb `make-mates`: the suite of mates.
//!
//! Candidates are positions of games in which one side is much better; if the other side is to
//! move, it makes one move at random first. The engine plays on against itself, with few nodes,
//! until it announces a mate. Then the game is taken back by some moves: from there a deep search
//! must announce a mate, with a whole line that is played on the board; its length is `dm`. A last
//! search, with the nodes and the table of `bench-mates`, finds the easy positions, which fill at
//! most half of the suite. The deep search finds all of them and the last one half of them, so the
//! suite distinguishes engines that are about as strong.

use std::collections::HashSet;

use anyhow::Result;
use movegen::{Epd, EpdOperation, Position};
use self_play::{UciEngine, UciScore};

use super::{Candidates, DEEP_HASH, MakeArguments, ask, save, without_clocks};
use crate::tactics::contest::OPTIONS;
use crate::tactics::mates::{MateFound, MateLine, NODES};

/// In a game the better side has at least this much, in centipawns.
const BETTER: i32 = 300;
const SHORT: u64 = 20_000;
/// Plies that it plays on at most.
const PLIES: usize = 40;
/// Moves of the mating side that are taken back at most.
const BACK: usize = 4;
/// The fewest pieces on a board of the suite: the endings of fewer are known.
const MEN: u32 = 7;
const LONGEST: u32 = 12;
/// The longest mate that counts as shallow, in moves: any search finds those.
const SHALLOW: u32 = 3;

struct Proved {
    position: Position,
    moves: u32,
    is_easy: bool,
}

/// The most positions of each kind that a suite may have.
struct Quota {
    easy: usize,
    hard: usize,
    each: usize,
    shallow: usize,
}

impl Quota {
    /// Returns a quota of halves, an eighth for each distance, a 24th for each shallow one.
    fn of(positions: usize) -> Self {
        let easy = positions / 2;
        Self { easy, hard: positions - easy, each: positions / 8, shallow: positions / 24 }
    }

    fn has_easy(&self, suite: &[Proved]) -> bool {
        suite.iter().filter(|one| one.is_easy).count() < self.easy
    }

    /// Returns whether one more such position may join.
    fn takes(&self, suite: &[Proved], moves: u32, is_easy: bool) -> bool {
        let kind = suite.iter().filter(|one| one.is_easy == is_easy).count();
        let same = suite.iter().filter(|one| one.moves == moves).count();
        let [of_kind, of_distance] = [
            if is_easy { self.easy } else { self.hard },
            if moves <= SHALLOW { self.shallow } else { self.each },
        ];
        kind < of_kind && same < of_distance.max(1)
    }
}

pub(crate) fn run(arguments: &MakeArguments, mut print: impl FnMut(String)) -> Result<()> {
    let mut candidates = Candidates::read(&arguments.rows, arguments.seed)?;
    let mut deep = UciEngine::start(&arguments.engine, &[("Hash", DEEP_HASH), OPTIONS[1]])?;
    let mut judge = UciEngine::start(&arguments.engine, &OPTIONS)?;
    let quota = Quota::of(arguments.positions);
    let (mut suite, mut keys) = (Vec::new(), HashSet::new());
    let remarks = [
        format!(
            "Mates from games of ours, found by {} with {} nodes; dm is the shortest known.",
            deep.name(),
            arguments.nodes
        ),
        format!(
            "Made by `lab make-mates --positions {} --nodes {} --seed {}`; each line was played.",
            arguments.positions, arguments.nodes, arguments.seed
        ),
    ];
    while suite.len() < arguments.positions {
        let Some(start) = candidate(&mut candidates)? else { continue };
        let Some(line) = play_on(&mut judge, start)? else { continue };
        let back = candidates.random.below(BACK + 1);
        // A mate that is too far away is looked for nearer to the end of the game.
        for position in line.iter().rev().take(back + 1).rev() {
            if position.occupied().count() < MEN || !keys.insert(position.key()) {
                continue;
            }
            let position = without_clocks(position)?;
            let answer = ask(&mut judge, &position, NODES)?;
            let is_easy = MateFound::of(&position, &answer).is_found();
            if is_easy && !quota.has_easy(&suite) {
                break;
            }
            let answer = ask(&mut deep, &position, arguments.nodes)?;
            let MateFound::Mate(moves @ 1..=LONGEST, MateLine::Whole) =
                MateFound::of(&position, &answer)
            else {
                continue;
            };
            if quota.takes(&suite, moves, is_easy) {
                suite.push(Proved { position, moves, is_easy });
                let easy = suite.iter().filter(|one| one.is_easy).count();
                print(format!("{} positions, {easy} easy; dm {moves}", suite.len()));
                save(&arguments.output, &remarks, &numbered(&mut suite))?;
                break;
            }
        }
    }
    Ok(())
}

/// Returns the positions of a game from `start` in which the side that is to move there is to move,
/// up to the one in which it announces a mate; nothing if it does not.
fn play_on(engine: &mut UciEngine, start: Position) -> Result<Option<Vec<Position>>> {
    engine.new_game()?;
    let (mut position, mut line) = (start, Vec::new());
    for ply in 0..PLIES {
        let answer = engine.search(&position, &format!("nodes {SHORT}"))?;
        let score = super::line(&answer, 1)?.score;
        let next = position.make(position.parse_uci(&answer.best)?);
        if ply % 2 == 0 {
            line.push(position);
            match score {
                UciScore::Mate(moves) if moves > 0 => return Ok(Some(line)),
                UciScore::Mate(_) => return Ok(None),
                UciScore::Centipawns(score) if score < BETTER / 2 => return Ok(None),
                UciScore::Centipawns(_) => {}
            }
        }
        if next.outcome().is_some() {
            return Ok(None);
        }
        position = next;
    }
    Ok(None)
}

/// Draws a position in which the side to move is much better; nothing if the row has none.
fn candidate(candidates: &mut Candidates) -> Result<Option<Position>> {
    let row = candidates.draw()?;
    if row.score.abs() < BETTER {
        return Ok(None);
    }
    let position = match row.score > 0 {
        true => Some(row.position),
        false => candidates.disturb(&row.position),
    };
    Ok(position)
}

fn numbered(suite: &mut [Proved]) -> Vec<Epd> {
    suite.sort_by_key(|one| one.moves);
    let line = |(number, one): (usize, &Proved)| {
        let mut epd = Epd::new(one.position.clone());
        epd.put(EpdOperation::number("dm", one.moves.into()));
        epd.put(EpdOperation::text("id", &format!("mate.{number:03}")));
        epd
    };
    (1..).zip(suite.iter()).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proved(moves: u32, is_easy: bool) -> Proved {
        Proved { position: Position::startpos(), moves, is_easy }
    }

    #[test]
    fn no_kind_and_no_distance_fills_the_suite() {
        let quota = Quota::of(48);
        let mut suite = Vec::new();
        for moves in
            [1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8]
        {
            if quota.takes(&suite, moves, true) {
                suite.push(proved(moves, true));
            }
        }
        let count = |moves| suite.iter().filter(|one| one.moves == moves).count();
        assert_eq!([1, 5, 6, 7, 8].map(count), [2, 6, 6, 6, 4]);
        assert!(!quota.has_easy(&suite) && !quota.takes(&suite, 9, true));
        assert!(quota.takes(&suite, 9, false) && !quota.takes(&suite, 6, false));
    }

    #[test]
    fn lines_are_sorted_and_numbered() {
        let lines = numbered(&mut [proved(4, false), proved(2, true)]);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let shown: Vec<String> = lines.iter().map(Epd::to_string).collect();
        let expected = [(2, 1), (4, 2)];
        let expected = expected.map(|(dm, id)| format!("{start} dm {dm}; id \"mate.00{id}\";"));
        assert_eq!(shown, expected);
    }
}
