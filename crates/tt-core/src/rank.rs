//! Ranks of the slots of a bucket: the least is the place of a newcomer.

/// Ranks carry the slot below the worth, so that one minimum finds both.
pub(crate) const SLOT_BITS: u32 = 3;
/// The most slots that a bucket may have: as many as those bits number.
pub(crate) const MAX_WAYS: usize = 1 << SLOT_BITS;
/// Ranks below every worth: the same key before an empty slot.
pub(crate) const SAME_KEY: i64 = i64::MIN;
pub(crate) const EMPTY: i64 = i64::MIN / 2;

/// Weights of a worth that is `priority` times the record's priority less `age` times its age.
///
/// ```
/// use tt_core::{LinearWorth, RecordView, Replace};
///
/// /// The shallowest gives way; a generation costs two plies.
/// struct Patient;
///
/// impl Replace for Patient {
///     const LINEAR_WORTH: Option<LinearWorth> = Some(LinearWorth { priority: 1, age: 2 });
/// }
///
/// let worth = |priority, age| Patient::worth(RecordView::of(entry(priority), age));
/// # fn entry(draft: i16) -> tt_core::Entry { tt_core::Entry { draft, ..Default::default() } }
/// assert_eq!(worth(9, 3), worth(3, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearWorth {
    /// The weight of the priority.
    pub priority: u32,
    /// The weight of the age, which is subtracted.
    pub age: u32,
}
