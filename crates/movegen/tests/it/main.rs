//! The contract of this crate, seen from outside: one program, because each costs a link.

mod changes;
mod epd;
mod fast;
mod files;
mod game;
mod groups;
mod keys;
mod legality;
mod notation;
mod oracle;
mod perft;
mod pgn;
mod san;
mod see;
mod serialize;
mod text;
