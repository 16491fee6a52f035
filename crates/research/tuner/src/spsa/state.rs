//! A run in its file: what it was begun with, and how far it has come.
//!
//! The file is text, `key = value` on each line: after a line that names the format the settings,
//! the numbers in OpenBench's notation, the progress, and a checksum over all that. It is replaced
//! as a whole, so a run that is killed leaves the last file or the one before.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use tempfile::NamedTempFile;
use zobrist_keys::mix;

use super::descent::Progress;
use super::parameter::Parameter;

const FORMAT: &str = "palimpsest spsa 1";
const CHECKSUM: &str = "checksum = ";
/// The keys that are no settings.
const PARAMETER: &str = "parameter";
const PAIRS: &str = "pairs played";
const RESULTS: &str = "pairs by half points";
const THETA: &str = "values";

/// The settings that decide a run's games beside its numbers: names and values, as in the file.
pub(super) type Settings = Vec<(String, String)>;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    pub(super) settings: Settings,
    pub(super) parameters: Vec<Parameter>,
    pub(super) progress: Progress,
}

impl State {
    /// Creates a run of which nothing has been played.
    pub(super) fn new(settings: Settings, parameters: Vec<Parameter>) -> Self {
        let progress = Progress::start(&parameters);
        Self { settings, parameters, progress }
    }

    /// Returns the run in a file; `None` if the file does not exist.
    pub(super) fn read(path: &Path) -> Result<Option<Self>> {
        let name = || path.display().to_string();
        match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            text => Self::parse(&text.with_context(name)?).with_context(name).map(Some),
        }
    }

    /// Replaces the file by this run.
    ///
    /// # Errors
    /// If it cannot be written. Then the file is as it was.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let write = || -> Result<()> {
            let mut file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
            file.write_all(self.text().as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(path)?;
            Ok(())
        };
        write().with_context(|| path.display().to_string())
    }

    pub(super) fn setting(&self, key: &str) -> Result<&str> {
        let found = self.settings.iter().find(|(other, _)| other == key);
        found.map(|(_, value)| value.as_str()).with_context(|| format!("it has no {key:?}"))
    }

    /// Makes sure that the run is the one that these settings and numbers would begin.
    ///
    /// # Errors
    /// If not. The message names the first difference.
    pub(super) fn check(&self, settings: &Settings, parameters: &[Parameter]) -> Result<()> {
        for (key, value) in settings {
            let begun = self.setting(key)?;
            ensure!(begun == value, "the run was begun with {key} = {begun}, not {value}");
        }
        let lines = |parameters: &[Parameter]| -> Vec<String> {
            parameters.iter().map(Parameter::to_string).collect()
        };
        let (begun, given) = (lines(&self.parameters), lines(parameters));
        for (begun, given) in begun.iter().zip(&given) {
            ensure!(begun == given, "the run was begun with {begun:?}, not {given:?}");
        }
        let [begun, given] = [begun.len(), given.len()];
        ensure!(begun == given, "the run was begun with {begun} numbers, not {given}");
        Ok(())
    }

    fn text(&self) -> String {
        let Progress { pairs, results, theta } = &self.progress;
        let parameters = self.parameters.iter().map(|it| (PARAMETER, it.to_string()));
        let progress =
            [(PAIRS, pairs.to_string()), (RESULTS, words(results)), (THETA, words(theta))];
        let settings = self.settings.iter().map(|(key, value)| (key.as_str(), value.clone()));
        let lines = settings.chain(parameters).chain(progress);
        let lines: String = lines.map(|(key, value)| format!("{key} = {value}\n")).collect();
        let text = format!("{FORMAT}\n{lines}");
        let sum = checksum(text.as_bytes());
        text + &format!("{CHECKSUM}{sum:016x}\n")
    }

    fn parse(text: &str) -> Result<Self> {
        ensure!(text.lines().next() == Some(FORMAT), "not a run of the verb spsa");
        let end = text.rfind(CHECKSUM).context("the file ends early")?;
        let (body, sum) = (&text[..end], text[end + CHECKSUM.len()..].trim_end());
        ensure!(
            sum == format!("{:016x}", checksum(body.as_bytes())),
            "the file is damaged: wrong checksum"
        );
        let (mut settings, mut parameters) = (Settings::new(), Vec::new());
        let mut pairs = None;
        let mut results = None;
        let mut theta = None;
        for line in body.lines().skip(1) {
            let (key, value) = line.split_once(" = ").with_context(|| line.to_owned())?;
            match key {
                PARAMETER => parameters.push(Parameter::parse(value)?),
                PAIRS => pairs = Some(value.parse()?),
                RESULTS => results = Some(numbers(value)?),
                THETA => theta = Some(numbers(value)?),
                _ => settings.push((key.to_owned(), value.to_owned())),
            }
        }
        let theta: Vec<f64> = theta.context(THETA)?;
        ensure!(theta.len() == parameters.len(), "{} values", theta.len());
        let results: Vec<u64> = results.context(RESULTS)?;
        let results = <[u64; 5]>::try_from(results).ok().context(RESULTS)?;
        let progress = Progress { pairs: pairs.context(PAIRS)?, results, theta };
        Ok(Self { settings, parameters, progress })
    }
}

