//! The header of a shared table: what it is, its generation, and who is attached.

use std::process;
use std::string::String;
use std::vec::Vec;

use rustix::process::{Pid, test_kill_process};

use super::error::SharedFault;
use crate::age::Generation;
use crate::sync::Word;

/// The most `SharedTable`s that may be attached at once, in all processes together.
const ATTACH_SLOTS: usize = 252;

/// The first word of a shared table: "TTSHARED", in little-endian order.
const MAGIC: u64 = u64::from_le_bytes(*b"TTSHARED");
const VERSION: u64 = 1;

/// The first 4,096 bytes of a shared table. The generation and the attach slots change; all else is
/// written once, before the file gets the table's name.
#[repr(C)]
pub(super) struct Header {
    magic: Word,
    version: Word,
    layout: Word,
    payload: Word,
    schema: Word,
    buckets: Word,
    pub(super) generation: Generation,
    _spare: Word,
    attach_slots: [AttachSlot; ATTACH_SLOTS],
}

pub(super) const HEADER: usize = 4_096;

static_assertions::assert_eq_size!(Header, [u8; HEADER]);

/// One `SharedTable` that is attached.
#[repr(C)]
struct AttachSlot {
    /// The number of its process, 0 if the slot is free.
    process: Word,
    /// The start of the process, because numbers are used again. 0 where the system does not say.
    started: Word,
}

/// The fingerprints that all processes that share a table must have in common.
pub(super) struct Identity {
    pub(super) layout: u64,
    pub(super) payload: u64,
    pub(super) schema: u64,
}

impl Header {
    pub(super) fn write(&self, identity: &Identity, buckets: usize) {
        self.version.set(VERSION);
        self.layout.set(identity.layout);
        self.payload.set(identity.payload);
        self.schema.set(identity.schema);
        self.buckets.set(buckets as u64);
        self.magic.set(MAGIC);
    }

    /// Whether this is the header of a shared table of some version.
    pub(super) fn is_table(&self) -> bool {
        self.magic.get() == MAGIC
    }

    /// The number of buckets, if the table has this identity.
    pub(super) fn check(&self, identity: &Identity) -> Result<u64, SharedFault> {
        if !self.is_table() {
            return Err(SharedFault::NoTable);
        }
        match self.version.get() {
            VERSION => {}
            version => return Err(SharedFault::Version(version)),
        }
        if self.layout.get() != identity.layout {
            return Err(SharedFault::Layout);
        }
        if self.payload.get() != identity.payload {
            return Err(SharedFault::Payload);
        }
        let (expected, found) = (identity.schema, self.schema.get());
        if expected != found {
            return Err(SharedFault::Schema { expected, found });
        }
        Ok(self.buckets.get())
    }

    /// Claims a slot for this process and returns its number, and frees those of processes that
    /// have ended. The caller holds the attach lock.
    pub(super) fn claim_slot(&self) -> Result<usize, SharedFault> {
        for slot in self.attach_slots.iter().filter(|slot| !slot.is_taken()) {
            slot.process.set(0);
        }
        let free = self.attach_slots.iter().position(|slot| slot.process.get() == 0);
        let free = free.ok_or(SharedFault::Full(ATTACH_SLOTS))?;
        self.attach_slots[free].started.set(start_time(process::id()).unwrap_or(0));
        self.attach_slots[free].process.set(process::id().into());
        Ok(free)
    }

    /// Releases a slot, if it is this process's (and not that of the one it was forked from).
    pub(super) fn release_slot(&self, slot: usize) {
        let slot = &self.attach_slots[slot];
        if slot.process.get() == process::id().into() {
            slot.process.set(0);
        }
    }

    /// The numbers of the processes that are attached and running, once for each slot.
    pub(super) fn attached_processes(&self) -> Vec<u32> {
        let taken = self.attach_slots.iter().filter(|slot| slot.is_taken());
        taken.map(|slot| slot.process.get() as u32).collect()
    }
}

impl AttachSlot {
    /// Whether the process that claimed the slot is running.
    fn is_taken(&self) -> bool {
        let process = self.process.get() as u32;
        is_running(process) && start_time(process).is_none_or(|time| time == self.started.get())
    }
}

/// Whether a process has this number and has not ended.
fn is_running(process: u32) -> bool {
    let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) else { return false };
    let exists = !matches!(test_kill_process(pid), Err(rustix::io::Errno::SRCH));
    // A process that ended keeps its number until its parent has waited for it (states Z and X).
    exists && status(process).is_none_or(|status| !matches!(&*status[0], "Z" | "X"))
}

/// Returns when a process started, in ticks since the machine did. `None` where the system does not
/// say.
fn start_time(process: u32) -> Option<u64> {
    status(process)?.get(19)?.parse().ok()
}

/// The third and further fields of `/proc/PID/stat`, at least one. `None` on systems without it.
fn status(process: u32) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(std::format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name in parentheses, which may contain parentheses.
    let (_, behind) = text.rsplit_once(')')?;
    let fields: Vec<_> = behind.split_whitespace().map(String::from).collect();
    (!fields.is_empty()).then_some(fields)
}

#[cfg(test)]
mod tests {
    use std::process::{self, Command};

    use super::{AttachSlot, is_running, start_time};
    use crate::sync::Word;

    /// The system gives the number of a process that has ended to another one.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_slot_is_free_if_its_process_started_at_another_time() {
        let started = start_time(process::id()).unwrap();
        let is_taken = |started: u64| {
            let slot = AttachSlot { process: Word::default(), started: Word::default() };
            slot.process.set(process::id().into());
            slot.started.set(started);
            slot.is_taken()
        };
        assert!(is_taken(started) && !is_taken(started - 1));
    }

    #[test]
    fn a_process_runs_until_it_is_killed() {
        assert!(is_running(process::id()) && !is_running(0) && !is_running(u32::MAX));
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert!(is_running(child.id()));
        assert!(start_time(child.id()) >= start_time(process::id()));
        child.kill().unwrap();
        #[cfg(target_os = "linux")]
        while is_running(child.id()) {
            std::thread::yield_now();
        }
        child.wait().unwrap();
        assert!(!is_running(child.id()));
    }
}
