//! The programs of the book, driven through pipes as a graphical interface would, and its pages.

mod afternoon;
mod pages;
mod player;
mod random_mover;
