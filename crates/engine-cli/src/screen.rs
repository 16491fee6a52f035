//! Where an analysis is shown: a terminal, or what takes plain lines.

use std::env;
use std::io::{self, IsTerminal};

use console::Term;

use crate::style::Style;

/// Rows and columns of a terminal that does not tell its size.
const USUAL: (usize, usize) = (24, 80);

/// How to show an analysis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    /// Colours.
    pub(crate) style: Style,
    surface: Surface,
}

#[derive(Clone, Copy, Debug)]
enum Surface {
    /// Lines go out one after the other and are never changed.
    Lines,
    /// Lines are drawn over older ones; the size is asked before each drawing.
    Terminal,
    /// The same with a size that does not change.
    #[cfg(test)]
    Fixed { rows: usize, columns: usize },
}

impl Screen {
    /// Plain lines.
    pub(crate) const LINES: Self = Self { style: Style::PLAIN, surface: Surface::Lines };

    /// What standard output is. A terminal that cannot move its cursor (`TERM=dumb`, or none named)
    /// gets plain lines; `NO_COLOR` takes the colours away (see no-color.org).
    pub(crate) fn stdout() -> Self {
        let dumb = cfg!(unix) && env::var_os("TERM").is_none_or(|name| name == "dumb");
        if dumb || !io::stdout().is_terminal() {
            return Self::LINES;
        }
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let style = if refused { Style::PLAIN } else { Style::COLOURED };
        Self { style, surface: Surface::Terminal }
    }

    /// A terminal of that size, in colour.
    #[cfg(test)]
    pub(crate) fn fixed(rows: usize, columns: usize) -> Self {
        Self { style: Style::COLOURED, surface: Surface::Fixed { rows, columns } }
    }

    /// Rows and columns, now; `None` if lines go out one after the other.
    pub(crate) fn size(self) -> Option<(usize, usize)> {
        match self.surface {
            Surface::Lines => None,
            Surface::Terminal => {
                let told = Term::stdout().size_checked();
                Some(told.map_or(USUAL, |(rows, columns)| (rows.into(), columns.into())))
            }
            #[cfg(test)]
            Surface::Fixed { rows, columns } => Some((rows, columns)),
        }
    }
}
