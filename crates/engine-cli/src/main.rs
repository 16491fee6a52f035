//! palimpsest.
fn main() {}
