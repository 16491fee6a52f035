//! All positions after one move, each made as it is generated.
//!
//! A sink of the generator that makes each move instead of listing it. The compiler sees a copy of
//! each way to move for each piece and colour, with or without a capture: at run time only the
//! squares and the captured piece are unknown, and keys that the piece does not enter cost nothing.
//! The changes that all moves of a position share (the turn passes, an en passant chance ends) are
//! made once, in the state that every child starts from.

use crate::keys::ChessKeys;
use crate::position::State;
use crate::{
    Bitboard, Color, Generate, KeyedPosition, Move, MoveSink, Piece, PieceType, Promotions, Square,
};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Calls `visit` with every legal move and the position after it: piece by piece, quiet moves
    /// before captures. This is the fastest way to make every move of a position. The child is
    /// overwritten by the next one.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let mut checks = 0;
    /// Position::startpos().for_each_child(|_, child| checks += u32::from(child.in_check()));
    /// assert_eq!(checks, 0);
    /// ```
    pub fn for_each_child<F: FnMut(Move, &Self)>(&self, visit: F) {
        let mut state = self.state;
        state.pass_turn(K::TABLES);
        let child = self.clone();
        let legality = self.legality();
        match self.side_to_move() {
            Color::White => self.generate_for::<true, _>(
                &legality,
                Generate::All,
                &mut Children::<true, K, F> { base: self, state, child, visit },
            ),
            Color::Black => self.generate_for::<false, _>(
                &legality,
                Generate::All,
                &mut Children::<false, K, F> { base: self, state, child, visit },
            ),
        }
    }
}

/// The sink.
///
/// Between two moves the child's mailbox is that of the base: a move changes two or three squares
/// of it and puts them back, which is cheaper than a copy. Sets and state are written from the base
/// and never read back: a vector load from words that have just been stored stalls, and the
/// compiler would make such loads.
struct Children<'a, const WHITE: bool, K: ChessKeys, F> {
    base: &'a KeyedPosition<K>,
    /// The state that all children start from: the base's state with the turn passed.
    state: State<K::Key>,
    child: KeyedPosition<K>,
    visit: F,
}

impl<const WHITE: bool, K: ChessKeys, F: FnMut(Move, &KeyedPosition<K>)> Children<'_, WHITE, K, F> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const OURS: usize = 6 + Self::US.index();
    /// Which of the sets is the enemy's.
    const THEIRS: usize = 7 - Self::US.index();

    /// Moves of a piece other than a pawn; inlined, so that `kind` is known. The keys without the
    /// piece are computed once for all its moves.
    #[inline(always)]
    fn piece_moves(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        if targets.is_empty() {
            return;
        }
        let piece = Piece::new(Self::US, kind);
        let Self { base, state, child, visit } = self;
        let of_kind = base.sets[kind.index()] ^ from.bb();
        let ours = base.sets[Self::OURS] ^ from.bb();
        let enemies = base.sets[Self::THEIRS];
        let rights = match kind {
            PieceType::King => base.sets[Self::OURS],
            PieceType::Rook => from.bb(),
            _ => Bitboard::EMPTY,
        };
        let without;
        let state = if (state.castling & rights).any() {
            without = base.without_rights(*state, rights);
            &without
        } else {
            &*state
        };
        let mut without_piece = state.keys;
        without_piece.remove_piece(K::TABLES, piece, from);

        child.sets = base.sets;
        child.state = *state;
        child.mailbox[from.index()] = None;
        for to in targets & !enemies {
            child.sets[kind.index()] = of_kind | to.bb();
            child.sets[Self::OURS] = ours | to.bb();
            child.mailbox[to.index()] = Some(piece);
            child.state.keys.set_inserted(&without_piece, K::TABLES, piece, to);
            visit(Move::new(from, to), child);
            child.mailbox[to.index()] = None;
        }
        for to in targets & enemies {
            let captured = child.mailbox[to.index()];
            let mut state = Self::take_off(base, child, *state, to);
            state.keys.move_piece(K::TABLES, piece, (from, to));
            child.sets[kind.index()] = of_kind | to.bb();
            child.sets[Self::OURS] = ours | to.bb();
            child.mailbox[to.index()] = Some(piece);
            child.state = state;
            visit(Move::new(from, to), child);
            child.mailbox[to.index()] = captured;
        }
        child.mailbox[from.index()] = Some(piece);
    }

    /// Writes the base's sets without the enemy piece on a square into the child, and returns a
    /// state without it; the mailbox is left as it is.
    #[inline(always)]
    fn take_off(
        base: &KeyedPosition<K>,
        child: &mut KeyedPosition<K>,
        mut state: State<K::Key>,
        on: Square,
    ) -> State<K::Key> {
        child.sets = base.sets;
        if (state.castling & on.bb()).any() {
            state = base.without_rights(state, on.bb());
        }
        base.take_off(&mut child.sets, &mut state, !Self::US, on);
        state
    }
}

