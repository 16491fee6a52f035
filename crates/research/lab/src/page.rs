//! The parts of the pages of results, for every experiment: one module to write the pages, the
//! plots and the tables, and to name the machine that measured.

mod chart;
mod document;
mod figures;
mod plot;
pub(crate) mod progress;
mod table;

pub(crate) use chart::{Axis, Chart, Mark, Scale, Series};
pub(crate) use document::{Page, commit, put_section, signature_at, write};
pub(crate) use figures::{
    Spread, chi_square_ratio, effect, geometric_mean, machine, size_name, verdict,
};
pub(crate) use plot::{Bars, Canvas, FONT, drawing};
pub(crate) use table::{Csv, MarkdownTable};
