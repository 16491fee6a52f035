//! A hint to the processor that a line will be read soon.

/// Asks for the cache line of `target` to be brought to the first-level cache. It changes no
/// result; on targets other than x86-64 and AArch64 it does nothing. It is for the tables that a
/// program has beside its transposition table, which has
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
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    {
        let address = core::ptr::from_ref(target);
        // SAFETY: the instruction is in the base set of every AArch64 processor. It is a hint: it
        // faults at no address, and changes neither memory nor registers nor flags.
        unsafe {
            core::arch::asm!(
                "prfm pldl1keep, [{address}]",
                address = in(reg) address,
                options(nomem, nostack, preserves_flags),
            );
        }
    }
    #[cfg(any(not(any(target_arch = "x86_64", target_arch = "aarch64")), miri))]
    let _ = target;
}
