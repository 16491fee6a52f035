//! [`PawnStructure`]: what two sets of pawns say about the game, by set algebra.

use crate::pawns::{east, file_fill, north_fill, sideways, south_fill, west};
use crate::shelter::Wing;

/// Index of White in every pair of sets: the colour whose pawns move north, towards bit 63.
pub const WHITE: usize = 0;
/// Index of Black in every pair of sets: the colour whose pawns move south, towards bit 0.
pub const BLACK: usize = 1;

/// The features of a pawn structure as sets of squares.
///
/// A pair is indexed by colour, [`WHITE`] then [`BLACK`]. "Before" a pawn means on a rank that it
/// has not reached yet; its stop square is the square directly before it. Each drawing shows
/// the pawns on the left (`P` white, `p` black, a8 top left) and White's set on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PawnStructure {
    /// Squares that a pawn of the colour attacks.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . p . . .     . . x . x . . .
    /// . . . P . . . .     . x . x . . . .
    /// . . P . . . . .     . . . . . . x .
    /// . . . . . . . P     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub attacks: [u64; 2],
    /// Squares that two pawns of the colour attack.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . p . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . x .
    /// . . . . . P . P     . . x . . . . .
    /// . P . P . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub double_attacks: [u64; 2],
    /// Squares that a pawn of the colour attacks now or would attack further up its file.
    ///
    /// ```text
    /// . . . . . . . .     x . x x . x . .
    /// . . . . . . . .     x . x x . x . .
    /// . . . . . . . .     x . x x . x . .
    /// . . . . . . p .     x . x x . x . .
    /// . . . . P . . .     x . x . . . . .
    /// . . . . . . . .     x . x . . . . .
    /// . P . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub attack_spans: [u64; 2],
    /// All squares of the files without a pawn of the colour.
    ///
    /// ```text
    /// . . . . . . . .     . . x . x x . .
    /// p p . . . p . .     . . x . x x . .
    /// . . p . . . . .     . . x . x x . .
    /// . . . . . . . .     . . x . x x . .
    /// . . . P . . . .     . . x . x x . .
    /// . P . . . . . .     . . x . x x . .
    /// P . . . . . P P     . . x . x x . .
    /// . . . . . . . .     . . x . x x . .
    /// ```
    pub half_open_files: [u64; 2],
    /// All squares of the files without any pawn.
    ///
    /// ```text
    /// . . . . . . . .     . . . . x . . .
    /// p p . . . p . .     . . . . x . . .
    /// . . p . . . . .     . . . . x . . .
    /// . . . . . . . .     . . . . x . . .
    /// . . . P . . . .     . . . . x . . .
    /// . P . . . . . .     . . . . x . . .
    /// P . . . . . P P     . . . . x . . .
    /// . . . . . . . .     . . . . x . . .
    /// ```
    pub open_files: u64,
    /// Pawns without any pawn of either colour before them on their file, and without an enemy pawn
    /// before them on the files beside it.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . p . . . . .     . . . . . . . .
    /// . . P P . . . .     . . . . . . . .
    /// P . . . . . P p     x . . . . . x .
    /// . . . P . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub passed: [u64; 2],
    /// Pawns without any pawn before them on their file, but with enemy pawns before them on one or
    /// both files beside (the sentries), and with own pawns level or behind on at least as many of
    /// those two files (the escorts).
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . p . . p . p .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . P P . P P . .     . . x . . . . .
    /// . . . . . . . P     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub candidates: [u64; 2],
    /// Pawns without an own pawn on the files beside them.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . p . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . P . . . P .     . . x . . . . .
    /// P . . . . P . .     x . . . . . . .
    /// . . P . . . . .     . . x . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub isolated: [u64; 2],
    /// Pawns behind another own pawn of their file.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . p . . .     . . . . . . . .
    /// . . . . P . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . P . . P . . .     . . . . x . . .
    /// . P . . . . P .     . x . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub doubled: [u64; 2],
    /// Pawns with own pawns beside, all of them further advanced, whose stop square an enemy pawn
    /// attacks.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// p . . . . . . .     . . . . . . . .
    /// . . . p . . . .     . . . . . . . .
    /// . P . . . p . P     . . . . . . . .
    /// . . P . . . . .     . . x . . . . .
    /// . . . . . . P .     . . . . . . x .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub backward: [u64; 2],
    /// Pawns with an own pawn directly beside them.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . p . . . .     . . . . . . . .
    /// . . . P . . . .     . . . . . . . .
    /// . . . . . P P P     . . . . . x x x
    /// P P . . . . . .     x x . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub phalanx: [u64; 2],
    /// Pawns that an own pawn defends.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . p . . .     . . . . . . . .
    /// . . . P . . . .     . . . x . . . .
    /// . . P . . . . .     . . x . . . . .
    /// . P . . . . P .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub supported: [u64; 2],
    /// Pawns that are in a phalanx or supported.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . p . . .     . . . . . . . .
    /// . . . . P . . .     . . . . x . . .
    /// . . . P . . . P     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// P P . . . . P .     x x . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub connected: [u64; 2],
    /// Pawns whose stop square holds a pawn of either colour.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . p .     . . . . . . . .
    /// . . p . . . . .     . . . . . . . .
    /// . . P . . P . .     . . x . . . . .
    /// . . . . . P . .     . . . . . x . .
    /// P . . . . . P .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub blocked: [u64; 2],
    /// Pawns whose stop square holds an enemy pawn: neither of the two can advance.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . p .     . . . . . . . .
    /// . . p . . . . .     . . . . . . . .
    /// . . P . . P . .     . . x . . . . .
    /// . . . . . P . .     . . . . . . . .
    /// P . . . . . P .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub rammed: [u64; 2],
    /// Pawns that attack an enemy pawn.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// p . . p . . . p     . . . . . . . .
    /// P . . . P . P .     . . . . x . x .
    /// . . P . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub levers: [u64; 2],
    /// Pawns that are isolated or backward.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . p . . . p     . . . . . . . .
    /// . P . . . . . .     . . . . . . . .
    /// . . P . . . P .     . . x . . . x .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub weak: [u64; 2],
    /// Weak pawns on a file without an enemy pawn, where rooks can attack them.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . p .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . p . . . p     . . . . . . . .
    /// . P . . . . . .     . . . . . . . .
    /// . . P . . . P .     . . x . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub exposed: [u64; 2],
    /// All squares of the first file of each island, an island being a run of neighbouring files
    /// with pawns of the colour.
    ///
    /// ```text
    /// . . . . . . . .     x . . x . . . x
    /// . . . . p . . .     x . . x . . . x
    /// . . . . . . . .     x . . x . . . x
    /// . . . . P . . .     x . . x . . . x
    /// . . . P . . . .     x . . x . . . x
    /// . P . . . . . .     x . . x . . . x
    /// P . . . . . . P     x . . x . . . x
    /// . . . . . . . .     x . . x . . . x
    /// ```
    pub islands: [u64; 2],
    /// The passed pawn that is furthest advanced; of several on one rank the one nearest to the
    /// a-file.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . p P . . .     . . . . x . . .
    /// . . . . . . P .     . . . . . . . .
    /// P . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub leading_passer: [u64; 2],
    /// For a king on each [`Wing`], the rearmost own pawn of each file before it; drawn for the
    /// king side.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . p .     . . . . . . . .
    /// . . . . P . . P     . . . . . . . .
    /// . . . . . . . P     . . . . . . . x
    /// P . . . . P . .     . . . . . x . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub shelter: [[u64; 3]; 2],
    /// For a king on each [`Wing`], the foremost enemy pawn of each file before it; drawn for the
    /// king side.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// p . . . . p p .     . . . . . x . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . p . p .     . . . . . . x .
    /// . . . . . . . p     . . . . . . . x
    /// . . . . . . . P     . . . . . . . .
    /// . . . . . P . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub storm: [[u64; 3]; 2],
}

