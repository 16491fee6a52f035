//! A position that keeps its checks and pins once they have been found.

use core::cell::OnceCell;
use core::ops::Deref;

use crate::keys::{ChessKeys, DefaultKeys};
use crate::{Checks, Generate, KeyedPosition, Legality, Move, MoveSink};

/// A position with its [`Legality`] and its [`Checks`], each computed when it is first asked for:
/// for a search, which asks many questions about one position.
///
/// It gives the answers of the position inside, to which it dereferences. A search keeps a stack of
/// them and fills it by [`make_into`](Self::make_into).
///
/// ```
/// use movegen::{CachedPosition, Generate, MoveList, Position};
///
/// let mut line = [(); 2].map(|()| CachedPosition::from(Position::startpos()));
/// let [parent, child] = &mut line;
/// let mut quiets = MoveList::new();
/// parent.generate(Generate::Quiets, &mut quiets);
/// for &mv in &quiets {
///     assert!(parent.is_legal(mv) && !parent.gives_check(mv));
///     parent.make_into(mv, child);
///     assert!(child.legality().checkers().is_empty() && child.halfmove_clock() < 2);
/// }
/// ```
#[derive(Clone)]
pub struct CachedPosition<K: ChessKeys = DefaultKeys> {
    position: KeyedPosition<K>,
    legality: OnceCell<Legality>,
    checks: OnceCell<Checks>,
}

impl<K: ChessKeys> CachedPosition<K> {
    /// Returns the checks, pins and attacked squares.
    #[inline]
    pub fn legality(&self) -> &Legality {
        self.legality.get_or_init(|| self.position.legality())
    }

    /// Returns the squares from which pieces give check, and the pieces that discover one.
    #[inline]
    pub fn checks(&self) -> &Checks {
        self.checks.get_or_init(|| self.position.checks())
    }

    /// Generates a part of the legal moves, as [`KeyedPosition::generate`] does.
    #[inline]
    pub fn generate<S: MoveSink>(&self, which: Generate, sink: &mut S) {
        self.position.generate_with(self.legality(), which, sink);
    }

    /// Generates the quiet moves that give check, as [`KeyedPosition::generate_quiet_checks`] does.
    #[inline]
    pub fn generate_quiet_checks<S: MoveSink>(&self, sink: &mut S) {
        self.position.generate_quiet_checks_with(self.legality(), self.checks(), sink);
    }

    /// Returns whether a move is legal here, as [`KeyedPosition::is_legal`] does.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal_with(self.legality(), mv)
    }

    /// Returns whether a legal move gives check, as [`KeyedPosition::gives_check`] does.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.position.gives_check_with(self.checks(), mv)
    }

    /// Builds the position after a legal move in `child`, as [`KeyedPosition::make_into`] does.
    #[inline]
    pub fn make_into(&self, mv: Move, child: &mut Self) {
        child.forget();
        self.position.make_into(mv, &mut child.position);
    }

    /// Builds the position after a null move in `child`, as [`KeyedPosition::make_null_into`] does.
    #[inline]
    pub fn make_null_into(&self, child: &mut Self) {
        child.forget();
        self.position.make_null_into(&mut child.position);
    }

    #[inline]
    fn forget(&mut self) {
        (self.legality, self.checks) = (OnceCell::new(), OnceCell::new());
    }
}

impl<K: ChessKeys> From<KeyedPosition<K>> for CachedPosition<K> {
    fn from(position: KeyedPosition<K>) -> Self {
        Self { position, legality: OnceCell::new(), checks: OnceCell::new() }
    }
}

impl<K: ChessKeys> Deref for CachedPosition<K> {
    type Target = KeyedPosition<K>;

    #[inline]
    fn deref(&self) -> &KeyedPosition<K> {
        &self.position
    }
}
