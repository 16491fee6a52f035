//! Input, output, the log, files of results, and the terminal.

pub(crate) mod access;
pub(crate) mod board;
pub(crate) mod input;
pub(crate) mod out_file;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod screen;
pub(crate) mod style;
