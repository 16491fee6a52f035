//! Colours, or none of them, and what else a terminal can do.

use std::env;

use movegen::{Color, Piece};

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

    /// Colours on a terminal, unless the environment sets `NO_COLOR` (see no-color.org).
    pub(crate) fn for_terminal(is_terminal: bool) -> Self {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if is_terminal && !refused { Self::COLOURED } else { Self::PLAIN }
    }

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
        let foreground = match piece.map(Piece::color) {
            Some(Color::White) => "1;38;5;231",
            _ => "1;38;5;16",
        };
        let background = if light { "48;5;179" } else { "48;5;101" };
        self.paint(&format!("{foreground};{background}"), &format!(" {letter} "))
    }

    fn paint(self, codes: &str, text: &str) -> String {
        if self.coloured { format!("\x1b[{codes}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// How to show an analysis.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    /// Colours.
    pub(crate) style: Style,
    /// Whether lines are drawn over the older ones, as a terminal can.
    pub(crate) refreshed: bool,
}
