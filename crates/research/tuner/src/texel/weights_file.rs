//! Writes weights back into the source of the evaluation.
//!
//! The numbers are in the body of one macro call, `weights! { … }`, as `S(middle game, end game)`,
//! in the order of [`Weights::as_flat`](evaluation::Weights::as_flat). Only they are replaced:
//! names, comments and line breaks stay.

use std::iter;

use anyhow::{Context as _, Result, ensure};

/// The start of the list of weights.
const BEGINNING: &str = "\nweights! {";
const END: &str = "\n}";
const TOKEN: &str = "S(";

/// A middle-game and an end-game value.
pub(crate) type Pair = (i32, i32);

/// Returns the weights of a source text, in its order.
///
/// # Errors
///
/// If the text has no list of weights, or a weight is not a pair of numbers.
pub(crate) fn parse(source: &str) -> Result<Vec<Pair>> {
    let (_, body, _) = split(source)?;
    pieces(body).filter_map(Piece::token).map(parse_pair).collect()
}

/// Returns the source text with other weights.
///
/// The numbers of a table of several lines are in columns.
///
/// # Errors
///
/// If the text has no list of weights, or not as many as `weights`.
pub(crate) fn rewrite(source: &str, weights: &[Pair]) -> Result<String> {
    let (head, body, tail) = split(source)?;
    let count = pieces(body).filter_map(Piece::token).count();
    ensure!(count == weights.len(), "{count} weights in the source, {} are given", weights.len());
    let mut text = head.to_owned();
    let mut rest = weights;
    for table in tables(body) {
        let count = pieces(table).filter_map(Piece::token).count();
        let (own, others) = rest.split_at(count);
        rest = others;
        write_table(&mut text, table, own);
    }
    text.push_str(tail);
    Ok(text)
}

/// Cuts a source text into the texts before, in and after the list of weights.
fn split(source: &str) -> Result<(&str, &str, &str)> {
    let start = source.find(BEGINNING).context("no list of weights")? + BEGINNING.len();
    let length = source[start..].find(END).context("the list of weights does not end")?;
    let (head, rest) = source.split_at(start);
    let (body, tail) = rest.split_at(length);
    Ok((head, body, tail))
}

/// Cuts the list of weights after each declaration, and after each inner table that ends its line.
fn tables(body: &str) -> impl Iterator<Item = &str> {
    let mut rest = body;
    iter::from_fn(move || {
        let ends = ["],\n", ";\n"].into_iter();
        let end = ends.filter_map(|end| rest.find(end).map(|at| at + end.len())).min();
        let (table, others) = rest.split_at(end.unwrap_or(rest.len()));
        rest = others;
        (!table.is_empty()).then_some(table)
    })
}

/// A part of the list of weights.
#[derive(Clone, Copy)]
enum Piece<'a> {
    /// Anything but a weight.
    Text(&'a str),
    /// A weight, without `S(` and `)`.
    Token(&'a str),
}

impl<'a> Piece<'a> {
    fn token(self) -> Option<&'a str> {
        match self {
            Self::Text(_) => None,
            Self::Token(token) => Some(token),
        }
    }
}

/// Cuts a text into weights and the texts between them. Comments are text, whatever they contain.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    text.split_inclusive('\n').flat_map(|line| {
        let comment = line.find("//").unwrap_or(line.len());
        let (mut code, comment) = line.split_at(comment);
        let mut found = Vec::new();
        while let Some((before, after)) = code.split_once(TOKEN) {
            let (token, rest) = after.split_once(')').unwrap_or((after, ""));
            found.extend([Piece::Text(before), Piece::Token(token)]);
            code = rest;
        }
        found.extend([Piece::Text(code), Piece::Text(comment)]);
        found
    })
}

/// Reads the two numbers of a weight.
fn parse_pair(token: &str) -> Result<Pair> {
    let (middle_game, end_game) = token.split_once(',').with_context(|| token.to_owned())?;
    Ok((middle_game.trim().parse()?, end_game.trim().parse()?))
}

