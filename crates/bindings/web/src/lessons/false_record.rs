//! Lesson 5: the game that a false record loses.
//!
//! Nothing is made up here: a second position is looked for whose key agrees with that of a node of
//! the first in all bits that a narrow table compares. A search of the second leaves its record,
//! and a search of the first believes it.

use std::collections::HashMap;

use engine::Game;
use movegen::keys::{ChessKeys, DefaultKeys};
use movegen::{Color, Piece, PieceType, Position, Square};
use serde::Serialize;
use zobrist_keys::Xor64;

use crate::game;
use crate::playground::{Config, Playground, Policy, SearchAnswer, SearchLimits, TableUse};

/// White's pawn runs to its queen first, if it runs at once: then the black one is caught on the
/// long diagonal. After any other move Black's king or the black queen stops it. (The experiment
/// `collisions` of the lab plays this game with an invented record.)
const START: &str = "8/3k4/P7/8/1K6/7p/8/8 w - - 0 1";

/// The move that wins. The node after it gets the false record.
const WINNING: &str = "a6a7";

const ENTRIES: usize = 1 << 10;

const NARROW: u32 = 16;

const DEPTHS: std::ops::RangeInclusive<u32> = 6..=12;

/// The plies by which the other position is searched deeper, so that its record settles the node.
const DEEPER: u32 = 2;

const MOST_TRIED: usize = 12;

const MOST_PLIES: usize = 160;

/// The game with a narrow key, and what a wide one would have thought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FalseRecord {
    pub story: String,
    pub fen: String,
    /// The depth of each search in plies.
    pub depth: u32,
    /// The plies of the game.
    pub plies: Vec<FalsePly>,
    pub wide_bits: u32,
    pub narrow_bits: u32,
    pub result: String,
    /// The moves with wide keys, in SAN.
    pub wide_moves: Vec<String>,
    pub wide_result: String,
    pub pair: FalsePair,
}

/// A ply of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FalsePly {
    /// Its number, from 0.
    pub ply: usize,
    pub fen: String,
    pub san: String,
    /// The score by wide keys, from the side to move's view.
    pub wide: String,
    pub narrow: String,
    pub side: String,
    pub false_matches: u64,
}

/// Two positions that the narrow table takes for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FalsePair {
    /// The bits that both keys share, in hexadecimal.
    pub key: String,
    pub fen_stored: String,
    pub fen_probed: String,
}

struct Thought {
    answer: SearchAnswer,
    score: String,
}

/// Plays the game with narrow keys and with wide ones, at the first depth at which a false record
/// alone decides it.
pub fn false_record() -> Result<FalseRecord, String> {
    let start = game::position_of(START)?;
    let winning = start.parse_uci(WINNING).map_err(|error| error.to_string())?;
    let node = start.make(winning);
    let twins = twins(node.key());
    for depth in DEPTHS {
        for twin in twins.iter().take(MOST_TRIED) {
            let first = |bits| {
                let table = table(bits)?;
                table.set_position(&twin.to_fen(), "")?;
                think(&table, depth + DEEPER)?;
                table.set_position(START, "")?;
                think(&table, depth)
            };
            let narrow = first(NARROW)?;
            if narrow.answer.best.as_deref() == Some(WINNING) {
                continue;
            }
            let wide = first(u64::BITS)?;
            if wide.answer.best.as_deref() != Some(WINNING) {
                continue;
            }
            let (lost, result) = play(&start, &narrow, &wide, depth)?;
            let (won, wide_result) = play(&start, &wide, &wide, depth)?;
            if (&*result, &*wide_result) == ("0-1", "1-0") {
                return Ok(told(twin, &node, depth, (lost, result), (won, wide_result)));
            }
        }
    }
    Err("expected a game that a false record loses, found none".into())
}

fn told(
    twin: &Position,
    node: &Position,
    depth: u32,
    (plies, result): (Vec<FalsePly>, String),
    (won, wide_result): (Vec<FalsePly>, String),
) -> FalseRecord {
    let story = format!(
        "White wins the race by 1. a7. Both sides search {depth} plies deep. The table still has the \
         record of another position, in which Black is far ahead: its key agrees with that of the \
         position after 1. a7 in the bucket and in all {NARROW} bits that are compared. So the search \
         takes 1. a7 for a blunder and plays {} instead, and Black wins. With whole keys White wins.",
        plies.first().map_or("another move", |ply| &ply.san)
    );
    let shared = node.key() & u64::MAX >> (u64::BITS - NARROW);
    let (fen_stored, fen_probed) = (twin.to_fen(), node.to_fen());
    FalseRecord {
        story,
        fen: START.into(),
        depth,
        plies,
        wide_bits: u64::BITS,
        narrow_bits: NARROW,
        result,
        wide_moves: won.into_iter().map(|ply| ply.san).collect(),
        wide_result,
        pair: FalsePair { key: format!("{shared:04x}"), fen_stored, fen_probed },
    }
}

/// Returns an empty table that compares `key_bits` bits.
fn table(key_bits: u32) -> Result<Playground, String> {
    let (policy, table_use) = (Policy::Depth, TableUse::All);
    Playground::new(Config { entries: ENTRIES, policy, key_bits, table_use, plain: false })
}

