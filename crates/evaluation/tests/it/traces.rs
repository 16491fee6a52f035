//! Snapshots of whole evaluations, reviewed when a weight or a term changes.

use evaluation::Evaluator;
use movegen::Position;

#[track_caller]
fn check(name: &str, fen: &str) {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut evaluator = Evaluator::new();
    let trace = evaluator.trace(&position);
    let value = evaluator.evaluate(&position);
    insta::assert_snapshot!(name, format!("{fen}\n\n{trace}\nevaluate() = {value}"), fen);
}

#[test]
fn start_position() {
    check("start_position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn open_middle_game() {
    check(
        "open_middle_game",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    );
}

#[test]
fn attack_on_the_king() {
    check("attack_on_the_king", "r1b2rk1/ppq2p1p/2n1pp2/3p3Q/3P4/2PB1N2/P1P2PPP/R4RK1 w - - 0 14");
}

#[test]
fn blocked_centre() {
    check("blocked_centre", "r1bq1rk1/pp2npbp/3p1np1/2pPp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9");
}

#[test]
fn rook_ending() {
    check("rook_ending", "1r4k1/P4ppp/8/8/8/8/R4PPP/6K1 w - - 0 1");
}

#[test]
fn opposite_bishops() {
    check("opposite_bishops", "8/4b3/2k5/p1p5/P1P5/1K1B1P2/6P1/8 b - - 0 50");
}

#[test]
fn pawn_race() {
    check("pawn_race", "8/1P3k2/8/8/5K2/6p1/8/8 w - - 0 60");
}

#[test]
fn bishop_and_knight_mate() {
    check("bishop_and_knight_mate", "8/8/4k3/8/8/3BN3/4K3/8 b - - 0 1");
}