/// Numbers with a space between them. A fraction is written with as many digits as it needs to be
/// read back as it was.
fn words<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn numbers<T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    text: &str,
) -> Result<Vec<T>> {
    let read = |word: &str| word.parse().with_context(|| word.to_owned());
    text.split_whitespace().map(read).collect()
}

/// Returns a mixed chain over the bytes.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |sum, &byte| mix(sum.rotate_left(1) ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::descent::tests::{descent, pair};
    use crate::spsa::gains::Gains;

    fn state() -> State {
        let settings = [("seed", "5"), ("openings", "book = of mine")];
        let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
        let mut state = State::new(settings, descent(100, 0.01).parameters);
        state.progress.theta = vec![1.0 / 3.0, 1e-7, -500.0];
        state.progress.results = [1, 2, 3, 4, 5];
        state.progress.pairs = 15;
        state
    }

    #[test]
    fn a_run_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        assert_eq!(State::read(&path).unwrap(), None);
        state().write(&path).unwrap();
        assert_eq!(State::read(&path).unwrap(), Some(state()));
        assert_eq!(state().setting("openings").unwrap(), "book = of mine");
    }

    #[test]
    fn every_damage_is_an_error() {
        let text = state().text();
        assert!(State::parse(&text).is_ok());
        for (at, _) in text.char_indices().filter(|(at, _)| *at + 1 < text.len()) {
            assert!(State::parse(&text[..at]).is_err(), "cut at {at}");
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let damaged = String::from_utf8(bytes).unwrap();
            assert!(State::parse(&damaged).is_err(), "byte {at}");
        }
    }

    #[test]
    fn other_arguments_are_named() {
        let begun = state();
        begun.check(&begun.settings, &begun.parameters).unwrap();
        let fault = |change: &dyn Fn(&mut State)| {
            let mut other = state();
            change(&mut other);
            begun.check(&other.settings, &other.parameters).unwrap_err().to_string()
        };
        let seed = fault(&|state| state.settings[0].1 = "6".to_owned());
        assert_eq!(seed, "the run was begun with seed = 5, not 6");
        assert!(fault(&|state| state.parameters[1].max += 1).contains("\"b, int, 30, 10, 50, "));
        assert!(fault(&|state| state.parameters.truncate(2)).contains("3 numbers, not 2"));
    }

    #[test]
    fn a_run_that_was_stopped_comes_to_the_same_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let best = [110.0, 28.0, -400.0];
        let play = |from: State, batches: u64| {
            let mut run = descent(500, 0.1);
            run.gains = Gains::new(500, 0.1);
            run.progress = from.progress;
            for _ in 0..batches {
                let parameters = &from.parameters;
                run.advance(|iteration| Ok(pair(parameters, iteration, &best))).unwrap();
            }
            State { progress: run.progress, ..from }
        };
        let start = State::new(Settings::new(), descent(500, 0.1).parameters);
        let whole = play(start.clone(), 63);
        assert_eq!(whole.progress.pairs, 500);
        let mut parts = start;
        for batches in [1, 30, 2, 0, 30] {
            play(parts, batches).write(&path).unwrap();
            parts = State::read(&path).unwrap().expect("it was written");
        }
        assert_eq!(parts, whole);
    }
}
