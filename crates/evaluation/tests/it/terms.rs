//! Each term sees its subject: pairs of positions that differ in one thing.

use evaluation::{Evaluator, Score, Term, Trace, Weights, coefficients};
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

/// Asserts that White's `term` is better in the first position in one half, for pairs whose
/// difference the other half hardly sees.
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

/// The king is near the pawn and far from its last square, so that the side to move decides.
#[test]
fn a_pawn_outruns_the_king_by_the_distance_to_its_last_square() {
    let passed = |fen: &str, color| trace(fen).term(Term::Passed, color).end_game();
    for (board, color, [mover, waits]) in [
        ("8/8/8/P7/3k4/8/8/6K1", Color::White, ['w', 'b']),
        ("6k1/8/8/3K4/p7/8/8/8", Color::Black, ['b', 'w']),
    ] {
        let [first, second] =
            [mover, waits].map(|side| passed(&format!("{board} {side} - - 0 1"), color));
        assert!(first > second + 100, "{board}: {first} against {second}");
    }
}

#[test]
fn pawn_structure() {
    // Two pawns side by side, against two isolated ones, against two doubled ones.
    let connected = "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1";
    let isolated = "4k3/8/8/8/2P1P3/8/8/4K3 w - - 0 1";
    better_in(Score::end_game, Term::Pawns, connected, isolated);
    let doubled = "4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1";
    better_in(Score::end_game, Term::Pawns, isolated, doubled);
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
    let end_game = Score::end_game;
    better_in(end_game, Term::Passed, free, "6k1/8/1n6/1P6/8/8/8/1K2R3 w - - 0 1");
    better_in(end_game, Term::Passed, free, "1k6/8/8/1P6/8/8/8/1K2R3 w - - 0 1");
    better(Term::Passed, "4k3/8/8/1P6/8/8/1R6/K7 w - - 0 1", "4k3/8/8/1P6/8/8/6R1/K7 w - - 0 1");
    better(
        Term::Passed,
        "6k1/8/8/1P6/8/8/2r5/4R1K1 w - - 0 1",
        "6k1/8/8/1P6/8/8/1r6/4R1K1 w - - 0 1",
    );
    let behind = ["passed_own_rook_behind", "passed_enemy_rook_behind"];
    for (rook, expected) in [('R', [1, 0]), ('r', [0, 1])] {
        let fen = format!("6k1/8/8/1P6/8/8/1{rook}6/6K1 w - - 0 1");
        assert_eq!(behind.map(|name| counts(&fen, name)[0]), expected, "{fen}");
    }
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
    better(Term::Mobility, "4k3/8/8/8/6q1/8/5N2/4K3 w - - 0 1", "4k3/8/8/8/7q/8/5N2/4K3 w - - 0 1");
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
    let pawns_on_seventh = "8/R3p3/6k1/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(counts(pawns_on_seventh, "rook_on_seventh")[0], 1);
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
    better_in(middle_game, Term::Shelter, rights, "4k3/8/8/8/8/8/5PPP/4K2R w - - 0 1");

    let attacked = "6k1/5p1p/8/8/5q2/3b3r/5P2/R5K1 w - - 0 1";
    let quiet = "6k1/5p1p/8/q7/8/b6r/5PPP/R5K1 w - - 0 1";
    better(Term::Danger, quiet, attacked);
    let without_queen = "6k1/5p1p/8/8/8/3b3r/5P2/R5K1 w - - 0 1";
    better(Term::Danger, without_queen, attacked);
}

/// Returns how often a weight counts: White's count less Black's, in the linear part and in the
/// danger of White's king.
fn counts(fen: &str, name: &str) -> [i32; 2] {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let found = coefficients(&position, &Weights::default());
    let index = Weights::names().iter().position(|other| other == name).expect(name);
    [&found.linear, &found.danger[0]].map(|counts| {
        counts.iter().find(|(other, _)| *other == index).map_or(0, |&(_, count)| count)
    })
}

