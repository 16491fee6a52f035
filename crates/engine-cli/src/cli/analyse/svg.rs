//! An analysis as a picture: board, arrow, evaluation bar and lines, as an SVG document that needs
//! no fonts for its pieces and fits a light and a dark page.

use std::fmt::Write as _;

use movegen::{Color, File, Move, Piece, Position, Rank, Square};

use crate::cli::analyse::findings::Findings;
use crate::cli::analyse::text::{LineText, score};
use crate::io::board::arrival;

/// The outlines of the pieces, "Chessnut" by Alexis Luengas (Apache License 2.0), as on the page:
/// groups of SVG with an `id` each, a line each, in squares of 40 units.
const PIECES: &str = include_str!("../../../../bindings/web/page/src/board/pieces.svg");

/// The credit that the licence of the set asks for.
pub(crate) const CREDIT: &str = "Pieces: Chessnut by Alexis Luengas, copyright 2015, \
    Apache License 2.0, https://github.com/LexLuengas/chessnut-pieces";

/// The side of the square in which a piece of the set is drawn.
const PIECE_SIDE: usize = 40;

const SQUARE: usize = 48;

/// The width of the margin around the board, which holds the names of ranks and files.
const MARGIN: usize = 24;

const BAR: usize = 16;

const ROW: usize = 22;

/// The advance of a character in a monospaced font of the text's size, rounded up.
const ADVANCE: usize = 9;

const CHARACTERS: usize = 88;

const BOARD: usize = 8 * SQUARE;