fn think(table: &Playground, depth: u32) -> Result<Thought, String> {
    let limits =
        SearchLimits { depth: Some(depth), tick: Some(u64::MAX), ..SearchLimits::default() };
    let mut score = String::new();
    let answer = table.search(limits, |_| u64::MAX, |line| score.clone_from(&line.score))?;
    Ok(Thought { answer, score })
}

/// Plays on from the start: the first move is that of `first`, beside which `wide` is told; the
/// searches of later moves have tables that were empty before.
fn play(
    start: &Position,
    first: &Thought,
    wide: &Thought,
    depth: u32,
) -> Result<(Vec<FalsePly>, String), String> {
    let mut game = Game::new(start.clone());
    let mut plies: Vec<FalsePly> = Vec::new();
    while plies.len() < MOST_PLIES && game.outcome().is_none() {
        let position = game.position();
        let later = |bits| {
            let table = table(bits)?;
            table.set_position(&position.to_fen(), "")?;
            think(&table, depth)
        };
        let is_first = plies.is_empty();
        let (narrow, beside);
        let (thought, wide) = if is_first {
            (first, wide)
        } else {
            (narrow, beside) = (later(NARROW)?, later(u64::BITS)?);
            (&narrow, &beside)
        };
        let Some(best) = &thought.answer.best else { break };
        plies.push(FalsePly {
            ply: plies.len(),
            fen: position.to_fen(),
            san: thought.answer.san.clone().unwrap_or_default(),
            wide: wide.score.clone(),
            narrow: thought.score.clone(),
            side: position.side_to_move().to_string(),
            false_matches: thought.answer.counters.false_matches,
        });
        game.make_text(best).map_err(|error| error.to_string())?;
    }
    let result = game.outcome().map_or("*", |end| end.result().as_str());
    Ok((plies, result.into()))
}

/// Returns positions with Black to move and far ahead whose keys agree with `key` in the bucket and
/// in the narrow bits: a queen and a rook against a bishop and a knight. Halves of the pieces are
/// listed by their sums, and a half is looked up for each other half.
fn twins(key: u64) -> Vec<Position> {
    let bucket_bits = ENTRIES.ilog2();
    let compared = u64::MAX >> (u64::BITS - NARROW) | !(u64::MAX >> bucket_bits);
    let ours = [PieceType::King, PieceType::Bishop, PieceType::Knight];
    let theirs = [PieceType::King, PieceType::Queen, PieceType::Rook];
    let (white, black) = (sums(Color::White, ours), sums(Color::Black, theirs));
    let by_sum: HashMap<u64, [Square; 3]> =
        white.iter().map(|&(sum, squares)| (sum & compared, squares)).collect();
    let Xor64(turn) = DefaultKeys::TABLES.black_to_move();
    let found = black.iter().filter_map(|&(sum, squares)| {
        let others = *by_sum.get(&((key ^ sum ^ turn) & compared))?;
        let placed = ours.map(|kind| Piece::new(Color::White, kind)).into_iter().zip(others);
        let theirs = theirs.map(|kind| Piece::new(Color::Black, kind)).into_iter().zip(squares);
        game::position_with(placed.chain(theirs), 'b')
    });
    found.filter(|twin| !twin.in_check()).take(MOST_TRIED).collect()
}

fn sums(color: Color, kinds: [PieceType; 3]) -> Vec<(u64, [Square; 3])> {
    let key = |kind, square| {
        let Xor64(key) = DefaultKeys::TABLES.piece(Piece::new(color, kind), square);
        key
    };
    let mut sums = Vec::with_capacity(1 << 18);
    for one in Square::ALL {
        for two in Square::ALL {
            for three in Square::ALL {
                let squares = [one, two, three];
                let sum = (0..3).fold(0, |sum, i| sum ^ key(kinds[i], squares[i]));
                sums.push((sum, squares));
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_share_the_compared_bits_and_no_more() {
        let node = game::position_of("8/P2k4/8/8/1K6/7p/8/8 b - - 0 1").unwrap();
        let twins = twins(node.key());
        assert!(twins.len() >= 4, "{}", twins.len());
        for twin in twins {
            let differing = twin.key() ^ node.key();
            assert_eq!((differing & 0xffff, differing >> 54), (0, 0), "{}", twin.to_fen());
            assert_ne!(differing, 0);
        }
    }

    #[test]
    fn a_narrow_key_loses_the_game_that_a_wide_one_wins() {
        let lesson = false_record().unwrap();
        assert_eq!((&*lesson.result, &*lesson.wide_result), ("0-1", "1-0"));
        assert_eq!(lesson.wide_moves[0], "a7");
        let first = &lesson.plies[0];
        assert!(first.san != "a7" && first.false_matches > 0, "{first:?}");
        assert!(first.narrow.starts_with('-') && !first.wide.starts_with('-'), "{first:?}");
        assert!(lesson.plies.iter().step_by(2).all(|ply| ply.side == "white"));
        assert_eq!(lesson.pair.fen_probed, "8/P2k4/8/8/1K6/7p/8/8 b - - 0 1");
        assert_ne!(lesson.pair.fen_stored, lesson.pair.fen_probed);
    }
}