fn write_table(text: &mut String, table: &str, weights: &[Pair]) {
    let digits = |number: i32| number.to_string().len();
    let widest = |part: fn(&Pair) -> i32| weights.iter().map(part).map(digits).max().unwrap_or(0);
    let (left, right) = (widest(|pair| pair.0), widest(|pair| pair.1));
    let has_weight = |line: &&str| pieces(line).any(|piece| piece.token().is_some());
    let rows = table.lines().filter(has_weight).count();
    let mut weights = weights.iter();
    for piece in pieces(table) {
        match piece {
            Piece::Text(unchanged) => text.push_str(unchanged),
            Piece::Token(_) => {
                let (mg, eg) = weights.next().expect("the caller counted the weights");
                text.push_str(&match rows {
                    1 => format!("S({mg}, {eg})"),
                    _ => format!("S({mg:>left$},{eg:>right$})"),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The layout of the evaluation's list, small.
    const SOURCE: &str = "\
//! A value is `S(middle game, end game)`.
use crate::score::S;

weights! {
    /// A pair; like S(9, 9) in text.
    pair: Score = S(26, 52);
    /// A table.
    table: [[Score; 4]; 2] = [
        [ // first; with S(7, 7)
            S(-10,  4), S(  8,  4),
            S(  0,  0), S(  6,  1),
        ],
        [S(1, -20), S(0, 0)],
    ];
    /// A list on one line.
    list: [Score; 3] = [
        S(0, 0), S(3, 0), S(8, 4),
    ];
}

const OUTSIDE: Score = S(5, 5);
";

    #[test]
    fn weights_are_read_in_their_order() {
        let expected =
            [(26, 52), (-10, 4), (8, 4), (0, 0), (6, 1), (1, -20), (0, 0), (0, 0), (3, 0), (8, 4)]
                .to_vec();
        assert_eq!(parse(SOURCE).unwrap(), expected);
    }

    #[test]
    fn layout_survives_other_weights() {
        let weights =
            [(-1, 0), (100, 4), (0, 0), (-1, 2), (5, 60), (1, 2), (-3, 4), (5, -6), (7, 8), (9, 9)];
        let text = rewrite(SOURCE, &weights).unwrap();
        assert_eq!(parse(&text).unwrap(), weights);
        let expected = SOURCE
            .replace("S(26, 52)", "S(-1, 0)")
            .replace("S(-10,  4), S(  8,  4)", "S(100, 4), S(  0, 0)")
            .replace("S(  0,  0), S(  6,  1)", "S( -1, 2), S(  5,60)")
            .replace("S(1, -20), S(0, 0)", "S(1, 2), S(-3, 4)")
            .replace("S(0, 0), S(3, 0), S(8, 4)", "S(5, -6), S(7, 8), S(9, 9)");
        assert_eq!(text, expected);
        assert_eq!(rewrite(&text, &weights).unwrap(), text);
    }

    #[test]
    fn wrong_numbers_of_weights_are_refused() {
        assert!(rewrite(SOURCE, &[(0, 0); 9]).is_err());
        assert!(rewrite(SOURCE, &[(0, 0); 11]).is_err());
        assert!(parse("fn main() {}").is_err());
        assert!(parse("\nweights! {\n a: Score = S(1);\n}").is_err());
    }

    #[test]
    fn list_of_the_evaluation_is_read_and_written() {
        let source = include_str!("../../../../evaluation/src/weights.rs");
        let flat = evaluation::Weights::default().as_flat();
        let compiled: Vec<Pair> =
            flat.iter().map(|weight| (weight.middle_game(), weight.end_game())).collect();
        assert!(parse(source).unwrap() == compiled, "the source and the build have other weights");
        let changed: Vec<Pair> = compiled.iter().map(|(mg, eg)| (mg + 1, -eg)).collect();
        let text = rewrite(source, &changed).unwrap();
        assert!(parse(&text).unwrap() == changed, "{text}");
        assert_eq!(text.lines().count(), source.lines().count());
    }
}
