//! The network that the engine plays with.

use std::sync::Arc;

use network::Network;

/// The file, as `cargo xtask tune train` wrote it; docs/network.md says from which data.
static FILE: &[u8] = include_bytes!("../networks/default.network");

/// Returns the network that the engine plays with. Each call makes one, in less than a millisecond;
/// threads share it.
///
/// ```
/// use engine::default_network;
/// use engine::movegen::Position;
///
/// let knight_up = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/4K1N1 w - - 0 1")?;
/// assert!(default_network().evaluate(&knight_up) > 200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn default_network() -> Arc<Network> {
    Arc::new(Network::from_bytes(FILE).expect("the file is a network, as a test shows"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_a_network_of_at_most_a_megabyte() {
        let network = default_network();
        assert_eq!(network.to_bytes(), FILE);
        assert!(FILE.len() <= 1_000_000, "{} bytes", FILE.len());
    }
}
