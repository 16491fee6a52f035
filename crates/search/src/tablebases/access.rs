//! The use of tablebases by a search: where they are probed, and the scores of their results.

use std::fmt;

use movegen::Position;

use super::{EndgameResult, Tablebases};
use crate::score::{DRAW, tb_loss_in, tb_win_in};
use crate::settings::Settings;

/// The score of a win that the fifty-move rule takes away, in centipawns: a draw in which the other
/// side could still go wrong.
const CURSED: i32 = 2;

#[derive(Clone, Copy)]
pub(crate) struct Access<'a> {
    pub(crate) tablebases: &'a dyn Tablebases,
    /// The most pieces of a position that is looked up, kings and pawns included.
    pieces: u32,
    largest: u32,
    /// The least depth at which a position with `largest` pieces is looked up, in plies.
    depth: i32,
    pub(super) fifty_moves: bool,
}

impl<'a> Access<'a> {
    /// Takes the tablebases as the settings say; `None` if there is nothing to be looked up.
    pub(crate) fn new(tablebases: &'a dyn Tablebases, settings: &Settings) -> Option<Self> {
        let largest = tablebases.largest();
        let pieces = settings.tb_pieces.min(largest);
        let depth = i32::try_from(settings.tb_depth).unwrap_or(i32::MAX);
        let fifty_moves = settings.tb_fifty_moves;
        (pieces > 0).then_some(Self { tablebases, pieces, largest, depth, fifty_moves })
    }

    /// Returns whether the position is one of those that tablebases hold: few pieces, nobody may
    /// castle.
    #[inline]
    pub(super) fn holds(&self, position: &Position) -> bool {
        position.occupied().count() <= self.pieces && position.castling_rooks().is_empty()
    }

    /// Returns whether an inner node is looked up: tablebases know nothing of the no-progress
    /// clock, so it must be at zero, and near the horizon the largest ones cost more than they
    /// save.
    #[inline]
    pub(crate) fn is_due(&self, position: &Position, depth: i32) -> bool {
        position.halfmove_clock() == 0
            && self.holds(position)
            && (depth >= self.depth || position.occupied().count() < self.largest)
    }

    /// Returns the result as the rules of this search see it: without the fifty-move rule a cursed
    /// win is a win, and a blessed loss a loss.
    pub(crate) fn ruled(&self, result: EndgameResult) -> EndgameResult {
        match result {
            EndgameResult::Cursed if !self.fifty_moves => EndgameResult::Win,
            EndgameResult::Blessed if !self.fifty_moves => EndgameResult::Loss,
            result => result,
        }
    }
}

/// Returns the score of a result, by [`Access::ruled`], at `ply`.
pub(crate) fn score_of(result: EndgameResult, ply: usize) -> i32 {
    match result {
        EndgameResult::Loss => tb_loss_in(ply),
        EndgameResult::Blessed => DRAW - CURSED,
        EndgameResult::Draw => DRAW,
        EndgameResult::Cursed => DRAW + CURSED,
        EndgameResult::Win => tb_win_in(ply),
    }
}

impl fmt::Debug for Access<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pieces, largest, depth, fifty_moves, .. } = self;
        write!(f, "Access({pieces} of {largest} pieces, depth {depth}, fifty moves {fifty_moves})")
    }
}
