//! Writes tuned values into the files that the next build includes: `params.txt` of the search and
//! `weights.txt` of the evaluation.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use engine::Numbers;
use search::Tunables;

const KINDS: [&str; 2] = ["numbers of the search", "weights"];

fn texts(numbers: &Numbers) -> [String; 2] {
    let params = numbers.params.iter().map(|(it, value)| format!("{} = {value}\n", it.name));
    [params.collect(), numbers.weights.text().to_string()]
}

/// Makes sure that files hold the numbers that this program was built with.
pub(super) fn check(paths: &[PathBuf]) -> Result<()> {
    paths.iter().try_for_each(|path| kind(path).map(drop))
}

/// Returns the kind of a file with the numbers of this build.
fn kind(path: &Path) -> Result<usize> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| name.to_string())?;
    let kind = texts(&Numbers::default()).iter().position(|built| *built == text);
    kind.with_context(|| format!("{name}: expected the numbers or the weights of this build"))
}

/// Writes these numbers into the files. No file is written unless each of them holds numbers of the
/// build, and together they hold every number that differs from the build's.
pub(super) fn rewrite(paths: &[PathBuf], numbers: &Numbers) -> Result<()> {
    let kinds = paths.iter().map(|path| kind(path)).collect::<Result<Vec<_>>>()?;
    let (built, tuned) = (texts(&Numbers::default()), texts(numbers));
    for (kind, what) in KINDS.into_iter().enumerate() {
        let is_held = built[kind] == tuned[kind] || kinds.contains(&kind);
        ensure!(is_held, "{what} have changed, and no file to rewrite holds them");
    }
    for (path, kind) in paths.iter().zip(kinds) {
        fs::write(path, &tuned[kind]).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use search::Params;

    use super::*;
    use crate::spsa::numbers::with;

    const SEARCH: &str = include_str!("../../../../search/src/params.txt");
    const EVALUATION: &str = include_str!("../../../../evaluation/src/weights.txt");

    #[test]
    fn each_file_gets_its_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["params.txt", "weights.txt"].map(|name| folder.path().join(name));
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

        let line = |value: i32| format!("razor_base = {value}\n");
        let expected = SEARCH.replace(&line(razor_base), &line(razor_base + 1));
        assert_eq!(fs::read_to_string(search).unwrap(), expected);
        let written = fs::read_to_string(evaluation).unwrap();
        assert!(written != EVALUATION && written.contains("\ntempo = -77 "), "{written}");

        // The files now differ from the build: nothing may be written, not even to a good one.
        let fault = format!("{:#}", rewrite(&paths, &Numbers::default()).unwrap_err());
        assert!(fault.contains("params.txt: expected the numbers"), "{fault}");
        fs::write(search, SEARCH).unwrap();
        let numbers = with(Numbers::default(), [("null_base", null_base + 1)]).unwrap();
        assert!(rewrite(&paths, &numbers).is_err());
        assert_eq!(fs::read_to_string(search).unwrap(), SEARCH);
    }
}
