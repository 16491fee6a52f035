//! `PawnStructure` equals a twin that looks at one square at a time.

mod twin;

use pawn_hash::{BLACK, PawnStructure, WHITE, Wing};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use zobrist_keys::SplitMix64;

use crate::times;
use twin::{Twin, collect, collect_in};

/// The name of a set, the set by algebra, and the twin's.
type Row = (&'static str, u64, u64);

fn rows(structure: &PawnStructure, color: usize, twin: &Twin) -> [Row; 19] {
    let of = |sets: [u64; 2]| sets[color];
    let pawns = |property: &dyn Fn(i32, i32) -> bool| collect_in(twin.own, property);
    [
        ("attacks", of(structure.attacks), collect(|f, r| twin.attackers(f, r) > 0)),
        ("double attacks", of(structure.double_attacks), collect(|f, r| twin.attackers(f, r) == 2)),
        ("attack spans", of(structure.attack_spans), collect(|f, r| twin.in_attack_span(f, r))),
        ("half-open files", of(structure.half_open_files), collect(|f, _| twin.half_open(f))),
        ("passed", of(structure.passed), pawns(&|f, r| twin.passed(f, r))),
        ("candidates", of(structure.candidates), pawns(&|f, r| twin.candidate(f, r))),
        ("isolated", of(structure.isolated), pawns(&|f, r| twin.isolated(f, r))),
        ("doubled", of(structure.doubled), pawns(&|f, r| twin.doubled(f, r))),
        ("backward", of(structure.backward), pawns(&|f, r| twin.backward(f, r))),
        ("phalanx", of(structure.phalanx), pawns(&|f, r| twin.phalanx(f, r))),
        ("supported", of(structure.supported), pawns(&|f, r| twin.supported(f, r))),
        (
            "connected",
            of(structure.connected),
            pawns(&|f, r| twin.phalanx(f, r) || twin.supported(f, r)),
        ),
        ("blocked", of(structure.blocked), pawns(&|f, r| twin.blocked(f, r))),
        ("rammed", of(structure.rammed), pawns(&|f, r| twin.rammed(f, r))),
        ("levers", of(structure.levers), pawns(&|f, r| twin.lever(f, r))),
        ("weak", of(structure.weak), pawns(&|f, r| twin.weak(f, r))),
        ("exposed", of(structure.exposed), pawns(&|f, r| twin.exposed(f, r))),
        ("islands", of(structure.islands), collect(|f, _| twin.island_begins(f))),
        ("leading passer", of(structure.leading_passer), twin.leading_passer()),
    ]
}

fn twins(white: u64, black: u64) -> [Twin; 2] {
    [Twin { own: white, enemy: black, up: 1 }, Twin { own: black, enemy: white, up: -1 }]
}

fn check(white: u64, black: u64) {
    let structure = PawnStructure::of([white, black]);
    let twins = twins(white, black);
    for color in [WHITE, BLACK] {
        let twin = &twins[color];
        for (name, fast, naive) in rows(&structure, color, twin) {
            assert_eq!(fast, naive, "{name} of colour {color}: {white:#x} {black:#x}");
        }
        let islands = (0..8).filter(|&file| twin.island_begins(file)).count();
        assert_eq!(structure.island_count(color), islands as u32);
    }
    let open = collect(|f, _| twins.iter().all(|twin| twin.half_open(f)));
    assert_eq!(structure.open_files, open, "open files: {white:#x} {black:#x}");
    check_wings(&structure, &twins, [0, 3, 7]);
}

/// Checks the sets computed in advance for each wing against the twin, for kings on these squares.
fn check_wings(structure: &PawnStructure, twins: &[Twin; 2], kings: impl IntoIterator<Item = u32>) {
    for king in kings {
        let wing = Wing::of_king(king) as usize;
        for color in [WHITE, BLACK] {
            let twin = &twins[color];
            let (own, enemy) = (twin.own, twin.enemy);
            assert_eq!(structure.shelter[color][wing], twin.first_before(own, king), "{king}");
            assert_eq!(structure.storm[color][wing], twin.first_before(enemy, king), "{king}");
        }
    }
}

const PAWN_RANKS: u64 = 0x00FF_FFFF_FFFF_FF00;

#[test]
fn equals_the_twin_on_structures_of_at_most_two_pawns_a_side() {
    let squares: Vec<u64> = (8..56).map(|square| 1 << square).chain([0]).collect();
    let sets =
        squares.iter().enumerate().flat_map(|(i, a)| squares[i..].iter().map(move |b| a | b));
    let mut sets: Vec<u64> = sets.collect();
    sets.sort_unstable();
    sets.dedup();
    assert_eq!(sets.len(), 1 + 48 + 48 * 47 / 2);
    // One of 97, unless more is asked for.
    let every = (97 / times(1) as usize).max(1);
    let pairs = sets.iter().flat_map(|white| sets.iter().map(move |black| (*white, *black)));
    for (white, black) in pairs.filter(|(white, black)| black & white == 0).step_by(every) {
        check(white, black);
    }
}

/// A structure, from crowded boards to nearly empty ones: each further AND halves the density.
fn random_structures(count: u64) -> impl Iterator<Item = (u64, u64)> {
    let mut random = SplitMix64::new(2026);
    (0..count).map(move |round| {
        let mut thin = |density: u64| (0..density).fold(PAWN_RANKS, |set, _| set & random.next());
        let white = thin(round % 4 + 1);
        (white, thin(round / 4 % 4 + 1) & !white)
    })
}

#[test]
fn equals_the_twin_on_random_structures() {
    random_structures(times(10_000)).for_each(|(white, black)| check(white, black));
}

#[test]
fn the_wings_serve_all_64_king_squares() {
    for (white, black) in random_structures(5_000) {
        check_wings(&PawnStructure::of([white, black]), &twins(white, black), 0..64);
    }
}

fn mirror(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn colours_are_treated_alike(a in any::<u64>(), b in any::<u64>()) {
        let (white, black) = (a & PAWN_RANKS, b & !a & PAWN_RANKS);
        let one = PawnStructure::of([white, black]);
        let other = PawnStructure::of([black.swap_bytes(), white.swap_bytes()]);
        for (color, opposite) in [(WHITE, BLACK), (BLACK, WHITE)] {
            prop_assert_eq!(one.passed[color], other.passed[opposite].swap_bytes());
            prop_assert_eq!(one.backward[color], other.backward[opposite].swap_bytes());
            prop_assert_eq!(one.connected[color], other.connected[opposite].swap_bytes());
        }
    }

    #[test]
    fn wings_are_treated_alike(a in any::<u64>(), b in any::<u64>()) {
        let (white, black) = (a & PAWN_RANKS, b & !a & PAWN_RANKS);
        let one = PawnStructure::of([white, black]);
        let other = PawnStructure::of([mirror(white), mirror(black)]);
        for color in [WHITE, BLACK] {
            prop_assert_eq!(one.candidates[color], mirror(other.candidates[color]));
            prop_assert_eq!(one.isolated[color], mirror(other.isolated[color]));
            prop_assert_eq!(one.attack_spans[color], mirror(other.attack_spans[color]));
        }
    }
}
