//! Checks, pins, and whether a move from anywhere is legal.

use super::{KeyedPosition, attackers_to};
use crate::keys::ChessKeys;
use crate::{
    Bitboard, CastlingSide, Color, Move, MoveKind, Piece, PieceType, Rank, Square, attacks,
};

/// Checks, pins and attacked squares of a position: computed once for a node, used by generation
/// and to judge moves.
///
/// ```
/// use movegen::{Position, Square};
///
/// let position = Position::from_fen("4r1k1/8/8/b7/8/4N3/3B4/4K3 w - -")?;
/// let legality = position.legality();
/// assert!(legality.checkers().is_empty());
/// assert_eq!(legality.pinned(), Square::E3.bb() | Square::D2.bb());
/// # Ok::<(), movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legality {
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
    pub(crate) targets: Bitboard,
    pub(crate) attacked: Bitboard,
}

impl Legality {
    /// Returns the enemy pieces that give check.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns the own pieces that may not leave the line through their king.
    #[inline]
    #[must_use]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Returns where pieces other than the king may go, as far as checks are concerned: everywhere;
    /// to the checker or in between; nowhere in double check.
    #[inline]
    #[must_use]
    pub const fn targets(&self) -> Bitboard {
        self.targets
    }

    /// Returns the squares that the enemy attacks on a board without the own king: where that king
    /// may not go.
    #[inline]
    #[must_use]
    pub const fn attacked(&self) -> Bitboard {
        self.attacked
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the enemy pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let us = self.state.side_to_move;
        self.attackers_to(self.king(us), self.occupied()) & self.color(!us)
    }

    /// Returns whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        let us = self.state.side_to_move;
        self.is_attacked(self.king(us), !us, self.occupied())
    }

    /// Returns whether a move is legal here: exactly if [`KeyedPosition::legal_moves`] lists it.
    /// For moves out of a table, which may belong to another position or be arbitrary bits.
    ///
    /// ```
    /// use movegen::{Move, Position, Square};
    ///
    /// let position = Position::startpos();
    /// assert!(position.is_legal(Move::new(Square::G1, Square::F3)));
    /// assert!(!position.is_legal(Move::castling(Square::E1, Square::H1)));
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_with(&self.legality(), mv)
    }

    /// [`KeyedPosition::is_legal`] with the legality of this position.
    pub(crate) fn is_legal_with(&self, legality: &Legality, mv: Move) -> bool {
        let us = self.state.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from).filter(|piece| piece.color() == us) else {
            return false;
        };
        if from == to {
            return false;
        }
        match mv.kind() {
            MoveKind::Castling => {
                piece.kind() == PieceType::King
                    && (self.state.castling & self.color(us)).contains(to)
                    && mv == Move::castling(from, to)
                    && self.castling_is_legal(legality, to)
            }
            MoveKind::EnPassant => {
                self.en_passant() == Some(to)
                    && mv == Move::en_passant(from, to)
                    && self.en_passant_capturers(to).any(|pawn| pawn == from)
            }
            MoveKind::Promotion => {
                piece.kind() == PieceType::Pawn
                    && to.rank() == Rank::Eighth.relative(us)
                    && self.pawn_reaches(from, to)
                    && self.keeps_king_safe(legality, from, to)
            }
            MoveKind::Normal => {
                mv == Move::new(from, to)
                    && self.reaches(piece, from, to)
                    && match piece.kind() {
                        PieceType::King => !legality.attacked.contains(to),
                        _ => self.keeps_king_safe(legality, from, to),
                    }
            }
        }
    }

    /// Whether a piece moves from `from` to `to` by its own rules, not promoting.
    fn reaches(&self, piece: Piece, from: Square, to: Square) -> bool {
        let us = piece.color();
        if self.color(us).contains(to) {
            return false;
        }
        let occupied = self.occupied();
        match piece.kind() {
            PieceType::Pawn => {
                to.rank() != Rank::Eighth.relative(us) && self.pawn_reaches(from, to)
            }
            PieceType::Knight => attacks::knight(from).contains(to),
            PieceType::Bishop => attacks::bishop(from, occupied).contains(to),
            PieceType::Rook => attacks::rook(from, occupied).contains(to),
            PieceType::Queen => attacks::queen(from, occupied).contains(to),
            PieceType::King => attacks::king(from).contains(to),
        }
    }

    /// Whether the side to move's pawn on `from` steps to `to` or captures there, en passant aside.
    fn pawn_reaches(&self, from: Square, to: Square) -> bool {
        let us = self.state.side_to_move;
        if attacks::pawn(us, from).contains(to) {
            return self.color(!us).contains(to);
        }
        let free = !self.occupied();
        let up = if us == Color::White { 8 } else { -8 };
        let delta = to.index() as i32 - from.index() as i32;
        free.contains(to)
            && (delta == up
                || delta == 2 * up
                    && from.rank() == Rank::Second.relative(us)
                    && (attacks::between(from, to) & free).any())
    }

    /// Whether a piece other than the king respects checks and pins.
    #[inline]
    fn keeps_king_safe(&self, legality: &Legality, from: Square, to: Square) -> bool {
        let king = self.king(self.state.side_to_move);
        legality.targets.contains(to)
            && (!legality.pinned.contains(from) || attacks::line(king, from).contains(to))
    }

    /// Whether the side to move may castle with the rook on `rook`, which has the right to.
    fn castling_is_legal(&self, legality: &Legality, rook: Square) -> bool {
        legality.checkers.is_empty()
            && self
                .castlers(self.state.side_to_move, legality.attacked, legality.pinned)
                .contains(rook)
    }

    /// The rooks with which `us`, not in check, may castle now.
    #[inline]
    pub(crate) fn castlers(&self, us: Color, attacked: Bitboard, pinned: Bitboard) -> Bitboard {
        let (king, occupied) = (self.king(us), self.occupied());
        let able = self.state.castling & self.color(us) & !pinned;
        let is_free =
            |&rook: &Square| Castler::new(us, king, rook).is_free(able, occupied, attacked);
        able.into_iter().filter(is_free).collect()
    }

    /// Whether the side to move may capture en passant from `from` to `to`.
    pub(crate) fn en_passant_is_legal(&self, from: Square, to: Square) -> bool {
        en_passant_is_legal(&self.sets, self.state.side_to_move, from, to)
    }

    /// Returns the pawns of the side to move that may capture en passant on `to`.
    pub(crate) fn en_passant_capturers(&self, to: Square) -> impl Iterator<Item = Square> {
        en_passant_capturers(&self.sets, self.state.side_to_move, to)
    }
}

