//! A file system in memory that only one test sees. It needs the right to make name spaces; where
//! the kernel does not give it, a line says `SKIPPED`.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable with the folder of the disk, in the process that has it.
const FOLDER: &str = "TEST_SMALL_DISK";

/// Runs the test with that path, which must call this, once more in a process where a folder is a
/// file system of that size, as `mount` writes it, and there runs `body` with the folder.
pub(crate) fn on_a_small_disk(size: &str, test: &str, body: impl FnOnce(&Path)) {
    if let Some(folder) = env::var_os(FOLDER) {
        return body(&PathBuf::from(folder));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mount =
        format!("mount -t tmpfs -o size={size},mode=700 tmpfs \"$0\" || exit 77; exec \"$@\"");
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &mount]).arg(folder.path());
    command.arg(env::current_exe().expect("a path")).args([test, "--exact", "--nocapture"]);
    let output = command.env(FOLDER, folder.path()).output();
    let printed = output.as_ref().map_or_else(
        |error| error.to_string(),
        |output| String::from_utf8_lossy(&[&*output.stdout, &output.stderr].concat()).into_owned(),
    );
    // Said before the test program starts, if the name spaces are refused.
    if printed.contains("running 1 test") {
        assert!(output.is_ok_and(|output| output.status.success()), "{printed}");
    } else {
        // Directly, because what a test prints is not shown.
        let why = printed.trim();
        let mut stderr = io::stderr();
        writeln!(stderr, "SKIPPED a disk of {size}: none can be mounted here: {why}").unwrap();
    }
}
