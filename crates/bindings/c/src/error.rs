//! Errors: a number, and a text that says what was expected and what was found.

use std::ffi::{CStr, c_char};
use std::fmt::Display;
use std::mem::MaybeUninit;

use crate::ffi::fill;

/// The kind of an error.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was done.
    Ok = 0,
    /// A pointer is null where an object or a text is expected, or a text is not UTF-8.
    Null = 1,
    /// An argument is out of its range.
    Argument = 2,
    /// There is not enough memory.
    Memory = 3,
    /// A file could not be read, written or accepted.
    File = 4,
    /// A shared table could not be created, attached, cleared, resized or removed, or its file was
    /// cut short.
    Shared = 5,
    /// The answer is not known: there is no endgame table of the position, or it has a fault.
    Unknown = 6,
    /// This system does not have it.
    Unsupported = 7,
    /// The library has an error of its own. The objects of the call may be freed, nothing else.
    Panic = 8,
}

const STATUSES: [(Status, &CStr); 9] = [
    (Status::Ok, c"done"),
    (Status::Null, c"a pointer is null, or a text is not UTF-8"),
    (Status::Argument, c"an argument is out of its range"),
    (Status::Memory, c"not enough memory"),
    (Status::File, c"a file could not be read, written or accepted"),
    (Status::Shared, c"a shared table was refused"),
    (Status::Unknown, c"the answer is not known"),
    (Status::Unsupported, c"this system does not have it"),
    (Status::Panic, c"the library has an error of its own"),
];

/// The error of a call, in memory of the caller. Functions that may fail take the address of one
/// or null, and write both fields if it is not null: `PAL_STATUS_OK` and an empty text too.
#[repr(C)]
pub struct Error {
    /// The kind.
    pub status: Status,
    /// The message, ended by a zero byte; what is longer is cut.
    pub text: [c_char; 252],
}

/// The place for the error of a call.
pub(crate) type Place<'a> = Option<&'a mut MaybeUninit<Error>>;

/// An error on its way to the caller.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) text: String,
}

impl Failure {
    pub(crate) fn new(status: Status, text: impl Display) -> Self {
        Self { status, text: text.to_string() }
    }

    /// Returns the error of an argument that is null.
    pub(crate) fn null(expected: &str) -> Self {
        Self::new(Status::Null, format_args!("expected {expected}, found null or no UTF-8"))
    }
}

/// Writes the error of a call where the caller wants it.
pub(crate) fn report(place: Place<'_>, status: Status, text: &str) {
    if let Some(place) = place {
        let error = place.write(Error { status, text: [0; 252] });
        fill(&mut error.text, text);
    }
}

/// Returns a text for a number, which may be any; it lives as long as the library is loaded.
///
/// Any number of threads may call it.
#[unsafe(no_mangle)]
pub extern "C" fn pal_status_text(status: i32) -> *const c_char {
    let found = STATUSES.iter().find(|(known, _)| *known as i32 == status);
    found.map_or(c"no number of an error", |(_, text)| text).as_ptr()
}
