//! Training data: quiet positions of self-play games, each with the game's result and the search's
//! score.
//!
//! A data set is a file of blocks, one for each game. [`row`] packs a position into 32 bytes;
//! [`archive`] frames the rows of a game so that an interrupted run loses no more than the game it
//! was writing; [`fill`] makes the blocks that a data set lacks, on several threads.

pub(crate) mod archive;
pub(crate) mod fill;
pub(crate) mod row;

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use archive::Archive;

#[derive(Args)]
pub(crate) struct RowsArguments {
    /// The data set to print
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Writes each row of a data set as `FEN | result | score`: the verb `rows`.
///
/// The result is White's (1, 0.5 or 0), the score from White's view in the evaluation's units.
///
/// # Errors
///
/// If the data set cannot be read or is damaged, or the output fails. A reader that has seen enough
/// and closes the output ends the listing.
pub(crate) fn print_rows(arguments: &RowsArguments, output: &mut impl Write) -> Result<()> {
    for block in Archive::read(&arguments.file)?.blocks {
        for packed in &block.rows {
            let row = packed.unpack()?;
            let points = row.result.points();
            let fen = row.position.to_fen();
            match writeln!(output, "{fen} | {points} | {}", row.score) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
                other => other?,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use movegen::Position;

    use super::*;
    use archive::{Appender, Block};
    use row::{GameResult, PackedRow, Row};

    #[test]
    fn rows_are_printed_as_text() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows");
        let (mut appender, _) = Appender::resume(&file).unwrap();
        let row =
            |score, result| PackedRow::pack(&Row { position: Position::startpos(), score, result });
        let rows = vec![row(-12, GameResult::BlackWins), row(7, GameResult::Draw)];
        appender.append(&Block { game: 1, rows }).unwrap();
        let mut text = Vec::new();
        print_rows(&RowsArguments { file }, &mut text).unwrap();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let expected = format!("{start} | 0 | -12\n{start} | 0.5 | 7\n");
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
