//! `PawnStructure` equals a twin that looks at one square at a time.

use pawn_hash::{BLACK, PawnStructure, WHITE};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

/// The square-by-square reading of the definitions, for one colour.
///
/// `up` is +1 if the colour's pawns move north, −1 if south.
struct Twin {
    own: u64,
    enemy: u64,
    up: i32,
}

fn has(set: u64, file: i32, rank: i32) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank) && set >> (rank * 8 + file) & 1 == 1
}

impl Twin {
    fn own(&self, file: i32, rank: i32) -> bool {
        has(self.own, file, rank)
    }

    fn enemy(&self, file: i32, rank: i32) -> bool {
        has(self.enemy, file, rank)
    }

    /// The ranks before `rank`, as this colour walks.
    fn before(&self, rank: i32) -> impl Iterator<Item = i32> {
        let up = self.up;
        (1..8).map(move |step| rank + up * step).filter(|rank| (0..8).contains(rank))
    }

    /// `rank` and the ranks behind it.
    fn level_or_behind(&self, rank: i32) -> impl Iterator<Item = i32> {
        let up = self.up;
        (0..8).map(move |step| rank - up * step).filter(|rank| (0..8).contains(rank))
    }

    fn attackers(&self, file: i32, rank: i32) -> usize {
        [file - 1, file + 1].into_iter().filter(|&f| self.own(f, rank - self.up)).count()
    }

    fn in_attack_span(&self, file: i32, rank: i32) -> bool {
        [file - 1, file + 1]
            .into_iter()
            .any(|f| self.level_or_behind(rank - self.up).any(|r| self.own(f, r)))
    }

    fn half_open(&self, file: i32) -> bool {
        (0..8).all(|rank| !self.own(file, rank))
    }

    fn sentries(&self, file: i32, rank: i32) -> usize {
        [file - 1, file + 1]
            .into_iter()
            .filter(|&f| self.before(rank).any(|r| self.enemy(f, r)))
            .count()
    }

    fn escorts(&self, file: i32, rank: i32) -> usize {
        [file - 1, file + 1]
            .into_iter()
            .filter(|&f| self.level_or_behind(rank).any(|r| self.own(f, r)))
            .count()
    }

    fn free_file(&self, file: i32, rank: i32) -> bool {
        self.before(rank).all(|r| !self.own(file, r) && !self.enemy(file, r))
    }

    fn passed(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank) && self.free_file(file, rank) && self.sentries(file, rank) == 0
    }

    fn candidate(&self, file: i32, rank: i32) -> bool {
        let sentries = self.sentries(file, rank);
        self.own(file, rank)
            && self.free_file(file, rank)
            && sentries > 0
            && self.escorts(file, rank) >= sentries
    }

    fn isolated(&self, file: i32, rank: i32) -> bool {
        let alone = |f: i32| (0..8).all(|r| !self.own(f, r));
        self.own(file, rank) && alone(file - 1) && alone(file + 1)
    }

    fn doubled(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank) && self.before(rank).any(|r| self.own(file, r))
    }

    fn backward(&self, file: i32, rank: i32) -> bool {
        let stop_attacked =
            [file - 1, file + 1].into_iter().any(|f| self.enemy(f, rank + 2 * self.up));
        self.own(file, rank)
            && !self.isolated(file, rank)
            && self.escorts(file, rank) == 0
            && stop_attacked
    }

    fn phalanx(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank) && (self.own(file - 1, rank) || self.own(file + 1, rank))
    }

    fn supported(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank) && self.attackers(file, rank) > 0
    }
}

/// The set of the squares with a property.
fn collect(property: impl Fn(i32, i32) -> bool) -> u64 {
    (0..64)
        .filter(|square| property(square % 8, square / 8))
        .fold(0, |set, square| set | 1 << square)
}

