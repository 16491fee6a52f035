//! Arithmetic in GF(2^m): polynomials over {0, 1} modulo a primitive one.
//!
//! An element is the word of its coefficients, bit `i` that of x^i; addition is XOR. The element
//! `x` is called α: its powers α^0, α^1, ..., α^(2^m - 2) are all elements but zero.

/// The smallest field: the BCH codes of its 127 features already need nine blocks for 63 bits.
const MIN_DEGREE: u32 = 7;
/// The largest field: 4095 features.
const MAX_DEGREE: u32 = 12;

/// Returns a primitive polynomial of degree `m`, 7 to 12: bit `i` is the coefficient of x^i.
///
/// Any other primitive polynomial serves as well; these have the fewest terms.
///
/// # Panics
///
/// If `m` is out of range; in a constant, it does not compile.
#[must_use]
pub const fn primitive_polynomial(m: u32) -> u32 {
    match m {
        7 => 0x83,    // x^7 + x + 1
        8 => 0x11d,   // x^8 + x^4 + x^3 + x^2 + 1
        9 => 0x211,   // x^9 + x^4 + 1
        10 => 0x409,  // x^10 + x^3 + 1
        11 => 0x805,  // x^11 + x^2 + 1
        12 => 0x1053, // x^12 + x^6 + x^4 + x + 1
        _ => panic!("the fields are GF(2^7) to GF(2^12)"),
    }
}

/// The field GF(2^m) over one polynomial, proven primitive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    m: u32,
    polynomial: u32,
}

impl Field {
    /// The field over a polynomial of degree 7 to 12.
    ///
    /// # Panics
    ///
    /// If the degree is out of range, or the polynomial is not primitive. The proof: if the powers
    /// of x return to 1 only after 2^m - 1 steps, they are all residues but zero; then each of
    /// these has an inverse, the residues form a field, and x generates its multiplicative group.
    pub(crate) const fn new(polynomial: u32) -> Self {
        assert!(
            polynomial >> MIN_DEGREE != 0 && polynomial >> (MAX_DEGREE + 1) == 0,
            "the polynomial's degree is not in 7..=12"
        );
        let field = Self { m: polynomial.ilog2(), polynomial };
        let mut power = field.times_alpha(1);
        let mut exponent = 1;
        while power != 1 && exponent < field.order() {
            power = field.times_alpha(power);
            exponent += 1;
        }
        assert!(power == 1 && exponent == field.order(), "the polynomial is not primitive");
        field
    }

    /// The degree m of the field: the bits of an element.
    pub(crate) const fn m(self) -> u32 {
        self.m
    }

    pub(crate) const fn polynomial(self) -> u32 {
        self.polynomial
    }

    /// The number of elements but zero, 2^m - 1: α raised to it is 1.
    pub(crate) const fn order(self) -> u32 {
        (1 << self.m) - 1
    }

    /// The product of an element and α: a shift, and the polynomial once if the shift overflowed.
    pub(crate) const fn times_alpha(self, element: u32) -> u32 {
        let shifted = element << 1;
        if shifted >> self.m == 0 { shifted } else { shifted ^ self.polynomial }
    }

    pub(crate) const fn multiply(self, a: u32, b: u32) -> u32 {
        let mut product = 0;
        let mut shifted = a;
        let mut rest = b;
        while rest != 0 {
            if rest & 1 == 1 {
                product ^= shifted;
            }
            shifted = self.times_alpha(shifted);
            rest >>= 1;
        }
        product
    }

    /// α raised to `exponent`, by repeated squaring.
    pub(crate) const fn alpha_to(self, exponent: u32) -> u32 {
        let mut power = 1;
        let mut square = 2;
        let mut rest = exponent;
        while rest != 0 {
            if rest & 1 == 1 {
                power = self.multiply(power, square);
            }
            square = self.multiply(square, square);
            rest >>= 1;
        }
        power
    }

    /// The powers α^0, α^1, ..., α^(2^m - 2); the rest of the array is zero.
    pub(crate) const fn powers(self) -> [u32; 1 << MAX_DEGREE] {
        let mut powers = [0; 1 << MAX_DEGREE];
        let mut power = 1;
        let mut exponent = 0;
        while exponent < self.order() as usize {
            powers[exponent] = power;
            power = self.times_alpha(power);
            exponent += 1;
        }
        powers
    }

