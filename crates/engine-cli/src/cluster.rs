//! The engine as a rank of a cluster: the crate `cluster` holds the protocol, this module the
//! threads.
//!
//! The thread that was started with the transport keeps it and steps the rank. The session runs in
//! another thread: on rank 0 it obeys the user, on the others it obeys the lines that rank 0 sends.
//! The two threads meet at a [`Link`](crate::session::peers::Link).

mod bench;
mod rank;
#[cfg(test)]
mod tests;

pub(crate) use self::bench::bench;
pub(crate) use self::rank::run;
