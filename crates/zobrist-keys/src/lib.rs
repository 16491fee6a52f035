//! zobrist-keys.
