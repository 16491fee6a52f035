//! The laws of `tt_core::laws`: what this crate brings obeys them, and whatever breaks one is
//! refused.

mod broken_layouts;
mod broken_parts;
mod broken_statistics;
mod hostile;
mod obeyed;
mod threads;
