//! The features of a chess position, and the keys made of them.
//!
//! | key | features | for |
//! |---|---|---|
//! | full | 781, see [`SCHEMA`] | transposition tables, repetition |
//! | pawn | 96, see [`PAWN_SCHEMA`] | pawn tables |
//! | non-pawn, by colour | everything but pawns on squares | correction histories |
//! | minor | knights, bishops and kings on squares | correction histories |
//! | material | the n-th piece of each kind | a table of material in an evaluation |
//!
//! The constants of the full and the pawn key come from BCH codes, so that positions which differ
//! in few features never share a key: see [`SCHEMA`], [`BchKeys`] and the crate zobrist-keys.
//! Another choice is a type parameter of [`KeyedPosition`](crate::KeyedPosition).
//!
//! En passant enters the full key only while a capture is legal, so that positions with the same
//! moves have the same key. Two orders of moves that lead to one position therefore lead to one key
//! (an example of Rival's page on transposition tables; the lines meet after Black's second move):
//!
//! ```
//! use movegen::Position;
//!
//! let after = |moves: &[&str]| {
//!     moves.iter().fold(Position::startpos(), |position, text| {
//!         position.make(position.parse_uci(text).unwrap())
//!     })
//! };
//! let first = ["e2e4", "d7d5", "b1c3", "f7f5"];
//! let second = ["e2e4", "f7f5", "b1c3", "d7d5"];
//! assert_ne!(after(&first[..3]).key(), after(&second[..3]).key());
//! assert_eq!(after(&first).key(), after(&second).key());
//! ```

mod choices;
mod schema;
mod tables;

use core::fmt::Debug;

use zobrist_keys::Key;

use crate::{CastlingSide, Color, File, Piece, PieceType, Square};

pub use choices::{AdditiveKeys, BchKeys, DefaultKeys, WideZobristKeys, ZobristKeys};
pub use schema::{FEATURES, MATERIAL_FEATURES, PAWN_FEATURES, PAWN_SCHEMA, SCHEMA};
pub use tables::KeyTables;

/// Returns the numbers that PolyGlot's keys are sums of, in the order of the format: 768
/// piece-squares, 4 castling rights, 8 en passant files, White to move. They are data, as the
/// format's author published them (Fabien Letouzey, 2007), the same in every program that reads
/// such books.
#[must_use]
pub const fn polyglot_numbers() -> &'static [u64; 781] {
    static NUMBERS: [u64; 781] = include!("keys/polyglot_numbers.txt");
    &NUMBERS
}

/// A choice of keys for chess: the group and its constants.
///
/// Implementors are empty types; a [`KeyedPosition`](crate::KeyedPosition) takes one as its
/// parameter.
pub trait ChessKeys: Copy + Debug + Send + Sync + 'static {
    /// The group that the keys belong to.
    type Key: Key;
    /// The constants.
    const TABLES: &'static KeyTables<Self::Key>;
}

/// All keys of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Keys<G> {
    /// The whole position.
    pub full: G,
    /// Pieces other than pawns, by colour.
    pub non_pawn: [G; 2],
    /// Knights, bishops and kings.
    pub minor: G,
    /// Pawns only.
    pub pawn: G,
    /// The numbers of each piece.
    pub material: G,
}

/// Which keys besides the full one a piece enters, as masks of all ones: the non-pawn keys of White
/// and of Black, minor, pawn.
const ENTERED: [[u64; 4]; 12] = {
    let mut entered = [[0; 4]; 12];
    let mut i = 0;
    while i < 12 {
        let (color, kind) = (i / 6, PieceType::ALL[i % 6]);
        match kind {
            PieceType::Pawn => entered[i][3] = !0,
            _ => entered[i][color] = !0,
        }
        if matches!(kind, PieceType::Knight | PieceType::Bishop | PieceType::King) {
            entered[i][2] = !0;
        }
        i += 1;
    }
    entered
};

