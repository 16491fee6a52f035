//! [`lead_share`]: how much of a lead counts where the leader can hardly win.

use movegen::{Color, PieceType, Position};

use crate::material::prospects::{FEW_PIECES, MINOR_PIECE, pieces_value};
use crate::material::{Counts, can_mate_without_pawns, phase};
use crate::terms::scale::{are_pawns_on_one_wing, has_opposite_bishops};
use crate::verdict::FULL_SCALE;

/// The share of a pawnless lead of a minor piece at most.
const PAWNLESS: i32 = 8;
/// The share of a lead in pawns beside one bishop each, on squares of different colours.
const OPPOSITE_BISHOPS: i32 = 24;
/// The share of a pawn more with a piece each and all pawns on one wing.
const ONE_WING: i32 = 32;

/// Returns the share of `leader`'s lead that counts, in parts of [`FULL_SCALE`]: nothing without
/// pawns if the pieces cannot mate, little without pawns and with a minor piece more at most,
/// little with opposite bishops and no other pieces, half with a piece each, at most one pawn more
/// and all pawns on one wing, else all. An evaluation that does not know these endings itself
/// multiplies its values by it. The shares are those by which a network's values agreed best with
/// the results of 7,500 games of ours (2026-11-29); without pawns the share is the hand-crafted
/// evaluation's, and agreed as well.
///
/// ```
/// use evaluation::movegen::{Color, Position};
/// use evaluation::{FULL_SCALE, lead_share};
///
/// let share = |fen| lead_share(&Position::from_fen(fen).expect("a legal position"), Color::White);
/// assert_eq!(share("8/8/8/3k4/3r1p2/8/8/1K1NR3 w - - 0 1"), FULL_SCALE / 8);
/// assert_eq!(share("8/8/8/3k4/3r1p2/8/4P3/1K1NR3 w - - 0 1"), FULL_SCALE);
/// ```
#[must_use]
#[inline]
pub fn lead_share(position: &Position, leader: Color) -> i32 {
    let pawns = position.pieces(PieceType::Pawn);
    if (pawns & position.color(leader)).is_empty() {
        pawnless(position, leader)
    } else if (position.occupied() & !pawns).count() == 4 {
        one_piece_each(position, leader)
    } else {
        FULL_SCALE
    }
}

fn pawnless(position: &Position, leader: Color) -> i32 {
    let counts = Counts::new(position);
    let [own, enemy] = [leader, !leader].map(|us| counts.army(us));
    if !can_mate_without_pawns(own) {
        0
    } else if phase(&counts) <= FEW_PIECES && pieces_value(own) - pieces_value(enemy) <= MINOR_PIECE
    {
        PAWNLESS
    } else {
        FULL_SCALE
    }
}

/// Returns the share with two kings, two other pieces and pawns, unless one side has both.
fn one_piece_each(position: &Position, leader: Color) -> i32 {
    let counts = Counts::new(position);
    let [own, enemy] = [leader, !leader].map(|us| counts.army(us));
    let [pieces, theirs] = [own, enemy].map(pieces_value);
    let is_pawn_up_at_most = enemy[0] > 0 && own[0] - enemy[0] <= 1;
    if own[2] == 1 && enemy[2] == 1 && has_opposite_bishops(position) {
        OPPOSITE_BISHOPS
    } else if pieces <= theirs && is_pawn_up_at_most && are_pawns_on_one_wing(position) {
        ONE_WING
    } else {
        FULL_SCALE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(fen: &str) -> i32 {
        lead_share(&Position::from_fen(fen).expect("a legal position"), Color::White)
    }

    /// Each row is a position in which White leads, and one more beside it that differs in what a
    /// condition asks for.
    #[test]
    fn each_condition_of_a_small_share_counts() {
        for (fen, expected) in [
            ("8/8/3k4/3r1p2/8/8/4R3/1K1N4 w - - 0 1", PAWNLESS),
            ("8/8/3k4/3r1p2/8/8/4R3/1K1R4 w - - 0 1", FULL_SCALE),
            ("8/8/3k4/3r1p2/8/4P3/4R3/1K1N4 w - - 0 1", FULL_SCALE),
            ("3q4/8/3k4/3r1p2/8/8/4R3/1K1NQ3 w - - 0 1", FULL_SCALE),
            ("8/8/3k4/5p2/8/8/4N3/1K1N4 w - - 0 1", 0),
            ("8/8/3k4/5p2/8/8/4N3/1K1B4 w - - 0 1", FULL_SCALE),
            ("8/8/3kb3/8/8/2P1B3/1P6/1K6 w - - 0 1", OPPOSITE_BISHOPS),
            ("8/8/3kb3/8/8/2PB4/1P6/1K6 w - - 0 1", FULL_SCALE),
            ("8/8/3kbn2/8/8/2P1BN2/1P6/1K6 w - - 0 1", FULL_SCALE),
            ("8/2p5/1pbk4/8/8/1PP1B3/P7/1K6 w - - 0 1", OPPOSITE_BISHOPS),
            ("8/5ppp/3k4/3r4/8/4R3/4PPPP/6K1 w - - 0 1", ONE_WING),
            ("8/ppp5/3k4/3r4/8/4R3/PPPP4/6K1 w - - 0 1", ONE_WING),
            ("8/p4pp1/3k4/3r4/8/4R3/4PPPP/6K1 w - - 0 1", FULL_SCALE),
            ("8/6pp/3k4/3r4/8/4R3/4PPPP/6K1 w - - 0 1", FULL_SCALE),
            ("8/8/3k4/3r4/8/4R3/6P1/6K1 w - - 0 1", FULL_SCALE),
            ("8/5ppp/3k4/3b4/8/4R3/4PPPP/6K1 w - - 0 1", FULL_SCALE),
            ("8/5ppp/3k4/3r4/8/4B3/4PPPP/6K1 w - - 0 1", ONE_WING),
            ("8/5ppp/3k4/3rn3/8/4RN2/4PPPP/6K1 w - - 0 1", FULL_SCALE),
        ] {
            assert_eq!(share(fen), expected, "{fen}");
        }
    }

    #[test]
    fn each_side_has_its_share() {
        for (fen, weak) in [
            ("8/8/3k4/3r1p2/8/8/4R3/1K1N4 w - - 0 1", Color::White),
            ("1k1n4/4r3/8/8/3R1P2/3K4/8/8 w - - 0 1", Color::Black),
        ] {
            let position = Position::from_fen(fen).expect("a legal position");
            let shares = [weak, !weak].map(|leader| lead_share(&position, leader));
            assert_eq!(shares, [PAWNLESS, FULL_SCALE], "{fen}");
        }
    }
}
