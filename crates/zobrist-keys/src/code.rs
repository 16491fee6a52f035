//! Binary BCH codes, and the proof of what they promise.
//!
//! Sources: Alexis Hocquenghem, *Codes correcteurs d'erreurs*, 1959; R. C. Bose and D. K.
//! Ray-Chaudhuri, *On a Class of Error Correcting Binary Group Codes*, 1960. As hash keys: Tony
//! Warnock and Burton Wendroff, *Search Tables in Computer Chess*, ICCA Journal 11(1), 1988.

use core::fmt;

use crate::Xor64;
use crate::gf2::{Field, primitive_polynomial};
use crate::matrix::Invertible;
use crate::mixer::mix;
use crate::stream::SplitMix64;

/// The most blocks that fit: nine of seven bits.
const MAX_BLOCKS: usize = 9;

/// The guarantee of a set of compared key bits.
///
/// ```
/// use zobrist_keys::{Certificate, Code};
///
/// // A table that keeps 31 bits of a key for 781 features: what may it rely on?
/// const CODE: Code = Code::for_features(781);
/// let Certificate { bits, distance, .. } = CODE.certificate(0x7fff_ffff);
/// assert_eq!((bits, distance), (31, 8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Certificate {
    /// The number of compared bits.
    pub bits: u32,
    /// The distance d: any d - 1 features, or fewer, are independent in these bits, so positions
    /// that differ in 1 to d - 1 features differ in the compared bits.
    pub distance: u32,
}

/// A binary BCH code whose parity-check columns serve as keys of up to 64 bits.
///
/// The column of feature `i` holds the blocks α^i, α^3i, α^5i, ..., one block of m bits for each
/// distinct cyclotomic coset of the exponents 1, 3, ..., 2t - 1, and before them a parity bit,
/// which is 1 in every column, if 64 bits leave room for it.
///
/// Suppose that the columns of some features sum to zero. Then the polynomial with a term x^i for
/// each of them vanishes at α^1, α^2, ..., α^2t (squaring carries a root to its conjugates), and no
/// such polynomial has fewer than 2t + 1 terms: the matrix of any 2t columns is of Vandermonde's
/// form. The parity bit adds the root α^0, and one to the distance.
///
/// ```
/// use zobrist_keys::{Code, primitive_polynomial};
///
/// const CODE: Code = Code::new(primitive_polynomial(10), 6);
/// assert_eq!((CODE.bits(), CODE.distance()), (61, 14));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    field: Field,
    t: u32,
    /// The odd exponents, one for each distinct coset, ascending; the first `blocks` count.
    exponents: [u32; MAX_BLOCKS],
    blocks: usize,
    generator: u128,
}

impl Code {
    /// Returns the code over a primitive polynomial of degree m, 7 to 12, with the roots α^1 to
    /// α^2t.
    ///
    /// # Panics
    ///
    /// Unless all of this is so; in a constant, a false claim does not compile:
    ///
    /// - the polynomial is primitive;
    /// - the generator (the least common multiple of the minimal polynomials) has the degree of all
    ///   blocks together, and that is at most 64;
    /// - the generator vanishes at each of α^1 to α^2t.
    ///
    /// Seven blocks of ten bits do not fit, hence there is no t = 7 for m = 10:
    ///
    /// ```compile_fail,E0080
    /// use zobrist_keys::{Code, primitive_polynomial};
    /// const TOO_WIDE: Code = Code::new(primitive_polynomial(10), 7);
    /// assert_eq!(TOO_WIDE.t(), 7);
    /// ```
    ///
    /// The square of x^5 + x^2 + 1 is not primitive:
    ///
    /// ```compile_fail,E0080
    /// use zobrist_keys::Code;
    /// const NO_FIELD: Code = Code::new(0x421, 6);
    /// assert_eq!(NO_FIELD.t(), 6);
    /// ```
    #[must_use]
    pub const fn new(polynomial: u32, t: u32) -> Self {
        assert!(t >= 1, "a code needs at least one root");
        let field = Field::new(polynomial);
        let mut code = Self { field, t, exponents: [0; MAX_BLOCKS], blocks: 0, generator: 1 };
        let mut exponent = 1;
        while exponent < 2 * t {
            if !code.has_root(exponent, code.blocks) {
                assert!(code.blocks < MAX_BLOCKS, "the generator's degree is above 64");
                code.exponents[code.blocks] = field.coset_leader(exponent);
                code.blocks += 1;
                code.generator = multiply(code.generator, field.minimal_polynomial(exponent));
            }
            exponent += 2;
        }
        code.prove_generator();
        code
    }

