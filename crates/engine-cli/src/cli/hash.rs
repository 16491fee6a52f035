//! The words of `hash`: files of the transposition table.

mod export;
mod file;
mod known;
mod look;
mod tree;

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::slice;

use clap::{ArgGroup, Args, Subcommand};
use engine::{regular_file, schema};
use serde_json::Value;
use tt_core::{DRAFT_MAX, DRAFT_MIN, Entry, FileMerge, file_info, filter_file};

use self::file::{Contents, verify};
use crate::args::whole;
use crate::cli::ending::{refuse, refuse_output};
use crate::io::out_file::OutFile;
use crate::io::output::Output;
use crate::io::progress::Progress;

const DRAFTS: RangeInclusive<i64> = DRAFT_MIN as i64..=DRAFT_MAX as i64;

/// The ages of records: a table counts searches modulo 32.
const AGES: RangeInclusive<i64> = 0..=31;

#[derive(Subcommand)]
pub(super) enum HashVerb {
    /// Show what a file knows of a position, of each move from it and of the best line
    ///
    /// Of the file it reads only the parts in which these records may be.
    Look(look::LookWords),
    /// Write the tree of records below a position as a game, a suite or an opening book
    Export(export::ExportWords),
    /// Report what files hold: schema, records by bound, age and draft, a digest
    Info {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Print an array of JSON objects, one for each file
        #[arg(long)]
        json: bool,
    },
    /// Compare every checksum of files; exit code 1 if one is incomplete or damaged
    Verify {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Join files into one: of two records of a position the deeper one stays
    ///
    /// Nothing else is dropped. The joined file is written beside its place and then renamed.
    Merge(MergeWords),
    /// Keep the deep or the young records of a file
    ///
    /// The new file is written beside its place and then renamed.
    Prune(PruneWords),
}

#[derive(Args)]
#[command(
    after_help = "Example:\n  palimpsest hash merge monday.hsh tuesday.hsh --output both.hsh"
)]
pub(super) struct MergeWords {
    /// The files to join; of two equally deep records of a position the first file's stays
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The joined file: a new one, or one of FILE; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Replace the output if it exists
    #[arg(long)]
    force: bool,
}

#[derive(Args)]
#[group(skip)]
#[command(group(ArgGroup::new("kept").args(["draft", "age"]).required(true).multiple(true)))]
#[command(after_help = "Examples:\n  \
    palimpsest hash prune analysis.hsh --draft 10 --output deep.hsh\n  \
    palimpsest hash prune analysis.hsh --age 3 --output analysis.hsh")]
pub(super) struct PruneWords {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Keep records of at least this draft, in plies
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = whole::<i16>(DRAFTS)
    )]
    draft: Option<i16>,
    /// Keep records at most this number of searches old
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(AGES))]
    age: Option<u32>,
    /// The new file, or FILE itself; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Replace the output if it exists
    #[arg(long)]
    force: bool,
}

impl HashVerb {
    /// Inspects files or makes new ones of them. If one cannot be opened the process ends.
    pub(super) fn obey(&self, output: &Output) -> Result<(), String> {
        match self {
            Self::Look(words) => words.obey(output),
            Self::Export(words) => words.obey(output),
            Self::Info { files, json } => info(files, *json, output),
            Self::Verify { files } => check(files, output),
            Self::Merge(words) => words.obey(output),
            Self::Prune(words) => words.obey(output),
        }
    }
}

fn info(files: &[PathBuf], as_json: bool, output: &Output) -> Result<(), String> {
    files.iter().for_each(|path| open(path));
    let mut objects = Vec::new();
    for (number, path) in files.iter().enumerate() {
        let contents = Contents::read(path).map_err(|error| at(path, error))?;
        if as_json {
            objects.push(contents.json(path));
            continue;
        }
        let gap = if number == 0 { "" } else { "\n" };
        output.line(format_args!("{gap}{}\n{contents}", path.display()));
    }
    if as_json {
        output.line(format_args!("{:#}", Value::from(objects)));
    }
    Ok(())
}