fn check(white: u64, black: u64) {
    let structure = PawnStructure::of(white, black);
    let twins =
        [Twin { own: white, enemy: black, up: 1 }, Twin { own: black, enemy: white, up: -1 }];
    for color in [WHITE, BLACK] {
        let twin = &twins[color];
        let compare = |name: &str, fast: u64, naive: u64| {
            assert_eq!(fast, naive, "{name} of colour {color}: {white:#x} {black:#x}");
        };
        compare("attacks", structure.attacks[color], collect(|f, r| twin.attackers(f, r) > 0));
        compare(
            "double attacks",
            structure.double_attacks[color],
            collect(|f, r| twin.attackers(f, r) == 2),
        );
        compare(
            "attack spans",
            structure.attack_spans[color],
            collect(|f, r| twin.in_attack_span(f, r)),
        );
        compare(
            "half-open files",
            structure.half_open_files[color],
            collect(|f, _| twin.half_open(f)),
        );
        compare("passed", structure.passed[color], collect(|f, r| twin.passed(f, r)));
        compare("candidates", structure.candidates[color], collect(|f, r| twin.candidate(f, r)));
        compare("isolated", structure.isolated[color], collect(|f, r| twin.isolated(f, r)));
        compare("doubled", structure.doubled[color], collect(|f, r| twin.doubled(f, r)));
        compare("backward", structure.backward[color], collect(|f, r| twin.backward(f, r)));
        compare("phalanx", structure.phalanx[color], collect(|f, r| twin.phalanx(f, r)));
        compare("supported", structure.supported[color], collect(|f, r| twin.supported(f, r)));
        compare(
            "connected",
            structure.connected[color],
            collect(|f, r| twin.phalanx(f, r) || twin.supported(f, r)),
        );
    }
    let open = collect(|f, _| twins.iter().all(|twin| twin.half_open(f)));
    assert_eq!(structure.open_files, open, "open files: {white:#x} {black:#x}");
}

/// The squares where pawns may stand.
const PAWN_RANKS: u64 = 0x00FF_FFFF_FFFF_FF00;

#[test]
fn equals_the_twin_on_all_structures_of_at_most_one_pawn_a_side() {
    let squares: Vec<u64> = (8..56).map(|square| 1 << square).chain([0]).collect();
    for &white in &squares {
        for &black in squares.iter().filter(|&&black| black & white == 0) {
            check(white, black);
        }
    }
}

#[test]
fn equals_the_twin_on_random_structures() {
    let mut state = 2026_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for round in 0..100_000 {
        // Each further AND halves the density: from crowded boards to nearly empty ones.
        let thin = |density: u64, random: &mut dyn FnMut() -> u64| {
            (0..density).fold(PAWN_RANKS, |set, _| set & random())
        };
        let white = thin(round % 4 + 1, &mut random);
        let black = thin(round / 4 % 4 + 1, &mut random) & !white;
        check(white, black);
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
        let one = PawnStructure::of(white, black);
        let other = PawnStructure::of(black.swap_bytes(), white.swap_bytes());
        for (color, opposite) in [(WHITE, BLACK), (BLACK, WHITE)] {
            prop_assert_eq!(one.passed[color], other.passed[opposite].swap_bytes());
            prop_assert_eq!(one.backward[color], other.backward[opposite].swap_bytes());
            prop_assert_eq!(one.connected[color], other.connected[opposite].swap_bytes());
        }
    }

    #[test]
    fn wings_are_treated_alike(a in any::<u64>(), b in any::<u64>()) {
        let (white, black) = (a & PAWN_RANKS, b & !a & PAWN_RANKS);
        let one = PawnStructure::of(white, black);
        let other = PawnStructure::of(mirror(white), mirror(black));
        for color in [WHITE, BLACK] {
            prop_assert_eq!(one.candidates[color], mirror(other.candidates[color]));
            prop_assert_eq!(one.isolated[color], mirror(other.isolated[color]));
            prop_assert_eq!(one.attack_spans[color], mirror(other.attack_spans[color]));
        }
    }
}
