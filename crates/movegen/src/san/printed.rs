//! Moves as books print them: figurines, dashes, crosses and daggers.

use alloc::string::String;

/// Returns the text that a character of printed moves stands for in standard algebraic notation;
/// `None` for other characters. A figurine means its piece in either colour, and a variation
/// selector behind it nothing.
pub(crate) const fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        '♔' | '♚' => "K",
        '♕' | '♛' => "Q",
        '♖' | '♜' => "R",
        '♗' | '♝' => "B",
        '♘' | '♞' => "N",
        '♙' | '♟' => "P",
        '\u{fe0e}' | '\u{fe0f}' => "",
        // Cyrillic and Greek.
        'О' | 'Ο' => "O",
        '×' | '✕' | '✖' | '⨯' | 'х' => "x",
        '†' => "+",
        '‡' => "#",
        _ if is_dash(letter) => "-",
        _ => return None,
    })
}

/// Returns whether a character is a dash of typography or a minus sign.
pub(crate) const fn is_dash(letter: char) -> bool {
    matches!(letter, '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Returns the hyphen in place of a dash, and any other character itself.
pub(crate) const fn hyphen(letter: char) -> char {
    if is_dash(letter) { '-' } else { letter }
}

/// Returns a text with its printed characters in plain letters; `None` if it has none.
pub(crate) fn in_plain_letters(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let mut plain_text = String::with_capacity(text.len());
    for letter in text.chars() {
        match plain(letter) {
            Some(plain) => plain_text.push_str(plain),
            None => plain_text.push(letter),
        }
    }
    (plain_text != text).then_some(plain_text)
}
