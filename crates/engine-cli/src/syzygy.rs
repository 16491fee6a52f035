//! Syzygy's endgame tables (Ronald de Man, 2013): the files of the folders that `SyzygyPath` names,
//! adapted to the search.
//!
//! ```text
//! probe.rs     captures, en passant, the next ply: result and distance of a position
//! table.rs     a file: its parts, flags, maps of distances
//! layout.rs    the number of a position in a part, by squares.rs and material.rs
//! pairs.rs     the value of that number, from the code in the file
//! ```
//!
//! A file is opened when a position needs it first. Its whole header is checked then, and its other
//! bytes where they are used. A file with damage is reported once, after the search, and counts as
//! absent from then on.

mod bytes;
mod damage;
pub(crate) mod law;
mod layout;
mod material;
mod pairs;
mod probe;
mod squares;
mod table;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use movegen::Position;
use search::{EndgameResult, Tablebases};

use damage::Damage;
use material::Material;
use table::{Content, Distance, Table};

use crate::regular_file;

/// The largest number of unfit files or folders that are named one by one.
const MOST_REMARKS: usize = 5;

/// The tables of some folders.
#[derive(Default)]
pub(crate) struct Syzygy {
    files: Vec<TableFile>,
    /// The file for a material, and whether Black is the side that it names first.
    index: HashMap<(Content, Material), (usize, bool)>,
    largest: usize,
    /// The faults that were not reported yet.
    faults: Mutex<Vec<String>>,
}

/// A file, which is opened when it is needed.
struct TableFile {
    path: PathBuf,
    content: Content,
    material: Material,
    /// The table, or `None` if the file cannot serve.
    table: OnceLock<Option<Table>>,
    /// Whether a look-up has met damage.
    is_damaged: AtomicBool,
}

impl Syzygy {
    /// Looks for tables in the folders of a path, in the separators of the system: colons, on
    /// Windows semicolons. Of files of one name the first counts. Unfit ones are left out, and
    /// [`take_faults`](Self::take_faults) returns them.
    pub(crate) fn open(path: &str) -> Self {
        let mut tables = Self::default();
        for folder in env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()) {
            match fs::read_dir(&folder) {
                Ok(entries) => {
                    let mut paths: Vec<PathBuf> =
                        entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
                    paths.sort();
                    paths.into_iter().for_each(|path| tables.enter(path));
                }
                Err(error) => tables.fault(&folder, &Damage::Io(error)),
            }
        }
        tables
    }

    /// Enters a file, if its name is that of a table.
    fn enter(&mut self, path: PathBuf) {
        let contents = [Content::Results, Content::Distances];
        let ending = path.extension().and_then(OsStr::to_str);
        let content = contents.into_iter().find(|content| ending == Some(content.extension()));
        let material = path.file_stem().and_then(OsStr::to_str).and_then(Material::from_name);
        let (Some(content), Some(material)) = (content, material) else { return };
        if self.index.contains_key(&(content, material)) {
            return;
        }
        let length = regular_file::open(&path).and_then(|file| Ok(file.metadata()?.len()));
        if let Err(damage) = length.map_err(Damage::Io).and_then(table::check_length) {
            return self.fault(&path, &damage);
        }
        let number = self.files.len();
        self.index.insert((content, material.swapped()), (number, true));
        self.index.insert((content, material), (number, false));
        if content == Content::Results {
            self.largest = self.largest.max(material.men());
        }
        self.files.push(TableFile {
            path,
            content,
            material,
            table: OnceLock::new(),
            is_damaged: AtomicBool::new(false),
        });
    }

    /// Returns whether there is no table of results, so that no position is ever found.
    pub(crate) fn is_empty(&self) -> bool {
        self.largest == 0
    }

    /// Returns the number of tables, in words.
    pub(crate) fn summary(&self) -> String {
        let count = |content| self.files.iter().filter(|file| file.content == content).count();
        match (count(Content::Results), count(Content::Distances)) {
            (0, _) => "no tablebases found; searching without them".into(),
            (results, distances) => {
                format!("{results} WDL and {distances} DTZ tables, up to {} men", self.largest)
            }
        }
    }

    /// Returns the faults since the last call: unfit files or folders, and the reasons.
    pub(crate) fn take_faults(&self) -> Vec<String> {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let mut faults = std::mem::take(&mut *faults);
        if faults.len() > MOST_REMARKS {
            let more = faults.len() - MOST_REMARKS;
            faults.truncate(MOST_REMARKS);
            faults.push(format!("{more} more cannot be used"));
        }
        faults
    }

    fn fault(&self, path: &Path, damage: &Damage) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.push(format!("{} {damage}", path.display()));
    }

    /// Returns the result of `look_up` in the table of that content for a position; its second
    /// argument is whether the table's colours are exchanged. A file is reported and left alone
    /// after its first damage.
    fn look_up<T>(
        &self,
        content: Content,
        position: &Position,
        look_up: impl FnOnce(&Table, bool) -> Option<T>,
    ) -> Option<T> {
        let &(number, swapped) = self.index.get(&(content, Material::of(position)))?;
        let file = &self.files[number];
        let table = file.table.get_or_init(|| {
            let table = Table::open(&file.path, content, file.material);
            table.inspect_err(|damage| self.fault(&file.path, damage)).ok()
        });
        let table = table.as_ref().filter(|_| !file.is_damaged.load(Ordering::Relaxed))?;
        let found = look_up(table, swapped);
        if found.is_none() && !file.is_damaged.swap(true, Ordering::Relaxed) {
            self.fault(&file.path, &Damage::Code);
        }
        found
    }

    /// Returns the table's result of a position. Bare kings have no table, and are a draw.
    fn stored_result(&self, position: &Position) -> Option<i32> {
        if position.occupied().count() == 2 {
            return Some(0);
        }
        self.look_up(Content::Results, position, |table, swapped| table.result(position, swapped))
    }

    /// Returns the table's distance of a position of that result.
    fn stored_distance(&self, position: &Position, result: i32) -> Option<Distance> {
        self.look_up(Content::Distances, position, |table, swapped| {
            table.distance(position, swapped, result)
        })
    }
}

impl Tablebases for Syzygy {
    fn largest(&self) -> u32 {
        self.largest as u32
    }

    fn probe_wdl(&self, position: &Position) -> Option<EndgameResult> {
        Some(match self.result(position)? {
            ..=-2 => EndgameResult::Loss,
            -1 => EndgameResult::Blessed,
            0 => EndgameResult::Draw,
            1 => EndgameResult::Cursed,
            2.. => EndgameResult::Win,
        })
    }

    fn probe_dtz(&self, position: &Position) -> Option<i32> {
        self.distance(position)
    }
}
