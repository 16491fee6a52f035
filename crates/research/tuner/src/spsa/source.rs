//! Writes numbers of the search back into the source that declares them.
//!
//! The declarations are the body of one macro call, `tunables::tunables! { … }`, each as `name:
//! value, min..=max, step s, "unit";` with name and value on one line. Only the values are
//! replaced.

use std::ops::Range;

use anyhow::{Context as _, Result, ensure};

pub(super) const BEGINNING: &str = "\ntunables::tunables! {";
const END: &str = "\n}";

struct Declaration<'a> {
    name: &'a str,
    value: i32,
    /// The place of the value in the source.
    place: Range<usize>,
}

/// Returns the names and values that a source text declares, in its order.
///
/// # Errors
/// If the text has no declarations.
pub(super) fn parse(source: &str) -> Result<Vec<(&str, i32)>> {
    Ok(declarations(source)?.into_iter().map(|it| (it.name, it.value)).collect())
}

/// Returns the source text with other values for some numbers.
///
/// # Errors
/// If the text has no declarations, or not exactly one of a number.
pub(super) fn rewrite(source: &str, values: &[(&str, i32)]) -> Result<String> {
    let declarations = declarations(source)?;
    for (name, _) in values {
        let count = declarations.iter().filter(|it| it.name == *name).count();
        ensure!(count == 1, "{count} declarations of {name}");
    }
    let mut text = String::with_capacity(source.len());
    let mut copied = 0;
    for Declaration { name, place, .. } in declarations {
        if let Some((_, value)) = values.iter().find(|(other, _)| *other == name) {
            text.push_str(&source[copied..place.start]);
            text.push_str(&value.to_string());
            copied = place.end;
        }
    }
    text.push_str(&source[copied..]);
    Ok(text)
}

fn declarations(source: &str) -> Result<Vec<Declaration<'_>>> {
    let start = source.find(BEGINNING).context("no declarations of numbers")? + BEGINNING.len();
    let length = source[start..].find(END).context("the declarations do not end")?;
    let mut found = Vec::new();
    let mut at = start;
    for line in source[start..start + length].split_inclusive('\n') {
        found.extend(declaration(line, at));
        at += line.len();
    }
    ensure!(!found.is_empty(), "no declarations of numbers");
    Ok(found)
}

/// Returns the declaration that begins on a line, which begins at `at` in the source.
fn declaration(line: &str, at: usize) -> Option<Declaration<'_>> {
    let code = line.split("//").next()?;
    let (name, rest) = code.split_once(':')?;
    let (value, _) = rest.split_once(',')?;
    let (name, number) = (name.trim(), value.trim());
    let is_name =
        name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    let begin = at + (code.len() - rest.len()) + (value.len() - value.trim_start().len());
    let value = number.parse().ok().filter(|_| is_name && !name.is_empty())?;
    Some(Declaration { name, value, place: begin..begin + number.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The layout of the search's numbers, small.
    const SOURCE: &str = "\
//! Like `base: 7, 0..=9, step 1`.
const OTHER: i32 = 5; // base: 5, 0..=9

tunables::tunables! {
    /// All numbers, as
    /// base: 3, 0..=9, step 1, \"x\";
    #[derive(Copy)]
    pub struct Params {
        /// The base.
        base: 220, 50..=600, step 20, \"a: 1, b\";  // base: 4, was it once
        /// The slope.
        slope:-14, -400..=220,
            step 15, \"x\";
        base_2: 220, 50..=600, step 20, \"x\";
    }
}

mod tests { /* base: 8, 0..=9 */ }
";

    #[test]
    fn numbers_are_read_in_their_order() {
        assert_eq!(parse(SOURCE).unwrap(), [("base", 220), ("slope", -14), ("base_2", 220)]);
    }

    #[test]
    fn only_the_numbers_change() {
        let text = rewrite(SOURCE, &[("slope", 7), ("base", -1000)]).unwrap();
        let expected =
            SOURCE.replace("base: 220,", "base: -1000,").replace("slope:-14,", "slope:7,");
        assert_eq!(text, expected.replace("base_2: -1000", "base_2: 220"));
        assert_eq!(rewrite(SOURCE, &[]).unwrap(), SOURCE);
    }

    #[test]
    fn unfit_sources_are_refused() {
        assert!(parse("fn main() {}").is_err());
        assert!(parse("\ntunables::tunables! {\n}\n").is_err());
        assert!(parse("\ntunables::tunables! {\n a: 1, 0..=2").is_err());
        let fault = rewrite(SOURCE, &[("top", 1)]).unwrap_err().to_string();
        assert_eq!(fault, "0 declarations of top");
    }

    #[test]
    fn declarations_of_the_search_are_read_and_written() {
        use search::{Params, Tunables};
        let source = include_str!("../../../../search/src/params.rs");
        let built: Vec<(&str, i32)> = Params::ALL.iter().map(|it| (it.name, it.default)).collect();
        assert_eq!(parse(source).unwrap(), built);
        let changed: Vec<(&str, i32)> =
            built.iter().map(|(name, value)| (*name, value + 1)).collect();
        let text = rewrite(source, &changed).unwrap();
        assert_eq!(parse(&text).unwrap(), changed);
        assert_eq!(rewrite(&text, &built).unwrap(), source);
    }
}
