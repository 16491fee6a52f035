//! [`Context`]: what the terms share, computed once for a position.

use movegen::{Bitboard, Color, Direction, PieceType, Position, Square, attacks};

use crate::geometry::{fill_forward, forward, off_the_edge, pawn_attacks, ranks};
use crate::terms::pawns::PawnFacts;
use crate::weights::Weights;

/// A pair of values, indexed by colour.
pub(crate) type PerColor<T> = [T; 2];

/// A position with everything that several terms need to know about it.
pub(crate) struct Context<'a> {
    pub(crate) position: &'a Position,
    pub(crate) weights: &'a Weights,
    pub(crate) pawns: &'a PawnFacts,
    pub(crate) kings: PerColor<Square>,
    /// Pieces that shield their own king from a slider.
    pub(crate) pinned: PerColor<Bitboard>,
    /// The king's neighbourhood, three by three squares, without what two own pawns defend.
    pub(crate) king_ring: PerColor<Bitboard>,
    /// Squares on which a piece of the colour would be well placed: not attacked by enemy pawns, not
    /// taken by the own king or by an own pawn that is blocked or at home.
    pub(crate) mobility_area: PerColor<Bitboard>,
    /// What each colour attacks; complete when the pieces of both colours are scored.
    pub(crate) attacks: PerColor<AttackMap>,
    /// What each colour does to the enemy's king; complete together with `attacks`.
    pub(crate) pressure: PerColor<KingPressure>,
}

/// What one colour attacks.
#[derive(Clone, Copy, Default)]
pub(crate) struct AttackMap {
    /// By kind of piece.
    by: [Bitboard; 6],
    /// By any piece.
    pub(crate) all: Bitboard,
    /// By two pieces or more.
    pub(crate) twice: Bitboard,
}

impl AttackMap {
    /// What the pieces of a kind attack.
    #[inline]
    pub(crate) fn by(&self, kind: PieceType) -> Bitboard {
        self.by[kind.index()]
    }

    /// Adds the attacks of one piece.
    #[inline]
    pub(crate) fn add(&mut self, kind: PieceType, attacks: Bitboard) {
        self.by[kind.index()] |= attacks;
        self.twice |= self.all & attacks;
        self.all |= attacks;
    }
}

/// What one colour's pieces do to the enemy's king.
#[derive(Clone, Copy, Default)]
pub(crate) struct KingPressure {
    /// The knights, bishops, rooks and queens that attack its ring.
    pub(crate) attackers: [i32; 4],
    /// Their attacks on squares beside it.
    pub(crate) ring_attacks: i32,
}

impl<'a> Context<'a> {
    /// The context before any piece but pawns and kings is looked at.
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

    /// The pieces of a colour and kind.
    #[inline]
    pub(crate) fn men(&self, us: Color, kind: PieceType) -> Bitboard {
        self.position.colored(us, kind)
    }

