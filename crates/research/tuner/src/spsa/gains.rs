//! How large the perturbations and the steps are, from the first pair of games to the last.
//!
//! The gains are Spall's, `c_k = c / k^0.101` and `a_k = a / (A + k)^0.602` (James C. Spall,
//! *Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization*, 1998).
//! As in fishtest and OpenBench, a number's `c` and `a` are not given, but what the run ends with:
//! the last perturbation `C_end`, and `R_end = a_N / C_end^2`.

/// The exponent by which the perturbations shrink: Spall's gamma.
const GAMMA: f64 = 0.101;
/// The exponent by which the steps shrink: Spall's alpha.
const ALPHA: f64 = 0.602;

/// The gains of a run, as factors of what they are at its end; the same for all numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gains {
    /// Iterations of the whole run: pairs of games.
    iterations: f64,
    /// Spall's A: iterations by which the first steps are made smaller.
    stability: f64,
}

impl Gains {
    /// Creates the gains of a run of `iterations`, of which `ratio` times their number are Spall's
    /// A.
    pub(super) fn new(iterations: u64, ratio: f64) -> Self {
        let iterations = iterations as f64;
        Self { iterations, stability: ratio * iterations }
    }

    /// Returns the perturbation `c_k` of iteration `k`, counted from 0, for `C_end` = 1.
    pub(super) fn perturbation(self, k: u64) -> f64 {
        (self.iterations / (k + 1) as f64).powf(GAMMA)
    }

    /// Returns the amount by which iteration `k` moves a number for each point of difference, for
    /// `C_end` = 1 and `R_end` = 1: `a_k / c_k`.
    pub(super) fn step(self, k: u64) -> f64 {
        let Self { iterations, stability } = self;
        let rate = ((stability + iterations) / (stability + (k + 1) as f64)).powf(ALPHA);
        rate / self.perturbation(k)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_fall_to_what_the_run_shall_end_with() {
        let gains = Gains::new(10_000, 0.1);
        assert_eq!((gains.perturbation(9_999), gains.step(9_999)), (1.0, 1.0));
        let rate = |k| gains.step(k) * gains.perturbation(k);
        for k in 0..9_999 {
            assert!(gains.perturbation(k) > gains.perturbation(k + 1), "{k}");
            assert!(rate(k) > rate(k + 1), "{k}");
        }
    }

    #[test]
    fn gains_are_those_of_the_paper() {
        // a, c and A of a number with C_end = 3, R_end = 0.002 in a run of 1,000 iterations.
        let (c, stability) = (3.0 * 1000f64.powf(0.101), 100.0);
        let a = 0.002 * 3.0 * 3.0 * (stability + 1000.0f64).powf(0.602);
        let gains = Gains::new(1_000, 0.1);
        for k in [0u64, 1, 10, 500, 998] {
            let (a_k, c_k) =
                (a / (stability + (k + 1) as f64).powf(0.602), c / ((k + 1) as f64).powf(0.101));
            assert!((3.0 * gains.perturbation(k) / c_k - 1.0).abs() < 1e-12, "{k}");
            assert!((3.0 * 0.002 * gains.step(k) / (a_k / c_k) - 1.0).abs() < 1e-12, "{k}");
        }
    }
}
