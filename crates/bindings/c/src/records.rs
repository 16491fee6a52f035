//! The tables behind `pal_tt_owned`: of one process or shared by several, of the entries of tt-core
//! or of records that the caller describes. All have one layout: four slots in a line, whole keys,
//! and the generation in bits 59 to 63 of a record.

use std::path::Path;

use tt_core::{
    Ageing, AllocError, Entry, Field, FileError, Handle, Newest, Payload, Replace, Table, Unit,
    Wide, fingerprint_of_text,
};

use crate::error::{Failure, Status};

/// The lowest bit of the generation in a record.
pub(crate) const GENERATION_SHIFT: u32 = 59;

/// A record of the caller: its priority stands in the `WIDTH` bits below the generation.
#[derive(Clone, Copy)]
pub(crate) struct Bits<const WIDTH: u32>(u64);

impl<const WIDTH: u32> Payload for Bits<WIDTH> {
    const UNIT: Unit = if WIDTH == 8 { Unit::Draft } else { Unit::Count };
    const PRIORITY: Field = Field::new(GENERATION_SHIFT - WIDTH, WIDTH);
    const GENERATION: Field = Field::new(GENERATION_SHIFT, u64::BITS - GENERATION_SHIFT);

    fn fingerprint() -> u64 {
        fingerprint_of_text("palimpsest-c bits 1") ^ u64::from(WIDTH)
    }

    #[inline]
    fn to_bits(self) -> u64 {
        self.0 & !Self::GENERATION.mask()
    }

    #[inline]
    fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

/// The place of the buckets, and the count of generations.
pub(crate) struct Buckets {
    pub(crate) words: *const u64,
    pub(crate) buckets: u64,
    pub(crate) generation: *const u64,
}

impl Buckets {
    fn of<P: Payload, R: Replace>(handle: Handle<'_, P, Wide, R>) -> Self {
        let buckets = handle.as_buckets();
        Self {
            words: buckets.as_ptr().cast(),
            buckets: buckets.len() as u64,
            generation: std::ptr::from_ref(handle.generation()).cast(),
        }
    }
}

/// The operations of a table, whatever its records are. Records are packed, and 0 is none.
pub(crate) trait Records {
    fn place(&self) -> Buckets;
    fn probe(&self, key: u64) -> u64;
    fn store(&self, key: u64, bits: u64);
    fn update(&self, key: u64, change: &mut dyn FnMut(u64) -> u64) -> u64;
    fn prefetch(&self, key: u64);
    fn hashfull(&self) -> u32;
    fn advance_generation(&self) -> Result<(), Failure>;
    fn check(&self) -> Result<u32, Failure>;
    fn resize(&mut self, bytes: usize) -> Result<(), Failure>;
    fn clear(&mut self, threads: usize) -> Result<(), Failure>;
    fn file(&mut self, work: FileWork, path: &Path, schema: u64) -> Result<(), Failure>;
}

/// The things that are done with a file.
#[derive(Clone, Copy)]
pub(crate) enum FileWork {
    Save,
    Load,
    Merge,
}

impl From<AllocError> for Failure {
    fn from(error: AllocError) -> Self {
        Self::new(Status::Memory, error)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::new(Status::File, error)
    }
}

/// Implements the operations that both kinds of table have by their handle.
macro_rules! by_handle {
    () => {
        fn place(&self) -> Buckets {
            Buckets::of(self.handle())
        }

        fn probe(&self, key: u64) -> u64 {
            self.handle().probe(key).map_or(0, P::to_bits)
        }

        fn store(&self, key: u64, bits: u64) {
            self.handle().store(key, P::from_bits(bits));
        }

        fn update(&self, key: u64, change: &mut dyn FnMut(u64) -> u64) -> u64 {
            let change = |old: P| P::from_bits(change(old.to_bits()));
            self.handle().update(key, change).map_or(0, P::to_bits)
        }

        fn prefetch(&self, key: u64) {
            self.handle().prefetch(key);
        }

        fn hashfull(&self) -> u32 {
            self.handle().hashfull()
        }
    };
}

impl<P: Payload, R: Replace> Records for Table<P, Wide, R> {
    by_handle!();

    fn advance_generation(&self) -> Result<(), Failure> {
        self.advance_generation();
        Ok(())
    }

    fn check(&self) -> Result<u32, Failure> {
        Ok(1)
    }

    fn resize(&mut self, bytes: usize) -> Result<(), Failure> {
        Ok(self.resize(bytes)?)
    }

