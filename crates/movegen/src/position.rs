//! A position: the board, the side to move, the rights, the clocks and the keys.

mod captures;
mod changes;
mod checks;
mod keys;
mod legality;
mod make;
mod repetition;
mod validate;

use core::hash::{Hash, Hasher};

use zobrist_keys::Key;

pub use changes::Changes;
pub use checks::Checks;
pub use legality::Legality;
pub(crate) use legality::{Castler, en_passant_capturers};
pub use repetition::KeyHistory;
pub(crate) use validate::Fault;

use crate::keys::{ChessKeys, DefaultKeys, KeyTables, Keys};
use crate::{Bitboard, CastlingSide, Color, Piece, PieceType, Square, attacks};

/// A legal position of chess or Chess960, with all keys kept.
///
/// Three cache lines: sets, mailbox, keys and the rest. With 64-bit keys:
///
/// ```text
/// line 0   pieces by kind 6 × 8 B | pieces by colour 2 × 8 B
/// line 1   mailbox 64 × 1 B
/// line 2   keys 6 × 8 B | castling rooks 8 B | clocks 2 × 2 B | en passant 1 B | side 1 B
/// ```
///
/// A move makes a new position (copy-make): [`KeyedPosition::make_into`] builds the child in place,
/// so that a search keeps a stack of positions and never takes a move back. The keys of earlier
/// positions, for repetitions, are kept by a [`KeyHistory`]. [`Position`] is the usual choice of
/// keys.
///
/// ```
/// use movegen::{Color, PieceType, Position, Square};
///
/// let position = Position::startpos();
/// assert_eq!(position.king(Color::White), Square::E1);
/// assert_eq!(position.pieces(PieceType::Knight).count(), 4);
/// assert_eq!(position.colored(Color::Black, PieceType::Queen), Square::D8.bb());
/// assert_eq!(position.piece_at(Square::A1).map(|piece| piece.letter()), Some('R'));
/// assert!(!position.in_check() && position.en_passant().is_none());
/// ```
#[repr(C, align(64))]
pub struct KeyedPosition<K: ChessKeys = DefaultKeys> {
    // Visible in the crate for `fast/children.rs`, which builds children in place.
    /// Six kinds, then two colours.
    pub(crate) sets: [Bitboard; 8],
    pub(crate) mailbox: [Option<Piece>; 64],
    pub(crate) state: State<K::Key>,
}

#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct State<G> {
    pub(crate) keys: Keys<G>,
    pub(crate) castling: Bitboard,
    /// Plies since the last capture or pawn move.
    pub(crate) halfmove_clock: u16,
    /// Counts from 1 and goes up after Black's move.
    fullmove_number: u16,
    /// The square behind a pawn that may be captured en passant, legally.
    en_passant: EnPassant,
    side_to_move: Color,
}

impl<G: Key> State<G> {
    /// The turn, the clocks and the end of any en passant chance.
    #[inline]
    pub(crate) fn pass_turn(&mut self, tables: &KeyTables<G>) {
        if let Some(square) = self.en_passant.square() {
            self.keys.remove_en_passant(tables, square.file());
        }
        self.en_passant = EnPassant::NONE;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        let black_moved = u16::from(self.side_to_move == Color::Black);
        self.fullmove_number = self.fullmove_number.saturating_add(black_moved);
        self.side_to_move = !self.side_to_move;
        self.keys.turn(tables, self.side_to_move);
    }
}

/// A position with the default keys.
pub type Position = KeyedPosition<DefaultKeys>;

const _: () = assert!(size_of::<Position>() == 192, "a position is three cache lines");

/// The square that a pawn has just passed, in one byte: below 64 if a capture there is legal, with
/// bit 7 set if none is, 64 if there is no such square.
#[derive(Clone, Copy)]
struct EnPassant(u8);

impl EnPassant {
    const NONE: Self = Self(64);
    const IDLE: u8 = 128;

    #[inline]
    const fn new(square: Square, legal: bool) -> Self {
        Self(square.index() as u8 | if legal { 0 } else { Self::IDLE })
    }

    /// The square, if a capture there is legal.
    #[inline]
    const fn square(self) -> Option<Square> {
        Square::try_from_index(self.0 as usize)
    }

