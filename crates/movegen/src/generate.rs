//! Legal move generation: one description of the rules, into any sink.
//!
//! Checks and pins come from [`Legality`]; with them every move that is emitted is legal, and
//! nothing is made and taken back. Pawns move as sets; a pinned pawn stays in the set of a
//! direction only if its king is on that line. A capture en passant is tried on the occupied
//! squares it would leave.

use crate::keys::ChessKeys;
use crate::{
    Bitboard, Color, Direction, KeyedPosition, Legality, Move, MoveList, MoveSink, PieceType,
    Promotions, Rank, Square, attacks,
};

/// Which of the legal moves to generate.
///
/// ```
/// use movegen::{Generate, MoveList, Position};
///
/// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - -")?;
/// let mut tactical = MoveList::new();
/// position.generate(Generate::Tactical, &mut tactical);
/// assert_eq!(tactical.iter().map(|&mv| position.san(mv)).collect::<Vec<_>>(), ["exd5"]);
/// # Ok::<(), movegen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generate {
    /// Every legal move.
    All,
    /// Captures, also en passant and by promoting pawns, and promotions to a queen by a push.
    Tactical,
    /// All that [`Generate::Tactical`] leaves out.
    Quiets,
    /// Every legal move of a side in check; nothing for a side that is not.
    Evasions,
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns all legal moves, in the order of generation: king, pieces, pawns. In a hot path,
    /// [`KeyedPosition::generate`] fills the caller's list; this one is moved when it is returned.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(Generate::All, &mut list);
        list
    }

    /// Generates a part of the legal moves. Two parts of one position are generated faster by a
    /// [`CachedPosition`](crate::CachedPosition).
    pub fn generate<S: MoveSink>(&self, which: Generate, sink: &mut S) {
        self.generate_with(&self.legality(), which, sink);
    }

    /// [`KeyedPosition::generate`] with the legality of this position.
    pub(crate) fn generate_with<S: MoveSink>(
        &self,
        legality: &Legality,
        which: Generate,
        sink: &mut S,
    ) {
        match self.side_to_move() {
            Color::White => self.generate_for::<true, S>(legality, which, sink),
            Color::Black => self.generate_for::<false, S>(legality, which, sink),
        }
    }

    /// [`KeyedPosition::generate`] for a side that is known at compile time.
    #[inline]
    pub(crate) fn generate_for<const WHITE: bool, S: MoveSink>(
        &self,
        legality: &Legality,
        which: Generate,
        sink: &mut S,
    ) {
        if which == Generate::Evasions && legality.checkers().is_empty() {
            return;
        }
        let us = if WHITE { Color::White } else { Color::Black };
        let squares = match which {
            Generate::All | Generate::Evasions => !self.color(us),
            Generate::Tactical => self.color(!us),
            Generate::Quiets => !self.occupied(),
        };
        let king = self.king(us);
        sink.piece(PieceType::King, king, attacks::king(king) & squares & !legality.attacked());
        if which != Generate::Tactical
            && legality.checkers().is_empty()
            && (self.castling_rooks() & self.color(us)).any()
        {
            for rook in self.castlers(us, legality.attacked(), legality.pinned()) {
                sink.one(Move::castling(king, rook));
            }
        }
        if legality.targets().is_empty() {
            return; // double check: only the king moves
        }
        self.piece_moves::<WHITE, S>(legality, squares & legality.targets(), sink);
        self.pawn_moves::<WHITE, S>(legality, which, sink);
    }

    #[inline]
    fn piece_moves<const WHITE: bool, S: MoveSink>(
        &self,
        legality: &Legality,
        targets: Bitboard,
        sink: &mut S,
    ) {
        use PieceType::{Bishop, Knight, Queen, Rook};
        let us = if WHITE { Color::White } else { Color::Black };
        let occupied = self.occupied();
        let pinned = legality.pinned();
        let king = self.king(us);

        // A pinned knight has no move that keeps its line.
        for from in self.colored(us, Knight) & !pinned {
            sink.piece(Knight, from, attacks::knight(from) & targets);
        }
        let queens = self.pieces(Queen);
        let diagonal = (self.pieces(Bishop) | queens) & self.color(us);
        let straight = (self.pieces(Rook) | queens) & self.color(us);
        let or_queen = |kind, from| if queens.contains(from) { Queen } else { kind };
        for from in diagonal & !pinned {
            sink.diagonal(or_queen(Bishop, from), from, attacks::bishop(from, occupied) & targets);
        }
        for from in straight & !pinned {
            sink.straight(or_queen(Rook, from), from, attacks::rook(from, occupied) & targets);
        }
        for from in diagonal & pinned {
            let able = attacks::bishop(from, occupied) & targets & attacks::line(king, from);
            sink.diagonal(or_queen(Bishop, from), from, able);
        }
        for from in straight & pinned {
            let able = attacks::rook(from, occupied) & targets & attacks::line(king, from);
            sink.straight(or_queen(Rook, from), from, able);
        }
    }

    #[inline]
    fn pawn_moves<const WHITE: bool, S: MoveSink>(
        &self,
        legality: &Legality,
        which: Generate,
        sink: &mut S,
    ) {
        use Direction::{North, NorthEast, NorthWest, South, SouthEast, SouthWest};
        let (us, up, captures) = if WHITE {
            (Color::White, North, [NorthWest, NorthEast])
        } else {
            (Color::Black, South, [SouthWest, SouthEast])
        };
        let king = self.king(us);
        let pawns = self.colored(us, PieceType::Pawn);
        let pinned = legality.pinned();
        let targets = legality.targets();
        let last = Bitboard::rank(Rank::Eighth.relative(us));

        let free = !self.occupied();
        let file = Bitboard::file(king.file());
        let steps = (pawns & (!pinned | file)).shift(up) & free;
        let promotions = steps & last & targets;
        if which != Generate::Tactical {
            let third = Bitboard::rank(Rank::Third.relative(us));
            let doubles = (steps & third).shift(up) & free;
            sink.pawns(steps & !last & targets, up.delta());
            sink.pawns(doubles & targets, 2 * up.delta());
        }
        if promotions.any() {
            let pieces = match which {
                Generate::All | Generate::Evasions => Promotions::All,
                Generate::Tactical => Promotions::Queen,
                Generate::Quiets => Promotions::Under,
            };
            sink.promotions(promotions, up.delta(), pieces);
        }

        if which != Generate::Quiets {
            let enemies = self.color(!us) & targets;
            for direction in captures {
                let able = pawns & (!pinned | diagonal_through(king, direction));
                let hits = able.shift(direction) & enemies;
                sink.pawns(hits & !last, direction.delta());
                sink.promotions(hits & last, direction.delta(), Promotions::All);
            }
            if let Some(to) = self.en_passant() {
                for from in attacks::pawn(!us, to) & pawns {
                    if self.en_passant_is_legal(from, to) {
                        sink.one(Move::en_passant(from, to));
                    }
                }
            }
        }
    }
}

/// The whole diagonal through a square along a direction. The pinned pieces on it are pinned along
/// it.
#[inline]
fn diagonal_through(square: Square, direction: Direction) -> Bitboard {
    match direction {
        Direction::NorthEast | Direction::SouthWest => attacks::diagonals(square)[0],
        _ => attacks::diagonals(square)[1],
    }
}
