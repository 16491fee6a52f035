//! pawn-hash.
