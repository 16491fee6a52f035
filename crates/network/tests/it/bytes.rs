//! The test vector of the page about the format.

use movegen::Position;
use network::{Architecture, FloatNetwork, Network};

fn vector() -> Network {
    let mut weights = FloatNetwork::zero(Architecture::new(32)).unwrap();
    let hidden = |number: usize| (number % 32) as f32;
    for (number, weight) in weights.input_weights_mut().iter_mut().enumerate() {
        *weight = ((number / 32 % 7) as f32 - 3.0 + hidden(number)) / 255.0;
    }
    for (number, bias) in weights.hidden_biases_mut().iter_mut().enumerate() {
        *bias = hidden(number) / 255.0;
    }
    for (number, weight) in weights.output_weights_mut().iter_mut().enumerate() {
        let sign = if number < 32 { 1.0 } else { -1.0 };
        *weight = sign * (hidden(number) - 9.0) / 64.0;
    }
    weights.output_biases_mut()[0] = -1_000.0 / (255.0 * 64.0);
    weights.quantise().unwrap()
}

#[test]
fn the_page_about_the_format_has_a_true_test_vector() {
    let (network, page) = (vector(), include_str!("../../src/format.rs"));
    let bytes = network.to_bytes();
    let checksum = u32::from_le_bytes(*bytes.last_chunk().unwrap());
    let position = Position::startpos();
    let position = position.make(position.parse_uci("e2e4").unwrap());
    let value = network.evaluate(&position);
    let page = page.replace("\n//! ", " ");
    assert!(page.contains("has 49,440 bytes") && bytes.len() == 49_440);
    let stated = format!("the checksum `{checksum:08x}`. It is worth {value} in");
    assert!(page.contains(&stated), "{stated}");
}
