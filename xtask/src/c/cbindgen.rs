//! Prints the header of a crate by the library of the program `cbindgen`: `xtask-header FOLDER
//! SETTINGS TRAILER`. `c` runs this; it is a program of its own so that no other verb waits for the
//! library.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use cbindgen::{Builder, Config};

fn main() -> Result<()> {
    let mut words = std::env::args().skip(1);
    let mut word = |what| words.next().with_context(|| format!("expected {what}, found nothing"));
    let folder = PathBuf::from(word("a folder")?);
    let (settings, trailer) = (folder.join(word("settings")?), folder.join(word("a trailer")?));
    let config = Config::from_file(settings).map_err(|error| anyhow!(error))?;
    let trailer = std::fs::read_to_string(trailer)?;
    let header = Builder::new().with_crate(folder).with_config(config).with_trailer(trailer);
    let mut text = Vec::new();
    header.generate()?.write(&mut text);
    Ok(std::io::stdout().write_all(&text)?)
}
