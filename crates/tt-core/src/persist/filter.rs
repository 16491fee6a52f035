//! A file with the records of another that a caller wants to keep.

use std::io::{Seek, Write};
use std::path::Path;

use super::error::FileError;
use super::format::{Reader, Writer};
use super::{open, replace_file, verified_header};
use crate::Payload;
use crate::age::age;

/// Writes the records of the file `from` for which `keep` returns true to the file `to`, which may
/// be `from` itself, and returns their number. `keep` receives each payload once, with its age in
/// generations. Records keep their order and their ages; one block of them is in memory at a time.
///
/// ```
/// use tt_core::{Entry, Table, file_info, filter_file};
///
/// # let dir = std::env::temp_dir().join(format!("tt-core-filter-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// let path = dir.join("table");
/// let mut table = Table::new(1 << 20)?;
/// for (key, draft) in [(7, 20), (8, 3), (9, 12)] {
///     table.store(key << 60, Entry { draft, ..Entry::default() });
/// }
/// table.save(&path, 42, |_, _| {})?;
/// let kept = filter_file(&path, &path, 42, |entry: Entry, _| entry.draft >= 10)?;
/// assert_eq!((kept, file_info(&path)?.records), (2, 2));
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a path names something else than a file, if `from` cannot be read, is not whole, or has
/// another key schema or payload, or if `to` cannot be written; what is at `to` is then unchanged.
pub fn filter_file<P: Payload>(
    from: impl AsRef<Path>,
    to: impl AsRef<Path>,
    schema: u64,
    mut keep: impl FnMut(P, u32) -> bool,
) -> Result<u64, FileError> {
    let mut reader = open(from.as_ref())?;
    let header = verified_header::<P>(&mut reader, Some(schema))?;
    let mut kept = 0;
    replace_file(to.as_ref(), |file| {
        // The number of records is not known yet: the header is written again at the end.
        let mut writer = Writer::new(&mut *file, &header)?;
        let mut written = Ok(());
        Reader::new(&mut reader, &header).for_each(|key, bits| {
            if written.is_ok() && keep(P::from_bits(bits), age::<P>(bits, header.generation)) {
                kept += 1;
                written = writer.push(key, bits).map(drop);
            }
        })?;
        written?;
        writer.finish()?;
        file.rewind()?;
        Ok(file.write_all(&header.with_records(kept).to_bytes()?)?)
    })?;
    Ok(kept)
}
