//! The features of chess, in order, and the codes that their numbers allow.

use zobrist_keys::{Group, Ply, Schema};

/// Most pieces of one kind and colour that a position may have, rounded up to a power of two.
pub(super) const MAX_COUNT: usize = 16;

/// Features of the full key, in the order of [`SCHEMA`].
pub const FEATURES: usize = SCHEMA.features();

/// Features of the pawn key, in the order of [`PAWN_SCHEMA`].
pub const PAWN_FEATURES: usize = PAWN_SCHEMA.features();

/// Features of the material key: the first to the sixteenth of each of the twelve pieces.
pub const MATERIAL_FEATURES: usize = 12 * MAX_COUNT;

/// The full key: `64 · piece + square`, the rights of White and of Black (king side first), the
/// file of a legal en passant capture, Black to move.
///
/// ```
/// use movegen::keys::SCHEMA;
///
/// let code = SCHEMA.code();
/// assert_eq!((SCHEMA.features(), code.m(), code.t(), code.distance()), (781, 10, 6, 14));
/// ```
pub const SCHEMA: Schema = Schema::new(
    "chess",
    &[
        Group::new("piece on a square", 12 * 64),
        Group::new("right to castle", 4),
        Group::new("file of a legal en passant capture", 8),
        Group::SIDE_TO_MOVE,
    ],
    &[Ply::new("quiet move", 2), Ply::new("capture", 3)],
);

/// The pawn key: `48 · colour + square − 8`.
///
/// ```
/// use movegen::keys::PAWN_SCHEMA;
///
/// let code = PAWN_SCHEMA.code();
/// assert_eq!((PAWN_SCHEMA.features(), code.bits(), code.distance()), (96, 64, 22));
/// ```
pub const PAWN_SCHEMA: Schema = Schema::new(
    "pawns",
    &[Group::new("pawn on a square", 2 * 48)],
    &[Ply::new("pawn move", 2), Ply::new("pawn captures pawn", 3)],
);
