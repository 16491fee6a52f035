//! The suites: a position a line, in EPD, with its solution.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use movegen::text::read_text;
use movegen::{Epd, Move, Position};

/// Positions with `dm`: the number of moves in which the side to move mates.
pub(super) const MATES: &str = include_str!("../../data/mates.epd");

/// Positions with `bm`: one move is clearly better than all others.
pub(super) const BEST_MOVES: &str = include_str!("../../data/tactics.epd");

/// Drawn endings.
pub(super) const DRAWS: &str = include_str!("../../data/draws.epd");

#[derive(Debug)]
pub(super) struct Mate {
    pub(super) id: String,
    pub(super) position: Position,
    /// The moves to the mate, by the shortest line that is known.
    pub(super) moves: u32,
}

/// A position in which some moves are better than all others.
#[derive(Debug)]
pub(super) struct Best {
    pub(super) id: String,
    pub(super) position: Position,
    pub(super) moves: Vec<Move>,
}

/// Returns the text of a suite: of a file, or `default`.
pub(super) fn text(file: Option<&Path>, default: &str) -> Result<String> {
    let Some(path) = file else { return Ok(default.to_owned()) };
    let name = || format!("cannot read {}", path.display());
    let bytes = fs::read(path).with_context(name)?;
    read_text(&bytes).with_context(name)
}

pub(super) fn mates(text: &str) -> Result<Vec<Mate>> {
    read(text, |epd, id| {
        let moves = epd.number("dm").and_then(|moves| u32::try_from(moves).ok());
        let moves = moves.filter(|&moves| moves > 0).context("no dm")?;
        Ok(Mate { id, position: epd.position().clone(), moves })
    })
}

pub(super) fn best_moves(text: &str) -> Result<Vec<Best>> {
    read(text, |epd, id| {
        let moves = epd.best_moves()?;
        ensure!(!moves.is_empty(), "no bm");
        Ok(Best { id, position: epd.position().clone(), moves })
    })
}

/// Returns the names and positions of a suite without solutions.
pub(super) fn draws(text: &str) -> Result<Vec<(String, Position)>> {
    read(text, |epd, id| Ok((id, epd.position().clone())))
}

fn read<T>(text: &str, of: impl Fn(&Epd, String) -> Result<T>) -> Result<Vec<T>> {
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| {
        let epd = Epd::parse(line)?;
        let id = epd.id().context("no id")?.to_owned();
        of(&epd, id).with_context(|| format!("line {number}"))
    };
    let suite = lines.map(read).collect::<Result<Vec<T>>>()?;
    ensure!(!suite.is_empty(), "no position");
    Ok(suite)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_suite_of_mates_has_every_distance_to_12_and_no_position_twice() {
        let suite = mates(MATES).unwrap();
        assert!(suite.len() >= 300, "{}", suite.len());
        let distances: HashSet<u32> = suite.iter().map(|mate| mate.moves).collect();
        assert_eq!(distances, (1..=12).collect());
        let ids: HashSet<&str> = suite.iter().map(|mate| mate.id.as_str()).collect();
        let keys: HashSet<u64> = suite.iter().map(|mate| mate.position.key()).collect();
        assert_eq!((ids.len(), keys.len()), (suite.len(), suite.len()));
    }

    #[test]
    fn the_suite_of_draws_has_few_pieces_and_no_position_twice() {
        let suite = draws(DRAWS).unwrap();
        assert!(suite.len() >= 400, "{}", suite.len());
        let ids: HashSet<&str> = suite.iter().map(|(id, _)| id.as_str()).collect();
        let keys: HashSet<u64> = suite.iter().map(|(_, position)| position.key()).collect();
        assert_eq!((ids.len(), keys.len()), (suite.len(), suite.len()));
        assert!(suite.iter().all(|(_, position)| position.occupied().count() <= 14));
    }

    #[test]
    fn faults_of_a_suite_are_named() {
        let fault = |error: anyhow::Error| format!("{error:#}");
        let position = "7k/8/6K1/8/8/8/8/R7 w - -";
        assert_eq!(mates(&format!("{position} dm 1; id \"a\";")).unwrap()[0].moves, 1);
        for wrong in ["dm 0; id \"a\";", "dm 1;", "bm Ra8#; id \"a\";"] {
            let error = mates(&format!("# one\n{position} {wrong}")).unwrap_err();
            assert!(fault(error).contains("no "), "{wrong}");
        }
        let error = best_moves(&format!("# one\n{position} bm Rb2; id \"a\";")).unwrap_err();
        assert!(fault(error).contains("line 2"));
        assert!(best_moves("# none\n").is_err());
    }
}
