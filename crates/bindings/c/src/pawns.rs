//! Pawn structure, and a table of what depends on it.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use pawn_hash::{PawnStructure as Structure, PawnTable, SharedPawnTable, key_of};

use crate::error::{Error, Failure, Status};
use crate::panic::{guard, or};

/// The 64-bit words of a payload in a pawn table.
pub const PAYLOAD_WORDS: usize = 8;

/// The features of a pawn structure as sets of squares, bit 0 = a1. A pair is White's and Black's.
#[repr(C)]
pub struct PawnStructure {
    /// Squares that a pawn attacks.
    pub attacks: [u64; 2],
    /// Squares that two pawns attack.
    pub double_attacks: [u64; 2],
    /// Squares that a pawn attacks now or would attack further up its file.
    pub attack_spans: [u64; 2],
    /// Files without a pawn of the colour.
    pub half_open_files: [u64; 2],
    /// Files without a pawn.
    pub open_files: u64,
    /// Passed pawns.
    pub passed: [u64; 2],
    /// Candidates to become passed: no pawn is before them, and neighbours can help.
    pub candidates: [u64; 2],
    /// Pawns without a pawn of the colour on a neighbouring file.
    pub isolated: [u64; 2],
    /// Pawns with one of the colour before them on the file.
    pub doubled: [u64; 2],
    /// Backward pawns.
    pub backward: [u64; 2],
    /// Pawns beside one of the colour.
    pub phalanx: [u64; 2],
    /// Pawns that one of the colour protects.
    pub supported: [u64; 2],
    /// Pawns of a phalanx, and supported ones.
    pub connected: [u64; 2],
    /// Pawns with a pawn on their stop square.
    pub blocked: [u64; 2],
    /// Pawns with an enemy pawn on their stop square.
    pub rammed: [u64; 2],
    /// Pawns that attack an enemy pawn.
    pub levers: [u64; 2],
    /// Pawns that are isolated or backward.
    pub weak: [u64; 2],
    /// Weak pawns on a file without an enemy pawn.
    pub exposed: [u64; 2],
    /// The first file of each island: a run of neighbouring files with pawns of the colour.
    pub islands: [u64; 2],
    /// The passed pawn that is furthest.
    pub leading_passer: [u64; 2],
    /// The rearmost pawn of each file before a king of the colour, for three places of the king: on
    /// the files a to c, on d or e (the pawns of c to f count), on f to h.
    pub shelter: [[u64; 3]; 2],
    /// The foremost enemy pawn of each file before such a king.
    pub storm: [[u64; 3]; 2],
}

/// A pawn table of one thread, to be given back by `pal_pawns_free`. A hit is exact: it compares
/// the two sets, not the key. One thread at a time may use it.
pub struct PawnsOwned {
    table: PawnTable<[u64; PAYLOAD_WORDS]>,
}

/// A pawn table of any number of threads, to be given back by `pal_pawns_shared_free`. Probes and
/// stores may race: a probe finds the whole payload of one store for these two sets, or nothing.
pub struct PawnsSharedOwned {
    table: SharedPawnTable<[u64; PAYLOAD_WORDS]>,
}

/// A payload of a shared pawn table.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PawnsPayload {
    /// Its words, of any meaning.
    pub words: [u64; PAYLOAD_WORDS],
}

/// Fills the eight words of a payload, all 0 before; it gets the `context` of the call. It neither
/// throws nor uses the table.
pub type PawnsFill = Option<extern "C" fn(payload: *mut u64, context: *mut c_void)>;

/// Writes the features of two sets of pawns, which are disjoint and leave the first and the eighth
/// rank free.
#[unsafe(no_mangle)]
pub extern "C" fn pal_pawn_structure(
    white: u64,
    black: u64,
    structure: Option<&mut MaybeUninit<PawnStructure>>,
) {
    or((), || {
        let Some(to) = structure else { return };
        let s = Structure::of([white, black]);
        to.write(PawnStructure {
            attacks: s.attacks,
            double_attacks: s.double_attacks,
            attack_spans: s.attack_spans,
            half_open_files: s.half_open_files,
            open_files: s.open_files,
            passed: s.passed,
            candidates: s.candidates,
            isolated: s.isolated,
            doubled: s.doubled,
            backward: s.backward,
            phalanx: s.phalanx,
            supported: s.supported,
            connected: s.connected,
            blocked: s.blocked,
            rammed: s.rammed,
            levers: s.levers,
            weak: s.weak,
            exposed: s.exposed,
            islands: s.islands,
            leading_passer: s.leading_passer,
            shelter: s.shelter,
            storm: s.storm,
        });
    });
}

