//! [`Tablebases`]: the files of some folders.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use movegen::Position;

use crate::error::{Fault, ProbeError, Warning};
use crate::file::{self, Cache, CachedFile, PAGES};
use crate::material::Material;
use crate::name::{Content, TableName};
use crate::table::Table;

/// The tables of some folders. The default has none.
///
/// All methods take `&self`: threads probe one value at the same time, and each keeps what the
/// others have opened.
#[derive(Default)]
pub struct Tablebases {
    files: Vec<TableFile>,
    /// The file for a material, and whether Black is the side that it names first.
    index: HashMap<TableName, (usize, bool)>,
    max_pieces: u32,
    cache: Arc<Cache>,
    warnings: Mutex<Vec<Warning>>,
}

/// A file, which is opened when it is needed.
struct TableFile {
    path: PathBuf,
    name: TableName,
    /// The table, or `None` if the file cannot serve.
    table: OnceLock<Option<Table>>,
    /// Whether a look-up has met a fault.
    is_unfit: AtomicBool,
}

impl Tablebases {
    /// Looks for tables in folders: files `.rtbw` with results and `.rtbz` with distances. Of files
    /// of one name the first counts; other files are passed over. [`std::env::split_paths`] makes
    /// folders of a list such as `/srv/syzygy/345:/srv/syzygy/6`.
    ///
    /// The name and the length of each file are checked here, its bytes when a position needs them.
    /// A folder that cannot be read, or a file that cannot serve, is a [`Warning`]. A file that a
    /// probe has opened stays open, so a program with many tables should raise the system's limit
    /// of open files; a file beyond it cannot serve.
    ///
    /// A file may be cut or rewritten while it is in use. A probe that meets the cut is
    /// [`ProbeError::Unfit`], and the file counts as absent from then on. Bytes that are read later
    /// than a change are the new ones, and so are results.
    ///
    /// ```
    /// use syzygy::Tablebases;
    ///
    /// let tables = Tablebases::open(["examples/data", "no/folder"]);
    /// assert_eq!((tables.wdl_files(), tables.dtz_files(), tables.max_pieces()), (1, 1, 3));
    /// assert!(tables.take_warnings()[0].to_string().starts_with("no/folder: cannot be read"));
    /// assert!(Tablebases::default().is_empty());
    /// ```
    #[must_use]
    pub fn open(folders: impl IntoIterator<Item: AsRef<Path>>) -> Self {
        let mut tables = Self { cache: Arc::new(Cache::new(PAGES)), ..Self::default() };
        for folder in folders {
            match fs::read_dir(&folder) {
                Ok(entries) => {
                    let mut paths: Vec<PathBuf> =
                        entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
                    paths.sort();
                    paths.into_iter().for_each(|path| tables.enter(path));
                }
                Err(error) => tables.warn(folder.as_ref(), error.into()),
            }
        }
        tables
    }

    /// Enters a file, if its name is that of a table.
    fn enter(&mut self, path: PathBuf) {
        let Some(name) = TableName::of_file(&path) else { return };
        if self.index.contains_key(&name) {
            return;
        }
        if let Err(fault) = file::open(&path) {
            return self.warn(&path, fault);
        }
        let number = self.files.len();
        let swapped = TableName { material: name.material.swapped(), ..name };
        self.index.insert(swapped, (number, true));
        self.index.insert(name, (number, false));
        if name.content == Content::Results {
            self.max_pieces = self.max_pieces.max(name.material.pieces() as u32);
        }
        let (table, is_unfit) = (OnceLock::new(), AtomicBool::new(false));
        self.files.push(TableFile { path, name, table, is_unfit });
    }

    /// Returns whether there is no table of results, so that every probe is an error.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.max_pieces == 0
    }

    /// Returns the number of pieces, kings and pawns included, of the largest table of results; 0
    /// if there is none.
    #[must_use]
    pub const fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    /// Returns the number of files with results, `.rtbw`.
    #[must_use]
    pub fn wdl_files(&self) -> usize {
        self.count(Content::Results)
    }

    /// Returns the number of files with distances, `.rtbz`.
    #[must_use]
    pub fn dtz_files(&self) -> usize {
        self.count(Content::Distances)
    }

    fn count(&self, content: Content) -> usize {
        self.files.iter().filter(|file| file.name.content == content).count()
    }

    /// Returns the warnings since the last call: those of [`open`](Self::open), and those of files
    /// that a probe has found unfit. There is at most one for each file and folder.
    ///
    /// ```
    /// use syzygy::{Fault, Tablebases};
    ///
    /// let tables = Tablebases::open(["no/such/folder"]);
    /// let warnings = tables.take_warnings();
    /// assert_eq!(warnings.len(), 1);
    /// assert!(warnings[0].path().ends_with("folder"));
    /// assert!(matches!(warnings[0].fault(), Fault::Io(_)));
    /// assert!(tables.take_warnings().is_empty());
    /// ```
    #[must_use]
    pub fn take_warnings(&self) -> Vec<Warning> {
        mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn warn(&self, path: &Path, fault: Fault) {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        warnings.push(Warning::new(path.to_owned(), fault));
    }

    /// Returns the result of `look_up` in the table of that content for a position; its second
    /// argument is whether the table's colours are exchanged. A file gives a warning at its first
    /// fault and is left alone afterwards.
    pub(crate) fn look_up<T>(
        &self,
        content: Content,
        position: &Position,
        look_up: impl FnOnce(&Table, bool) -> Result<T, Fault>,
    ) -> Result<T, ProbeError> {
        let name = TableName { content, material: Material::of(position) };
        let missing = || ProbeError::Missing(name.stronger_first());
        let &(number, swapped) = self.index.get(&name).ok_or_else(missing)?;
        let file = &self.files[number];
        let unfit = ProbeError::Unfit(file.name);
        let table = file.table.get_or_init(|| {
            let source = CachedFile::open(&file.path, number, Arc::clone(&self.cache));
            let table = source.and_then(|source| Table::read(source, file.name));
            table.map_err(|fault| self.warn(&file.path, fault)).ok()
        });
        let table = table.as_ref().filter(|_| !file.is_unfit.load(Ordering::Relaxed));
        look_up(table.ok_or(unfit)?, swapped).map_err(|fault| {
            if !file.is_unfit.swap(true, Ordering::Relaxed) {
                self.warn(&file.path, fault);
            }
            unfit
        })
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebases")
            .field("wdl_files", &self.wdl_files())
            .field("dtz_files", &self.dtz_files())
            .field("max_pieces", &self.max_pieces)
            .finish_non_exhaustive()
    }
}
