//! Invertible 64 by 64 matrices over GF(2): multiplied by one, independent keys stay independent.

use crate::statistics::linear_rank;
use crate::{SplitMix64, Xor64};

/// An invertible matrix, by columns: bit `i` of a key selects column `i`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invertible([Xor64; 64]);

impl Invertible {
    /// A random invertible matrix, each as likely as any other: matrices are drawn until one is
    /// invertible, as 29 % of them are.
    pub(crate) const fn random(seed: u64) -> Self {
        let mut stream = SplitMix64::new(seed);
        loop {
            let mut columns = [Xor64(0); 64];
            let mut i = 0;
            while i < columns.len() {
                columns[i] = Xor64(stream.next());
                i += 1;
            }
            if linear_rank(&columns) == 64 {
                return Self(columns);
            }
        }
    }

    /// The product of the matrix and a key, taken as a column vector.
    pub(crate) const fn apply(&self, key: Xor64) -> Xor64 {
        let mut product = 0;
        let mut rest = key.0;
        while rest != 0 {
            product ^= self.0[rest.trailing_zeros() as usize].0;
            rest &= rest - 1;
        }
        Xor64(product)
    }

    /// Puts the product in the place of each key.
    pub(crate) const fn apply_to_each(&self, keys: &mut [Xor64]) {
        let mut i = 0;
        while i < keys.len() {
            keys[i] = self.apply(keys[i]);
            i += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Invertible;
    use crate::{SplitMix64, Xor64};

    #[test]
    fn product_is_linear_and_equals_the_definition() {
        let matrix = Invertible::random(1);
        let mut stream = SplitMix64::new(2);
        for _ in 0..1000 {
            let (a, b) = (Xor64(stream.next()), Xor64(stream.next()));
            assert_eq!(matrix.apply(a.toggle(b)), matrix.apply(a).toggle(matrix.apply(b)));
            // Bit by bit: row times vector.
            for bit in 0..64 {
                let row = (0..64).fold(0, |row, i| row | (matrix.0[i].0 >> bit & 1) << i);
                let product = (row & a.0).count_ones() & 1;
                assert_eq!(matrix.apply(a).0 >> bit & 1, u64::from(product));
            }
        }
    }
}
