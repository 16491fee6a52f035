//! The activations of hidden neurons, and their sum by weights: the one inner loop for which the
//! compiler does not find the best instructions by itself. Each back end has the result of the
//! plain loop, because all sums wrap around. A build for plain x86-64 asks the processor for AVX2.

#[cfg(all(target_arch = "x86_64", any(test, not(target_feature = "avx512bw"))))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;

use crate::block::Block;

/// Returns the sum over the neurons of the square of the value, clipped to the range from 0 to
/// `one`, times the weight. Value times weight must fit 16 bits.
#[inline]
#[cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    expect(unsafe_code, reason = "functions of a target feature; listed in docs/unsafe.md")
)]
pub(crate) fn activate(values: &[Block], weights: &[Block], one: i16) -> i32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
    {
        // SAFETY: the target has the feature, as the line above says.
        unsafe { avx512::activate(values, weights, one) }
    }
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx512bw")))]
    {
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature, as the line above says.
            unsafe { avx2::activate(values, weights, one) }
        } else {
            activate_plainly(values, weights, one)
        }
    }
    #[cfg(target_arch = "aarch64")]
    {
        // SAFETY: NEON is part of the target.
        unsafe { neon::activate(values, weights, one) }
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        activate_plainly(values, weights, one)
    }
}

/// Does the work of [`activate`] without vector instructions.
#[cfg(any(
    test,
    not(any(all(target_arch = "x86_64", target_feature = "avx512bw"), target_arch = "aarch64"))
))]
fn activate_plainly(values: &[Block], weights: &[Block], one: i16) -> i32 {
    let pairs = values.iter().zip(weights);
    let lanes = pairs.flat_map(|(values, weights)| values.0.iter().zip(&weights.0));
    lanes.fold(0, |sum: i32, (&value, &weight)| {
        let clipped = value.clamp(0, one);
        sum.wrapping_add(i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::tests::{flat, noise};

    /// Returns the sum by every back end of this target.
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "functions of a target feature; listed in docs/unsafe.md")
    )]
    fn by_all(values: &[Block], weights: &[Block], one: i16) -> Vec<i32> {
        let mut found =
            vec![activate(values, weights, one), activate_plainly(values, weights, one)];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature, as the line above says.
            found.push(unsafe { avx2::activate(values, weights, one) });
        }
        found.dedup();
        found
    }

    #[test]
    fn activations_are_the_clipped_squares_times_the_weights() {
        for seed in 0..200 {
            let (values, weights) = (noise(8, seed, 600), noise(8, seed + 1_000, 127));
            let terms = flat(&values)
                .into_iter()
                .zip(flat(&weights))
                .map(|(value, weight)| i64::from(value.clamp(0, 255)).pow(2) * i64::from(weight));
            let sum: i64 = terms.sum();
            assert_eq!(by_all(&values, &weights, 255), [i32::try_from(sum).expect("small")]);
        }
    }

    /// A hostile file may hold such weights.
    #[test]
    fn sums_that_do_not_fit_wrap_around_on_every_back_end() {
        let full = vec![Block([255; 32]); 128];
        for weight in [128, -128, 127] {
            let weights = vec![Block([weight; 32]); 128];
            let sum = 255_i64 * 255 * i64::from(weight) * 128 * 32;
            assert!(i32::try_from(sum).is_err());
            assert_eq!(by_all(&full, &weights, 255), [sum as i32]);
        }
    }
}