    /// Returns the strongest code for `features` features: the smallest field that has room for
    /// them, then the largest t whose bits fit into 64.
    ///
    /// # Panics
    ///
    /// If there are no features, or more than 4095.
    #[must_use]
    pub const fn for_features(features: usize) -> Self {
        assert!(features >= 1, "a code needs a feature");
        let mut m = 7;
        while features >= 1 << m {
            m += 1;
        }
        let polynomial = primitive_polynomial(m);
        let field = Field::new(polynomial);
        // One more root costs a block, unless its coset is there already: then the leaders are
        // equal.
        let mut t = 0;
        let mut bits = 0;
        loop {
            let exponent = 2 * t + 1;
            if field.coset_leader(exponent) == exponent {
                bits += m;
            }
            if bits > u64::BITS {
                return Self::new(polynomial, t);
            }
            t += 1;
        }
    }

    /// The generator's share of the proof; see [`new`](Self::new).
    const fn prove_generator(&self) {
        let degree = self.generator.ilog2();
        assert!(degree <= u64::BITS, "the generator's degree is above 64");
        assert!(
            degree == self.blocks as u32 * self.field.m(),
            "a minimal polynomial has a degree below m"
        );
        let mut exponent = 1;
        while exponent <= 2 * self.t {
            assert!(
                self.field.evaluate(self.generator, exponent) == 0,
                "the generator lacks one of the roots"
            );
            exponent += 1;
        }
    }

    /// Whether α^`exponent` is a root of the product of the first `blocks` minimal polynomials.
    const fn has_root(&self, exponent: u32, blocks: usize) -> bool {
        let leader = self.field.coset_leader(exponent);
        let mut block = 0;
        while block < blocks {
            if self.exponents[block] == leader {
                return true;
            }
            block += 1;
        }
        false
    }

    /// Returns the degree m of the field.
    #[must_use]
    pub const fn m(&self) -> u32 {
        self.field.m()
    }

    /// Returns the polynomial of the field: bit `i` is the coefficient of x^i.
    #[must_use]
    pub const fn polynomial(&self) -> u32 {
        self.field.polynomial()
    }

    /// Returns half the number of consecutive roots that the caller asked for.
    #[must_use]
    pub const fn t(&self) -> u32 {
        self.t
    }

    /// Returns the most features that have a column: 2^m - 1, for then α^i begins anew.
    #[must_use]
    pub const fn max_features(&self) -> usize {
        self.field.order() as usize
    }

    /// Returns the generator: bit `i` is the coefficient of x^i; its degree is the number of bits
    /// without parity.
    #[must_use]
    pub const fn generator(&self) -> u128 {
        self.generator
    }

    /// Returns whether a parity bit precedes the blocks.
    #[must_use]
    pub const fn has_parity(&self) -> bool {
        (self.blocks as u32) * self.field.m() < u64::BITS
    }

