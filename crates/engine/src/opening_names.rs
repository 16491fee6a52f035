//! The names of openings, found by the positions of a game.

use std::fmt;

use movegen::{Move, Position};

const LINES: &str = include_str!("../data/opening-names.tsv");

/// The plies from the start behind which no opening is looked for: the longest line is shorter.
const MOST_PLIES: usize = 40;

/// The name of an opening. It is displayed with its code: `C50 Italian Game`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningName {
    /// The code of the Encyclopaedia of Chess Openings: `A00` to `E99`.
    pub eco: &'static str,
    /// The name in English: `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
}

impl OpeningName {
    /// Returns PGN's tags for it: names and values.
    #[must_use]
    pub fn tags(self) -> [(&'static str, &'static str); 2] {
        [("ECO", self.eco), ("Opening", self.name)]
    }
}

impl fmt::Display for OpeningName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// The names of about 1,700 openings and variations by position, so that a game is named however
/// its moves were ordered.
///
/// ```
/// use engine::OpeningNames;
/// use movegen::{Position, pgn::read_moves};
///
/// let names = OpeningNames::new();
/// let start = Position::startpos();
/// let moves = read_moves(&start, "1. Nf3 Nc6 2. e4 e5 3. Bc4 h6")?;
/// let opening = names.of_line(&start, moves).expect("a known opening");
/// assert_eq!((opening.eco, opening.name), ("C50", "Italian Game: Anti-Fried Liver Defense"));
/// assert_eq!(opening.to_string(), "C50 Italian Game: Anti-Fried Liver Defense");
/// assert_eq!(opening.tags()[0], ("ECO", "C50"));
/// # Ok::<(), movegen::pgn::MovesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpeningNames {
    /// Keys of positions with their names, in ascending order of the keys.
    by_key: Box<[(u64, OpeningName)]>,
}

impl OpeningNames {
    /// Plays out the lines of the table, which takes some milliseconds.
    ///
    /// # Panics
    /// Never: a test plays all lines.
    #[must_use]
    pub fn new() -> Self {
        // Each line shares the beginning of the one before it: positions of the last line by ply.
        let mut line: Vec<(&str, Position)> = Vec::new();
        let mut by_key: Vec<_> = rows()
            .map(|(opening, moves)| {
                let moves = moves.split(' ');
                let shared = line.iter().zip(moves.clone()).take_while(|((san, _), mv)| san == mv);
                line.truncate(shared.count());
                for san in moves.skip(line.len()) {
                    let before = line.last().map_or_else(Position::startpos, |(_, at)| at.clone());
                    let mv = before.parse_san(san).expect("a test plays all lines");
                    line.push((san, before.make(mv)));
                }
                let (_, position) = line.last().expect("a line has a move");
                (position.key(), opening)
            })
            .collect();
        by_key.sort_unstable_by_key(|&(key, _)| key);
        Self { by_key: by_key.into() }
    }

    /// Returns the opening whose position this is.
    #[must_use]
    pub fn at(&self, position: &Position) -> Option<OpeningName> {
        let place = self.by_key.binary_search_by_key(&position.key(), |&(key, _)| key);
        place.ok().map(|index| self.by_key[index].1)
    }

    /// Returns the opening of a game: that of the last of its positions that has a name. Moves that
    /// are not legal, and those behind them, are not looked at.
    pub fn of_line(
        &self,
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Option<OpeningName> {
        let (mut position, mut found) = (start.clone(), self.at(start));
        for mv in moves.into_iter().take(MOST_PLIES) {
            if !position.is_legal(mv) {
                break;
            }
            position = position.make(mv);
            found = self.at(&position).or(found);
        }
        found
    }
}

impl Default for OpeningNames {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the lines of the table: each name with its moves in SAN.
fn rows() -> impl Iterator<Item = (OpeningName, &'static str)> {
    LINES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (eco, rest) = line.split_once('\t')?;
        let (name, moves) = rest.split_once('\t')?;
        Some((OpeningName { eco, name }, moves))
    })
}

#[cfg(test)]
mod tests {
    use movegen::pgn::read_moves;

    use super::*;

    fn named(moves: &str) -> Option<(&'static str, &'static str)> {
        let start = Position::startpos();
        let moves = read_moves(&start, moves).unwrap();
        OpeningNames::new().of_line(&start, moves).map(|opening| (opening.eco, opening.name))
    }

    #[test]
    fn every_line_has_a_position_of_its_own() {
        let names = OpeningNames::new();
        assert_eq!(names.by_key.len(), LINES.lines().count() - 2);
        assert!(names.by_key.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for (opening, moves) in rows() {
            let moves = read_moves(&Position::startpos(), moves).unwrap();
            assert!(moves.len() < MOST_PLIES);
            assert_eq!(names.of_line(&Position::startpos(), moves), Some(opening));
            let eco = opening.eco.as_bytes();
            assert!(matches!(eco, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']), "{opening:?}");
        }
    }

    #[test]
    fn transpositions_have_the_name_of_their_position() {
        let gambit = Some(("D06", "Queen's Gambit"));
        assert_eq!(named("1. d4 d5 2. c4"), gambit);
        assert_eq!(named("1. c4 d5 2. d4"), gambit);
        let najdorf = Some(("B90", "Sicilian Defense: Najdorf Variation"));
        assert_eq!(named("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"), najdorf);
        assert_eq!(named("1. Nf3 c5 2. e4 d6 3. Nc3 Nf6 4. d4 cxd4 5. Nxd4 a6 6. h3 h5"), najdorf);
    }

    #[test]
    fn moves_behind_an_illegal_one_do_not_count() {
        let start = Position::startpos();
        let mv = |position: &Position, san: &str| position.parse_san(san).unwrap();
        let (e4, d4) = (mv(&start, "e4"), mv(&start, "d4"));
        let c5 = mv(&start.make(e4), "c5");
        let names = OpeningNames::new();
        assert_eq!(names.of_line(&start, [e4, d4, c5]), names.of_line(&start, [e4]));
        assert_ne!(names.of_line(&start, [e4, c5]), names.of_line(&start, [e4]));
    }

    #[test]
    fn a_game_without_an_opening_has_no_name() {
        assert_eq!(named(""), None);
        let ending = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let moves = read_moves(&ending, "1. e4 Ke7").unwrap();
        assert_eq!(OpeningNames::new().of_line(&ending, moves), None);
        // A game that begins behind an opening's first move is named all the same.
        let open = Position::startpos().make(Position::startpos().parse_san("e4").unwrap());
        let moves = read_moves(&open, "1... e5 2. Nf3 Nc6 3. Bb5").unwrap();
        let found = OpeningNames::new().of_line(&open, moves).unwrap();
        assert_eq!((found.eco, found.name), ("C60", "Ruy Lopez"));
    }
}
