//! The median of repeated measurements, and how far they lie apart.

/// The median of some samples and their ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    /// The sample in the middle, the greater one of two.
    pub(crate) median: f64,
    pub(crate) least: f64,
    pub(crate) greatest: f64,
}

impl Spread {
    /// Returns the spread of at least one sample.
    pub(crate) fn of(samples: impl IntoIterator<Item = f64>) -> Self {
        let mut samples: Vec<f64> = samples.into_iter().collect();
        samples.sort_by(f64::total_cmp);
        let last = samples.len() - 1;
        Self { median: samples[samples.len() / 2], least: samples[0], greatest: samples[last] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_its_median_between_its_ends() {
        let Spread { median, least, greatest } = Spread::of([3.0, 1.0, 2.0, 9.0, 0.5]);
        assert_eq!((least, median, greatest), (0.5, 2.0, 9.0));
        assert_eq!(Spread::of([4.0, 1.0]).median, 4.0);
    }
}
