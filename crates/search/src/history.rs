//! The histories: what the search has learnt about moves and about its evaluation. One set for each
//! thread.

mod butterfly;
mod capture;
mod continuation;
mod correction;
mod gravity;
mod low_ply;
mod pawn;

use movegen::{Bitboard, Color, Move, Piece, PieceType, Position};
use tt_core::prefetch;

use butterfly::ButterflyHistory;
use capture::CaptureHistory;
use continuation::ContinuationHistory;
pub(crate) use continuation::Row;
pub(crate) use correction::Correction;
use low_ply::LowPlyHistory;
use pawn::PawnHistory;

/// Piece kinds of both colours times squares: the columns of the tables that a moved piece and its
/// target address.
const PIECE_SQUARES: usize = 12 * 64;

/// The plies that a quiet move's continuation histories look back.
pub(crate) const CONTINUATIONS: [usize; 4] = [1, 2, 4, 6];

/// The weights of these in the sum for a quiet move, where the pawn history counts once.
const CONTINUATION_WEIGHTS: [i32; CONTINUATIONS.len()] = [2, 2, 1, 1];

/// The weight of the butterfly history in that sum.
const BUTTERFLY_WEIGHT: i32 = 2;

/// The weight of the low-ply history in that sum.
const LOW_PLY_WEIGHT: i32 = 4;

/// The facts that a node's quiet moves share: their side, the squares that the enemy attacks, the
/// distance from the root, the pawns, the moves before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietContext {
    side: Color,
    threats: Bitboard,
    ply: usize,
    pawns: usize,
    rows: [Row; CONTINUATIONS.len()],
}

impl QuietContext {
    /// The context of no node.
    pub(crate) const BLANK: Self = Self {
        side: Color::White,
        threats: Bitboard::EMPTY,
        ply: usize::MAX,
        pawns: 0,
        rows: [Row::NONE; CONTINUATIONS.len()],
    };

    /// Creates the context of a position, `ply` plies from the root, whose enemy attacks `threats`,
    /// reached by moves with these `rows`, at the distances of [`CONTINUATIONS`].
    #[inline]
    pub(crate) fn new(
        position: &Position,
        threats: Bitboard,
        ply: usize,
        rows: [Row; CONTINUATIONS.len()],
    ) -> Self {
        let pawns = PawnHistory::row(position.pawn_key());
        Self { side: position.side_to_move(), threats, ply, pawns, rows }
    }
}

#[derive(Debug)]
pub(crate) struct Histories {
    butterfly: ButterflyHistory,
    capture: CaptureHistory,
    continuation: ContinuationHistory,
    low_ply: LowPlyHistory,
    pawn: PawnHistory,
    pub(crate) correction: Correction,
}

impl Histories {
    pub(crate) fn new() -> Self {
        Self {
            butterfly: ButterflyHistory::new(),
            capture: CaptureHistory::new(),
            continuation: ContinuationHistory::new(),
            low_ply: LowPlyHistory::new(),
            pawn: PawnHistory::new(),
            correction: Correction::new(),
        }
    }

    /// Forgets what belongs to the last root alone.
    pub(crate) fn begin_search(&mut self) {
        self.low_ply.clear();
    }