    /// The least member of the cyclotomic coset of `exponent`: the exponents j, 2j, 4j, ... modulo
    /// the order, whose powers of α are the conjugates, that is the roots of one minimal
    /// polynomial.
    pub(crate) const fn coset_leader(self, exponent: u32) -> u32 {
        let first = exponent % self.order();
        let mut least = first;
        let mut member = first * 2 % self.order();
        while member != first {
            if member < least {
                least = member;
            }
            member = member * 2 % self.order();
        }
        least
    }

    /// The minimal polynomial of α^`exponent`: the product of x - α^c over the coset of the
    /// exponent. Bit `i` of the word is the coefficient of x^i.
    pub(crate) const fn minimal_polynomial(self, exponent: u32) -> u32 {
        // Coefficients in the field, lowest first; the product starts at 1.
        let mut product = [0; MAX_DEGREE as usize + 1];
        product[0] = 1;
        let first = exponent % self.order();
        let mut member = first;
        loop {
            let root = self.alpha_to(member);
            let mut i = self.m as usize;
            while i > 0 {
                product[i] = product[i - 1] ^ self.multiply(product[i], root);
                i -= 1;
            }
            product[0] = self.multiply(product[0], root);
            member = member * 2 % self.order();
            if member == first {
                break;
            }
        }
        let mut word = 0;
        let mut i = 0;
        while i < product.len() {
            assert!(product[i] <= 1, "a coefficient of a minimal polynomial is not in {{0, 1}}");
            word |= product[i] << i;
            i += 1;
        }
        word
    }

    /// The value of a polynomial over {0, 1} at α^`exponent`, by Horner's rule.
    pub(crate) const fn evaluate(self, polynomial: u128, exponent: u32) -> u32 {
        let point = self.alpha_to(exponent);
        let mut value = 0;
        let mut degree = u128::BITS - polynomial.leading_zeros();
        while degree > 0 {
            degree -= 1;
            value = self.multiply(value, point) ^ (polynomial >> degree & 1) as u32;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, MAX_DEGREE, MIN_DEGREE, primitive_polynomial};

    fn fields() -> impl Iterator<Item = Field> {
        (MIN_DEGREE..=MAX_DEGREE).map(|m| Field::new(primitive_polynomial(m)))
    }

    /// The product by the book: multiply the polynomials out, then divide.
    fn naive_product(field: Field, a: u32, b: u32) -> u32 {
        let mut product: u32 = (0..12).filter(|i| b >> i & 1 == 1).fold(0, |sum, i| sum ^ (a << i));
        for degree in (field.m()..24).rev() {
            if product >> degree & 1 == 1 {
                product ^= field.polynomial() << (degree - field.m());
            }
        }
        product
    }

    #[test]
    fn products_equal_long_division() {
        for field in fields() {
            for a in (0..=field.order()).step_by(7) {
                for b in (0..=field.order()).step_by(11) {
                    assert_eq!(field.multiply(a, b), naive_product(field, a, b));
                }
            }
        }
    }

    #[test]
    fn powers_of_alpha_are_all_elements_but_zero() {
        for field in fields() {
            let mut seen = [false; 1 << MAX_DEGREE];
            for (exponent, power) in (0..field.order()).zip(field.powers()) {
                assert_eq!(power, field.alpha_to(exponent));
                assert!(power != 0 && power <= field.order() && !seen[power as usize]);
                seen[power as usize] = true;
            }
            assert_eq!(field.alpha_to(field.order()), 1);
        }
    }

    #[test]
    fn minimal_polynomials_vanish_on_their_coset_and_nowhere_else() {
        for field in fields() {
            assert_eq!(field.minimal_polynomial(1), field.polynomial());
            for exponent in [1, 3, 5, 7, 9] {
                let polynomial = field.minimal_polynomial(exponent);
                for other in 0..field.order() {
                    let is_root = field.evaluate(u128::from(polynomial), other) == 0;
                    let in_coset = field.coset_leader(other) == field.coset_leader(exponent);
                    assert_eq!(is_root, in_coset);
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "not primitive")]
    fn irreducible_is_not_enough() {
        // x^8 + x^4 + x^3 + x + 1 (the field of Rijndael): irreducible, but x has order 51.
        let _ = Field::new(0x11b);
    }

    #[test]
    #[should_panic(expected = "not primitive")]
    fn reducible_is_refused() {
        // (x^5 + x^2 + 1)^2
        let _ = Field::new(0x421);
    }
}
