//! Tables of keys with a proven distance.

use crate::Xor64;
use crate::code::{Certificate, Code};
use crate::matrix::Invertible;

/// The keys of `FEATURES` features by the BCH code over `POLYNOMIAL` with the roots α^1 to α^2`T`.
///
/// Random keys collide with small probability; these keys cannot collide at all for positions that
/// differ in few features: any [`DISTANCE`](Self::DISTANCE) - 1 of them are independent. For
/// positions far apart they do as well as random keys and no better: as many of them share a key.
///
/// Two tables come from one code, both proven when they compile:
///
/// - [`WHITENED`](Self::WHITENED), for tables that compare all 64 bits, and the right choice if in
///   doubt;
/// - [`NESTED`](Self::NESTED), whose low bits carry certificates of their own, for tables that
///   compare fewer.
///
/// Bits that the code leaves free hold random rows, which never hurt. `SEED` chooses these and the
/// whitening.
///
/// ```
/// use zobrist_keys::{Bch, Key, Xor64, primitive_polynomial};
///
/// type Keys = Bch<{ primitive_polynomial(10) }, 6, 781>;
/// static KEYS: [Xor64; 781] = Keys::WHITENED;
///
/// // Any 13 of the 781 keys are independent.
/// assert_eq!(Keys::DISTANCE, 14);
/// let some = [0, 64, 99, 128, 200, 300, 333, 410, 487, 525, 600, 700, 780];
/// let sum = some.iter().fold(Xor64::ZERO, |key, &feature| key.insert(KEYS[feature]));
/// assert_ne!(sum, Xor64::ZERO);
/// ```
///
/// A table has at most 2^m - 1 features:
///
/// ```compile_fail,E0080
/// use zobrist_keys::{Bch, Xor64, primitive_polynomial};
/// static KEYS: [Xor64; 1024] = Bch::<{ primitive_polynomial(10) }, 6, 1024>::WHITENED;
/// assert_ne!(KEYS[0], KEYS[1]);
/// ```
///
/// See [`Code::new`] for what else does not compile. A type without values: all it has is
/// constants.
pub enum Bch<const POLYNOMIAL: u32, const T: u32, const FEATURES: usize, const SEED: u64 = 0> {}

// Every step is a constant of its own, since the compiler warns of constants that take it long.
impl<const POLYNOMIAL: u32, const T: u32, const FEATURES: usize, const SEED: u64>
    Bch<POLYNOMIAL, T, FEATURES, SEED>
{
    /// The code, proven, and long enough for the features.
    pub const CODE: Code = {
        let code = Code::new(POLYNOMIAL, T);
        assert!(FEATURES <= code.max_features(), "more features than 2^m - 1");
        code
    };

    /// The distance d of all 64 bits: any d - 1 features are independent.
    pub const DISTANCE: u32 = Self::CODE.distance();

    /// The guarantees of the low bits of [`NESTED`](Self::NESTED), one entry for each block:
    ///
    /// ```
    /// use zobrist_keys::{Bch, primitive_polynomial};
    ///
    /// type Keys = Bch<{ primitive_polynomial(10) }, 6, 781>;
    /// let prefixes: Vec<_> = Keys::PREFIXES.iter().map(|p| (p.bits, p.distance)).collect();
    /// assert_eq!(prefixes, [(11, 4), (21, 6), (31, 8), (41, 10), (51, 12), (61, 14)]);
    /// // A table that compares 32 bits states what it relies on.
    /// const _: () = assert!(Keys::CODE.certificate(0xffff_ffff).distance >= 8);
    /// ```
    pub const PREFIXES: &'static [Certificate] = Self::ALL_PREFIXES.split_at(Self::CODE.blocks()).0;

    /// The keys in the nested order, from bit 0: the parity bit, α^i, α^3i, α^5i, ..., random rows.
    ///
    /// Every prefix has a certificate, see [`PREFIXES`](Self::PREFIXES); for other sets of compared
    /// bits call [`Code::certificate`]. The parity bit says whether the number of features is odd,
    /// and positions do not leave that to chance: compare this bit, but index with the others.
    pub const NESTED: [Xor64; FEATURES] = {
        let mut keys = [Xor64(0); FEATURES];
        Self::CODE.nested(SEED, &mut keys);
        keys
    };

    /// The keys of [`NESTED`](Self::NESTED), multiplied by a random invertible matrix: every bit is
    /// a random sum of all others, so that any bit field may index a table. All 64 bits together
    /// have the full [`DISTANCE`](Self::DISTANCE); fewer have no certificate.
    pub const WHITENED: [Xor64; FEATURES] = {
        let mut keys = Self::NESTED;
        Self::WHITENING.apply_to_each(&mut keys);
        keys
    };

    const ALL_PREFIXES: &'static [Certificate] = &Self::CODE.prefixes();
    const WHITENING: Invertible = Code::whitening(SEED);
}
