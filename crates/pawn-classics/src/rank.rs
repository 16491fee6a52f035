//! How many pawn structures there are, and a number for each: the combinatorial rank.

use pawn_hash::PAWN_SQUARES;

/// Squares of the largest board that is counted.
const MAX_SQUARES: usize = 48;
/// Pawns of one colour on the largest board that is counted.
const MAX_PAWNS_A_SIDE: usize = 8;

/// `BINOMIAL[n][k]` is `n` over `k`.
const BINOMIAL: [[u64; MAX_PAWNS_A_SIDE + 1]; MAX_SQUARES + 1] = {
    let mut table = [[0; MAX_PAWNS_A_SIDE + 1]; MAX_SQUARES + 1];
    let mut n = 0;
    while n <= MAX_SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MAX_PAWNS_A_SIDE && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Numbers the structures of at most `PAWNS` pawns a side on `SQUARES` squares (bit 0 the first),
/// from 0, without a gap. At most 48 squares and 8 pawns; [`rank`] and [`unrank`] are for the real
/// board.
///
/// First come the structures without pawns, then by the number of White's pawns, then of Black's;
/// among these by White's set, then by Black's set on the squares that White leaves free, each in
/// colexicographic order (Derrick Lehmer, *The machine tools of combinatorics*, 1964).
///
/// ```
/// use pawn_classics::Ranking;
///
/// // All structures of at most one pawn a side on four squares, each once: 1 + 4 + 4 + 4 · 3.
/// type Small = Ranking<4, 1>;
/// let all: Vec<_> = (0..Small::COUNT).filter_map(Small::unrank).collect();
/// assert_eq!(all.len(), 21);
/// assert!((0..).zip(&all).all(|(n, &pawns)| Small::rank(pawns) == Some(n)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ranking<const SQUARES: usize, const PAWNS: usize>;

impl<const SQUARES: usize, const PAWNS: usize> Ranking<SQUARES, PAWNS> {
    /// The first rank of each number of white and black pawns.
    const OFFSETS: [[u64; MAX_PAWNS_A_SIDE + 1]; MAX_PAWNS_A_SIDE + 1] = Self::count_up().0;

    /// The number of structures.
    pub const COUNT: u64 = Self::count_up().1;

    const fn count_up() -> ([[u64; MAX_PAWNS_A_SIDE + 1]; MAX_PAWNS_A_SIDE + 1], u64) {
        assert!(SQUARES <= MAX_SQUARES && PAWNS <= MAX_PAWNS_A_SIDE && 2 * PAWNS <= SQUARES);
        let mut offsets = [[0; MAX_PAWNS_A_SIDE + 1]; MAX_PAWNS_A_SIDE + 1];
        let mut sum = 0;
        let mut white = 0;
        while white <= PAWNS {
            let mut black = 0;
            while black <= PAWNS {
                offsets[white][black] = sum;
                sum += BINOMIAL[SQUARES][white] * BINOMIAL[SQUARES - white][black];
                black += 1;
            }
            white += 1;
        }
        (offsets, sum)
    }

    /// Returns the structure's number, below [`COUNT`](Self::COUNT). None if a side has more than
    /// `PAWNS` pawns, a pawn is beyond the board, or two share a square.
    #[must_use]
    pub const fn rank([white, black]: [u64; 2]) -> Option<u64> {
        let pawns = PAWNS as u32;
        if white.count_ones() > pawns
            || black.count_ones() > pawns
            || white & black != 0
            || (white | black) >> SQUARES != 0
        {
            return None;
        }
        Some(Self::rank_unchecked([white, black]))
    }

    /// [`rank`](Self::rank) of sets that are known to fit.
    const fn rank_unchecked([white, black]: [u64; 2]) -> u64 {
        let (whites, blacks) = (white.count_ones() as usize, black.count_ones() as usize);
        // Black's squares, counted among those that White leaves free.
        let mut rest = black;
        let (mut among_free, mut k) = (0, 1);
        while rest != 0 {
            let square = rest.trailing_zeros();
            let occupied_before = (white & ((1 << square) - 1)).count_ones();
            among_free += BINOMIAL[(square - occupied_before) as usize][k];
            k += 1;
            rest &= rest - 1;
        }
        let mut rest = white;
        let (mut among_all, mut k) = (0, 1);
        while rest != 0 {
            among_all += BINOMIAL[rest.trailing_zeros() as usize][k];
            k += 1;
            rest &= rest - 1;
        }
        let blacks_for_each = BINOMIAL[SQUARES - whites][blacks];
        Self::OFFSETS[whites][blacks] + among_all * blacks_for_each + among_free
    }

    /// Returns the structure with this number, White's set and Black's; none from
    /// [`COUNT`](Self::COUNT) on.
    #[must_use]
    pub fn unrank(rank: u64) -> Option<[u64; 2]> {
        if rank >= Self::COUNT {
            return None;
        }
        let kinds = (0..=PAWNS).flat_map(|white| (0..=PAWNS).map(move |black| (white, black)));
        let (whites, blacks) = kinds
            .take_while(|&(white, black)| Self::OFFSETS[white][black] <= rank)
            .fold((0, 0), |_, kind| kind);
        let within = rank - Self::OFFSETS[whites][blacks];
        let blacks_for_each = BINOMIAL[SQUARES - whites][blacks];
        let white = subset(within / blacks_for_each, whites, SQUARES);
        let among_free = subset(within % blacks_for_each, blacks, SQUARES - whites);
        let free = (0..SQUARES).filter(|square| white >> square & 1 == 0);
        let black = free
            .enumerate()
            .filter(|(place, _)| among_free >> place & 1 == 1)
            .fold(0, |set, (_, square)| set | 1 << square);
        Some([white, black])
    }
}

/// The set of `size` numbers below `limit` that is number `rank` in colexicographic order.
fn subset(mut rank: u64, size: usize, limit: usize) -> u64 {
    let mut set = 0;
    let mut below = limit;
    for k in (1..=size).rev() {
        // The greatest member is the greatest n with "n over k" at most the rank.
        below = (0..below).rev().find(|&n| BINOMIAL[n][k] <= rank).expect("0 over k is 0");
        rank -= BINOMIAL[below][k];
        set |= 1 << below;
    }
    set
}

/// The real board: 48 squares, at most eight pawns a side.
type Board = Ranking<MAX_SQUARES, MAX_PAWNS_A_SIDE>;

/// Structures with at most eight pawns a side: 49,095,495,585,283,107, or 2^55.446. A rank needs 56
/// bits.
pub const STRUCTURES: u64 = Board::COUNT;

/// Structures with exactly eight pawns a side: 2^54.688.
pub const FULL_STRUCTURES: u64 = BINOMIAL[MAX_SQUARES][MAX_PAWNS_A_SIDE]
    * BINOMIAL[MAX_SQUARES - MAX_PAWNS_A_SIDE][MAX_PAWNS_A_SIDE];

/// Structures with any number of pawns of any colour: 3^48, or 2^76.08.
pub const UNBOUNDED_STRUCTURES: u128 = 3_u128.pow(MAX_SQUARES as u32);

/// Returns the number of a structure among all with at most eight pawns a side, below
/// [`STRUCTURES`]. None if it is not one of them.
///
/// ```
/// use pawn_classics::{STRUCTURES, rank, unrank};
///
/// // An index without a gap: an array of a bit for each structure would have 2^55.4 of them.
/// let pawns = [1 << 12 | 1 << 27, 1 << 52];
/// let number = rank(pawns).expect("two pawns and one");
/// assert!(number < STRUCTURES && unrank(number) == Some(pawns));
/// assert_eq!((rank([0, 0]), unrank(STRUCTURES)), (Some(0), None));
/// ```
#[must_use]
pub const fn rank([white, black]: [u64; 2]) -> Option<u64> {
    if (white | black) & !PAWN_SQUARES != 0 {
        return None;
    }
    Board::rank([white >> 8, black >> 8])
}

/// Returns the structure, White's set and Black's, whose [`rank`] this is.
///
/// ```
/// use pawn_classics::{STRUCTURES, unrank};
/// use pawn_hash::PawnStructure;
///
/// // A sample of all structures, evenly spread: most have a doubled pawn.
/// let sample = (0..1_000).map(|n| unrank(STRUCTURES / 1_000 * n).expect("below the count"));
/// let doubled = |&pawns: &[u64; 2]| PawnStructure::of(pawns).doubled != [0; 2];
/// assert!(sample.filter(doubled).count() > 900);
/// ```
#[must_use]
pub fn unrank(rank: u64) -> Option<[u64; 2]> {
    Board::unrank(rank).map(|pawns| pawns.map(|set| set << 8))
}
