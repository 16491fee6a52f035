//! [`Output`]: the lines that a session writes.

use std::fmt::Display;

/// The longest text of an `info string`, in characters; the rest is cut.
const LONGEST_INFO: usize = 400;

/// The receiver of a session's lines, from any thread.
pub trait Output: Clone + Send + 'static {
    /// Writes whole lines, each with its end; they stay together.
    fn write(&self, lines: &str);

    /// Writes `text` and a line end. `text` may hold several lines.
    fn line(&self, text: impl Display) {
        self.write(&format!("{text}\n"));
    }

    /// Writes one `info string` line. Control characters are replaced and a long text is cut, so
    /// that one readable line goes out, whatever the text.
    fn info_string(&self, text: impl Display) {
        let text = text.to_string();
        let mut shown: String = text
            .chars()
            .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
            .take(LONGEST_INFO)
            .collect();
        if text.chars().nth(LONGEST_INFO).is_some() {
            shown.push_str("...");
        }
        self.line(format_args!("info string {shown}"));
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// An output whose text a test can read.
    #[derive(Clone, Default)]
    pub(crate) struct Capture(Arc<Mutex<String>>);

    impl Capture {
        /// Returns the output so far.
        pub(crate) fn text(&self) -> String {
            self.0.lock().unwrap().clone()
        }
    }

    impl Output for Capture {
        fn write(&self, lines: &str) {
            self.0.lock().unwrap().push_str(lines);
        }
    }

    #[test]
    fn info_string_is_one_short_line() {
        let capture = Capture::default();
        capture.info_string(format_args!("a\nb\0c{}", "x".repeat(1000)));
        let text = capture.text();
        assert_eq!(text.matches('\n').count(), 1);
        assert!(text.starts_with("info string a\u{fffd}b\u{fffd}cxxx"), "{text}");
        assert!(text.ends_with("...\n") && text.chars().count() < 450, "{text}");
    }
}
