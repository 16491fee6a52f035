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
/// let (seen, flipped) = (Canonical::of([1 << 28, 1 << 43]), Canonical::of([1 << 19, 1 << 36]));
/// assert_eq!(seen.pawns, flipped.pawns);
/// assert_ne!(seen.flipped, flipped.flipped, "a score changes its sign");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Canonical {
    /// The pawns of the representative, White's and Black's.
    pub pawns: [u64; 2],
    /// Whether the files were mirrored to get here.
    pub mirrored: bool,
    /// Whether the colours were flipped to get here.
    pub flipped: bool,
}

impl Canonical {
    /// Returns the representative of White's and Black's pawns.
    #[must_use]
    pub fn of(pawns: [u64; 2]) -> Canonical {
        // Of equal images the first, which needs the fewest symmetries.
        let [itself, others @ ..] = Self::images(pawns);
        others.into_iter().fold(
            itself,
            |least, image| {
                if image.pawns < least.pawns { image } else { least }
            },
        )
    }

    /// Returns the structure itself and its images: mirrored, flipped, both. Equal ones are
    /// repeated.
    #[must_use]
    pub fn images([white, black]: [u64; 2]) -> [Canonical; 4] {
        let turned = [black.swap_bytes(), white.swap_bytes()];
        let image = |mirrored, flipped| {
            let pawns = if flipped { turned } else { [white, black] };
            Canonical { pawns: if mirrored { pawns.map(mirror) } else { pawns }, mirrored, flipped }
        };
        [image(false, false), image(true, false), image(false, true), image(true, true)]
    }
}

/// The set with the files exchanged: a with h, b with g, c with f, d with e.
const fn mirror(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}
