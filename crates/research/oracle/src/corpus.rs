//! Positions: openings, hand-made cases, starts of Chess960, and what random games make of them.

use movegen::{Position, Variant};
use zobrist_keys::SplitMix64;

const OPENINGS: &str = include_str!("../data/openings.epd");
const CASES: &str = include_str!("../data/cases.epd");

/// Starts of Chess960.
pub(crate) const ROWS: usize = 960;

/// The number of pairs of different starts in the file of double Chess960.
pub(crate) const DOUBLE_STARTS: usize = 300;

/// Returns the openings, three to ten moves into a game.
pub(crate) fn openings() -> impl Iterator<Item = &'static str> {
    OPENINGS.lines()
}

/// Returns the positions that have broken move generators.
pub(crate) fn cases() -> impl Iterator<Item = &'static str> {
    CASES.lines().filter(|line| !line.starts_with('#'))
}

/// Returns the Chess960 start of that number as a row of piece letters (Reinhard Scharnagl's
/// numbering; 518 is the start of standard chess).
fn row(number: usize) -> String {
    let mut row = [None; 8];
    let free = |row: &[Option<char>; 8], n: usize| {
        (0..8).filter(|&file| row[file].is_none()).nth(n).expect("a free square is left")
    };
    row[2 * (number % 4) + 1] = Some('b');
    row[2 * (number / 4 % 4)] = Some('b');
    let queen = free(&row, number / 16 % 6);
    row[queen] = Some('q');
    let mut pairs = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b)));
    let (a, b) = pairs.nth(number / 96).expect("a number below 960");
    let (a, b) = (free(&row, a), free(&row, b));
    row[a] = Some('n');
    row[b] = Some('n');
    for letter in ['r', 'k', 'r'] {
        let file = free(&row, 0);
        row[file] = Some(letter);
    }
    row.into_iter().flatten().collect()
}

/// Returns a start of Chess960, or of double Chess960 if the numbers differ, as Shredder-FEN.
pub(crate) fn start(white: usize, black: usize) -> String {
    let (white, black) = (row(white).to_uppercase(), row(black));
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
    Position::read_fen(&fen, Variant::Chess960)
        .expect("a start is legal")
        .value
        .to_fen_as(Variant::Chess960)
}

pub(crate) fn chess960() -> impl Iterator<Item = String> {
    (0..ROWS).map(|number| start(number, number))
}

/// Starts whose sides differ.
pub(crate) fn double_chess960() -> impl Iterator<Item = String> {
    let mut random = SplitMix64::new(960);
    std::iter::repeat_with(move || (random.below(ROWS), random.below(ROWS)))
        .filter(|(white, black)| white != black)
        .take(DOUBLE_STARTS)
        .map(|(white, black)| start(white, black))
}

/// Returns the positions of a game of random moves, at most `plies` long, the start included.
pub(crate) fn random_game(fen: &str, plies: usize, random: &mut SplitMix64) -> Vec<Position> {
    let mut position = Position::from_fen(fen).expect("the corpus is legal");
    let mut game = vec![position.clone()];
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.make(moves[random.below(moves.len())]);
        game.push(position.clone());
    }
    game
}

/// Returns a start for the `number`-th random game: the openings, the cases, Chess960 and double
/// Chess960 in turn.
pub(crate) fn any_start(number: usize, random: &mut SplitMix64) -> String {
    let nth = |lines: &[&str], number: usize| lines[number % lines.len()].to_owned();
    match number % 4 {
        0 => nth(&openings().collect::<Vec<_>>(), number / 4),
        // With a stride, so that a few games already come to the Chess960 cases at the end.
        1 => nth(&cases().collect::<Vec<_>>(), number / 4 * 7),
        2 => {
            let number = random.below(ROWS);
            start(number, number)
        }
        _ => start(random.below(ROWS), random.below(ROWS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_960_starts_are_distinct_and_518_is_the_standard_one() {
        let starts: BTreeSet<String> = chess960().collect();
        assert_eq!(starts.len(), ROWS);
        assert_eq!(Position::from_fen(&start(518, 518)).unwrap(), Position::startpos());
        let double: BTreeSet<String> = double_chess960().collect();
        assert!(double.len() > DOUBLE_STARTS - 5 && double.is_disjoint(&starts));
    }

    #[test]
    fn the_corpus_is_large_and_distinct() {
        let fens: Vec<&str> = openings().chain(cases()).collect();
        assert_eq!(fens.len(), fens.iter().collect::<BTreeSet<_>>().len());
        assert!(fens.len() > 220, "{}", fens.len());
    }
}
