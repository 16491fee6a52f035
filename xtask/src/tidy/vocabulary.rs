//! Words that must not be in the identifiers of a crate.

use heck::ToSnakeCase;
use proc_macro2::TokenTree;

use crate::source::{Source, each_token};

const CHESS: [&str; 10] =
    ["pawn", "knight", "bishop", "rook", "queen", "king", "castling", "fen", "uci", "chess"];

struct Ban {
    folder: &'static str,
    words: &'static [&'static str],
    why: &'static str,
    /// Whether unit tests may use them, as when a move is given by its text.
    except_tests: bool,
}

const BANS: [Ban; 8] = [
    any_game("crates/zobrist-keys/src/"),
    any_game("crates/tt-core/src/"),
    any_game("crates/tunables/src/"),
    Ban {
        folder: "crates/movegen/src/",
        words: &["score", "search"],
        why: "it knows no score and no search",
        except_tests: false,
    },
    Ban {
        folder: "crates/syzygy/src/",
        words: &["score", "search", "uci"],
        why: "it knows no score, no search and no protocol",
        except_tests: false,
    },
    no_protocol("crates/evaluation/src/"),
    no_protocol("crates/network/src/"),
    no_protocol("crates/search/src/"),
];

const fn any_game(folder: &'static str) -> Ban {
    Ban { folder, words: &CHESS, why: "it serves any game", except_tests: false }
}

const fn no_protocol(folder: &'static str) -> Ban {
    Ban { folder, words: &["uci"], why: "engine-cli alone speaks UCI", except_tests: true }
}

/// Identifiers that hold a word their crate must not know. A plural counts as the word.
pub(super) fn faults(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    for Ban { folder, words, why, except_tests } in &BANS {
        if !source.path.starts_with(folder) {
            continue;
        }
        for (name, line) in identifiers(source, *except_tests) {
            let parts = split(&name);
            let known = parts.iter().find(|part| {
                words.iter().any(|ban| part == ban || part.strip_suffix('s') == Some(ban))
            });
            if let Some(part) = known {
                let path = &source.path;
                faults.push(format!(
                    "{path}:{line}: `{name}` holds the word `{part}`, but {folder}: {why}"
                ));
            }
        }
    }
    faults
}

/// Returns the identifiers of a file and their lines, on request without its unit tests, which end
/// it.
fn identifiers(source: &Source, except_tests: bool) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    each_token(&source.tokens, &mut |token| {
        if let TokenTree::Ident(ident) = token {
            found.push((ident.to_string(), ident.span().start().line));
        }
    });
    let is_end = |pair: &[(String, usize)]| pair[0].0 == "mod" && pair[1].0 == "tests";
    let end = found.windows(2).position(is_end).filter(|_| except_tests);
    found.truncate(end.unwrap_or(found.len()));
    found
}

/// Splits at underscores, digits and the humps of camel case: `UciOption`, `UCIOption` and
/// `uci_option2` are `uci` and `option`. All in lower case.
fn split(identifier: &str) -> Vec<String> {
    let words = identifier.to_snake_case();
    let words = words.split(|letter: char| !letter.is_alphabetic()).map(str::to_owned);
    words.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        faults(&Source::parse(path, text).unwrap()).len()
    }

    #[test]
    fn a_planted_chess_identifier_is_found() {
        for planted in [
            "struct PawnTable;",
            "fn f() { let x = from_fen; }",
            "fn f<'queen>() {}",
            "macro_rules! m { () => { king } }",
            "struct A { bishops: u8 }",
        ] {
            assert_eq!(count("crates/tt-core/src/lib.rs", planted), 1, "{planted}");
            assert_eq!(count("crates/zobrist-keys/src/a/b.rs", planted), 1, "{planted}");
            assert_eq!(count("crates/tunables/src/lib.rs", planted), 1, "{planted}");
        }
        assert_eq!(count("crates/tt-core/src/lib.rs", "const ROOKS: u8 = queens;"), 2);
    }

    #[test]
    fn prose_examples_and_other_crates_may_speak_of_chess() {
        let text = "/// The king.\nfn liking() -> &'static str { \"queen\" } // fen";
        assert_eq!(count("crates/tt-core/src/lib.rs", text), 0);
        assert_eq!(count("crates/tt-core/examples/chess.rs", "fn king() {}"), 0);
        assert_eq!(count("crates/movegen/src/lib.rs", "fn king() {}"), 0);
    }

    #[test]
    fn upper_crates_do_not_reach_into_lower_ones() {
        assert_eq!(count("crates/movegen/src/a.rs", "fn score_move() {}"), 1);
        assert_eq!(count("crates/syzygy/src/a.rs", "fn score(uci: &str) {}"), 2);
        assert_eq!(count("crates/search/src/a.rs", "fn parse_uci() {}"), 1);
        let in_a_test = "fn f() {}\n#[cfg(test)]\nmod tests { fn parse_uci() {} }";
        assert_eq!(count("crates/search/src/a.rs", in_a_test), 0);
        assert_eq!(count("crates/tt-core/src/a.rs", in_a_test), 1);
    }

    #[test]
    fn identifiers_fall_into_words() {
        for (identifier, expected) in [
            ("KING_SIDE", "king side"),
            ("UCIOption", "uci option"),
            ("xor64_table", "xor table"),
            ("parseFEN", "parse fen"),
            ("liking", "liking"),
            ("UciOption", "uci option"),
            ("uci_option2", "uci option"),
        ] {
            assert_eq!(split(identifier).join(" "), expected, "{identifier}");
        }
    }
}
