//! A network whose file was changed at some places, or cut, or grown, is refused, or evaluates
//! positions without a panic and is written as it was read. Any bytes are read as a file, too.
#![no_main]

use std::hint::black_box;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use network::format::HEADER_BYTES;
use network::{Architecture, FloatNetwork, Network};
use palimpsest_fuzz::last;

static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut weights = FloatNetwork::zero(Architecture::new(32)).expect("a good shape");
    weights.output_weights_mut().fill(0.5);
    weights.hidden_biases_mut().fill(0.5);
    weights.quantise().expect("small weights").to_bytes()
});

fuzz_target!(|bytes: &[u8]| {
    check(bytes, bytes);
    // Each four bytes: a place, of which every second one is in the header, and the new byte.
    let mut changed = WHOLE.clone();
    for change in bytes.as_chunks::<4>().0 {
        let [low, high, kind, value] = *change;
        let place = usize::from(u16::from_le_bytes([low, high]));
        match kind {
            0 => changed.truncate(place * 2),
            1 => changed.push(value),
            kind if kind % 2 == 0 => changed
                .iter_mut()
                .take(HEADER_BYTES)
                .skip(place % HEADER_BYTES)
                .take(1)
                .for_each(|byte| *byte = value),
            _ => changed.iter_mut().skip(place).take(1).for_each(|byte| *byte = value),
        }
    }
    check(&changed, bytes);
    let architecture = Architecture { outputs: 8, ..Architecture::new(32) };
    if let Ok(network) = Network::from_bullet(&changed, architecture) {
        black_box(network.evaluate(&movegen::Position::startpos()));
    }
});

/// Reads a network, and evaluates the position of a game.
fn check(bytes: &[u8], choices: &[u8]) {
    let Ok(network) = Network::from_bytes(bytes) else { return };
    assert_eq!(network.to_bytes(), bytes);
    if let Some(position) = last(choices) {
        black_box(network.evaluate(&position));
    }
}
