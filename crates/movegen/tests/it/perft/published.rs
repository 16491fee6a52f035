//! Perft against published counts, at depths that a test run can afford; `cargo xtask perft` runs
//! the full ones.

use movegen::{Position, perft};

use super::suite::{Case, parse};

/// Leaves above which a line of the suite is left to `cargo xtask perft`.
const AFFORDABLE: u64 = 1_500_000;

fn suite() -> Vec<Case> {
    parse(include_str!("../../data/perft.epd"))
}

#[test]
fn counts_are_the_published_ones() {
    let suite = suite();
    assert_eq!(suite.len(), 21);
    for Case { position, counts } in suite {
        for (depth, leaves) in counts {
            if leaves <= AFFORDABLE {
                assert_eq!(perft(&position, depth), leaves, "{position:?} depth {depth}");
            }
        }
    }
}

#[test]
fn a_tree_of_depth_0_is_its_root() {
    assert_eq!(perft(&Position::startpos(), 0), 1);
}

#[test]
fn kiwipete_divided() {
    let kiwipete = &suite()[1].position;
    let line = |mv| format!("{}: {}", kiwipete.uci(mv), perft(&kiwipete.make(mv), 1));
    let lines: Vec<String> = kiwipete.legal_moves().into_iter().map(line).collect();
    insta::assert_snapshot!(lines.join("\n"));
}
