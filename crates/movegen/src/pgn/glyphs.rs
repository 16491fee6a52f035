//! Annotations' numbers and the signs that print them.

use crate::san;

/// Numbers and their signs, the usual one first. A sign of several numbers is read as the first.
/// Any dash stands for the hyphen in a sign.
///
/// Sources: the PGN standard (Steven J. Edwards, 1994), section 10; the glyphs of lichess.org; from
/// number 140 on those of ChessBase and ChessPad.
const GLYPHS: [(u8, &[&str]); 50] = [
    (1, &["!"]),
    (2, &["?"]),
    (3, &["!!", "‼"]),
    (4, &["??", "⁇"]),
    (5, &["!?", "⁉"]),
    (6, &["?!", "⁈"]),
    (7, &["□", "☐"]),
    (10, &["="]),
    (13, &["∞"]),
    (14, &["⩲", "+=", "+/="]),
    (15, &["⩱", "=+", "=/+"]),
    (16, &["±", "+/-"]),
    (17, &["∓", "-/+"]),
    (18, &["+-", "++-"]),
    (19, &["-+"]),
    (20, &["+--"]),
    (21, &["--+"]),
    (22, &["⨀", "⊙"]),
    (23, &["⨀"]),
    (26, &["○"]),
    (27, &["○"]),
    (32, &["↑↑", "⟳"]),
    (33, &["↑↑"]),
    (36, &["↑"]),
    (37, &["↑"]),
    (40, &["→"]),
    (41, &["→"]),
    (44, &["=∞", "=/∞", "∞=", "⯹"]),
    (45, &["=∞"]),
    (132, &["⇆", "⇄"]),
    (133, &["⇆"]),
    (138, &["⊕", "⨁"]),
    (139, &["⊕"]),
    (140, &["∆", "Δ", "△", "/\\"]),
    (141, &["∇", "▽"]),
    (142, &["⌓"]),
    (143, &["<=", "≤"]),
    (144, &["=="]),
    (145, &["RR"]),
    (146, &["N", "TN"]),
    (220, &["D", "⬒"]),
    (221, &["⬓"]),
    (238, &["○"]),
    (239, &["⇔"]),
    (240, &["⇗"]),
    (241, &["⊞"]),
    (242, &["⟫"]),
    (243, &["⟪"]),
    (244, &["✕"]),
    (245, &["⊥"]),
];

pub(super) const LONGEST_SIGN: usize = 3;

/// Returns the signs that print an annotation's number, the usual one first; none if it has none.
///
/// ```
/// use movegen::pgn::glyphs;
///
/// assert_eq!(glyphs(44)[0], "=∞");
/// assert_eq!((glyphs(3), glyphs(100)), (&["!!", "‼"][..], &[][..]));
/// ```
#[must_use]
pub fn glyphs(number: u8) -> &'static [&'static str] {
    GLYPHS.iter().find(|(known, _)| *known == number).map_or(&[], |(_, signs)| signs)
}

/// Returns the annotation's number that a sign stands for.
///
/// ```
/// use movegen::pgn::nag_of_glyph;
///
/// assert_eq!(["!?", "⁉", "+-", "+−", "↑↑"].map(nag_of_glyph), [5, 5, 18, 18, 32].map(Some));
/// assert_eq!(nag_of_glyph("!!!"), None);
/// ```
#[must_use]
pub fn nag_of_glyph(sign: &str) -> Option<u8> {
    let is_it = |known: &&str| {
        known.len() == sign.len() && **known == *sign
            || !sign.is_ascii() && known.chars().eq(sign.chars().map(san::hyphen))
    };
    GLYPHS.iter().find(|(_, signs)| signs.iter().any(is_it)).map(|&(number, _)| number)
}
