//! The first page of a shared table.

use std::process;
use std::string::String;
use std::vec::Vec;

use rustix::process::{Pid, test_kill_process};

use super::error::{Kind, SharedError};
use crate::age::Generation;
use crate::sync::Word;

/// How many may be attached at once.
pub(super) const SEATS: usize = 252;

/// What a shared table begins with: "TTSHARED", as a little-endian word.
const MAGIC: u64 = u64::from_le_bytes(*b"TTSHARED");
/// The version of the header and of what follows it.
const VERSION: u64 = 1;

/// The first 4,096 bytes of a shared table. All is written before the table has its name, but for the
/// generation and the seats.
#[repr(C)]
pub(super) struct Header {
    magic: Word,
    version: Word,
    layout: Word,
    payload: Word,
    schema: Word,
    lines: Word,
    pub(super) generation: Generation,
    _spare: Word,
    seats: [Seat; SEATS],
}

/// Bytes of the header.
pub(super) const HEADER: usize = 4_096;

static_assertions::assert_eq_size!(Header, [u8; HEADER]);

/// Someone who is attached; the process number is 0 if nobody is.
#[repr(C)]
struct Seat {
    process: Word,
    /// When the process began, because process numbers are given again. 0 where the system does not tell.
    begun: Word,
}

/// What all who share a table must agree on, as fingerprints.
pub(super) struct Kin {
    pub(super) layout: u64,
    pub(super) payload: u64,
    pub(super) schema: u64,
}

impl Header {
    /// Writes the header of a new table.
    pub(super) fn write(&self, kin: &Kin, lines: usize) {
        self.version.set(VERSION);
        self.layout.set(kin.layout);
        self.payload.set(kin.payload);
        self.schema.set(kin.schema);
        self.lines.set(lines as u64);
        self.magic.set(MAGIC);
    }

    /// Whether the memory begins as a shared table does.
    pub(super) fn is_table(&self) -> bool {
        self.magic.get() == MAGIC
    }

    /// The number of lines, if the table is one of those that share `kin`.
    pub(super) fn check(&self, kin: &Kin) -> Result<u64, SharedError> {
        if !self.is_table() {
            return Err(Kind::NoTable.into());
        }
        match self.version.get() {
            VERSION => {}
            version => return Err(Kind::Version(version).into()),
        }
        if self.layout.get() != kin.layout {
            return Err(Kind::Layout.into());
        }
        if self.payload.get() != kin.payload {
            return Err(Kind::Payload.into());
        }
        let (expected, found) = (kin.schema, self.schema.get());
        if expected != found {
            return Err(Kind::Schema { expected, found }.into());
        }
        Ok(self.lines.get())
    }

    /// Takes a seat for this process, and gives up those of processes that have ended. The door must be
    /// ours.
    pub(super) fn sit_down(&self) -> Option<usize> {
        for seat in self.seats.iter().filter(|seat| !seat.is_taken()) {
            seat.process.set(0);
        }
        let free = self.seats.iter().position(|seat| seat.process.get() == 0)?;
        self.seats[free].begun.set(begun(process::id()).unwrap_or(0));
        self.seats[free].process.set(process::id().into());
        Some(free)
    }

    /// Leaves a seat, if it is this process's (and not that of the one it was forked from).
    pub(super) fn stand_up(&self, seat: usize) {
        let seat = &self.seats[seat];
        if seat.process.get() == process::id().into() {
            seat.process.set(0);
        }
    }

    /// The processes that are attached and have not ended.
    pub(super) fn living(&self) -> Vec<u32> {
        let taken = self.seats.iter().filter(|seat| seat.is_taken());
        taken.map(|seat| seat.process.get() as u32).collect()
    }
}

impl Seat {
    /// Whether a process that lives sits here.
    fn is_taken(&self) -> bool {
        let process = self.process.get() as u32;
        lives(process) && begun(process).is_none_or(|now| now == self.begun.get())
    }
}

/// Whether a process has this number and has not ended.
fn lives(process: u32) -> bool {
    let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) else { return false };
    let exists = !matches!(test_kill_process(pid), Err(rustix::io::Errno::SRCH));
    // One that ended and whose parent has not asked how yet is a "zombie".
    exists && status(process).is_none_or(|status| !matches!(&*status[0], "Z" | "X"))
}

/// When a process began, in ticks since the machine did. `None` where the system does not tell.
fn begun(process: u32) -> Option<u64> {
    status(process)?.get(19)?.parse().ok()
}

/// The third and further fields of `/proc/PID/stat`, at least one, on systems that have it.
fn status(process: u32) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(std::format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name in parentheses, and may hold anything.
    let (_, behind) = text.rsplit_once(')')?;
    let fields: Vec<_> = behind.split_whitespace().map(String::from).collect();
    (!fields.is_empty()).then_some(fields)
}

#[cfg(test)]
mod tests {
    use std::process::{self, Command};

    use super::{begun, lives};

    #[test]
    fn a_process_lives_until_it_ends() {
        assert!(lives(process::id()) && !lives(0) && !lives(u32::MAX));
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert!(lives(child.id()));
        assert!(begun(child.id()) >= begun(process::id()));
        child.kill().unwrap();
        #[cfg(target_os = "linux")]
        while lives(child.id()) {
            std::thread::yield_now();
        }
        child.wait().unwrap();
        assert!(!lives(child.id()));
    }
}
