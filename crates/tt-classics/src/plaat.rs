//! A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax algorithms",
//! Artificial Intelligence 87, 1996: two bounds in a record, for MTD(f) and other searches that ask
//! the same position with many windows.

use tt_core::{Bound, Field, Payload, Unit, fingerprint_of_text};

/// One side of what is known of a score.
///
/// ```
/// use tt_classics::plaat::{Proof, TwoBounds};
///
/// /// Whether a record answers a null-window search of that depth, as MTD(f) asks it: is the score
/// /// at least `bound`?
/// fn answer(record: TwoBounds, bound: i16, depth: u8) -> Option<bool> {
///     let deep = |proof: &Proof| proof.draft >= depth;
///     let at_least = record.lower.filter(deep).is_some_and(|proof| proof.score >= bound);
///     let below = record.upper.filter(deep).is_some_and(|proof| proof.score < bound);
///     if at_least || below { Some(at_least) } else { None }
/// }
///
/// let lower = Some(Proof { score: 10, draft: 6 });
/// let record = TwoBounds { mv: 9, lower, upper: Some(Proof { score: 30, draft: 4 }) };
/// assert_eq!([5, 20, 40].map(|bound| answer(record, bound, 4)), [Some(true), None, Some(false)]);
/// assert_eq!(answer(record, 40, 5), None, "that side is not known so deep");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The score, from the side to move's view.
    pub score: i16,
    /// The depth of its search, in plies: at most [`TwoBounds::DRAFT_MAX`]; a draft beyond is
    /// stored as that.
    pub draft: u8,
}

/// A lower and an upper bound of one position, each with its draft, so that neither drives out the
/// other.
///
/// A stored record that knows one side takes over the other from the older record of its key. So a
/// store loses a bound of the other side in two cases only: if the two contradict each other (a
/// lower bound above an upper one, as bounds of different drafts may), and if their drafts are
/// more than 126 plies apart, when the shallower one has no room.
///
/// A policy weighs a record by the deeper of its bounds. Where it protects a key's own record from
/// a newcomer that is much shallower, as [`Ageing`](tt_core::Ageing) does, the newcomer is refused
/// whole, even if the record does not know its side.
///
/// There is no room for a generation: records do not age. A record without any bound is not kept.
///
/// ```
/// use tt_classics::plaat::{Proof, TwoBounds};
/// use tt_core::Table;
///
/// let table: Table<TwoBounds> = Table::with_parts(1 << 16)?;
/// let (low, high) = (Some(Proof { score: 10, draft: 6 }), Some(Proof { score: 30, draft: 6 }));
/// table.store(77, TwoBounds { mv: 9, lower: low, upper: None });
/// table.store(77, TwoBounds { mv: 0, lower: None, upper: high });
/// assert_eq!(table.probe(77), Some(TwoBounds { mv: 9, lower: low, upper: high }));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TwoBounds {
    /// The best move, in the game's own 16 bits; 0 is no move.
    pub mv: u16,
    /// The score is at least this.
    pub lower: Option<Proof>,
    /// The score is at most this.
    pub upper: Option<Proof>,
}

// The packed record, highest bit first:
//
//   63           62         56 55        48 47       32 31       16 15        0
//  +------------+-------------+------------+-----------+-----------+-----------+
//  |upper deeper|1 + less deep| draft + 1  |upper score|lower score|   move    |
//  +------------+-------------+------------+-----------+-----------+-----------+
//
// The draft is that of the deeper bound. The other one's is it less the 7-bit field less 1; 0 there
// says that there is no other bound.
const MOVE: Field = Field::new(0, 16);
const SCORES: [Field; 2] = [Field::new(16, 16), Field::new(32, 16)];
const DRAFT: Field = Field::new(48, 8);
const OTHER: Field = Field::new(56, 7);
const DEEPER: Field = Field::new(63, 1);

impl TwoBounds {
    /// The greatest draft of a proof.
    pub const DRAFT_MAX: u8 = u8::MAX - 1;
}

impl Payload for TwoBounds {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = DRAFT;
    const GENERATION: Field = Field::new(0, 0);

    fn fingerprint() -> u64 {
        fingerprint_of_text("two bounds 1")
    }

