//! Perft against published counts, at depths that a test run can afford; `cargo xtask perft` runs
//! the full ones.

use movegen::{Position, perft, perft_divide};

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
fn divide_adds_up_and_keeps_the_order_of_generation() {
    for Case { position, .. } in suite() {
        let divide = perft_divide(&position, 3);
        let sum: u64 = divide.iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(sum, perft(&position, 3));
        let moves: Vec<_> = divide.iter().map(|&(mv, _)| mv).collect();
        assert_eq!(moves, *position.legal_moves());
    }
    assert!(perft_divide(&Position::startpos(), 0).is_empty());
    assert_eq!(perft(&Position::startpos(), 0), 1);
}

#[test]
fn kiwipete_divided() {
    let kiwipete = &suite()[1].position;
    let lines: Vec<String> = perft_divide(kiwipete, 2)
        .into_iter()
        .map(|(mv, leaves)| format!("{}: {leaves}", kiwipete.uci(mv)))
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}
