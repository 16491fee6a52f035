//! Results and distances of positions, from the tables and the captures that they leave out.
//!
//! A table may have any value below the true one where a capture is better, because that makes the
//! table smaller. It does not know of en passant. So captures are tried before the table is probed.

use movegen::{Move, PieceType, Position};

use super::Syzygy;
use super::table::Distance;

/// The best result.
const WIN: i32 = 2;

/// A result below every real one.
const NONE: i32 = -3;

/// The result of a position from its captures and the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Finding {
    /// The result, from a loss, -2, to a win, 2; the fifty-move rule undoes 1 and -1.
    result: i32,
    /// Whether a capture achieves it.
    by_capture: bool,
}

/// Returns the distance of a position of that result whose next ply sets the clock to zero.
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
    /// Returns the result of a position, from a loss, -2, to a win, 2.
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
            // The table treats it as a stalemate, or a mate.
            return Some(Finding { result: best_passing, by_capture: true });
        }
        let table = self.stored_result(position)?;
        let others = best.max(table);
        let by_capture = best_passing > others || best.max(best_passing) >= table.max(1);
        Some(Finding { result: others.max(best_passing), by_capture })
    }

    /// Returns the result of a position without en passant, as far as it lies between `alpha` and
    /// `beta`.
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

    /// Returns a position's distance to zeroing: positive if its side to move wins.
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
            // The next ply decides: the results of moves that set the clock to zero are known.
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
