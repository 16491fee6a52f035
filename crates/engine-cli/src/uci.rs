//! The Universal Chess Interface: parsed input, and formatted output.

pub(crate) mod bench;
pub(crate) mod command;
pub(crate) mod genfens;
pub(crate) mod speedtest;
pub(crate) mod texts;
