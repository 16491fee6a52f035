//! The code blocks of the book's chapters, compiled and run with the documentation tests.
#![forbid(unsafe_code)]