    fn to_bits(self) -> u64 {
        let sides = [self.lower, self.upper].map(|side| {
            side.map(|proof| Proof { draft: proof.draft.min(Self::DRAFT_MAX), ..proof })
        });
        let depth = |side: Option<Proof>| side.map(|proof| proof.draft);
        // `None` is less than any draft.
        let deeper = usize::from(depth(sides[1]) > depth(sides[0]));
        let Some(main) = sides[deeper] else { return 0 };
        let bits = MOVE.place(self.mv.into())
            | DEEPER.place(deeper as u64)
            | DRAFT.place(u64::from(main.draft) + 1)
            | SCORES[deeper].place(main.score as u64);
        match sides[1 - deeper] {
            Some(other) if u64::from(main.draft - other.draft) < OTHER.max() => {
                bits | OTHER.place(u64::from(main.draft - other.draft) + 1)
                    | SCORES[1 - deeper].place(other.score as u64)
            }
            _ => bits,
        }
    }

    fn from_bits(bits: u64) -> Self {
        let deeper = DEEPER.get(bits) as usize;
        let score = |side: usize| SCORES[side].get(bits) as i16;
        let mut sides = [None; 2];
        if let Some(draft) = (DRAFT.get(bits) as u8).checked_sub(1) {
            sides[deeper] = Some(Proof { score: score(deeper), draft });
            sides[1 - deeper] = (OTHER.get(bits) as u8)
                .checked_sub(1)
                .and_then(|less| draft.checked_sub(less))
                .map(|draft| Proof { score: score(1 - deeper), draft });
        }
        Self { mv: MOVE.get(bits) as u16, lower: sides[0], upper: sides[1] }
    }

    /// Both bounds are said to be exact, although they may differ.
    fn bound(self) -> Bound {
        match (self.lower, self.upper) {
            (Some(_), Some(_)) => Bound::Exact,
            (Some(_), None) => Bound::Lower,
            (None, Some(_)) => Bound::Upper,
            (None, None) => Bound::None,
        }
    }

    fn inherit(self, old: Self) -> Self {
        let contradicts = |lower: Option<Proof>, upper: Option<Proof>| {
            lower.zip(upper).is_some_and(|(lower, upper)| lower.score > upper.score)
        };
        let old_lower = old.lower.filter(|_| !contradicts(old.lower, self.upper));
        let old_upper = old.upper.filter(|_| !contradicts(self.lower, old.upper));
        Self {
            mv: if self.mv == 0 { old.mv } else { self.mv },
            lower: self.lower.or(old_lower),
            upper: self.upper.or(old_upper),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use tt_core::{Bound, Payload};

    use super::{Proof, TwoBounds};

    fn proof(score: i16, draft: u8) -> Option<Proof> {
        Some(Proof { score, draft })
    }

    proptest! {
        #[test]
        fn both_bounds_survive_together(
            mv: u16,
            a: i16,
            b: i16,
            draft in 0_u8..=254,
            less in 0_u8..127,
        ) {
            let shallow = draft.saturating_sub(less);
            for (lower, upper) in [
                (proof(a, draft), proof(b, shallow)),
                (proof(a, shallow), proof(b, draft)),
                (proof(a, draft), None),
                (None, proof(b, draft)),
            ] {
                let record = TwoBounds { mv, lower, upper };
                prop_assert_eq!(TwoBounds::from_bits(record.to_bits()), record);
                prop_assert!(record.to_bits() != 0);
            }
        }

        #[test]
        fn any_bits_are_a_record(bits in any::<u64>()) {
            let record = TwoBounds::from_bits(bits);
            prop_assert_eq!(TwoBounds::from_bits(record.to_bits()).lower.or(record.upper).is_some(),
                record.lower.or(record.upper).is_some());
        }
    }

    #[test]
    fn the_picture_of_a_table_is_told_which_bounds_there_are() {
        for (lower, upper, bound) in [
            (proof(1, 2), proof(3, 4), Bound::Exact),
            (proof(1, 2), None, Bound::Lower),
            (None, proof(1, 2), Bound::Upper),
            (None, None, Bound::None),
        ] {
            assert_eq!(TwoBounds { mv: 0, lower, upper }.bound(), bound);
        }
    }

    #[test]
    fn a_bound_far_shallower_than_the_other_is_forgotten() {
        let record = TwoBounds { mv: 1, lower: proof(5, 200), upper: proof(9, 73) };
        let kept = TwoBounds { upper: None, ..record };
        assert_eq!(TwoBounds::from_bits(record.to_bits()), kept);
    }

    #[test]
    fn the_unknown_side_is_taken_over_unless_it_contradicts() {
        let old = TwoBounds { mv: 7, lower: proof(10, 4), upper: proof(20, 3) };
        let new = TwoBounds { mv: 0, lower: proof(15, 6), upper: None };
        let both = TwoBounds { mv: 7, lower: proof(15, 6), upper: proof(20, 3) };
        assert_eq!(new.inherit(old), both);
        let above = TwoBounds { lower: proof(21, 6), ..new };
        assert_eq!(above.inherit(old), TwoBounds { mv: 7, ..above });
    }
}
