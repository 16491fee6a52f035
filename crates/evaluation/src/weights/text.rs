//! The weights as a text for people and tuners.

use core::fmt;
use std::collections::HashMap;

use super::Weights;
use crate::score::Score;

/// The character that begins a comment, which goes to the end of the line.
const COMMENT: char = '#';

impl Weights {
    /// The largest absolute value that [`read`](Self::read) takes, in centipawns.
    ///
    /// It catches typing errors. The terms of a position are summed in 16 bits a value ([`Score`]),
    /// which weights of the default ones' magnitude do not fill.
    pub const LIMIT: i32 = 2_000;

    /// Sets the weights that a text names; the others keep their values. A line is `name =
    /// middle-game end-game`, the name as in [`names`](Self::names); `#` begins a comment, and
    /// blank lines count for nothing.
    ///
    /// ```
    /// use evaluation::{Evaluator, Score, Weights};
    ///
    /// let mut tuned = Weights::default();
    /// tuned.read("# as tuned\ntempo = 25 10\nmaterial[2] = 370 345\n")?;
    /// assert_eq!(tuned.tempo, Score::new(25, 10));
    ///
    /// let error = tuned.read("tempo = 5 5\nmaterial[5] = 0 0").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: there is no weight called \"material[5]\"");
    /// assert_eq!(tuned.tempo, Score::new(25, 10), "nothing is half applied");
    ///
    /// let start = evaluation::movegen::Position::startpos();
    /// assert_eq!(Evaluator::with_weights(tuned).evaluate(&start), 25);
    /// # Ok::<(), evaluation::WeightsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a line is none of these, a name is no weight's or was set by an earlier line, or a value
    /// is no number or beyond [`LIMIT`](Self::LIMIT). The error names the line, and nothing has
    /// changed.
    pub fn read(&mut self, text: &str) -> Result<(), WeightsError> {
        let places: HashMap<String, usize> = Self::names().into_iter().zip(0..).collect();
        let mut lines: HashMap<&str, usize> = HashMap::new();
        let mut flat = self.as_flat();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split(COMMENT).next().unwrap_or_default().trim();
            if text.is_empty() {
                continue;
            }
            let fault = |kind| WeightsError::new(line, kind);
            let (name, value) = assignment(text).map_err(fault)?;
            let unknown = || fault(Kind::Unknown { name: name.to_owned() });
            flat[*places.get(name).ok_or_else(unknown)?] = value;
            if let Some(first) = lines.insert(name, line) {
                return Err(fault(Kind::Repeated { name: name.to_owned(), first }));
            }
        }
        *self = Self::from_flat(&flat).expect("as many as there were");
        Ok(())
    }

    /// Displays all weights as a text that [`read`](Self::read) takes, with the meaning of each in
    /// a comment.
    ///
    /// ```
    /// use evaluation::Weights;
    ///
    /// let text = Weights::default().text().to_string();
    /// assert!(text.contains("\n# The right to move.\ntempo = "));
    ///
    /// // What one tuner wrote, another run begins with.
    /// let mut weights = Weights::from_flat(&[Default::default(); Weights::COUNT]).unwrap();
    /// weights.read(&text)?;
    /// assert_eq!(weights, Weights::default());
    /// # Ok::<(), evaluation::WeightsError>(())
    /// ```
    pub fn text(&self) -> impl fmt::Display {
        Text(self)
    }
}

/// Reads the name and the weight of a line.
fn assignment(text: &str) -> Result<(&str, Score), Kind> {
    let malformed = || Kind::Malformed { text: text.to_owned() };
    let (name, values) = text.split_once('=').ok_or_else(malformed)?;
    let name = name.trim();
    let mut values = values.split_whitespace();
    let (Some(middle_game), Some(end_game), None) = (values.next(), values.next(), values.next())
    else {
        return Err(malformed());
    };
    if name.is_empty() {
        return Err(malformed());
    }
    Ok((name, Score::new(number(name, middle_game)?, number(name, end_game)?)))
}

/// Reads a value within the limit.
fn number(name: &str, text: &str) -> Result<i16, Kind> {
    let no_number = |_| Kind::NoNumber { name: name.to_owned(), value: text.to_owned() };
    let value: i32 = text.parse().map_err(no_number)?;
    if (-Weights::LIMIT..=Weights::LIMIT).contains(&value) {
        Ok(value as i16)
    } else {
        Err(Kind::OutOfRange { name: name.to_owned(), value })
    }
}

/// Displays weights as a text that [`Weights::read`] takes.
struct Text<'a>(&'a Weights);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{COMMENT} name = middle game, end game; in centipawns")?;
        let mut meanings = Weights::MEANINGS.iter().peekable();
        for (name, weight) in Weights::names().iter().zip(self.0.as_flat()) {
            let group = name.split('[').next();
            if let Some((_, meaning)) = meanings.next_if(|(field, _)| group == Some(field)) {
                writeln!(f, "\n{COMMENT}{meaning}")?;
            }
            writeln!(f, "{name} = {} {}", weight.middle_game(), weight.end_game())?;
        }
        Ok(())
    }
}

/// The reason why [`Weights::read`] refused a text. Its message names the line and the weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError {
    line: usize,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Malformed { text: String },
    Unknown { name: String },
    NoNumber { name: String, value: String },
    OutOfRange { name: String, value: i32 },
    Repeated { name: String, first: usize },
}

impl WeightsError {
    pub(super) fn new(line: usize, kind: Kind) -> Self {
        Self { line, kind }
    }

    /// Returns the line of the text that was wrong, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.kind {
            Kind::Malformed { text } => {
                write!(f, "{text:?} is not `name = middle-game end-game`")
            }
            Kind::Unknown { name } => write!(f, "there is no weight called {name:?}"),
            Kind::NoNumber { name, value } => {
                write!(f, "{name} = {value:?} is not a whole number of 32 bits")
            }
            Kind::OutOfRange { name, value } => {
                let limit = Weights::LIMIT;
                write!(f, "{name} = {value} is outside -{limit}..={limit} centipawns")
            }
            Kind::Repeated { name, first } => write!(f, "{name} was set on line {first} already"),
        }
    }
}

impl core::error::Error for WeightsError {}
