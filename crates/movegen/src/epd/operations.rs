//! Reading what follows the position of a line: operations, and what people and programs write in
//! their place.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem;

use super::error::{EpdError, EpdFault, EpdRemark, Outcome};
use super::operation::{EpdOperand, EpdOperation, is_opcode};
use crate::pgn::read_result;
use crate::{Color, GameResult, Position};

/// The comments of a line, in the order in which they are taken for what has no opcode. Files of
/// training positions have the result of the game in `c9`.
const COMMENTS: [&str; 10] = ["c9", "c8", "c7", "c6", "c5", "c4", "c3", "c2", "c1", "c0"];

const OF_MOVES: [&str; 5] = ["am", "bm", "pm", "pv", "sm"];

const OF_NUMBER: [&str; 8] = ["acd", "acn", "acs", "ce", "dm", "fmvn", "hmvc", "rc"];

/// Other opcodes of the standard, comments and variations excepted.
const OTHERS: [&str; 9] =
    ["draw_offer", "eco", "id", "nic", "noop", "resign", "tcgs", "tcri", "tcsi"];

#[derive(Default)]
pub(super) struct Operations {
    pub(super) list: Vec<EpdOperation>,
    pub(super) remarks: Vec<EpdRemark>,
}

type Placed = (usize, EpdOperand);

pub(super) struct OperationReader<'a> {
    line: &'a str,
    at: usize,
    position: &'a Position,
    found: Operations,
    clocks: (u16, u16),
    /// Texts to be kept as comments: where they begin, the fault, and whether they were read.
    comments: Vec<(usize, EpdFault, String)>,
    /// The mate distances that are not written as `dm` has them, and where they stand.
    mates: Vec<(usize, i64)>,
}

enum End<'a> {
    Ended,
    /// Another operation begins without a semicolon before it: its offset and opcode.
    Opcode(usize, &'a str),
}

impl<'a> OperationReader<'a> {
    /// Begins behind the fields of the position, at an offset of a line.
    pub(super) fn new(line: &'a str, at: usize, position: &'a Position) -> Self {
        let clocks = (position.halfmove_clock() as u16, position.fullmove_number() as u16);
        let (found, comments) = (Operations::default(), Vec::new());
        Self { line, at, position, found, clocks, comments, mates: Vec::new() }
    }

    pub(super) fn read(mut self) -> (Operations, (u16, u16)) {
        loop {
            self.skip_spaces();
            let start = self.at;
            match self.peek() {
                None => break,
                Some(b';') => self.at += 1,
                Some(b'|') => self.columns(),
                Some(_) if self.result() => {}
                Some(_) => {
                    let word = self.word();
                    if is_opcode(word) {
                        self.operations(start, word);
                    } else {
                        self.at = start;
                        self.unread();
                    }
                }
            }
        }
        self.put_mates();
        self.put_comments();
        // In the order of the line.
        self.found.remarks.sort_by_key(|remark| remark.error().column());
        (self.found, self.clocks)
    }