impl<const WHITE: bool, K: ChessKeys, F: FnMut(Move, &KeyedPosition<K>)> MoveSink
    for Children<'_, WHITE, K, F>
{
    #[inline]
    fn one(&mut self, mv: Move) {
        let Self { base, state, child, .. } = self;
        child.sets = base.sets;
        child.state = *state;
        if mv.is_castling() {
            child.lose_rights(base.sets[Self::OURS]);
            child.castle(Self::US, mv.from(), mv.to());
        } else {
            child.take_en_passant(Self::US, mv.from(), mv.to());
        }
        (self.visit)(mv, &self.child);
        self.child.mailbox = self.base.mailbox;
    }

    #[inline(always)]
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        match kind {
            PieceType::Pawn => {}
            PieceType::Knight => self.piece_moves(PieceType::Knight, from, targets),
            PieceType::Bishop => self.piece_moves(PieceType::Bishop, from, targets),
            PieceType::Rook => self.piece_moves(PieceType::Rook, from, targets),
            PieceType::Queen => self.piece_moves(PieceType::Queen, from, targets),
            PieceType::King => self.piece_moves(PieceType::King, from, targets),
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, delta: i8) {
        let pawn = Piece::new(Self::US, PieceType::Pawn);
        for to in targets {
            let from = to.before(delta);
            let both = from.bb() | to.bb();
            let captured = self.base.mailbox[to.index()];
            let mut state = self.state;
            if matches!(delta, 8 | -8 | 16 | -16) {
                self.child.sets = self.base.sets;
                self.child.sets[PieceType::Pawn.index()] ^= both;
            } else {
                state = Self::take_off(self.base, &mut self.child, state, to);
                let pawns = &mut self.child.sets[PieceType::Pawn.index()];
                *pawns = (*pawns ^ from.bb()) | to.bb();
            }
            state.halfmove_clock = 0;
            state.keys.move_piece(K::TABLES, pawn, (from, to));
            let Self { base, child, .. } = self;
            child.sets[Self::OURS] = base.sets[Self::OURS] ^ both;
            child.state = state;
            child.mailbox[from.index()] = None;
            child.mailbox[to.index()] = Some(pawn);
            if matches!(delta, 16 | -16) {
                child.offer_en_passant(Self::US, to);
            }
            (self.visit)(Move::new(from, to), &self.child);
            self.child.mailbox[to.index()] = captured;
            self.child.mailbox[from.index()] = Some(pawn);
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, delta: i8, pieces: Promotions) {
        for to in targets {
            let from = to.before(delta);
            for &kind in pieces.kinds() {
                let Self { base, state, child, .. } = self;
                child.sets = base.sets;
                child.state = *state;
                child.set_irreversible();
                if !matches!(delta, 8 | -8) {
                    child.lose_rights(to.bb());
                    child.capture(to);
                }
                child.promote(Self::US, kind, from, to);
                (self.visit)(Move::promotion(from, to, kind), &self.child);
                self.child.mailbox = self.base.mailbox;
            }
        }
    }
}
