//! The requests of a table's memory to the machine, behind a trait, so that tests can make up
//! machines with other pages and nodes than the one they run on.

use core::ptr::NonNull;

use super::report::Found;

/// The operating system, as far as a table's memory is concerned. A default means that the system
/// does not have the thing or does not say.
pub(super) trait System: Sync {
    /// Returns the bytes that this process may still take.
    fn available(&self) -> Option<u64> {
        None
    }

    /// Returns the size of the largest pages that may be set aside, in bytes.
    fn gigantic_page(&self) -> Option<usize> {
        None
    }

    /// Maps new private memory on such pages, of `bytes` bytes, which is a multiple of their size.
    /// It is zeroed, readable and writable, and the caller's alone until the caller gives it back.
    fn map_gigantic(&self, _bytes: usize) -> Option<NonNull<u8>> {
        None
    }

    /// Asks for huge pages, or for none, in a block of memory that the caller owns.
    fn advise(&self, _start: NonNull<u8>, _bytes: usize, _huge: bool) {}

    fn pages(&self, _start: NonNull<u8>, _bytes: usize) -> Found {
        Found::default()
    }

    /// Returns how many NUMA nodes with processors there are.
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
