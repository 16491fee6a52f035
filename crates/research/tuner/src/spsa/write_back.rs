//! Puts tuned values into the sources, and into the text that programs read.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use engine::Numbers;
use search::{Params, Tunables};

use super::source;
use crate::texel::weights_file;

/// A source file that declares numbers.
struct Declaring<'a> {
    path: &'a Path,
    text: String,
    kind: Kind,
}

/// Which numbers a source declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Search,
    Evaluation,
}

/// Makes sure that source files declare the numbers that this program was built with.
///
/// # Errors
/// If one cannot be read, declares no numbers, or declares others than this program has.
pub(super) fn check(paths: &[PathBuf]) -> Result<()> {
    paths.iter().try_for_each(|path| Declaring::read(path).map(drop))
}

/// Replaces the numbers in the source files by these. No file is written unless each of them can
/// be, and together they declare every number that differs from the build's.
///
/// # Errors
/// As those of [`check`]; and if a number has changed that none of the files declares, or a file
/// cannot be written.
pub(super) fn rewrite(paths: &[PathBuf], numbers: &Numbers) -> Result<()> {
    let sources = paths.iter().map(|path| Declaring::read(path)).collect::<Result<Vec<_>>>()?;
    let built = Numbers::default();
    for (kind, what, changed) in [
        (Kind::Search, "numbers of the search", numbers.params != built.params),
        (Kind::Evaluation, "weights", numbers.weights != built.weights),
    ] {
        let declared = sources.iter().any(|source| source.kind == kind);
        ensure!(declared || !changed, "{what} have changed, and no file to rewrite declares them");
    }
    let texts = sources.iter().map(|source| source.with(numbers)).collect::<Result<Vec<_>>>()?;
    for (source, text) in sources.iter().zip(texts) {
        fs::write(source.path, text).with_context(|| source.path.display().to_string())?;
    }
    Ok(())
}

impl<'a> Declaring<'a> {
    fn read(path: &'a Path) -> Result<Self> {
        let name = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(name)?;
        let is_search = text.contains(source::BEGINNING);
        let kind = if is_search { Kind::Search } else { Kind::Evaluation };
        let source = Self { path, text, kind };
        source.check().with_context(name)?;
        Ok(source)
    }

    fn check(&self) -> Result<()> {
        match self.kind {
            Kind::Search => {
                let built: Vec<_> = Params::ALL.iter().map(|it| (it.name, it.default)).collect();
                let declared = source::parse(&self.text)?;
                for ((name, there), (ours, here)) in declared.iter().zip(&built) {
                    ensure!(name == ours, "{name} stands where this build has {ours}");
                    ensure!(there == here, "{name} = {there}, but {here} in this build");
                }
                ensure!(declared.len() == built.len(), "this build has other numbers");
            }
            Kind::Evaluation => {
                let declared = weights_file::parse(&self.text)?;
                let built = pairs(&Numbers::default());
                ensure!(declared == built, "it has other weights than this build");
            }
        }
        Ok(())
    }

    fn with(&self, numbers: &Numbers) -> Result<String> {
        match self.kind {
            Kind::Search => {
                let values: Vec<_> =
                    numbers.params.iter().map(|(it, value)| (it.name, value)).collect();
                source::rewrite(&self.text, &values)
            }
            Kind::Evaluation => weights_file::rewrite(&self.text, &pairs(numbers)),
        }
    }
}

/// Returns the weights as the source has them.
fn pairs(numbers: &Numbers) -> Vec<(i32, i32)> {
    let flat = numbers.weights.as_flat();
    flat.iter().map(|weight| (weight.middle_game(), weight.end_game())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::numbers::with;

    const SEARCH: &str = include_str!("../../../../search/src/params.rs");
    const EVALUATION: &str = include_str!("../../../../evaluation/src/weights.rs");

    #[test]
    fn each_source_gets_its_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["params.rs", "weights.rs"].map(|name| folder.path().join(name));
        let [search, evaluation] = &paths;
        fs::write(search, SEARCH).unwrap();
        fs::write(evaluation, EVALUATION).unwrap();
        check(&paths).unwrap();

        let Params { razor_base, null_base, .. } = Params::default();
        let numbers = with(Numbers::default(), [("razor_base", razor_base + 1)]).unwrap();
        let missing = rewrite(&paths[1..], &numbers).unwrap_err().to_string();
        assert!(missing.starts_with("numbers of the search have changed"), "{missing}");
        let numbers = with(numbers, [("eval.tempo.mg", -77)]).unwrap();
        rewrite(&paths, &numbers).unwrap();

        let line = |value: i32| format!("razor_base: {value}, ");
        let expected = SEARCH.replace(&line(razor_base), &line(razor_base + 1));
        assert_eq!(fs::read_to_string(search).unwrap(), expected);
        let written = weights_file::parse(&fs::read_to_string(evaluation).unwrap()).unwrap();
        assert_eq!(written, pairs(&numbers));

        // The files now differ from the build: nothing may be written, not even to a good one.
        let fault = format!("{:#}", rewrite(&paths, &Numbers::default()).unwrap_err());
        assert!(fault.contains("params.rs: razor_base = "), "{fault}");
        fs::write(search, SEARCH).unwrap();
        let numbers = with(Numbers::default(), [("null_base", null_base + 1)]).unwrap();
        assert!(rewrite(&paths, &numbers).is_err());
        assert_eq!(fs::read_to_string(search).unwrap(), SEARCH);
    }
}
