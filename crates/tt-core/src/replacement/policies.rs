//! The policies, each with its source.

use super::{LinearWorth, RecordView, Replace};
use crate::Unit;

/// The default: the victim has the least priority, and each generation of age counts as
/// [`PLIES_A_GENERATION`](Self::PLIES_A_GENERATION) of it; a hit refreshes the age. A newcomer
/// always evicts another key. It replaces its own key's record unless that is current and of a
/// priority at least [`MARGIN`](Self::MARGIN) above the newcomer's claim. (Ageing and buckets of a
/// line: the practice of current engines.)
///
/// ```
/// use tt_core::{Ageing, Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<2>, Ageing> = Table::with_parts(32)?; // two records
/// table.store(1, Entry { draft: 12, ..Entry::default() });
/// (0..2).for_each(|_| table.advance_generation());
/// table.store(2, Entry { draft: 3, ..Entry::default() });
/// table.store(3, Entry { draft: 1, ..Entry::default() });
/// // Two generations cost the deep record 16 plies, so it was worth the least.
/// assert_eq!([1, 2, 3].map(|key| table.probe(key).is_some()), [false, true, true]);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ageing;

impl Ageing {
    /// Plies of draft that one generation of age costs a record.
    pub const PLIES_A_GENERATION: i64 = 8;
    /// Plies of draft by which a current record must exceed a claim to its key to resist it.
    pub const MARGIN: u64 = 4;
}

impl Replace for Ageing {
    const UNIT: Option<Unit> = Some(Unit::Draft);
    const LINEAR_WORTH: Option<LinearWorth> =
        Some(LinearWorth { priority: 1, age: Self::PLIES_A_GENERATION as u32 });
    const REFRESH: bool = true;

    #[inline]
    fn renewal_bar(record: RecordView) -> u64 {
        let bar = (u64::from(record.priority) + 1).saturating_sub(Self::MARGIN);
        if record.age == 0 { bar } else { 0 }
    }
}

/// The newcomer always enters; the victim is the oldest of its bucket by generation. ("New" of
/// Breuker, Uiterwijk and van den Herik, "Replacement schemes for transposition tables", 1994.)
///
/// ```
/// use tt_core::{Always, Entry, Table, Wide};
///
/// // The base line of each comparison: one slot, and who comes last has it.
/// let table: Table<Entry, Wide<1>, Always> = Table::with_parts(16)?;
/// table.store(1, Entry { draft: 20, ..Entry::default() });
/// table.store(2, Entry { draft: 1, ..Entry::default() });
/// assert!(table.probe(1).is_none() && table.probe(2).is_some());
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Always;

impl Replace for Always {
    const LINEAR_WORTH: Option<LinearWorth> = Some(LinearWorth { priority: 0, age: 1 });
}

/// The policy of solvers, whose priority counts nodes: a new record always replaces that of its own
/// key, because it knows more, however few nodes it took. Of other keys the victim is of the oldest
/// generation, and in that the one of least priority.
///
/// Under [`Ageing`], where a priority is a draft in plies, the same proof would be refused: a table
/// of counts with it does not compile.
///
/// ```
/// use tt_core::{Field, Newest, Payload, Table, Unit, Wide};
///
/// /// A value, 0 while it is unknown, and the nodes that were searched for it.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Solved {
///     value: i8,
///     nodes: u32,
/// }
///
/// # const VALUE: Field = Field::new(0, 8);
/// # const NODES: Field = Field::new(8, 31);
/// impl Payload for Solved {
///     const UNIT: Unit = Unit::Count;
///     // …
/// #   const PRIORITY: Field = NODES;
/// #   const GENERATION: Field = Field::new(59, 5);
/// #   fn to_bits(self) -> u64 { VALUE.place(self.value as u64) | NODES.place(self.nodes.into()) }
/// #   fn from_bits(bits: u64) -> Self {
/// #       Self { value: VALUE.get(bits) as i8, nodes: NODES.get(bits) as u32 }
/// #   }
/// }
///
/// // A win that took 12 nodes replaces "unknown after 300".
/// let table: Table<Solved, Wide, Newest> = Table::with_parts(1 << 20)?;
/// table.store(7, Solved { value: 0, nodes: 300 });
/// table.store(7, Solved { value: 1, nodes: 12 });
/// assert_eq!(table.probe(7), Some(Solved { value: 1, nodes: 12 }));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Newest;

