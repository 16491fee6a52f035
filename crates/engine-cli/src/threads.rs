//! Threads, as many as the system gives: where it refuses the memory for more, the work is done by
//! fewer.

use std::io::{self, Write};

use rayon::{ThreadPool, ThreadPoolBuilder};
use search::room_for_threads;
use uci::fewer_threads;

/// Writes a remark on fewer threads than requested to standard error, because standard output may
/// be a document.
pub(crate) fn warn_of_fewer_threads(requested: usize, found: usize) {
    if let Some(remark) = fewer_threads(requested, found) {
        // With a closed standard error the remark is lost.
        let _ = writeln!(io::stderr(), "{remark}");
    }
}

/// Starts threads that share tasks: as many as are requested or, with a warning, as the system has
/// memory for.
pub(crate) fn thread_pool(requested: usize) -> Result<ThreadPool, String> {
    let found = room_for_threads(requested, 0).max(1);
    warn_of_fewer_threads(requested, found);
    let builder = ThreadPoolBuilder::new().num_threads(found);
    // The calling thread costs no memory, but can do this for one pool only.
    let is_refused = found == 1 && requested > 1;
    let builder = if is_refused { builder.use_current_thread() } else { builder };
    builder.build().map_err(|error| error.to_string())
}
