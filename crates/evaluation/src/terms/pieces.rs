//! Knights, bishops, rooks and queens: value, square, mobility, and the features of each kind.
//!
//! The walk over the pieces also completes the attack maps that the later terms read.

use movegen::{Bitboard, Color, PieceType, Square, attacks};

use crate::context::Context;
use crate::geometry::{CENTRE_FILES, forward, ranks, relative_rank};
use crate::score::Score;
use crate::term::Term;
use crate::tracer::{Tally, Tracer};

const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2418_1824_4281);
/// The squares d4, e4, d5 and e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// A rook that attacks no more safe squares than this may be shut in by its king.
const SHUT_IN_MOBILITY: usize = 3;

/// Scores the pieces of a colour, and adds their attacks to the context.
#[inline(always)]
pub(crate) fn score<T: Tracer>(context: &mut Context<'_>, us: Color, tracer: &mut T) -> Score {
    let mut tally = Tally::new(us, tracer);
    tally.piece(context.weights, PieceType::King, context.kings[us.index()]);

    for square in context.colored(us, PieceType::Knight) {
        let (attacks, safe) = survey(context, us, PieceType::Knight, square, &mut tally);
        tally.once(Term::Mobility, &context.weights.mobility_knight[safe]);
        knight(context, us, square, attacks, &mut tally);
    }
    for square in context.colored(us, PieceType::Bishop) {
        let (_, safe) = survey(context, us, PieceType::Bishop, square, &mut tally);
        tally.once(Term::Mobility, &context.weights.mobility_bishop[safe]);
        bishop(context, us, square, &mut tally);
    }
    for square in context.colored(us, PieceType::Rook) {
        let (attacks, safe) = survey(context, us, PieceType::Rook, square, &mut tally);
        tally.once(Term::Mobility, &context.weights.mobility_rook[safe]);
        rook(context, us, square, attacks, safe, &mut tally);
    }
    for square in context.colored(us, PieceType::Queen) {
        let (_, safe) = survey(context, us, PieceType::Queen, square, &mut tally);
        tally.once(Term::Mobility, &context.weights.mobility_queen[safe]);
        queen(context, us, square, &mut tally);
    }
    tally.score()
}

/// Counts the piece's value and square and enters its attacks into the maps. Returns the attacks
/// and the number of safe squares among them.
#[inline(always)]
fn survey<T: Tracer>(
    context: &mut Context<'_>,
    us: Color,
    kind: PieceType,
    square: Square,
    tally: &mut Tally<'_, T>,
) -> (Bitboard, usize) {
    tally.piece(context.weights, kind, square);
    let attacks = context.attacks_from(us, kind, square);
    context.attacks[us.index()].add(kind, attacks);

    let them = !us;
    let safe = (attacks & context.mobility_area[us.index()]).count();
    let pressure = &mut context.pressure[us.index()];
    pressure.mobility += safe as i32;
    if (attacks & context.king_ring[them.index()]).any() {
        pressure.attackers[kind.index() - PieceType::Knight.index()] += 1;
        let beside_king = attacks::king(context.kings[them.index()]);
        pressure.ring_attacks += (attacks & beside_king).count() as i32;
    }
    (attacks, safe as usize)
}

#[inline(always)]
fn knight<T: Tracer>(
    context: &Context<'_>,
    us: Color,
    square: Square,
    attacks: Bitboard,
    tally: &mut Tally<'_, T>,
) {
    let weights = context.weights;
    let outposts = context.outposts(us);
    if outposts.contains(square) {
        tally.once(Term::Minors, &weights.outpost_knight);
    } else if (outposts & attacks & !context.position.color(us)).any() {
        tally.once(Term::Minors, &weights.outpost_reachable);
    }
    behind_pawn(context, us, square, tally);
    let steps = square.distance(context.kings[us.index()]) as i32;
    tally.add(Term::Minors, &weights.knight_king_distance, steps);
}

#[inline(always)]
fn bishop<T: Tracer>(context: &Context<'_>, us: Color, square: Square, tally: &mut Tally<'_, T>) {
    let weights = context.weights;
    if context.outposts(us).contains(square) {
        tally.once(Term::Minors, &weights.outpost_bishop);
    }
    behind_pawn(context, us, square, tally);
    let steps = square.distance(context.kings[us.index()]) as i32;
    tally.add(Term::Minors, &weights.bishop_king_distance, steps);

    let pawns = context.colored(us, PieceType::Pawn);
    let blocked = pawns & forward(!us, context.position.occupied()) & CENTRE_FILES;
    let color = if Bitboard::DARK.contains(square) { Bitboard::DARK } else { Bitboard::LIGHT };
    let burden = (pawns & color).count() * (1 + blocked.count());
    tally.add(Term::Minors, &weights.bishop_own_pawns, burden as i32);

    if LONG_DIAGONALS.contains(square) {
        let all_pawns = context.position.pieces(PieceType::Pawn);
        let view = attacks::bishop(square, all_pawns) | square.bb();
        if (view & CENTRE).has_many() {
            tally.once(Term::Minors, &weights.bishop_long_diagonal);
        }
    }
}

/// Scores a minor piece that a pawn of either colour shields from the front.
#[inline(always)]
fn behind_pawn<T: Tracer>(
    context: &Context<'_>,
    us: Color,
    square: Square,
    tally: &mut Tally<'_, T>,
) {
    let pawns = context.position.pieces(PieceType::Pawn);
    if (forward(us, square.bb()) & pawns).any() {
        tally.once(Term::Minors, &context.weights.minor_behind_pawn);
    }
}

