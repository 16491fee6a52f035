//! Sizes of tables on the command line, with and without units.

use std::process::{Command, Output};

use crate::engine::BINARY;

fn palimpsest(args: &[&str]) -> Output {
    Command::new(BINARY).args(args).output().expect("the binary runs")
}

#[test]
fn every_verb_with_a_table_takes_units() {
    for args in [
        &["perft", "3", "--hash", "512KB"][..],
        &["analyse", "--depth", "1", "--hash", "8000KB"],
        &["bench", "1MB", "1", "1"],
        &["bench 64KB 1 1"],
    ] {
        let output = palimpsest(args);
        assert!(output.status.success(), "{args:?}: {output:?}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(!text.contains("no size"), "{args:?}: {text}");
    }
}

#[test]
fn a_table_of_kilobytes_is_as_small_as_it_says() {
    // The count of nodes distinguishes tables of different sizes.
    let nodes = |hash: &str| {
        let output = palimpsest(&["bench", hash, "1", "6"]);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let last = text.lines().last().expect("a line");
        last.split(' ').next().expect("a word").parse::<u64>().expect("a count")
    };
    assert_eq!(nodes("1"), nodes("1024KB"));
    assert_ne!(nodes("1"), nodes("1KB"));
}

#[test]
fn what_is_no_size_is_refused_with_the_forms() {
    for args in [
        &["perft", "3", "--hash", "12XB"][..],
        &["analyse", "--hash", "-"],
        &["bench", "lots"],
        &["bench", "0KB"],
        &["analyse", "--hash", "33554433"],
    ] {
        let output = palimpsest(args);
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains("64, 64MB, 8000KB, 1GB"), "{args:?}: {error}");
    }
}
