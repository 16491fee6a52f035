//! fastchess, the arbiter (Disservin and others): where it is.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable with the program's path, if no argument gives it.
const VARIABLE: &str = "FASTCHESS";

pub(crate) struct Fastchess(PathBuf);

impl Fastchess {
    /// Returns the program `given`, else the one that the variable FASTCHESS names, else the one in
    /// the path; or why there is none.
    pub(crate) fn find(given: Option<&Path>) -> Result<Self, String> {
        let given = given.map(Path::to_owned).or_else(|| env::var_os(VARIABLE).map(PathBuf::from));
        let asked = given.unwrap_or_else(|| PathBuf::from("fastchess"));
        // It is started in another folder: a path, as opposed to a name, must not depend on that.
        let is_path = asked.components().count() > 1;
        let program = fs::canonicalize(&asked).ok().filter(|_| is_path).unwrap_or(asked);
        match Command::new(&program).arg("-version").output() {
            Ok(_) => Ok(Self(program)),
            Err(_) => {
                Err(format!("{} is not there: make it from Disservin/fastchess", program.display()))
            }
        }
    }

    /// Returns a command that starts it in a folder, in which it leaves a file with its settings.
    pub(crate) fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(&self.0);
        command.current_dir(folder);
        command
    }
}
