//! The facts that each ply of the line being searched leaves for the plies around it.

use std::ops::{Index, IndexMut};

use movegen::Move;

use crate::history::{QuietContext, Row};
use crate::score::MAX_PLY;

/// The plies that a node may look back.
const REACH: usize = 6;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The move made here; `None` for a null move, and before any.
    pub(crate) mv: Option<Move>,
    /// That move's row in the continuation history.
    pub(crate) row: Row,
    /// That move was quiet.
    pub(crate) quiet: bool,
    /// That move's history, if it was quiet; else 0.
    pub(crate) history: i32,
    /// By how many plies its search is reduced; negative if it is deeper.
    pub(crate) reduction: i32,
    /// Its place in the order of moves, from 1.
    pub(crate) number: u32,
    /// The context in which the quiet moves of this ply have a history.
    pub(crate) context: QuietContext,
    /// The last two quiet moves that failed high at this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The move that a search of this ply leaves out.
    pub(crate) excluded: Option<Move>,
    /// A node at this ply searches itself again, without its first move or without a null move.
    pub(crate) anew: bool,
    /// The corrected static evaluation; `None` in check.
    pub(crate) static_eval: Option<i32>,
    /// Plies since the last null move of the line.
    pub(crate) plies_from_null: u32,
    /// The fail highs of nodes at this ply since their grandparent was entered.
    pub(crate) fail_highs: u32,
    /// Double extensions on the way here.
    pub(crate) double_extensions: u32,
}

impl Frame {
    const BLANK: Self = Self {
        mv: None,
        row: Row::NONE,
        quiet: false,
        history: 0,
        reduction: 0,
        number: 0,
        context: QuietContext::BLANK,
        killers: [None; 2],
        excluded: None,
        anew: false,
        static_eval: None,
        plies_from_null: 0,
        fail_highs: 0,
        double_extensions: 0,
    };
}

/// A frame for each ply, and blank ones before the root.
#[derive(Debug)]
pub(crate) struct Stack(Vec<Frame>);

impl Stack {
    /// Creates a stack for a new search. No null move was made before the root: a repetition is
    /// looked for as far back as the halfmove clock says.
    pub(crate) fn new() -> Self {
        let mut frames = vec![Frame::BLANK; REACH + MAX_PLY + 3];
        frames[REACH].plies_from_null = u32::MAX / 2;
        Self(frames)
    }

    /// Returns the frame `plies` (at most 6) before the one of `ply`; blank before the root.
    #[inline]
    pub(crate) fn before(&self, ply: usize, plies: usize) -> &Frame {
        &self.0[REACH + ply - plies]
    }
}

impl Index<usize> for Stack {
    type Output = Frame;

    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[REACH + ply]
    }
}

impl IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[REACH + ply]
    }
}
