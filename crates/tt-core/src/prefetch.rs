//! A hint to the processor that a line will be read soon.

/// Asks for the cache line of `target` to be brought to the first-level cache. It changes no
/// result; on targets without a stable prefetch intrinsic it does nothing. It is for the tables
/// that a program has beside its transposition table, which has
/// [`Table::prefetch`](crate::Table::prefetch).
///
/// ```
/// let counts = vec![0_u16; 1 << 20];
/// tt_core::prefetch(&counts[77_777]);
/// assert_eq!(counts[77_777], 0);
/// ```
#[inline]
pub fn prefetch<T>(target: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and it faults at no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(target).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = target;
}
