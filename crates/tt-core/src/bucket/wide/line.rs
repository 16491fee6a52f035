//! A whole cache line looked through at once: four wide slots, by vector instructions where the
//! target has them.
//!
//! The vector loads of the standard library are not atomic, so a line that other threads write must
//! not be read by them. Here it is read in `asm!`, whose contract is that of eight relaxed 8-byte
//! loads in any order: that is less than the instructions do. On machines with AVX the vendors
//! promise that aligned 16-byte accesses are not torn; of 32 and 64 bytes they promise nothing, and
//! nothing is needed, because the mask of the keys shows a torn slot.
//!
//! The back end is chosen at compile time by the target's features. The build flag `tt_core_line`
//! (`scalar`, `128`, `256`, `512`) forces one that the target has.

use super::WideSlot;
use crate::Payload;
use crate::bucket::first_match;
use crate::rank::LinearWorth;

/// Whether the build takes vectors of each width in bits: by the flag, else the widest that pays.
#[cfg(all(target_arch = "x86_64", not(any(miri, loom))))]
mod chosen {
    const FREE: bool = !cfg!(any(
        tt_core_line = "scalar",
        tt_core_line = "128",
        tt_core_line = "256",
        tt_core_line = "512"
    ));
    pub(super) const BITS_512: bool =
        cfg!(target_feature = "avx512f") && (FREE || cfg!(tt_core_line = "512"));
    pub(super) const BITS_256: bool =
        cfg!(target_feature = "avx2") && (FREE || cfg!(tt_core_line = "256"));
    pub(super) const BITS_128: bool =
        cfg!(target_feature = "avx") && (FREE || cfg!(tt_core_line = "128"));
}

/// The payload of the first slot whose key is `key`, 0 if there is none.
#[inline]
pub(super) fn find(line: &[WideSlot; 4], key: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", not(any(miri, loom))))]
    {
        if chosen::BITS_512 {
            // SAFETY: the target has AVX-512F, or this constant were false.
            return unsafe { x86::find_512(line, key) };
        }
        if chosen::BITS_256 {
            // SAFETY: the target has AVX2, or this constant were false.
            return unsafe { x86::find_256(line, key) };
        }
        if chosen::BITS_128 {
            // SAFETY: the target has AVX, or this constant were false.
            return unsafe { x86::find_128(line, key) };
        }
    }
    find_scalar(line, key)
}

/// Returns the least rank of the four slots, as the loop over the slots ranks them,
/// and the record of that slot; `None` without vectors of 256 bits.
#[inline]
pub(super) fn least_rank<P: Payload>(
    line: &[WideSlot; 4],
    key: u64,
    now: u64,
    worth: LinearWorth,
) -> Option<(i64, u64)> {
    #[cfg(all(target_arch = "x86_64", not(any(miri, loom))))]
    if chosen::BITS_256 || chosen::BITS_512 {
        // SAFETY: the target has AVX2, which AVX-512F implies, or these constants were false.
        return Some(unsafe { x86::least_rank::<P>(line, key, now, worth) });
    }
    let _ = (line, key, now, worth);
    None
}

/// The twin that every other path equals: word by word.
#[inline]
fn find_scalar(line: &[WideSlot; 4], key: u64) -> u64 {
    first_match(&line.each_ref().map(|slot| slot.read(key)))
}

