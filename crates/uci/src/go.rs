//! The words of `go`, and their meaning for the side to move.

use std::str::SplitWhitespace;
use std::time::Duration;

use movegen::{Color, Move, Position};
use search::{Limits, TimeControl};

use crate::error::UciError;

/// The part of a `movetime` that sending the answer takes.
const ANSWER: Duration = Duration::from_millis(2);

/// The divisor of a short `movetime`: sending the answer takes no more than one such part.
const ANSWER_SHARE: u32 = 8;

/// The words that end a number or a list of moves before them.
const WORDS: &str =
    "depth nodes mate movestogo movetime wtime btime winc binc infinite ponder searchmoves";

fn is_word(text: &str) -> bool {
    WORDS.split(' ').any(|word| word == text)
}

/// A parsed `go`. `None` is a missing limit.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Go<'a> {
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    movetime: Option<Duration>,
    /// The clocks of White and Black.
    clocks: [Option<Duration>; 2],
    /// The increments of White and Black.
    increments: [Option<Duration>; 2],
    moves_to_go: Option<u32>,
    /// Whether the search gives no answer before `stop`.
    pub infinite: bool,
    /// Whether the opponent is still to move.
    pub ponder: bool,
    /// Whether the number of some limit could not be read.
    lost_limit: bool,
    /// The moves of `searchmoves`, unchanged.
    pub search_moves: Vec<&'a str>,
    /// Remarks on words that were skipped or read as another number.
    pub remarks: Vec<String>,
}

impl<'a> Go<'a> {
    /// Returns the moves of `searchmoves` that are legal in `position`, and the error that names
    /// the others. If none is left, the search is not restricted: it still answers with a legal
    /// move.
    #[must_use]
    pub fn legal_search_moves(&self, position: &Position) -> (Vec<Move>, Option<UciError>) {
        let (mut legal, mut refused) = (Vec::new(), Vec::new());
        for &text in &self.search_moves {
            match position.parse_uci(text).or_else(|_| position.parse_move(text)) {
                Ok(mv) => legal.push(mv),
                Err(_) => refused.push(text),
            }
        }
        let error = (!refused.is_empty()).then(|| {
            let refused = refused.join(" ");
            let problem = format_args!("left out moves that are not legal here: {refused}");
            UciError::new("go searchmoves", problem)
        });
        (legal, error)
    }

    /// Parses the words after `go`, in any order. Nothing is refused, because the sender of `go`
    /// waits for `bestmove`: unknown words are skipped, a number beyond its range counts as the end
    /// of the range, a fraction is cut off, and a word whose number cannot be read is skipped.
    /// `remarks` reports all of these, except clocks below zero: a GUI that lags sends them, and
    /// they count as zero.
    #[must_use]
    pub fn parse(mut words: SplitWhitespace<'a>) -> Self {
        let mut go = Self::default();
        let mut listing_moves = false;
        while let Some(text) = words.next() {
            if !is_word(text) {
                if listing_moves {
                    go.search_moves.push(text);
                } else {
                    go.remarks.push(format!("'{text}' is unknown and skipped"));
                }
                continue;
            }
            listing_moves = text == "searchmoves";
            match text {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {}
                name => go.read_number(name, &mut words),
            }
        }
        go
    }

    /// Reads the number after a word that needs one.
    fn read_number(&mut self, name: &str, words: &mut SplitWhitespace<'a>) {
        // A word of `go` in the number's place stays in the line.
        let text = words.clone().next().filter(|text| !is_word(text));
        if text.is_some() {
            words.next();
        }
        let Some(value) = text.and_then(whole_number) else {
            let found = text.map_or("nothing".into(), |text| format!("'{text}'"));
            self.remarks.push(format!("{name} is skipped: expected a number, found {found}"));
            self.lost_limit |= name != "movestogo";
            return;
        };
        let greatest: i128 = match name {
            "nodes" => u64::MAX.into(),
            "movetime" | "wtime" | "btime" | "winc" | "binc" => i64::MAX.into(),
            _ => u32::MAX.into(),
        };
        let number = value.clamp(0, greatest);
        let lagging = value < 0 && !matches!(name, "nodes" | "depth" | "mate");
        if !lagging && text.and_then(|text| text.parse().ok()) != Some(number) {
            self.remarks.push(format!("{name} '{}' is read as {number}", text.unwrap_or_default()));
        }
        let time = Duration::from_millis(number as u64);
        match name {
            "depth" => self.depth = Some(number as u32),
            "nodes" => self.nodes = Some(number as u64),
            "mate" => self.mate = Some(number as u32),
            "movetime" => self.movetime = Some(time),
            "wtime" => self.clocks[Color::White.index()] = Some(time),
            "btime" => self.clocks[Color::Black.index()] = Some(time),
            "winc" => self.increments[Color::White.index()] = Some(time),
            "binc" => self.increments[Color::Black.index()] = Some(time),
            _ => self.moves_to_go = Some(number as u32),
        }
    }

