//! Reading games from a source that gives its text piece by piece.

use alloc::vec::Vec;
use core::fmt;

use memchr::memchr;

use super::build::TreeBuilder;
use super::error::{PgnError, PgnFault};
use super::reader::{TextPart, tag_name};
use super::tree::Game;
use super::visitor::Visitor;
use crate::text::{PIECE, TextError, TextSource, is_blank, is_line_break, line_length};

/// Reads games as [`PgnReader`](super::PgnReader) does, from a function that fills a buffer, so
/// that a file need not fit into memory. The function returns how many bytes it has written, 0 at
/// the end: what the method `read` of `std::io::Read` does. Kept in memory are the longest game and
/// a piece of at least 64 KiB. The end of a game is looked for before it is read, so in files with
/// damaged tags a stream may find other ends than a reader in memory.
///
/// ```
/// use std::io::Read;
///
/// use movegen::pgn::{PgnReader, PgnStream, Visitor};
/// # struct Count(usize);
/// # impl Visitor for Count {
/// #     type Output = ();
/// #     fn end_game(&mut self) {
/// #         self.0 += 1;
/// #     }
/// # }
///
/// let mut file = &b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n"[..];
/// let mut stream = PgnStream::new(|buffer: &mut [u8]| file.read(buffer));
/// let mut count = Count(0); // a visitor that counts games
/// while stream.read_game(&mut count)?.is_some() {}
/// assert_eq!(count.0, 2);
/// # Ok::<(), movegen::pgn::StreamError<std::io::Error>>(())
/// ```
#[derive(Debug)]
pub struct PgnStream<F> {
    source: TextSource<F>,
    buffer: Vec<u8>,
    /// The number of bytes of the buffer that the source has written.
    filled: usize,
    /// The part of the buffer that holds whole games, not yet read.
    whole: (usize, usize),
    part: TextPart,
    splitter: Splitter,
    is_at_end: bool,
}

/// A reason why a stream has no game to give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StreamError<E> {
    /// The source failed.
    Source(E),
    /// The game has a fault; the next call reads the next game.
    Pgn(PgnError),
}

