//! The weights as one list, for a tuner that reads, changes and writes them.

use super::Weights;
use crate::score::Score;

impl Weights {
    /// Returns all weights in the order of their indices.
    pub fn as_flat(&self) -> Vec<Score> {
        let mut flat = Vec::with_capacity(Self::COUNT);
        self.clone().visit(&mut |_, weight| flat.push(*weight));
        flat
    }

    /// Creates the weights that [`as_flat`](Self::as_flat) lists as `flat`; `None` if their number
    /// is not [`COUNT`](Self::COUNT).
    pub fn from_flat(flat: &[Score]) -> Option<Self> {
        (flat.len() == Self::COUNT).then(|| Self::take(&mut flat.iter().copied()))
    }

    /// Returns the name of every weight in the order of the indices, such as `mobility_rook[3]`.
    ///
    /// ```
    /// use evaluation::{Score, Weights};
    ///
    /// // The weight that a tuner moved farthest in the middle game.
    /// let (old, mut new) = (Weights::default(), Weights::default());
    /// new.mobility_rook[3] += Score::new(30, 0);
    /// new.tempo += Score::new(-1, 14);
    /// let (before, after) = (old.as_flat(), new.as_flat());
    /// let distance = |index: usize| (after[index] - before[index]).middle_game().abs();
    /// let farthest = (0..Weights::COUNT).max_by_key(|&index| distance(index)).unwrap();
    /// assert_eq!(Weights::names()[farthest], "mobility_rook[3]");
    /// assert_eq!(distance(farthest), 30);
    /// ```
    pub fn names() -> Vec<String> {
        let mut names = Vec::with_capacity(Self::COUNT);
        Self::default().visit(&mut |name, _| names.push(name.to_owned()));
        names
    }

    /// Returns the index of a weight that is borrowed from `self`: its distance from the first one.
    pub(crate) fn index_of(&self, weight: &Score) -> usize {
        let base = core::ptr::from_ref(self).addr();
        let index = core::ptr::from_ref(weight).addr().wrapping_sub(base) / size_of::<Score>();
        assert!(index < Self::COUNT, "the weight is not one of these weights");
        index
    }
}

#[cfg(test)]
mod tests {
    use super::Weights;
    use crate::score::S;

    #[test]
    fn the_flat_view_is_a_bijection() {
        let numbered: Vec<_> = (0..Weights::COUNT as i16).map(|i| S(i, -i)).collect();
        let weights = Weights::from_flat(&numbered).expect("the count is right");
        assert_eq!(weights.as_flat(), numbered);
        assert_eq!(Weights::from_flat(&Weights::default().as_flat()), Some(Weights::default()));
        assert_eq!(Weights::from_flat(&numbered[1..]), None);
    }

    #[test]
    fn the_index_of_a_weight_is_its_place_in_the_flat_view() {
        let numbered: Vec<_> = (0..Weights::COUNT as i16).map(|i| S(i, 0)).collect();
        let weights = Weights::from_flat(&numbered).expect("the count is right");
        let names = Weights::names();
        assert_eq!(names.len(), Weights::COUNT);
        for (weight, name) in [
            (&weights.material[0], "material[0]"),
            (&weights.piece_square[5][31], "piece_square[5][31]"),
            (&weights.mobility_rook[3], "mobility_rook[3]"),
            (&weights.bishop_pair, "bishop_pair"),
            (&weights.tempo, "tempo"),
        ] {
            let index = weights.index_of(weight);
            assert_eq!(*weight, numbered[index]);
            assert_eq!(names[index], name);
        }
    }

    #[test]
    #[should_panic(expected = "not one of these weights")]
    fn a_foreign_weight_has_no_index() {
        let (these, others) = (Weights::default(), Weights::default());
        these.index_of(&others.tempo);
    }
}