    /// What the man on `square` attacks. Sliders see through pieces that move alike; a pinned piece
    /// attacks along the pin only, a pinned pawn as if it were free.
    #[inline]
    pub(crate) fn attacks_from(&self, us: Color, kind: PieceType, square: Square) -> Bitboard {
        let position = self.position;
        let occupied = position.occupied();
        let queens = position.pieces(PieceType::Queen);
        let attacks = match kind {
            PieceType::Knight => attacks::knight(square),
            PieceType::Bishop => attacks::bishop(square, occupied ^ queens),
            PieceType::Rook => {
                attacks::rook(square, occupied ^ queens ^ self.men(us, PieceType::Rook))
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

    /// Squares on ranks 4 to 6 that an own pawn defends and no enemy pawn can ever attack.
    #[inline]
    pub(crate) fn outposts(&self, us: Color) -> Bitboard {
        ranks(us, 3, 5)
            & self.attacks[us.index()].by(PieceType::Pawn)
            & !self.pawns.attack_spans[(!us).index()]
    }

    /// All squares before `square` on its file.
    #[inline]
    pub(crate) fn path(&self, us: Color, square: Square) -> Bitboard {
        fill_forward(us, forward(us, square.bb()))
    }
}

/// Squares that two of the pawns attack.
fn twice_attacked_by_pawns(us: Color, pawns: Bitboard) -> Bitboard {
    let ahead = forward(us, pawns);
    ahead.shift(Direction::East) & ahead.shift(Direction::West)
}

/// The pieces of `us` that stand alone between their king and an enemy slider.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::{pawns, pieces};
    use crate::trace::Silent;

    const POSITIONS: &str = include_str!("../tests/positions.txt");

    fn with_context(check: impl Fn(&Position, &Context<'_>)) {
        let weights = Weights::default();
        for fen in POSITIONS.lines() {
            let position = Position::from_fen(fen).expect("the test's positions are legal");
            let facts = pawns::facts(pawns::sets(&position), &weights, &mut Silent);
            let mut context = Context::new(&position, &weights, &facts);
            for us in Color::ALL {
                pieces::score(&mut context, us, &mut Silent);
            }
            check(&position, &context);
        }
    }

    #[test]
    fn pins_equal_those_of_legal_generation() {
        with_context(|position, context| {
            let us = position.side_to_move();
            let pinned = position.legality().pinned() & position.color(us);
            assert_eq!(context.pinned[us.index()], pinned, "{}", position.to_fen(false));
        });
    }

    /// The attack maps, square by square: with `n` attackers on a square, all and twice say so.
    #[test]
    fn attack_maps_equal_a_count_of_attackers() {
        with_context(|position, context| {
            for (us, square) in Color::ALL.iter().flat_map(|&us| Square::ALL.map(|s| (us, s))) {
                let attackers = PieceType::ALL
                    .into_iter()
                    .flat_map(|kind| context.men(us, kind).into_iter().map(move |s| (kind, s)))
                    .filter(|&(kind, from)| context.attacks_from(us, kind, from).contains(square))
                    .collect::<Vec<_>>();
                let map = &context.attacks[us.index()];
                let fen = position.to_fen(false);
                assert_eq!(map.all.contains(square), !attackers.is_empty(), "{square} {fen}");
                assert_eq!(map.twice.contains(square), attackers.len() > 1, "{square} {fen}");
                for kind in PieceType::ALL {
                    let any = attackers.iter().any(|(attacker, _)| *attacker == kind);
                    assert_eq!(map.by(kind).contains(square), any, "{kind:?} {square} {fen}");
                }
            }
        });
    }

    #[test]
    fn pieces_see_through_those_that_move_alike_and_pinned_ones_along_the_pin() {
        let position = Position::from_fen("4r1k1/8/8/8/4B3/8/4R3/R3K3 w - - 0 1").expect("legal");
        let weights = Weights::default();
        let facts = pawns::facts(pawns::sets(&position), &weights, &mut Silent);
        let context = Context::new(&position, &weights, &facts);
        let attacks = |kind, square| context.attacks_from(Color::White, kind, square);
        // Rook e2 stands behind the bishop and looks through nothing; e1 and a2 are its edges.
        assert!(attacks(PieceType::Rook, Square::E2).contains(Square::A2));
        assert!(!attacks(PieceType::Rook, Square::E2).contains(Square::E5));
        assert_eq!(context.pinned[0], Bitboard::EMPTY, "two men shield the king");

        let position = Position::from_fen("4r1k1/8/8/8/4B3/8/8/R2RK3 w - - 0 1").expect("legal");
        let facts = pawns::facts(pawns::sets(&position), &weights, &mut Silent);
        let context = Context::new(&position, &weights, &facts);
        let attacks = |kind, square| context.attacks_from(Color::White, kind, square);
        assert_eq!(context.pinned[0], Square::E4.bb());
        assert_eq!(attacks(PieceType::Bishop, Square::E4), Bitboard::EMPTY, "no move on the file");
        assert!(attacks(PieceType::Rook, Square::A1).contains(Square::E1), "through the rook d1");
    }
}
