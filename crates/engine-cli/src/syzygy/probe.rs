//! Results and distances of positions, from the tables and the captures that they leave out.
//!
//! A table may have any value below the true one where a capture is better, because that makes it
//! smaller. It knows nothing of en passant. So captures are tried before it is asked.

use movegen::{Move, PieceType, Position};

use super::Syzygy;
use super::table::Distance;

/// The best result.
const WIN: i32 = 2;

/// Below every result.
const NONE: i32 = -3;

/// What captures, and the table, make of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Finding {
    /// From a loss, -2, to a win, 2; 1 and -1 are undone by the fifty-move rule.
    result: i32,
    /// A capture does it.
    by_capture: bool,
}

/// The distance of a position of that result whose next ply sets the clock to zero.
const fn zeroing(result: i32) -> i32 {
    match result {
        2 => 1,
        1 => 101,
        -1 => -101,
        -2 => -1,
        _ => 0,
    }
}

impl Syzygy {
    /// The result of a position, from a loss, -2, to a win, 2.
    pub(super) fn result(&self, position: &Position) -> Option<i32> {
        self.find(position).map(|finding| finding.result)
    }

    fn find(&self, position: &Position) -> Option<Finding> {
        let moves = position.legal_moves();
        let (mut best, mut best_passing, mut passing) = (NONE, NONE, 0);
        for &mv in moves.iter().filter(|&&mv| position.is_capture(mv)) {
            let result = -self.with_captures(&position.make(mv), -WIN, WIN)?;
            if result == WIN {
                return Some(Finding { result, by_capture: true });
            }
            if mv.is_en_passant() {
                passing += 1;
                best_passing = best_passing.max(result);
            } else {
                best = best.max(result);
            }
        }
        if passing > 0 && passing == moves.len() {
            // The table takes it for a stalemate, or a mate.
            return Some(Finding { result: best_passing, by_capture: true });
        }
        let table = self.stored_result(position)?;
        let others = best.max(table);
        let by_capture = best_passing > others || best.max(best_passing) >= table.max(1);
        Some(Finding { result: others.max(best_passing), by_capture })
    }

    /// The result of a position without en passant, as far as it lies between `alpha` and `beta`.
    fn with_captures(&self, position: &Position, mut alpha: i32, beta: i32) -> Option<i32> {
        for &mv in position.legal_moves().iter().filter(|&&mv| position.is_capture(mv)) {
            let result = -self.with_captures(&position.make(mv), -beta, -alpha)?;
            if result >= beta {
                return Some(result);
            }
            alpha = alpha.max(result);
        }
        Some(alpha.max(self.stored_result(position)?))
    }

    /// The distance to zeroing of a position: positive if its side to move wins.
    pub(super) fn distance(&self, position: &Position) -> Option<i32> {
        let Finding { result, by_capture } = self.find(position)?;
        if result == 0 || by_capture {
            return Some(zeroing(result));
        }
        let moves = position.legal_moves();
        let quiet = moves.iter().copied().filter(|&mv| !position.is_capture(mv));
        let (pushes, pieces): (Vec<Move>, Vec<Move>) =
            quiet.partition(|&mv| position.moved_piece(mv).kind() == PieceType::Pawn);
        if result > 0 {
            for mv in pushes {
                if -self.result(&position.make(mv))? == result {
                    return Some(zeroing(result));
                }
            }
        }
        match self.stored_distance(position, result)? {
            Distance::Plies(plies) => Some(zeroing(result) + result.signum() * plies),
            // The next ply decides: of moves that set the clock to zero it is known what they do.
            Distance::OtherSide => {
                let mut best = None;
                for mv in pieces {
                    let child = position.make(mv);
                    let mated = child.in_check() && child.count_legal() == 0;
                    let distance = if mated { 0 } else { -self.distance(&child)? };
                    if mated || distance.signum() == result.signum() {
                        let distance = distance + result.signum();
                        best = Some(best.map_or(distance, |best: i32| best.min(distance)));
                    }
                }
                if result > 0 { best } else { Some(zeroing(result).min(best.unwrap_or(0))) }
            }
        }
    }
}
