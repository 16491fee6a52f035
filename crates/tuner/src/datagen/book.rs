//! A book of opening positions: an EPD or FEN file.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use movegen::{Epd, Position};

/// The positions of a book, one a line, with or without the operations of EPD; empty lines are left
/// out.
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
            let epd = Epd::parse(line).with_context(|| format!("line {}: {line}", index + 1))?;
            Ok(epd.position().clone())
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
        let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n\n4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n\
                    4k3/8/8/8/8/8/8/3K4 w - - 0 1 ; id \"y\"\n";
        assert_eq!(read_text(text).unwrap().len(), 3);
        let fault = format!("{:?}", read_text("\n8/8 w - -").unwrap_err());
        assert!(fault.contains("line 2") && fault.contains("book.epd"), "{fault}");
        assert!(read_text("\n\n").is_err());
    }
}
