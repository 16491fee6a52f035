//! From a structure to a slot: the index strategies of the tables.

/// A rule by which a structure chooses its slot. It never decides whether a slot holds the
/// structure: that is [`Verify`](crate::Verify).
///
/// Whatever implements `tt_core::Index` is one; a strategy that looks at the sets implements this
/// trait.
///
/// A strategy of one's own that folds both sets to 16 bits, for tables of 2^16 slots:
///
/// ```
/// use pawn_hash::{Index, NoStatistics, PawnTable, TwoSets};
///
/// #[derive(Clone)]
/// struct Folded;
///
/// impl Index for Folded {
///     fn new(entries: usize) -> Self {
///         assert_eq!(entries, 1 << 16, "the fold has 16 bits");
///         Self
///     }
///
///     fn slot(&self, [white, black]: [u64; 2], _key: u64) -> usize {
///         let mixed = (white ^ black.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
///         (mixed >> 48) as usize
///     }
/// }
///
/// let mut table: PawnTable<i32, NoStatistics, TwoSets, Folded> = PawnTable::new(1 << 16);
/// assert_eq!(*table.get_or_insert_with([1 << 12, 1 << 52], 0, || 9), 9);
/// ```
pub trait Index: Clone {
    /// Creates the index of a table of `entries` slots.
    ///
    /// # Panics
    /// If the strategy cannot serve this number of entries; it says which it can.
    fn new(entries: usize) -> Self;

    /// Returns the slot of the structure, below the number of entries. `pawns` are White's and
    /// Black's.
    fn slot(&self, pawns: [u64; 2], key: u64) -> usize;
}

/// A strategy that looks at the key only. [`PawnKingTable`](crate::PawnKingTable) takes no other,
/// because it mixes the kings' squares into the key.
///
/// ```
/// use pawn_hash::{KeyIndex, Mask, PawnKingTable, NoStatistics, TwoSets};
///
/// /// The mask is one: it may choose the slots of a table of pawns and kings.
/// fn serves<I: KeyIndex>() -> PawnKingTable<i32, NoStatistics, TwoSets, I> {
///     PawnKingTable::new(1 << 10)
/// }
///
/// assert_eq!(serves::<Mask>().capacity(), 1_024);
/// ```
pub trait KeyIndex: Index {}

/// Every index of tt-core, which looks at the key only: [`MultiplyHigh`](crate::MultiplyHigh), for
/// any number of slots, [`Mask`](crate::Mask), for powers of two, or one of somebody else.
impl<I: tt_core::Index> Index for I {
    /// # Panics
    /// If the index does not reach every slot, as a mask over a number that is no power of two.
    fn new(entries: usize) -> Self {
        let reach = I::reach(entries);
        assert!(
            reach == entries,
            "expected a number of slots that the index reaches, found {entries}, of which it \
             reaches {reach}"
        );
        <I as tt_core::Index>::new(entries)
    }

    #[inline]
    fn slot(&self, _pawns: [u64; 2], key: u64) -> usize {
        self.bucket(key)
    }
}

impl<I: tt_core::Index> KeyIndex for I {}
