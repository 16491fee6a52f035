//! Endings with a function of their own: a won one is worth much more than a drawn one, and a dead
//! draw is worth nothing in either half.
//!
//! The results of all positions with four pieces or fewer were looked up in Syzygy tables.

use evaluation::{Evaluator, Trace};
use movegen::{Color, Piece, Position, PositionBuilder, Rank, Square};

fn trace(fen: &str) -> Trace {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Evaluator::new().trace(&position)
}

#[track_caller]
fn dead_draws(fens: &[&str]) {
    for fen in fens {
        let trace = trace(fen);
        assert_eq!((trace.middle_game_scale(), trace.scale(), trace.value()), (0, 0, 0), "{fen}");
    }
}

/// Asserts that nobody leads by more than `most` in any of the positions.
#[track_caller]
fn nearly_drawn(fens: &[&str], most: i32) {
    for fen in fens {
        let value = trace(fen).value();
        assert!(value.abs() <= most, "{fen}: {value}");
    }
}

/// Asserts that White leads by at least `least` in all positions.
#[track_caller]
fn won(fens: &[&str], least: i32) {
    for fen in fens {
        let value = trace(fen).value();
        assert!(value >= least, "{fen}: {value}");
    }
}

#[test]
fn who_cannot_mate_has_nothing() {
    dead_draws(&[
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/3n4/8/8/8/4K3 b - - 0 1",
        "7k/8/8/8/3NN3/8/8/4K3 w - - 0 1",
        "7k/8/8/8/8/nn6/8/4K3 w - - 0 1",
        "8/8/4k3/2B5/5B2/8/8/4K3 w - - 0 1",
    ]);
    won(&["8/8/4k3/2B5/4B3/8/8/4K3 w - - 0 1", "8/8/4k3/2B5/4N3/8/8/4K3 w - - 0 1"], 600);
}

#[test]
fn a_pawn_wins_or_draws_as_the_table_says() {
    won(
        &[
            "8/8/4k3/8/4K3/8/4P3/8 b - - 0 1",
            "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
            "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1",
            "1k6/8/1K6/1P6/8/8/8/8 b - - 0 1",
        ],
        350,
    );
    dead_draws(&[
        "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1",
        "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1",
        "k7/8/K7/P7/8/8/8/8 w - - 0 1",
        "8/8/2p5/2k5/8/2K5/8/8 b - - 0 1",
    ]);
}

#[test]
fn a_rook_beats_a_pawn_whose_king_is_alone() {
    won(&["8/8/8/8/6k1/4p3/4K3/R7 w - - 0 1", "7R/8/8/K7/3pk3/8/8/8 w - - 0 1"], 300);
    nearly_drawn(&["8/K7/8/8/8/2pk4/8/7R b - - 0 1", "8/R7/K7/8/8/1k6/1p6/8 w - - 0 1"], 40);
}

/// Wherever the other king is, and whoever is to move.
#[test]
fn a_rooks_king_before_the_pawn_counts_in_full() {
    let all = || (0..64).map(Square::from_index);
    let pawns = all().filter(|pawn| !matches!(pawn.rank(), Rank::First | Rank::Eighth));
    let mut met = 0;
    for (pawn, king) in pawns.flat_map(|pawn| all().map(move |king| (pawn, king))) {
        if king.file() != pawn.file() || king.rank() >= pawn.rank() {
            continue;
        }
        for weak in all().filter(|weak| ![pawn, king].contains(weak)) {
            let rook = if weak == Square::A8 { Square::H8 } else { Square::A8 };
            for side in Color::ALL {
                let pieces = PositionBuilder::new()
                    .put(pawn, Piece::BlackPawn)
                    .put(king, Piece::WhiteKing)
                    .put(weak, Piece::BlackKing)
                    .put(rook, Piece::WhiteRook);
                let Ok(position) = pieces.side_to_move(side).build() else { continue };
                met += 1;
                let scale = Evaluator::new().trace(&position).scale();
                assert_eq!(scale, 64, "{position:?}");
            }
        }
    }
    assert!(met > 5_000, "{met}");
}

