//! The verdict of the figures on a claim of the literature.

/// A difference of less than this, in percent, decides nothing: searches of other positions might
/// turn it round.
const UNDECIDED: f64 = 0.1;

/// Returns the verdict on a claim that one way saves nodes against another, by the percentage that
/// it saved here.
pub(crate) fn verdict(saving: f64) -> &'static str {
    if saving >= UNDECIDED {
        "confirmed"
    } else if saving <= -UNDECIDED {
        "refuted"
    } else {
        "neither confirmed nor refuted"
    }
}

/// Returns the saving in words, as a predicate of the way that saves or costs.
pub(crate) fn effect(saving: f64) -> String {
    if saving >= 0.0 { format!("saves {saving:.1} %") } else { format!("costs {:.1} %", -saving) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_difference_decides_nothing() {
        let verdicts = [0.1, 0.05, -0.05, -3.0].map(verdict);
        let undecided = "neither confirmed nor refuted";
        assert_eq!(verdicts, ["confirmed", undecided, undecided, "refuted"]);
        assert_eq!([2.04, -0.31].map(effect), ["saves 2.0 %", "costs 0.3 %"]);
    }
}
