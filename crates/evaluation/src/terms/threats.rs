//! Attacks that win something, or soon may.

use movegen::{Bitboard, Color, PieceType, attacks};

use crate::context::Context;
use crate::geometry::{forward, pawn_attacks, ranks};
use crate::score::Score;
use crate::term::Term;
use crate::tracer::{Tally, Tracer};

/// Everything but the king, in the order of the weights.
const VICTIMS: [PieceType; 5] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// The pieces of the side that is threatened, as its enemy sees them.
struct Targets {
    /// All but pawns and king.
    pieces: Bitboard,
    /// Squares defended by a pawn, or defended twice and not attacked twice.
    strongly_defended: Bitboard,
    /// Attacked pieces and pawns that are not strongly defended.
    weak: Bitboard,
}

impl Targets {
    fn new(context: &Context<'_>, us: Color) -> Self {
        let them = !us;
        let (own, enemy) = (&context.attacks[us.index()], &context.attacks[them.index()]);
        let others = context.position.color(them) & !context.kings[them.index()].bb();
        let strongly_defended = enemy.by(PieceType::Pawn) | (enemy.twice & !own.twice);
        Self {
            pieces: others & !context.position.pieces(PieceType::Pawn),
            strongly_defended,
            weak: others & own.all & !strongly_defended,
        }
    }
}

#[inline(always)]
pub(crate) fn score<T: Tracer>(context: &Context<'_>, us: Color, tracer: &mut T) -> Score {
    let targets = Targets::new(context, us);
    let mut tally = Tally::new(us, tracer);
    by_pieces(context, us, &targets, &mut tally);
    by_pawns(context, us, &targets, &mut tally);
    on_queen(context, us, &targets, &mut tally);
    tally.score()
}

#[inline(always)]
fn by_pieces<T: Tracer>(
    context: &Context<'_>,
    us: Color,
    targets: &Targets,
    tally: &mut Tally<'_, T>,
) {
    let them = !us;
    let weights = context.weights;
    let (own, enemy) = (&context.attacks[us.index()], &context.attacks[them.index()]);

    let minor_attacks = own.by(PieceType::Knight) | own.by(PieceType::Bishop);
    let by_minor = minor_attacks & (targets.weak | targets.pieces);
    let queens = context.colored(them, PieceType::Queen);
    let by_rook = own.by(PieceType::Rook) & (targets.weak | queens);
    for (attacked, by_victim) in
        [(by_minor, &weights.threat_by_minor), (by_rook, &weights.threat_by_rook)]
    {
        if attacked.is_empty() {
            continue;
        }
        for (kind, weight) in VICTIMS.into_iter().zip(by_victim) {
            let victims = attacked & context.colored(them, kind);
            tally.add(Term::Threats, weight, victims.count() as i32);
        }
    }
    let by_king = (own.by(PieceType::King) & targets.weak).any();
    tally.add(Term::Threats, &weights.threat_by_king, i32::from(by_king));

    let hanging = targets.weak & (!enemy.all | (targets.pieces & own.twice));
    tally.add(Term::Threats, &weights.threat_hanging, hanging.count() as i32);
    let contested = enemy.all & !targets.strongly_defended & own.all;
    tally.add(Term::Threats, &weights.threat_restriction, contested.count() as i32);
}

#[inline(always)]
fn by_pawns<T: Tracer>(
    context: &Context<'_>,
    us: Color,
    targets: &Targets,
    tally: &mut Tally<'_, T>,
) {
    let them = !us;
    let weights = context.weights;
    let (own, enemy) = (&context.attacks[us.index()], &context.attacks[them.index()]);
    let safe = !enemy.all | own.all;
    let pawns = context.colored(us, PieceType::Pawn);

    let attacked = pawn_attacks(us, pawns & safe) & targets.pieces;
    if attacked.any() {
        for (kind, weight) in VICTIMS[1..].iter().zip(&weights.threat_by_pawn) {
            let victims = attacked & context.colored(them, *kind);
            tally.add(Term::Threats, weight, victims.count() as i32);
        }
    }
    let empty = !context.position.occupied();
    let single = forward(us, pawns) & empty;
    let double = forward(us, single & ranks(us, 2, 2)) & empty;
    let pushes = (single | double) & safe & !enemy.by(PieceType::Pawn);
    let attacked = pawn_attacks(us, pushes) & targets.pieces;
    tally.add(Term::Threats, &weights.threat_by_pawn_push, attacked.count() as i32);
}

/// Scores moves that would attack the enemy's only queen.
#[inline(always)]
fn on_queen<T: Tracer>(
    context: &Context<'_>,
    us: Color,
    targets: &Targets,
    tally: &mut Tally<'_, T>,
) {
    let queens = context.colored(!us, PieceType::Queen);
    if queens.has_many() {
        return;
    }
    let Some(queen) = queens.first() else { return };
    let weights = context.weights;
    let own = &context.attacks[us.index()];
    let occupied = context.position.occupied();
    let safe = context.mobility_area[us.index()] & !targets.strongly_defended;

    let jumps = own.by(PieceType::Knight) & attacks::knight(queen) & safe;
    tally.add(Term::Threats, &weights.threat_knight_on_queen, jumps.count() as i32);
    let slides = (own.by(PieceType::Bishop) & attacks::bishop(queen, occupied))
        | (own.by(PieceType::Rook) & attacks::rook(queen, occupied));
    let slides = slides & safe & own.twice;
    tally.add(Term::Threats, &weights.threat_slider_on_queen, slides.count() as i32);
}
