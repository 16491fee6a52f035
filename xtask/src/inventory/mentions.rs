//! The things that a cell of the inventory names in backticks.

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// The crate that was named last before it, as `crate:`.
    pub(super) krate: Option<String>,
    pub(super) text: String,
    pub(super) kind: Kind,
}

/// The kind of thing that it must be, by its form.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word in lower case with underscores: the name of a test.
    Test(String),
    /// With a slash or `.rs`: a file or a folder of the crate, or of its `src`.
    File(String),
    /// With a hyphen, or arguments after it: a verb of the crate.
    Verb(String),
    /// Begins with `cargo xtask`.
    Xtask(String),
    /// Comes after "fuzz target".
    FuzzTarget(String),
    /// Anything else: items of the crate, such as `Table::probe`.
    Item(Vec<String>),
}

/// Reads a cell. `crates` are the names that may come before a colon.
pub(super) fn of(cell: &str, crates: &[&String]) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut krate = None;
    for (at, part) in cell.split('`').enumerate() {
        if at % 2 == 0 {
            for clause in part.split_inclusive(['.', ';']) {
                krate = crate_in(clause, crates).or(krate);
            }
        } else {
            let before = cell.split('`').nth(at - 1).unwrap_or_default().trim_end();
            let kind = kind_of(part, before.ends_with("fuzz target"));
            found.push(Mention { krate: krate.clone(), text: part.to_owned(), kind });
        }
    }
    found
}

/// Returns the crate that a text names last, with a colon behind it.
fn crate_in(text: &str, crates: &[&String]) -> Option<String> {
    let before = text.rsplit_once(':')?.0;
    let word = before.rsplit([' ', '(', '.']).next()?;
    crates.iter().find(|name| name.as_str() == word).map(|name| (*name).clone())
}

fn kind_of(text: &str, fuzz_target: bool) -> Kind {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if text.starts_with("cargo xtask ") {
        Kind::Xtask(text.to_owned())
    } else if fuzz_target {
        Kind::FuzzTarget(text.to_owned())
    } else if text.contains('/') || text.ends_with(".rs") {
        Kind::File(text.to_owned())
    } else if text.contains('_') && text.chars().all(lower) {
        Kind::Test(text.to_owned())
    } else if text.contains([' ', '-']) {
        Kind::Verb(text.split(' ').next().unwrap_or_default().to_owned())
    } else {
        let names = text.split(|c| !is_word(c)).filter(|name| !name.is_empty());
        Kind::Item(names.map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(cell: &str) -> Vec<(Option<String>, Kind)> {
        let crates = ["movegen", "lab", "tt-core"].map(str::to_owned);
        let mentions = of(cell, &crates.iter().collect::<Vec<_>>());
        mentions.into_iter().map(|mention| (mention.krate, mention.kind)).collect()
    }

    #[test]
    fn each_form_is_told_from_the_others() {
        let of_core = |kind| (Some("tt-core".to_owned()), kind);
        let cell = "tt-core: `tests/a.rs`, `it_holds_for_all` (`Table::probe`), `index.rs`";
        assert_eq!(
            kinds(cell),
            [
                of_core(Kind::File("tests/a.rs".into())),
                of_core(Kind::Test("it_holds_for_all".into())),
                of_core(Kind::Item(vec!["Table".into(), "probe".into()])),
                of_core(Kind::File("index.rs".into())),
            ]
        );
    }
}
