//! A book of opening positions: an EPD or FEN file.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use movegen::text::read_text;
use movegen::{Epd, Position, Variant};

/// Returns the positions of a book, one a line, with or without the operations of EPD; empty lines
/// are left out. Rights to castle are read by the rules of Chess960 or of standard chess.
pub(crate) fn read(path: &Path, is_chess960: bool) -> Result<Vec<Position>> {
    let name = || path.display().to_string();
    let bytes = fs::read(path).with_context(name)?;
    let variant = if is_chess960 { Variant::Chess960 } else { Variant::Standard };
    let text = read_text(&bytes).with_context(name)?;
    parse(&text, variant).with_context(name)
}

fn parse(text: &str, variant: Variant) -> Result<Vec<Position>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let bases = lines
        .map(|(index, line)| {
            let place = || format!("line {}: {line}", index + 1);
            let read = Epd::read(line, variant).with_context(place)?;
            if let Some(repair) = read.repairs.first() {
                bail!("{}: {repair}", place());
            }
            Ok(read.epd.position().clone())
        })
        .collect::<Result<Vec<_>>>()?;
    ensure!(!bases.is_empty(), "the book has no position");
    Ok(bases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_are_read_and_their_faults_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.epd");
        let read_as = |text: &str, is_chess960| {
            fs::write(&path, text).unwrap();
            read(&path, is_chess960)
        };
        let read_text = |text: &str| read_as(text, false);
        let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n\n4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n\
                    4k3/8/8/8/8/8/8/3K4 w - - 0 1 ; id \"y\"\n";
        assert_eq!(read_text(text).unwrap().len(), 3);
        let fault = format!("{:?}", read_text("\n8/8 w - -").unwrap_err());
        assert!(fault.contains("line 2") && fault.contains("book.epd"), "{fault}");
        assert!(read_text("\n\n").is_err());
        let chess960 = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
        assert!(format!("{:?}", read_text(chess960).unwrap_err()).contains("KQkq dropped"));
        assert_eq!(read_as(chess960, true).unwrap(), [Position::chess960(0).unwrap()]);
    }
}
