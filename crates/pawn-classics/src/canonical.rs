//! One representative for structures that are mirror images of each other.

/// The representative of a structure's orbit, and how the structure becomes it.
///
/// Two symmetries keep what a structure means: the file mirror (a ↔ h), and the colour flip (ranks
/// turned around, colours exchanged). Together they put at most four structures into one orbit; the
/// representative is the least of them, compared by White's set and then by Black's.
///
/// ```
/// use pawn_classics::Canonical;
///
/// // Pawns on e4 and d6, and the same seen from the other side: a table of statistics, or one that
/// // is computed in advance, needs only one of them.
/// let (seen, flipped) = (Canonical::of(1 << 28, 1 << 43), Canonical::of(1 << 19, 1 << 36));
/// assert_eq!((seen.white, seen.black), (flipped.white, flipped.black));
/// assert_ne!(seen.flipped, flipped.flipped, "a score changes its sign");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Canonical {
    /// White's pawns of the representative.
    pub white: u64,
    /// Black's pawns of the representative.
    pub black: u64,
    /// Whether the files were mirrored to get here.
    pub mirrored: bool,
    /// Whether the colours were flipped to get here.
    pub flipped: bool,
}

impl Canonical {
    /// Returns the representative of `white` and `black`.
    #[must_use]
    pub fn of(white: u64, black: u64) -> Canonical {
        let mut least = Canonical { white, black, mirrored: false, flipped: false };
        for image in Self::images(white, black) {
            if (image.white, image.black) < (least.white, least.black) {
                least = image;
            }
        }
        least
    }

    /// Returns the structure itself and its images: mirrored, flipped, both. Equal ones are
    /// repeated.
    #[must_use]
    pub fn images(white: u64, black: u64) -> [Canonical; 4] {
        let (flipped_white, flipped_black) = (black.swap_bytes(), white.swap_bytes());
        [
            Canonical { white, black, mirrored: false, flipped: false },
            Canonical {
                white: mirror(white),
                black: mirror(black),
                mirrored: true,
                flipped: false,
            },
            Canonical {
                white: flipped_white,
                black: flipped_black,
                mirrored: false,
                flipped: true,
            },
            Canonical {
                white: mirror(flipped_white),
                black: mirror(flipped_black),
                mirrored: true,
                flipped: true,
            },
        ]
    }
}

/// The set with the files exchanged: a with h, b with g, c with f, d with e.
const fn mirror(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}
