//! Search over ranks: processes that share no memory and exchange messages.
//!
//! *Transposition-driven scheduling* (Romein, Plaat, Bal, Schaeffer, "Transposition Table Driven
//! Work Scheduling in Distributed Search", AAAI 1999; IEEE TPDS 13(5), 2002) keeps each state's
//! record on one rank, the one that its key names, and sends the work there: a [`Worker`] receives
//! a state, looks it up in memory of its own and drops or expands it. No rank waits for another's
//! table.
//!
//! *A search of one position by all ranks* (the design of Stockfish's cluster branch): a [`Member`]
//! for each rank, whose engine shows its deep records by [`Sharing`] and ends in a [`vote`].
//!
//! - [`Transport`] is what a rank asks of messages: batches and non-blocking sums. Ranks are
//!   processes under MPI (`MpiTransport`, feature `mpi`), or [`Network`] simulates them in one
//!   thread, with delays and in an order that a seed decides.
//! - [`Problem`] is what it asks of a game: [`Perft`] counts paths and distinct positions of chess
//!   by the ply.
//! - [`Detector`] knows when no state is left on any rank or under way.
//!
//! ```
//! use cluster::{Network, Perft, Worker, simulate};
//! use movegen::Position;
//!
//! // Three ranks, messages that take 0 to 40 steps and overtake each other.
//! let network = Network::new(3, 40, 2024);
//! let mut workers: Vec<_> =
//!     network.transports().map(|transport| Worker::new(Perft::new(), transport)).collect();
//! let mut counts = Vec::new();
//! for ply in 0..3 {
//!     for worker in &mut workers {
//!         let root = Position::startpos();
//!         let work = if ply == 0 { worker.root(&root) } else { worker.next_ply() };
//!         worker.begin(work);
//!     }
//!     let totals = simulate(&network, &mut workers, 1_000_000)?;
//!     counts.push((totals.paths(), totals.distinct()));
//! }
//! assert_eq!(counts, [(20, 20), (400, 400), (8_902, 5_362)]);
//! # Ok::<(), cluster::SimulationError>(())
//! ```
#![cfg_attr(not(feature = "mpi"), forbid(unsafe_code))]

mod detector;
mod lead;
mod local;
mod member;
mod message;
#[cfg(feature = "mpi")]
mod mpi_transport;
mod network;
mod opinion;
mod packed_position;
mod perft;
mod record;
mod remote_table;
mod ring;
mod sharing;
mod simulate;
mod transport;
mod worker;

pub use detector::Detector;
pub use lead::Conclusion;
pub use local::{Effort, Ending, Identity, Local};
pub use member::Member;
#[cfg(feature = "mpi")]
pub use mpi_transport::MpiTransport;
pub use network::{Network, SimulatedTransport};
pub use opinion::{Opinion, vote};
pub use packed_position::PackedPosition;
pub use perft::{Paths, Perft};
pub use record::{Deepest, Record};
pub use remote_table::RemoteTable;
pub use sharing::{Outbox, SHARED_DRAFT, Sharing, SharingHandle};
pub use simulate::{SimulationError, simulate, simulate_with};
pub use transport::{TALLIES, Totals, Transport};
pub use worker::{Problem, RankLost, Worker, home};
