//! What must not stand in the code: words that a crate does not know, constructs that nobody uses.

use super::source::{Source, Word};
use super::words;

/// The words of chess, for crates that serve any game.
const CHESS: [&str; 10] =
    ["pawn", "knight", "bishop", "rook", "queen", "king", "castling", "fen", "uci", "chess"];

/// A ban of words in the identifiers of a crate's sources.
struct Ban {
    folder: &'static str,
    words: &'static [&'static str],
    why: &'static str,
    /// Whether unit tests may use them all the same, as when a move is given by its text.
    except_tests: bool,
}

const BANS: [Ban; 6] = [
    any_game("crates/zobrist-keys/src/"),
    any_game("crates/tt-core/src/"),
    any_game("crates/tunables/src/"),
    Ban {
        folder: "crates/movegen/src/",
        words: &["score", "search"],
        why: "it knows no score and no search",
        except_tests: false,
    },
    no_protocol("crates/evaluation/src/"),
    no_protocol("crates/search/src/"),
];

const fn any_game(folder: &'static str) -> Ban {
    Ban { folder, words: &CHESS, why: "it serves any game", except_tests: false }
}

const fn no_protocol(folder: &'static str) -> Ban {
    Ban { folder, words: &["uci"], why: "engine-cli alone speaks UCI", except_tests: true }
}

/// Whole identifiers that a crate must not use, where the word itself is an ordinary one.
const NAMES: [(&str, &str, &str); 1] =
    [("crates/pawn-hash/src/", "Position", "it takes two sets of pawns and a key")];

/// Identifiers that hold a word their crate must not know. A plural counts as the word.
pub(super) fn words(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    for Ban { folder, words, why, except_tests } in &BANS {
        let end = if *except_tests { source.start_of_tests() } else { source.code.len() };
        let in_folder = source.path.starts_with(folder);
        for word in source.words().take_while(|word| in_folder && word.start < end) {
            let parts = words::split(word.text);
            let known = parts.iter().find(|part| {
                words.iter().any(|ban| part == ban || part.strip_suffix('s') == Some(ban))
            });
            if let Some(part) = known {
                let what = format!("`{}` holds the word `{part}`, but {folder}: {why}", word.text);
                faults.push(source.fault(word.start, &what));
            }
        }
    }
    for (folder, name, why) in NAMES.iter().filter(|ban| source.path.starts_with(ban.0)) {
        for word in source.words().filter(|word| word.text == *name) {
            faults.push(source.fault(word.start, &format!("`{name}` in {folder}: {why}")));
        }
    }
    faults
}

/// Constructs that no file may hold, and state that no crate may.
pub(super) fn constructs(source: &Source) -> Vec<String> {
    source
        .words()
        .filter_map(|word| Some(source.fault(word.start, construct(source, word)?)))
        .collect()
}

