//! A board as SVG, for notebooks.

use std::fmt::Write;

use movegen::{File, Move, Position, Rank, Square};

/// The pieces "Chessnut" by Alexis Luengas (Apache License 2.0): groups with an `id`, a line each,
/// in squares of 40 units.
const SET: &str = include_str!("../../web/page/src/board/pieces.svg");

const SIDE: usize = 40;

/// The margin in which the names of files and ranks stand.
const MARGIN: usize = 16;

const LIGHT: &str = "#f0d9b5";
const DARK: &str = "#b58863";
const MOVED: &str = "#cdd26a";

/// Returns the board from White's side, with the squares of the last move marked.
pub(crate) fn board(position: &Position, last: Option<Move>) -> String {
    let width = 8 * SIDE + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {width}\" \
         width=\"{width}\" height=\"{width}\">\n<!-- Pieces: Chessnut by Alexis Luengas, copyright \
         2015, Apache License 2.0, https://github.com/LexLuengas/chessnut-pieces -->\n"
    );
    for square in Square::ALL {
        let (x, y) = corner(square);
        let is_light = (square.file().index() + square.rank().index()) % 2 == 1;
        let is_moved = last.is_some_and(|mv| [mv.from(), mv.to()].contains(&square));
        let fill = if is_moved {
            MOVED
        } else if is_light {
            LIGHT
        } else {
            DARK
        };
        let side = format!("width=\"{SIDE}\" height=\"{SIDE}\"");
        add(&mut svg, &format!("<rect x=\"{x}\" y=\"{y}\" {side} fill=\"{fill}\"/>"));
        if let Some(outline) = position.piece_at(square).and_then(outline) {
            add(&mut svg, &format!("<g transform=\"translate({x} {y})\">{outline}</g>"));
        }
    }
    let text = |x: usize, y: usize, letter: char| {
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"11\" \
             text-anchor=\"middle\">{letter}</text>"
        )
    };
    for file in File::ALL {
        let x = MARGIN + file.index() * SIDE + SIDE / 2;
        add(&mut svg, &text(x, width - 4, file.letter()));
    }
    for rank in Rank::ALL {
        let y = MARGIN + (7 - rank.index()) * SIDE + SIDE / 2 + 4;
        add(&mut svg, &text(MARGIN / 2, y, char::from(b'1' + rank.index() as u8)));
    }
    svg + "</svg>\n"
}

fn corner(square: Square) -> (usize, usize) {
    let (file, rank) = (square.file().index(), square.rank().index());
    (MARGIN + file * SIDE, MARGIN + (7 - rank) * SIDE)
}

/// Returns the group of a piece, without its `id`, which may stand on many boards of a page.
fn outline(piece: movegen::Piece) -> Option<&'static str> {
    let color = if piece.color() == movegen::Color::White { 'w' } else { 'b' };
    let id = format!("<g id=\"{color}{}\">", piece.letter().to_ascii_lowercase());
    SET.lines().find_map(|line| line.strip_prefix(id.as_str())?.strip_suffix("</g>"))
}

fn add(svg: &mut String, line: &str) {
    let _ = writeln!(svg, "{line}");
}