    /// Returns whether something other than `stop` ends the search, once it does not ponder any
    /// more. A limit whose number could not be read counts, because its sender expects an end.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        !self.infinite && (self.has_limit() || self.lost_limit)
    }

    /// Returns the `go` line for other ranks of a cluster: to the same depth, else without an end.
    #[must_use]
    pub fn for_others(&self) -> String {
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let mut text = format!("go {}", depth.unwrap_or_else(|| "infinite".into()));
        if !self.search_moves.is_empty() {
            text += " searchmoves ";
            text += &self.search_moves.join(" ");
        }
        text
    }

    /// Returns whether a move of a book may answer: not if the search itself is wanted.
    #[must_use]
    pub fn takes_book_moves(&self) -> bool {
        !self.infinite && !self.ponder && self.mate.is_none() && self.search_moves.is_empty()
    }

    /// Returns whether the request is for a move in a game, which a limited strength may answer,
    /// and not for the best move.
    #[must_use]
    pub fn asks_for_a_move(&self) -> bool {
        !self.infinite && self.mate.is_none()
    }

    /// Returns whether there is a limit whose number could be read.
    fn has_limit(&self) -> bool {
        let times = [&self.clocks[..], &self.increments, &[self.movetime]].concat();
        let counted = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        counted || times.iter().any(Option::is_some)
    }

    /// Returns the limits of a search for `side`, without the moves of `searchmoves`.
    ///
    /// A depth or mate distance of zero counts as one. If no limit could be read, the depth is one.
    /// If only the opponent's clock was given, it counts for both; an increment without a clock
    /// means an empty clock. A `movetime` is reduced only by the time that sending the answer
    /// takes.
    #[must_use]
    pub fn limits(&self, side: Color, move_overhead: Duration) -> Limits {
        let nothing_read = self.lost_limit && !self.has_limit();
        Limits {
            depth: if nothing_read { Some(1) } else { self.depth.map(|depth| depth.max(1)) },
            nodes: self.nodes,
            mate: self.mate.map(|moves| moves.max(1)),
            movetime: self.movetime.map(|time| time - ANSWER.min(time / ANSWER_SHARE)),
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

/// Reads a number in people's and programs' notation, cut off towards zero: `12`, `-3`, `1000.5`,
/// `1e6`.
#[must_use]
pub fn whole_number(text: &str) -> Option<i128> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite())?;
    // The conversion of a float saturates.
    Some(text.parse().unwrap_or(number as i128))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(words: &str) -> Go<'_> {
        Go::parse(words.split_whitespace())
    }

    fn milliseconds(number: u64) -> Option<Duration> {
        Some(Duration::from_millis(number))
    }

    #[test]
    fn moves_of_searchmoves_may_be_san() {
        let go = Go::parse("searchmoves e2e4 Nf3 ♘c3 e5 0000 depth 3".split_whitespace());
        let (moves, refused) = go.legal_search_moves(&Position::startpos());
        assert_eq!(
            moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["e2e4", "g1f3", "b1c3"]
        );
        assert!(refused.expect("two are left out").to_string().ends_with("legal here: e5 0000"));
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
            lost_limit: false,
            search_moves: vec!["e2e4", "d2d4"],
            remarks: Vec::new(),
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
    fn a_move_time_is_used_whatever_the_overhead() {
        for (movetime, micros) in
            [(0, 0), (1, 875), (16, 14_000), (100, 98_000), (5_000, 4_998_000)]
        {
            let words = format!("movetime {movetime}");
            let limits = go(&words).limits(Color::White, Duration::from_secs(5));
            assert_eq!(limits.movetime, Some(Duration::from_micros(micros)), "{movetime}");
            assert_eq!(limits.move_overhead, Duration::from_secs(5), "for a clock beside it");
        }
    }

    /// Whatever is sent, each limit is the nearest one of its range.
    #[test]
    fn the_extremes_of_each_number_are_limits() {
        let longest = Duration::from_millis(i64::MAX as u64);
        let numbers = [
            ("-170141183460469231731687303715884105728", false),
            ("-9223372036854775809", false),
            ("-1e308", false),
            ("18446744073709551615", true),
            ("170141183460469231731687303715884105728", true),
            ("1e308", true),
        ];
        for (number, is_large) in numbers {
            let limits = |word: &str| {
                let words = format!("{word} {number}");
                let words = if word == "movestogo" { words + " wtime 1" } else { words };
                go(&words).limits(Color::White, Duration::MAX)
            };
            let whole = |least, greatest| Some(if is_large { greatest } else { least });
            let time = if is_large { longest } else { Duration::ZERO };
            assert_eq!(limits("depth").depth, whole(1, u32::MAX), "{number}");
            assert_eq!(limits("mate").mate, whole(1, u32::MAX), "{number}");
            let nodes = limits("nodes").nodes;
            assert_eq!(nodes, Some(if is_large { u64::MAX } else { 0 }), "{number}");
            let movetime = time.saturating_sub(ANSWER);
            assert_eq!(limits("movetime").movetime, Some(movetime), "{number}");
            let control = |word| limits(word).time.expect("a clock");
            for clock in ["wtime", "btime"] {
                assert_eq!(control(clock).remaining, time, "{clock} {number}");
            }
            assert_eq!(control("winc").increment, time, "{number}");
            assert_eq!(control("binc").remaining, Duration::ZERO, "{number}");
            let moves = is_large.then_some(u32::MAX);
            assert_eq!(control("movestogo").moves_to_go, moves, "{number}");
        }
    }

    #[test]
    fn zeros_are_survivable_limits() {
        let limits = go("depth 0 mate 0 movestogo 0 wtime 1").limits(Color::White, Duration::ZERO);
        assert_eq!((limits.depth, limits.mate), (Some(1), Some(1)));
        assert_eq!(limits.time.unwrap().moves_to_go, None);
    }

    #[test]
    fn what_cannot_be_read_is_skipped_or_clamped_and_said() {
        let check = |words, depth: Option<u32>, remarks: &[&str]| {
            let go = go(words);
            assert_eq!(go.remarks, remarks, "{words}");
            assert_eq!(go.limits(Color::White, Duration::ZERO).depth, depth, "{words}");
        };
        check("depth -1", Some(1), &["depth '-1' is read as 0"]);
        check("depth 1e1", Some(10), &["depth '1e1' is read as 10"]);
        check("depth 99999999999", Some(u32::MAX), &["depth '99999999999' is read as 4294967295"]);
        check("depth abc", Some(1), &["depth is skipped: expected a number, found 'abc'"]);
        check("depth", Some(1), &["depth is skipped: expected a number, found nothing"]);
        check("depth nodes 5", None, &["depth is skipped: expected a number, found nothing"]);
        check("wtime NaN", Some(1), &["wtime is skipped: expected a number, found 'NaN'"]);
        check("depth 7 fast", Some(7), &["'fast' is unknown and skipped"]);
        check("e2e4 depth 7", Some(7), &["'e2e4' is unknown and skipped"]);
        check("movestogo x", None, &["movestogo is skipped: expected a number, found 'x'"]);
        check("wtime -5 btime 10", None, &[]);
        check("wtime 0.4", None, &["wtime '0.4' is read as 0"]);
        let go = go("wtime 1000.5 nodes 1e6");
        let remaining = go.limits(Color::White, Duration::ZERO).time.unwrap().remaining;
        assert_eq!((remaining.as_millis(), go.nodes), (1000, Some(1_000_000)));
        assert_eq!(go.remarks.len(), 2);
    }

    #[test]
    fn which_searches_end_by_themselves() {
        for limited in ["depth 3", "mate 2", "winc 5", "movetime 1", "nodes x", "ponder wtime 9"] {
            assert!(go(limited).is_limited(), "{limited}");
        }
        for endless in ["", "infinite", "infinite depth 3", "ponder", "searchmoves e2e4"] {
            assert!(!go(endless).is_limited(), "{endless}");
        }
    }
    #[test]
    fn a_book_answers_moves_of_games_alone() {
        for words in ["", "wtime 9", "depth 3", "nodes 5 movetime 7"] {
            assert!(go(words).takes_book_moves() && go(words).asks_for_a_move(), "{words}");
        }
        for words in ["infinite", "ponder wtime 9", "mate 2", "depth 3 searchmoves e2e4"] {
            assert!(!go(words).takes_book_moves(), "{words}");
        }
        assert!(!go("infinite").asks_for_a_move() && !go("mate 2").asks_for_a_move());
    }
}
