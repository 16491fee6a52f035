//! Which numbers a run tunes.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use super::numbers::{declared, limits};
use super::parameter::Parameter;

/// `C_end`, in declared steps, and `R_end` of the numbers that are named.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub(super) steps: f64,
    pub(super) r_end: f64,
}

/// Returns the numbers called `names`, as they are declared, and those of a file of OpenBench's
/// lines, in which empty lines and those that begin with `#` are passed over.
pub(super) fn select(names: &[String], ends: Ends, lines: Option<&Path>) -> Result<Vec<Parameter>> {
    let named = names.iter().map(|name| declared(name, ends.steps, ends.r_end));
    let mut selected = named.collect::<Result<Vec<Parameter>>>()?;
    if let Some(path) = lines {
        let name = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(name)?;
        selected.extend(read(&text).with_context(name)?);
    }
    ensure!(!selected.is_empty(), "there is no number to tune");
    for (index, parameter) in selected.iter().enumerate() {
        parameter.check()?;
        let name = &parameter.name;
        let repeated = selected[..index].iter().any(|other| other.name == *name);
        ensure!(!repeated, "{name} is named twice");
    }
    Ok(selected)
}

/// Returns the numbers of OpenBench's lines.
fn read(text: &str) -> Result<Vec<Parameter>> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let parse = |(number, line): (usize, &str)| {
        let parameter = Parameter::parse(line).and_then(within_limits);
        parameter.with_context(|| format!("line {number}"))
    };
    lines.map(parse).collect()
}

/// Checks the range, which may be narrower than the declared one, not wider.
fn within_limits(parameter: Parameter) -> Result<Parameter> {
    let [least, most] = limits(&parameter.name)?;
    let Parameter { name, min, max, .. } = &parameter;
    ensure!(
        least <= *min && *max <= most,
        "{name}: the range {min}..={max} goes beyond {least}..={most}"
    );
    Ok(parameter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    const ENDS: Ends = Ends { steps: 1.0, r_end: 0.002 };

    #[test]
    fn numbers_come_by_name_and_by_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        fs::write(&path, "# margins\n\neval.tempo.mg, int, 16, 0, 40, 3, 0.004\n").unwrap();
        let selected =
            select(&names(&["razor_base"]), Ends { steps: 2.0, r_end: 0.01 }, Some(&path)).unwrap();
        let lines: Vec<String> = selected.iter().map(Parameter::to_string).collect();
        assert!(lines[0].starts_with("razor_base, int, ") && lines[0].ends_with(", 40, 0.01"));
        assert_eq!(lines[1..], ["eval.tempo.mg, int, 16, 0, 40, 3, 0.004"]);
    }

    #[test]
    fn what_cannot_be_tuned_is_refused() {
        let fault = |given: &[&str]| select(&names(given), ENDS, None).unwrap_err().to_string();
        assert!(fault(&[]).contains("no number to tune"));
        assert!(fault(&["razor_base", "razor_base"]).contains("named twice"));
        assert!(fault(&["razor_bass"]).contains("the nearest name is \"razor_base\""));
        assert!(fault(&["check_extension"]).contains("range 0..=1 is too small"));
        let fault = |line: &str| format!("{:#}", read(line).unwrap_err());
        assert!(fault("\nrazor_base, int, 220, 0, 9999, 20, 0.002").contains("line 2: razor_base"));
        assert!(fault("razor_base, int, 220, -1, 300, 20, 0.002").contains("goes beyond"));
        assert!(fault("razor_bass, int, 220, 50, 600, 20, 0.002").contains("nearest name"));
    }
}
