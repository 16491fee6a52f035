//! Making moves: the child is built in place.

use super::{EnPassant, KeyedPosition, State, en_passant_capturers};
use crate::keys::ChessKeys;
use crate::{Bitboard, CastlingSide, Color, Move, MoveKind, Piece, PieceType, Rank, Square};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the position after a legal move.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let start = Position::startpos();
    /// let position = start.make(start.parse_san("e4")?);
    /// let fen = position.to_fen();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// # Ok::<(), movegen::MoveError>(())
    /// ```
    #[must_use]
    pub fn make(&self, mv: Move) -> Self {
        let mut child = self.clone();
        self.make_into(mv, &mut child);
        child
    }

    /// Builds the position after a legal move in `child`, whatever that held before. Faster than
    /// [`KeyedPosition::make`] in a search, whose stack of positions it fills in place.
    ///
    /// An illegal move gives an unspecified position; [`KeyedPosition::is_legal`] recognises such
    /// moves.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let mut stack = [Position::startpos(), Position::startpos()];
    /// let [parent, child] = &mut stack;
    /// parent.make_into(parent.parse_uci("g1f3")?, child);
    /// assert_eq!(child.halfmove_clock(), 1);
    /// # Ok::<(), movegen::MoveError>(())
    /// ```
    #[inline]
    pub fn make_into(&self, mv: Move, child: &mut Self) {
        match self.state.side_to_move {
            Color::White => self.make_for::<true>(mv, child),
            Color::Black => self.make_for::<false>(mv, child),
        }
    }

    /// Returns the position after a null move (the turn passes), or `None` in check, where passing
    /// would leave the king to be captured. The plies without progress go on counting; a chance to
    /// capture en passant is gone.
    ///
    /// ```
    /// use movegen::{Color, Position};
    ///
    /// let passed = Position::startpos().make_null().expect("not in check");
    /// assert_eq!(passed.side_to_move(), Color::Black);
    /// let checked = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - -")?;
    /// assert_eq!(checked.make_null(), None);
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn make_null(&self) -> Option<Self> {
        if self.in_check() {
            return None;
        }
        let mut child = self.clone();
        child.state.pass_turn(K::TABLES);
        Some(child)
    }

    /// Builds the position after a null move (the turn passes) in `child`. The side to move must
    /// not be in check, or its king could be captured.
    #[inline]
    pub fn make_null_into(&self, child: &mut Self) {
        child.clone_from(self);
        child.state.pass_turn(K::TABLES);
    }

    /// The child's state is built in a local and stored once: memory that has just been written in
    /// one width is slow to read in another.
    fn make_for<const WHITE: bool>(&self, mv: Move, child: &mut Self) {
        let us = if WHITE { Color::White } else { Color::Black };
        let (from, to) = (mv.from(), mv.to());
        child.sets = self.sets;
        child.mailbox = self.mailbox;
        let mut state = self.state;
        state.pass_turn(K::TABLES);
        let Some(piece) = self.mailbox[from.index()] else {
            child.state = state;
            return;
        };
        let kind = piece.kind();
        let lost = self.rights_lost(us, kind, from.bb() | to.bb());
        if lost.any() {
            state = self.without_rights(state, lost);
        }
        if mv.kind() != MoveKind::Normal {
            child.state = state;
            child.advance_specially(us, mv);
            return;
        }
        self.take_off(&mut child.sets, &mut state, !us, to);
        child.flip(piece, from.bb() | to.bb());
        child.mailbox[from.index()] = None;
        child.mailbox[to.index()] = Some(piece);
        state.keys.move_piece(K::TABLES, piece, (from, to));
        if kind == PieceType::Pawn {
            state.halfmove_clock = 0;
        }
        child.state = state;
        if kind == PieceType::Pawn && from.index().abs_diff(to.index()) == 16 {
            child.offer_en_passant(us, to);
        }
    }

    /// A promotion, a capture en passant or castling, after the turn has passed and rights are
    /// lost.
    fn advance_specially(&mut self, us: Color, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Normal => {}
            MoveKind::Promotion => {
                self.set_irreversible();
                self.capture(to);
                self.promote(us, mv.promoted().unwrap_or(PieceType::Queen), from, to);
            }
            MoveKind::EnPassant => self.take_en_passant(us, from, to),
            MoveKind::Castling => self.castle(us, from, to),
        }
    }

    /// Removes the piece of `them` on a square, if there is one, from a copy of these sets and of
    /// this state.
    #[inline(always)]
    pub(crate) fn take_off(
        &self,
        sets: &mut [Bitboard; 8],
        state: &mut State<K::Key>,
        them: Color,
        on: Square,
    ) {
        let Some(captured) = self.mailbox[on.index()] else { return };
        let kind = captured.kind();
        sets[kind.index()] ^= on.bb();
        sets[6 + them.index()] ^= on.bb();
        state.halfmove_clock = 0;
        state.keys.remove_piece(K::TABLES, captured, on);
        let left = self.colored(them, kind).count() - 1;
        state.keys.remove_material(K::TABLES, captured, left);
    }

    /// A pawn becomes another piece on an empty square.
    #[inline(always)]
    pub(crate) fn promote(&mut self, us: Color, kind: PieceType, from: Square, to: Square) {
        let pawn = Piece::new(us, PieceType::Pawn);
        self.remove(pawn, from);
        self.lose_material(pawn);
        let promoted = Piece::new(us, kind);
        self.gain_material(promoted);
        self.insert(promoted, to);
    }

    /// A pawn captures the pawn that has just passed `to`.
    #[inline]
    pub(crate) fn take_en_passant(&mut self, us: Color, from: Square, to: Square) {
        self.capture(Square::new(to.file(), from.rank()));
        self.shift(Piece::new(us, PieceType::Pawn), from, to);
    }

    /// King and rook go to their squares after castling. The king's rights are gone already.
    #[inline]
    pub(crate) fn castle(&mut self, us: Color, king_from: Square, rook_from: Square) {
        let side = CastlingSide::of(king_from, rook_from);
        let king = Piece::new(us, PieceType::King);
        let rook = Piece::new(us, PieceType::Rook);
        self.remove(king, king_from);
        self.remove(rook, rook_from);
        self.insert(king, side.king_to(us));
        self.insert(rook, side.rook_to(us));
    }

    /// Starts the clock of the fifty-move rule again.
    #[inline(always)]
    pub(crate) fn set_irreversible(&mut self) {
        self.state.halfmove_clock = 0;
    }

    #[inline(always)]
    fn insert(&mut self, piece: Piece, on: Square) {
        self.flip(piece, on.bb());
        self.mailbox[on.index()] = Some(piece);
        self.state.keys.insert_piece(K::TABLES, piece, on);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, on: Square) {
        self.flip(piece, on.bb());
        self.mailbox[on.index()] = None;
        self.state.keys.remove_piece(K::TABLES, piece, on);
    }

    #[inline(always)]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.flip(piece, from.bb() | to.bb());
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = Some(piece);
        self.state.keys.move_piece(K::TABLES, piece, (from, to));
    }

    #[inline(always)]
    fn flip(&mut self, piece: Piece, squares: Bitboard) {
        self.sets[piece.kind().index()] ^= squares;
        self.sets[6 + piece.color().index()] ^= squares;
    }

    /// Puts a piece on an empty square, and counts it in the material key.
    pub(crate) fn place(&mut self, piece: Piece, on: Square) {
        self.gain_material(piece);
        self.insert(piece, on);
    }

    /// Gives the first move of a set-up position to Black.
    pub(crate) fn set_black_to_move(&mut self) {
        self.state.side_to_move = Color::Black;
        self.state.keys.turn(K::TABLES, Color::Black);
    }

    /// Gives the rook on `rook` the right to castle.
    pub(crate) fn allow_castling(&mut self, rook: Square) {
        let color =
            if self.color(Color::White).contains(rook) { Color::White } else { Color::Black };
        self.state.castling |= rook.bb();
        self.state.keys.insert_right(K::TABLES, color, CastlingSide::of(self.king(color), rook));
    }

    /// Sets the plies without progress and the number of the move.
    pub(crate) fn set_clocks(&mut self, halfmove_clock: u16, fullmove_number: u16) {
        self.state.halfmove_clock = halfmove_clock;
        self.state.fullmove_number = fullmove_number;
    }

    fn gain_material(&mut self, piece: Piece) {
        let before = self.colored(piece.color(), piece.kind()).count();
        self.state.keys.insert_material(K::TABLES, piece, before);
    }

    /// A piece has been removed for good.
    #[inline(always)]
    fn lose_material(&mut self, piece: Piece) {
        let after = self.colored(piece.color(), piece.kind()).count();
        self.state.keys.remove_material(K::TABLES, piece, after);
    }

    /// Takes the piece on a square, if there is one, off the board.
    #[inline(always)]
    pub(crate) fn capture(&mut self, on: Square) {
        let Some(captured) = self.mailbox[on.index()] else { return };
        self.remove(captured, on);
        self.lose_material(captured);
        self.set_irreversible();
    }

    /// The rights that a move of a piece ends: those of a rook that moves or is captured, and all
    /// of a king that moves.
    #[inline(always)]
    pub(super) fn rights_lost(&self, us: Color, kind: PieceType, touched: Bitboard) -> Bitboard {
        let of_king = if kind == PieceType::King { self.color(us) } else { touched };
        self.state.castling & (touched | of_king)
    }

    /// Rooks lose their right. Called before the pieces move.
    #[inline(always)]
    pub(crate) fn lose_rights(&mut self, rooks: Bitboard) {
        if (self.state.castling & rooks).any() {
            self.state = self.without_rights(self.state, rooks);
        }
    }

    /// `state` when these rooks have lost their right, kings and rooks standing as here.
    pub(crate) fn without_rights(
        &self,
        mut state: State<K::Key>,
        rooks: Bitboard,
    ) -> State<K::Key> {
        let lost = state.castling & rooks;
        state.castling ^= lost;
        for rook in lost {
            let color =
                if self.color(Color::White).contains(rook) { Color::White } else { Color::Black };
            let side = CastlingSide::of(self.king(color), rook);
            state.keys.remove_right(K::TABLES, color, side);
        }
        state
    }

    /// A pawn of `us` has made a double step to `to`: stores the square behind it, and enters it
    /// into the key if the other side has a legal capture there.
    pub(crate) fn offer_en_passant(&mut self, us: Color, to: Square) {
        let behind = Square::new(to.file(), Rank::Third.relative(us));
        let legal = en_passant_capturers(&self.sets, !us, behind).next().is_some();
        self.state.en_passant = EnPassant::new(behind, legal);
        if legal {
            self.state.keys.insert_en_passant(K::TABLES, behind.file());
        }
    }
}
