//! How many tests ran, read from what cargo prints.

use std::fmt::{self, Display};

/// Counts of tests, summed over the test programs of a run.
#[derive(Default, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    failed: u64,
    ignored: u64,
}

impl Tally {
    /// Sums the lines `test result: ok. 5 passed; 0 failed; 1 ignored; …` of `printed`.
    pub(crate) fn of(printed: &str) -> Self {
        let mut tally = Self::default();
        for line in printed.lines().filter(|line| line.starts_with("test result:")) {
            let words: Vec<&str> = line.split([' ', ';']).filter(|word| !word.is_empty()).collect();
            let count = |what| {
                let place = words.iter().position(|&word| word == what)?;
                words.get(place.checked_sub(1)?)?.parse::<u64>().ok()
            };
            tally.passed += count("passed").unwrap_or(0);
            tally.failed += count("failed").unwrap_or(0);
            tally.ignored += count("ignored").unwrap_or(0);
        }
        tally
    }

    /// Adds the counts of another run.
    pub(crate) fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.ignored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_every_test_program_are_summed() {
        let printed = "running 3 tests\n...\ntest result: ok. 3 passed; 0 failed; 1 ignored; \
                       0 measured; 0 filtered out; finished in 0.00s\n\n\
                       test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; \
                       0 filtered out; finished in 1.20s\n";
        assert_eq!(Tally::of(printed).to_string(), "7 passed, 2 failed, 1 skipped");
    }
}
