//! Sizes of tables, as options give them and as messages name them.

/// A size in MB where that is a whole number, else in KB.
pub(crate) fn name(kib: usize) -> String {
    if kib.is_multiple_of(1 << 10) { format!("{} MB", kib >> 10) } else { format!("{kib} KB") }
}

/// A table size in bytes. One beyond the address space becomes the greatest, which every system
/// refuses.
pub(crate) fn mebibytes(count: usize) -> usize {
    count.saturating_mul(1 << 20)
}
