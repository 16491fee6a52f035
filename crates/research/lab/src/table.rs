//! The transposition table by itself: its speed, its file, its size, its picture.

pub(crate) mod bench;
pub(crate) mod file_speed;
pub(crate) mod picture;
pub(crate) mod size;