    /// The square, legal capture or not.
    const fn passed(self) -> Option<Square> {
        Square::try_from_index((self.0 & !Self::IDLE) as usize)
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// A board without pieces, for the reader of FEN to place them on.
    pub(crate) fn empty() -> Self {
        Self {
            sets: [Bitboard::EMPTY; 8],
            mailbox: [None; 64],
            state: State {
                keys: Keys::default(),
                castling: Bitboard::EMPTY,
                halfmove_clock: 0,
                fullmove_number: 1,
                en_passant: EnPassant::NONE,
                side_to_move: Color::White,
            },
        }
    }

    /// Returns whose turn it is.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.state.side_to_move
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// Returns the pieces of a kind, both colours.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, kind: PieceType) -> Bitboard {
        self.sets[kind.index()]
    }

    /// Returns the pieces of a colour.
    #[inline]
    #[must_use]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.sets[6 + color.index()]
    }

    /// Returns the pieces of a colour and kind.
    #[inline]
    #[must_use]
    pub fn colored(&self, color: Color, kind: PieceType) -> Bitboard {
        self.color(color) & self.pieces(kind)
    }

    /// Returns the squares with a piece on them.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.sets[6] | self.sets[7]
    }

    /// Returns the square of a colour's king.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        Square::masked(self.colored(color, PieceType::King).0.trailing_zeros())
    }

    /// Returns the square behind a pawn that can be captured en passant, if such a capture is
    /// legal.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.state.en_passant.square()
    }

    /// The square that a pawn has just passed with a double step, whether or not it can be
    /// captured.
    pub(crate) const fn passed_square(&self) -> Option<Square> {
        self.state.en_passant.passed()
    }

    /// Returns the plies since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u32 {
        self.state.halfmove_clock as u32
    }

    /// Returns the number of the move, from 1; it goes up after Black's.
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
        self.state.fullmove_number as u32
    }

    /// Returns the rooks of both colours that may still castle.
    #[inline]
    #[must_use]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.state.castling
    }

    /// Returns the rook of `color` that may still castle on `side`, if there is one.
    ///
    /// ```
    /// use movegen::{CastlingSide, Color, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/1R2K3 w B -")?;
    /// let rook = |side| position.castling_rook(Color::White, side);
    /// assert_eq!(rook(CastlingSide::QueenSide), Some(Square::B1));
    /// assert_eq!(rook(CastlingSide::KingSide), None);
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        (self.state.castling & self.color(color))
            .into_iter()
            .find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// Returns the key of the whole position.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.state.keys.full.to_u64()
    }

    /// Returns the key of the pawns.
    #[inline]
    #[must_use]
    pub fn pawn_key(&self) -> u64 {
        self.state.keys.pawn.to_u64()
    }

    /// Returns the key of a colour's pieces without its pawns.
    #[inline]
    #[must_use]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.state.keys.non_pawn[color.index()].to_u64()
    }

    /// Returns the key of knights, bishops and kings.
    #[inline]
    #[must_use]
    pub fn minor_key(&self) -> u64 {
        self.state.keys.minor.to_u64()
    }

    /// Returns the key of how many pieces of each kind there are. It is meant for a table of
    /// material, in which an evaluation keeps what follows from the pieces alone: imbalance, and
    /// how far an ending scales.
    #[inline]
    #[must_use]
    pub fn material_key(&self) -> u64 {
        self.state.keys.material.to_u64()
    }

    /// Returns all keys as elements of their group.
    #[inline]
    #[must_use]
    pub const fn keys(&self) -> &Keys<K::Key> {
        &self.state.keys
    }

    /// Returns whether `color` has a knight, bishop, rook or queen.
    #[inline]
    #[must_use]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let slow = self.pieces(PieceType::Pawn) | self.pieces(PieceType::King);
        (self.color(color) & !slow).any()
    }

    /// Returns whether neither side can mate by any sequence of legal moves, judged by material:
    /// bare kings, one minor piece, or bishops that are all on one colour of squares.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let bishop = Position::from_fen("4k3/8/8/8/8/8/8/3BK3 w - -")?;
    /// assert!(bishop.is_insufficient_material());
    /// let both = Position::from_fen("4k3/8/8/8/8/8/8/2NBK3 w - -")?;
    /// assert!(!both.is_insufficient_material());
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, ..] = self.sets;
        if (pawns | rooks | queens).any() {
            return false;
        }
        if !(knights | bishops).has_many() {
            return true;
        }
        knights.is_empty()
            && ((bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty())
    }

    /// Returns the pieces of both colours that attack a square, with `occupied` in the way.
    ///
    /// ```
    /// use movegen::{Position, Square};
    ///
    /// let position = Position::startpos();
    /// let attackers = position.attackers_to(Square::F3, position.occupied());
    /// assert_eq!(attackers, Square::E2.bb() | Square::G2.bb() | Square::G1.bb());
    /// ```
    #[inline]
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attackers_to(&self.sets, square, occupied)
    }

    /// Returns whether a piece of `by` attacks a square, with `occupied` in the way.
    #[inline]
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings, ..] = self.sets;
        let leapers = attacks::pawn(!by, square) & pawns
            | attacks::knight(square) & knights
            | attacks::king(square) & kings;
        (leapers & self.color(by)).any()
            || (attacks::bishop(square, occupied) & (bishops | queens) & self.color(by)).any()
            || (attacks::rook(square, occupied) & (rooks | queens) & self.color(by)).any()
    }
}

