//! Networks in files that a user names.

use std::path::Path;

use engine::network::Network;
use engine::regular_file;

/// Reads a network.
///
/// # Errors
///
/// If the path names no regular file, or the file is no network.
pub(crate) fn read(path: &str) -> Result<Network, String> {
    let bytes = regular_file::read(Path::new(path)).map_err(|error| error.to_string())?;
    Network::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))
}
