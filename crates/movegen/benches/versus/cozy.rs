//! The ways in which a user of cozy-chess may walk a tree: the bench takes the quickest.
//!
//! | variant | how |
//! |---|---|
//! | closures | a closure for the last ply, one for the others; a piece's moves by its iterator |
//! | sets | as before; the moves of a piece by a loop over its targets, promotions apart |
//! | fused | a list at the last ply alone; above it, moves are made as they are generated |
//! | extend | as the library's README: each piece's iterator extends the list |

use std::hint::black_box;

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank};

use super::walks::Way;

/// A walk with its name: leaves of a tree of a depth of at least one.
pub(super) type Walk = (&'static str, fn(&Board, u32) -> u64);

pub(super) fn walks(way: Way) -> &'static [Walk] {
    match way {
        Way::Bulk => &[("closures", bulk::<false>), ("sets", bulk::<true>)],
        Way::Made => &[("closures", made::<false>), ("sets", made::<true>)],
        Way::List => &[
            ("closures", listed::<false>),
            ("sets", listed::<true>),
            ("fused", fused),
            ("extend", extended),
        ],
    }
}

/// Calls `each` with every move of a piece: by the library's iterator, or by a loop over the
/// targets that looks at promotions once.
#[inline(always)]
fn for_each<const SETS: bool>(moves: PieceMoves, mut each: impl FnMut(Move)) {
    if !SETS {
        return moves.into_iter().for_each(each);
    }
    let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let last = if moves.piece == Piece::Pawn { moves.to & ends } else { BitBoard::EMPTY };
    let from = moves.from;
    for to in moves.to & !last {
        each(Move { from, to, promotion: None });
    }
    for to in last {
        for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
            each(Move { from, to, promotion: Some(piece) });
        }
    }
}

/// Calls `visit` with every child.
#[inline(always)]
fn for_each_child<const SETS: bool>(board: &Board, mut visit: impl FnMut(&Board)) {
    board.generate_moves(|moves| {
        for_each::<SETS>(moves, |mv| {
            let mut child = board.clone();
            child.play_unchecked(mv);
            visit(&child);
        });
        false
    });
}

fn bulk<const SETS: bool>(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
    } else {
        for_each_child::<SETS>(board, |child| leaves += bulk::<SETS>(child, depth - 1));
    }
    leaves
}

fn made<const SETS: bool>(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        for_each_child::<SETS>(board, |child| {
            black_box(child);
            leaves += 1;
        });
    } else {
        for_each_child::<SETS>(board, |child| leaves += made::<SETS>(child, depth - 1));
    }
    leaves
}

type List = ArrayVec<Move, 256>;

/// Fills a list without a check of its end for each move.
#[expect(unsafe_code, reason = "the peer at its best; listed in docs/unsafe.md")]
#[inline(always)]
fn fill<const SETS: bool>(board: &Board, list: &mut List) {
    board.generate_moves(|moves| {
        // SAFETY: no position of this bench has more than 218 moves; the list holds 256.
        for_each::<SETS>(moves, |mv| unsafe { list.push_unchecked(mv) });
        false
    });
}

fn walk_list(board: &Board, depth: u32, list: &List, walk: fn(&Board, u32) -> u64) -> u64 {
    if depth == 1 {
        return black_box(list).len() as u64;
    }
    let mut leaves = 0;
    for &mv in list {
        let mut child = board.clone();
        child.play_unchecked(mv);
        leaves += walk(&child, depth - 1);
    }
    leaves
}

fn listed<const SETS: bool>(board: &Board, depth: u32) -> u64 {
    let mut list = List::new();
    fill::<SETS>(board, &mut list);
    walk_list(board, depth, &list, listed::<SETS>)
}

fn extended(board: &Board, depth: u32) -> u64 {
    let mut list = List::new();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    walk_list(board, depth, &list, extended)
}

fn fused(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        let mut list = List::new();
        fill::<true>(board, &mut list);
        return black_box(&list).len() as u64;
    }
    for_each_child::<true>(board, |child| leaves += fused(child, depth - 1));
    leaves
}
