//! A game that one collision loses.

use std::ops::RangeInclusive;

use anyhow::{Context, Result, bail};
use engine::{Game, HandCrafted};
use movegen::Position;
use search::{AnyTable, Hints, Limits, Outcome, Pool, Search};
use tt_core::{Bound, Entry, Table};

use crate::page::Page;
use crate::search::lens::{Lens, Seen};

/// White's pawn runs to its queen first, if it runs at once: then the black one is caught on the
/// long diagonal. After any other move Black's king or the black queen stops it.
const START: &str = "8/3k4/P7/8/1K6/7p/8/8 w - - 0 1";
/// The move that wins, and whose position has the false record.
const WINNING: &str = "a6a7";
/// The depths at which the games are tried, in plies, until one is lost. At many depths the
/// principal variation runs through the winning move, where no record settles a node, and the
/// collision changes nothing.
const DEPTHS: RangeInclusive<u32> = 4..=16;
const TABLE_BYTES: usize = 1 << 20;
/// More plies than either game takes.
const MOST_PLIES: usize = 160;

/// One record of the table belongs to another position: it says that the side to move wins.
#[derive(Clone, Copy)]
struct Collision {
    key: u64,
}

impl Lens for Collision {
    fn probe(&mut self, key: u64, found: Option<Entry>) -> Option<Entry> {
        let (score, bound) = (900, Bound::Lower);
        let false_record = Entry { mv: 0, score, eval: 900, draft: 99, bound, pv: false };
        if key == self.key { Some(false_record) } else { found }
    }

    fn store(&mut self, key: u64, _: Entry, _: Hints<'_>) -> bool {
        key != self.key
    }
}

/// The game as it goes without the collision and with it.
pub(super) struct Lost {
    depth: u32,
    without: Played,
    with: Played,
}

struct Played {
    moves: Vec<String>,
    /// 1 if White wins, -1 if Black does, 0 for a draw or a game that is cut off.
    result: i32,
    /// White's score of the first move, in centipawns.
    score: i32,
}

fn think(game: &Game, depth: u32, collision: Option<u64>) -> Result<Outcome> {
    let table: Table = Table::new(TABLE_BYTES)?;
    let seen = Seen { table: &table, make: || Collision { key: collision.unwrap_or(0) } };
    let seen = AnyTable::new(&seen);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let search =
        Search::new(&seen).position(game.position().clone()).history(game.history().clone());
    let search = search.limits(limits);
    Ok(search.run(&mut Pool::new(HandCrafted::default)))
}

/// Plays on from the start; the first search has a collision at that key, no other search has one.
fn play(depth: u32, collision: Option<u64>) -> Result<Played> {
    let mut game = Game::new(Position::from_fen(START)?);
    let mut moves = Vec::new();
    let mut score = 0;
    let mut result = 0;
    for ply in 0..MOST_PLIES {
        let collision = collision.filter(|_| ply == 0);
        let outcome = think(&game, depth, collision)?;
        let position = game.position();
        let Some(best) = outcome.best else {
            if position.in_check() {
                result = if ply % 2 == 1 { 1 } else { -1 };
            }
            break;
        };
        if ply == 0 {
            score = outcome.score.value();
        }
        moves.push(position.san(best).to_string());
        game.make(best)?;
    }
    Ok(Played { moves, result, score })
}

/// Plays both games at the least depth at which White wins the one and Black the other.
pub(super) fn lost() -> Result<Lost> {
    let start = Position::from_fen(START)?;
    let winning = start.parse_uci(WINNING).context("the winning move is not legal")?;
    let node = start.make(winning).key();
    for depth in DEPTHS {
        let with = play(depth, Some(node))?;
        if with.result == -1 {
            let without = play(depth, None)?;
            if without.result == 1 {
                return Ok(Lost { depth, without, with });
            }
        }
    }
    bail!("at no depth of {DEPTHS:?} the collision alone loses the game")
}

fn numbered(moves: &[String]) -> String {
    let numbered = moves.iter().enumerate().map(|(ply, san)| {
        if ply % 2 == 0 { format!("{}. {san}", ply / 2 + 1) } else { san.clone() }
    });
    numbered.collect::<Vec<_>>().join(" ")
}

impl Lost {
    pub(super) fn page(&self) -> Page {
        let mut page = Page::empty();
        page.paragraph(&format!(
            "`{START}`: White wins the race by 1. a7. Both sides search every move to depth {} over \
             a table of 1 MiB that is empty before it. At many other depths the search finds the \
             move in spite of the record: no record settles a node of the principal variation.",
            self.depth
        ));
        let line = |name: &str, game: &Played| {
            format!("{name}, White's score at move 1 is {}: {}", game.score, numbered(&game.moves))
        };
        page.list([
            line("Without a collision White mates", &self.without),
            line(
                "In the first search alone, the node after 1. a7 finds the record of another position \
                 (a lower bound of 900 for Black). Black mates",
                &self.with,
            ),
        ]);
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_difference_is_the_collision() {
        let lost = lost().unwrap();
        assert_eq!(lost.without.moves[0], "a7");
        assert_ne!(lost.with.moves[0], "a7");
        assert!(
            lost.without.score > 300 && lost.with.score < 0,
            "{} {}",
            lost.without.score,
            lost.with.score
        );
        assert!(lost.with.moves.last().unwrap().ends_with('#'));
    }
}
