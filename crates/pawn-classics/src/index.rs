//! Indexes of the literature: a modulus of the key, a modulus of the sets, and their difference.

use pawn_hash::{Index, KeyIndex, MultiplyHigh};

use crate::modulo::{order_of_two, reduce};

/// 2^64 divided by the golden ratio, made odd (Knuth, *The Art of Computer Programming* 3,
/// section 6.4, 1973).
const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;

/// The key, folded to 32 bits, modulo the number of entries, any below 2^32, by two multiplications
/// (Lemire, Kaser and Kurz, *Faster remainder by direct computation*, 2019).
///
/// ```
/// use pawn_classics::FastModulo;
/// use pawn_hash::Index;
///
/// // A prime number of slots: every bit of the folded key has a say in the slot.
/// let index = FastModulo::new(16_381);
/// assert_eq!(index.slot([0, 0], 0x0000_0005_0000_4000), (0x4000 ^ 5) % 16_381);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FastModulo {
    entries: u32,
    /// 2^64 / entries, rounded up; 0 means 2^64.
    reciprocal: u64,
}

impl FastModulo {
    /// `number` modulo the number of entries.
    #[inline]
    pub(crate) const fn remainder(self, number: u32) -> u32 {
        let fraction = self.reciprocal.wrapping_mul(number as u64);
        ((fraction as u128 * self.entries as u128) >> 64) as u32
    }
}

impl Index for FastModulo {
    fn new(entries: usize) -> Self {
        let entries = u32::try_from(entries).expect("fewer than 2^32 entries");
        Self { entries, reciprocal: (u64::MAX / u64::from(entries)).wrapping_add(1) }
    }

    #[inline]
    fn slot(&self, _pawns: [u64; 2], key: u64) -> usize {
        self.remainder((key ^ key >> 32) as u32) as usize
    }
}

impl KeyIndex for FastModulo {}

/// Multiply and shift of the difference of the sets, without a key.
///
/// Two disjoint sets are not determined by their difference: 2^(k+1) − 2^k is 2^k. So the
/// difference is an index only, and the verification must look at more than this.
///
/// ```
/// use pawn_classics::Difference;
/// use pawn_hash::{NoStatistics, PawnTable, TwoSets};
///
/// // An engine without a pawn key: what it hands over as one is not looked at.
/// let mut table: PawnTable<i32, NoStatistics, TwoSets, Difference> = PawnTable::new(1 << 10);
/// assert_eq!(*table.get_or_insert_with([1 << 12, 1 << 52], 0, || 9), 9);
/// assert_eq!(*table.get_or_insert_with([1 << 12, 1 << 52], 1, || unreachable!()), 9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    entries: MultiplyHigh,
}

impl Index for Difference {
    fn new(entries: usize) -> Self {
        Self { entries: Index::new(entries) }
    }

    #[inline]
    fn slot(&self, [white, black]: [u64; 2], _key: u64) -> usize {
        // For 2^n entries the index is the shift by 64 − n.
        let mixed = white.wrapping_sub(black).wrapping_mul(GOLDEN_RATIO);
        self.entries.slot([white, black], mixed)
    }
}

/// The sets themselves modulo `M`, which is also the number of entries, without a key.
///
/// That no two pawns count the same is proved when the program is compiled: 2 has an order of at
/// least 64 modulo `M`, and a black pawn, which counts [`BLACK`](Self::BLACK) times, never equals a
/// white one.
///
/// ```compile_fail
/// use pawn_classics::BitboardModulo;
/// use pawn_hash::{PawnTable, NoStatistics, TwoSets};
/// // 49981 divides 2^30 - 1.
/// let table: PawnTable<u8, NoStatistics, TwoSets, BitboardModulo<49981>> = PawnTable::new(49981);
/// ```
///
/// ```
/// use pawn_classics::BitboardModulo;
/// use pawn_hash::{PawnTable, NoStatistics, TwoSets};
/// let table: PawnTable<u8, NoStatistics, TwoSets, BitboardModulo<16411>> = PawnTable::new(16411);
/// assert_eq!(table.capacity(), 16411);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BitboardModulo<const M: u32>;

impl<const M: u32> BitboardModulo<M> {
    /// The weight of a black pawn.
    pub const BLACK: u32 = 3;

    /// Evaluated at compile time, where a false assertion is an error.
    const PROOF: () = {
        assert!(order_of_two(M) >= 64, "two squares would count the same");
        assert!(M < 1 << 30, "the sum of two remainders fits 32 bits");
        assert!(tells_colours_apart(M, Self::BLACK), "two pawns would count the same");
    };
}

/// Returns whether no black pawn that counts `black` times equals a white one: White's on s and
/// Black's on t count the same if `black` is 2^(s - t), and s and t are below 64.
const fn tells_colours_apart(modulus: u32, black: u32) -> bool {
    let mut power = 1;
    let mut inverse = 1;
    let mut n = 0;
    while n < 64 {
        if power == black || inverse == black {
            return false;
        }
        power = power * 2 % modulus;
        inverse = if inverse % 2 == 0 { inverse / 2 } else { (inverse + modulus) / 2 };
        n += 1;
    }
    true
}

impl<const M: u32> Index for BitboardModulo<M> {
    fn new(entries: usize) -> Self {
        const { Self::PROOF };
        assert!(entries == M as usize, "the number of entries is the modulus");
        Self
    }

    #[inline]
    fn slot(&self, [white, black]: [u64; 2], _key: u64) -> usize {
        let sum =
            u64::from(reduce::<M>(white)) + u64::from(Self::BLACK) * u64::from(reduce::<M>(black));
        reduce::<M>(sum) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn fast_modulo_is_the_remainder() {
        let numbers = (0..70_000).chain((0..32).flat_map(|bit| {
            let power = 1_u32 << bit;
            [power - 1, power, power + 1]
        }));
        let numbers: Vec<u32> = numbers.chain(u32::MAX - 70_000..=u32::MAX).collect();
        for entries in [1, 2, 3, 7, 64, 255, 1_000, 16_411, 49_981, 65_521, 65_536, u32::MAX] {
            let index = FastModulo::new(entries as usize);
            for &number in &numbers {
                assert_eq!(index.remainder(number), number % entries, "{number} mod {entries}");
            }
        }
    }

    #[test]
    fn colours_are_apart_where_no_two_pawns_count_the_same() {
        let (mut apart, mut alike) = (0, 0);
        for modulus in (5..1_100).step_by(2).filter(|&modulus| order_of_two(modulus) >= 64) {
            let counts: Vec<u32> = (0..64)
                .scan(1, |power, _| Some(std::mem::replace(power, *power * 2 % modulus)))
                .collect();
            for black in 2..6 {
                let equal = counts.iter().any(|count| counts.contains(&(count * black % modulus)));
                assert_eq!(tells_colours_apart(modulus, black), !equal, "{black} modulo {modulus}");
                *(if equal { &mut alike } else { &mut apart }) += 1;
            }
        }
        assert!(apart > 100 && alike > 100, "{apart} {alike}");
    }
}
