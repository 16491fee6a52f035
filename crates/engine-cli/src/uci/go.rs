//! The words of `go`, and what they mean for the side to move.

use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use movegen::Color;
use search::{Limits, TimeControl};

use crate::uci::error::UciError;

/// A parsed `go`. `None` is a limit that was not given.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Go<'a> {
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    movetime: Option<Duration>,
    /// The clocks of White and Black.
    clocks: [Option<Duration>; 2],
    /// The increments of White and Black.
    increments: [Option<Duration>; 2],
    moves_to_go: Option<u32>,
    infinite: bool,
    ponder: bool,
    /// The moves of `searchmoves`, as they were written.
    pub(crate) search_moves: Vec<&'a str>,
}

impl<'a> Go<'a> {
    /// Parses the words after `go`, in any order.
    ///
    /// Clocks, increments and move times below zero count as zero: a GUI that lags sends them.
    ///
    /// # Errors
    ///
    /// A word that `go` does not know, or a number that is missing or malformed.
    pub(crate) fn parse(mut words: SplitWhitespace<'a>) -> Result<Self, UciError> {
        let mut go = Self::default();
        let mut listing_moves = false;
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => {
                    listing_moves = true;
                    continue;
                }
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "depth" => go.depth = Some(count(word, words.next())?),
                "nodes" => go.nodes = Some(nodes(word, words.next())?),
                "mate" => go.mate = Some(count(word, words.next())?),
                "movestogo" => go.moves_to_go = Some(count(word, words.next())?),
                "movetime" => go.movetime = Some(time(word, words.next())?),
                "wtime" => go.clocks[Color::White.index()] = Some(time(word, words.next())?),
                "btime" => go.clocks[Color::Black.index()] = Some(time(word, words.next())?),
                "winc" => go.increments[Color::White.index()] = Some(time(word, words.next())?),
                "binc" => go.increments[Color::Black.index()] = Some(time(word, words.next())?),
                _ if listing_moves => {
                    go.search_moves.push(word);
                    continue;
                }
                _ => return Err(UciError::new("go", format_args!("unknown word '{word}'"))),
            }
            listing_moves = false;
        }
        Ok(go)
    }

    /// The limits of a search for `side`, without the moves of `searchmoves`.
    ///
    /// A depth or mate distance of zero counts as one. If only the opponent's clock was given,
    /// it stands for both; an increment without a clock means an empty clock.
    pub(crate) fn limits(&self, side: Color, move_overhead: Duration) -> Limits {
        Limits {
            depth: self.depth.map(|depth| depth.max(1)),
            nodes: self.nodes,
            mate: self.mate.map(|moves| moves.max(1)),
            movetime: self.movetime,
            time: self.time_control(side),
            move_overhead,
            infinite: self.infinite,
            ponder: self.ponder,
            search_moves: Vec::new(),
        }
    }

    fn time_control(&self, side: Color) -> Option<TimeControl> {
        let clock = self.clocks[side.index()].or(self.clocks[(!side).index()]);
        let increment = self.increments[side.index()];
        if clock.is_none() && self.increments == [None; 2] {
            return None;
        }
        Some(TimeControl {
            remaining: clock.unwrap_or_default(),
            increment: increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
        })
    }
}

/// A number of plies or moves.
fn count(word: &str, text: Option<&str>) -> Result<u32, UciError> {
    parse(text).ok_or_else(|| UciError::number(format_args!("go {word}"), text, 0, u32::MAX))
}

/// A number of nodes.
fn nodes(word: &str, text: Option<&str>) -> Result<u64, UciError> {
    parse(text).ok_or_else(|| UciError::number(format_args!("go {word}"), text, 0, u64::MAX))
}

/// A time in milliseconds; one below zero is zero.
fn time(word: &str, text: Option<&str>) -> Result<Duration, UciError> {
    parse::<i64>(text)
        .map(|milliseconds| Duration::from_millis(milliseconds.max(0) as u64))
        .ok_or_else(|| UciError::number(format_args!("go {word}"), text, 0, i64::MAX))
}

fn parse<T: FromStr>(text: Option<&str>) -> Option<T> {
    text.and_then(|text| text.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(words: &str) -> Go<'_> {
        Go::parse(words.split_whitespace()).unwrap()
    }

    fn error(words: &str) -> String {
        Go::parse(words.split_whitespace()).unwrap_err().to_string()
    }

    fn milliseconds(number: u64) -> Option<Duration> {
        Some(Duration::from_millis(number))
    }

    #[test]
    fn all_words_in_any_order() {
        let expected = Go {
            depth: Some(7),
            nodes: Some(1000),
            mate: Some(3),
            movetime: milliseconds(50),
            clocks: [milliseconds(60_000), milliseconds(59_000)],
            increments: [milliseconds(600), milliseconds(500)],
            moves_to_go: Some(40),
            infinite: true,
            ponder: true,
            search_moves: vec!["e2e4", "d2d4"],
        };
        let line = "searchmoves e2e4 d2d4 binc 500 winc 600 depth 7 mate 3 nodes 1000 ponder \
                    movestogo 40 btime 59000 wtime 60000 movetime 50 infinite";
        assert_eq!(go(line), expected);
        assert_eq!(go(""), Go::default());
    }

    #[test]
    fn each_side_gets_its_own_clock() {
        let go = go("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5");
        let control = |side| go.limits(side, Duration::ZERO).time.unwrap();
        let white = control(Color::White);
        assert_eq!((white.remaining.as_millis(), white.increment.as_millis()), (1000, 10));
        let black = control(Color::Black);
        assert_eq!((black.remaining.as_millis(), black.increment.as_millis()), (2000, 20));
        assert_eq!(black.moves_to_go, Some(5));
    }

    #[test]
    fn missing_and_negative_clocks() {
        let remaining = |words, side| {
            go(words).limits(side, Duration::ZERO).time.map(|time| time.remaining.as_millis())
        };
        assert_eq!(remaining("wtime 1000", Color::Black), Some(1000));
        assert_eq!(remaining("wtime -5 btime 9", Color::White), Some(0));
        assert_eq!(remaining("binc 100", Color::White), Some(0));
        assert_eq!(remaining("depth 3 movestogo 10", Color::White), None);
    }

    #[test]
    fn zeros_are_survivable_limits() {
        let limits = go("depth 0 mate 0 movestogo 0 wtime 1").limits(Color::White, Duration::ZERO);
        assert_eq!((limits.depth, limits.mate), (Some(1), Some(1)));
        assert_eq!(limits.time.unwrap().moves_to_go, None);
    }

    #[test]
    fn errors_say_what_and_where() {
        assert_eq!(
            error("depth abc"),
            "go depth: 'abc' is not a whole number from 0 to 4294967295"
        );
        assert_eq!(error("depth -1"), "go depth: '-1' is not a whole number from 0 to 4294967295");
        assert!(error("wtime").starts_with("go wtime: a whole number from "));
        assert!(error("movetime 1.5").starts_with("go movetime: '1.5' is not a whole number"));
        assert_eq!(error("fast"), "go: unknown word 'fast'");
    }
}