impl<G: Key> Keys<G> {
    /// Adds a change of a piece's features: their sum in the constants of the full key, and in
    /// those of the pawn key. There is no branch on the kind of piece, which would often be
    /// mispredicted.
    #[inline(always)]
    fn change(&mut self, piece: Piece, full: G, pawn: G) {
        let [white, black, minor, of_pawn] = ENTERED[piece.index()];
        self.full = self.full.insert(full);
        self.non_pawn[0] = self.non_pawn[0].insert(full.masked(white));
        self.non_pawn[1] = self.non_pawn[1].insert(full.masked(black));
        self.minor = self.minor.insert(full.masked(minor));
        self.pawn = self.pawn.insert(pawn.masked(of_pawn));
    }

    #[inline(always)]
    pub(crate) fn insert_piece(&mut self, tables: &KeyTables<G>, piece: Piece, on: Square) {
        let pawn = tables.pawn[piece.color().index()][on.index()];
        self.change(piece, tables.piece_square[piece.index()][on.index()], pawn);
    }

    #[inline(always)]
    pub(crate) fn remove_piece(&mut self, tables: &KeyTables<G>, piece: Piece, on: Square) {
        let pawn = tables.pawn[piece.color().index()][on.index()];
        let full = tables.piece_square[piece.index()][on.index()];
        self.change(piece, G::ZERO.remove(full), G::ZERO.remove(pawn));
    }

    /// Sets these keys to `before` with a piece inserted. Keys that the piece does not enter must
    /// be equal already: they are not written.
    #[inline(always)]
    pub(crate) fn set_inserted(
        &mut self,
        before: &Self,
        tables: &KeyTables<G>,
        piece: Piece,
        on: Square,
    ) {
        let full = tables.piece_square[piece.index()][on.index()];
        let [white, black, minor, of_pawn] = ENTERED[piece.index()];
        self.full = before.full.insert(full);
        if white != 0 {
            self.non_pawn[0] = before.non_pawn[0].insert(full);
        }
        if black != 0 {
            self.non_pawn[1] = before.non_pawn[1].insert(full);
        }
        if minor != 0 {
            self.minor = before.minor.insert(full);
        }
        if of_pawn != 0 {
            self.pawn = before.pawn.insert(tables.pawn[piece.color().index()][on.index()]);
        }
    }

    /// A piece goes from one square to another: removal and insertion in one step.
    #[inline]
    pub(crate) fn move_piece(
        &mut self,
        tables: &KeyTables<G>,
        piece: Piece,
        (from, to): (Square, Square),
    ) {
        let difference = |row: &[G; 64]| row[to.index()].remove(row[from.index()]);
        let pawn = difference(&tables.pawn[piece.color().index()]);
        self.change(piece, difference(&tables.piece_square[piece.index()]), pawn);
    }

    /// A piece joins `before` of its kind.
    #[inline]
    pub(crate) fn insert_material(&mut self, tables: &KeyTables<G>, piece: Piece, before: u32) {
        let key = tables.material[piece.index()][before as usize % schema::MAX_COUNT];
        self.material = self.material.insert(key);
    }

    /// A piece is gone and leaves `after` of its kind.
    #[inline]
    pub(crate) fn remove_material(&mut self, tables: &KeyTables<G>, piece: Piece, after: u32) {
        let key = tables.material[piece.index()][after as usize % schema::MAX_COUNT];
        self.material = self.material.remove(key);
    }

    /// The turn passes to `side`.
    #[inline]
    pub(crate) fn turn(&mut self, tables: &KeyTables<G>, side: Color) {
        self.full = match side {
            Color::White => self.full.remove(tables.black_to_move),
            Color::Black => self.full.insert(tables.black_to_move),
        };
    }

    pub(crate) fn insert_right(&mut self, tables: &KeyTables<G>, color: Color, side: CastlingSide) {
        self.full = self.full.insert(tables.castling[color.index()][side as usize]);
    }

    #[inline]
    pub(crate) fn remove_right(&mut self, tables: &KeyTables<G>, color: Color, side: CastlingSide) {
        self.full = self.full.remove(tables.castling[color.index()][side as usize]);
    }

    /// A legal en passant capture appears.
    #[inline]
    pub(crate) fn insert_en_passant(&mut self, tables: &KeyTables<G>, file: File) {
        self.full = self.full.insert(tables.en_passant[file.index()]);
    }

    /// The chance to capture en passant is over.
    #[inline]
    pub(crate) fn remove_en_passant(&mut self, tables: &KeyTables<G>, file: File) {
        self.full = self.full.remove(tables.en_passant[file.index()]);
    }
}
