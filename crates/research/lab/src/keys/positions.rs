//! Distinct positions of search trees, for experiments that compare keys with positions.

use std::collections::HashSet;

use self_play::{Openings, Random};

use super::features::FeatureSet;
use super::tree;

/// Random plies before a root: the trees of different openings share few positions.
const OPENING_PLIES: std::ops::RangeInclusive<u32> = 8..=12;

/// Positions that no two trees share, in the order in which their searches meet them first.
///
/// There are `trees` trees of `size` positions each. They depend on the seed alone.
pub(super) fn gather(trees: usize, size: usize, seed: u64) -> Vec<Vec<FeatureSet>> {
    let (openings, mut random) = (Openings::from_startpos(OPENING_PLIES), Random::new(seed));
    let mut known = HashSet::with_capacity(trees * size);
    let mut gathered = Vec::with_capacity(trees);
    while gathered.len() < trees {
        let mut met = Vec::with_capacity(size);
        tree::walk(&openings.draw(&mut random), &mut |position| {
            let features = FeatureSet::of(position);
            if met.len() < size && known.insert(features) {
                met.push(features);
            }
            met.len() < size
        });
        if met.len() == size {
            gathered.push(met);
        }
    }
    gathered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_position_comes_twice() {
        let trees = gather(3, 500, 7);
        assert_eq!(trees.iter().map(Vec::len).collect::<Vec<_>>(), [500; 3]);
        let distinct: HashSet<FeatureSet> = trees.iter().flatten().copied().collect();
        assert_eq!(distinct.len(), 1500);
        assert_eq!(trees, gather(3, 500, 7));
    }
}
