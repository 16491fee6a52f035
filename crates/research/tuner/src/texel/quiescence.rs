//! Tells positions at rest: where captures change little, the evaluation can be held against the
//! result.

use evaluation::Evaluator;
use movegen::{Generate, Move, MoveList, PieceType, Position, SeeValues};

const LOST: i32 = -30_000;
/// The values of captured and lost pieces.
const EXCHANGE: SeeValues = SeeValues::CLASSIC;

/// Returns the difference in centipawns between the evaluation and its value after captures.
pub(crate) fn unrest(evaluator: &mut Evaluator, position: &Position) -> i32 {
    (evaluator.evaluate(position) - search(evaluator, position, LOST, -LOST)).abs()
}

/// Returns the value for the side to move when both sides capture and promote as long as it pays
/// and static exchange does not lose; a check is evaded (Larry Harris, *The Heuristic Search and
/// the Game of Chess*, 1975).
fn search(evaluator: &mut Evaluator, position: &Position, mut alpha: i32, beta: i32) -> i32 {
    let in_check = position.in_check();
    let mut best = if in_check { LOST } else { evaluator.evaluate(position) };
    if best >= beta {
        return best;
    }
    alpha = alpha.max(best);
    let mut moves = MoveList::new();
    let which = if in_check { Generate::Evasions } else { Generate::Tactical };
    position.generate(which, &mut moves);
    let mut ordered: Vec<Move> = moves.iter().copied().collect();
    ordered.sort_by_key(|&mv| -gain(position, mv));
    for mv in ordered {
        if !in_check && !position.see_ge(mv, 0, &EXCHANGE) {
            continue;
        }
        let value = -search(evaluator, &position.make(mv), -beta, -alpha);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Returns the material that a move wins at once; among equal victims the least valuable capturer
/// has the greatest gain.
fn gain(position: &Position, mv: Move) -> i32 {
    let captured = position.captured(mv).map_or(0, |kind| EXCHANGE.of(kind));
    let promoted = mv.promoted().map_or(0, |kind| EXCHANGE.of(kind));
    let mover = position.moved_piece(mv).kind();
    let rank = if mover == PieceType::King { 0 } else { EXCHANGE.of(mover) / 100 };
    captured + promoted - rank
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unrest_of(fen: &str) -> i32 {
        unrest(&mut Evaluator::new(), &Position::from_fen(fen).unwrap())
    }

    #[test]
    fn what_captures_do_not_change_is_at_rest() {
        assert_eq!(unrest_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
        // Rook takes a defended pawn: an exchange that loses is not tried.
        assert_eq!(unrest_of("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1"), 0);
    }

    #[test]
    fn what_hangs_or_promotes_is_not_at_rest() {
        assert!(unrest_of("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1") > 400);
        assert!(unrest_of("8/P5nk/8/8/8/8/8/4K3 w - - 0 1") > 200);
        // A check that wins the queen cannot be left standing.
        assert!(unrest_of("4k3/8/8/8/5Q2/3n4/8/4K3 w - - 0 1") > 400);
        // The pawn is defended, the knight that could be taken instead is not.
        assert!(unrest_of("4k3/8/2p5/3p3n/8/8/8/3RK2R w - - 0 1") > 150);
    }

    #[test]
    fn both_sides_may_stop_to_capture() {
        // Queen takes rook, pawn takes queen: nobody begins it.
        assert!(unrest_of("4k3/8/4p3/3r4/8/8/8/3QK3 w - - 0 1") <= 40);
    }
}
