//! Threads, as many as the system gives: where it refuses the memory for more, the work is done by
//! fewer.

use std::io::{self, Write};

use rayon::{ThreadPool, ThreadPoolBuilder};
use search::room_for_threads;

/// Returns a remark if there are fewer threads than were requested.
pub(crate) fn fewer_threads(requested: usize, found: usize) -> Option<String> {
    (found < requested)
        .then(|| format!("Threads: {requested} requested; the system gives memory for {found}"))
}

/// Writes that remark to standard error, because standard output may be a document.
pub(crate) fn warn_of_fewer_threads(requested: usize, found: usize) {
    if let Some(remark) = fewer_threads(requested, found) {
        // With a closed standard error the remark is lost.
        let _ = writeln!(io::stderr(), "{remark}");
    }
}

/// Starts threads that share tasks: as many as are requested or, with a warning, as the system has
/// memory for.
///
/// # Errors
/// If the system starts none.
pub(crate) fn thread_pool(requested: usize) -> Result<ThreadPool, String> {
    let found = room_for_threads(requested, 0).max(1);
    warn_of_fewer_threads(requested, found);
    let builder = ThreadPoolBuilder::new().num_threads(found);
    // The calling thread costs no memory, but can do this for one pool only.
    let is_refused = found == 1 && requested > 1;
    let builder = if is_refused { builder.use_current_thread() } else { builder };
    builder.build().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_names_both_numbers() {
        let remark = "Threads: 200 requested; the system gives memory for 7";
        assert_eq!(fewer_threads(200, 7).as_deref(), Some(remark));
        assert_eq!(fewer_threads(7, 7), None);
    }
}
