//! The values that a caller in C hands over by address: the only unsafe code of the crate.

use std::ffi::{CStr, c_char};
use std::slice;

/// A text of the caller that ends in a zero byte, or null. The caller keeps it alive and unchanged
/// during the call: each function that takes one says so by this type.
///
/// cbindgen:transparent-typedef
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Text(*const c_char);

impl Text {
    /// Returns the text; `None` if it is null or not UTF-8.
    pub(crate) fn get<'a>(self) -> Option<&'a str> {
        if self.0.is_null() {
            return None;
        }
        // SAFETY: only C makes a `Text`, and the header says that it is null or ends in a zero
        // byte; no caller of `get` keeps what it returns beyond the call from C.
        let text = unsafe { CStr::from_ptr(self.0) };
        text.to_str().ok()
    }
}

#[cfg(test)]
impl From<&'static CStr> for Text {
    fn from(text: &'static CStr) -> Self {
        Self(text.as_ptr())
    }
}

/// Returns the `count` values at `first`; none if it is null.
///
/// # Safety
/// `first` is null or points to that many values, which nobody changes while the slice is used.
pub(crate) unsafe fn list<'a, T>(first: *const T, count: usize) -> &'a [T] {
    if first.is_null() {
        return &[];
    }
    // SAFETY: the caller promises it.
    unsafe { slice::from_raw_parts(first, count) }
}

/// Returns the `count` values at `first`, to be changed; none if it is null.
///
/// # Safety
/// `first` is null or points to that many values, which nobody else uses while the slice is used.
pub(crate) unsafe fn list_mut<'a, T>(first: *mut T, count: usize) -> &'a mut [T] {
    if first.is_null() {
        return &mut [];
    }
    // SAFETY: the caller promises it.
    unsafe { slice::from_raw_parts_mut(first, count) }
}

/// Copies a text into a buffer of `size` bytes, cut where it does not fit and ended by a zero
/// byte, and returns the length of the whole text.
///
/// # Safety
/// `buffer` is null or points to `size` bytes that nobody else uses meanwhile.
pub(crate) unsafe fn copy_text(text: &str, buffer: *mut c_char, size: usize) -> usize {
    // SAFETY: the caller promises it.
    let buffer = unsafe { list_mut(buffer, size) };
    fill(buffer, text);
    text.len()
}

/// Copies as much of a text as fits before a zero byte.
pub(crate) fn fill(buffer: &mut [c_char], text: &str) {
    let Some(room) = buffer.len().checked_sub(1) else { return };
    let end = (0..=room.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    let kept = &text.as_bytes()[..end.unwrap_or(0)];
    for (to, &byte) in buffer.iter_mut().zip(kept.iter().chain([&0])) {
        *to = byte as c_char;
    }
}
