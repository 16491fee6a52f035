//! A book of opening positions: an EPD or FEN file.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use movegen::Position;

/// The positions of a book, one a line; what follows a semicolon is left out, and so are empty
/// lines.
///
/// # Errors
///
/// If the file cannot be read, a line is no position, or there is no line.
pub(crate) fn read(path: &Path) -> Result<Vec<Position>> {
    let name = || path.display().to_string();
    parse(&fs::read_to_string(path).with_context(name)?).with_context(name)
}

fn parse(text: &str) -> Result<Vec<Position>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let bases = lines
        .map(|(index, line)| {
            let fen = line.split(';').next().unwrap_or_default().trim();
            Position::from_fen(fen).with_context(|| format!("line {}: {line}", index + 1))
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
        let read_text = |text: &str| {
            fs::write(&path, text).unwrap();
            read(&path)
        };
        let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n\n4k3/8/8/8/8/8/8/4K3 w - - ; id \"x\"\n";
        assert_eq!(read_text(text).unwrap().len(), 2);
        let fault = format!("{:?}", read_text("\n8/8 w - -").unwrap_err());
        assert!(fault.contains("line 2") && fault.contains("book.epd"), "{fault}");
        assert!(read_text("\n\n").is_err());
    }
}