#[test]
fn weights_are_offered_to_a_tuner() {
    let linear = |fen: &str, name: &str| counts(fen, name)[0];
    let queens_file = "3qk3/3p4/8/8/8/8/3P4/3RK3 w - - 0 1";
    assert_eq!(linear(queens_file, "rook_on_queens_file"), 1);
    assert_eq!(linear("2q1k3/3p4/8/8/8/8/3P4/3RK3 w - - 0 1", "rook_on_queens_file"), 0);
    assert_eq!(linear(queens_file, "queen_exposed"), 0, "two pieces are between");
    assert_eq!(linear("3qk3/8/8/8/8/8/3P4/3RK3 b - - 0 1", "queen_exposed"), -1);

    assert_eq!(linear("4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "pawn_lever[4]"), 1);
    assert_eq!(linear("4k3/8/4p3/4P3/8/8/8/4K3 w - - 0 1", "pawn_rammed[4]"), 1);
    assert_eq!(linear("4k3/4p3/8/4P3/8/8/8/4K3 w - - 0 1", "pawn_rammed[4]"), 0);
    let opposed = "4k3/8/1p6/8/8/8/PP6/4K3 w - - 0 1";
    assert_eq!(linear(opposed, "pawn_connected_opposed"), 1);
    assert_eq!(linear("4k3/8/7p/8/8/8/PP6/4K3 w - - 0 1", "pawn_connected_opposed"), 0);
    let edge = "4k3/8/8/P7/8/8/8/4K3 w - - 0 1";
    assert_eq!([0, 3].map(|file| linear(edge, &format!("passed_file[{file}]"))), [1, 0]);
    assert_eq!(linear("4k3/ppp5/8/8/8/8/P7/2R3K1 w - - 0 1", "king_pawnless_flank"), 1);
    assert_eq!(linear("4k3/5ppp/8/8/8/8/P7/2R3K1 w - - 0 1", "king_pawnless_flank"), 0);
    // The enemy's rook attacks the way; ours defends the attacked squares, or does not.
    let defended = "1r5k/8/8/1P6/8/8/8/1R5K w - - 0 1";
    assert_eq!(linear(defended, "passed_defended_path[4]"), 0, "the rook stands on the way");
    assert_eq!(linear("6k1/r3R3/8/1P6/8/8/8/7K w - - 0 1", "passed_defended_path[4]"), 1);
    assert_eq!(linear("6k1/r7/8/1P6/8/8/8/4R2K w - - 0 1", "passed_defended_path[4]"), 0);
}

#[test]
fn pairs_of_men_are_offered_to_a_tuner() {
    let linear = |fen: &str, name: &str| counts(fen, name)[0];
    // Two rooks and a queen: one pair of rooks, two of queen and rook, six with enemy pawns.
    let heavy = "4k3/pp6/8/8/8/8/8/R2QK2R w - - 0 1";
    assert_eq!(linear(heavy, "imbalance_own[4][4]"), 1);
    assert_eq!(linear(heavy, "imbalance_own[5][4]"), 2);
    assert_eq!(linear(heavy, "imbalance_enemy[4][1]"), 4);
    assert_eq!(linear(heavy, "imbalance_enemy[5][1]"), 2);
    // The enemy's pairs of the same kinds count against us.
    assert_eq!(linear("4k2r/8/8/8/8/8/PP6/R3K3 w - - 0 1", "imbalance_enemy[4][1]"), -2);
}

#[test]
fn danger_units_are_offered_to_a_tuner() {
    // Queen and rook attack about White's king, which has no piece that moves.
    let attack = "6k1/8/8/8/8/1q5r/5PPP/6K1 w - - 0 1";
    assert!(counts(attack, "danger_mobility")[1] > 20);
    assert_eq!(counts(attack, "danger_shield")[1], 3);
}

/// A king that may castle is sheltered as on its square after castling, if that is better.
#[test]
fn a_king_that_may_castle_is_sheltered_as_if_it_had() {
    let right = Weights::default().castling_right;
    let castled = white("4k3/8/8/8/8/8/5PPP/5RK1 w - - 0 1", Term::Shelter);
    let may = "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1";
    assert_eq!(white(may, Term::Shelter) - right, castled);
    // The wing where it may castle has no pawns: it is better off where it stands.
    let stays = white("4k3/8/8/8/8/8/3PPP2/4K2R w - - 0 1", Term::Shelter);
    let may = "4k3/8/8/8/8/8/3PPP2/4K2R w K - 0 1";
    assert_eq!(white(may, Term::Shelter) - right, stays);
    // The cache tells rights apart.
    let mut evaluator = Evaluator::new();
    for fen in [may, "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "4k3/8/8/8/8/8/5PPP/4K2R w - - 0 1"] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(evaluator.evaluate(&position), Evaluator::new().evaluate(&position), "{fen}");
    }
}

#[test]
fn initiative_counts_what_lets_a_leader_play_on() {
    let units = |fen: &str, name: &str| {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let found = coefficients(&position, &Weights::default());
        let index = Weights::names().iter().position(|other| other == name).expect(name);
        let counts = found.initiative.iter();
        counts.clone().find(|(other, _)| *other == index).map_or(0, |&(_, count)| count)
    };
    let wings = "2r3k1/5pp1/8/8/8/8/P4PP1/2R2K2 w - - 0 1";
    assert_eq!(units(wings, "initiative_base"), 1);
    assert_eq!(units(wings, "initiative_pawn"), 5);
    assert_eq!(units(wings, "initiative_passed"), 1);
    assert_eq!(units(wings, "initiative_both_wings"), 1);
    assert_eq!(units(wings, "initiative_pawns_alone"), 0);
    assert_eq!(units(wings, "initiative_outflanking"), 1 - 7);
    let one_wing = "6k1/5pp1/8/8/8/8/4PPP1/5K2 w - - 0 1";
    assert_eq!(units(one_wing, "initiative_both_wings"), 0);
    assert_eq!(units(one_wing, "initiative_pawns_alone"), 1);
    // It changes the lead of the leader, of either colour, and nothing without a lead.
    for (fen, leader) in [(wings, Color::White), (one_wing, Color::White)] {
        let trace = trace(fen);
        let lead = trace.total().end_game();
        assert!(lead > 0 && trace.term(Term::Initiative, !leader) != Score::ZERO, "{trace}");
    }
}

#[test]
fn scales_and_the_gate_of_danger_are_weights() {
    let scale = |fen: &str, change: fn(&mut Weights)| {
        let mut weights = Weights::default();
        change(&mut weights);
        Evaluator::with_weights(weights).trace(&Position::from_fen(fen).unwrap()).scale()
    };
    let pawnless = "r3k3/8/8/8/8/8/8/R3KB2 w - - 0 1";
    assert_eq!(scale(pawnless, |weights| weights.scale_no_pawns = Score::new(0, 7)), 7);
    let pawn = "r3k3/8/8/8/8/8/3P4/R3K2R w - - 0 1";
    assert_eq!(scale(pawn, |weights| weights.scale_one_pawn = Score::new(0, 21)), 21);
    let pawns = "r3k3/8/8/8/8/8/2PP4/R3K2R w - - 0 1";
    let both = |weights: &mut Weights| {
        weights.scale_one_pawn = Score::new(0, 21);
        weights.scale_further_pawn = Score::new(0, 5);
    };
    assert_eq!(scale(pawns, both), 26);
    let wing = "4k3/r5pp/8/8/8/8/1R4PP/4K3 w - - 0 1";
    let before = scale(wing, |_| ());
    assert_eq!(scale(wing, |weights| weights.scale_one_wing = Score::new(0, 12)), before - 2);
    // Whatever the weights are, a scale is from nothing to all.
    assert_eq!(scale(pawn, |weights| weights.scale_one_pawn = Score::new(0, -9)), 0);
    assert_eq!(scale(pawn, |weights| weights.scale_one_pawn = Score::new(0, 99)), 64);
    assert_eq!(scale(pawnless, |weights| weights.scale_no_pawns = Score::new(0, -9)), 0);
    let far = |weights: &mut Weights| weights.scale_one_wing = Score::new(0, 99);
    assert_eq!(scale(wing, far), 0);
    assert_eq!(scale("4k3/r6p/8/8/8/8/1R4PP/4K3 w - - 0 1", far), 0);
    assert_eq!(scale("4k3/r5Pp/5K2/8/8/8/8/6R1 w - - 0 1", far), 0, "one pawn each");
    // A queen for rook and knight leads in pieces.
    let queen = "4k3/r3n2p/8/8/8/8/1Q4PP/4K3 w - - 0 1";
    assert_eq!(scale(queen, far), scale(queen, |_| ()));
    let without_pawns = "4k3/r7/8/8/8/8/1R4PP/4K3 w - - 0 1";
    assert_eq!(scale(without_pawns, far), scale(without_pawns, |_| ()));
    let opposite = "4k3/4b3/8/1p6/8/1PP2P2/4B3/4K3 w - - 0 1";
    let alone = |weights: &mut Weights| {
        weights.scale_opposite_bishops_alone = Score::new(0, 20);
        weights.scale_opposite_bishops_passed = Score::new(0, 3);
    };
    assert_eq!(scale(opposite, alone), 23);
    let among_rooks = "r3k3/4b3/8/1p6/8/1PP2P2/4B3/R3K3 w - - 0 1";
    let among = |weights: &mut Weights| weights.scale_opposite_bishops = Score::new(0, 33);
    assert_eq!(scale(among_rooks, among), 33);
    let one_pawn = "r3k3/4b3/8/8/8/2P5/4B3/R3K3 w - - 0 1";
    let few = |weights: &mut Weights| weights.scale_opposite_bishops = Score::new(0, 3);
    assert_eq!(scale(one_pawn, few), 3);
    let no_own_pawn = "r3k3/4b2p/8/8/8/8/4B3/R2QK3 w - - 0 1";
    assert_eq!(scale(no_own_pawn, few), 64, "no pawn of the leader is stopped");
    let few_alone = |weights: &mut Weights| {
        weights.scale_opposite_bishops_alone = Score::new(0, 2);
        weights.scale_opposite_bishops_passed = Score::new(0, 3);
    };
    assert_eq!(scale("4k3/4b1p1/8/8/8/2P5/4B3/4K3 w - - 0 1", few_alone), 5);

    let attacked = Position::from_fen("6k1/5p1p/8/8/5q2/3b3r/5P2/R5K1 w - - 0 1").unwrap();
    let danger = |gate: i16| {
        let weights = Weights { danger_gate: Score::new(gate, 0), ..Weights::default() };
        Evaluator::with_weights(weights).trace(&attacked).term(Term::Danger, Color::White)
    };
    assert!(danger(2).middle_game() < 0);
    assert_eq!(danger(9), Score::ZERO);
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
    let edge_alone = Weights { mop_up_kings: Score::ZERO, ..Weights::default() };
    let trace = Evaluator::with_weights(edge_alone).trace(&Position::from_fen(centre).unwrap());
    assert_eq!(trace.term(Term::MopUp, Color::White), Score::ZERO, "no step from the centre");
    for no_mate in ["8/8/8/4k3/8/8/8/1B2K3 w - - 0 1", "8/8/8/4k3/8/8/8/NN2K3 w - - 0 1"] {
        assert_eq!(white(no_mate, Term::MopUp), Score::ZERO);
    }
}

#[test]
fn drawish_endings_count_for_less() {
    let scale = |fen: &str| trace(fen).scale();
    // Nothing to win with.
    assert_eq!(scale("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), 0);
    assert_eq!(scale("4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1"), 0);
    let bishops = ["1B1B", "B1B1", "2BB"].map(|two| format!("4k3/8/8/8/8/8/8/{two}K3 w - - 0 1"));
    assert_eq!(bishops.each_ref().map(|fen| scale(fen)), [0, 0, 64]);
    let against_a_knight = bishops.map(|fen| scale(&fen.replace("4k3/8", "4k3/4n3")) > 0);
    assert_eq!(against_a_knight, [false, false, true]);
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
    // A pawnless lead is scaled in the middle game, too, until a phase of 8.
    let value = |fen: &str| {
        let weights = Weights { scale_no_pawns: Score::new(0, 1), ..Weights::default() };
        Evaluator::with_weights(weights).evaluate(&Position::from_fen(fen).unwrap())
    };
    assert!((1..20).contains(&value("2b1k3/4nn2/8/8/8/8/4B3/3QK3 w - - 0 1")));
    assert!(value("1r2kr2/8/8/8/8/8/4B3/3QK3 w - - 0 1") > 100);
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
