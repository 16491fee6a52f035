//! Lines of UCI from standard input, whatever bytes they hold, and the lines of files.

use std::io::{self, BufRead, ErrorKind, Read};

use movegen::decode_text;
use movegen::text::{TextLine, TextLines};
use search::MonotonicClock;

/// The length at which a line is cut, in bytes. A game of 1,200 moves needs about 6,000.
const LONGEST_LINE: u64 = 4 << 20;

pub(crate) struct Line {
    /// The text without its line end; a line that is not UTF-8 was read as Windows-1252.
    pub(crate) text: String,
    /// The clock of a `go`, which started when the line had been read.
    pub(crate) received: MonotonicClock,
}

impl Line {
    /// Creates a line that has been read now.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), received: MonotonicClock::start() }
    }
}

/// Reads lines until the input ends. A read error counts as the end.
///
/// A line that is longer than 4 MiB is cut there, and the rest of it is skipped. A byte order mark
/// before a line, which some editors and shells write, is dropped.
pub(crate) fn lines(mut reader: impl BufRead) -> impl Iterator<Item = Line> {
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
        if read == 0 {
            return None;
        }
        if !bytes.ends_with(b"\n") {
            reader.skip_until(b'\n').ok()?;
        }
        Some(Line::new(decode_text(&bytes).trim_end_matches(['\n', '\r'])))
    })
}

/// Fills a buffer from a reader; a signal that comes meanwhile is no failure.
pub(crate) fn filling(mut reader: impl Read) -> impl FnMut(&mut [u8]) -> io::Result<usize> {
    move |buffer: &mut [u8]| {
        loop {
            match reader.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                done => return done,
            }
        }
    }
}

/// Returns the lines of a file as movegen's module `text` gives them. A failure to read ends them.
pub(crate) fn text_lines(reader: impl Read) -> impl Iterator<Item = Result<TextLine, String>> {
    TextLines::new(filling(reader)).map(|line| line.map_err(|error| error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(input: &[u8]) -> Vec<String> {
        lines(input).map(|line| line.text).collect()
    }

    #[test]
    fn line_ends_and_the_last_line_without_one() {
        assert_eq!(texts(b"uci\r\nisready\n\nquit"), ["uci", "isready", "", "quit"]);
        assert!(texts(b"").is_empty());
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_line() {
        assert_eq!(texts("\u{feff}uci\n\u{feff}quit".as_bytes()), ["uci", "quit"]);
    }

    #[test]
    fn any_bytes() {
        assert_eq!(texts(b"a\0b\n\xff\xfe\nuci\n"), ["a\0b", "ÿþ", "uci"]);
    }

    #[test]
    fn an_overlong_line_is_cut_and_the_next_is_whole() {
        let mut input = vec![b'x'; LONGEST_LINE as usize + 1000];
        input.extend_from_slice(b"\nisready\n");
        let lines = texts(&input);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len(), LONGEST_LINE as usize);
        assert_eq!(lines[1], "isready");
    }
}
