//! Sums of hidden neurons, a block of 32 at a time: plain code that the compiler turns
//! into vector instructions of whatever width the target has. All of it wraps around, so the order
//! of the additions changes no result.

/// Neurons of a block: 64 bytes, a cache line.
pub(crate) const LANES: usize = 32;

/// The values or weights of 32 neurons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Block(pub(crate) [i16; LANES]);

impl Block {
    pub(crate) const ZERO: Self = Self([0; LANES]);
}

/// Returns blocks with these numbers, a multiple of [`LANES`] of them.
pub(crate) fn blocks(numbers: impl IntoIterator<Item = i16>) -> Vec<Block> {
    let mut numbers = numbers.into_iter();
    let mut all = Vec::new();
    while let Some(first) = numbers.next() {
        let mut block = Block::ZERO;
        block.0[0] = first;
        block.0[1..].iter_mut().zip(numbers.by_ref()).for_each(|(lane, number)| *lane = number);
        all.push(block);
    }
    all
}

/// Sets `to` to `from` without the `removed` rows and with the `added` ones. All have as many
/// blocks.
#[inline]
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "a function of a target feature; listed in docs/unsafe.md")
)]
pub(crate) fn combine<const R: usize, const A: usize>(
    to: &mut [Block],
    from: &[Block],
    removed: [&[Block]; R],
    added: [&[Block]; A],
) {
    #[cfg(target_arch = "x86_64")]
    if !cfg!(target_feature = "avx2") && is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the feature, as the line above says.
        return unsafe { combine_by_avx2(to, from, removed, added) };
    }
    combine_blocks(to, from, removed, added);
}

/// Does the work of [`combine`] in a build for a lesser processor.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn combine_by_avx2<const R: usize, const A: usize>(
    to: &mut [Block],
    from: &[Block],
    removed: [&[Block]; R],
    added: [&[Block]; A],
) {
    combine_blocks(to, from, removed, added);
}

#[inline(always)]
fn combine_blocks<const R: usize, const A: usize>(
    to: &mut [Block],
    from: &[Block],
    removed: [&[Block]; R],
    added: [&[Block]; A],
) {
    let length = to.len();
    let from = &from[..length];
    let removed = removed.map(|row| &row[..length]);
    let added = added.map(|row| &row[..length]);
    for (index, to) in to.iter_mut().enumerate() {
        let mut sum = from[index];
        for row in removed {
            zip(&mut sum, &row[index], i16::wrapping_sub);
        }
        for row in added {
            zip(&mut sum, &row[index], i16::wrapping_add);
        }
        *to = sum;
    }
}

#[inline]
pub(crate) fn add(to: &mut [Block], row: &[Block]) {
    to.iter_mut().zip(row).for_each(|(to, row)| zip(to, row, i16::wrapping_add));
}

#[inline]
pub(crate) fn subtract(to: &mut [Block], row: &[Block]) {
    to.iter_mut().zip(row).for_each(|(to, row)| zip(to, row, i16::wrapping_sub));
}

#[inline(always)]
fn zip(to: &mut Block, other: &Block, operation: impl Fn(i16, i16) -> i16) {
    for (lane, &other) in to.0.iter_mut().zip(&other.0) {
        *lane = operation(*lane, other);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns blocks of numbers that look random.
    pub(crate) fn noise(count: usize, seed: u64, limit: i16) -> Vec<Block> {
        let mut state = seed;
        blocks((0..count * LANES).map(|_| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 40) as i16 % limit
        }))
    }

    pub(crate) fn flat(blocks: &[Block]) -> Vec<i16> {
        blocks.iter().flat_map(|block| block.0).collect()
    }

    #[test]
    fn rows_come_and_go_neuron_by_neuron() {
        let rows: Vec<Vec<Block>> = (0..5).map(|seed| noise(3, seed, i16::MAX)).collect();
        let mut to = vec![Block::ZERO; 3];
        combine(&mut to, &rows[0], [&rows[1], &rows[2]], [&rows[3], &rows[4]]);
        let naive = |at: usize| {
            let [from, a, b, c, d] = [0, 1, 2, 3, 4].map(|row| flat(&rows[row])[at]);
            from.wrapping_sub(a).wrapping_sub(b).wrapping_add(c).wrapping_add(d)
        };
        assert_eq!(flat(&to), (0..3 * LANES).map(naive).collect::<Vec<_>>());
        let mut again = vec![Block::ZERO; 3];
        combine_blocks(&mut again, &rows[0], [&rows[1], &rows[2]], [&rows[3], &rows[4]]);
        assert_eq!(to, again);
        add(&mut to, &rows[1]);
        subtract(&mut to, &rows[1]);
        assert_eq!(flat(&to), (0..3 * LANES).map(naive).collect::<Vec<_>>());
    }
}
