//! The default payload: the facts that a game-tree search remembers about a position.

use static_assertions::const_assert_eq;

use crate::{Bound, Field, Payload, Unit, fingerprint};

/// The least draft an [`Entry`] holds: quiescence plies lie below zero.
pub const DRAFT_MIN: i16 = -8;

/// The greatest draft an [`Entry`] holds.
pub const DRAFT_MAX: i16 = DRAFT_MIN + 254;

/// Makes the least draft 1, so that 0 is an empty slot.
const DRAFT_OFFSET: i16 = 1 - DRAFT_MIN;

// The packed entry, highest bit first:
//
//   63      59 58 57   56 55         48 47        32 31        16 15         0
//  +----------+--+-------+-------------+------------+------------+------------+
//  |generation|pv| bound |draft + offset| static eval|   score   |    move    |
//  +----------+--+-------+-------------+------------+------------+------------+
//       5       1    2          8            16           16           16
const MOVE: Field = Field::new(0, 16);
const SCORE: Field = Field::new(16, 16);
const EVAL: Field = Field::new(32, 16);
const DRAFT: Field = Field::new(48, 8);
const BOUND: Field = Field::new(56, 2);
const PV: Field = Field::new(58, 1);
const GENERATION: Field = Field::new(59, 5);

const_assert_eq!((DRAFT_MAX + DRAFT_OFFSET) as u64, DRAFT.max());

/// A principal-variation record claims its key's place as if searched this many plies deeper.
const PV_CLAIM: u32 = 2;

/// A searched position: best move, score, static evaluation, draft, bound.
///
/// The fields are the game's to interpret. Scores that count plies from the root must be made to
/// count from the node before they are stored.
///
/// ```
/// use tt_core::{Bound, Entry, Table};
///
/// const MATE: i16 = 32_000; // less the plies to it, counted from the root
/// let table = Table::new(1 << 20)?;
/// let key = 0x9d39_247e_3377_6d41;
///
/// // Five plies below the root: mate is nine plies from there, four from here.
/// let (score, ply) = (MATE - 9, 5);
/// let entry = Entry { mv: 77, score: score + ply, draft: 6, ..Entry::default() };
/// table.store(key, Entry { bound: Bound::Lower, ..entry });
/// // Met again after three plies, it is mate seven plies from the root.
/// let ply = 3;
/// assert_eq!(table.probe(key).map(|entry| entry.score - ply), Some(MATE - 7));
///
/// // All moves failed low, so none is best: the record keeps the move that it had.
/// table.store(key, Entry { mv: 0, draft: 8, bound: Bound::Upper, ..entry });
/// assert_eq!(table.probe(key).map(|entry| (entry.mv, entry.draft)), Some((77, 8)));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The best move, in the game's own 16 bits; 0 is no move. A record stored without a move keeps
    /// the move that an older record of the same key had. Positions of equal keys are one to the
    /// table, so a move is verified before it is played.
    pub mv: u16,
    /// The score, from the side to move's view, as far as `bound` says.
    pub score: i16,
    /// The static evaluation, from the side to move's view.
    pub eval: i16,
    /// The depth of the position's search, in plies: `DRAFT_MIN..=DRAFT_MAX`. A draft beyond is
    /// stored as the nearer end.
    pub draft: i16,
    /// The kind of bound that `score` is.
    pub bound: Bound,
    /// Whether the position was on a principal variation.
    pub pv: bool,
}

impl Payload for Entry {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = DRAFT;
    const GENERATION: Field = GENERATION;

    fn fingerprint() -> u64 {
        fingerprint::of_text("entry 1")
    }

    #[inline]
    fn to_bits(self) -> u64 {
        let draft = self.draft.clamp(DRAFT_MIN, DRAFT_MAX) + DRAFT_OFFSET;
        MOVE.place(self.mv.into())
            | SCORE.place(self.score as u64)
            | EVAL.place(self.eval as u64)
            | DRAFT.place(draft as u64)
            | BOUND.place(self.bound as u64)
            | PV.place(self.pv.into())
    }

    #[inline]
    fn from_bits(bits: u64) -> Self {
        Self {
            mv: MOVE.get(bits) as u16,
            score: SCORE.get(bits) as i16,
            eval: EVAL.get(bits) as i16,
            draft: DRAFT.get(bits) as i16 - DRAFT_OFFSET,
            bound: Bound::from_bits(BOUND.get(bits)),
            pv: PV.get(bits) != 0,
        }
    }

    #[inline]
    fn claim(self) -> u32 {
        let claim = DRAFT.get(self.to_bits()) as u32 + PV_CLAIM * u32::from(self.pv);
        if self.bound == Bound::Exact { u32::MAX } else { claim }
    }

    #[inline]
    fn bound(self) -> Bound {
        self.bound
    }

    #[inline]
    fn inherit(self, old: Self) -> Self {
        Self { mv: if self.mv == 0 { old.mv } else { self.mv }, ..self }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};

    use super::{DRAFT_MAX, DRAFT_MIN, Entry};
    use crate::{Bound, Payload};

    const BOUNDS: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    fn round_trip(entry: Entry) -> Entry {
        Entry::from_bits(entry.to_bits())
    }

    #[test]
    fn each_field_survives_over_its_whole_range() {
        for value in 0..=u16::MAX {
            let signed = value as i16;
            for other in [0, -1] {
                let entry = Entry { mv: value, score: other, eval: other, ..Entry::default() };
                assert_eq!(round_trip(entry), entry);
                let entry = Entry { score: signed, eval: other, ..Entry::default() };
                assert_eq!(round_trip(entry), entry);
                let entry = Entry { eval: signed, score: other, ..Entry::default() };
                assert_eq!(round_trip(entry), entry);
            }
        }
        for draft in DRAFT_MIN..=DRAFT_MAX {
            for bound in BOUNDS {
                for pv in [false, true] {
                    let entry = Entry { draft, bound, pv, mv: 0xffff, score: -1, eval: -1 };
                    assert_eq!(round_trip(entry), entry);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn all_fields_together_survive(
            mv in any::<u16>(),
            score in any::<i16>(),
            eval in any::<i16>(),
            draft in DRAFT_MIN..=DRAFT_MAX,
            bound in (0..4_usize).prop_map(|i| BOUNDS[i]),
            pv in any::<bool>(),
        ) {
            let entry = Entry { mv, score, eval, draft, bound, pv };
            prop_assert_eq!(round_trip(entry), entry);
            prop_assert_eq!(entry.to_bits() & Entry::GENERATION.mask(), 0);
        }
    }

    #[test]
    fn the_fields_stand_where_the_drawing_says() {
        let entry = Entry {
            mv: 0x1234,
            score: -2,
            eval: 3,
            draft: DRAFT_MAX,
            bound: Bound::Lower,
            pv: true,
        };
        assert_eq!(entry.to_bits(), 0b110 << 56 | 0xff << 48 | 3 << 32 | 0xfffe_0000 | 0x1234);
    }

    #[test]
    fn no_entry_packs_to_an_empty_slot() {
        let least = Entry { draft: DRAFT_MIN, ..Entry::default() };
        assert_eq!(least.to_bits(), 1 << 48);
    }

    #[test]
    fn a_draft_out_of_range_is_stored_as_the_nearer_end() {
        for (draft, stored) in [(i16::MIN, DRAFT_MIN), (i16::MAX, DRAFT_MAX)] {
            assert_eq!(round_trip(Entry { draft, ..Entry::default() }).draft, stored);
        }
    }
}
