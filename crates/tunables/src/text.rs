//! Numbers as lines of text that people write and read.

use core::fmt;

use crate::error::TuneError;
use crate::tunable::Tunable;

/// The character that begins a comment, which goes to the end of the line.
const COMMENT: char = '#';

/// Returns the assignments of a text: line number (from 1), name and value.
pub(crate) fn assignments(
    text: &str,
) -> impl Iterator<Item = Result<(usize, &str, i32), TuneError>> {
    (1..).zip(text.lines()).filter_map(|(number, line)| {
        let line = line.split(COMMENT).next().unwrap_or_default().trim();
        (!line.is_empty()).then(|| match assignment(line) {
            Ok((name, value)) => Ok((number, name, value)),
            Err(error) => Err(error.on_line(number)),
        })
    })
}

fn assignment(line: &str) -> Result<(&str, i32), TuneError> {
    let (name, value) = line.split_once('=').ok_or_else(|| TuneError::malformed(line))?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() || value.is_empty() {
        return Err(TuneError::malformed(line));
    }
    Ok((name, value.parse().map_err(|_| TuneError::no_number(name, value))?))
}

/// Displays numbers with their values as a text that [`assignments`] reads.
pub(crate) struct Text<I>(pub(crate) I);

impl<I: Iterator<Item = (&'static Tunable, i32)> + Clone> fmt::Display for Text<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (tunable, value) in self.0.clone() {
            let Tunable { name, default, min, max, unit, meaning, .. } = tunable;
            writeln!(f, "{COMMENT} {meaning}")?;
            writeln!(
                f,
                "{name} = {value}  {COMMENT} {unit}; {min} to {max}, by default {default}"
            )?;
        }
        Ok(())
    }
}
