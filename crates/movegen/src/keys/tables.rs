//! The constants of every feature, where the hot path finds them.

use super::schema::{FEATURES, MATERIAL_FEATURES, MAX_COUNT, PAWN_FEATURES};

/// The constants of every feature.
#[derive(Clone, Debug)]
pub struct KeyTables<G> {
    /// By [`Piece::index`](crate::Piece::index) and square.
    pub(super) piece_square: [[G; 64]; 12],
    /// By colour and [`CastlingSide`](crate::CastlingSide).
    pub(super) castling: [[G; 2]; 2],
    /// By file.
    pub(super) en_passant: [G; 8],
    /// One key serves for the side to move: only the difference of two would matter.
    pub(super) black_to_move: G,
    /// By colour and square, for the pawn key.
    pub(super) pawn: [[G; 64]; 2],
    /// By [`Piece::index`](crate::Piece::index) and how many of that piece were there before.
    pub(super) material: [[G; MAX_COUNT]; 12],
}

impl<G: Copy> KeyTables<G> {
    /// Tables of constants given in the order of [`SCHEMA`](super::SCHEMA),
    /// [`PAWN_SCHEMA`](super::PAWN_SCHEMA), and piece by piece for the material.
    #[must_use]
    pub const fn new(
        full: &[G; FEATURES],
        pawn: &[G; PAWN_FEATURES],
        material: &[G; MATERIAL_FEATURES],
    ) -> Self {
        let mut tables = Self {
            piece_square: [[full[0]; 64]; 12],
            castling: [[full[768], full[769]], [full[770], full[771]]],
            en_passant: [full[772]; 8],
            black_to_move: full[780],
            // No pawn stands on the first or last rank: what is there is never read.
            pawn: [[pawn[0]; 64]; 2],
            material: [[material[0]; MAX_COUNT]; 12],
        };
        let mut i = 0;
        while i < 768 {
            tables.piece_square[i / 64][i % 64] = full[i];
            i += 1;
        }
        let mut file = 0;
        while file < 8 {
            tables.en_passant[file] = full[772 + file];
            file += 1;
        }
        let mut i = 0;
        while i < PAWN_FEATURES {
            tables.pawn[i / 48][8 + i % 48] = pawn[i];
            i += 1;
        }
        let mut i = 0;
        while i < MATERIAL_FEATURES {
            tables.material[i / MAX_COUNT][i % MAX_COUNT] = material[i];
            i += 1;
        }
        tables
    }
}
