//! Random openings: a few random plies from the start position or from a position of a book.

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use movegen::Position;

use crate::random::Random;

/// Where games start.
#[derive(Debug)]
pub(crate) struct Openings {
    /// The positions that random moves depart from; never empty.
    bases: Vec<Position>,
    /// How many random plies follow.
    plies: RangeInclusive<u32>,
}

impl Openings {
    /// Openings from the positions of an EPD or FEN file, or from the start position.
    ///
    /// # Errors
    ///
    /// If the range is empty, the file cannot be read, a line is no position, or there is no line.
    pub(crate) fn new(book: Option<&Path>, plies: RangeInclusive<u32>) -> Result<Self> {
        ensure!(!plies.is_empty(), "no number of plies is between {plies:?}");
        let bases = match book {
            None => vec![Position::startpos()],
            Some(path) => {
                let name = || path.display().to_string();
                let text = fs::read_to_string(path).with_context(name)?;
                parse_book(&text).with_context(name)?
            }
        };
        Ok(Self { bases, plies })
    }

    /// Draws an opening in which the side to move has a legal move.
    pub(crate) fn draw(&self, random: &mut Random) -> Position {
        loop {
            let base = &self.bases[random.below(self.bases.len())];
            let (fewest, most) = (*self.plies.start(), *self.plies.end());
            let plies = fewest + random.below((most - fewest + 1) as usize) as u32;
            if let Some(position) = walk(base, plies, random) {
                return position;
            }
        }
    }
}

/// The position after `plies` random plies; `None` if the game ends on the way.
fn walk(base: &Position, plies: u32, random: &mut Random) -> Option<Position> {
    let mut position = base.clone();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position = position.make(moves[random.below(moves.len())]);
    }
    (position.count_legal() > 0).then_some(position)
}

/// The positions of a book, one a line; what follows a semicolon is left out, and so are empty
/// lines.
fn parse_book(text: &str) -> Result<Vec<Position>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let bases = lines
        .map(|(index, line)| {
            let fen = line.split(';').next().unwrap_or_default().trim();
            Position::from_fen(fen).with_context(|| format!("line {}: {line}", index + 1))
        })
        .collect::<Result<Vec<_>>>()?;
    ensure!(!bases.is_empty(), "the book has no position");
    Ok(bases)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn opening_depends_on_the_seed_alone() {
        let openings = Openings::new(None, 8..=10).unwrap();
        let fens = |seed| openings.draw(&mut Random::new(seed)).to_fen(false);
        assert_eq!(fens(1), fens(1));
        let different: HashSet<_> = (0..100).map(fens).collect();
        assert!(different.len() >= 99, "{} of 100 openings differ", different.len());
    }

    #[test]
    fn every_number_of_plies_in_the_range_comes() {
        let openings = Openings::new(None, 8..=10).unwrap();
        let mut random = Random::new(5);
        let plies: HashSet<_> = (0..50)
            .map(|_| openings.draw(&mut random))
            .map(|position| {
                2 * (position.fullmove_number() - 1) + position.side_to_move().index() as u32
            })
            .collect();
        assert_eq!(plies, HashSet::from([8, 9, 10]));
    }

    #[test]
    fn finished_games_are_no_openings() {
        let mate = Position::from_fen("k6R/8/1K6/8/8/8/8/8 b - - 0 1").unwrap();
        assert!(walk(&mate, 0, &mut Random::new(1)).is_none());
        assert!(walk(&mate, 1, &mut Random::new(1)).is_none());
        // Black has one move; then only a rook move to the eighth rank ends the game.
        let net = Position::from_fen("k7/7R/1K6/8/8/8/8/8 b - - 0 1").unwrap();
        let ends = (0..100).filter_map(|seed| walk(&net, 2, &mut Random::new(seed)));
        let lengths: Vec<_> = ends.map(|end| end.count_legal()).collect();
        assert!(lengths.len() < 100 && lengths.iter().all(|&moves| moves > 0), "{lengths:?}");
    }

    #[test]
    fn books_are_read_and_their_faults_named() {
        let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n\n4k3/8/8/8/8/8/8/4K3 w - - ; id \"x\"\n";
        assert_eq!(parse_book(text).unwrap().len(), 2);
        assert!(format!("{:?}", parse_book("\n8/8 w - -").unwrap_err()).contains("line 2"));
        assert!(parse_book("\n\n").is_err());
    }
}