fn construct(source: &Source, word: Word<'_>) -> Option<&'static str> {
    let after = source.after(word);
    match word.text {
        "static" if keyword(after) == "mut" => Some("`static mut`: hand the state to who needs it"),
        "static" if in_sources(source) && is_shared_state(after) => {
            Some("a static that changes is global state: hand it to who needs it")
        }
        "thread_local" if in_sources(source) => Some("thread-local state: hand it to who needs it"),
        "todo" | "unimplemented" if after.starts_with('!') => Some("unfinished code"),
        "use" if is_public(source, word) && statement(after).contains('*') => {
            Some("a re-export names what it re-exports, never `*`")
        }
        "allow" | "expect" if is_attribute(source, word) && !gives_a_reason(after) => {
            Some("a lint is switched off without `reason = \"…\"`")
        }
        _ => None,
    }
}

/// The word at the start of `code`.
fn keyword(code: &str) -> &str {
    super::lexer::words(code).next().filter(|(start, _)| *start == 0).map_or("", |(_, word)| word)
}

/// The code up to the end of its statement.
fn statement(code: &str) -> &str {
    code.split(';').next().unwrap_or_default()
}

/// Whether the file is part of a crate; a test may count what an allocator does, say.
fn in_sources(source: &Source) -> bool {
    source.path.starts_with("crates/") && source.path.contains("/src/")
}

/// Whether the type of a static, `NAME: Type = value`, lets its value change.
fn is_shared_state(after: &str) -> bool {
    let declared = statement(after).split('=').next().unwrap_or_default();
    super::lexer::words(declared).any(|(_, word)| {
        word.starts_with("Atomic")
            || word.starts_with("Once")
            || word.starts_with("Lazy")
            || word.ends_with("Cell")
            || ["Mutex", "RwLock"].contains(&word)
    })
}

/// Whether `pub` or `pub(…)` stands before the word.
fn is_public(source: &Source, word: Word<'_>) -> bool {
    let before = source.code[..word.start].trim_end();
    let before = match before.strip_suffix(')') {
        Some(scoped) => scoped.rsplit_once('(').map_or("", |(head, _)| head).trim_end(),
        None => before,
    };
    before.ends_with("pub")
}

/// Whether the word opens an attribute: `#[allow(` or `#![allow(`.
fn is_attribute(source: &Source, word: Word<'_>) -> bool {
    let before = source.code[..word.start].trim_end();
    before.ends_with("#[") || before.ends_with("#![")
}

fn gives_a_reason(after: &str) -> bool {
    let attribute = after.split(']').next().unwrap_or_default();
    super::lexer::words(attribute).any(|(_, word)| word == "reason")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word_faults(path: &str, text: &str) -> usize {
        words(&Source::new(path, text)).len()
    }

    fn construct_faults(text: &str) -> usize {
        constructs(&Source::new("crates/tt-core/src/lib.rs", text)).len()
    }

    #[test]
    fn a_planted_chess_identifier_is_found() {
        for planted in ["fn king() {}", "struct PawnTable;", "let x = from_fen;", "use a::UCI;"] {
            assert_eq!(word_faults("crates/tt-core/src/lib.rs", planted), 1, "{planted}");
            assert_eq!(word_faults("crates/zobrist-keys/src/a/b.rs", planted), 1, "{planted}");
            assert_eq!(word_faults("crates/tunables/src/lib.rs", planted), 1, "{planted}");
        }
        assert_eq!(word_faults("crates/tt-core/src/lib.rs", "let rooks = queens;"), 2);
    }

    #[test]
    fn prose_examples_and_other_crates_may_speak_of_chess() {
        let text = "/// The king.\nfn liking() -> &'static str { \"queen\" } // fen";
        assert_eq!(word_faults("crates/tt-core/src/lib.rs", text), 0);
        assert_eq!(word_faults("crates/tt-core/examples/chess.rs", "fn king() {}"), 0);
        assert_eq!(word_faults("crates/movegen/src/lib.rs", "fn king() {}"), 0);
    }

    #[test]
    fn upper_crates_do_not_reach_into_lower_ones() {
        assert_eq!(word_faults("crates/movegen/src/a.rs", "fn score_move() {}"), 1);
        assert_eq!(word_faults("crates/search/src/a.rs", "fn parse_uci() {}"), 1);
        let in_a_test = "fn f() {}\n#[cfg(test)]\nmod tests { fn parse_uci() {} }";
        assert_eq!(word_faults("crates/search/src/a.rs", in_a_test), 0);
        assert_eq!(word_faults("crates/tt-core/src/a.rs", in_a_test), 1);
        assert_eq!(word_faults("crates/pawn-hash/src/a.rs", "fn f(p: &Position) {}"), 1);
        assert_eq!(word_faults("crates/pawn-hash/src/a.rs", "a.iter().position(f)"), 0);
    }

    #[test]
    fn each_planted_construct_is_found() {
        for planted in [
            "static mut X: u8 = 0;",
            "static X: AtomicU64 = AtomicU64::new(0);",
            "static X: std::sync::OnceLock<u8> = f();",
            "static X: [Mutex<u8>; 2] = f();",
            "thread_local! { }",
            "fn f() { todo!() }",
            "fn f() { unimplemented!(\"x\") }",
            "pub use a::*;",
            "pub(crate) use a::{b, c::*};",
            "#[allow(dead_code)] fn f() {}",
            "#![expect(dead_code)]",
        ] {
            assert_eq!(construct_faults(planted), 1, "{planted}");
        }
    }

    #[test]
    fn what_resembles_them_is_free() {
        for innocent in [
            "fn f(x: &'static mut u8) {}",
            "static X: [u64; 2] = [0; 2];",
            "static X: u64 = AtomicU64::LIMIT;",
            "use a::*;",
            "pub use a::b;",
            "fn todo() {}",
            "let x = option.expect(\"a reason\");",
            "#[expect(dead_code, reason = \"b\")] fn f() {}",
            "#[allow(\n    a,\n    b,\n    reason = \"b\"\n)]",
            "// static mut X",
        ] {
            assert_eq!(construct_faults(innocent), 0, "{innocent}");
        }
        for state in ["static X: AtomicU64 = f();", "thread_local! {}"] {
            assert!(constructs(&Source::new("crates/tt-core/tests/a.rs", state)).is_empty());
        }
    }
}
