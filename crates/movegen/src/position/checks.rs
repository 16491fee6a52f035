//! Moves that give check, recognised by sets of squares that are computed once for a node.

use super::KeyedPosition;
use crate::keys::ChessKeys;
use crate::{Bitboard, Move, MoveKind, PieceType, Square, attacks};

/// The squares from which pieces of the side to move would check the enemy king, and the pieces
/// that open a line to it when they leave: computed once for a node, used by the methods of
/// [`CachedPosition`](crate::CachedPosition).
///
/// ```text
/// . . . . k . . .   the king looks along its lines
/// . . . x . x . .   x: a bishop checks from here
/// . . x . . . N .
/// . x . . . . . .
/// x . . . B . . .   the bishop hides the rook: it is a discoverer
/// . . . . . . . .
/// . . . . R . . .
/// ```
///
/// ```
/// use movegen::{PieceType, Position, Square};
///
/// let position = Position::from_fen("4k3/8/6N1/8/4B3/8/4R3/4K3 w - -")?;
/// let checks = position.checks();
/// assert_eq!(checks.squares(PieceType::Knight).count(), 4);
/// assert!(checks.squares(PieceType::Bishop).contains(Square::B5));
/// assert_eq!(checks.discoverers(), Square::E4.bb());
/// # Ok::<(), movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    king: Square,
    squares: [Bitboard; 6],
    discoverers: Bitboard,
}

impl Checks {
    /// Returns the squares from which a piece of a kind checks the enemy king on the present board;
    /// none for a king.
    #[inline]
    #[must_use]
    pub const fn squares(&self, kind: PieceType) -> Bitboard {
        self.squares[kind.index()]
    }

    /// Returns the own pieces that are alone between an own slider and the enemy king.
    #[inline]
    #[must_use]
    pub const fn discoverers(&self) -> Bitboard {
        self.discoverers
    }

    /// Returns whether a legal move's squares alone rule out that it gives check: for long lists of
    /// moves, most of which need no closer look by [`KeyedPosition::gives_check`].
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/4N3/8/8/K3R3 w - -")?;
    /// let checks = position.checks();
    /// assert!(checks.rule_out(position.parse_san("Kb1")?));
    /// assert!(!checks.rule_out(position.parse_san("Nc5")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn rule_out(&self, mv: Move) -> bool {
        let [pawn, knight, .., queen, _] = self.squares;
        mv.kind() == MoveKind::Normal
            && !(pawn | knight | queen).contains(mv.to())
            && !self.discoverers.contains(mv.from())
    }

    /// Returns the squares on which a piece from `from` gives check, directly or by opening a line.
    #[inline]
    pub(crate) fn targets(&self, kind: PieceType, from: Square) -> Bitboard {
        let opened = attacks::line(self.king, from);
        let discovered = if self.discoverers.contains(from) { !opened } else { Bitboard::EMPTY };
        self.squares(kind) | discovered
    }

    /// Returns whether a piece that goes from `from` to `to` opens a line to the enemy king.
    #[inline]
    pub(crate) fn discovers(&self, from: Square, to: Square) -> bool {
        self.discoverers.contains(from) && !attacks::line(self.king, from).contains(to)
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Computes the squares from which pieces give check, and the pieces that discover one.
    #[must_use]
    pub fn checks(&self) -> Checks {
        let us = self.state.side_to_move;
        let king = self.king(!us);
        let (ours, theirs) = (self.color(us), self.color(!us));
        let occupied = self.occupied();
        let [_, _, bishops, rooks, queens, ..] = self.sets;
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let squares = [
            attacks::pawn(!us, king),
            attacks::knight(king),
            bishop,
            rook,
            bishop | rook,
            Bitboard::EMPTY,
        ];
        // Own sliders that would see the king if the own pieces were gone. None of them sees it
        // now, or the enemy's last move would have been illegal.
        let mut discoverers = Bitboard::EMPTY;
        if ((bishop | rook) & ours).any() {
            let snipers = attacks::bishop(king, theirs) & (bishops | queens)
                | attacks::rook(king, theirs) & (rooks | queens);
            for sniper in snipers & ours {
                let blockers = attacks::between(king, sniper) & ours;
                if !blockers.has_many() {
                    discoverers |= blockers;
                }
            }
        }
        Checks { king, squares, discoverers }
    }

    /// Returns whether a legal move gives check, directly or by opening a line. Ordinary moves are
    /// judged without making them. Many
    /// moves of one position are judged faster by a [`CachedPosition`](crate::CachedPosition).
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/4N3/8/8/K3R3 w - -")?;
    /// let checks = |san| position.parse_san(san).map(|mv| position.gives_check(mv));
    /// assert_eq!(checks("Nf6")?, true); // by the knight, and by the rook behind it
    /// assert_eq!(checks("Nc5")?, true); // by the rook alone
    /// assert_eq!(checks("Rd1")?, false);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.state.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let (MoveKind::Normal, Some(piece)) = (mv.kind(), self.piece_at(from)) else {
            return self.make(mv).in_check();
        };
        let king = self.king(!us);
        let occupied = self.occupied() ^ from.bb() | to.bb();
        let direct = match piece.kind() {
            PieceType::Pawn => attacks::pawn(us, to),
            PieceType::Knight => attacks::knight(to),
            PieceType::Bishop => attacks::bishop(to, occupied),
            PieceType::Rook => attacks::rook(to, occupied),
            PieceType::Queen => attacks::queen(to, occupied),
            PieceType::King => Bitboard::EMPTY,
        };
        if direct.contains(king) {
            return true;
        }
        if attacks::line(king, from).is_empty() {
            return false;
        }
        let [_, _, bishops, rooks, queens, ..] = self.sets;
        let sliders = attacks::bishop(king, occupied) & (bishops | queens)
            | attacks::rook(king, occupied) & (rooks | queens);
        (sliders & self.color(us) & !from.bb()).any()
    }

    /// [`KeyedPosition::gives_check`] with the checks of this position.
    #[inline]
    pub(crate) fn gives_check_with(&self, checks: &Checks, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if let (MoveKind::Normal, Some(piece)) = (mv.kind(), self.piece_at(from)) {
            checks.squares(piece.kind()).contains(to) || checks.discovers(from, to)
        } else {
            self.special_move_gives_check(checks, mv)
        }
    }

    /// Decides for promotions, castling and captures en passant, out of the way of the other moves.
    #[cold]
    fn special_move_gives_check(&self, checks: &Checks, mv: Move) -> bool {
        if mv.kind() == MoveKind::Promotion {
            checks.discovers(mv.from(), mv.to()) || self.promotes_to_check(mv)
        } else {
            self.make(mv).in_check()
        }
    }

    /// Returns whether the piece that a pawn becomes looks at the enemy king: maybe over the square
    /// that the pawn left.
    fn promotes_to_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let occupied = self.occupied() ^ from.bb() | to.bb();
        let seen = match mv.promoted() {
            Some(PieceType::Knight) => attacks::knight(to),
            Some(PieceType::Bishop) => attacks::bishop(to, occupied),
            Some(PieceType::Rook) => attacks::rook(to, occupied),
            _ => attacks::queen(to, occupied),
        };
        seen.contains(self.king(!self.state.side_to_move))
    }
}
