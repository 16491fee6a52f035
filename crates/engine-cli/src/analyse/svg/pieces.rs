//! The outlines of the pieces, drawn for this program.

use movegen::PieceType;

use super::SQUARE;

/// Paths of SVG in a square of 48 units, by kind. Inner lines are closed paths without an area.
const SHAPES: [&str; PieceType::ALL.len()] = [
    // Pawn: foot, body, collar, head.
    "M12 42h24v-4q-7 -4 -8 -12h3v-3h-4a7 7 0 1 0 -6 0h-4v3h3q-1 8 -8 12z",
    // Knight: foot, back, ear, forehead, muzzle, breast; the eye is a hole.
    "M12 42h25q2 -22 -10 -29l-2 -6l-4 5q-5 2 -7 8l-5 9q0 5 5 5l4 -3q4 0 7 -2q1 6 -6 9t-7 4z\
     M20.500 18.500a1.500 1.500 0 1 0 .01 0z",
    // Bishop: foot, body, mitre, ball; the cleft is a line.
    "M11 42h26v-4h-8q-1 -4 0 -8h3v-3h-2q6 -9 -4 -17a3 3 0 1 0 -4 0q-10 8 -4 17h-2v3h3q1 4 0 8h-8z\
     M25 15l-3 7z",
    // Rook: foot, tower, three merlons.
    "M11 42h26v-4h-3l-2 -16h3v-13h-5v4h-4v-4h-4v4h-4v-4h-5v13h3l-2 16h-3zM16 22h16z",
    // Queen: foot, skirt, five points.
    "M11 42h26v-4h-2l1 -6l6 -17l-8 8\
     l-3 -13l-5 12l-2 -14l-2 14l-5 -12l-3 13l-8 -8l6 17l1 6h-2zM12 32h24z",
    // King: foot, robe, cross.
    "M11 42h26v-4h-2l1 -5q10 -9 2 -15q-7 -3 -12 4v-9h4v-4h-4v-4h-4v4h-4v4h4v9q-5 -7 -12 -4\
     q-8 6 2 15l1 5h-2zM12 33h24z",
];

const _: () = assert!(SQUARE == 48);

/// Returns the outline of a piece.
pub(super) fn shape(kind: PieceType) -> &'static str {
    SHAPES[kind.index()]
}
