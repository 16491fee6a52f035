//! Writing the moves of a set of targets to a list without a branch for each move.
//!
//! The end of a loop over a small set is a branch that the processor often guesses wrong. So moves
//! are written four at a time; where the target has PEXT, `shuffle.rs` writes those of a piece that
//! is no pawn by eights without any branch, and `squeeze.rs`, with AVX-512 and VBMI2, those of any
//! set at once. All write past the last move of the set; the next set overwrites it.

#[cfg(movegen_append = "shuffle")]
mod shuffle;
#[cfg(movegen_append = "squeeze")]
mod squeeze;

use crate::move_list::Movement;
use crate::{Bitboard, Move, MoveList, Square};

/// Moves that are written at once.
const STEP: usize = 4;

impl MoveList {
    /// Appends a normal move from a square to each other square of a set, lowest first.
    ///
    /// # Panics
    /// If the list would hold more than 256 moves.
    #[inline(always)]
    pub(crate) fn append_from(&mut self, movement: Movement, from: Square, set: Bitboard) {
        #[cfg(movegen_append = "shuffle")]
        // SAFETY: the target has the features, as asserted in `shuffle.rs`.
        if unsafe { shuffle::append(self, movement, from, set) } {
            return;
        }
        let (_, set) = (movement, set & !from.bb());
        #[cfg(movegen_append = "squeeze")]
        // SAFETY: the target has the features, as asserted in `squeeze.rs`.
        if unsafe { squeeze::append(self, set, squeeze::Origin::One(from)) } {
            return;
        }
        self.append(set, |_| from.index() as u32);
    }

    /// Appends a normal move from `target - delta` to each square of a set, lowest first.
    ///
    /// # Panics
    /// As [`append_from`](Self::append_from), and if a move leads from a1 to a1.
    #[inline(always)]
    pub(crate) fn append_by(&mut self, delta: i8, set: Bitboard) {
        let origin = |to: u32| to.wrapping_add_signed(-i32::from(delta));
        if delta % 64 == 0 {
            return self.append_singly(set, origin);
        }
        #[cfg(movegen_append = "squeeze")]
        // SAFETY: as above.
        if unsafe { squeeze::append(self, set, squeeze::Origin::Behind(delta)) } {
            return;
        }
        self.append(set, origin);
    }

    /// Appends a normal move to each square of a set, lowest first. The bits of `origin(to)` below
    /// 64 are the square that the move to the square `to` leaves, which must be another one.
    #[inline(always)]
    fn append(&mut self, set: Bitboard, origin: impl Fn(u32) -> u32) {
        let count = set.count() as usize;
        let list = self.array();
        let start = list.len();
        if start + count + STEP > Self::CAPACITY {
            return self.append_singly(set, origin);
        }
        // SAFETY: `start` is the length of the list.
        let mut end = unsafe { list.as_mut_ptr().add(start) };
        let mut rest = set.0;
        while rest != 0 {
            for place in 0..STEP {
                let to = rest.trailing_zeros();
                let bits = ((to << 6) | (origin(to) & 63)) as u16;
                // SAFETY: at most `count + STEP` words behind the start of the loop are written,
                // and the list has room for them.
                let word = unsafe { end.add(place) };
                // SAFETY: as above; a move has the size and the alignment of its bits.
                unsafe { word.cast::<u16>().write(bits) };
                rest &= rest.wrapping_sub(1);
            }
            // SAFETY: as above.
            end = unsafe { end.add(STEP) };
        }
        // SAFETY: that many moves have just been written, none of them 0, because no move leads to
        // the square that it leaves.
        unsafe { list.set_len(start + count) };
    }

    /// [`MoveList::append`] where the list is nearly full, and to squares that are not left.
    #[cold]
    #[inline(never)]
    fn append_singly(&mut self, set: Bitboard, origin: impl Fn(u32) -> u32) {
        for to in set {
            let from = Square::from_index((origin(to.index() as u32) & 63) as usize);
            self.push(Move::new(from, to));
        }
    }
}
