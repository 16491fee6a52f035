//! Files: whole ones come back as they were, others are refused in words.

use network::{Architecture, FloatNetwork, Network, NetworkError};

use crate::support::{architectures, network};

#[test]
fn a_file_read_is_the_network_that_was_written() {
    for (seed, architecture) in architectures().iter().enumerate() {
        let network = network(architecture, seed as u64);
        let bytes = network.to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Ok(network));
    }
}

#[test]
fn a_cut_or_longer_file_is_refused_at_every_length() {
    let bytes = network(&Architecture::new(32), 1).to_bytes();
    for length in (0..300).chain(bytes.len() - 300..bytes.len()) {
        let error = Network::from_bytes(&bytes[..length]).expect_err("it is cut");
        let expected = if length < 8 { "at its start" } else { "bytes for this" };
        assert!(error.to_string().contains(expected), "{length}: {error}");
    }
    let longer = [&bytes[..], &[0]].concat();
    let expected = bytes.len();
    let error = NetworkError::Length { expected, found: expected + 1 };
    assert_eq!(Network::from_bytes(&longer), Err(error));
}

#[test]
fn every_changed_byte_is_refused() {
    let bytes = network(&Architecture::new(32), 2).to_bytes();
    for at in (0..400).chain((400..bytes.len()).step_by(97)).chain(bytes.len() - 20..bytes.len()) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x41;
        assert!(Network::from_bytes(&changed).is_err(), "byte {at}");
    }
}

/// Returns the message about a file whose bytes from `at` on are these, its checksum made right.
fn refusal(at: usize, new: &[u8]) -> String {
    let mut bytes = network(&Architecture::new(32), 3).to_bytes();
    bytes[at..at + new.len()].copy_from_slice(new);
    let end = bytes.len() - 4;
    let (checked, stated) = bytes.split_at_mut(end);
    stated.copy_from_slice(&crc32fast::hash(checked).to_le_bytes());
    Network::from_bytes(&bytes).expect_err("out of range").to_string()
}

#[test]
fn a_file_with_a_right_checksum_and_wrong_numbers_is_refused() {
    for (at, new, said) in [
        (8, &[2, 0][..], "version 1 of the format, found 2"),
        (10, &[2], "expected 1 for the mark of mirrored views, found 2"),
        (11, &[0], "outputs from 1 to 8, found 0"),
        (11, &[9], "outputs from 1 to 8, found 9"),
        (12, &[0, 0, 0, 0], "hidden neurons from 32"),
        (12, &[33, 0, 0, 0], "multiple of 32, found 33"),
        (12, &[0xff, 0xff, 0xff, 0xff], "hidden neurons from 32"),
        (12, &[64, 0, 0, 0], "bytes for this architecture"),
        (16, &[0, 0], "activation unit from 1 to 255, found 0"),
        (18, &[0xff, 0xff], "weight unit from 1 to 255"),
        (20, &[0, 0x80], "scale from 1"),
        (22, &[1, 0], "bytes 22 and 23"),
        (30, &[32], "king bucket from 0 to 31, found 32"),
        (30, &[31], "bytes for this architecture"),
        (88 + 2 * 769 * 32 + 6, &[0x81, 0], "from -128 to 128, found 129 as number 3"),
    ] {
        let error = refusal(at, new);
        assert!(error.contains(said), "byte {at}: {error}");
    }
}

#[test]
fn a_file_of_bullet_holds_the_weights_alone() {
    let architecture = Architecture { outputs: 8, ..Architecture::new(64) };
    let mut weights = FloatNetwork::zero(architecture.clone()).unwrap();
    weights.input_weights_mut().iter_mut().enumerate().for_each(|(i, w)| *w = i as f32 / 99_999.0);
    weights.output_weights_mut().iter_mut().enumerate().for_each(|(i, w)| *w = i as f32 / 4_096.0);
    let ours = weights.quantise().unwrap();
    let bytes = ours.to_bytes();
    // The header and the 32-bit biases of the outputs, all 0 here, are ours alone.
    let mut theirs = bytes[88..bytes.len() - 4 - 4 * 8].to_vec();
    theirs.extend([0; 2 * 8]);
    assert_eq!(Network::from_bullet(&theirs, architecture.clone()).as_ref(), Ok(&ours));
    theirs.resize(theirs.len().next_multiple_of(64), b'b');
    assert_eq!(Network::from_bullet(&theirs, architecture.clone()), Ok(ours));
    for wrong in [theirs.len() - 64, theirs.len() - 1, theirs.len() + 1, 0] {
        let mut other = theirs.clone();
        other.resize(wrong, 0);
        let error = Network::from_bullet(&other, architecture.clone()).unwrap_err();
        assert!(matches!(error, NetworkError::Length { .. }), "{error}");
    }
    let other = Network::from_bullet(&theirs, Architecture { hidden: 65, ..architecture });
    assert_eq!(other, Err(NetworkError::Hidden { value: 65 }));
}
