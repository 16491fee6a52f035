//! What a host of WebAssembly calls: the text of the numbers, and how long it is.

pub mod numbers;

/// Where the text begins, NUL at its end.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    let mut text = numbers::numbers();
    text.push('\0');
    Box::leak(text.into_boxed_str()).as_ptr()
}
