//! Counting legal moves, and leaves two plies away, without listing them.
//!
//! The children of a position are made as sets alone, without mailbox, keys and clocks, in one
//! array. Then one loop counts the moves of each: what the children share (the king that may be in
//! check, its lines, its castlings) is computed once, and the vectors' constants stay in registers.

#![cfg_attr(movegen_lanes = "none", expect(unused_unsafe, reason = "no target feature"))]

use arrayvec::ArrayVec;

use super::mobility::Shared;
use super::{KingView, Sets, with_move};
use crate::keys::ChessKeys;
use crate::position::en_passant_capturers;
use crate::{
    Bitboard, Color, Generate, KeyedPosition, Move, MoveSink, PieceType, Promotions, Rank, Square,
    attacks,
};

/// The children that are made before they are counted. A position with more is counted in parts.
const PART: usize = 128;

/// All ones where a piece of each colour and kind has its bit.
const MASKS: [[Sets; 6]; 2] = {
    let mut masks = [[Sets([Bitboard::EMPTY; 8]); 6]; 2];
    let mut index = 0;
    while index < 12 {
        let (color, kind) = (index / 6, index % 6);
        masks[color][kind].0[kind] = Bitboard::ALL;
        masks[color][kind].0[6 + color] = Bitboard::ALL;
        index += 1;
    }
    masks
};

/// A sink that makes each move as sets alone, and counts the moves after it.
struct Leaves<'a, const WHITE: bool, K: ChessKeys> {
    base: &'a KeyedPosition<K>,
    /// The base's sets.
    board: Sets,
    replies: Shared<KingView>,
    children: ArrayVec<Sets, PART>,
    leaves: u64,
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the number of leaves of the tree of legal moves, two plies deep. Neither ply keeps
    /// keys, clocks or a mailbox: this counts, it does not make positions for a search
    /// ([`KeyedPosition::for_each_child`] does).
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// assert_eq!(Position::startpos().count_leaves(), 400);
    /// ```
    #[must_use]
    pub fn count_leaves(&self) -> u64 {
        match self.side_to_move() {
            // SAFETY: the target has the features, as asserted in `lanes.rs`.
            Color::White => unsafe { self.count_leaves_for::<true>() },
            // SAFETY: as above.
            Color::Black => unsafe { self.count_leaves_for::<false>() },
        }
    }

    /// Returns how many legal moves there are, without listing them.
    #[inline]
    #[must_use]
    pub fn count_legal(&self) -> u32 {
        match self.side_to_move() {
            // SAFETY: as above.
            Color::White => unsafe { self.count_moves::<false>() },
            // SAFETY: as above.
            Color::Black => unsafe { self.count_moves::<true>() },
        }
    }

    #[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
    #[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
    fn count_leaves_for<const WHITE: bool>(&self) -> u64 {
        let them = !self.side_to_move();
        let replies = Shared::new(self, them, KingView::new(them, self.king(them)));
        let (board, children) = (Sets(self.sets), ArrayVec::new());
        let mut sink = Leaves::<WHITE, K> { base: self, board, replies, children, leaves: 0 };
        self.generate_for::<WHITE, _>(&self.legality(), Generate::All, &mut sink);
        sink.leaves + sink.replies.count::<WHITE>(&sink.children)
    }

    /// Returns the number of legal moves; the enemy is White or not.
    #[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
    #[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
    #[inline(never)]
    fn count_moves<const ENEMY_WHITE: bool>(&self) -> u32 {
        let us = self.side_to_move();
        let shared = Shared::new(self, us, KingView::new(us, self.king(us)));
        let moves = shared.count::<ENEMY_WHITE>(&[Sets(self.sets)]) as u32;
        let Some(to) = self.en_passant() else { return moves };
        moves + self.en_passant_capturers(to).count() as u32
    }
}

impl<const WHITE: bool, K: ChessKeys> Leaves<'_, WHITE, K> {
    const US: Color = if WHITE { Color::White } else { Color::Black };

    /// Makes place for as many children, at most [`PART`], by counting those so far if there is not
    /// enough.
    #[inline(always)]
    fn reserve(&mut self, children: u32) {
        if self.children.remaining_capacity() < children as usize {
            self.count_part();
        }
    }

    #[cold]
    #[inline(never)]
    fn count_part(&mut self) {
        // SAFETY: the target has the features, as asserted in `lanes.rs`.
        let leaves = unsafe { self.replies.count::<WHITE>(&self.children) };
        self.leaves += leaves;
        self.children.clear();
    }

    /// Makes moves after which a piece of this kind stands on one of the targets.
    #[inline(always)]
    fn push_moves(&mut self, kind: PieceType, targets: Bitboard, from: impl Fn(Square) -> Square) {
        let mask = &MASKS[Self::US.index()][kind.index()];
        self.reserve(targets.count());
        for to in targets {
            // SAFETY: the target has the features, as asserted in `lanes.rs`.
            let child = unsafe { with_move(&self.board, from(to).bb(), to.bb(), mask) };
            debug_assert!(!self.children.is_full());
            // SAFETY: there is place for as many children as there are targets.
            unsafe { self.children.push_unchecked(child) };
        }
    }

    /// Counts the captures en passant after a double step.
    #[inline]
    fn count_en_passant(&mut self, from: Square, to: Square) {
        let behind = Square::new(to.file(), Rank::Third.relative(Self::US));
        let enemies = self.base.colored(!Self::US, PieceType::Pawn);
        if (attacks::pawn(Self::US, behind) & enemies).any() {
            let mut sets = self.base.sets;
            sets[PieceType::Pawn.index()] ^= from.bb() | to.bb();
            sets[6 + Self::US.index()] ^= from.bb() | to.bb();
            self.leaves += en_passant_capturers(&sets, !Self::US, behind).count() as u64;
        }
    }
}

impl<const WHITE: bool, K: ChessKeys> MoveSink for Leaves<'_, WHITE, K> {
    #[cold]
    fn one(&mut self, mv: Move) {
        let mut child = self.base.clone();
        if mv.is_castling() {
            child.castle(Self::US, mv.from(), mv.to());
        } else {
            child.take_en_passant(Self::US, mv.from(), mv.to());
        }
        self.reserve(1);
        self.children.push(Sets(child.sets));
    }

    #[inline(always)]
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        self.push_moves(kind, targets, |_| from);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, delta: i8) {
        self.push_moves(PieceType::Pawn, targets, |to| to.before(delta));
        if matches!(delta, 16 | -16) {
            for to in targets {
                self.count_en_passant(to.before(delta), to);
            }
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, delta: i8, pieces: Promotions) {
        for &kind in pieces.kinds() {
            self.push_moves(kind, targets, |to| to.before(delta));
        }
    }
}