/// A rook with the right to castle, and what its castling asks for.
pub(crate) struct Castler {
    rook: Bitboard,
    /// The squares that must be empty.
    clear: Bitboard,
    /// The squares that the enemy must not attack, besides the king's own.
    path: Bitboard,
}

impl Castler {
    #[inline]
    pub(crate) fn new(us: Color, king: Square, rook: Square) -> Self {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let path = attacks::between(king, king_to) | king_to.bb();
        let rook_path = attacks::between(rook, rook_to) | rook_to.bb();
        Self { rook: rook.bb(), clear: (path | rook_path) & !(king.bb() | rook.bb()), path }
    }

    /// Whether the king, not in check, may castle with this rook if it is among the `able` ones:
    /// those of its side that are not pinned. A pinned rook may not: in Chess960 it may shield its
    /// king's new square.
    #[inline]
    pub(crate) fn is_free(&self, able: Bitboard, occupied: Bitboard, attacked: Bitboard) -> bool {
        (self.rook & able).any() && (self.clear & occupied | self.path & attacked).is_empty()
    }
}

/// Returns the pawns of `us` that may capture en passant on `to` on this board.
#[inline]
pub(crate) fn en_passant_capturers(
    sets: &[Bitboard; 8],
    us: Color,
    to: Square,
) -> impl Iterator<Item = Square> {
    let pawns = sets[PieceType::Pawn.index()] & sets[6 + us.index()];
    let beside = attacks::pawn(!us, to) & pawns;
    beside.into_iter().filter(move |&from| en_passant_is_legal(sets, us, from, to))
}

/// Whether `us` may capture en passant from `from` to `to` on this board: the king must not be
/// attacked when both pawns have left their squares. Pins do not answer this, because two pawns
/// leave one rank at once.
fn en_passant_is_legal(sets: &[Bitboard; 8], us: Color, from: Square, to: Square) -> bool {
    let captured = Square::new(to.file(), from.rank());
    let occupied = (sets[6] | sets[7]) ^ from.bb() ^ captured.bb() | to.bb();
    let king = sets[PieceType::King.index()] & sets[6 + us.index()];
    let attackers = attackers_to(sets, Square::masked(king.0.trailing_zeros()), occupied);
    (attackers & sets[7 - us.index()] & !captured.bb()).is_empty()
}
