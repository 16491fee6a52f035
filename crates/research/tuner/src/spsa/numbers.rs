//! Everything that a player goes by and a run may tune: the search's numbers, and the evaluation's
//! weights.
//!
//! A number of the search has the name of its declaration. A value of a weight is called
//! `eval.NAME.mg` or `eval.NAME.eg`, for the middle game and the end game, as `eval.tempo.mg` or
//! `eval.mobility_rook[3].eg`.

use anyhow::{Context as _, Result, anyhow};
use engine::Numbers;
use evaluation::{Score, Weights};
use search::{Params, Tunable, Tunables};
use zobrist_keys::mix;

use super::parameter::Parameter;

/// The start of the name of a weight's value.
const WEIGHT: &str = "eval.";
/// The ends of the names of a weight's two values.
const PHASES: [&str; 2] = [".mg", ".eg"];
/// The steps that a weight may move to either side: it has no range of its own.
const WEIGHT_STEPS: i32 = 10;
/// The step of a weight: its amount divided by this, but no less than [`LEAST_STEP`].
const WEIGHT_STEP_DIVISOR: i32 = 8;
/// The least step of a weight, in centipawns.
const LEAST_STEP: i32 = 2;

/// Returns these numbers, some of them with other values. Weights are those of the hand-crafted
/// evaluation: with one of them among the values, it evaluates.
pub(super) fn with<'a>(
    mut numbers: Numbers,
    values: impl IntoIterator<Item = (&'a str, i32)>,
) -> Result<Numbers> {
    let mut flat = numbers.weights.as_flat();
    for (name, value) in values {
        match Place::find(name)? {
            Place::Search(_) => numbers.params.set(name, value)?,
            Place::Weight { index, phase } => {
                numbers.network = None;
                set(&mut flat[index], phase, value)?;
            }
        }
    }
    numbers.weights = Weights::from_flat(&flat).context("another number of weights")?;
    Ok(numbers)
}

/// Returns a sum that changes if a number does: it distinguishes one build from another.
pub(super) fn checksum(numbers: &Numbers) -> u64 {
    let weights = numbers.weights.as_flat();
    let params = numbers.params.iter().map(|(_, value)| value);
    let weights = weights.iter().flat_map(|&weight| values(weight));
    let network = numbers.network.as_ref().map(|network| network.to_bytes()).unwrap_or_default();
    let all =
        params.chain(weights).map(|value| value as u64).chain(network.into_iter().map(u64::from));
    all.fold(0, |sum, value| mix(sum.rotate_left(1) ^ value))
}

/// Returns the declared number of a name, with this `R_end` and a `C_end` of `steps` of its steps.
pub(super) fn declared(name: &str, steps: f64, r_end: f64) -> Result<Parameter> {
    let [start, min, max, step] = match Place::find(name)? {
        Place::Search(it) => [it.default, it.min, it.max, it.step],
        Place::Weight { index, phase } => {
            let start = values(Weights::default().as_flat()[index])[phase];
            let step = (start.abs() / WEIGHT_STEP_DIVISOR).max(LEAST_STEP);
            let reach = WEIGHT_STEPS * step;
            let [min, max] = [start - reach, start + reach];
            [start, min.max(-Weights::LIMIT), max.min(Weights::LIMIT), step]
        }
    };
    Ok(Parameter { name: name.to_owned(), start, min, max, c_end: steps * f64::from(step), r_end })
}

/// Returns the range outside of which a number can have no value.
pub(super) fn limits(name: &str) -> Result<[i32; 2]> {
    Ok(match Place::find(name)? {
        Place::Search(it) => [it.min, it.max],
        Place::Weight { .. } => [-Weights::LIMIT, Weights::LIMIT],
    })
}

#[derive(Clone, Copy)]
enum Place {
    Search(&'static Tunable),
    /// The index of the weight, and 0 for its middle-game value or 1 for its end-game value.
    Weight {
        index: usize,
        phase: usize,
    },
}

impl Place {
    fn find(name: &str) -> Result<Self> {
        let weight = || {
            let (name, phase) = PHASES.iter().zip(0..).find_map(|(ending, phase)| {
                Some((name.strip_prefix(WEIGHT)?.strip_suffix(ending)?, phase))
            })?;
            let index = Weights::names().iter().position(|weight| weight == name)?;
            Some(Self::Weight { index, phase })
        };
        let tunable = Params::ALL.iter().find(|tunable| tunable.name == name);
        tunable.map(Self::Search).or_else(weight).ok_or_else(|| unknown(name))
    }
}

fn unknown(name: &str) -> anyhow::Error {
    let weights = Weights::names();
    let weights = weights.iter().flat_map(|it| PHASES.map(|phase| format!("{WEIGHT}{it}{phase}")));
    let names: Vec<String> =
        Params::ALL.iter().map(|it| it.name.to_owned()).chain(weights).collect();
    let nearest = names.iter().min_by_key(|other| strsim::levenshtein(name, other));
    let nearest = nearest.map_or("", String::as_str);
    anyhow!("there is no number called {name:?}; the nearest name is {nearest:?}")
}

fn values(weight: Score) -> [i32; 2] {
    [weight.middle_game(), weight.end_game()]
}

fn set(weight: &mut Score, phase: usize, value: i32) -> Result<()> {
    let mut both = values(*weight);
    both[phase] = value;
    *weight = Score::new(both[0].try_into()?, both[1].try_into()?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn numbers_are_set_by_name() {
        let names = [("razor_base", 230), ("eval.tempo.eg", -7), ("eval.mobility_rook[3].mg", 5)];
        let numbers = with(Numbers::default(), names).unwrap();
        let mut expected = Numbers::hand_crafted();
        expected.params.razor_base = 230;
        expected.weights.tempo = Score::new(expected.weights.tempo.middle_game() as i16, -7);
        let rook = &mut expected.weights.mobility_rook[3];
        *rook = Score::new(5, rook.end_game() as i16);
        assert!(numbers == expected);
        // Neither the values nor the network alone are all numbers.
        let built = [numbers, Numbers::hand_crafted(), Numbers::default()];
        assert_eq!(built.iter().map(checksum).collect::<BTreeSet<_>>().len(), 3);
        assert!(with(Numbers::default(), [("razor_base", -1)]).is_err());
    }

    #[test]
    fn declarations_have_start_range_and_step() {
        let line = |name| declared(name, 1.0, 0.002).unwrap().to_string();
        assert!(Params::default().spsa().to_string().contains(&line("razor_base")));
        let tempo = Weights::default().tempo.middle_game();
        let (min, max) = (tempo - 20, tempo + 20);
        assert_eq!(
            line("eval.tempo.mg"),
            format!("eval.tempo.mg, int, {tempo}, {min}, {max}, 2, 0.002")
        );
        assert_eq!(limits("eval.tempo.mg").unwrap(), [-2000, 2000]);
        let negative = declared("eval.piece_square[1][28].mg", 1.0, 0.002).unwrap();
        assert!(negative.start < -24, "{negative}");
        assert_eq!(negative.c_end, f64::from(-negative.start / WEIGHT_STEP_DIVISOR));
    }

    #[test]
    fn unknown_names_come_with_the_nearest_one() {
        let fault = |name| declared(name, 1.0, 0.002).unwrap_err().to_string();
        assert!(fault("razer_base").ends_with("the nearest name is \"razor_base\""));
        assert!(fault("eval.temp.mg").ends_with("the nearest name is \"eval.tempo.mg\""));
        assert!(fault("tempo").contains("there is no number called \"tempo\""));
    }
}
