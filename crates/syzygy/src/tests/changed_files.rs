//! Files that another process changes while they are in use: a probe ends with an answer or an
//! error.

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use movegen::{PieceType, Position};
use tempfile::TempDir;

use super::{folder, plies, results_of, some_positions};
use crate::bytes::{LINE, Line, Source};
use crate::file::{Cache, CachedFile};
use crate::{Fault, ProbeError, Tablebases};

/// The bytes of the checksum, which end a file.
const CHECKSUM: usize = 16;

/// Returns a folder with the files of king and rook against king.
fn copies() -> TempDir {
    let file = |name| fs::read(Path::new("examples/data").join(name)).expect("a table");
    folder(&[("KRvK.rtbw", &file("KRvK.rtbw")), ("KRvK.rtbz", &file("KRvK.rtbz"))])
}

fn path(folder: &TempDir) -> PathBuf {
    folder.path().join("KRvK.rtbw")
}

fn positions() -> Vec<Position> {
    some_positions(PieceType::Rook).collect()
}

/// The first position brings the header into the program. Pages that were read before the cut still
/// answer.
#[test]
fn a_file_that_is_cut_short_while_it_is_in_use_is_an_error() {
    let (whole, positions) = (Tablebases::open(["examples/data"]), positions());
    for (left, words) in [
        (0, "KRvK.rtbw: expected a whole table, found 0 bytes"),
        (1, "KRvK.rtbw: expected a whole table, found 1 bytes"),
        (5_000, "KRvK.rtbw: expected a whole table, found 5000 bytes"),
    ] {
        let folder = copies();
        let tables = Tablebases::open([folder.path()]);
        tables.probe_wdl(&positions[0]).expect("a result");
        OpenOptions::new().write(true).open(path(&folder)).expect("ours").set_len(left).unwrap();
        let answered = positions.iter().take_while(|position| {
            let found = tables.probe_wdl(position);
            assert!(found.is_err() || found == whole.probe_wdl(position), "{position:?}");
            found.is_ok()
        });
        assert!(answered.count() < positions.len(), "{left}: no probe met the cut");
        assert_eq!(tables.probe_wdl(&positions[0]), Err(ProbeError::Unfit(results_of("KRvK"))));
        let warnings = tables.take_warnings();
        assert!(warnings.len() == 1 && matches!(warnings[0].fault(), Fault::Length(_)));
        assert!(warnings[0].to_string().ends_with(words), "{}", warnings[0]);
    }
}

/// Several threads probe while another one overwrites and cuts the files.
#[test]
fn a_file_that_is_written_while_it_is_in_use_stops_nobody() {
    const ROUNDS: u8 = 40;
    let folder = copies();
    let positions = positions();
    let done = AtomicBool::new(false);
    let good = fs::read(path(&folder)).expect("a table");
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let tables = Tablebases::open([folder.path()]);
                    for position in positions.iter().step_by(50) {
                        let _ = (tables.probe_wdl(position), plies(&tables, position));
                    }
                }
            });
        }
        for round in 0..ROUNDS {
            for name in ["KRvK.rtbw", "KRvK.rtbz"] {
                let path = folder.path().join(name);
                let mut file = OpenOptions::new().write(true).open(path).expect("ours");
                // The header stays whole in every other round.
                file.seek(SeekFrom::Start(if round % 2 == 0 { 100 } else { 0 })).expect("a place");
                file.write_all(&[round.wrapping_mul(37); 9_000]).expect("written");
                file.set_len(u64::from(round % 3) * 3_000).expect("cut");
                file.set_len(good.len() as u64).expect("longer");
                file.seek(SeekFrom::Start(0)).expect("a place");
                file.write_all(&good).expect("written");
            }
        }
        done.store(true, Ordering::Relaxed);
    });
}

/// Returns a line; `None` if there is none.
fn line(source: &impl Source, number: u64) -> Option<Line> {
    let mut line = [1; LINE];
    source.read_line(number, &mut line).is_ok().then_some(line)
}

/// Caches of no page, of few and of many.
#[test]
fn a_file_has_the_same_lines_through_every_cache_as_in_memory() {
    let folder = copies();
    let lengths = [0, 1, 15, 16, 17].map(|blocks| blocks * LINE + CHECKSUM);
    for length in lengths.into_iter().filter(|&length| length > CHECKSUM) {
        let contents = [3, 5]
            .map(|step| -> Vec<u8> { (0..length).map(|place| (place / step) as u8).collect() });
        let paths = [path(&folder), path(&folder).with_extension("rtbz")];
        for (path, bytes) in paths.iter().zip(&contents) {
            fs::write(path, bytes).expect("written");
        }
        for pages in [0, 1, 2, 64] {
            let cache = Arc::new(Cache::new(pages));
            let open = |number: usize| {
                CachedFile::open(&paths[number], number, Arc::clone(&cache)).expect("a file")
            };
            let files = [open(0), open(1)];
            for number in (0..length as u64 / LINE as u64 + 3).chain([u64::MAX, 0, 1]) {
                for (file, bytes) in files.iter().zip(&contents) {
                    let (found, expected) = (line(file, number), line(&&bytes[..], number));
                    assert_eq!(found, expected, "{length} bytes, {pages} pages, line {number}");
                }
            }
        }
    }
}

/// The threads share the places of the cache, and read the file where one is taken.
#[test]
fn threads_find_the_same_results_at_the_same_time() {
    let tables = Tablebases::open(["examples/data"]);
    let positions = positions();
    let results = || -> Vec<_> { positions.iter().map(|one| tables.probe_wdl(one)).collect() };
    let expected = results();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert!(results() == expected));
        }
    });
}