#[cfg(all(target_arch = "x86_64", not(any(miri, loom))))]
#[allow(
    dead_code,
    reason = "a build chooses one of the functions; the tests hold all of them equal"
)]
mod x86 {
    use core::arch::asm;
    use core::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm_blendv_epi8, _mm_blendv_pd, _mm_castpd_si128,
        _mm_castsi128_pd, _mm_cmpeq_epi64, _mm_cmpgt_epi64, _mm_cvtsi64_si128, _mm_cvtsi128_si64,
        _mm_extract_epi64, _mm_or_si128, _mm_set1_epi64x, _mm_setzero_si128, _mm_shuffle_epi32,
        _mm_unpackhi_epi64, _mm_unpacklo_epi64, _mm_xor_si128, _mm256_and_si256, _mm256_blendv_pd,
        _mm256_castpd_si256, _mm256_castsi256_pd, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
        _mm256_extracti128_si256, _mm256_mul_epu32, _mm256_or_si256, _mm256_set_epi64x,
        _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi32, _mm256_slli_epi64,
        _mm256_srl_epi64, _mm256_sub_epi64, _mm256_unpackhi_epi64, _mm256_unpacklo_epi64,
        _mm256_xor_si256, _mm512_castsi512_si128, _mm512_cmpeq_epi64_mask,
        _mm512_maskz_compress_epi64, _mm512_set1_epi64, _mm512_shuffle_epi32,
        _mm512_unpacklo_epi64, _mm512_xor_si512,
    };

    use super::WideSlot;
    use crate::rank::{EMPTY, LinearWorth, SAME_KEY, SLOT_BITS};
    use crate::{Field, Payload};

    /// Exchanges the two 64-bit words of each slot, in a shuffle of 32-bit ones.
    const SWAP: i32 = 0b01_00_11_10;
    /// The words of a line that are payloads: every second one.
    const PAYLOADS: u8 = 0b1010_1010;

    /// Four slots in four registers.
    #[inline]
    #[target_feature(enable = "avx")]
    pub(super) fn find_128(line: &[WideSlot; 4], key: u64) -> u64 {
        let (a, b, c, d): (__m128i, __m128i, __m128i, __m128i);
        // SAFETY: the reference is good for reading 64 bytes, a slot is aligned to 16 bytes, and
        // the words may be written at the same time: see the module.
        unsafe {
            asm!(
                "vmovdqa {a}, [{line}]",
                "vmovdqa {b}, [{line} + 16]",
                "vmovdqa {c}, [{line} + 32]",
                "vmovdqa {d}, [{line} + 48]",
                line = in(reg) line,
                a = out(xmm_reg) a,
                b = out(xmm_reg) b,
                c = out(xmm_reg) c,
                d = out(xmm_reg) d,
                options(readonly, nostack, preserves_flags),
            );
        }
        let wanted = _mm_set1_epi64x(key as i64);
        let mut found = _mm_setzero_si128();
        for slot in [d, c, b, a] {
            let swapped = _mm_shuffle_epi32::<SWAP>(slot);
            let keys = if cfg!(tt_core_mutant) {
                _mm_unpacklo_epi64(slot, slot)
            } else {
                _mm_xor_si128(slot, swapped)
            };
            found = _mm_blendv_epi8(found, slot, _mm_cmpeq_epi64(keys, wanted));
        }
        _mm_extract_epi64::<1>(found) as u64
    }

    /// Two slots in each of two registers.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn find_256(line: &[WideSlot; 4], key: u64) -> u64 {
        let (low, high) = load_256(line);
        let wanted = _mm256_set1_epi64x(key as i64);
        let mut found = _mm_setzero_si128();
        for pair in [high, low] {
            let swapped = _mm256_shuffle_epi32::<SWAP>(pair);
            let keys = if cfg!(tt_core_mutant) {
                _mm256_unpacklo_epi64(pair, pair)
            } else {
                _mm256_xor_si256(pair, swapped)
            };
            let equal = _mm256_cmpeq_epi64(keys, wanted);
            let second = _mm256_extracti128_si256::<1>(pair);
            found = _mm_blendv_epi8(found, second, _mm256_extracti128_si256::<1>(equal));
            let first = _mm256_castsi256_si128(pair);
            found = _mm_blendv_epi8(found, first, _mm256_castsi256_si128(equal));
        }
        _mm_extract_epi64::<1>(found) as u64
    }

    /// Returns the least rank of the slots, and the record of that slot: keys in one register,
    /// payloads in another.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn least_rank<P: Payload>(
        line: &[WideSlot; 4],
        key: u64,
        now: u64,
        worth: LinearWorth,
    ) -> (i64, u64) {
        let (low, high) = load_256(line);
        let payloads = _mm256_unpackhi_epi64(low, high);
        let masked = _mm256_unpacklo_epi64(low, high);
        let keys = if cfg!(tt_core_mutant) { masked } else { _mm256_xor_si256(masked, payloads) };
        let matches = _mm256_cmpeq_epi64(keys, splat(key as i64));
        let empty = _mm256_cmpeq_epi64(payloads, _mm256_setzero_si256());
        let lowest = |field: Field| {
            let shift = _mm_cvtsi64_si128(field.mask().trailing_zeros().into());
            _mm256_srl_epi64(payloads, shift)
        };
        let priority = _mm256_and_si256(lowest(P::PRIORITY), splat(P::PRIORITY.max() as i64));
        let age = _mm256_sub_epi64(splat(now as i64), lowest(P::GENERATION));
        let age = _mm256_and_si256(age, splat(P::GENERATION.max() as i64));
        let worth = _mm256_sub_epi64(
            _mm256_mul_epu32(priority, splat(worth.priority.into())),
            _mm256_mul_epu32(age, splat(worth.age.into())),
        );
        let rank = _mm256_slli_epi64::<{ SLOT_BITS as i32 }>(worth);
        let rank = select(matches, splat(SAME_KEY), rank);
        let rank = select(empty, splat(EMPTY), rank);
        // The unpacking puts the slots in this order.
        let rank = _mm256_or_si256(rank, _mm256_set_epi64x(3, 1, 2, 0));
        let lesser = |a, b| {
            let [greater, a, b] =
                [_mm_cmpgt_epi64(a, b), a, b].map(|lanes| _mm_castsi128_pd(lanes));
            _mm_castpd_si128(_mm_blendv_pd(a, b, greater))
        };
        let pair = lesser(_mm256_castsi256_si128(rank), _mm256_extracti128_si256::<1>(rank));
        let least = _mm_cvtsi128_si64(lesser(pair, _mm_unpackhi_epi64(pair, pair)));
        let chosen = _mm256_and_si256(payloads, _mm256_cmpeq_epi64(rank, splat(least)));
        let pair =
            _mm_or_si128(_mm256_castsi256_si128(chosen), _mm256_extracti128_si256::<1>(chosen));
        let bits = _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair)));
        (least, bits as u64)
    }

    /// Returns the lanes of `yes` where `mask` is set, of `no` elsewhere.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn select(mask: __m256i, yes: __m256i, no: __m256i) -> __m256i {
        let [mask, yes, no] = [mask, yes, no].map(|lanes| _mm256_castsi256_pd(lanes));
        _mm256_castpd_si256(_mm256_blendv_pd(no, yes, mask))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn splat(number: i64) -> __m256i {
        _mm256_set1_epi64x(number)
    }

    /// Returns two slots in each of two registers.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load_256(line: &[WideSlot; 4]) -> (__m256i, __m256i) {
        let (low, high): (__m256i, __m256i);
        // SAFETY: the reference is good for reading 64 bytes, and the words may be written at the
        // same time: see the module.
        unsafe {
            asm!(
                "vmovdqu {low}, [{line}]",
                "vmovdqu {high}, [{line} + 32]",
                line = in(reg) line,
                low = out(ymm_reg) low,
                high = out(ymm_reg) high,
                options(readonly, nostack, preserves_flags),
            );
        }
        (low, high)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn find_512(line: &[WideSlot; 4], key: u64) -> u64 {
        let words: __m512i;
        // SAFETY: the reference is good for reading 64 bytes, and the words may be written at the
        // same time: see the module.
        unsafe {
            asm!(
                "vmovdqu64 {words}, [{line}]",
                line = in(reg) line,
                words = out(zmm_reg) words,
                options(readonly, nostack, preserves_flags),
            );
        }
        let swapped = _mm512_shuffle_epi32::<SWAP>(words);
        let keys = if cfg!(tt_core_mutant) {
            _mm512_unpacklo_epi64(words, words)
        } else {
            _mm512_xor_si512(words, swapped)
        };
        let equal = _mm512_cmpeq_epi64_mask(keys, _mm512_set1_epi64(key as i64));
        let found = _mm512_maskz_compress_epi64(equal & PAYLOADS, words);
        _mm_cvtsi128_si64(_mm512_castsi512_si128(found)) as u64
    }
}

