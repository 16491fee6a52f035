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
mod threads;

/// Returns the amount of work of a long law: a tenth under the variable `SHORT_TESTS`, which
/// `cargo xtask ci` sets.
fn amount(whole: u32) -> u32 {
    if std::env::var_os("SHORT_TESTS").is_some() { whole / 10 } else { whole }
}
