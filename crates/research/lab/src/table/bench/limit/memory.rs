//! Memory of the limit: on huge pages like the table's, loaded a line at a time.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use std::slice;
use std::sync::atomic::AtomicU64;

const HUGE_PAGE: usize = 2 << 20;

#[repr(align(64))]
pub(super) struct Line {
    pub(super) words: [AtomicU64; 8],
}

/// Cache lines from a huge page on.
pub(super) struct Lines {
    start: NonNull<Line>,
    layout: Layout,
    count: usize,
}

impl Lines {
    /// Allocates `count` lines, at least one, and touches each.
    pub(super) fn new(count: usize) -> Self {
        assert!(count > 0, "the limit needs a line");
        let layout = Layout::array::<Line>(count).and_then(|layout| layout.align_to(HUGE_PAGE));
        let layout = layout.expect("the lines fit in the address space");
        // SAFETY: the size is not zero.
        let start = unsafe { alloc(layout) };
        let Some(start) = NonNull::new(start.cast::<Line>()) else { handle_alloc_error(layout) };
        // Before the first touch: pages that exist already stay small.
        advise_huge_pages(start, layout.size());
        // SAFETY: the block is `count` lines long, and zero is a valid line.
        unsafe { start.write_bytes(0, count) };
        Self { start, layout, count }
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[Line] {
        // SAFETY: `new` wrote that many lines there.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        // SAFETY: `new` allocated the block with this layout.
        unsafe { dealloc(self.start.as_ptr().cast(), self.layout) };
    }
}

// SAFETY: a shared borrow gives out lines of atomics only.
unsafe impl Sync for Lines {}

/// Asks for huge pages as the table does; a refusal costs speed only.
#[cfg(target_os = "linux")]
fn advise_huge_pages(start: NonNull<Line>, bytes: usize) {
    use rustix::mm::{Advice, madvise};
    // SAFETY: the range is a block that we own, and the advice changes none of its contents.
    let _ = unsafe { madvise(start.as_ptr().cast(), bytes, Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_start: NonNull<Line>, _bytes: usize) {}

/// Loads a line once: two vectors where the build has them.
#[inline]
pub(super) fn load(line: &Line) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    {
        let word: u64;
        // SAFETY: the reference is good for reading 64 bytes; as in the table's own load, others
        // may write them at the same time.
        unsafe {
            std::arch::asm!(
                "vmovdqu {a}, [{line}]",
                "vpxor {a}, {a}, [{line} + 32]",
                "vmovq {word}, {a:x}",
                line = in(reg) line,
                a = out(ymm_reg) _,
                word = out(reg) word,
                options(readonly, nostack, preserves_flags),
            );
        }
        word
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    line.words.iter().fold(0, |sum, word| sum ^ word.load(std::sync::atomic::Ordering::Relaxed))
}

#[inline]
pub(super) fn prefetch(line: &Line) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and it faults at no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}