#[inline(always)]
fn rook<T: Tracer>(
    context: &Context<'_>,
    us: Color,
    square: Square,
    attacks: Bitboard,
    safe: usize,
    tally: &mut Tally<'_, T>,
) {
    let weights = context.weights;
    let them = !us;
    let file = Bitboard::file(square.file());
    let enemy_pawns = context.colored(them, PieceType::Pawn);
    if (file & context.colored(us, PieceType::Pawn)).is_empty() {
        let open = (file & enemy_pawns).is_empty();
        let weight = if open { &weights.rook_open_file } else { &weights.rook_half_open_file };
        tally.once(Term::Rooks, weight);
    } else if safe <= SHUT_IN_MOBILITY && is_on_kings_outer_side(context, us, square) {
        tally.once(Term::Rooks, &weights.rook_trapped_by_king);
    }
    if (file & context.position.pieces(PieceType::Queen)).any() {
        tally.once(Term::Rooks, &weights.rook_on_queens_file);
    }
    let shut_in = relative_rank(us, context.kings[them.index()]) == 7;
    let targets = attacks & enemy_pawns & ranks(us, 6, 6);
    if relative_rank(us, square) == 6 && (shut_in || targets.any()) {
        tally.once(Term::Rooks, &weights.rook_on_seventh);
    }
}

/// Scores a queen that a single piece shields from a bishop or a rook.
#[inline(always)]
fn queen<T: Tracer>(context: &Context<'_>, us: Color, square: Square, tally: &mut Tally<'_, T>) {
    let straight = attacks::rook(square, Bitboard::EMPTY) & context.colored(!us, PieceType::Rook);
    let diagonal =
        attacks::bishop(square, Bitboard::EMPTY) & context.colored(!us, PieceType::Bishop);
    let occupied = context.position.occupied();
    let exposed = (straight | diagonal).into_iter().any(|slider| {
        let between = attacks::between(square, slider) & occupied;
        between.any() && !between.has_many()
    });
    tally.add(Term::Queens, &context.weights.queen_exposed, i32::from(exposed));
}

/// Returns whether the rook is between its king and the nearer edge, and cannot leave by castling.
fn is_on_kings_outer_side(context: &Context<'_>, us: Color, rook: Square) -> bool {
    let king = context.kings[us.index()];
    let (king_file, rook_file) = (king.file().index(), rook.file().index());
    let outer = if king_file < 4 { rook_file < king_file } else { rook_file > king_file };
    outer && (context.position.castling_rooks() & context.position.color(us)).is_empty()
}

#[cfg(test)]
mod tests {
    use movegen::Position;

    use super::*;
    use crate::pawn_probe::pawn_sets;
    use crate::terms::pawns;
    use crate::tracer::Silent;
    use crate::weights::Weights;

    const POSITIONS: &str = include_str!("../../tests/it/positions.txt");

    fn with_context(check: impl Fn(&Position, &Context<'_>)) {
        let weights = Weights::default();
        for fen in POSITIONS.lines() {
            let position = Position::from_fen(fen).expect("the test's positions are legal");
            let facts = pawns::facts(pawn_sets(&position), &weights, &mut Silent);
            let mut context = Context::new(&position, &weights, &facts);
            for us in Color::ALL {
                score(&mut context, us, &mut Silent);
            }
            check(&position, &context);
        }
    }

    #[test]
    fn pins_equal_those_of_legal_generation() {
        with_context(|position, context| {
            let us = position.side_to_move();
            let pinned = position.legality().pinned() & position.color(us);
            assert_eq!(context.pinned[us.index()], pinned, "{}", position.to_fen());
        });
    }

    #[test]
    fn attack_maps_equal_a_count_of_attackers() {
        with_context(|position, context| {
            for (us, square) in Color::ALL.iter().flat_map(|&us| Square::ALL.map(|s| (us, s))) {
                let attackers = PieceType::ALL
                    .into_iter()
                    .flat_map(|kind| context.colored(us, kind).into_iter().map(move |s| (kind, s)))
                    .filter(|&(kind, from)| context.attacks_from(us, kind, from).contains(square))
                    .collect::<Vec<_>>();
                let map = &context.attacks[us.index()];
                let fen = position.to_fen();
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
        let facts = pawns::facts(pawn_sets(&position), &weights, &mut Silent);
        let context = Context::new(&position, &weights, &facts);
        let attacks = |kind, square| context.attacks_from(Color::White, kind, square);
        // Rook e2 is behind the bishop and sees through nothing; e1 and a2 are its edges.
        assert!(attacks(PieceType::Rook, Square::E2).contains(Square::A2));
        assert!(!attacks(PieceType::Rook, Square::E2).contains(Square::E5));
        assert_eq!(context.pinned[0], Bitboard::EMPTY, "two pieces shield the king");

        let position = Position::from_fen("4r1k1/8/8/8/4B3/8/8/R2RK3 w - - 0 1").expect("legal");
        let facts = pawns::facts(pawn_sets(&position), &weights, &mut Silent);
        let context = Context::new(&position, &weights, &facts);
        let attacks = |kind, square| context.attacks_from(Color::White, kind, square);
        assert_eq!(context.pinned[0], Square::E4.bb());
        assert_eq!(attacks(PieceType::Bishop, Square::E4), Bitboard::EMPTY, "no move on the file");
        assert!(attacks(PieceType::Rook, Square::A1).contains(Square::E1), "through the rook d1");
    }
}
