//! All positions after one move, each made as it is generated.
//!
//! A sink of the generator that makes instead of listing. The compiler sees a copy of each way to move for
//! each piece and colour, with or without a capture, so that nothing about a move is asked at run time but
//! its squares and what it captures: the keys that a piece does not enter cost nothing. What all moves of a position
//! have in common, the turn and the end of an en passant chance, is done once, in the position that every
//! child starts from.

use crate::generate::{MoveSink, Promotions};
use crate::keys::ChessKeys;
use crate::{Bitboard, Color, Generate, KeyedPosition, Move, Piece, PieceType, Square};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Calls `visit` with every legal move and the position after it, in the order of generation. The fastest way
    /// to make every move of a position; the child's memory is used again for the next.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let mut checks = 0;
    /// Position::startpos().for_each_child(|_, child| checks += u32::from(child.in_check()));
    /// assert_eq!(checks, 0);
    /// ```
    pub fn for_each_child<F: FnMut(Move, &Self)>(&self, visit: F) {
        let mut base = self.clone();
        base.pass_turn();
        let child = base.clone();
        let legality = self.legality();
        match self.side_to_move() {
            Color::White => self.generate_for::<true, _>(
                &legality,
                Generate::All,
                &mut Children::<true, K, F> { base, child, visit },
            ),
            Color::Black => self.generate_for::<false, _>(
                &legality,
                Generate::All,
                &mut Children::<false, K, F> { base, child, visit },
            ),
        }
    }
}

/// The sink.
struct Children<const WHITE: bool, K: ChessKeys, F> {
    /// The position with the turn passed: what all children have in common.
    base: KeyedPosition<K>,
    child: KeyedPosition<K>,
    visit: F,
}

impl<const WHITE: bool, K: ChessKeys, F: FnMut(Move, &KeyedPosition<K>)> Children<WHITE, K, F> {
    const US: Color = if WHITE { Color::White } else { Color::Black };

    /// A new child, still without its move.
    #[inline(always)]
    fn begin(&mut self) -> &mut KeyedPosition<K> {
        self.child.clone_from(&self.base);
        &mut self.child
    }

    /// Shows the child.
    #[inline(always)]
    fn show(&mut self, mv: Move) {
        (self.visit)(mv, &self.child);
    }

    /// Moves of a piece other than a pawn; inlined, so that `kind` is known.
    #[inline(always)]
    fn piece_moves(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        let piece = Piece::new(Self::US, kind);
        let may_lose_right = matches!(kind, PieceType::King | PieceType::Rook);
        let enemies = self.base.color(!Self::US);
        for to in targets & !enemies {
            let child = self.begin();
            if may_lose_right {
                child.lose_rights(Self::US, piece, from.bb());
            }
            child.shift(piece, from, to);
            self.show(Move::new(from, to));
        }
        for to in targets & enemies {
            let child = self.begin();
            let left = if may_lose_right { from.bb() } else { Bitboard::EMPTY };
            child.lose_rights(Self::US, piece, left | to.bb());
            child.capture(!Self::US, to);
            child.shift(piece, from, to);
            self.show(Move::new(from, to));
        }
    }
}

impl<const WHITE: bool, K: ChessKeys, F: FnMut(Move, &KeyedPosition<K>)> MoveSink
    for Children<WHITE, K, F>
{
    #[inline]
    fn one(&mut self, mv: Move) {
        let child = self.begin();
        if mv.is_castling() {
            let king = Piece::new(Self::US, PieceType::King);
            child.lose_rights(Self::US, king, Bitboard::EMPTY);
            child.castle(Self::US, mv.from(), mv.to());
        } else {
            child.take_en_passant(Self::US, mv.from(), mv.to());
        }
        self.show(mv);
    }

    #[inline(always)]
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        match kind {
            PieceType::Pawn => {}
            PieceType::Knight => self.piece_moves(PieceType::Knight, from, targets),
            PieceType::Bishop => self.piece_moves(PieceType::Bishop, from, targets),
            PieceType::Rook => self.piece_moves(PieceType::Rook, from, targets),
            PieceType::Queen => self.piece_moves(PieceType::Queen, from, targets),
            PieceType::King => self.piece_moves(PieceType::King, from, targets),
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, delta: i8) {
        let pawn = Piece::new(Self::US, PieceType::Pawn);
        for to in targets {
            let from = to.before(delta);
            let child = self.begin();
            child.set_irreversible();
            if !matches!(delta, 8 | -8 | 16 | -16) {
                child.capture(!Self::US, to);
            }
            child.shift(pawn, from, to);
            if matches!(delta, 16 | -16) {
                child.offer_en_passant(Self::US, to);
            }
            self.show(Move::new(from, to));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, delta: i8, pieces: Promotions) {
        let pawn = Piece::new(Self::US, PieceType::Pawn);
        for to in targets {
            let from = to.before(delta);
            for &kind in pieces.kinds() {
                let child = self.begin();
                child.set_irreversible();
                if !matches!(delta, 8 | -8) {
                    child.lose_rights(Self::US, pawn, to.bb());
                    child.capture(!Self::US, to);
                }
                child.promote(Self::US, kind, from, to);
                self.show(Move::promotion(from, to, kind));
            }
        }
    }
}
