//! Payloads: 64 bits that a table keeps for a key, of which it reads a few fields.

use crate::{Bound, Field, fingerprint};

/// The unit of a payload's priority, by which the compiler refuses policies for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Plies, or a number of that scale, such as the logarithm of a count.
    Draft,
    /// Nodes, visits, or another count that may be large.
    Count,
}

/// A value that a [`Table`](crate::Table) keeps, packed in 64 bits.
///
/// The table reads [`PRIORITY`](Self::PRIORITY), [`EFFORT`](Self::EFFORT) and
/// [`ORDER`](Self::ORDER) for its policy, reads and writes [`GENERATION`](Self::GENERATION), and
/// takes zero for an empty slot. Everything else is the game's: it adjusts scores that depend on
/// the distance from the root before it stores and after it probes.
///
/// ```
/// use tt_core::{Field, Newest, Payload, Table, Unit, Wide};
///
/// /// A won, drawn or lost position and how many nodes it took to know.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Solved {
///     value: i8,
///     nodes: u32,
/// }
///
/// const VALUE: Field = Field::new(0, 8);
/// const NODES: Field = Field::new(8, 31);
///
/// impl Payload for Solved {
///     const UNIT: Unit = Unit::Count;
///     const PRIORITY: Field = NODES;
///     const GENERATION: Field = Field::new(59, 5);
///
///     fn to_bits(self) -> u64 {
///         VALUE.place(self.value as u64) | NODES.place(self.nodes.into())
///     }
///
///     fn from_bits(bits: u64) -> Self {
///         Self { value: VALUE.get(bits) as i8, nodes: NODES.get(bits) as u32 }
///     }
/// }
///
/// let table: Table<Solved, Wide, Newest> = Table::with_parts(1 << 20)?;
/// table.store(0x9e37_79b9_7f4a_7c15, Solved { value: -1, nodes: 300 });
/// assert_eq!(table.probe(0x9e37_79b9_7f4a_7c15), Some(Solved { value: -1, nodes: 300 }));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
///
/// A table of a payload with a field that is too wide, or that overlaps the generation, does not
/// compile:
///
/// ```compile_fail,E0080
/// use tt_core::{Field, Payload, Table, Unit};
///
/// #[derive(Clone, Copy)]
/// struct Overlap(u64);
///
/// impl Payload for Overlap {
///     const UNIT: Unit = Unit::Draft;
///     const PRIORITY: Field = Field::new(52, 8);
///     const GENERATION: Field = Field::new(59, 5);
/// #   fn to_bits(self) -> u64 { self.0 }
/// #   fn from_bits(bits: u64) -> Self { Self(bits) }
///     // …
/// }
///
/// let _ = Table::<Overlap>::with_parts(1 << 20);
/// ```
///
/// Nor does a table of counts whose policy, here the default one, judges drafts:
///
/// ```compile_fail,E0080
/// use tt_core::{Field, Payload, Table, Unit};
///
/// #[derive(Clone, Copy)]
/// struct Visits(u64);
///
/// impl Payload for Visits {
///     const UNIT: Unit = Unit::Count; // with `Unit::Draft` it compiles
///     const PRIORITY: Field = Field::new(0, 31);
///     const GENERATION: Field = Field::new(59, 5);
/// #   fn to_bits(self) -> u64 { self.0 }
/// #   fn from_bits(bits: u64) -> Self { Self(bits) }
///     // …
/// }
///
/// let _ = Table::<Visits>::with_parts(1 << 20); // `Table<Visits, Wide, Newest>` compiles
/// ```
pub trait Payload: Copy {
    /// The worth of keeping a record: its draft, or the nodes it saves. At most 31 bits wide.
    ///
    /// [`UNIT`](Self::UNIT) names its unit.
    const PRIORITY: Field;

    /// The unit of the priority. [`Ageing`](crate::Ageing), the default policy, counts in plies: a
    /// generation of age costs 8, and a record resists a newer one of its own key that claims 4
    /// less. A payload that counts takes [`Newest`](crate::Newest).
    const UNIT: Unit;

    /// The field in which the table writes the generation of the record's search. A payload that
    /// spares no bits says a width of 0: its records never age.
    const GENERATION: Field;

    /// The cost of the record, for policies that keep dear ones: the nodes below it, say, in any
    /// code that keeps their order. At most 31 bits wide.
    const EFFORT: Field = Field::new(0, 0);

    /// The place of the best move among those tried, for policies that go by it. At most 31 bits
    /// wide.
    const ORDER: Field = Field::new(0, 0);

    /// Returns the packed payload. The generation field is left zero; the rest is **not** all zero,
    /// for that is an empty slot: a record that packs to zero may be lost.
    fn to_bits(self) -> u64;

    /// Returns the payload in `bits`, which came from [`to_bits`](Self::to_bits) and bear a
    /// generation. It must return for any bits: a file or another process may have written them.
    fn from_bits(bits: u64) -> Self;

    /// Returns a number that no other packing has: a file or a shared table whose records are
    /// packed in another way is refused.
    ///
    /// By default it is made from the type's name and the places of the fields above. A type that
    /// is renamed or moved then no longer reads its old files; one whose files shall outlive that
    /// gives a number of its own, for example [`fingerprint_of_text`](crate::fingerprint_of_text)
    /// `("my record 1")`, and another one when its packing changes.
    #[must_use]
    fn fingerprint() -> u64 {
        let fields = [Self::PRIORITY, Self::GENERATION, Self::EFFORT, Self::ORDER];
        let name = fingerprint::of_text(core::any::type_name::<Self>());
        fields.iter().fold(name, |print, field| fingerprint::with(print, field.mask()))
    }

    /// The priority with which a new record claims the place of the older one of the same key, if
    /// that differs from the priority with which it will defend it: an exact score may claim more,
    /// and a proof `u32::MAX`. Read by [`renewal_bar`](crate::Replace::renewal_bar) of the policy.
    #[inline]
    fn claim(self) -> u32 {
        Self::PRIORITY.get(self.to_bits()) as u32
    }

    /// Which bounds the record holds; [`Bound::Exact`] says both. Only
    /// [`Snapshot`](crate::Snapshot) asks.
    #[inline]
    fn bound(self) -> Bound {
        Bound::None
    }

    /// The record to store in place of `old`, an older one of the same key: what the new one does
    /// not know may be taken over. By default nothing is.
    ///
    /// The policy has then let `old` go by the [`claim`](Self::claim) of the newcomer, not by that
    /// of what this returns. A table may also call it with any other record as `old`, of an empty
    /// slot for example, and drop the result: it has no side effects and returns for any two
    /// records.
    #[inline]
    #[must_use]
    fn inherit(self, _old: Self) -> Self {
        self
    }
}