impl Replace for Newest {
    // A priority has at most 31 bits.
    const LINEAR_WORTH: Option<LinearWorth> = Some(LinearWorth { priority: 1, age: 1 << 31 });
    const REFRESH: bool = true;
}

/// A record gives way only to one of equal or greater priority, whatever its age. ("Deep" of
/// Breuker, Uiterwijk and van den Herik, 1994.)
///
/// ```
/// use tt_core::{DepthPreferred, Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<1>, DepthPreferred> = Table::with_parts(16)?;
/// table.store(1, Entry { draft: 20, ..Entry::default() });
/// table.advance_generation();
/// table.store(2, Entry { draft: 19, ..Entry::default() });
/// // In a game it fills with old deep records: empty it between games.
/// assert!(table.probe(1).is_some() && table.probe(2).is_none());
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DepthPreferred;

impl Replace for DepthPreferred {
    const UNIT: Option<Unit> = Some(Unit::Draft);
    const LINEAR_WORTH: Option<LinearWorth> = Some(LinearWorth { priority: 1, age: 0 });

    #[inline]
    fn eviction_bar(record: RecordView) -> u64 {
        record.priority.into()
    }

    #[inline]
    fn renewal_bar(record: RecordView) -> u64 {
        record.priority.into()
    }
}

#[cfg(test)]
mod tests {
    use super::{Ageing, Always, DepthPreferred, Newest, RecordView, Replace};

    /// The numbers of each policy are those of its rule in plain words.
    #[test]
    fn each_policy_judges_by_its_rule() {
        let strengths = [0, 1, 8, 255];
        for (priority, age) in [(1, 0), (1, 3), (20, 0), (20, 1), (20, 31), (255, 0), (255, 2)] {
            let record = RecordView { priority, age, ..RecordView::default() };
            let (draft, generations) = (i64::from(priority), i64::from(age));
            assert_eq!(Ageing::worth(record), draft - 8 * generations);
            assert_eq!(Always::worth(record), -generations);
            assert_eq!(DepthPreferred::worth(record), draft);
            for strength in strengths {
                let newcomer = RecordView { priority: strength as u32, ..RecordView::default() };
                let evicts = [
                    Ageing::strength(newcomer) >= Ageing::eviction_bar(record),
                    Always::strength(newcomer) >= Always::eviction_bar(record),
                    DepthPreferred::strength(newcomer) >= DepthPreferred::eviction_bar(record),
                ];
                assert_eq!(evicts, [true, true, strength >= u64::from(priority)]);
                let renews = [
                    strength >= Ageing::renewal_bar(record),
                    strength >= Always::renewal_bar(record),
                    strength >= DepthPreferred::renewal_bar(record),
                ];
                let ageing = age != 0 || strength as i64 > draft - 4;
                assert_eq!(renews, [ageing, true, strength >= u64::from(priority)]);
            }
        }
    }

    #[test]
    fn the_newest_gives_way_by_generation_first_and_resists_nobody() {
        let record = |priority, age| RecordView { priority, age, ..RecordView::default() };
        let most = (1 << 31) - 1;
        let order = [(0, 65_535), (most, 65_535), (0, 1), (most, 1), (0, 0), (1, 0), (most, 0)];
        let worths = order.map(|(priority, age)| Newest::worth(record(priority, age)));
        assert!(worths.is_sorted_by(|a, b| a < b), "{worths:?}");
        assert!(worths[0].unsigned_abs() < 1 << 59);
        assert_eq!(Newest::renewal_bar(record(most, 0)), 0);
        assert_eq!(Newest::eviction_bar(record(most, 0)), 0);
    }

    #[test]
    fn ageing_lets_a_current_record_resist_claims_below_it_by_the_margin() {
        for (priority, bar) in [(20, 17), (4, 1), (3, 0), (1, 0)] {
            let record = RecordView { priority, ..RecordView::default() };
            assert_eq!(Ageing::renewal_bar(record), bar);
            assert_eq!(Ageing::renewal_bar(RecordView { age: 1, ..record }), 0);
        }
    }
}
