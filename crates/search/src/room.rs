//! The memory that threads need before they can begin, asked for in advance: an allocation that is
//! refused halfway ends the process.

use std::hint::black_box;
use std::thread;

/// Stack for a helper thread: the deepest line takes about 1 MiB of it.
pub(crate) const STACK_BYTES: usize = 8 << 20;

/// The most that a thread allocates for itself: histories, evaluator, line.
const MEMORY: usize = 8 << 20;

/// The address space that glibc's allocator takes for a thread before it asks for memory, and the
/// threads for which it does so, by processor. The others share it.
const ARENA: usize = if cfg!(target_pointer_width = "64") { 64 << 20 } else { 1 << 20 };
const ARENAS: usize = 8;

/// The memory that is left to the rest of the process, and to threads that begin meanwhile.
const RESERVE: usize = 56 << 20;

/// The reserve of a thread that has its histories and its evaluator: the line takes less than
/// 1 MiB.
const LATER_RESERVE: usize = 16 << 20;

/// Returns how many threads, at most `most`, the system has memory for now, with a stack, what a
/// [`Pool`](crate::Pool) keeps for each, and `bytes` bytes beside that; a reserve is left. The
/// memory is asked for and not touched, so that asking costs no time.
///
/// ```
/// use search::room_for_threads;
///
/// // As many engines as the machine has memory for, at most four, each with a table of 1 MiB.
/// let engines = room_for_threads(4, 1 << 20);
/// assert!((1..=4).contains(&engines));
/// assert_eq!(room_for_threads(4, usize::MAX), 0);
/// ```
#[must_use]
pub fn room_for_threads(most: usize, bytes: usize) -> usize {
    let bytes = bytes.saturating_add(STACK_BYTES + MEMORY);
    let arenas = ARENAS * thread::available_parallelism().map_or(1, usize::from);
    let rooms: Vec<_> = (0..most)
        .map_while(|index| {
            let room = take(bytes.saturating_add(if index < arenas { ARENA } else { 0 }))?;
            take(RESERVE).map(|_| room)
        })
        .collect();
    rooms.len()
}

/// Returns whether a thread of a search may allocate its memory, all of it or, if it has searched
/// before, its line.
pub(crate) fn may_begin(is_first: bool) -> bool {
    take(if is_first { MEMORY + RESERVE } else { LATER_RESERVE }).is_some()
}

/// Takes memory; `None` if the system refuses it.
fn take(bytes: usize) -> Option<Vec<u8>> {
    let mut room = Vec::new();
    room.try_reserve_exact(bytes).ok()?;
    // Otherwise the compiler may leave out an allocation that nobody uses.
    Some(black_box(room))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_no_machine_has_is_refused() {
        assert!(take(1 << 20).is_some() && take(isize::MAX as usize).is_none());
        assert!(may_begin(true) && may_begin(false));
        assert_eq!((room_for_threads(0, 0), room_for_threads(3, 0)), (0, 3));
    }
}
