//! Reading games from a source that gives its text piece by piece.

use alloc::vec::Vec;
use core::fmt;

use super::build::TreeBuilder;
use super::error::PgnError;
use super::reader::PgnReader;
use super::tree::Game;
use super::visitor::Visitor;

/// Bytes that are asked for at once, at least.
const PIECE: usize = 1 << 16;

/// Reads games as [`PgnReader`] does, from a function that fills a buffer, so that a file need not
/// fit into memory. The function returns how many bytes it has written, 0 at the end: what the
/// method `read` of `std::io::Read` does. Kept in memory are the longest game and a piece of at
/// least 64 KiB.
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
    source: F,
    buffer: Vec<u8>,
    /// How many bytes of the buffer the source has written.
    filled: usize,
    /// The part of the buffer that holds whole games, not yet read.
    whole: (usize, usize),
    /// The line at which that part begins.
    line: usize,
    /// How many bytes of that line come before it.
    before: usize,
    /// That part has no closing brace behind what has been read.
    lacks_brace: bool,
    splitter: Splitter,
    is_at_start: bool,
    is_at_end: bool,
}

/// Why a stream has no game to give.
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
    /// At the first game of a source.
    pub const fn new(source: F) -> Self {
        Self {
            source,
            buffer: Vec::new(),
            filled: 0,
            whole: (0, 0),
            line: 1,
            before: 0,
            lacks_brace: false,
            splitter: Splitter::new(),
            is_at_start: true,
            is_at_end: false,
        }
    }

    /// Reads the next game; `None` at the end of the source.
    ///
    /// # Errors
    /// Those of the source, and those of [`PgnReader::read_game`].
    pub fn read_game<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> Result<Option<V::Output>, StreamError<E>> {
        loop {
            let (start, end) = self.whole;
            if start < end {
                let part = &self.buffer[start..end];
                let mut reader = match self.is_at_start {
                    true => PgnReader::new(part),
                    false => PgnReader::at_place(part, self.line, self.before),
                };
                self.is_at_start = false;
                reader = reader.with_lack_of_brace(self.lacks_brace);
                let read = reader.read_game(visitor);
                self.lacks_brace = reader.lacks_brace();
                let used = reader.offset();
                let used_part = &part[..used];
                self.line += used_part.iter().filter(|byte| **byte == b'\n').count();
                let broken = used_part.iter().rposition(|byte| *byte == b'\n');
                self.before = broken.map_or(self.before + used, |at| used - at - 1);
                self.whole.0 += used;
                match read {
                    Ok(None) => {}
                    Ok(game) => return Ok(game),
                    Err(error) => return Err(StreamError::Pgn(error)),
                }
            }
            if !self.fill().map_err(StreamError::Source)? {
                return Ok(None);
            }
        }
    }

    /// The games as trees, one after the other; behind a game with a fault comes the next. A source
    /// that fails ends them.
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
    pub fn games(self) -> impl Iterator<Item = Result<Game, StreamError<E>>> {
        let (mut stream, mut builder, mut has_failed) = (self, TreeBuilder::default(), false);
        core::iter::from_fn(move || {
            if has_failed {
                return None;
            }
            let game = stream.read_game(&mut builder).transpose();
            has_failed = matches!(game, Some(Err(StreamError::Source(_))));
            game
        })
    }

    /// Finds the end of the next game; whether there is one.
    fn fill(&mut self) -> Result<bool, E> {
        self.lacks_brace = false;
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
            let length = free.len();
            let added = (self.source)(free)?.min(length);
            self.filled += added;
            self.is_at_end = added == 0;
        }
    }
}

/// Finds where a game ends: before a line that begins with a tag, behind moves and outside of a
/// comment.
#[derive(Debug)]
struct Splitter {
    /// How much of the buffer has been looked at.
    at: usize,
    state: Scan,
    has_moves: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scan {
    LineStart,
    /// In a line of moves.
    Moves,
    /// In braces.
    Braces,
    /// In a tag, or behind a semicolon or `%`.
    Rest,
}

impl Splitter {
    const fn new() -> Self {
        Self { at: 0, state: Scan::LineStart, has_moves: false }
    }

    /// The end of the game that begins at `start`, if the buffer has it.
    fn next(&mut self, buffer: &[u8], start: usize) -> Option<usize> {
        self.at = self.at.max(start);
        while let Some(&byte) = buffer.get(self.at) {
            if self.state == Scan::LineStart {
                if !byte.is_ascii() {
                    self.at += 1; // the mark at the start of a file
                    continue;
                }
                if byte == b'[' && self.has_moves {
                    // What begins a tag is a bracket and a letter.
                    let next = buffer.get(self.at + 1)?;
                    if next.is_ascii_alphabetic() {
                        self.has_moves = false;
                        return Some(self.at);
                    }
                }
                self.state = match byte {
                    b'[' if !self.has_moves => Scan::Rest,
                    b'%' => Scan::Rest,
                    _ => Scan::Moves,
                };
            }
            self.state = match (self.state, byte) {
                (Scan::Braces, b'}') => Scan::Moves,
                (Scan::Braces, _) => Scan::Braces,
                (_, b'\n') => Scan::LineStart,
                (Scan::Rest, _) | (Scan::LineStart | Scan::Moves, b';') => Scan::Rest,
                (_, b'{') => Scan::Braces,
                _ => Scan::Moves,
            };
            self.has_moves |= self.state == Scan::Moves && !byte.is_ascii_whitespace();
            self.at += 1;
        }
        None
    }
}