fn check(files: &[PathBuf], output: &Output) -> Result<(), String> {
    files.iter().for_each(|path| open(path));
    let mut faults = 0;
    for path in files {
        let found = verify(path).unwrap_or_else(|error| {
            faults += 1;
            error.to_string()
        });
        output.line(at(path, found));
    }
    match faults {
        0 => Ok(()),
        _ => Err(format!("{faults} of {} files are incomplete or damaged", files.len())),
    }
}

impl MergeWords {
    fn obey(&self, output: &Output) -> Result<(), String> {
        let target = &self.output;
        self.files.iter().for_each(|path| open(path));
        let place = open_place(target, &self.files, self.force, output);
        let mut merge = FileMerge::<Entry>::new(schema());
        let mut read = 0;
        for path in &self.files {
            read += merge.add(path).map_err(|error| at(path, error))?;
        }
        let files = match self.files.len() {
            1 => "1 file".to_owned(),
            several => format!("{several} files"),
        };
        write_table(target, place, output, |target| {
            let kept = merge.save(target).map_err(|error| at(target, error))?;
            Ok(format!("{kept} records of {read} in {files}"))
        })
    }
}

impl PruneWords {
    fn obey(&self, output: &Output) -> Result<(), String> {
        let Self { file, output: target, .. } = self;
        open(file);
        let place = open_place(target, slice::from_ref(file), self.force, output);
        let info = file_info(file).map_err(|error| at(file, error))?;
        write_table(target, place, output, |target| {
            let progress = Progress::new(|| Some(info.records), "records");
            let kept = filter_file(file, target, schema(), |entry: Entry, age| {
                progress.add(1);
                self.draft.is_none_or(|least| entry.draft >= least)
                    && self.age.is_none_or(|oldest| age <= oldest)
            });
            progress.finish();
            let kept = kept.map_err(|error| {
                at(file, format_args!("not pruned into {}: {error}", target.display()))
            })?;
            Ok(format!("{kept} of {} records kept", info.records))
        })
    }
}

/// Lets `save` write a table's file, and reports what it returns. For standard output and devices
/// `save` writes a temporary file, which is copied there.
fn write_table(
    target: &Path,
    mut place: OutFile,
    output: &Output,
    save: impl FnOnce(&Path) -> Result<String, String>,
) -> Result<(), String> {
    if place.is_file() {
        output.line(at(target, save(target)?));
        return Ok(());
    }
    let folder = tempfile::tempdir().map_err(|error| format!("a temporary folder: {error}"))?;
    let path = folder.path().join("table");
    let report = save(&path)?;
    let unreadable = |error| at(&path, error);
    let mut file = BufReader::new(File::open(&path).map_err(unreadable)?);
    while let bytes @ [_, ..] = file.fill_buf().map_err(unreadable)? {
        place.write(bytes)?;
        let count = bytes.len();
        file.consume(count);
    }
    // With a closed standard error the report is lost: the exit code remains.
    let _ = writeln!(io::stderr(), "{report}");
    Ok(())
}

/// Opens a file to read. One that cannot be opened is refused: the process ends.
fn open(path: &Path) {
    if let Err(error) = regular_file::open(path) {
        refuse("FILE", at(path, error));
    }
}

/// Opens the place for a table. A file that exists is refused, unless it is one of the inputs or
/// may be replaced, and so is one that cannot be written: the process ends.
fn open_place(target: &Path, inputs: &[PathBuf], may_replace: bool, output: &Output) -> OutFile {
    let is_input = || inputs.iter().any(|path| is_same(path, target));
    let place = OutFile::create(Some(target), output)
        .unwrap_or_else(|error| refuse_output("--output", target, &error));
    if !may_replace && place.is_file() && target.symlink_metadata().is_ok() && !is_input() {
        refuse("--output", at(target, "exists (--force replaces it)"));
    }
    place
}

fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

fn at(path: &Path, what: impl Display) -> String {
    format!("{}: {what}", path.display())
}