    #[inline]
    pub(crate) fn quiets(&self, context: &QuietContext) -> QuietHistories<'_> {
        QuietHistories {
            butterfly: self.butterfly.of(context.side),
            threats: context.threats,
            low_ply: &self.low_ply,
            ply: context.ply,
            pawn: self.pawn.of(context.pawns),
            continuations: context.rows.map(|row| self.continuation.of(row)),
        }
    }

    /// Brings near the rows from which [`QuietHistories::sum`] reads, as far as pieces of the side
    /// to move address them: a node's quiet moves read most of those lines.
    #[inline]
    pub(crate) fn prefetch_quiets(&self, context: &QuietContext) {
        for row in context.rows {
            prefetch_row(self.continuation.of(row), context.side);
        }
        prefetch_row(self.pawn.of(context.pawns), context.side);
    }

    /// Rewards (or, below zero, punishes) a quiet move.
    pub(crate) fn update_quiet(
        &mut self,
        context: &QuietContext,
        piece: Piece,
        mv: Move,
        bonus: i32,
    ) {
        self.butterfly.update(context.side, context.threats, mv, bonus);
        self.low_ply.update(context.ply, mv, bonus);
        self.pawn.update(context.pawns, column(piece, mv), bonus);
        self.update_continuation(context, piece, mv, bonus);
    }

    /// Rewards or punishes a quiet move wherever it is played.
    pub(crate) fn update_butterfly(&mut self, context: &QuietContext, mv: Move, bonus: i32) {
        self.butterfly.update(context.side, context.threats, mv, bonus);
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

    /// Returns how well a capture (or a promotion, which may capture nothing) has done.
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

const LINE: usize = 64 / size_of::<i16>();

/// Brings the half of a row near that belongs to the pieces of a side.
#[inline]
fn prefetch_row(row: &[i16; PIECE_SQUARES], side: Color) {
    let halves = row.as_chunks::<{ PIECE_SQUARES / 2 }>().0;
    halves[side.index()].iter().step_by(LINE).for_each(prefetch);
}

/// The parts of the tables that hold the histories of a node's quiet moves.
pub(crate) struct QuietHistories<'a> {
    butterfly: &'a butterfly::ButterflySide,
    threats: Bitboard,
    low_ply: &'a LowPlyHistory,
    ply: usize,
    pawn: &'a [i16; PIECE_SQUARES],
    continuations: [&'a [i16; PIECE_SQUARES]; CONTINUATIONS.len()],
}

impl QuietHistories<'_> {
    /// Returns how well a quiet move has done: the sum of its tables, for the order of moves.
    #[inline]
    pub(crate) fn sum(&self, piece: Piece, mv: Move) -> i32 {
        let column = column(piece, mv);
        let butterfly = i32::from(self.butterfly[butterfly::place(self.threats, mv)]);
        let continuations = self.continuations.iter().zip(CONTINUATION_WEIGHTS);
        let continuation: i32 =
            continuations.map(|(row, weight)| weight * i32::from(row[column])).sum();
        BUTTERFLY_WEIGHT * butterfly
            + LOW_PLY_WEIGHT * self.low_ply.get(self.ply, mv)
            + i32::from(self.pawn[column])
            + continuation
    }
}

#[inline]
fn column(piece: Piece, mv: Move) -> usize {
    piece.index() * 64 + mv.to().index()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use movegen::{Bitboard, Move, Piece, Position, Square};

    use super::*;

    #[test]
    fn a_search_begins_without_what_was_best_near_the_last_root() {
        let (mut histories, mv) = (Histories::new(), Move::new(Square::G1, Square::F3));
        histories.low_ply.update(0, mv, 600);
        assert!(histories.low_ply.get(0, mv) > 0);
        histories.begin_search();
        assert_eq!(histories.low_ply.get(0, mv), 0);
    }

    #[test]
    fn each_piece_has_a_column_of_its_own_for_each_square() {
        let moves = Square::ALL.map(|to| Move::new(Square::ALL[to.index() ^ 1], to));
        let columns = Piece::ALL.iter().flat_map(|&piece| moves.map(|mv| column(piece, mv)));
        let columns: HashSet<usize> = columns.collect();
        assert_eq!(columns.len(), PIECE_SQUARES);
        assert!(columns.iter().all(|&column| column < PIECE_SQUARES));
    }

    /// From zero, a bonus of one in each table is worth its weight.
    #[test]
    fn each_history_of_a_quiet_move_counts_by_its_weight() {
        let (position, mv) = (Position::startpos(), Move::new(Square::G1, Square::F3));
        let piece = position.moved_piece(mv);
        let row = Row::new(Piece::BlackPawn, Move::new(Square::E7, Square::E5), false, false);
        let at = |ply: usize, rows: [Row; CONTINUATIONS.len()]| {
            QuietContext::new(&position, Bitboard::EMPTY, ply, rows)
        };
        let mut histories = Histories::new();
        histories.update_quiet(&at(1, [row; 4]), piece, mv, 100);
        let sum = |histories: &Histories, context| histories.quiets(&context).sum(piece, mv);
        let none = [Row::NONE; 4];
        let far = sum(&histories, at(9, none));
        assert_eq!(far, (BUTTERFLY_WEIGHT + 1) * 100, "wherever it is played, with these pawns");
        assert_eq!(sum(&histories, at(1, none)) - far, LOW_PLY_WEIGHT * 100 / 2);
        for (place, weight) in CONTINUATION_WEIGHTS.into_iter().enumerate() {
            let mut rows = none;
            rows[place] = row;
            // Four updates of one entry.
            let learnt = sum(&histories, at(9, rows)) - far;
            assert!(learnt >= weight * 390 && learnt <= weight * 400, "{place}: {learnt}");
        }
        histories.update_butterfly(&at(9, none), mv, 100);
        assert!(sum(&histories, at(9, none)) > far + 180);
    }
}
