//! The engine as a rank of a cluster: the crate `cluster` has the protocol, here are the threads.
//!
//! The thread that was started with the transport keeps it and steps the rank. The session runs in
//! another one: that of rank 0 obeys the user, those of the others the lines that rank 0 sends.
//! They meet at a [`Link`](crate::peers::Link).

mod bench;
mod rank;
#[cfg(test)]
mod tests;

pub(crate) use self::bench::bench;
pub(crate) use self::rank::run;
