//! Each term sees what it is about: pairs of positions that differ in one thing.

use evaluation::{Evaluator, Score, Term, Trace};
use movegen::{Color, Position};

fn trace(fen: &str) -> Trace {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Evaluator::new().trace(&position)
}

fn white(fen: &str, term: Term) -> Score {
    trace(fen).term(term, Color::White)
}

/// Asserts that White's `term` is better in the first position, in the middle game or the end game.
#[track_caller]
fn better(term: Term, good: &str, bad: &str) {
    let (good, bad) = (white(good, term), white(bad, term));
    let halves = [good.middle_game() - bad.middle_game(), good.end_game() - bad.end_game()];
    assert!(halves.iter().all(|&half| half >= 0), "{term:?}: {good:?} against {bad:?}");
    assert!(halves.iter().any(|&half| half > 0), "{term:?}: {good:?} against {bad:?}");
}

/// Asserts that White's `term` is better in the first position in one half, as where the other half
/// is about little that the positions differ in.
#[track_caller]
fn better_in(half: fn(Score) -> i32, term: Term, good: &str, bad: &str) {
    let (good, bad) = (white(good, term), white(bad, term));
    assert!(half(good) > half(bad), "{term:?}: {good:?} against {bad:?}");
}

#[test]
fn material_and_imbalance() {
    better(Term::Material, "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    better(Term::Imbalance, "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1");
    better(
        Term::Imbalance,
        "4k3/pp6/8/8/8/8/PPPPPPPP/1N2K3 w - - 0 1",
        "4k3/pp6/8/8/8/8/PPPP4/1N2K3 w - - 0 1",
    );
}

#[test]
fn pawn_structure() {
    // Two pawns side by side, against two isolated ones, against two doubled ones.
    let connected = "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1";
    let isolated = "4k3/8/8/8/2P1P3/8/8/4K3 w - - 0 1";
    better(Term::Pawns, connected, isolated);
    better(Term::Pawns, isolated, "4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1");
    // The c-pawn is backward if d5 is attacked: c4 and e4 have run ahead of d3.
    better_in(
        Score::end_game,
        Term::Pawns,
        "4k3/8/8/8/2PPP3/8/8/4K3 w - - 0 1",
        "4k3/8/2p1p3/8/2P1P3/3P4/8/4K3 w - - 0 1",
    );
    better(Term::Pawns, "4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1");
}

#[test]
fn passed_pawns_and_the_pieces() {
    let free = "6k1/8/8/1P6/8/8/8/1K2R3 w - - 0 1";
    better(Term::Passed, free, "6k1/8/1n6/1P6/8/8/8/1K2R3 w - - 0 1");
    better(Term::Passed, free, "1k6/8/8/1P6/8/8/8/1K2R3 w - - 0 1");
    better(Term::Passed, "4k3/8/8/1P6/8/8/1R6/K7 w - - 0 1", "4k3/8/8/1P6/8/8/6R1/K7 w - - 0 1");
    better(
        Term::Passed,
        "6k1/8/8/1P6/8/8/2r5/4R1K1 w - - 0 1",
        "6k1/8/8/1P6/8/8/1r6/4R1K1 w - - 0 1",
    );
}

#[test]
fn a_pawn_outside_the_kings_square_runs() {
    let late = "7k/8/8/1P6/8/8/8/K7 b - - 0 1";
    let in_time = "5k2/8/8/1P6/8/8/8/K7 b - - 0 1";
    assert!(trace(late).value() > trace(in_time).value() + 120);
    // With White to move the same king comes too late.
    let one_move_more = "5k2/8/8/1P6/8/8/8/K7 w - - 0 1";
    assert!(trace(one_move_more).value() > trace(in_time).value() + 120);
    // A rook can still stop the pawn.
    let rook = "2r4k/8/8/1P6/8/8/8/K7 b - - 0 1";
    assert!(trace(rook).term(Term::Passed, Color::White).end_game() < 150);
}

#[test]
fn mobility_and_pieces() {
    better(Term::Mobility, "4k3/8/8/8/3R4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/PP6/RK6 w - - 0 1");
    // A pinned knight has no move.
    better(Term::Mobility, "4k3/8/8/8/4N3/8/8/3K4 w - - 0 1", "4k3/4r3/8/8/4N3/8/8/4K3 w - - 0 1");
    let outpost = "4k3/ppp5/8/4N3/3P4/8/8/4K3 w - - 0 1";
    better(Term::Minors, outpost, "4k3/pp3p2/8/4N3/3P4/8/8/4K3 w - - 0 1");
    let good_bishop = "4k3/8/3p1p2/3P1P2/8/8/3B4/4K3 w - - 0 1";
    better(Term::Minors, good_bishop, "4k3/8/2p1p3/2P1P3/8/8/3B4/4K3 w - - 0 1");
    let open = "4k3/ppp5/8/8/8/8/PPP5/3RK3 w - - 0 1";
    let half_open = "4k3/pppp4/8/8/8/8/PPP5/3RK3 w - - 0 1";
    better(Term::Rooks, open, half_open);
    better(Term::Rooks, half_open, "4k3/pppp4/8/8/8/8/PPPP4/3RK3 w - - 0 1");
    let on_seventh = "6k1/R7/8/8/8/8/8/4K3 w - - 0 1";
    better_in(Score::end_game, Term::Rooks, on_seventh, "8/R7/6k1/8/8/8/8/4K3 w - - 0 1");
    let free_rook = "3k4/8/8/8/8/8/5PPP/4RK2 w - - 0 1";
    better(Term::Rooks, free_rook, "3k4/8/8/8/8/5N2/5PPP/5K1R w - - 0 1");
}

#[test]
fn kings() {
    let sheltered = "4k3/8/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let bare = "4k3/8/8/8/8/8/PPP5/R5K1 w - - 0 1";
    let middle_game = Score::middle_game;
    better_in(middle_game, Term::Shelter, sheltered, bare);
    better_in(middle_game, Term::Shelter, sheltered, "4k3/8/8/8/8/6pp/5P2/R5K1 w - - 0 1");
    let rights = "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1";
    better(Term::Shelter, rights, "4k3/8/8/8/8/8/5PPP/4K2R w - - 0 1");

    let attacked = "6k1/5p1p/8/8/5q2/3b3r/5P2/R5K1 w - - 0 1";
    let quiet = "6k1/5p1p/8/q7/8/b6r/5PPP/R5K1 w - - 0 1";
    better(Term::Danger, quiet, attacked);
    let without_queen = "6k1/5p1p/8/8/8/3b3r/5P2/R5K1 w - - 0 1";
    better(Term::Danger, without_queen, attacked);
}

#[test]
fn threats_and_space() {
    let fork = "4k3/8/2n1b3/3P4/8/8/8/4K3 w - - 0 1";
    better(Term::Threats, fork, "4k3/8/1n2b3/8/3P4/8/8/4K3 w - - 0 1");
    let hanging = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
    better(Term::Threats, hanging, "4k3/8/2p5/3n4/8/8/8/3RK3 w - - 0 1");
    let roomy = "rnbqkbnr/pppppppp/8/8/2PPPP2/8/PP4PP/RNBQKBNR w - - 0 1";
    let narrow = "rnbqkbnr/pppppppp/8/8/8/2PPPP2/PP4PP/RNBQKBNR w - - 0 1";
    better(Term::Space, roomy, narrow);
    assert_eq!(white("4k3/8/8/8/8/3P4/8/2B1K3 w - - 0 1", Term::Space), Score::ZERO);
}

#[test]
fn a_bare_king_is_driven_to_the_edge_and_to_the_right_corner() {
    let centre = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1";
    better(Term::MopUp, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", centre);
    better(Term::MopUp, "8/8/8/4k3/8/4K3/8/R7 w - - 0 1", centre);
    // The dark-squared bishop can mate in the corner h8, not in a8.
    let right = "7k/8/8/8/8/2B5/3N4/K7 b - - 0 1";
    better(Term::MopUp, right, "k7/8/8/8/8/2B5/3N4/7K b - - 0 1");
    for no_mate in ["8/8/8/4k3/8/8/8/1B2K3 w - - 0 1", "8/8/8/4k3/8/8/8/NN2K3 w - - 0 1"] {
        assert_eq!(white(no_mate, Term::MopUp), Score::ZERO);
    }
}

#[test]
fn drawish_endings_count_for_less() {
    let scale = |fen| trace(fen).scale();
    // Nothing to win with.
    assert_eq!(scale("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), 0);
    assert_eq!(scale("4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1"), 0);
    assert_eq!(scale("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 64);
    assert!(scale("4k3/4n3/8/8/8/8/8/R3K3 w - - 0 1") < 16);
    // Without pawns a minor piece more is not enough, and a rook more is.
    assert!(scale("r3k3/8/8/8/8/8/8/R3KB2 w - - 0 1") < 16);
    assert_eq!(scale("r3k3/8/8/8/8/8/8/R3K2R w - - 0 1"), 64);
    // The wrong rook pawn: the bishop must reach the corner, or the king must be far.
    assert_eq!(scale("1k6/8/8/P7/8/8/3B4/6K1 w - - 0 1"), 0);
    assert!(scale("1k6/8/8/P7/8/8/4B3/6K1 w - - 0 1") > 32);
    assert!(scale("6k1/8/8/P7/8/8/3B4/6K1 w - - 0 1") > 32);
    assert!(scale("1k6/8/8/PP6/8/8/3B4/6K1 w - - 0 1") > 32);
    // Bishops of opposite colours, alone and among rooks.
    let opposite = scale("4k3/4b3/8/1p6/8/1PP2P2/4B3/4K3 w - - 0 1");
    let same = scale("4k3/5b2/8/1p6/8/1PP2P2/4B3/4K3 w - - 0 1");
    let among_rooks = scale("r3k3/4b3/8/1p6/8/1PP2P2/4B3/R3K3 w - - 0 1");
    assert!(opposite < among_rooks && among_rooks < same);
    // Fewer pawns, and pawns on one wing, win less.
    let many = scale("4k3/r4ppp/8/8/8/8/1R1PPPPP/4K3 w - - 0 1");
    let one_wing = scale("4k3/r4p2/8/8/8/8/1R3PP1/4K3 w - - 0 1");
    let both_wings = scale("4k3/rp6/8/8/8/8/1R3PP1/4K3 w - - 0 1");
    assert!(one_wing < both_wings && both_wings < many);
}