impl PawnStructure {
    /// Returns the structure of White's and Black's pawns (bit 0 = a1).
    ///
    /// The sets are expected to be disjoint and to leave the first and the eighth rank free.
    ///
    /// ```
    /// use pawn_hash::{BLACK, PawnStructure, WHITE};
    ///
    /// // White: e5 and the doubled b2 b3. Black: a7.
    /// let pawns = PawnStructure::of([1 << 36 | 1 << 9 | 1 << 17, 1 << 48]);
    /// assert_eq!(pawns.passed, [1 << 36, 0], "e5 has no enemy before it, a7 has the pawns on b");
    /// assert_eq!((pawns.doubled[WHITE], pawns.isolated[BLACK]), (1 << 9, 1 << 48));
    /// let first_rank = 0xff & pawns.open_files;
    /// assert_eq!(first_rank, 0b1110_1100, "c, d, f, g, h: where a rook stands well");
    /// ```
    pub const fn of([white, black]: [u64; 2]) -> PawnStructure {
        let w = Side::of(white, black);
        let b = Side::of(black.swap_bytes(), white.swap_bytes()).flipped();
        PawnStructure {
            attacks: [w.attacks, b.attacks],
            double_attacks: [w.double_attacks, b.double_attacks],
            attack_spans: [w.attack_span, b.attack_span],
            half_open_files: [w.half_open_files, b.half_open_files],
            open_files: w.half_open_files & b.half_open_files,
            passed: [w.passed, b.passed],
            candidates: [w.candidates, b.candidates],
            isolated: [w.isolated, b.isolated],
            doubled: [w.doubled, b.doubled],
            backward: [w.backward, b.backward],
            phalanx: [w.phalanx, b.phalanx],
            supported: [w.supported, b.supported],
            connected: [w.phalanx | w.supported, b.phalanx | b.supported],
            blocked: [w.blocked, b.blocked],
            rammed: [w.rammed, b.rammed],
            levers: [w.levers, b.levers],
            weak: [w.isolated | w.backward, b.isolated | b.backward],
            exposed: [
                (w.isolated | w.backward) & b.half_open_files,
                (b.isolated | b.backward) & w.half_open_files,
            ],
            islands: [w.islands, b.islands],
            leading_passer: [w.leading_passer, b.leading_passer],
            shelter: [Wing::split(w.rearmost), Wing::split(b.rearmost)],
            storm: [Wing::split(w.stormers), Wing::split(b.stormers)],
        }
    }