/// The kings' ways end at the square before the pawn and at the promotion square.
#[test]
fn a_rook_draws_the_more_surely_the_later_its_king_comes() {
    // The king is late by seven moves to e1, less one for the move and three of the pawn, and less
    // the way of the other king to the square next to e3.
    for (black, scale) in [("8/8/8/3kp3", 5), ("8/8/3k4/4p3", 16), ("8/3k4/8/4p3", 36)] {
        let trace = trace(&format!("6K1/{black}/8/8/R7 w - - 0 1"));
        assert_eq!(trace.scale(), scale, "{black}");
    }
}

#[test]
fn a_rook_seldom_beats_a_minor_piece() {
    nearly_drawn(
        &[
            "8/8/4k3/4b3/8/4K3/8/4R3 w - - 0 1",
            "8/3nk3/8/8/8/4K3/8/R7 w - - 0 1",
            "1b6/1k6/8/8/2K5/8/6R1/8 w - - 0 1",
        ],
        60,
    );
    let [near, far] = ["8/3nk3/8/8/8/4K3/8/R7 w - - 0 1", "8/4k3/8/8/8/4K2R/8/n7 w - - 0 1"]
        .map(|fen| trace(fen).value());
    assert!(far > near + 30, "a knight far from its king may be lost: {near}, {far}");
    // From four steps on each step counts.
    let knights = ["4k2n/8/8", "4k3/n7/8", "5k2/n7/8"]
        .map(|black| trace(&format!("{black}/8/8/4K2R/8/8 w - - 0 1")).scale());
    assert_eq!(knights, [8, 15, 22]);
}

#[test]
fn a_queen_beats_a_pawn_but_for_stalemates() {
    won(
        &[
            "8/8/8/8/5K2/8/1p1k4/7Q w - - 0 1",
            "8/8/8/8/1K6/8/3pk3/7Q w - - 0 1",
            "8/8/8/8/2K5/8/p1k5/7Q w - - 0 1",
        ],
        600,
    );
    // A step earlier it wins, too.
    assert_eq!(trace("6Q1/8/8/6K1/8/p7/1k6/8 w - - 0 1").scale(), 64);
    nearly_drawn(&["7Q/8/8/6K1/8/8/p7/1k6 b - - 0 1", "7Q/8/8/6K1/8/8/2p5/1k6 b - - 0 1"], 200);
}

#[test]
fn a_queen_beats_a_rook() {
    won(&["8/8/8/3k4/3r4/8/8/1K4Q1 w - - 0 1", "7k/6r1/5K2/8/8/8/8/Q7 b - - 0 1"], 400);
    let centre = trace("8/8/8/3k4/3r4/8/8/1K4Q1 w - - 0 1").value();
    let edge = trace("3k4/3r4/8/3K4/8/8/8/6Q1 w - - 0 1").value();
    assert!(edge > centre + 60, "{centre}, {edge}");
}

#[test]
fn two_knights_seldom_beat_a_pawn() {
    nearly_drawn(
        &["8/8/4k3/8/4p3/4N3/8/2N1K3 w - - 0 1", "8/8/8/8/4N3/2p1k3/2N5/4K3 b - - 0 1"],
        60,
    );
}

#[test]
fn a_king_before_the_pawn_holds_against_the_wrong_bishop() {
    // The king on d8 stands on a dark square, which a light-squared bishop cannot attack.
    dead_draws(&[
        "3k4/8/3P4/4K3/8/8/5b2/1B6 w - - 0 1",
        "3k4/8/3P4/4K3/8/8/5b2/1B6 b - - 0 1",
        "3k4/8/3P4/4K3/8/8/6b1/1B6 b - - 0 1",
    ]);
    assert!(trace("3k4/8/3P4/4K3/8/8/6b1/B7 b - - 0 1").scale() > 0);
    dead_draws(&["1k6/8/8/P7/8/8/3B4/6K1 w - - 0 1", "1k6/8/P7/P7/8/8/8/6K1 w - - 0 1"]);
}

/// Each ending with the colours exchanged has the same value for the other side. As in a search,
/// one evaluator values one position after the other.
#[test]
fn a_pawn_decides_for_either_colour() {
    let mut evaluator = Evaluator::new();
    for (fen, value) in [
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 1),
        ("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", 1),
        ("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", -1),
        ("k7/8/K7/P7/8/8/8/8 w - - 0 1", 0),
        ("8/8/8/8/p7/k7/8/K7 b - - 0 1", 0),
    ] {
        let position = Position::from_fen(fen).expect("a legal position");
        assert_eq!(evaluator.evaluate(&position).signum(), value, "{fen}");
    }
}
