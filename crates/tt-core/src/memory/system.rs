//! What the memory of a table asks of the machine, behind a trait, so that tests can make up
//! machines with other pages and nodes than the one they run on.

use core::ptr::NonNull;

use super::report::Found;

/// The operating system, as far as a table's memory is concerned. A default says that the system
/// does not have the thing or does not tell.
pub(super) trait System: Sync {
    /// The bytes that this process may still take.
    fn available(&self) -> Option<u64> {
        None
    }

    /// The size of the largest pages that may be set aside, in bytes.
    fn gigantic_page(&self) -> Option<usize> {
        None
    }

    /// A new private mapping on such pages, of `bytes` bytes, which is a multiple of their size. It
    /// is zeroed, readable and writable, and the caller's alone until it gives it back.
    fn map_gigantic(&self, _bytes: usize) -> Option<NonNull<u8>> {
        None
    }

    /// Asks for huge pages, or for none, in a block of memory that the caller owns.
    fn advise(&self, _start: NonNull<u8>, _bytes: usize, _huge: bool) {}

    /// What pages a block of memory stands on.
    fn pages(&self, _start: NonNull<u8>, _bytes: usize) -> Found {
        Found::default()
    }

    /// How many NUMA nodes with processors there are.
    fn nodes(&self) -> usize {
        1
    }

    /// Does the work on a processor of a node, numbered from 0: memory that it touches first then
    /// belongs to that node. Where the system refuses, the work is done on any processor.
    #[cfg(feature = "std")]
    fn on_node(&self, _node: usize, work: &mut dyn FnMut()) {
        work();
    }
}
