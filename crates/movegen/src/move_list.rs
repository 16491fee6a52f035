//! Where generated moves go: into a list, or into a count.

#[cfg(movegen_squeeze)]
#[expect(unsafe_code, reason = "stores of whole registers; listed in docs/unsafe.md")]
mod squeeze;

use core::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use crate::generate::{MoveSink, Promotions};
use crate::{Bitboard, Move, PieceType, Square};

/// Room of a list. With the material that [`Position`](crate::Position) accepts, no more than 218
/// moves in one position are known (Petrović 1964).
const CAPACITY: usize = 256;

/// A list of moves without allocation; a slice in every other respect.
#[derive(Clone, Debug, Default)]
pub struct MoveList(ArrayVec<Move, CAPACITY>);

impl MoveList {
    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    /// If the list holds 256 moves.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, CAPACITY>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl MoveSink for MoveList {
    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }

    #[inline]
    fn piece(&mut self, _: PieceType, from: Square, targets: Bitboard) {
        #[cfg(movegen_squeeze)]
        #[expect(unsafe_code, reason = "a function of a target feature; listed in docs/unsafe.md")]
        // SAFETY: the build script asks for it only where the target has its features.
        if unsafe { self.squeeze_from(from, targets) } {
            return;
        }
        for to in targets {
            self.push(Move::new(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, delta: i8) {
        #[cfg(movegen_squeeze)]
        #[expect(unsafe_code, reason = "a function of a target feature; listed in docs/unsafe.md")]
        // SAFETY: the build script asks for it only where the target has its features.
        if unsafe { self.squeeze_by(delta, targets) } {
            return;
        }
        for to in targets {
            self.push(Move::new(to.before(delta), to));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, delta: i8, pieces: Promotions) {
        for to in targets {
            let from = to.before(delta);
            for &kind in pieces.kinds() {
                self.push(Move::promotion(from, to, kind));
            }
        }
    }
}

/// Counts moves without making them: a set of targets costs one population count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCounter(pub u32);

impl MoveSink for MoveCounter {
    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.0 += targets.count();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8, pieces: Promotions) {
        self.0 += targets.count() * pieces.kinds().len() as u32;
    }
}

impl Promotions {
    /// The pieces that this part of the promotions makes.
    #[inline]
    #[must_use]
    pub const fn kinds(self) -> &'static [PieceType] {
        match self {
            Self::All => &PieceType::PROMOTIONS,
            Self::Queen => PieceType::PROMOTIONS.split_at(1).0,
            Self::Under => PieceType::PROMOTIONS.split_at(1).1,
        }
    }
}
