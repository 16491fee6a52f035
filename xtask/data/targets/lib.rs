//! The function that a host of WebAssembly calls for the text of the numbers.

pub mod numbers;

/// Returns the address of the text, which ends in NUL and is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    let mut text = numbers::numbers();
    text.push('\0');
    Box::leak(text.into_boxed_str()).as_ptr()
}
