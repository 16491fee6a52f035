//! Verb `bench-tt-file`: how long a table takes to its file and back, beside a plain copy with the
//! same reads and syncs.
//!
//! Saving is compared with writing as many bytes from memory to a new file, which is synced and
//! renamed; loading, which reads the file twice, with reading it twice and keeping what was read.
//! Each round does all four, one after the other, so that what disturbs the machine disturbs all of
//! them. Then it asks the file for the records of some keys, as `palimpsest hash look` does.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tt_core::{Entry, FileLookup, Table};
use zobrist_keys::SplitMix64;

use crate::page::{MarkdownTable, Page, Spread, machine, size_name};

#[derive(Args)]
pub(crate) struct FileArguments {
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1_024)]
    mib: usize,
    /// Rounds; the median of each ratio counts
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: usize,
    /// Where the files stand for a while, up to three times the size: by default the system's
    /// folder for such files
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Write the page of results, by default to docs/records/bench/tt-file.md
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "docs/records/bench/tt-file.md"
    )]
    write: Option<PathBuf>,
}

/// The fingerprint of the keys, which are random numbers.
const SCHEMA: u64 = 1;
/// The bytes that the plain copy moves at once: about a block of the table's file.
const CHUNK: usize = 64 << 10;

/// The keys of one look: a position and those after each of 35 moves, about a middle game's number.
const LOOK: usize = 36;

type Seconds = fn(&Round) -> f64;

struct Round {
    save: f64,
    write: f64,
    load: f64,
    read: f64,
    look: f64,
}

/// Measures and prints a line `figure NAME VALUE UNIT` for each number.
pub(crate) fn run(arguments: &FileArguments, mut print: impl FnMut(String)) -> Result<()> {
    ensure!(arguments.rounds > 0 && arguments.mib > 0, "at least one round of at least 1 MiB");
    let folder = arguments.folder.clone().unwrap_or_else(std::env::temp_dir);
    let folder = folder.join(format!("lab-bench-tt-file-{}", std::process::id()));
    fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let measured = measure(arguments, &folder);
    let removed = fs::remove_dir_all(&folder);
    let (bytes, rounds) = measured?;
    removed?;
    let size = size_name(arguments.mib);
    let file = format!("a file of {bytes} bytes, {} rounds", rounds.len());
    let columns = ["", "table, s", "plain copy, s", "table / copy", "from", "to"];
    let mut rows = MarkdownTable::new(columns, 1);
    print(machine());
    print(file.clone());
    for (name, ours, plain) in [
        ("save", (|round| round.save) as Seconds, (|round| round.write) as Seconds),
        ("load", |round| round.load, |round| round.read),
    ] {
        let spread = |of: &dyn Fn(&Round) -> f64| Spread::of(rounds.iter().map(of));
        let ratio = spread(&|round| ours(round) / plain(round));
        let [ours, plain] = [spread(&ours).median, spread(&plain).median];
        print(format!("figure tt.{name}.{size}.x_copy {:.3} x", ratio.median));
        print(format!("figure tt.{name}.{size}.seconds {ours:.3} s"));
        print(format!("figure tt.{name}.{size}.copy_seconds {plain:.3} s"));
        let numbers = [ours, plain, ratio.median, ratio.least, ratio.greatest];
        rows.row([name.to_owned()].into_iter().chain(numbers.map(|value| format!("{value:.3}"))));
    }
    let look = Spread::of(rounds.iter().map(|round| round.look));
    print(format!("figure tt.look.{size}.seconds {:.4} s", look.median));
    match &arguments.write {
        Some(path) => page(&size, &file, &rows, &look).write(path),
        None => Ok(()),
    }
}

fn page(size: &str, file: &str, rows: &MarkdownTable, look: &Spread) -> Page {
    let command = "cargo xtask bench tt-file --write";
    let mut page = Page::new("How long a table takes to its file and back", command);
    page.paragraph(&format!("On {}. A table of {size}, nearly full: {file}.", machine()));
    page.paragraph(
        "Saving is compared with writing as many bytes from memory to a new file, which is synced \
         and renamed; loading, which reads the file twice, with reading it twice and keeping what \
         was read. Each round does all four, one after the other. Seconds are medians over the \
         rounds; the quotients are those of one round, their median, least and greatest.",
    );
    page.table(rows);
    let Spread { least, median, greatest } = look;
    page.paragraph(&format!(
        "Opening the file and asking it for {LOOK} keys, as `palimpsest hash look` does for a \
         position and those after its moves, takes {median:.4} s ({least:.4} to {greatest:.4} s): \
         `FileLookup` reads only the blocks in which a key may be, here from the system's cache.",
    ));
    page
}

