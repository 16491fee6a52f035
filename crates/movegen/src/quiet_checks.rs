//! Generation of the quiet moves that give check: a filter on the sets of the generator.

use crate::keys::ChessKeys;
use crate::{
    Bitboard, Checks, Generate, KeyedPosition, Legality, Move, MoveSink, PieceType, Promotions,
    Square,
};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Generates the moves of [`Generate::Quiets`] that give check. A promotion is handed to the
    /// sink by itself, as a special move is.
    ///
    /// ```
    /// use movegen::{MoveList, Position};
    ///
    /// let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -")?;
    /// let mut checks = MoveList::new();
    /// position.generate_quiet_checks(&mut checks);
    /// assert_eq!(checks.iter().map(|&mv| position.san(mv)).collect::<Vec<_>>(), ["Rd8#"]);
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    pub fn generate_quiet_checks<S: MoveSink>(&self, sink: &mut S) {
        self.generate_quiet_checks_with(&self.legality(), &self.checks(), sink);
    }

    /// [`KeyedPosition::generate_quiet_checks`] with the legality and the checks of this position.
    pub(crate) fn generate_quiet_checks_with<S: MoveSink>(
        &self,
        legality: &Legality,
        checks: &Checks,
        sink: &mut S,
    ) {
        let mut filter = ChecksOnly { position: self, checks, sink };
        self.generate_with(legality, Generate::Quiets, &mut filter);
    }
}

/// Lets through the moves that give check.
struct ChecksOnly<'a, K: ChessKeys, S> {
    position: &'a KeyedPosition<K>,
    checks: &'a Checks,
    sink: &'a mut S,
}

impl<K: ChessKeys, S: MoveSink> MoveSink for ChecksOnly<'_, K, S> {
    #[inline]
    fn one(&mut self, mv: Move) {
        if self.position.gives_check_with(self.checks, mv) {
            self.sink.one(mv);
        }
    }

    #[inline]
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        let found = targets & self.checks.targets(kind, from);
        if found.any() {
            self.sink.piece(kind, from, found);
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, delta: i8) {
        let mut found = targets & self.checks.squares(PieceType::Pawn);
        if self.checks.discoverers().any() {
            let discovers = |to: &Square| self.checks.discovers(to.before(delta), *to);
            found |= targets.into_iter().filter(discovers).collect::<Bitboard>();
        }
        if found.any() {
            self.sink.pawns(found, delta);
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, delta: i8, pieces: Promotions) {
        for to in targets {
            for &kind in pieces.kinds() {
                self.one(Move::promotion(to.before(delta), to, kind));
            }
        }
    }
}
