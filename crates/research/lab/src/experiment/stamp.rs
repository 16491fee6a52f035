//! Which pages this very program has written: its own file and the setting, as a number beside the
//! page's name.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::ErrorKind;
use std::path::{self, Path, PathBuf};

use anyhow::{Context, Result};

use super::Setting;
use crate::page::document::write;

/// Returns the path of a page's stamp: beside this program, which is below target/.
fn path(folder: &Path, name: &str) -> Result<PathBuf> {
    let program = env::current_exe().context("cannot find this program")?;
    let folder = path::absolute(folder).context("there is no current folder")?;
    let mut hasher = DefaultHasher::new();
    folder.hash(&mut hasher);
    Ok(program.with_file_name("lab-pages").join(format!("{name}-{:016x}", hasher.finish())))
}

fn stamp(setting: Setting) -> Result<String> {
    let program = env::current_exe().and_then(fs::read).context("cannot read this program")?;
    let mut hasher = DefaultHasher::new();
    program.hash(&mut hasher);
    Ok(format!("{:016x} {setting:?}\n", hasher.finish()))
}

/// Says that this program wrote the page.
///
/// # Errors
/// If the program or the file cannot be read or written.
pub(super) fn set(folder: &Path, name: &str, setting: Setting) -> Result<()> {
    write(&path(folder, name)?, &stamp(setting)?)
}

/// Returns whether this program wrote the page with this setting.
///
/// # Errors
/// If the program or the file cannot be read.
pub(super) fn is_set(folder: &Path, name: &str, setting: Setting) -> Result<bool> {
    match fs::read_to_string(path(folder, name)?) {
        Ok(text) => Ok(text == stamp(setting)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("cannot read the stamp of {name}")),
    }
}
