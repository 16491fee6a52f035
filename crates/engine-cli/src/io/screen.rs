//! The place where an analysis is shown: a terminal, or plain lines.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};

use clap::ValueEnum;
use console::Term;

use crate::io::style::{Glyphs, Style};

/// The rows and columns of a terminal that does not report its size.
const USUAL: (usize, usize) = (24, 80);

/// The condition on which text is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colouring {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Also in a file or a pipe
    Always,
    /// Never
    Never,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    pub(crate) style: Style,
    surface: Surface,
}

#[derive(Clone, Copy, Debug)]
enum Surface {
    /// Lines go out one after the other and never change.
    Lines,
    /// Lines are drawn over older ones; the size is read before each drawing.
    Terminal,
    /// A terminal whose size does not change.
    #[cfg(test)]
    Fixed { rows: usize, columns: usize },
}

impl Screen {
    #[cfg(test)]
    pub(crate) const LINES: Self = Self { style: Style::PLAIN, surface: Surface::Lines };

    /// Returns the screen of standard output. A terminal that cannot move its cursor
    /// ([`is_dumb`]) gets lines; `NO_COLOR` removes the colours (see no-color.org). Without
    /// `glyphs`, a terminal gets figures if its locale has Unicode.
    pub(crate) fn stdout(colouring: Colouring, glyphs: Option<Glyphs>) -> Self {
        let terminal = !is_dumb() && io::stdout().is_terminal();
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let coloured = match colouring {
            Colouring::Auto => terminal && !refused,
            Colouring::Always => true,
            Colouring::Never => false,
        };
        let usual = if terminal && has_unicode() { Glyphs::Figures } else { Glyphs::Letters };
        let style = Style { coloured, glyphs: glyphs.unwrap_or(usual) };
        Self { style, surface: if terminal { Surface::Terminal } else { Surface::Lines } }
    }

    /// Returns the screen of a terminal of that size, in colour.
    #[cfg(test)]
    pub(crate) fn fixed(rows: usize, columns: usize) -> Self {
        let style = Style { coloured: true, glyphs: Glyphs::Letters };
        Self { style, surface: Surface::Fixed { rows, columns } }
    }

    /// Returns the present rows and columns; `None` if lines go out one after the other.
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

/// Returns whether a terminal shows plain text alone: its name is `dumb`, empty or missing.
pub(crate) fn is_dumb() -> bool {
    let is_plain = |name: &OsString| name.is_empty() || name == "dumb";
    cfg!(unix) && env::var_os("TERM").as_ref().is_none_or(is_plain)
}

/// Returns whether the terminal shows Unicode: on Windows, if it names its sessions; elsewhere by
/// the character set of the locale, which the first of these variables that is not empty names
/// (POSIX).
fn has_unicode() -> bool {
    if cfg!(windows) {
        return env::var_os("WT_SESSION").is_some();
    }
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    names_unicode(names)
}

fn names_unicode(mut names: impl Iterator<Item = String>) -> bool {
    names.find(|name| !name.is_empty()).is_some_and(|name| {
        let name = name.to_ascii_lowercase();
        name.ends_with("utf-8") || name.ends_with("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::names_unicode;

    #[test]
    fn the_first_locale_that_is_named_counts() {
        for (names, unicode) in [
            (&["", "C.UTF-8", "C"][..], true),
            (&["de_DE.utf8"], true),
            (&["C", "en_GB.UTF-8"], false),
            (&["de_DE.ISO-8859-1"], false),
            (&["", ""], false),
            (&[], false),
        ] {
            assert_eq!(names_unicode(names.iter().map(|&name| name.into())), unicode, "{names:?}");
        }
    }
}
