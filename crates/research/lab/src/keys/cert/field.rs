//! Binary fields and BCH codes once more, from their definitions.
//!
//! A certificate must not depend on the code that it checks, so nothing here comes from
//! zobrist-keys: the powers of α are found by stepping, roots by counting.

/// A BCH code as it is claimed: its field's polynomial (bit `i` is the coefficient of x^i), the
/// roots α^1 to α^2t, and whether 1 is a root too, by a parity bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claim {
    pub(super) polynomial: u32,
    pub(super) t: u32,
    pub(super) parity: bool,
}

impl Claim {
    pub(super) fn m(self) -> u32 {
        self.polynomial.ilog2()
    }

    /// Returns the most columns: 2^m − 1.
    pub(super) fn length(self) -> usize {
        (1 << self.m()) - 1
    }

    /// Returns the order of x in the field: how many steps lead back to 1, or `None` if none do
    /// within the length.
    pub(super) fn order(self) -> Option<usize> {
        let mut power = 1;
        (1..=self.length()).find(|_| {
            power = self.times_x(power);
            power == 1
        })
    }

    fn times_x(self, element: u32) -> u32 {
        let shifted = element << 1;
        if shifted >> self.m() & 1 == 1 { shifted ^ self.polynomial } else { shifted }
    }

    /// Returns α^0, α^1, ..., up to the length.
    fn powers(self) -> Vec<u32> {
        std::iter::successors(Some(1), |&power| Some(self.times_x(power)))
            .take(self.length())
            .collect()
    }

    /// Returns the exponents e for which α^e must be a root: closed under doubling, without 0.
    pub(super) fn roots(self) -> Vec<usize> {
        let mut is_root = vec![false; self.length()];
        for start in 1..=2 * self.t as usize {
            let mut exponent = start % self.length();
            while !is_root[exponent] {
                is_root[exponent] = true;
                exponent = 2 * exponent % self.length();
            }
        }
        (0..self.length()).filter(|&exponent| is_root[exponent]).collect()
    }

    /// Returns the generator without the parity's factor: the product of (x − α^e) over the roots.
    /// Coefficients are field elements, the constant one first; in a field of characteristic 2 they
    /// come out as 0 or 1.
    pub(super) fn generator(self) -> Vec<u32> {
        let powers = self.powers();
        let logarithm = |element: u32| powers.iter().position(|&power| power == element);
        let mut product = vec![1];
        for root in self.roots() {
            let times_root = |&coefficient: &u32| {
                logarithm(coefficient).map_or(0, |log| powers[(log + root) % self.length()])
            };
            let mut next: Vec<u32> = product.iter().map(times_root).collect();
            next.push(0);
            for (coefficient, below) in next[1..].iter_mut().zip(&product) {
                *coefficient ^= below;
            }
            product = next;
        }
        product
    }

    /// Returns whether a polynomial with coefficients 0 and 1 vanishes at α^`exponent`.
    pub(super) fn vanishes(self, polynomial: &[u32], exponent: usize) -> bool {
        let powers = self.powers();
        let terms = (0..polynomial.len()).filter(|&degree| polynomial[degree] == 1);
        terms.fold(0, |sum, degree| sum ^ powers[degree * exponent % self.length()]) == 0
    }

    /// Returns the parity-check columns of the features 0, 1, ...: the parity bit, then α^i, α^3i,
    /// ..., α^(2t−1)i. Blocks of one coset repeat each other; that does no harm here.
    pub(super) fn columns(self, features: usize) -> Vec<u128> {
        let powers = self.powers();
        let column = |feature: usize| {
            let blocks = (0..self.t as usize).map(|block| (2 * block + 1) * feature);
            blocks.fold(u128::from(self.parity), |column, exponent| {
                column << self.m() | u128::from(powers[exponent % self.length()])
            })
        };
        (0..features).map(column).collect()
    }

    /// Returns the distance that the roots prove (Bose, Ray-Chaudhuri and Hocquenghem): one more
    /// than the number of consecutive ones.
    pub(super) fn distance(self) -> usize {
        let roots = self.roots();
        let consecutive = (1..).take_while(|exponent| roots.contains(exponent)).count();
        consecutive + 1 + usize::from(self.parity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist_keys::{Code, primitive_polynomial};

    const CHESS: Claim = Claim { polynomial: 0x409, t: 6, parity: true };

    #[test]
    fn the_generator_is_the_published_one() {
        let generator = CHESS.generator();
        let bits = (0..generator.len()).fold(0, |bits, i| bits | u64::from(generator[i]) << i);
        assert_eq!((generator.len(), bits), (61, 0x1b64_2bb9_5045_c4ad));
        assert!((1..=12).all(|exponent| CHESS.vanishes(&generator, exponent)));
        assert!(!CHESS.vanishes(&generator, 13));
    }

    #[test]
    fn both_derivations_agree() {
        for (m, t) in [(7, 10), (7, 3), (8, 8), (9, 7), (10, 3), (10, 6), (11, 5), (12, 5)] {
            let code = Code::new(primitive_polynomial(m), t);
            let claim = Claim { polynomial: code.polynomial(), t, parity: code.has_parity() };
            let generator = claim.generator();
            let bits = (0..generator.len()).fold(0, |bits, i| bits | u128::from(generator[i]) << i);
            assert_eq!(bits, code.generator());
            assert_eq!(claim.distance() as u32, code.distance());
            assert_eq!(claim.order(), Some(code.max_features()));
        }
    }

    #[test]
    fn a_polynomial_that_is_not_primitive_has_a_smaller_order() {
        let square = Claim { polynomial: 0x421, ..CHESS };
        assert!(square.order().is_none_or(|order| order < square.length()));
        // x^4 + x^3 + x^2 + x + 1 divides x^5 + 1.
        assert_eq!(Claim { polynomial: 0b1_1111, ..CHESS }.order(), Some(5));
    }
}
