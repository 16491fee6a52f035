//! How far the position lets a leader play on: pawns on both wings and a king that finds a way
//! round make a lead worth more, a position without either makes it worth less.

use movegen::{Color, File, PieceType};

use crate::context::Context;
use crate::geometry::{KING_SIDE, QUEEN_SIDE};
use crate::score::Score;
use crate::tracer::Tracer;

/// Returns the change that units of initiative make to the sum of the other terms, from White's
/// side.
///
/// The leader's lead in the end game grows by the units, or shrinks if they are below 0, but not
/// beyond nothing (the idea is Stockfish's, 2016). The middle-game half of the units means nothing.
///
/// ```
/// use evaluation::{Score, initiative_change};
///
/// let lead = Score::new(-50, -50);
/// assert_eq!(initiative_change(lead, Score::new(0, 20)), Score::new(0, -20));
/// assert_eq!(initiative_change(lead, Score::new(0, -20)), Score::new(0, 20));
/// assert_eq!(initiative_change(lead, Score::new(0, -90)), Score::new(0, 50));
/// assert_eq!(initiative_change(Score::ZERO, Score::new(0, 90)), Score::ZERO);
/// ```
#[inline]
pub fn change(score: Score, units: Score) -> Score {
    let lead = score.end_game();
    Score::new(0, (lead.signum() * units.end_game().max(-lead.abs())) as i16)
}

#[inline(always)]
pub(crate) fn units<T: Tracer>(context: &Context<'_>, tracer: &mut T) -> Score {
    let (weights, position) = (context.weights, context.position);
    let pawns = position.pieces(PieceType::Pawn);
    let passed = context.pawns.passed[0] | context.pawns.passed[1];
    let on_both_wings = (pawns & QUEEN_SIDE).any() && (pawns & KING_SIDE).any();
    let pawns_alone = (position.occupied() ^ pawns).count() == 2;

    let mut units = Score::ZERO;
    let mut add = |weight: &Score, count: i32| {
        units += *weight * count;
        tracer.initiative_unit(weight, count);
    };
    add(&weights.initiative_base, 1);
    add(&weights.initiative_pawn, pawns.count() as i32);
    add(&weights.initiative_passed, passed.count() as i32);
    add(&weights.initiative_both_wings, i32::from(on_both_wings));
    add(&weights.initiative_pawns_alone, i32::from(pawns_alone));
    add(&weights.initiative_outflanking, outflanking(context));
    units
}

/// Returns the files between the kings less the ranks between them: a king beside the other, and
/// not opposite, may go round it.
fn outflanking(context: &Context<'_>) -> i32 {
    let [white, black] = Color::ALL.map(|us| context.kings[us.index()]);
    let file = |file: File| file.index() as i32;
    let aside = (file(white.file()) - file(black.file())).abs();
    aside + white.rank().index() as i32 - black.rank().index() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::S;

    #[test]
    fn a_lead_changes_but_keeps_its_side() {
        for lead in -40_i16..=40 {
            for units in -60_i16..=60 {
                let score = S(lead, lead) + change(S(lead, lead), S(units, units));
                assert!(score.end_game() * i32::from(lead) >= 0, "{lead} {units}");
                assert_eq!(score.middle_game(), i32::from(lead));
            }
        }
    }
}
