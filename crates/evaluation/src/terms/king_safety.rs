//! The enemy's pieces about the king.
//!
//! Every danger adds danger units, which are weights too. The units then cost the king's side a
//! penalty that grows with their square: two attackers are more than twice one.

use movegen::{Bitboard, Color, PieceType, attacks};

use crate::context::Context;
use crate::geometry::{beside, fill_files, flank, forward, ranks};
use crate::score::Score;
use crate::tracer::Tracer;

/// The middle-game units beyond which the penalty no longer grows.
const MAX_UNITS: i32 = 800;
/// The divisor of the squared units in the middle-game penalty.
const MIDDLE_GAME_DIVISOR: i32 = 256;
const END_GAME_DIVISOR: i32 = 8;

/// Returns the penalty for danger units, in centipawns. Without danger (units of 0 or less) it is
/// nothing; otherwise, for `u` units:
///
/// ```text
/// middle game   u² / 256, u counted up to 800
/// end game      u / 8
/// ```
///
/// This step from weights to centipawns is not linear, so a tuner needs it beside the
/// [`Coefficients`](crate::Coefficients):
///
/// ```
/// use evaluation::{Score, danger_penalty};
///
/// let (one, two) = (Score::new(160, 80), Score::new(320, 160));
/// assert_eq!(danger_penalty(one), Score::new(100, 10));
/// assert_eq!(danger_penalty(two), Score::new(400, 20), "two attackers are more than twice one");
/// assert_eq!(danger_penalty(-one), Score::ZERO, "a king that is well guarded is in no danger");
/// ```
pub fn penalty(units: Score) -> Score {
    let middle_game = units.middle_game().clamp(0, MAX_UNITS);
    let end_game = units.end_game().max(0);
    Score::new(
        (middle_game * middle_game / MIDDLE_GAME_DIVISOR) as i16,
        (end_game / END_GAME_DIVISOR) as i16,
    )
}

struct Danger<'t, T> {
    color: Color,
    tracer: &'t mut T,
    units: Score,
}

impl<T: Tracer> Danger<'_, T> {
    #[inline]
    fn add(&mut self, weight: &Score, count: i32) {
        self.units += *weight * count;
        self.tracer.danger_unit(self.color, weight, count);
    }
}

/// Returns the penalty, as a score not above zero, for the danger to the king of `us`.
#[inline(always)]
pub(crate) fn score<T: Tracer>(context: &Context<'_>, us: Color, tracer: &mut T) -> Score {
    let them = !us;
    let pressure = &context.pressure[them.index()];
    let enemy_queens = context.colored(them, PieceType::Queen);
    let attackers: i32 = pressure.attackers.iter().sum();
    let weights = context.weights;
    if attackers + i32::from(enemy_queens.any()) < weights.danger_gate.middle_game() {
        return Score::ZERO;
    }

    let (own, enemy) = (&context.attacks[us.index()], &context.attacks[them.index()]);
    let king = context.kings[us.index()];
    let ring = context.king_ring[us.index()];
    // Squares that the enemy attacks and nobody defends, or only the queen or the king, once.
    let weakly_defended = !own.all | own.by(PieceType::Queen) | own.by(PieceType::King);
    let weak = enemy.all & !own.twice & weakly_defended;

    let mut danger = Danger { color: us, tracer, units: Score::ZERO };
    danger.add(&weights.danger_base, 1);
    for (weight, count) in weights.danger_attacker.iter().zip(pressure.attackers) {
        danger.add(weight, count);
    }
    danger.add(&weights.danger_ring_attack, pressure.ring_attacks);
    danger.add(&weights.danger_weak_square, (ring & weak).count() as i32);
    checks(context, us, weak, &mut danger);
    danger.add(&weights.danger_pinned, context.pinned[us.index()].count() as i32);

    let camp = flank(king) & ranks(us, 0, 4);
    let attacks = (enemy.all & camp).count() + (enemy.twice & camp).count();
    danger.add(&weights.danger_flank_attack, attacks as i32);
    danger.add(&weights.danger_flank_defence, (own.all & camp).count() as i32);

    let near_files = king.bb() | beside(king.bb());
    let half_open = near_files & !fill_files(context.colored(us, PieceType::Pawn));
    danger.add(&weights.danger_half_open_file, half_open.count() as i32);
    let knight_defends = (own.by(PieceType::Knight) & ring).any();
    danger.add(&weights.danger_knight_defends, i32::from(knight_defends));
    let more_mobile = pressure.mobility - context.pressure[us.index()].mobility;
    danger.add(&weights.danger_mobility, more_mobile);
    let before = forward(us, king.bb());
    let before = before | forward(us, before);
    let shield = (before | beside(before)) & context.colored(us, PieceType::Pawn);
    danger.add(&weights.danger_shield, shield.count() as i32);
    danger.add(&weights.danger_no_queen, i32::from(enemy_queens.is_empty()));

    let penalty = penalty(danger.units);
    danger.tracer.danger_total(us, penalty);
    -penalty
}

/// Counts the checks that the enemy could give next. A check is safe where the piece could not
/// simply be captured.
#[inline(always)]
fn checks<T: Tracer>(context: &Context<'_>, us: Color, weak: Bitboard, danger: &mut Danger<'_, T>) {
    let them = !us;
    let weights = context.weights;
    let (own, enemy) = (&context.attacks[us.index()], &context.attacks[them.index()]);
    let king = context.kings[us.index()];

    // Checks through the own queen count too: it may have to leave the line.
    let occupied = context.position.occupied() ^ context.colored(us, PieceType::Queen);
    let straight = attacks::rook(king, occupied);
    let diagonal = attacks::bishop(king, occupied);
    let free = !context.position.color(them);
    let safe = free & (!own.all | (weak & enemy.twice));

    let knight_checks = attacks::knight(king) & enemy.by(PieceType::Knight);
    let bishop_checks = diagonal & enemy.by(PieceType::Bishop);
    let rook_checks = straight & enemy.by(PieceType::Rook);
    let queen_checks = (straight | diagonal) & enemy.by(PieceType::Queen);
    let safe_checks = [
        knight_checks & safe,
        bishop_checks & safe,
        rook_checks & safe,
        queen_checks & safe & !own.by(PieceType::Queen),
    ];
    for (weight, squares) in weights.danger_safe_check.iter().zip(safe_checks) {
        danger.add(weight, i32::from(squares.any()));
    }
    let others = (knight_checks | bishop_checks | rook_checks) & free & !safe;
    danger.add(&weights.danger_unsafe_check, others.count() as i32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::S;

    #[test]
    fn the_penalty_grows_with_the_square_and_never_rewards() {
        assert_eq!(penalty(S(-300, -300)), Score::ZERO);
        assert_eq!(penalty(S(64, 64)), S(16, 8));
        assert_eq!(penalty(S(128, 128)), S(64, 16));
        assert_eq!(penalty(S(5_000, 0)), penalty(S(800, 0)));
    }
}
