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

/// Returns the value of a number in a text of lines `name = value`; for
/// [`tunables!`](crate::tunables!).
///
/// # Panics
///
/// If no line gives it a number.
#[doc(hidden)]
#[must_use]
pub const fn value_in(text: &str, name: &str) -> i32 {
    let mut rest = text.as_bytes();
    while let Some((line, others)) = line(rest) {
        rest = others;
        let Some((start, value)) = line.split_at_checked(name.len()) else { continue };
        if !equal(start, name.as_bytes()) || value.is_empty() || value[0] != b' ' {
            continue;
        }
        let [b' ', b'=', b' ', digits @ ..] = value else { panic!("expected `name = value`") };
        let Ok(digits) = core::str::from_utf8(digits) else { panic!("expected UTF-8") };
        let Ok(value) = i32::from_str_radix(digits, 10) else { panic!("expected a number") };
        return value;
    }
    panic!("expected a line with a value for each number")
}

/// Cuts a text after its first line; `None` if the text is empty.
const fn line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    if text.is_empty() {
        return None;
    }
    let mut end = 0;
    while end < text.len() && text[end] != b'\n' {
        end += 1;
    }
    let (line, rest) = text.split_at(end);
    Some((line, if rest.is_empty() { rest } else { rest.split_at(1).1 }))
}

const fn equal(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
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

#[cfg(test)]
mod tests {
    use super::value_in;

    const TEXT: &str = "depth_most = 3\ndepth = -2\nwidth = 7";

    #[test]
    fn a_value_is_found_by_its_whole_name() {
        assert_eq!(["depth", "width", "depth_most"].map(|name| value_in(TEXT, name)), [-2, 7, 3]);
    }

    #[test]
    #[should_panic(expected = "a line with a value")]
    fn a_name_without_a_line_is_a_fault() {
        let _ = value_in(TEXT, "dept");
    }

    #[test]
    #[should_panic(expected = "expected a number")]
    fn a_value_that_is_no_number_is_a_fault() {
        let _ = value_in("depth = 3x\n", "depth");
    }
}
