//! The canonical form, of structures that games can have and of any two sets of squares.

use std::collections::BTreeSet;

use pawn_classics::{Canonical, can_arise};
use pawn_hash::PawnStructure;
use zobrist_keys::SplitMix64;

use crate::times;

/// Any two sets: too many pawns, on the first and the eighth rank too, two on one square.
fn any_sets(random: &mut SplitMix64) -> [u64; 2] {
    let density = random.next() % 4;
    let mut set = || (0..density).fold(random.next(), |set, _| set & random.next());
    [set(), set()]
}

/// Draws at most eight pawns a side on squares where a pawn may be, each square taken once.
fn eight_a_side(random: &mut SplitMix64) -> [u64; 2] {
    let mut pawns = |free: u64| {
        let count = random.next() % 9;
        (0..count).fold(0, |set, _| set | (1 << (8 + random.next() % 48)) & free)
    };
    let white = pawns(u64::MAX);
    [white, pawns(!white)]
}

/// By turns one of either kind, every third time one that is its own image.
fn structures(seed: u64) -> impl Iterator<Item = [u64; 2]> {
    let mut random = SplitMix64::new(seed);
    (0..times(40_000)).map(move |round| {
        let make = if round % 2 == 0 { any_sets } else { eight_a_side };
        let [white, black] = make(&mut random);
        if round % 3 == 0 {
            let black = white.swap_bytes() & !white;
            return [black.swap_bytes(), black];
        }
        [white, black]
    })
}

#[test]
fn the_canonical_form_is_idempotent_and_one_for_an_orbit_of_at_most_four() {
    let (mut sizes, mut impossible) = ([0; 5], 0);
    for pawns in structures(15) {
        let canonical = Canonical::of(pawns);
        let again = Canonical::of(canonical.pawns);
        assert_eq!(again.pawns, canonical.pawns);
        assert!(!again.mirrored && !again.flipped, "the least needs no symmetry");
        let mut orbit = BTreeSet::new();
        for image in Canonical::images(pawns) {
            orbit.insert(image.pawns);
            let other = Canonical::of(image.pawns);
            assert_eq!(other.pawns, canonical.pawns);
        }
        assert!(orbit.contains(&pawns));
        sizes[orbit.len()] += 1;
        impossible += u32::from(!can_arise(pawns, [15, 15]));
    }
    assert_eq!((sizes[0], sizes[3]), (0, 0));
    assert!(sizes[1] > 0 && sizes[2] > 100 && sizes[4] > 2_000, "{sizes:?}");
    assert!(impossible > 10_000, "{impossible} structures that no game can have");
}

/// Returns the values of a structure with files and colours exchanged as for the representative.
fn image(structure: &PawnStructure, canonical: &Canonical) -> Vec<u64> {
    let place = |set: u64| {
        let set = if canonical.mirrored { set.reverse_bits().swap_bytes() } else { set };
        if canonical.flipped { set.swap_bytes() } else { set }
    };
    let colors = if canonical.flipped { [1, 0] } else { [0, 1] };
    let wings = if canonical.mirrored { [2, 1, 0] } else { [0, 1, 2] };
    let sets = [
        structure.attacks,
        structure.double_attacks,
        structure.attack_spans,
        structure.half_open_files,
        structure.passed,
        structure.candidates,
        structure.isolated,
        structure.doubled,
        structure.backward,
        structure.phalanx,
        structure.supported,
        structure.connected,
        structure.blocked,
        structure.rammed,
        structure.levers,
        structure.weak,
        structure.exposed,
    ];
    let by_color = |pair: [u64; 2]| colors.map(|color| place(pair[color]));
    let by_wing = |sets: [[u64; 3]; 2]| {
        colors.into_iter().flat_map(move |color| wings.map(|wing| place(sets[color][wing])))
    };
    // Of islands, which are marked where they begin, and of the leading passed pawn, which is the
    // one nearest to the a-file, an image keeps the number and the rank.
    let islands = colors.map(|color| u64::from(structure.island_count(color)));
    let rank = |set: u64| place(set).trailing_zeros() / 8;
    let leading = colors.map(|color| u64::from(rank(structure.leading_passer[color])));
    let mut all: Vec<u64> = sets.into_iter().flat_map(by_color).collect();
    all.push(place(structure.open_files));
    all.extend(by_wing(structure.shelter));
    all.extend(by_wing(structure.storm));
    all.extend(islands.into_iter().chain(leading));
    all
}

#[test]
fn the_structure_is_covariant_with_the_canonical_form() {
    for pawns in structures(16) {
        let canonical = Canonical::of(pawns);
        let here = PawnStructure::of(pawns);
        let there = PawnStructure::of(canonical.pawns);
        let itself = Canonical::of(canonical.pawns);
        let (here, there) = (image(&here, &canonical), image(&there, &itself));
        assert_eq!(here, there, "{pawns:x?}");
    }
}