    fn peek(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Reads up to the next white space, semicolon or quotation mark.
    fn word(&mut self) -> &'a str {
        let rest = &self.line[self.at..];
        let ends = |letter: char| letter.is_ascii_whitespace() || matches!(letter, ';' | '"');
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn remark(&mut self, at: usize, fault: EpdFault, outcome: Outcome) {
        self.found.remarks.push(EpdRemark::new(EpdError::new(at, fault), outcome));
    }

    /// Reads the result of a game in place of an operation: bare, quoted or in brackets, where it
    /// may be White's share of the point. Returns whether there is one.
    fn result(&mut self) -> bool {
        let start = self.at;
        let rest = &self.line[start..];
        let close = match rest.as_bytes()[0] {
            b'[' => Some(']'),
            b'{' => Some('}'),
            b'(' => Some(')'),
            b'"' => Some('"'),
            _ => None,
        };
        let (length, result) = match close.map(|close| rest[1..].find(close)) {
            Some(Some(length)) => (length + 2, share(&rest[1..][..length])),
            Some(None) => return false,
            None => {
                let word = self.word();
                self.at = start;
                // A double forfeit looks like castling, and a number may be anything.
                let is_plain = word.parse::<f64>().is_err();
                let is_result = |found: &GameResult| word == "*" || *found != GameResult::Unknown;
                (word.len(), read_result(word).filter(is_result).filter(|_| is_plain))
            }
        };
        let Some(result) = result else { return false };
        self.at += length;
        self.comments.push((start, EpdFault::Result, result.as_str().to_string()));
        true
    }

    /// Reads columns behind `|`, as training data have them: a score in centipawns and the result,
    /// White's share of the point, both from White's view.
    fn columns(&mut self) {
        let start = self.at;
        let rest = &self.line[start..];
        let text = &rest[..rest.find(';').unwrap_or(rest.len())];
        self.at += text.len();
        let mut at = start;
        let mut fields: Vec<(usize, &str)> = Vec::new();
        for field in text.split('|') {
            let trimmed = field.trim_ascii();
            if !trimmed.is_empty() {
                fields.push((at + field.find(trimmed).unwrap_or(0), trimmed));
            }
            at += field.len() + 1;
        }
        // A whole number alone is a score.
        let is_result = |text: &str| fields.len() > 1 || text.parse::<i64>().is_err();
        let result = fields.last().filter(|(_, text)| is_result(text));
        let result = result.and_then(|(at, text)| Some((*at, share(text)?)));
        if let Some((at, result)) = result {
            self.comments.push((at, EpdFault::Result, result.as_str().to_string()));
            fields.pop();
        }
        if let Some((at, value)) = fields.last().and_then(|(at, text)| Some((*at, number(text)?))) {
            let sign = if self.position.side_to_move() == Color::White { 1 } else { -1 };
            fields.pop();
            let operation = EpdOperation::number("ce", value * sign);
            self.put(at, EpdFault::Value, operation);
        }
        for (at, text) in fields {
            self.comments.push((at, EpdFault::Opcode, text.to_string()));
        }
    }

    /// Goes over what cannot be read, up to the next semicolon that is not in a quoted text, and
    /// keeps it.
    fn unread(&mut self) {
        let start = self.at;
        while let Some(byte) = self.peek().filter(|byte| *byte != b';') {
            self.at += 1;
            if byte == b'"' {
                let behind = self.at;
                if self.quoted().is_err() {
                    self.at = behind;
                }
            }
        }
        let text = self.line[start..self.at].trim_ascii_end();
        self.comments.push((start, EpdFault::Opcode, text.to_string()));
    }

    /// Reads an operation from behind its opcode, and those that follow it without a semicolon.
    fn operations(&mut self, start: usize, opcode: &'a str) {
        let (mut start, mut opcode) = (start, opcode);
        loop {
            let mates = self.mates.len();
            let (operands, end) = self.operands(opcode);
            let behind = match end {
                End::Ended => self.at,
                End::Opcode(at, _) => at,
            };
            // What has no operand but a mate distance is no operation besides.
            if !operands.is_empty() || self.mates.len() == mates {
                self.take(start..behind, opcode, operands);
            }
            let End::Opcode(at, next) = end else { return };
            self.remark(at, EpdFault::Semicolon, Outcome::Read);
            (start, opcode) = (at, next);
        }
    }

    fn operands(&mut self, opcode: &str) -> (Vec<Placed>, End<'a>) {
        let is_of_moves = OF_MOVES.contains(&opcode);
        let has_words = is_of_moves || OF_NUMBER.contains(&opcode);
        let has_mates = matches!(opcode, "bm" | "dm");
        let mates = self.mates.len();
        let mut operands: Vec<Placed> = Vec::new();
        // The last operand, if it is a word.
        let mut last: Option<(usize, &'a str)> = None;
        loop {
            self.skip_spaces();
            let start = self.at;
            match self.peek() {
                None => return (operands, End::Ended),
                Some(b';') => {
                    self.at += 1;
                    return (operands, End::Ended);
                }
                Some(b'"') => {
                    // A text is no operand of these, so it is one of the word before it.
                    if let Some((at, word)) = last.take()
                        && has_words
                        && is_known(word)
                    {
                        operands.pop();
                        return (operands, End::Opcode(at, word));
                    }
                    self.at += 1;
                    let text = self.quoted().unwrap_or_else(|text| {
                        self.remark(start, EpdFault::Quote, Outcome::Read);
                        text
                    });
                    operands.push((start, EpdOperand::quoted(&text)));
                }
                Some(b'|') if has_words => return (operands, End::Ended),
                Some(_) => {
                    let is_begun = !operands.is_empty() || self.mates.len() > mates;
                    if has_words && is_begun && self.result() {
                        return (operands, End::Ended);
                    }
                    let word = self.word();
                    let is_behind_text = operands.last().is_some_and(|(_, it)| it.is_quoted());
                    let may_end = is_behind_text || has_words && is_begun;
                    if may_end && is_known(word) && !(is_of_moves && is_square(word)) {
                        return (operands, End::Opcode(start, word));
                    }
                    if let Some(moves) = mate_distance(word).filter(|_| has_mates) {
                        self.mates.push((start, moves));
                        continue;
                    }
                    last = Some((start, word));
                    operands.extend(EpdOperand::word(word).map(|operand| (start, operand)));
                }
            }
        }
    }

    /// Reads a text from behind a quotation mark to the next one. A backslash before a quotation
    /// mark or a backslash escapes it; before anything else it is itself.
    ///
    /// # Errors
    /// The text to the end of the line, if no quotation mark ends it.
    fn quoted(&mut self) -> Result<String, String> {
        let mut text = String::new();
        let mut letters = self.line[self.at..].char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at += at + 1;
                    return Ok(text);
                }
                '\\' if letters.as_str().starts_with(['"', '\\']) => {
                    text.extend(letters.next().map(|(_, letter)| letter));
                }
                _ => text.push(letter),
            }
        }
        self.at = self.line.len();
        Err(text)
    }

    /// Takes an operation, which is written in this part of the line.
    fn take(&mut self, span: core::ops::Range<usize>, opcode: &'a str, mut operands: Vec<Placed>) {
        match opcode {
            "hmvc" | "fmvn" => {
                let clock = match opcode {
                    "hmvc" => &mut self.clocks.0,
                    _ => &mut self.clocks.1,
                };
                let number = match &operands[..] {
                    [(_, operand)] => operand.as_str().parse().ok(),
                    _ => None,
                };
                match number {
                    Some(number) => *clock = number,
                    None => {
                        let text = self.line[span.clone()].trim_end_matches(ends_operation);
                        self.comments.push((span.start, EpdFault::Clock, text.to_string()));
                    }
                }
                return;
            }
            "bm" | "am" => operands = self.moves(operands),
            _ => {}
        }
        let operands = operands.into_iter().map(|(_, operand)| operand);
        self.found.list.extend(EpdOperation::new(opcode, operands));
    }

    /// Returns the operands of `bm` or `am`: marks are joined to the move before them, and what is
    /// no legal move is named.
    fn moves(&mut self, operands: Vec<Placed>) -> Vec<Placed> {
        let mut moves: Vec<Placed> = Vec::new();
        for (at, operand) in operands {
            if is_mark(&operand)
                && let Some((_, before)) = moves.last_mut().filter(|(_, it)| !it.is_quoted())
                && let Some(joined) =
                    EpdOperand::word(&format!("{}{}", before.as_str(), operand.as_str()))
            {
                *before = joined;
                self.remark(at, EpdFault::Mark, Outcome::Read);
            } else {
                moves.push((at, operand));
            }
        }
        for (at, operand) in &moves {
            let parts = operand.as_str().split(',').filter(|part| !part.is_empty());
            for part in parts {
                if let Err(error) = self.position.parse_move(part) {
                    self.remark(*at, EpdFault::Move(error), Outcome::Stays);
                }
            }
        }
        moves
    }

    /// Puts the first mate distance into `dm`, unless the line has that, and keeps the others.
    fn put_mates(&mut self) {
        for (at, moves) in mem::take(&mut self.mates) {
            if self.found.list.iter().any(|operation| operation.opcode() == "dm") {
                self.comments.push((at, EpdFault::Mate, format!("#{moves}")));
            } else {
                self.put(at, EpdFault::Mate, EpdOperation::number("dm", moves));
            }
        }
    }

    /// Puts the operation that was meant by something else.
    fn put(&mut self, at: usize, fault: EpdFault, operation: EpdOperation) {
        let text = operation.to_string();
        self.remark(at, fault, Outcome::ReadAs(text.trim_end_matches(';').to_string()));
        self.found.list.push(operation);
    }

    /// Puts what is no operation into comments that the line does not have.
    fn put_comments(&mut self) {
        for (at, fault, text) in mem::take(&mut self.comments) {
            let has = |comment: &str| self.found.list.iter().any(|it| it.opcode() == comment);
            match COMMENTS.into_iter().find(|comment| !has(comment)) {
                Some(comment) if matches!(fault, EpdFault::Result) => {
                    self.put(at, fault, EpdOperation::text(comment, &text));
                }
                Some(comment) => {
                    self.found.list.push(EpdOperation::text(comment, &text));
                    self.remark(at, fault, Outcome::Kept(comment));
                }
                None => self.remark(at, fault, Outcome::Lost),
            }
        }
    }
}

