//! A move that a node is about to search, and the moves that it has searched without a cutoff.

use arrayvec::ArrayVec;
use movegen::{Move, Piece, PieceType, SeeValues};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) piece: Piece,
    /// It is a capture or a promotion to queen.
    pub(crate) tactical: bool,
    pub(crate) check: bool,
    pub(crate) victim: Option<PieceType>,
    /// Its success so far: the quiet sum, or the capture history.
    pub(crate) history: i32,
    /// Its place in the order, from 1.
    pub(crate) number: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Search it.
    Search,
    /// Pass over it.
    Skip,
    /// Pass over it and all quiet moves that are left but checks.
    SkipAllButChecks,
}

/// Moves that a node has tried without a cutoff.
#[derive(Default)]
pub(crate) struct Tried {
    pub(crate) quiet: ArrayVec<Move, 64>,
    pub(crate) tactical: ArrayVec<Move, 32>,
}

impl Tried {
    /// Takes note of a move. Where very many were tried, the last of them are passed over.
    #[inline]
    pub(crate) fn push(&mut self, mv: Move, tactical: bool) {
        if tactical {
            self.tactical.try_push(mv).ok();
        } else {
            self.quiet.try_push(mv).ok();
        }
    }
}

/// The values of the pieces, in centipawns: for static exchange, the order of captures and margins.
pub(crate) const EXCHANGE: SeeValues = SeeValues::CLASSIC;

#[inline]
pub(crate) fn value(kind: PieceType) -> i32 {
    EXCHANGE.0[kind.index()]
}

/// Returns the value of the captured piece in centipawns, 0 if there is none.
#[inline]
pub(crate) fn value_of(victim: Option<PieceType>) -> i32 {
    victim.map_or(0, value)
}
