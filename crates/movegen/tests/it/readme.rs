//! The README's quick start is the code of the examples, which are run as tests.

const README: &str = include_str!("../../README.md");

/// The function of an example that the README shows, without the lines around it.
fn shown<'a>(example: &'a str, name: &str) -> &'a str {
    let start = example.find(name).unwrap_or_else(|| panic!("no {name}"));
    let end = example[start..].find("\n}\n").expect("the function ends");
    &example[start..start + end]
}

#[test]
fn the_quick_start_is_the_examples() {
    for (example, name) in [
        (include_str!("../../examples/perft.rs"), "fn perft("),
        (include_str!("../../examples/random_mover.rs"), "fn play("),
    ] {
        assert!(README.contains(shown(example, name)), "the README does not show {name}");
    }
}
