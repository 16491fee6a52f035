//! The programs of the book, driven through pipes as a graphical interface would, and its pages.

mod afternoon;
mod hour;
mod pages;
mod player;
mod random_mover;
#[path = "../../../../engine-cli/tests/it/uci_process.rs"]
mod uci_process;
