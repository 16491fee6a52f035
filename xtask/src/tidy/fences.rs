//! The fenced blocks of a Markdown text, and which of them are Rust that a test runs.

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fence {
    /// The line that opens it, from 1.
    pub(super) line: usize,
    info: String,
}

/// Words that rustdoc takes behind the backticks of a block of Rust.
const OF_RUST: [&str; 5] = ["rust", "should_panic", "compile_fail", "no_run", "ignore"];

impl Fence {
    pub(super) fn is_rust(&self) -> bool {
        let of_rust = |word: &str| {
            OF_RUST.contains(&word.split('-').next().unwrap_or_default())
                || word.starts_with("edition")
                || word.strip_prefix('E').is_some_and(|code| code.parse::<u32>().is_ok())
        };
        self.words().all(of_rust)
    }

    /// Returns whether it is Rust that nothing runs.
    pub(super) fn is_left_out(&self) -> bool {
        self.is_rust() && self.words().any(|word| word.starts_with("ignore") || word == "no_run")
    }

    /// Returns whether it is Rust that runs, which one that must not compile does not.
    pub(super) fn runs(&self) -> bool {
        self.is_rust() && !self.is_left_out() && self.words().all(|word| word != "compile_fail")
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.info.split([',', ' ']).filter(|word| !word.is_empty())
    }
}

pub(super) fn of(text: &str) -> Vec<Fence> {
    let mut found = Vec::new();
    let mut open: Option<Fence> = None;
    for (line, row) in (1..).zip(text.lines()) {
        let info = row.trim_start().strip_prefix("```");
        match (&mut open, info) {
            (None, Some(info)) => {
                open = Some(Fence { line, info: info.trim().to_owned() });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (_, None) => {}
        }
    }
    found
}

/// Returns a text with the blocks emptied, its lines where they were.
pub(super) fn without(text: &str) -> String {
    let mut inside = false;
    let keep = text.lines().map(|row| {
        let border = row.trim_start().starts_with("```");
        let row = if inside || border { "" } else { row };
        inside ^= border;
        row
    });
    keep.collect::<Vec<_>>().join("\n")
}

pub(super) fn documentation(source: &str) -> String {
    let comment = |row: &str| {
        let row = row.trim_start();
        let text = row.strip_prefix("///").or_else(|| row.strip_prefix("//!"));
        text.unwrap_or_default().to_owned()
    };
    source.lines().map(comment).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_runs_unless_it_says_otherwise() {
        let of = |info: &str| of(&format!("```{info}\nlet a = 1;\n```\n")).remove(0);
        for info in ["", "rust", "should_panic", "rust,edition2024"] {
            assert!(of(info).runs(), "{info}");
        }
        for info in ["ignore", "rust,no_run", "ignore-windows"] {
            assert!(of(info).is_left_out() && !of(info).runs(), "{info}");
        }
        let refused = of("compile_fail,E0277");
        assert!(refused.is_rust() && !refused.runs() && !refused.is_left_out());
        for info in ["text", "sh", "toml"] {
            assert!(!of(info).is_rust(), "{info}");
        }
    }

    #[test]
    fn blocks_have_their_lines_and_are_left_out_of_the_prose() {
        let text = "a\n```sh\nmake\n```\nb\n\n```\nlet a = 1;\n```\n";
        assert_eq!(of(text).iter().map(|fence| fence.line).collect::<Vec<_>>(), [2, 7]);
        assert_eq!(without(text), "a\n\n\n\nb\n\n\n\n");
    }

    #[test]
    fn documentation_keeps_its_lines() {
        assert_eq!(documentation("fn f() {\n    /// One.\n// no\n//! Two."), "\n One.\n\n Two.");
    }
}