    fn clear(&mut self, threads: usize) -> Result<(), Failure> {
        self.clear(threads);
        Ok(())
    }

    fn file(&mut self, work: FileWork, path: &Path, schema: u64) -> Result<(), Failure> {
        match work {
            FileWork::Save => self.save(path, schema, |_, _| {})?,
            FileWork::Load => self.load(path, schema, |_, _| {})?,
            FileWork::Merge => self.merge(path, schema, |_, _| {})?,
        }
        Ok(())
    }
}

/// Removes the file of a shared table.
#[cfg(unix)]
pub(crate) fn remove(path: &Path) -> Result<(), Failure> {
    Ok(tt_core::SharedTable::remove(path)?)
}

/// Refuses: there are no shared tables.
#[cfg(not(unix))]
pub(crate) fn remove(path: &Path) -> Result<(), Failure> {
    let path = path.display();
    Err(Failure::new(Status::Unsupported, format_args!("{path}: shared tables are for Unix")))
}

#[cfg(unix)]
mod shared {
    use std::path::Path;

    use tt_core::{Payload, Replace, SharedError, SharedTable, Wide};

    use super::{Buckets, FileWork, Records};
    use crate::error::{Failure, Status};

    impl From<SharedError> for Failure {
        fn from(error: SharedError) -> Self {
            Self::new(Status::Shared, error)
        }
    }

    impl<P: Payload, R: Replace> Records for SharedTable<P, Wide, R> {
        by_handle!();

        fn advance_generation(&self) -> Result<(), Failure> {
            Ok(self.advance_generation()?)
        }

        fn check(&self) -> Result<u32, Failure> {
            self.check()?;
            Ok(self.attached().len() as u32)
        }

        fn resize(&mut self, bytes: usize) -> Result<(), Failure> {
            Ok(self.resize(bytes)?)
        }

        fn clear(&mut self, threads: usize) -> Result<(), Failure> {
            Ok(self.clear(threads)?)
        }

        fn file(&mut self, work: FileWork, path: &Path, schema: u64) -> Result<(), Failure> {
            if schema != self.schema() {
                let text = "expected the schema with which the shared table was attached";
                return Err(Failure::new(Status::Argument, text));
            }
            match work {
                FileWork::Save => self.save(path, |_, _| {})?,
                FileWork::Load => self.load(path, |_, _| {})?,
                FileWork::Merge => self.merge(path, |_, _| {})?,
            }
            Ok(())
        }
    }
}

/// The memory of a new table.
#[derive(Clone, Copy)]
pub(crate) enum Memory<'a> {
    /// Of this process alone, of so many bytes.
    Own(usize),
    /// Of a file that processes share; 0 bytes attach to one of any size.
    Shared { path: &'a Path, bytes: usize, schema: u64 },
}

impl Memory<'_> {
    /// Creates a table of records whose priority, a draft or a count, has `width` bits.
    pub(crate) fn described(self, counts: bool, width: u32) -> Result<Box<dyn Records>, Failure> {
        match (counts, width) {
            (false, 8) => self.table::<Bits<8>, Ageing>(),
            (true, 16) => self.table::<Bits<16>, Newest>(),
            (true, 24) => self.table::<Bits<24>, Newest>(),
            (true, 31) => self.table::<Bits<31>, Newest>(),
            _ => {
                let text = "expected a draft of 8 bits or a count of 16, 24 or 31, found";
                Err(Failure::new(Status::Argument, format_args!("{text} {width} bits")))
            }
        }
    }

    /// Creates a table of the entries of tt-core.
    pub(crate) fn entries(self) -> Result<Box<dyn Records>, Failure> {
        self.table::<Entry, Ageing>()
    }

    fn table<P: Payload + 'static, R: Replace + 'static>(
        self,
    ) -> Result<Box<dyn Records>, Failure> {
        match self {
            Self::Own(bytes) => Ok(Box::new(Table::<P, Wide, R>::with_parts(bytes)?)),
            #[cfg(unix)]
            Self::Shared { path, bytes: 0, schema } => {
                Ok(Box::new(tt_core::SharedTable::<P, Wide, R>::attach(path, schema)?))
            }
            #[cfg(unix)]
            Self::Shared { path, bytes, schema } => {
                Ok(Box::new(tt_core::SharedTable::<P, Wide, R>::with_parts(path, bytes, schema)?))
            }
            #[cfg(not(unix))]
            Self::Shared { .. } => {
                Err(Failure::new(Status::Unsupported, "shared tables are for Unix"))
            }
        }
    }
}