/// Returns a key of two sets of pawns, for engines that keep no pawn key.
#[unsafe(no_mangle)]
pub extern "C" fn pal_pawn_key(white: u64, black: u64) -> u64 {
    key_of([white, black])
}

/// Creates a table of `entries` payloads, each of eight words. Returns null after an error.
#[unsafe(no_mangle)]
pub extern "C" fn pal_pawns_create(
    entries: usize,
    error: Option<&mut MaybeUninit<Error>>,
) -> Option<Box<PawnsOwned>> {
    let create = || Ok(Box::new(PawnsOwned { table: PawnTable::new(fitting(entries)?) }));
    guard(error, create).ok()
}

/// Returns the number of entries, if a table may have it.
fn fitting(entries: usize) -> Result<usize, Failure> {
    const MOST: usize = 1 << 24;
    let text = || format!("expected 1 to {MOST} entries, found {entries}");
    let fits = (1..=MOST).contains(&entries);
    fits.then_some(entries).ok_or_else(|| Failure::new(Status::Argument, text()))
}

/// Gives a table back; null has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn pal_pawns_free(table: Option<Box<PawnsOwned>>) {
    or((), || drop(table));
}

/// Returns the payload of the two sets of pawns, which `fill` makes if the table lacks it. `key` is
/// any hash of them that is mixed in all bits: it chooses the slot. The payload is good until the
/// next call with the table. Null if an argument is null.
#[unsafe(no_mangle)]
pub extern "C" fn pal_pawns_get(
    table: Option<&mut PawnsOwned>,
    white: u64,
    black: u64,
    key: u64,
    fill: PawnsFill,
    context: *mut c_void,
) -> *const u64 {
    or(std::ptr::null(), || {
        let (Some(table), Some(fill)) = (table, fill) else { return std::ptr::null() };
        let payload = table.table.get_or_insert_with([white, black], key, || {
            let mut payload = [0; PAYLOAD_WORDS];
            fill(payload.as_mut_ptr(), context);
            payload
        });
        payload.as_ptr()
    })
}

/// Forgets every structure.
#[unsafe(no_mangle)]
pub extern "C" fn pal_pawns_clear(table: Option<&mut PawnsOwned>) {
    or((), || {
        if let Some(table) = table {
            table.table.clear();
        }
    });
}

/// Creates a shared table of `entries` payloads, each of eight words. Returns null after an error.
#[unsafe(no_mangle)]
pub extern "C" fn pal_pawns_shared_create(
    entries: usize,
    error: Option<&mut MaybeUninit<Error>>,
) -> Option<Box<PawnsSharedOwned>> {
    let create =
        || Ok(Box::new(PawnsSharedOwned { table: SharedPawnTable::new(fitting(entries)?) }));
    guard(error, create).ok()
}

/// Gives a shared table back, which no thread uses any more; null has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn pal_pawns_shared_free(table: Option<Box<PawnsSharedOwned>>) {
    or((), || drop(table));
}

/// Copies the payload of the two sets of pawns, and returns whether the table has it. Any thread
/// may call it at any time.
#[unsafe(no_mangle)]
pub extern "C" fn pal_pawns_shared_probe(
    table: Option<&PawnsSharedOwned>,
    white: u64,
    black: u64,
    key: u64,
    payload: Option<&mut MaybeUninit<PawnsPayload>>,
) -> bool {
    or(false, || {
        let (Some(table), Some(payload)) = (table, payload) else { return false };
        let found = table.table.probe([white, black], key);
        found.map(|words| payload.write(PawnsPayload { words })).is_some()
    })
}

/// Puts the payload of the two sets of pawns into its slot, whatever was there. Any thread may call
/// it at any time.
#[unsafe(no_mangle)]
pub extern "C" fn pal_pawns_shared_store(
    table: Option<&PawnsSharedOwned>,
    white: u64,
    black: u64,
    key: u64,
    payload: Option<&PawnsPayload>,
) {
    or((), || {
        if let (Some(table), Some(payload)) = (table, payload) {
            table.table.store([white, black], key, &payload.words);
        }
    });
}

/// Forgets every structure; no other thread uses the table meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn pal_pawns_shared_clear(table: Option<&mut PawnsSharedOwned>) {
    or((), || {
        if let Some(table) = table {
            table.table.clear();
        }
    });
}
