//! Whether a program of Linux runs without the system's libraries.

use anyhow::{Context, Result, ensure};

/// The first bytes of an ELF file of 64 bits with the least byte first.
const MAGIC: &[u8] = b"\x7fELF\x02\x01";

/// The offsets in the file's header of the place of the program headers, their size, their number.
const PLACE: usize = 0x20;
const SIZE: usize = 0x36;
const COUNT: usize = 0x38;

/// The type of a program header that names the loader of shared libraries.
const INTERPRETER: u64 = 3;

/// Returns whether the system starts this program by the loader of shared libraries.
pub(super) fn needs_a_loader(bytes: &[u8]) -> Result<bool> {
    ensure!(bytes.starts_with(MAGIC), "this is no ELF file of 64 bits");
    let number = |start: usize, length: usize| {
        let field = bytes.get(start..)?.get(..length)?;
        Some(field.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    };
    let (place, size, count) = (number(PLACE, 8), number(SIZE, 2), number(COUNT, 2));
    let cut = "the file is cut short";
    let (place, size) = (place.context(cut)?, size.context(cut)?);
    for index in 0..count.context(cut)? {
        let header = usize::try_from(place + index * size)?;
        if number(header, 4).context(cut)? == INTERPRETER {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file of one program header, of this type.
    fn file(kind: u8) -> Vec<u8> {
        let mut bytes = vec![0; 0x40];
        bytes[..MAGIC.len()].copy_from_slice(MAGIC);
        (bytes[PLACE], bytes[SIZE], bytes[COUNT]) = (0x40, 56, 1);
        bytes.extend([kind, 0, 0, 0]);
        bytes
    }

    #[test]
    fn the_loader_is_a_program_header() {
        assert!(needs_a_loader(&file(3)).unwrap());
        assert!(!needs_a_loader(&file(1)).unwrap());
    }
}