fn measure(arguments: &FileArguments, folder: &Path) -> Result<(usize, Vec<Round>)> {
    let mut table: Table = Table::new(arguments.mib << 20)?;
    let mut random = SplitMix64::new(1);
    // Twice as many as fit: nearly all slots are taken.
    for _ in 0..2 * table.capacity() {
        let key = random.next();
        let draft = (key % 30) as i16;
        table.store(
            key,
            Entry { mv: key as u16, score: (key >> 16) as i16, draft, ..Entry::default() },
        );
    }
    let [path, plain] = ["table", "plain"].map(|name| folder.join(name));
    table.save(&path, SCHEMA, |_, _| {})?;
    let mut copy = fs::read(&path)?;
    let mut rounds = Vec::new();
    for _ in 0..arguments.rounds {
        let save = seconds(|| Ok(table.save(&path, SCHEMA, |_, _| {})?))?;
        let write = seconds(|| write(&copy, &plain))?;
        let load = seconds(|| Ok(table.load(&path, SCHEMA, |_, _| {})?))?;
        let read = seconds(|| read_twice(&plain, &mut copy))?;
        let look = seconds(|| look(&path, &mut random))?;
        rounds.push(Round { save, write, load, read, look });
    }
    Ok((copy.len(), rounds))
}

fn seconds(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed().as_secs_f64())
}

/// Asks the file for keys, of which hardly one is there: then no bucket is left unread.
fn look(path: &Path, keys: &mut SplitMix64) -> Result<()> {
    let mut file = FileLookup::<Entry>::open(path, SCHEMA)?;
    for _ in 0..LOOK {
        black_box(file.get(keys.next())?);
    }
    Ok(())
}

/// Writes the bytes to a new file, which takes the place of the old one when it is on the disk.
fn write(bytes: &[u8], path: &Path) -> Result<()> {
    let part = path.with_extension("part");
    let mut file = File::create_new(&part)?;
    for chunk in bytes.chunks(CHUNK) {
        file.write_all(chunk)?;
    }
    file.sync_all()?;
    Ok(fs::rename(part, path)?)
}

/// Reads the file to its end, and once more into `bytes`, which are as many.
fn read_twice(path: &Path, bytes: &mut [u8]) -> Result<()> {
    let mut chunk = vec![0; CHUNK];
    let mut file = File::open(path)?;
    while file.read(&mut chunk)? > 0 {
        black_box(&mut chunk);
    }
    let mut file = File::open(path)?;
    for chunk in bytes.chunks_mut(CHUNK) {
        file.read_exact(chunk)?;
    }
    ensure!(file.read(&mut chunk)? == 0, "the file is longer than it was");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{FileArguments, run};

    #[test]
    fn every_figure_is_printed_and_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let pages = tempfile::tempdir().unwrap();
        let page = pages.path().join("tt-file.md");
        let mut lines = Vec::new();
        let arguments = FileArguments {
            mib: 2,
            rounds: 2,
            folder: Some(folder.path().to_path_buf()),
            write: Some(page.clone()),
        };
        run(&arguments, |line| lines.push(line)).unwrap();
        let names: Vec<&str> =
            lines[2..].iter().map(|line| line.split(' ').nth(1).unwrap()).collect();
        let expected = ["save", "load"].map(|what| {
            ["x_copy", "seconds", "copy_seconds"].map(|unit| format!("tt.{what}.2MiB.{unit}"))
        });
        let look = ["tt.look.2MiB.seconds".to_owned()];
        assert_eq!(names, [expected.as_flattened(), &look].concat());
        // Nearly every slot of 16 bytes is in the file.
        let bytes: f64 = lines[1].split(' ').nth(3).unwrap().parse().unwrap();
        assert!((1.8e6..2.2e6).contains(&bytes), "{}", lines[1]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let page = std::fs::read_to_string(page).unwrap();
        let processor = lines[0].split([' ', ';']).next().unwrap();
        assert!(page.contains(processor), "{page}");
        assert!(page.contains("\n| save | ") && page.contains("\n| load | "), "{page}");
    }
}
