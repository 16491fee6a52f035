//! Colours, or none of them; pieces as figures, or as letters.

use movegen::{Color, Piece, PieceType};

/// The colours, of a terminal that has 256, of White's and Black's pieces, and of light, dark and
/// marked squares. Each piece has a contrast of at least 3 : 1 to each square.
const PIECES: [u8; 2] = [231, 16];
const LIGHT: u8 = 137;
const DARK: u8 = 94;
const MARKED: u8 = 65;

/// White's share of an evaluation bar, and Black's.
const BAR: [u8; 2] = [255, 238];

/// Figures by kind and colour. The colours have different figures also where squares are coloured,
/// so that a board that is copied as plain text is still a position.
const FIGURES: [[char; 2]; PieceType::ALL.len()] =
    [['♙', '♟'], ['♘', '♞'], ['♗', '♝'], ['♖', '♜'], ['♕', '♛'], ['♔', '♚']];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glyphs {
    /// ASCII, with pieces as FEN letters.
    Letters,
    /// Unicode's chess symbols and block elements.
    Figures,
}

/// The part of a square in the move that is marked on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// The square is not part of the move.
    None,
    /// The move begins there.
    From,
    /// The move ends there.
    To,
}

/// The colours of text, by the escape sequences of ECMA-48, and its characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    pub(crate) coloured: bool,
    pub(crate) glyphs: Glyphs,
}

impl Style {
    /// The style without colours, in ASCII.
    pub(crate) const PLAIN: Self = Self { coloured: false, glyphs: Glyphs::Letters };

    pub(crate) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// Returns a square of a board, three columns wide. Without colours a mark is a pair of
    /// brackets: round ones where the move begins, square ones where it ends.
    pub(crate) fn square(self, piece: Option<Piece>, light: bool, mark: Mark) -> String {
        let sign = match (piece, self.glyphs) {
            (Some(piece), Glyphs::Letters) => piece.letter(),
            (Some(piece), Glyphs::Figures) => FIGURES[piece.kind().index()][piece.color().index()],
            (None, Glyphs::Letters) if !self.coloured => '.',
            (None, Glyphs::Figures) if !self.coloured => '·',
            (None, _) => ' ',
        };
        if !self.coloured {
            return match mark {
                Mark::None => format!(" {sign} "),
                Mark::From => format!("({sign})"),
                Mark::To => format!("[{sign}]"),
            };
        }
        let side = piece.map_or(Color::Black, Piece::color);
        let foreground = PIECES[side.index()];
        let background = match (mark, light) {
            (Mark::From | Mark::To, _) => MARKED,
            (Mark::None, true) => LIGHT,
            (Mark::None, false) => DARK,
        };
        let codes = format!("1;38;5;{foreground};48;5;{background}");
        self.paint(&codes, &format!(" {sign} "))
    }

    /// Returns a cell of an evaluation bar, two columns wide, of which White has `eighths` eighths
    /// from below, at most 8.
    pub(crate) fn bar(self, eighths: usize) -> String {
        const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let sign = match self.glyphs {
            Glyphs::Letters if self.coloured => return self.halves(eighths),
            Glyphs::Letters => [':', '#'][usize::from(eighths >= 4)],
            Glyphs::Figures if eighths == 0 && !self.coloured => '░',
            Glyphs::Figures => BLOCKS[eighths],
        };
        let [white, black] = BAR;
        self.paint(&format!("38;5;{white};48;5;{black}"), &String::from_iter([sign; 2]))
    }

    /// Returns a cell of a bar by its background alone.
    fn halves(self, eighths: usize) -> String {
        self.paint(&format!("48;5;{}", BAR[usize::from(eighths < 4)]), "  ")
    }

    fn paint(self, codes: &str, text: &str) -> String {
        if self.coloured { format!("\x1b[{codes}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of a colour of the cube or the greys (WCAG 2.2; xterm's
    /// values).
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
            for square in [LIGHT, DARK, MARKED] {
                assert!(contrast(piece, square) >= 3.0, "{piece} on {square}");
            }
        }
        assert!(contrast(LIGHT, DARK) >= 1.5);
        assert!(contrast(BAR[0], BAR[1]) >= 7.0);
    }

    #[test]
    fn marks_and_bars_without_colours_are_signs_of_the_glyphs() {
        let figures = Style { coloured: false, glyphs: Glyphs::Figures };
        let squares = |style: Style| {
            let knight = style.square(Some(Piece::WhiteKnight), true, Mark::From);
            knight + &style.square(None, true, Mark::To) + &style.square(None, false, Mark::None)
        };
        assert_eq!(squares(Style::PLAIN), "(N)[.] . ");
        assert_eq!(squares(figures), "(♘)[·] · ");
        let bars = |style: Style| [0, 3, 4, 8].map(|eighths| style.bar(eighths)).concat();
        assert_eq!((bars(Style::PLAIN), bars(figures)), ("::::####".into(), "░░▃▃▄▄██".into()));
    }
}
