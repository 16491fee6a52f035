//! The parts of the pages of results, for every experiment: one module to write the pages, the
//! plots and the tables, and to name the machine that measured.

pub(crate) mod bars;
pub(crate) mod chart;
pub(crate) mod csv;
pub(crate) mod document;
pub(crate) mod machine;
pub(crate) mod plot;
pub(crate) mod progress;
pub(crate) mod sections;
pub(crate) mod spread;
pub(crate) mod table;
pub(crate) mod units;
pub(crate) mod verdict;
