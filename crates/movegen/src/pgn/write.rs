//! Writing games as the standard's export format asks.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::PgnFault;
use super::tree::{Game, Line, after};
use crate::{Color, Position};

/// Most characters of a line of moves; the standard asks for fewer than 80.
const WIDTH: usize = 79;

impl Game {
    /// Returns the game in PGN: a line for each tag, an empty line, the moves in lines of at most
    /// 79 characters, the result. Only words of a comment that are longer or begin with `%` make
    /// longer lines; a command in a comment (`[%eval 0.17]`) stays in one line. The text is read as
    /// an equal game, if the game's comments hold single spaces only.
    ///
    /// Several games are written one after the other with an empty line between them.
    ///
    /// ```
    /// let text = "\
    /// [Event \"a \\\"small\\\" one\"]
    ///
    /// 1. e4 $1 { a comment } ( 1. d4 d5 ) 1... e5 1-0
    /// ";
    /// let game = movegen::pgn::games(text.as_bytes()).next().expect("one game")?;
    /// assert_eq!(game.tag("Event"), Some("a \"small\" one"));
    /// assert_eq!(game.to_pgn()?, text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a move is not legal in its place.
    pub fn to_pgn(&self) -> Result<String, PgnFault> {
        let mut text = String::new();
        for tag in self.tags() {
            text.push_str(&format!("[{} \"", tag.name()));
            for letter in tag.value().chars() {
                if matches!(letter, '"' | '\\') {
                    text.push('\\');
                }
                text.push(letter);
            }
            text.push_str("\"]\n");
        }
        if !self.tags().is_empty() {
            text.push('\n');
        }
        let mut wrapper = Wrapper { text, column: 0 };
        wrapper.line(self.line(), self.start())?;
        wrapper.word(self.result().as_str());
        wrapper.end_line();
        Ok(wrapper.text)
    }
}

struct Wrapper {
    text: String,
    /// Characters of the last line.
    column: usize,
}

/// Returns the length of the command that begins a text, like `[%eval 0.17]`, if one does that fits
/// into a line.
fn command(text: &str) -> Option<usize> {
    let mut bytes = text.starts_with("[%").then(|| text.bytes().take(WIDTH))?;
    let end = bytes.position(|byte| byte == b']')? + 1;
    (!text[1..end].contains('[')).then_some(end)
}

/// Returns the length of the part of a comment that stays in one line: to the first blank that is
/// not in a command.
fn unit(text: &str) -> usize {
    let mut end = 0;
    while let Some(letter) = text[end..].chars().next().filter(|it| !it.is_ascii_whitespace()) {
        end += command(&text[end..]).unwrap_or(letter.len_utf8());
    }
    end
}

impl Wrapper {
    fn end_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// Appends a word, on a new line if it does not fit. A line does not begin with `%`, which
    /// would hide it, nor with what looks like a tag.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let may_begin = !matches!(word.as_bytes(), [b'%', ..] | [b'[', b'A'..=b'z', ..]);
            if self.column + 1 + length > WIDTH && may_begin {
                self.end_line();
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// Writes a comment in braces; one that holds a closing brace goes behind a semicolon on a line
    /// of its own.
    fn comment(&mut self, text: &str) {
        let words = text.split_ascii_whitespace();
        if text.trim_ascii().is_empty() {
            return;
        }
        if text.contains('}') {
            if self.column > 0 {
                self.end_line();
            }
            self.text.push(';');
            for word in words {
                self.text.push(' ');
                self.text.push_str(word);
            }
            self.end_line();
            return;
        }
        self.word("{");
        let mut rest = text.trim_ascii_start();
        while !rest.is_empty() {
            let (unit, behind) = rest.split_at(unit(rest));
            self.word(&unit.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
            rest = behind.trim_ascii_start();
        }
        self.word("}");
    }

    fn nags(&mut self, nags: &[u8]) {
        nags.iter().for_each(|nag| self.word(&format!("${nag}")));
    }

    fn line(&mut self, line: &Line, start: &Position) -> Result<(), PgnFault> {
        self.nags(&line.nags);
        line.comments.iter().for_each(|comment| self.comment(comment));
        let mut before = start.clone();
        // Whether Black's move needs its number: something other than White's move precedes it.
        let mut is_interrupted = true;
        for node in &line.moves {
            let child = after(&before, node.mv)?;
            let nags_before = node.nags.len().min(node.nags_before as usize);
            let number = before.fullmove_number().to_string();
            if before.side_to_move() == Color::White {
                self.word(&(number + "."));
            } else if is_interrupted || nags_before > 0 {
                self.word(&(number + "..."));
            }
            self.nags(&node.nags[..nags_before]);
            self.word(&before.san(node.mv));
            self.nags(&node.nags[nags_before..]);
            node.comments.iter().for_each(|comment| self.comment(comment));
            for variation in &node.variations {
                self.word("(");
                self.line(variation, &before)?;
                self.word(")");
            }
            is_interrupted = !(node.comments.is_empty() && node.variations.is_empty());
            before = child;
        }
        Ok(())
    }
}
