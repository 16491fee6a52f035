//! [`Access`]: the files that the lines of a session may name.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{self, Path, PathBuf};

/// The files that the lines of a session may name. The words of the command line are not bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Access {
    /// All that the system lets the engine use.
    #[default]
    All,
    /// None at all.
    None,
    /// Those in a folder and below it; its path is absolute and free of links.
    Below(PathBuf),
}

impl Access {
    /// Returns the access to `folder` and what is below it.
    pub(crate) fn below(folder: &Path) -> io::Result<Self> {
        let root = fs::canonicalize(folder)?;
        match root.is_dir() {
            true => Ok(Self::Below(root)),
            false => Err(ErrorKind::NotADirectory.into()),
        }
    }

    /// Refuses a path that leads to a forbidden file, whether that exists or not: the message does
    /// not say. An empty path names no file.
    pub(crate) fn check(&self, path: &Path) -> Result<(), String> {
        if path.as_os_str().is_empty() {
            return Ok(());
        }
        match self {
            Self::All => Ok(()),
            Self::None => Err("refused, because the engine was started with --no-files".into()),
            Self::Below(root) if resolved(path).is_some_and(|real| real.starts_with(root)) => {
                Ok(())
            }
            Self::Below(root) => {
                let (root, path) = (root.display(), path.display());
                Err(format!("expected a path below {root} (--root), found '{path}'"))
            }
        }
    }
}

/// Returns the path of a file without links and dots. The file, and folders before it, need not
/// exist yet. `None` if the path cannot be followed: a link leads nowhere, `..` is behind a folder
/// that does not exist, or the system refuses.
fn resolved(path: &Path) -> Option<PathBuf> {
    let mut existing = path::absolute(path).ok()?;
    let mut missing = Vec::new();
    loop {
        match fs::canonicalize(&existing) {
            Ok(real) => return Some(missing.iter().rev().fold(real, |path, name| path.join(name))),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(_) => return None,
        }
        if fs::symlink_metadata(&existing).is_ok() {
            return None;
        }
        missing.push(existing.file_name()?.to_owned());
        existing.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_path_is_always_allowed_and_no_other_without_files() {
        assert_eq!(Access::None.check(Path::new("")), Ok(()));
        assert_eq!(Access::All.check(Path::new("/any/thing")), Ok(()));
        let error = Access::None.check(Path::new("any")).unwrap_err();
        assert!(error.contains("--no-files"), "{error}");
    }

    #[test]
    fn a_root_is_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(Access::below(folder.path()).is_ok());
        assert!(Access::below(&file).is_err() && Access::below(&file.join("x")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_dots_are_followed_before_a_path_is_judged() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("root/inner")).unwrap();
        fs::create_dir(at("root-2")).unwrap();
        fs::write(at("root/file"), "").unwrap();
        fs::write(at("secret"), "").unwrap();
        for (target, link) in [
            ("../..", "root/inner/up"),
            ("../secret", "root/out"),
            ("../new", "root/dangling"),
            ("nowhere", "root/nowhere"),
            ("loop", "root/loop"),
            ("file", "root/alias"),
            ("root", "entry"),
        ] {
            symlink(target, at(link)).unwrap();
        }
        let access = Access::below(&at("entry")).unwrap();
        let allowed = |name: &str| access.check(&at(name)).is_ok();
        let inside = "root root/ root/file root/new root/new/deeper/file root/alias entry/file \
                      root/inner/../file root/inner/up/root/file root/../root/./new";
        for inside in inside.split(' ') {
            assert!(allowed(inside), "{inside}");
        }
        assert!(!allowed(""));
        let outside = "secret none root-2/file root-2/none root/.. root/../secret root/../none \
                       root/out root/dangling root/nowhere root/loop root/inner/up/secret \
                       root/inner/up/none root/none/../file root/none/../../secret \
                       root/file/deeper entry/../secret";
        for outside in outside.split(' ') {
            assert!(!allowed(outside), "{outside}");
        }
        // No file of that name is told from one that does not exist.
        let told = |name: &str| access.check(&at(name)).unwrap_err().replace(name, "NAME");
        assert_eq!(told("secret"), told("absent"));
    }
}