    /// Returns the number of bits of a column, the parity bit included; the rest of the 64 are
    /// free.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        self.prefix_bits(self.blocks)
    }

    /// Returns the distance d of whole columns: any d - 1 features are independent.
    #[must_use]
    pub const fn distance(&self) -> u32 {
        self.roots(self.blocks) + 1 + self.has_parity() as u32
    }

    /// Returns the number of blocks.
    #[must_use]
    pub const fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns the guarantees of the parity bit with the first 1, 2, ... blocks; only the first
    /// [`blocks`](Self::blocks) entries count.
    pub(crate) const fn prefixes(&self) -> [Certificate; MAX_BLOCKS] {
        let mut prefixes = [Certificate { bits: 0, distance: 1 }; MAX_BLOCKS];
        let mut blocks = 1;
        while blocks <= self.blocks {
            let compared = u64::MAX >> (u64::BITS - self.prefix_bits(blocks));
            prefixes[blocks - 1] = self.certificate(compared);
            blocks += 1;
        }
        prefixes
    }

    /// Returns the guarantee of the bits in `compared`, a set of key bits in the nested order: bit
    /// 0 is the parity bit, the blocks follow. Blocks count up to the first that is not complete.
    #[must_use]
    pub const fn certificate(&self, compared: u64) -> Certificate {
        let parity = self.has_parity() && compared & 1 == 1;
        let mut blocks = 0;
        while blocks < self.blocks {
            let first = self.prefix_bits(blocks);
            let block = ((1 << self.m()) - 1) << first;
            if compared & block != block {
                break;
            }
            blocks += 1;
        }
        Certificate {
            bits: compared.count_ones(),
            distance: self.roots(blocks) + 1 + parity as u32,
        }
    }

    /// Returns how many plies are safe that change at most `changes` features each, and `every_ply`
    /// features that each ply changes: two different positions never share a key if their paths
    /// from some common ancestor have at most this many plies together.
    ///
    /// # Panics
    ///
    /// If `changes` is 0.
    #[must_use]
    pub const fn safe_plies(&self, changes: u32, every_ply: u32) -> u32 {
        assert!(changes >= 1, "a ply changes something");
        let most = self.distance() - 1;
        let mut plies = 0_u32;
        // After an even number of plies the side to move is the same again.
        while (plies + 1).saturating_mul(changes) + (plies + 1) % 2 * every_ply <= most {
            plies += 1;
        }
        plies
    }

    /// Fills `keys` with [whitened](crate::Bch::WHITENED) keys of the first features: the constants
    /// of the type [`Bch`](crate::Bch), for a number of features that is known at run time only.
    ///
    /// ```
    /// use zobrist_keys::{Bch, Code, Xor64};
    ///
    /// const CODE: Code = Code::for_features(19);
    /// let mut keys = [Xor64(0); 19];
    /// CODE.whitened(7, &mut keys); // the seed
    /// assert_eq!(keys, Bch::<{ CODE.polynomial() }, { CODE.t() }, 19, 7>::WHITENED);
    /// ```
    ///
    /// # Panics
    ///
    /// If there are more keys than [`max_features`](Self::max_features).
    pub const fn whitened(&self, seed: u64, keys: &mut [Xor64]) {
        assert!(keys.len() <= self.max_features(), "more features than 2^m - 1");
        self.nested(seed, keys);
        Self::whitening(seed).apply_to_each(keys);
    }

    /// Returns the matrix that whitens the keys of a seed.
    pub(crate) const fn whitening(seed: u64) -> Invertible {
        Invertible::random(mix(mix(seed) ^ 2))
    }

    /// Fills `keys` with the [columns](Self::fill_columns), and with random rows of the seed in the
    /// bits beyond the code's.
    pub(crate) const fn nested(&self, seed: u64, keys: &mut [Xor64]) {
        self.fill_columns(keys);
        if self.bits() < u64::BITS {
            let mut stream = SplitMix64::new(mix(mix(seed) ^ 1));
            let mut feature = 0;
            while feature < keys.len() {
                keys[feature].0 |= stream.next() << self.bits();
                feature += 1;
            }
        }
    }

    /// Fills `columns` with those of the first features in the nested order; bits beyond the code's
    /// are zero, and after [`max_features`](Self::max_features) the columns begin anew.
    const fn fill_columns(&self, columns: &mut [Xor64]) {
        let powers = self.field.powers();
        let order = self.max_features();
        let mut feature = 0;
        while feature < columns.len() {
            columns[feature] = Xor64(self.has_parity() as u64);
            feature += 1;
        }
        let mut block = 0;
        while block < self.blocks {
            let factor = self.exponents[block] as usize;
            let first_bit = self.prefix_bits(block);
            let mut feature = 0;
            while feature < columns.len() {
                columns[feature].0 |= (powers[factor * feature % order] as u64) << first_bit;
                feature += 1;
            }
            block += 1;
        }
    }

    /// The bits of the parity bit and the first `blocks` blocks.
    const fn prefix_bits(&self, blocks: usize) -> u32 {
        self.has_parity() as u32 + blocks as u32 * self.field.m()
    }

    /// Returns how many consecutive powers of α, from α^1, are roots by the first `blocks` blocks.
    const fn roots(&self, blocks: usize) -> u32 {
        let mut consecutive = 0;
        while self.has_root(consecutive + 1, blocks) {
            consecutive += 1;
        }
        consecutive
    }
}

/// The product of two polynomials over {0, 1}.
const fn multiply(a: u128, b: u32) -> u128 {
    let mut product = 0;
    let mut degree = 0;
    while degree < u32::BITS {
        if b >> degree & 1 == 1 {
            product ^= a << degree;
        }
        degree += 1;
    }
    product
}

/// The code and its guarantee, in one line.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let independent = self.distance() - 1;
        write!(f, "BCH code over GF(2^{}), t = {}: {} bits, ", self.m(), self.t(), self.bits())?;
        write!(f, "d >= {}: any {independent} features are independent", self.distance())
    }
}

#[cfg(test)]
mod tests {
    use crate::code::{Code, multiply};

    /// The generator has the right degree and every root but the last one that it needs, whose
    /// minimal polynomial is replaced by that of the next root.
    #[test]
    #[should_panic(expected = "the generator lacks one of the roots")]
    fn a_generator_that_lacks_its_last_root_is_not_proved() {
        let proper = Code::for_features(781);
        let last = 2 * proper.t() - 1;
        let others = (1..last).step_by(2).map(|exponent| proper.field.minimal_polynomial(exponent));
        let generator = others.fold(1, multiply);
        let next = proper.field.minimal_polynomial(last + 2);
        Code { generator: multiply(generator, next), ..proper }.prove_generator();
    }

    #[test]
    fn a_proper_generator_is_proved() {
        Code::for_features(781).prove_generator();
    }
}