/// Reads a result, or White's share of the point as a decimal number.
fn share(text: &str) -> Option<GameResult> {
    read_result(text).or_else(|| match text.trim().parse() {
        Ok(1.0) => Some(GameResult::WhiteWins),
        Ok(0.5) => Some(GameResult::Draw),
        Ok(0.0) => Some(GameResult::BlackWins),
        _ => None,
    })
}

/// Reads a score, whose negative fits, too.
fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number: &i64| *number > i64::MIN)
}

fn is_known(word: &str) -> bool {
    let is_numbered = matches!(word.as_bytes(), [b'c' | b'v', b'0'..=b'9']);
    is_numbered || [&OF_MOVES[..], &OF_NUMBER, &OTHERS].iter().any(|list| list.contains(&word))
}

/// Whether a comment's opcode is a pawn's move, too.
fn is_square(word: &str) -> bool {
    matches!(word.as_bytes(), [b'c', b'1'..=b'8'])
}

/// Whether an operand is a mark that belongs to a move.
fn is_mark(operand: &EpdOperand) -> bool {
    !operand.is_quoted() && operand.as_str().chars().all(|letter| "+#!?".contains(letter))
}

/// Reads a number of moves to a mate, which the side to move gives or, if it is negative, suffers:
/// `#4`, `#-4`, `M4`.
fn mate_distance(word: &str) -> Option<i64> {
    let word = word.trim_end_matches(',');
    let (sign, word) = word.strip_prefix('-').map_or((1, word), |word| (-1, word));
    let digits = word.strip_prefix(['#', 'M'])?;
    let moves = digits.parse::<i32>().ok().filter(|moves| *moves != 0)?;
    Some(i64::from(moves) * sign)
}

/// Whether a character ends an operation or stands before its end.
fn ends_operation(letter: char) -> bool {
    letter == ';' || letter.is_ascii_whitespace()
}
