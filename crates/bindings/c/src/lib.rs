//! Palimpsest for C and C++: tt-core, zobrist-keys, pawn-hash and syzygy behind one header,
//! `include/palimpsest.h`, which the doc comments here become.
//!
//! Every exported item is `pal_…`. A type whose name ends in `_owned` belongs to the caller, who
//! gives it back by the `_free` of its kind; all else is borrowed for the call. A null pointer
//! where an object is expected is an error or has no effect, never a crash. No panic crosses: see
//! [`panic`]. No state is kept outside of the objects.

pub mod endgames;
pub mod error;
mod ffi;
pub mod keys;
mod panic;
pub mod pawns;
mod records;
pub mod tt;
