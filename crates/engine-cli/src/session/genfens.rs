//! Openings for OpenBench's self-play: random plies from the start position or from a book, to a
//! position that is neither won nor lost.

use std::str::SplitWhitespace;

use engine::{Engine, Game, Numbers, Request as Task, regular_file};
use movegen::{Epd, Position, Variant};
use search::Control;
use uci::UciError;
use zobrist_keys::SplitMix64;

use crate::io::output::Output;

/// The random plies from the start position: this many or one more, so that either side may be to
/// move.
const PLIES: u64 = 8;

/// The random plies from a book's position, or one more: such a position has variety of its own.
const PLIES_FROM_BOOK: u64 = 4;

/// The greatest score, for either side, of an accepted position, in centipawns.
const MOST_SCORE: i32 = 300;

const NODES: u64 = 2_000;

/// The table of that search, in bytes.
const TABLE: usize = 1 << 20;

/// The number of draws after which the most even position is accepted, whatever its score.
const DRAWS: u32 = 500;

/// The largest number of positions in a request.
const MOST: u32 = 1_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) count: u32,
    /// The seed, which with the book decides all positions.
    pub(crate) seed: u64,
    /// The path of a file of FENs or EPDs, one a line; `None` is the start position.
    pub(crate) book: Option<String>,
}

impl Request {
    /// Reads `N [seed S] [book B]`. A book called `None` is none. Words after the book are ignored:
    /// OpenBench passes them on from the author of the test.
    pub(crate) fn parse(mut words: SplitWhitespace<'_>) -> Result<Self, UciError> {
        let count = UciError::read_number("genfens", words.next(), &(1..=MOST))?;
        let mut request = Self { count, seed: 0, book: None };
        while let Some(word) = words.next() {
            match word {
                "seed" => {
                    request.seed =
                        UciError::read_number("genfens seed", words.next(), &(0..=u64::MAX))?;
                }
                "book" => {
                    let book = words.next();
                    let book =
                        book.ok_or_else(|| UciError::expected("genfens book", "a file", None))?;
                    request.book = (!book.eq_ignore_ascii_case("none")).then(|| book.to_owned());
                    break;
                }
                other => {
                    return Err(UciError::expected("genfens", "'seed' or 'book'", Some(other)));
                }
            }
        }
        Ok(request)
    }
}

/// Writes `info string genfens FEN` as many times as requested, except that it returns the last
/// one. The same request and numbers give the same positions everywhere. The book's positions have
/// the castling rights of `variant`.
pub(crate) fn run(
    request: &Request,
    variant: Variant,
    numbers: &Numbers,
    output: &Output,
    control: &Control,
) -> Result<String, String> {
    let text = match &request.book {
        Some(path) => regular_file::read_text(path).map_err(|error| format!("{path}: {error}"))?,
        None => Position::startpos().to_fen(),
    };
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let plies = if request.book.is_some() { PLIES_FROM_BOOK } else { PLIES };
    let mut random = SplitMix64::new(request.seed);
    let engine = Engine::builder().hash(TABLE).numbers(numbers.clone()).build();
    let mut engine = engine.map_err(|error| error.to_string())?;
    let mut line = || {
        let position = draw(&lines, variant, plies, &mut random, &mut engine, control)?;
        Ok(format!("info string genfens {}", position.to_fen()))
    };
    for _ in 1..request.count {
        output.line(line()?);
    }
    line()
}

/// Draws positions until one is even.
fn draw(
    lines: &[&str],
    variant: Variant,
    plies: u64,
    random: &mut SplitMix64,
    engine: &mut Engine,
    control: &Control,
) -> Result<Position, String> {
    let mut most_even: Option<(i32, Position)> = None;
    for _ in 0..DRAWS {
        if control.is_stopped() {
            return Err("stopped".into());
        }
        let Some(position) = walk(lines, variant, plies, random) else { continue };
        let score = imbalance(engine, &position);
        if score <= MOST_SCORE {
            return Ok(position);
        }
        if most_even.as_ref().is_none_or(|&(least, _)| score < least) {
            most_even = Some((score, position));
        }
    }
    let none = "expected a position with legal moves in the book, found none";
    let (_, position) = most_even.ok_or(none)?;
    Ok(position)
}

/// Returns a random line's position after random plies; `None` if it is no position, or the game
/// ends before.
fn walk(lines: &[&str], variant: Variant, plies: u64, random: &mut SplitMix64) -> Option<Position> {
    let line = lines.get(random.below(lines.len()))?;
    let mut position = Epd::read(line, variant).ok()?.epd.position().clone();
    for _ in 0..plies + random.next() % 2 {
        let moves = position.legal_moves();
        position = position.make(*moves.get(random.below(moves.len()))?);
    }
    (position.count_legal() > 0).then_some(position)
}

/// Returns how far from even a position is, in centipawns, by a search of a fixed number of nodes
/// that remembers nothing of the last position.
fn imbalance(engine: &mut Engine, position: &Position) -> i32 {
    engine.new_game();
    let game = Game::new(position.clone());
    engine.analyse(&game, &Task::nodes(NODES), &mut |_| ()).score.value().abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_end_are_no_openings() {
        let walks = |fen: &str| {
            let mut random = SplitMix64::new(1);
            (0..200).filter_map(|_| walk(&[fen], Variant::Standard, 1, &mut random)).count()
        };
        assert_eq!(walks("k6R/8/1K6/8/8/8/8/8 b - - 0 1"), 0, "mate");
        assert_eq!(walks("no position"), 0);
        assert_eq!(walks("4k3/8/8/8/8/8/8/4K2R w K - id \"EPD\";"), 200);
        assert_eq!(walk(&[], Variant::Standard, 1, &mut SplitMix64::new(1)), None);
    }

    #[test]
    fn words() {
        let parse = |text: &'static str| Request::parse(text.split_whitespace());
        let of = |count, seed, book: Option<&str>| {
            Ok(Request { count, seed, book: book.map(str::to_owned) })
        };
        assert_eq!(parse("12 seed 34 book None"), of(12, 34, None));
        assert_eq!(parse("1 seed 5 book Books/a.epd dfrc 1"), of(1, 5, Some("Books/a.epd")));
        assert_eq!(parse("3"), of(3, 0, None));
        let error = |text| parse(text).unwrap_err().to_string();
        assert_eq!(error("0"), "genfens: expected a whole number from 1 to 1000000, found '0'");
        assert_eq!(
            error("2 seed x"),
            format!("genfens seed: expected a whole number from 0 to {}, found 'x'", u64::MAX)
        );
        assert_eq!(error("2 book"), "genfens book: expected a file, found nothing");
        assert_eq!(error("2 sed 1"), "genfens: expected 'seed' or 'book', found 'sed'");
    }

    /// White wins in both, by less in the second one.
    #[test]
    fn of_positions_that_are_all_uneven_the_most_even_is_taken() {
        let lines = ["4k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1"];
        let mut engine = Engine::builder().hash(TABLE).build().unwrap();
        let (mut random, control) = (SplitMix64::new(1), Control::default());
        let mut drawn =
            |lines: &[&str]| draw(lines, Variant::Standard, 0, &mut random, &mut engine, &control);
        let position = drawn(&lines).unwrap();
        assert!(position.to_fen().contains('R'), "{}", position.to_fen());
        let none = drawn(&["no position"]).unwrap_err();
        assert_eq!(none, "expected a position with legal moves in the book, found none");
    }
}
