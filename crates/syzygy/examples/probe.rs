//! Looks a position up in the tables of some folders: `probe FEN FOLDER...`.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]
#![expect(clippy::print_stderr, reason = "warnings go to the standard error stream")]

use std::error::Error;

use syzygy::movegen::Position;
use syzygy::{Dtz, Tablebases, Wdl};

/// White mates in 29 plies.
const ROOK: &str = "8/8/8/3k4/8/8/8/K6R w - - 0 1";

/// King and rook against king, written by the tests of this crate.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data");

/// Prints the result of a position and the results of its moves, the best one first.
fn look_up(fen: &str, folders: &[String]) -> Result<(Wdl, Dtz), Box<dyn Error>> {
    let position = Position::from_fen(fen)?;
    let tables = Tablebases::open(folders);
    let (wdl, dtz) = (tables.wdl_files(), tables.dtz_files());
    println!("{wdl} WDL and {dtz} DTZ files, up to {} pieces", tables.max_pieces());
    let probed = tables.probe_wdl(&position).and_then(|result| {
        let distance = tables.probe_dtz(&position)?;
        println!("{result:?}, distance to zeroing: {} plies", distance.plies());
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            moves.push((tables.probe_wdl(&position.make(mv))?, position.san(mv)));
        }
        moves.sort_by_key(|&(theirs, _)| theirs);
        moves.iter().for_each(|(theirs, san)| println!("{san}: {:?}", -*theirs));
        Ok((result, distance))
    });
    // Files that turned out to be damaged are among the warnings by now.
    tables.take_warnings().iter().for_each(|warning| eprintln!("{warning}"));
    Ok(probed?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let fen = words.next().unwrap_or_else(|| ROOK.into());
    let folders: Vec<String> = words.collect();
    let folders = if folders.is_empty() { vec![FOLDER.into()] } else { folders };
    look_up(&fen, &folders)?;
    Ok(())
}

#[test]
fn the_rook_wins() {
    let (result, distance) = look_up(ROOK, &[FOLDER.into()]).unwrap();
    assert_eq!((result, distance.plies()), (Wdl::Win, 29));
    let error = look_up("8/8/8/2k5/8/8/8/K6Q w - - 0 1", &[FOLDER.into()]).unwrap_err();
    assert_eq!(error.to_string(), "expected the table KQvK.rtbw, found no such file");
}