/// Returns the pieces of both colours that attack a square, with `occupied` in the way.
#[inline]
pub(crate) fn attackers_to(sets: &[Bitboard; 8], square: Square, occupied: Bitboard) -> Bitboard {
    let [pawns, knights, bishops, rooks, queens, kings, white, black] = *sets;
    attacks::pawn(Color::Black, square) & pawns & white
        | attacks::pawn(Color::White, square) & pawns & black
        | attacks::knight(square) & knights
        | attacks::king(square) & kings
        | attacks::bishop(square, occupied) & (bishops | queens)
        | attacks::rook(square, occupied) & (rooks | queens)
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns whether this is the same position in the sense of the rule on repetition (FIDE Laws
    /// of Chess, article 9.2.3): the same pieces on the same squares, the same side to move, the
    /// same rights to castle, and the same legal capture en passant or none. The clocks may differ;
    /// `==` compares them too.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let late = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 40 99")?;
    /// let early = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let moved = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1")?;
    /// assert!(late.same_position(&early) && late != early);
    /// assert!(!early.same_position(&moved), "the right to castle is gone");
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn same_position(&self, other: &Self) -> bool {
        self.mailbox == other.mailbox
            && self.state.castling == other.state.castling
            && self.en_passant() == other.en_passant()
            && self.state.side_to_move == other.state.side_to_move
    }
}

impl<K: ChessKeys> Clone for KeyedPosition<K> {
    #[inline]
    fn clone(&self) -> Self {
        Self { ..*self }
    }

    /// Copies field by field. The derived method builds a copy elsewhere first and then reads it
    /// across the borders of its own stores, which stalls the processor.
    #[inline(always)]
    fn clone_from(&mut self, source: &Self) {
        self.sets = source.sets;
        self.mailbox = source.mailbox;
        self.state = source.state;
    }
}

/// Everything that the rules know: the board, side, rights, en passant and clocks.
impl<K: ChessKeys> PartialEq for KeyedPosition<K> {
    fn eq(&self, other: &Self) -> bool {
        self.same_position(other)
            && self.state.halfmove_clock == other.state.halfmove_clock
            && self.state.fullmove_number == other.state.fullmove_number
    }
}

impl<K: ChessKeys> Eq for KeyedPosition<K> {}

/// The full key alone, so that positions which differ in their clocks have the same hash.
///
/// ```
/// use std::collections::HashMap;
///
/// use movegen::Position;
///
/// let mut names = HashMap::from([(Position::startpos(), "the start")]);
/// let position = Position::startpos();
/// assert_eq!(names.get(&position), Some(&"the start"));
/// names.insert(position.make(position.parse_san("e4")?), "king's pawn");
/// assert_eq!(names.len(), 2);
/// # Ok::<(), movegen::MoveError>(())
/// ```
impl<K: ChessKeys> Hash for KeyedPosition<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}
