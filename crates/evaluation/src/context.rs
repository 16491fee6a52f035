//! [`Context`]: the facts about a position that the terms share, computed once.

use movegen::{Bitboard, Color, Direction, PieceType, Position, Square, attacks};

use crate::geometry::{PerColor, fill_forward, forward, off_the_edge, pawn_attacks, ranks};
use crate::pawn_probe::PawnFacts;
use crate::weights::Weights;

/// A position with everything that several terms need to know about it.
pub(crate) struct Context<'a> {
    pub(crate) position: &'a Position,
    pub(crate) weights: &'a Weights,
    pub(crate) pawns: &'a PawnFacts,
    pub(crate) kings: PerColor<Square>,
    /// Pieces that shield their own king from a slider.
    pub(crate) pinned: PerColor<Bitboard>,
    /// The king's neighbourhood, three by three squares, without the squares that two own pawns
    /// defend.
    pub(crate) king_ring: PerColor<Bitboard>,
    /// Squares on which a piece of the colour would be well placed: not attacked by enemy pawns,
    /// not taken by the own king or by an own pawn that is blocked or on its first two ranks.
    pub(crate) mobility_area: PerColor<Bitboard>,
    /// The attacks of each colour; complete when the pieces of both colours are scored.
    pub(crate) attacks: PerColor<AttackMap>,
    /// The pressure of each colour on the enemy's king; complete together with `attacks`.
    pub(crate) pressure: PerColor<KingPressure>,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct AttackMap {
    /// By kind of piece.
    by: [Bitboard; 6],
    pub(crate) all: Bitboard,
    /// By two pieces or more.
    pub(crate) twice: Bitboard,
}

impl AttackMap {
    #[inline]
    pub(crate) fn by(&self, kind: PieceType) -> Bitboard {
        self.by[kind.index()]
    }

    #[inline]
    pub(crate) fn add(&mut self, kind: PieceType, attacks: Bitboard) {
        self.by[kind.index()] |= attacks;
        self.twice |= self.all & attacks;
        self.all |= attacks;
    }
}

/// The pressure of one colour's pieces on the enemy's king.
#[derive(Clone, Copy, Default)]
pub(crate) struct KingPressure {
    /// The knights, bishops, rooks and queens that attack its ring.
    pub(crate) attackers: [i32; 4],
    /// Their attacks on squares beside it.
    pub(crate) ring_attacks: i32,
    /// The safe squares that they attack, wherever these are.
    pub(crate) mobility: i32,
}

impl<'a> Context<'a> {
    /// Creates the context before any piece except pawns and kings is scored.
    pub(crate) fn new(position: &'a Position, weights: &'a Weights, pawns: &'a PawnFacts) -> Self {
        let kings = Color::ALL.map(|us| position.king(us));
        let pawn_attacks_by =
            Color::ALL.map(|us| pawn_attacks(us, position.colored(us, PieceType::Pawn)));
        let attacks = Color::ALL.map(|us| {
            let pawns = position.colored(us, PieceType::Pawn);
            let mut map = AttackMap::default();
            map.add(PieceType::Pawn, pawn_attacks_by[us.index()]);
            map.twice = twice_attacked_by_pawns(us, pawns);
            map.add(PieceType::King, attacks::king(kings[us.index()]));
            map
        });
        let king_ring = Color::ALL.map(|us| {
            let centre = off_the_edge(kings[us.index()]);
            let pawns = position.colored(us, PieceType::Pawn);
            (attacks::king(centre) | centre.bb()) & !twice_attacked_by_pawns(us, pawns)
        });
        let mobility_area = Color::ALL.map(|us| {
            let pawns = position.colored(us, PieceType::Pawn);
            let stuck = pawns & (forward(!us, position.occupied()) | ranks(us, 1, 2));
            !(stuck | kings[us.index()].bb() | pawn_attacks_by[(!us).index()])
        });
        Self {
            position,
            weights,
            pawns,
            kings,
            pinned: Color::ALL.map(|us| pinned(position, us)),
            king_ring,
            mobility_area,
            attacks,
            pressure: [KingPressure::default(); 2],
        }
    }

    #[inline]
    pub(crate) fn colored(&self, us: Color, kind: PieceType) -> Bitboard {
        self.position.colored(us, kind)
    }

    /// Returns the squares that the piece on `square` attacks. Bishops see through queens, and
    /// rooks through queens and own rooks. A pinned piece attacks along the pin only, but a pinned
    /// pawn or king attacks as if it were free.
    #[inline]
    pub(crate) fn attacks_from(&self, us: Color, kind: PieceType, square: Square) -> Bitboard {
        let position = self.position;
        let occupied = position.occupied();
        let queens = position.pieces(PieceType::Queen);
        let attacks = match kind {
            PieceType::Knight => attacks::knight(square),
            PieceType::Bishop => attacks::bishop(square, occupied ^ queens),
            PieceType::Rook => {
                attacks::rook(square, occupied ^ queens ^ self.colored(us, PieceType::Rook))
            }
            PieceType::Queen => attacks::queen(square, occupied),
            PieceType::Pawn => return attacks::pawn(us, square),
            PieceType::King => return attacks::king(square),
        };
        if self.pinned[us.index()].contains(square) {
            attacks & attacks::line(self.kings[us.index()], square)
        } else {
            attacks
        }
    }

    /// Returns the squares on ranks 4 to 6 that an own pawn defends and no enemy pawn can ever
    /// attack.
    #[inline]
    pub(crate) fn outposts(&self, us: Color) -> Bitboard {
        ranks(us, 3, 5)
            & self.attacks[us.index()].by(PieceType::Pawn)
            & !self.pawns.attack_spans[(!us).index()]
    }

    /// Returns all squares before `square` on its file.
    #[inline]
    pub(crate) fn path(&self, us: Color, square: Square) -> Bitboard {
        fill_forward(us, forward(us, square.bb()))
    }
}

/// Returns the squares that two of the pawns attack.
fn twice_attacked_by_pawns(us: Color, pawns: Bitboard) -> Bitboard {
    let ahead = forward(us, pawns);
    ahead.shift(Direction::East) & ahead.shift(Direction::West)
}

/// Returns the pieces of `us` that stand alone between their king and an enemy slider.
fn pinned(position: &Position, us: Color) -> Bitboard {
    let king = position.king(us);
    let enemy = position.color(!us);
    let queens = position.pieces(PieceType::Queen);
    let straight =
        attacks::rook(king, Bitboard::EMPTY) & (position.pieces(PieceType::Rook) | queens);
    let diagonal =
        attacks::bishop(king, Bitboard::EMPTY) & (position.pieces(PieceType::Bishop) | queens);
    let mut pinned = Bitboard::EMPTY;
    for slider in (straight | diagonal) & enemy {
        let between = attacks::between(king, slider) & position.occupied();
        if !between.has_many() {
            pinned |= between & position.color(us);
        }
    }
    pinned
}
