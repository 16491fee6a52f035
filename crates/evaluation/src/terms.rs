//! The terms of the evaluation: each file scores one thing for one colour.
//!
//! Every `score` function is called twice, for White and for Black, and always inlined, so that the
//! colour is a constant in the machine code.

pub(crate) mod endings;
pub(crate) mod initiative;
pub(crate) mod king_safety;
pub(crate) mod passed;
pub(crate) mod pawn_king;
pub(crate) mod pawns;
pub(crate) mod pieces;
pub(crate) mod scale;
pub(crate) mod shelter;
pub(crate) mod space;
pub(crate) mod threats;
