//! The binary from its users' side: over pipes, with good and with hostile input.

mod access;
mod analyse;
mod batch;
mod book;
mod clients;
mod command_line;
mod debug_log;
#[cfg(unix)]
mod endurance;
mod engine;
mod files;
#[cfg(target_os = "linux")]
mod full_disk;
mod game_reports;
mod genfens;
mod glyphs;
mod hash_files;
mod hash_look;
mod hash_options;
mod hostile;
#[cfg(unix)]
mod hostile_files;
mod last_answers;
#[cfg(unix)]
mod load;
#[cfg(target_os = "linux")]
mod memory;
mod networks;
mod options;
mod packaging;
mod pondering;
mod reports;
#[cfg(unix)]
mod shared_hash;
mod sizes;
mod strength;
mod syzygy;
#[cfg(unix)]
mod terminal;
mod transcripts;
mod tt;
mod tuning;
mod uci_process;