impl<E: fmt::Display> fmt::Display for StreamError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => write!(f, "{error}"),
            Self::Pgn(error) => write!(f, "{error}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for StreamError<E> {}

impl<E, F: FnMut(&mut [u8]) -> Result<usize, E>> PgnStream<F> {
    /// Begins at the first game of a source.
    pub const fn new(source: F) -> Self {
        Self {
            source: TextSource::new(source),
            buffer: Vec::new(),
            filled: 0,
            whole: (0, 0),
            part: TextPart::START,
            splitter: Splitter::new(),
            is_at_end: false,
        }
    }

    /// Makes the reader refuse each game with a fault
    /// ([`PgnReader::strict`](super::PgnReader::strict)).
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.part.is_strict = true;
        self
    }

    /// Reads the next game; `None` at the end of the source.
    ///
    /// # Errors
    /// Those of the source, and those of [`PgnReader::read_game`](super::PgnReader::read_game).
    pub fn read_game<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> Result<Option<V::Output>, StreamError<E>> {
        loop {
            let (start, end) = self.whole;
            if start < end {
                let (used, read) = self.part.read_game(&self.buffer[start..end], visitor);
                self.whole.0 += used;
                match read {
                    Ok(None) => {}
                    Ok(game) => return Ok(game),
                    Err(error) => return Err(StreamError::Pgn(error)),
                }
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// Returns the games as trees, one after the other; behind a game with a fault comes the next.
    /// A source that fails ends them.
    ///
    /// ```
    /// use std::io::Read;
    ///
    /// use movegen::pgn::PgnStream;
    ///
    /// let mut file = &b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n"[..];
    /// let mut white = Vec::new();
    /// for game in PgnStream::new(|buffer: &mut [u8]| file.read(buffer)).games() {
    ///     white.push(game?.tag("White").map(str::to_owned));
    /// }
    /// assert_eq!(white, [Some("A".to_owned()), Some("B".to_owned())]);
    /// # Ok::<(), movegen::pgn::StreamError<std::io::Error>>(())
    /// ```
    pub fn games(self) -> PgnGames<F> {
        self.games_by(TreeBuilder::default())
    }

    /// Returns the games as [`games`](Self::games) does, built by a builder with settings.
    pub fn games_by(self, builder: TreeBuilder) -> PgnGames<F> {
        PgnGames { stream: self, builder, has_failed: false }
    }

    /// Finds the end of the next game; whether there is one.
    fn fill(&mut self) -> Result<bool, StreamError<E>> {
        loop {
            let done = self.whole.1;
            if let Some(end) = self.splitter.next(&self.buffer[..self.filled], done) {
                self.whole.1 = end;
                return Ok(true);
            }
            if self.is_at_end {
                self.whole.1 = self.filled;
                return Ok(done < self.filled);
            }
            self.buffer.copy_within(done..self.filled, 0);
            self.filled -= done;
            self.splitter.at -= done;
            self.whole = (0, 0);
            if self.buffer.len() < self.filled + PIECE {
                // At least half as much again, so that a long game is not copied piece by piece.
                self.buffer.resize(self.filled + self.filled / 2 + PIECE, 0);
            }
            let free = &mut self.buffer[self.filled..];
            let added = self.source.read(free).map_err(|error| match error {
                TextError::Source(error) => StreamError::Source(error),
                TextError::Encoding(error) => {
                    StreamError::Pgn(PgnError::new(1, 1, PgnFault::Encoding(error)))
                }
            })?;
            self.filled += added;
            self.is_at_end = added == 0;
        }
    }
}

/// The games of a stream: the iterator that [`PgnStream::games`] returns.
///
/// ```
/// use std::io::{self, Read};
///
/// use movegen::pgn::{PgnGames, PgnStream};
///
/// /// A source as a function with a type that has a name.
/// type Source = Box<dyn FnMut(&mut [u8]) -> io::Result<usize> + Send>;
///
/// /// The games of a file that a program keeps open.
/// struct Collection {
///     games: PgnGames<Source>,
/// }
///
/// fn collection(mut file: impl Read + Send + 'static) -> Collection {
///     let source: Source = Box::new(move |buffer| file.read(buffer));
///     Collection { games: PgnStream::new(source).games() }
/// }
///
/// let mut two = collection(&b"1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n"[..]);
/// assert_eq!(two.games.next().expect("a game")?.moves().count(), 1);
/// assert_eq!(two.games.next().expect("a game")?.tag("White"), Some("B"));
/// assert!(two.games.next().is_none());
/// # Ok::<(), movegen::pgn::StreamError<std::io::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "games are read when they are asked for"]
pub struct PgnGames<F> {
    stream: PgnStream<F>,
    builder: TreeBuilder,
    /// Whether the source has failed, which ends the games.
    has_failed: bool,
}

impl<E, F: FnMut(&mut [u8]) -> Result<usize, E>> Iterator for PgnGames<F> {
    type Item = Result<Game, StreamError<E>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let game = self.stream.read_game(&mut self.builder).transpose();
        self.has_failed = matches!(game, Some(Err(StreamError::Source(_))));
        game
    }
}

/// Finds where a game ends: behind moves, before a line that begins with a tag; among tags, before
/// the tag whose name the first one has.
#[derive(Debug)]
struct Splitter {
    /// The number of bytes of the buffer that have been looked at.
    at: usize,
    state: Scan,
    place: LinePlace,
    has_moves: bool,
    /// The name of the game's first tag; empty before it.
    first: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scan {
    /// Among moves or between tags.
    Moves,
    /// In braces.
    Braces,
    /// In a tag that nothing closes, or behind a semicolon or `%`.
    Rest,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LinePlace {
    Start,
    /// Behind spaces alone.
    Indent,
    Inside,
}

/// Bytes that are looked at for the end of a tag, at most.
const LONGEST_PAIR: usize = 1 << 12;

/// Returns the length of the pair of name and value that begins a text, on one line or two; `None`
/// if no bracket behind a quotation mark closes it there.
///
/// # Errors
/// If more of the text has to be known.
fn pair_length(text: &[u8]) -> Result<Option<usize>, ()> {
    let first = line_length(text);
    let value = memchr(b'"', &text[..first]).map_or(first, |quote| quote + 1);
    if let Some(length) = closing(&text[..first], value) {
        return Ok(Some(length));
    }
    let start = first + if text[first..].starts_with(b"\r\n") { 2 } else { 1 };
    let rest = text.get(start..).ok_or(())?;
    let second = line_length(rest);
    if second == rest.len() {
        return Err(());
    }
    let line = &rest[..second];
    let length = closing(line, 0).filter(|_| !line.trim_ascii_start().starts_with(b"["));
    Ok(length.map(|length| start + length))
}

/// Returns where a value ends that begins at an offset of a line: behind the bracket that follows
/// the first quotation mark without a backslash, or else any quotation mark.
fn closing(line: &[u8], start: usize) -> Option<usize> {
    let bracket = |quote: usize| {
        let rest = line[quote + 1..].trim_ascii_start();
        (line[quote] == b'"' && rest.starts_with(b"]")).then(|| line.len() - rest.len() + 1)
    };
    let mut at = start;
    while let Some(&byte) = line.get(at).filter(|byte| **byte != b'"') {
        let escapes = byte == b'\\' && matches!(line.get(at + 1), Some(b'"' | b'\\'));
        at += if escapes { 2 } else { 1 };
    }
    (at < line.len())
        .then_some(at)
        .and_then(bracket)
        .or_else(|| (start..line.len()).find_map(bracket))
}

impl Splitter {
    const fn new() -> Self {
        let place = LinePlace::Start;
        Self { at: 0, state: Scan::Moves, place, has_moves: false, first: Vec::new() }
    }

    /// Returns the end of the game that begins at `start`, if the buffer has it.
    fn next(&mut self, buffer: &[u8], start: usize) -> Option<usize> {
        self.at = self.at.max(start);
        while let Some(&byte) = buffer.get(self.at) {
            let is_line_start = self.place == LinePlace::Start;
            let begins_line = self.place != LinePlace::Inside;
            let may_be_tag = match self.state {
                Scan::Rest => false,
                Scan::Braces => is_line_start,
                Scan::Moves => begins_line || !self.has_moves,
            };
            if byte == b'[' && may_be_tag {
                let text = &buffer[self.at..];
                let pair = pair_length(text);
                if pair.is_err() && text.len() < LONGEST_PAIR {
                    return None;
                }
                let name = tag_name(text);
                let is_tag = text.get(1).is_some_and(u8::is_ascii_alphabetic);
                let ends = match self.state {
                    Scan::Braces => name.is_some(),
                    _ if self.has_moves => is_tag && (is_line_start || name.is_some()),
                    _ => name.is_some_and(|name| name.eq_ignore_ascii_case(&self.first)),
                };
                if ends {
                    (self.state, self.has_moves) = (Scan::Moves, false);
                    self.first.clear();
                    // The next call begins here, with a tag that is the first.
                    return Some(self.at);
                }
                if self.state == Scan::Moves && !self.has_moves {
                    if self.first.is_empty() {
                        self.first.extend_from_slice(name.unwrap_or_default());
                    }
                    self.place = LinePlace::Inside;
                    match pair.ok().flatten() {
                        Some(length) => self.at += length,
                        None => (self.state, self.at) = (Scan::Rest, self.at + 1),
                    }
                    continue;
                }
            }
            self.state = match (self.state, byte) {
                (Scan::Braces, b'}') => Scan::Moves,
                (Scan::Braces, _) => Scan::Braces,
                (_, b'\n' | b'\r') => Scan::Moves,
                (Scan::Rest, _) | (Scan::Moves, b';') => Scan::Rest,
                (Scan::Moves, b'%') if is_line_start => Scan::Rest,
                (_, b'{') => Scan::Braces,
                _ => {
                    // A byte order mark is none: joined files have them inside.
                    let is_mark = matches!(byte, 0xef | 0xbb | 0xbf);
                    self.has_moves |= !is_mark && byte != b'}' && !is_blank(byte);
                    if !is_mark {
                        let is_indent = begins_line && matches!(byte, b' ' | b'\t');
                        self.place = if is_indent { LinePlace::Indent } else { LinePlace::Inside };
                    }
                    self.at += 1;
                    continue;
                }
            };
            self.place = if is_line_break(byte) { LinePlace::Start } else { LinePlace::Inside };
            self.at += 1;
        }
        None
    }
}
