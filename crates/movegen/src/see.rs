//! Static exchange evaluation: the gain of a sequence of captures on one square.

use crate::keys::ChessKeys;
use crate::{Bitboard, Color, KeyedPosition, Move, MoveKind, PieceType, Square, attacks};

/// The worth of each kind of piece in an exchange, pawn to king, in the unit of the threshold that
/// [`KeyedPosition::see_ge`] takes.
///
/// ```
/// use movegen::{PieceType, SeeValues};
///
/// assert_eq!(SeeValues::CLASSIC.of(PieceType::Rook), 500);
/// assert_eq!(SeeValues([1, 3, 3, 5, 9, 0]).of(PieceType::Queen), 9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeeValues(pub [i32; 6]);

impl SeeValues {
    /// Centipawns: 1, 3, 3, 5 and 9 pawns (Claude Shannon, *Programming a Computer for Playing
    /// Chess*, 1950). The king is 0, because it is never captured.
    pub const CLASSIC: Self = Self([100, 300, 300, 500, 900, 0]);

    /// Returns the worth of a kind of piece.
    #[inline]
    #[must_use]
    pub const fn of(&self, kind: PieceType) -> i32 {
        self.0[kind.index()]
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns whether a legal move gains at least `threshold` when both sides then capture on its
    /// target square with their least valuable piece for as long as it pays. Pieces behind others
    /// join in. Pins are not looked at, but a king does not capture a defended piece.
    ///
    /// ```
    /// use movegen::{Position, SeeValues};
    ///
    /// // A rook takes a pawn that a pawn defends: 100 - 500.
    /// let position = Position::from_fen("4k3/8/4p3/3p4/8/8/8/3RK3 w - -")?;
    /// let capture = position.parse_san("Rxd5")?;
    /// assert!(!position.see_ge(capture, 0, &SeeValues::CLASSIC));
    /// assert!(position.see_ge(capture, -400, &SeeValues::CLASSIC));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn see_ge(&self, mv: Move, threshold: i32, values: &SeeValues) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side_to_move();
        let mut occupied = self.occupied() ^ from.bb() | to.bb();
        let (mut gain, mut at_stake) = match mv.kind() {
            MoveKind::Castling => return threshold <= 0,
            MoveKind::Normal => (self.value_on(to, values), self.value_on(from, values)),
            MoveKind::EnPassant => {
                occupied ^= Square::new(to.file(), from.rank()).bb();
                (values.of(PieceType::Pawn), values.of(PieceType::Pawn))
            }
            MoveKind::Promotion => {
                let promoted = values.of(mv.promoted().unwrap_or(PieceType::Queen));
                let raised = promoted - values.of(PieceType::Pawn);
                (self.value_on(to, values) + raised, promoted)
            }
        };

        // `gain` is by how much the side that has just captured exceeds what it needs. The sides
        // capture in turn; the exchange ends when one of them cannot capture or need not.
        gain -= threshold;
        if gain < 0 {
            return false;
        }
        gain -= at_stake;
        if gain >= 0 {
            return true;
        }
        let mut attackers = self.attackers_to(to, occupied) & occupied;
        let mut side = us;
        loop {
            side = !side;
            attackers &= occupied;
            let Some((kind, from)) = self.least_valuable(attackers, side) else { break };
            if kind == PieceType::King {
                // The king may capture only what nobody defends.
                if (attackers & self.color(!side)).is_empty() {
                    side = !side;
                }
                break;
            }
            occupied ^= from;
            attackers |= self.behind(kind, to, occupied);
            at_stake = values.of(kind);
            // Negamax with a window of one: the sign flips with the side.
            gain = -gain - 1 - at_stake;
            if gain >= 0 {
                // Ahead even if this piece is lost: the other side cannot do better.
                side = !side;
                break;
            }
        }
        // The side that is to move and cannot go on has lost the exchange.
        side != us
    }

    /// Returns the worth of the piece on a square, 0 if there is none.
    #[inline]
    fn value_on(&self, square: Square, values: &SeeValues) -> i32 {
        self.piece_at(square).map_or(0, |piece| values.of(piece.kind()))
    }

    /// Returns the least valuable of a side's attackers, its kind and its square.
    #[inline]
    fn least_valuable(&self, attackers: Bitboard, side: Color) -> Option<(PieceType, Bitboard)> {
        let ours = attackers & self.color(side);
        PieceType::ALL.into_iter().find_map(|kind| {
            let square = (ours & self.pieces(kind)).first()?;
            Some((kind, square.bb()))
        })
    }

    /// Sliders that look at `to` once a piece of `kind` has left the line.
    #[inline]
    fn behind(&self, kind: PieceType, to: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.pieces(PieceType::Queen);
        let mut found = Bitboard::EMPTY;
        if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            found |= attacks::bishop(to, occupied) & (self.pieces(PieceType::Bishop) | queens);
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen) {
            found |= attacks::rook(to, occupied) & (self.pieces(PieceType::Rook) | queens);
        }
        found
    }
}
