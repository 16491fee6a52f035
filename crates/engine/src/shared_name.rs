//! Names of tables that processes share.

use std::env;
use std::path::{Path, PathBuf};

/// The folder of files in memory, on Linux.
const MEMORY: &str = "/dev/shm";

/// Returns the file of the shared table called `name`. A name with a slash is the path of a file;
/// any other is one below `/dev/shm` or, where there is none, below the folder for temporary files.
///
/// ```
/// use std::path::Path;
///
/// assert_eq!(engine::shared_hash_path("/srv/chess/table"), Path::new("/srv/chess/table"));
/// assert!(engine::shared_hash_path("analysis").ends_with("palimpsest-analysis"));
/// ```
#[must_use]
pub fn shared_hash_path(name: &str) -> PathBuf {
    if name.contains('/') {
        return name.into();
    }
    let memory = Path::new(MEMORY);
    let folder = if memory.is_dir() { memory.to_path_buf() } else { env::temp_dir() };
    folder.join(format!("palimpsest-{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_file_in_memory_and_a_path_is_itself() {
        let file = shared_hash_path("two words");
        assert_eq!(file.file_name().unwrap(), "palimpsest-two words");
        assert!(file.parent().unwrap().is_dir());
        assert_eq!(shared_hash_path("/srv/chess/table"), Path::new("/srv/chess/table"));
        assert_eq!(shared_hash_path("./table"), Path::new("./table"));
    }
}
