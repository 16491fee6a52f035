//! The outlines of the pieces: "Chessnut" by Alexis Luengas (Apache License 2.0), as on the page.

use movegen::{Color, Piece};

/// The pieces as groups of SVG with an `id` each, a line each, in squares of 40 units.
const SET: &str = include_str!("../../../../../bindings/web/page/src/board/pieces.svg");

/// The credit that the licence of the set asks for.
pub(crate) const CREDIT: &str = "Pieces: Chessnut by Alexis Luengas, copyright 2015, \
    Apache License 2.0, https://github.com/LexLuengas/chessnut-pieces";

/// The side of the square in which a piece of the set is drawn.
pub(super) const SIDE: usize = 40;

/// Returns the `id` of a piece: `wk`, `bp`.
pub(super) fn id(piece: Piece) -> String {
    let color = if piece.color() == Color::White { 'w' } else { 'b' };
    format!("{color}{}", piece.letter().to_ascii_lowercase())
}

pub(super) fn definitions(is_wanted: impl Fn(&str) -> bool) -> String {
    let lines =
        SET.lines().filter_map(|line| Some((line.strip_prefix("<g id=\"")?.get(..2)?, line)));
    lines.filter(|(id, _)| is_wanted(id)).map(|(_, line)| format!("{line}\n")).collect()
}
