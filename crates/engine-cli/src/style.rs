//! Colours, or none of them.

use movegen::{Color, Piece};

/// White's and Black's pieces, and the light and the dark squares, as colours of a terminal that
/// has
/// 256. Each piece has a contrast of at least 3 : 1 to each square.
const PIECES: [u8; 2] = [231, 16];
const LIGHT: u8 = 137;
const DARK: u8 = 94;

/// Whether text is coloured, with the escape sequences of ECMA-48.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    coloured: bool,
}

impl Style {
    /// No colours.
    pub(crate) const PLAIN: Self = Self { coloured: false };

    /// Colours.
    pub(crate) const COLOURED: Self = Self { coloured: true };

    /// Emphasised text.
    pub(crate) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Text that stands back.
    pub(crate) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// A square of a board, three columns wide.
    pub(crate) fn square(self, piece: Option<Piece>, light: bool) -> String {
        let letter = match piece {
            Some(piece) => piece.letter(),
            None if self.coloured => ' ',
            None => '.',
        };
        let side = piece.map_or(Color::Black, Piece::color);
        let foreground = PIECES[side.index()];
        let background = if light { LIGHT } else { DARK };
        let codes = format!("1;38;5;{foreground};48;5;{background}");
        self.paint(&codes, &format!(" {letter} "))
    }

    fn paint(self, codes: &str, text: &str) -> String {
        if self.coloured { format!("\x1b[{codes}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour of the cube or the greys (WCAG 2.2; xterm's values).
    fn luminance(code: u8) -> f64 {
        let channels = if code >= 232 {
            [8 + 10 * (code - 232); 3]
        } else {
            let steps = [0, 95, 135, 175, 215, 255];
            let place = usize::from(code - 16);
            [steps[place / 36], steps[place / 6 % 6], steps[place % 6]]
        };
        let linear = channels.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    fn contrast(one: u8, other: u8) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn pieces_stand_out_from_their_squares() {
        assert!((contrast(231, 16) - 21.0).abs() < 1e-9);
        for piece in PIECES {
            for square in [LIGHT, DARK] {
                assert!(contrast(piece, square) >= 3.0, "{piece} on {square}");
            }
        }
        assert!(contrast(LIGHT, DARK) >= 1.5);
    }
}