    /// Returns how many islands the pawns of a colour form: 0 to 4.
    #[must_use]
    pub const fn island_count(&self, color: usize) -> u32 {
        self.islands[color].count_ones() / 8
    }
}

/// The sets of one colour, seen by a player whose pawns move north.
struct Side {
    attacks: u64,
    double_attacks: u64,
    attack_span: u64,
    half_open_files: u64,
    passed: u64,
    candidates: u64,
    isolated: u64,
    doubled: u64,
    backward: u64,
    phalanx: u64,
    supported: u64,
    blocked: u64,
    rammed: u64,
    levers: u64,
    islands: u64,
    leading_passer: u64,
    rearmost: u64,
    stormers: u64,
}

impl Side {
    const fn of(own: u64, enemy: u64) -> Side {
        // Squares before an own pawn on its file, and squares before an enemy pawn on its file.
        let own_front = north_fill(own << 8);
        let enemy_front = south_fill(enemy >> 8);

        let attacks = sideways(own << 8);
        let attack_span = sideways(own_front);

        // Squares with an enemy pawn before them (sentry), or an own pawn level with or behind
        // them (escort), on the file to the west and to the east.
        let (sentry_west, sentry_east) = (east(enemy_front), west(enemy_front));
        let escorts = north_fill(own);
        let (escort_west, escort_east) = (east(escorts), west(escorts));

        let doubled = own & south_fill(own >> 8);
        let free_file = own & !doubled & !enemy_front;
        let passed = free_file & !sentry_west & !sentry_east;
        let one_sentry = sentry_west ^ sentry_east;
        let candidates = free_file
            & !passed
            & ((escort_west & escort_east) | (one_sentry & (escort_west | escort_east)));

        let files = file_fill(own);
        let isolated = own & !sideways(files);
        let stops_attacked = sideways(enemy >> 8) & !attack_span;
        Side {
            attacks,
            double_attacks: east(own << 8) & west(own << 8),
            attack_span,
            half_open_files: !files,
            passed,
            candidates,
            isolated,
            doubled,
            backward: own & !isolated & (stops_attacked >> 8),
            phalanx: own & sideways(own),
            supported: own & attacks,
            blocked: own & (own | enemy) >> 8,
            rammed: own & enemy >> 8,
            levers: own & sideways(enemy >> 8),
            islands: files & !east(files),
            leading_passer: foremost(passed),
            rearmost: own & !own_front,
            stormers: enemy & !north_fill(enemy << 8),
        }
    }

    /// Returns the sets with the first and the eighth rank exchanged, and so on inwards.
    const fn flipped(self) -> Side {
        Side {
            attacks: self.attacks.swap_bytes(),
            double_attacks: self.double_attacks.swap_bytes(),
            attack_span: self.attack_span.swap_bytes(),
            half_open_files: self.half_open_files, // whole files
            passed: self.passed.swap_bytes(),
            candidates: self.candidates.swap_bytes(),
            isolated: self.isolated.swap_bytes(),
            doubled: self.doubled.swap_bytes(),
            backward: self.backward.swap_bytes(),
            phalanx: self.phalanx.swap_bytes(),
            supported: self.supported.swap_bytes(),
            blocked: self.blocked.swap_bytes(),
            rammed: self.rammed.swap_bytes(),
            levers: self.levers.swap_bytes(),
            islands: self.islands, // whole files
            leading_passer: self.leading_passer.swap_bytes(),
            rearmost: self.rearmost.swap_bytes(),
            stormers: self.stormers.swap_bytes(),
        }
    }
}

/// The westernmost square of the set's northernmost rank; empty if the set is.
const fn foremost(set: u64) -> u64 {
    let rank = 0xFF << ((63 - (set | 1).leading_zeros()) & 56);
    let row = set & rank;
    row & row.wrapping_neg()
}
