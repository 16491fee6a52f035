//! Results and distances of positions, from the tables and the captures that they leave out.
//!
//! A table may have any value below the true one where a capture is better, because that makes the
//! table smaller. It does not know of en passant. So captures are tried before the table is probed.

use movegen::{Move, PieceType, Position};

use crate::error::ProbeError;
use crate::material::MAX_PIECES;
use crate::name::Content;
use crate::table::Distance;
use crate::tablebases::Tablebases;
use crate::wdl::{Dtz, Wdl};

const WIN: i32 = 2;

/// A result below every real one.
const NONE: i32 = -3;

/// The result of a position from its captures and the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Finding {
    /// The result, from a loss, -2, to a win, 2; the fifty-move rule undoes 1 and -1.
    result: i32,
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

/// Refuses positions that no table has.
fn check(position: &Position) -> Result<(), ProbeError> {
    let pieces = position.occupied().count();
    if pieces > MAX_PIECES {
        Err(ProbeError::Pieces(pieces))
    } else if position.castling_rooks().is_empty() {
        Ok(())
    } else {
        Err(ProbeError::Castling)
    }
}

impl Tablebases {
    /// Returns the result of a position, as if the clock of the fifty-move rule were at zero. It
    /// takes the files with results of the position and of those after its captures. Two bare kings
    /// are a draw without any file.
    ///
    /// ```
    /// use syzygy::movegen::Position;
    /// use syzygy::{Tablebases, Wdl};
    ///
    /// let tables = Tablebases::open(["examples/data"]);
    /// let result = |fen| tables.probe_wdl(&Position::from_fen(fen).unwrap());
    /// assert_eq!(result("8/8/8/3k4/8/8/8/K6R b - - 0 1"), Ok(Wdl::Loss));
    /// assert_eq!(result("8/8/8/3K4/8/8/8/k6r b - - 0 1"), Ok(Wdl::Win));
    /// assert_eq!(result("8/8/8/8/8/8/6k1/K6R b - - 0 1"), Ok(Wdl::Draw)); // it takes the rook
    /// ```
    ///
    /// # Errors
    /// If a side may castle, if there are more than [`MAX_PIECES`] pieces, or if a file is missing
    /// or unfit.
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        check(position)?;
        self.result(position).map(Wdl::of)
    }

    /// Returns the distance of a position to the next capture or pawn move, or to mate, as if the
    /// clock of the fifty-move rule were at zero. It takes the position's file with distances and,
    /// with results, the files of the position and of those after its captures and promotions.
    ///
    /// ```
    /// use syzygy::movegen::Position;
    /// use syzygy::{ProbeError, Tablebases};
    ///
    /// let tables = Tablebases::open(["examples/data"]);
    /// let position = Position::from_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1")?;
    /// let distance = tables.probe_dtz(&position)?.plies();
    /// // Some move brings the distance, seen from the other side, one ply nearer to zero.
    /// let children = position.legal_moves().into_iter().map(|mv| position.make(mv));
    /// let plies: Result<Vec<i32>, ProbeError> =
    ///     children.map(|child| Ok(tables.probe_dtz(&child)?.plies())).collect();
    /// assert!(plies?.contains(&-(distance - 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`probe_wdl`](Self::probe_wdl).
    pub fn probe_dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        check(position)?;
        self.distance(position).map(Dtz::new)
    }

    /// Returns the result of a position, from a loss, -2, to a win, 2.
    fn result(&self, position: &Position) -> Result<i32, ProbeError> {
        self.find(position).map(|finding| finding.result)
    }

    fn find(&self, position: &Position) -> Result<Finding, ProbeError> {
        let moves = position.legal_moves();
        let mut best = NONE;
        let mut best_passing = NONE;
        let mut passing = 0;
        for &mv in moves.iter().filter(|&&mv| position.is_capture(mv)) {
            let result = -self.with_captures(&position.make(mv), -WIN, WIN)?;
            if result == WIN {
                return Ok(Finding { result, by_capture: true });
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
            return Ok(Finding { result: best_passing, by_capture: true });
        }
        let table = self.stored_result(position)?;
        let others = best.max(table);
        let by_capture = best_passing > others || best.max(best_passing) >= table.max(1);
        Ok(Finding { result: others.max(best_passing), by_capture })
    }

    /// Returns the result of a position without en passant, as far as it lies between `alpha` and
    /// `beta`.
    fn with_captures(
        &self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, ProbeError> {
        for &mv in position.legal_moves().iter().filter(|&&mv| position.is_capture(mv)) {
            let result = -self.with_captures(&position.make(mv), -beta, -alpha)?;
            if result >= beta {
                return Ok(result);
            }
            alpha = alpha.max(result);
        }
        Ok(alpha.max(self.stored_result(position)?))
    }

    /// Returns the table's result of a position. Bare kings have no table, and are a draw.
    fn stored_result(&self, position: &Position) -> Result<i32, ProbeError> {
        if position.occupied().count() == 2 {
            return Ok(0);
        }
        self.look_up(Content::Results, position, |table, swapped| table.result(position, swapped))
    }

    fn stored_distance(&self, position: &Position, result: i32) -> Result<Distance, ProbeError> {
        self.look_up(Content::Distances, position, |table, swapped| {
            table.distance(position, swapped, result)
        })
    }

    /// Returns a position's distance to zeroing: positive if its side to move wins.
    fn distance(&self, position: &Position) -> Result<i32, ProbeError> {
        let Finding { result, by_capture } = self.find(position)?;
        if result == 0 || by_capture {
            return Ok(zeroing(result));
        }
        let moves = position.legal_moves();
        let quiet = moves.iter().copied().filter(|&mv| !position.is_capture(mv));
        let (pushes, pieces): (Vec<Move>, Vec<Move>) =
            quiet.partition(|&mv| position.moved_piece(mv).kind() == PieceType::Pawn);
        if result > 0 {
            for mv in pushes {
                if -self.result(&position.make(mv))? == result {
                    return Ok(zeroing(result));
                }
            }
        }
        match self.stored_distance(position, result)? {
            Distance::Plies(plies) => Ok(zeroing(result) + result.signum() * plies),
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
                if result > 0 {
                    best.ok_or(ProbeError::Contradiction)
                } else {
                    Ok(zeroing(result).min(best.unwrap_or(0)))
                }
            }
        }
    }
}