#[cfg(all(test, target_arch = "x86_64", feature = "std", not(any(miri, loom))))]
mod tests {
    use std::is_x86_feature_detected;

    use zobrist_keys::SplitMix64;

    use super::super::mask;
    use super::{WideSlot, find, find_scalar, x86};
    /// Lines with each key in any number of slots, and torn ones: all back ends of this machine see
    /// what the scalar one sees.
    #[test]
    fn every_back_end_equals_the_scalar_one() {
        let mut random = SplitMix64::new(1);
        let mut found = 0;
        for _ in 0..100_000 {
            let line: [WideSlot; 4] = Default::default();
            for slot in &line {
                if !random.next().is_multiple_of(4) {
                    let (bits, torn) = (random.next() % 3, random.next() % 3);
                    slot.masked_key.set((random.next() % 3) ^ mask(torn));
                    slot.bits.set(bits);
                }
            }
            for key in 0..3 {
                let expected = find_scalar(&line, key);
                found += usize::from(expected != 0);
                assert_eq!(find(&line, key), expected);
                if is_x86_feature_detected!("avx") {
                    // SAFETY: the machine has AVX.
                    assert_eq!(unsafe { x86::find_128(&line, key) }, expected);
                }
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the machine has AVX2.
                    assert_eq!(unsafe { x86::find_256(&line, key) }, expected);
                }
                if is_x86_feature_detected!("avx512f") {
                    // SAFETY: the machine has AVX-512F.
                    assert_eq!(unsafe { x86::find_512(&line, key) }, expected);
                }
            }
        }
        assert!(found > 50_000);
    }
}
