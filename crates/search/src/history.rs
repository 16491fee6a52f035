//! What the search has learnt about moves and about its evaluation. One set for each thread.

mod address;
mod butterfly;
mod capture;
mod continuation;
mod correction;
mod gravity;
mod pawn;

use movegen::{Color, Move, Piece, PieceType, Position};

use address::{PIECE_SQUARES, column};
use butterfly::{ButterflyHistory, FROM_TO, from_to};
use capture::CaptureHistory;
use continuation::ContinuationHistory;
pub(crate) use continuation::Row;
pub(crate) use correction::Correction;
use pawn::PawnHistory;

/// How many plies back a quiet move's continuation histories look.
pub(crate) const CONTINUATIONS: [usize; 3] = [1, 2, 4];

/// How much these count in the sum for a quiet move, where the pawn history counts once.
const CONTINUATION_WEIGHTS: [i32; CONTINUATIONS.len()] = [2, 2, 1];

/// How much the butterfly history counts in that sum.
const BUTTERFLY_WEIGHT: i32 = 2;

/// What a node's quiet moves have in common: whose they are, the pawns, the moves before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietContext {
    side: Color,
    pawns: usize,
    rows: [Row; CONTINUATIONS.len()],
}

impl QuietContext {
    /// The context of a position reached by moves with these `rows`, at the distances of
    /// [`CONTINUATIONS`].
    #[inline]
    pub(crate) fn new(position: &Position, rows: [Row; CONTINUATIONS.len()]) -> Self {
        Self { side: position.side_to_move(), pawns: PawnHistory::row(position.pawn_key()), rows }
    }
}

/// All tables.
#[derive(Debug)]
pub(crate) struct Histories {
    butterfly: ButterflyHistory,
    capture: CaptureHistory,
    continuation: ContinuationHistory,
    pawn: PawnHistory,
    pub(crate) correction: Correction,
}

impl Histories {
    /// Empty tables.
    pub(crate) fn new() -> Self {
        Self {
            butterfly: ButterflyHistory::new(),
            capture: CaptureHistory::new(),
            continuation: ContinuationHistory::new(),
            pawn: PawnHistory::new(),
            correction: Correction::new(),
        }
    }

    /// The tables of a node's quiet moves.
    #[inline]
    pub(crate) fn quiets(&self, context: &QuietContext) -> QuietHistories<'_> {
        QuietHistories {
            butterfly: self.butterfly.of(context.side),
            pawn: self.pawn.of(context.pawns),
            continuations: context.rows.map(|row| self.continuation.of(row)),
        }
    }

    /// Rewards (or, below zero, punishes) a quiet move.
    pub(crate) fn update_quiet(
        &mut self,
        context: &QuietContext,
        piece: Piece,
        mv: Move,
        bonus: i32,
    ) {
        self.butterfly.update(context.side, mv, bonus);
        self.pawn.update(context.pawns, column(piece, mv), bonus);
        self.update_continuation(context, piece, mv, bonus);
    }

    /// Rewards or punishes a quiet move as a reply only.
    pub(crate) fn update_continuation(
        &mut self,
        context: &QuietContext,
        piece: Piece,
        mv: Move,
        bonus: i32,
    ) {
        for row in context.rows {
            self.continuation.update(row, column(piece, mv), bonus);
        }
    }

    /// How well a capture (or a promotion, which may capture nothing) has done.
    #[inline]
    pub(crate) fn capture(&self, piece: Piece, mv: Move, victim: Option<PieceType>) -> i32 {
        self.capture.get(column(piece, mv), victim)
    }

    /// Rewards or punishes a capture or promotion.
    pub(crate) fn update_capture(
        &mut self,
        piece: Piece,
        mv: Move,
        victim: Option<PieceType>,
        bonus: i32,
    ) {
        self.capture.update(column(piece, mv), victim, bonus);
    }
}

/// The parts of the tables in which a node's quiet moves stand.
pub(crate) struct QuietHistories<'a> {
    butterfly: &'a [butterfly::ButterflyEntry; FROM_TO],
    pawn: &'a [pawn::PawnEntry; PIECE_SQUARES],
    continuations: [&'a [continuation::ContinuationEntry; PIECE_SQUARES]; CONTINUATIONS.len()],
}

impl QuietHistories<'_> {
    /// How well a quiet move has done: the sum of its tables, for the order of moves.
    #[inline]
    pub(crate) fn sum(&self, piece: Piece, mv: Move) -> i32 {
        let column = column(piece, mv);
        let [one, two, four] = self.continuations.map(|row| row[column].get());
        let butterfly = self.butterfly[from_to(mv)].get();
        let [first, second, third] = CONTINUATION_WEIGHTS;
        BUTTERFLY_WEIGHT * butterfly
            + self.pawn[column].get()
            + (first * one + second * two + third * four)
    }
}