/// Colours for a light page and for a dark one. Board, pieces and bar have the same in both.
const SHEET: &str = "\
.page{fill:#fbfaf7;stroke:#d5d0c4}.text{fill:#24292f}.faint{fill:#5f6871}
text{font:14px ui-monospace,Menlo,Consolas,monospace;white-space:pre}.best{font-weight:bold}
.light{fill:#e3d3b4}.dark{fill:#a97c55}
.whites{fill:#f4f4f4}.blacks{fill:#3c3c3c}.frame{fill:none;stroke:#808080}
.arrow{fill:#15781b;fill-opacity:.72}
@media(prefers-color-scheme:dark){
.page{fill:#161b22;stroke:#3d444d}.text{fill:#e6edf3}.faint{fill:#9aa4ae}}";

/// Draws the findings about `root`. The picture shows no times: a search by depth or nodes gives
/// the same picture again.
pub(crate) fn draw(root: &Position, findings: &Findings) -> String {
    let width = 2 * MARGIN + CHARACTERS * ADVANCE;
    let words = words(root, findings);
    let top = MARGIN + BOARD + 2 * MARGIN;
    let height = top + findings.lines.len() * ROW + MARGIN / 2;
    let mut svg = String::new();
    let mut add = |text: &str| {
        svg.push_str(text);
        svg.push('\n');
    };
    add(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" xml:space=\"preserve\">"
    ));
    add(&format!("<title>{}</title>", escaped(&words.join(", "))));
    add(&format!("<style>{}</style>", escaped(SHEET)));
    let (right, bottom) = (width - 1, height - 1);
    add(&format!(
        "<rect class=\"page\" x=\".5\" y=\".5\" width=\"{right}\" height=\"{bottom}\" rx=\"8\"/>"
    ));
    add(&format!("<metadata>{CREDIT}</metadata>"));
    let on_board: Vec<String> = occupants(root).map(|(piece, _)| id_of(piece)).collect();
    add(&definitions(|id| on_board.iter().any(|own| own == id)));
    let arrows: Vec<_> = findings.best().map(|mv| (mv, "arrow")).into_iter().collect();
    add(&format!("<g transform=\"translate({MARGIN} {MARGIN})\">{}</g>", board(root, &arrows)));
    add(&bar(root, findings));
    let beside = MARGIN + BOARD + BAR + 2 * MARGIN;
    for (row, word) in words.iter().enumerate() {
        let class = if row == 0 { "text best" } else { "text" };
        add(&text(beside, MARGIN + 16 + row * ROW, class, word));
    }
    for (row, line) in findings.lines.iter().enumerate() {
        let class = if row == 0 { "text best" } else { "text" };
        let words = LineText::new(line, root).row(CHARACTERS);
        add(&text(MARGIN, top + 14 + row * ROW, class, &words));
    }
    add("</svg>");
    svg
}

/// Returns the rows of text beside the board.
fn words(root: &Position, findings: &Findings) -> Vec<String> {
    let side = root.side_to_move();
    let name = if side == Color::White { "White" } else { "Black" };
    let best = match findings.best() {
        Some(mv) => format!("{name} to move: {}", root.san(mv)),
        None if root.in_check() => format!("{name} is checkmated"),
        None => format!("{name} is stalemated"),
    };
    let mut words = vec![best];
    if let Some(line) = findings.lines.first() {
        let chances = findings.white_chances(root);
        let percent = |per_mille: u32| format!("{}.{} %", per_mille / 10, per_mille % 10);
        words.push(format!("score   {}", score(line.score, side)));
        words.push(format!("depth   {}/{}", line.depth, line.sel_depth));
        words.push(format!("nodes   {}", findings.nodes));
        words.push(format!("1-0     {}", percent(chances.win)));
        words.push(format!("draw    {}", percent(chances.draw)));
        words.push(format!("0-1     {}", percent(chances.loss)));
    }
    words.push(String::new());
    words.extend(root.to_fen().replacen(' ', "\n", 1).lines().flat_map(folded));
    words
}

const BESIDE: usize = CHARACTERS - (BOARD + BAR + MARGIN) / ADVANCE - 2;

/// Splits a part of a FEN into rows that fit beside the board, broken at its slashes.
fn folded(text: &str) -> Vec<String> {
    let mut rows = vec![String::new()];
    for part in text.split_inclusive('/') {
        let row = rows.last_mut().expect("there is a row");
        if !row.is_empty() && row.len() + part.len() > BESIDE {
            rows.push(part.to_owned());
        } else {
            row.push_str(part);
        }
    }
    rows
}

/// Returns the definitions of the empty board, and of the pieces that are wanted, for [`board`].
pub(crate) fn definitions(is_wanted: impl Fn(&str) -> bool) -> String {
    let mut squares = String::new();
    for square in Square::ALL.into_iter().filter(|square| !is_light(*square)) {
        let (x, y) = corner(square);
        write!(squares, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z").expect("a string takes all text");
    }
    let mut names = String::new();
    for (index, (file, rank)) in File::ALL.into_iter().zip(Rank::ALL).enumerate() {
        let middle = index * SQUARE + SQUARE / 2;
        names += &text(middle - 4, BOARD + 16, "faint", &file.letter().to_string());
        let (y, rank) = (BOARD - middle + 5, rank.index() + 1);
        names += &format!("<text class=\"faint\" x=\"-16\" y=\"{y}\">{rank}</text>");
    }
    format!(
        "<defs>\n<g id=\"board\"><rect class=\"light\" width=\"{BOARD}\" height=\"{BOARD}\"/>\
         <path class=\"dark\" d=\"{squares}\"/>{names}</g>\n{}</defs>",
        pieces(is_wanted)
    )
}

/// Draws a board with its pieces and arrows, each a move and the classes of its colour. It refers
/// to [`definitions`] in the same document; its upper left corner is the origin.
pub(crate) fn board(position: &Position, arrows: &[(Move, &str)]) -> String {
    const SCALE: f64 = SQUARE as f64 / PIECE_SIDE as f64;
    let mut svg = "<use href=\"#board\"/>".to_owned();
    for (piece, square) in occupants(position) {
        let (x, y) = corner(square);
        svg += &format!(
            "\n<use href=\"#{}\" transform=\"translate({x} {y}) scale({SCALE})\"/>",
            id_of(piece)
        );
    }
    for &(mv, class) in arrows {
        svg += &arrow(mv.from(), arrival(position, mv), class);
    }
    svg
}

fn occupants(position: &Position) -> impl Iterator<Item = (Piece, Square)> {
    Square::ALL.into_iter().filter_map(|square| Some((position.piece_at(square)?, square)))
}

fn is_light(square: Square) -> bool {
    (square.file().index() + square.rank().index()) % 2 == 1
}

fn corner(square: Square) -> (usize, usize) {
    (square.file().index() * SQUARE, (7 - square.rank().index()) * SQUARE)
}

/// Draws an arrow between the middles of two squares, along the x axis and then turned.
fn arrow(from: Square, to: Square, class: &str) -> String {
    const HALF_SHAFT: f64 = 5.0;
    const HALF_HEAD: f64 = 13.0;
    const HEAD: f64 = 22.0;
    let middle = |square| {
        let (x, y) = corner(square);
        ((x + SQUARE / 2) as f64, (y + SQUARE / 2) as f64)
    };
    let ((x, y), (end_x, end_y)) = (middle(from), middle(to));
    let length = (end_x - x).hypot(end_y - y);
    let angle = (end_y - y).atan2(end_x - x).to_degrees();
    let neck = length - HEAD;
    format!(
        "<path class=\"{class}\" transform=\"translate({x} {y}) rotate({angle:.2})\" \
         d=\"M0 -{HALF_SHAFT}H{neck:.2}V-{HALF_HEAD}L{length:.2} 0L{neck:.2} {HALF_HEAD}\
         V{HALF_SHAFT}H0z\"/>"
    )
}

/// Draws White's expected result, a draw counted half, from below.
fn bar(root: &Position, findings: &Findings) -> String {
    let chances = findings.white_chances(root);
    let white = (2 * chances.win + chances.draw) as usize * BOARD / 2_000;
    let (x, black) = (MARGIN + BOARD + MARGIN / 2, BOARD - white);
    let y = MARGIN + black;
    format!(
        "<rect class=\"blacks\" x=\"{x}\" y=\"{MARGIN}\" width=\"{BAR}\" height=\"{black}\"/>\n\
         <rect class=\"whites\" x=\"{x}\" y=\"{y}\" width=\"{BAR}\" height=\"{white}\"/>\n\
         <rect class=\"frame\" x=\"{x}\" y=\"{MARGIN}\" width=\"{BAR}\" height=\"{BOARD}\"/>"
    )
}

fn text(x: usize, y: usize, class: &str, words: &str) -> String {
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(words))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns the `id` of a piece: `wk`, `bp`.
fn id_of(piece: Piece) -> String {
    let color = if piece.color() == Color::White { 'w' } else { 'b' };
    format!("{color}{}", piece.letter().to_ascii_lowercase())
}

fn pieces(is_wanted: impl Fn(&str) -> bool) -> String {
    let lines =
        PIECES.lines().filter_map(|line| Some((line.strip_prefix("<g id=\"")?.get(..2)?, line)));
    lines.filter(|(id, _)| is_wanted(id)).map(|(_, line)| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use roxmltree::{Document, Node};
    use search::{Info, RootScore};
    use tt_core::Bound;

    use super::*;
    use crate::cli::analyse::findings::Variation;

    #[test]
    fn everything_has_its_place() {
        let root = Position::from_fen("7k/8/8/8/8/8/8/K5R1 w - - 0 1").expect("legal");
        let best = [root.parse_san("Rg5").expect("legal")];
        let line = Variation::new(&Info::new(RootScore::new(31_990, Bound::Exact), &best), &root);
        let lines = vec![line.clone(), line.clone(), line];
        let svg = draw(&root, &Findings { lines, ..Findings::default() });
        let picture = Document::parse(&svg).expect("XML");
        let number = |node: &Node<'_, '_>, name| -> usize {
            node.attribute(name).expect(name).parse().expect("a number")
        };
        let pieces: Vec<_> = picture
            .descendants()
            .filter(|node| node.attribute("href").is_some_and(|href| href != "#board"))
            .map(|node| (node.attribute("href"), node.attribute("transform")))
            .collect();
        let place = |x, y| Some(format!("translate({x} {y}) scale(1.2)"));
        let expected = [("#wk", place(0, 336)), ("#wr", place(288, 336)), ("#bk", place(336, 0))];
        let expected = expected.iter().map(|(piece, place)| (Some(*piece), place.as_deref()));
        assert!(pieces.iter().copied().eq(expected), "{pieces:?}");
        let page = picture.descendants().find(|it| it.attribute("class") == Some("page"));
        let page = page.expect("a page");
        for side in ["width", "height"] {
            assert_eq!(number(&page, side) + 1, number(&picture.root_element(), side));
        }
        // Rows follow each other, beside the board and below it.
        let rows = |x: usize| -> Vec<usize> {
            let texts = picture.root_element().children().filter(|it| it.has_tag_name("text"));
            texts.filter(|it| number(it, "x") == x).map(|it| number(&it, "y")).collect()
        };
        let below: Vec<usize> = (0..3).map(|row| 3 * MARGIN + BOARD + 14 + row * ROW).collect();
        assert_eq!(rows(MARGIN), below);
        assert!((ROW / 2..2 * ROW).contains(&(number(&page, "height") - below[2])), "a last row");
        let beside = rows(MARGIN + BOARD + BAR + 2 * MARGIN);
        let steps = beside.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(beside.len() > 6 && steps.into_iter().all(|step| step == ROW), "{beside:?}");
        let texts = picture.root_element().children().filter(|it| it.has_tag_name("text"));
        let words: Vec<_> = texts.clone().map(|it| it.text().unwrap_or_default()).collect();
        let fen = words.iter().position(|text| text.starts_with("7k/")).expect("a FEN");
        assert_eq!(words[fen - 1], "", "a blank row before the FEN");
        let classes: Vec<_> = texts.filter_map(|it| it.attribute("class")).collect();
        let (words, lines) = classes.split_at(beside.len());
        for part in [words, lines] {
            assert_eq!(part[0], "text best");
            assert!(part[1..].iter().all(|&class| class == "text"), "{part:?}");
        }
        // A certain win fills the bar.
        let whites = picture.descendants().find(|it| it.attribute("class") == Some("whites"));
        let whites = whites.expect("a bar");
        assert_eq!((number(&whites, "y"), number(&whites, "height")), (MARGIN, BOARD));
    }
}
