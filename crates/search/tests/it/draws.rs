//! Draws by rule.

use movegen::{Color, KeyHistory, PieceType, Position};
use search::score::{DRAW, is_mate_win, mate_in};
use search::{Evaluate, Limits, NoTable, Pool, Search, Settings, Switches};

use crate::plain::PLAIN;
use crate::support::{depth, evaluate, fresh, pool, position, run, run_after, table};

#[test]
fn no_legal_move_is_mate_or_stalemate() {
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let (outcome, lines) = fresh(&table(1 << 16), &stalemate, depth(5));
    assert_eq!((outcome.best, outcome.score.value(), lines.len()), (None, DRAW, 0));
    let mate = position("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
    let (outcome, _) = fresh(&table(1 << 16), &mate, depth(5));
    assert_eq!((outcome.best, outcome.score.value()), (None, -mate_in(0)));
}

#[test]
fn stalemate_is_the_best_that_the_weaker_side_has() {
    // White gives its last piece: Qg6+ (or the like) forces stalemate or perpetual check.
    let root = position("8/8/8/8/8/1q6/2k5/K7 w - - 0 1");
    assert_eq!(root.count_legal(), 0);
    let before = position("8/8/8/8/8/1q6/3k4/K7 b - - 0 1");
    let (outcome, _) = fresh(&table(1 << 18), &before, depth(6));
    assert_ne!(before.uci(outcome.best.unwrap()), "d2c2", "that would be stalemate");
    assert!(outcome.score.value() > 500);
}

#[test]
fn bare_kings_and_a_lone_minor_piece_are_drawn() {
    for fen in ["4k3/8/8/8/8/8/8/3RK3 b - - 0 1", "8/8/4k3/8/8/3bK3/8/8 w - - 0 1"] {
        let root = position(fen);
        let (outcome, _) = fresh(&table(1 << 18), &root, depth(8));
        let drawn = root.pieces(PieceType::Bishop).any();
        assert_eq!(outcome.score.value() == DRAW, drawn, "{fen}: {}", outcome.score.value());
    }
}

/// An evaluation that takes every position without a black rook for drawn, and knows it.
struct Fortress;

impl Evaluate for Fortress {
    fn evaluate(&mut self, position: &Position) -> i32 {
        evaluate(position)
    }
    fn is_known_draw(&self, position: &Position) -> bool {
        position.colored(Color::Black, PieceType::Rook).is_empty()
    }
}

#[test]
fn what_the_evaluation_knows_to_be_drawn_is_a_draw_below_the_root() {
    let score = |fen: &str, switches| {
        let search = Search::new(&NoTable).position(position(fen)).limits(depth(6));
        search.switches(switches).run(&mut Pool::new(|| Fortress))
    };
    let drawn = "6k1/q7/8/8/8/8/8/7K b - - 0 1";
    let outcome = score(drawn, Switches::NONE);
    assert_eq!((outcome.score.value(), outcome.best.is_some()), (DRAW, true));
    assert!(score(drawn, PLAIN).score.value() > 500, "a plain search knows the rules alone");
}

/// White is two rooks down but can check for ever: the search must see the repetition in its own
/// line.
#[test]
fn perpetual_check_is_a_draw() {
    let root = position("6k1/6p1/8/7Q/8/2q5/rr4PP/7K w - - 0 1");
    let (outcome, _) = fresh(&table(1 << 20), &root, depth(12));
    assert_eq!(outcome.score.value(), DRAW);
    assert_eq!(root.uci(outcome.best.unwrap()), "h5e8");
}

/// The side that is ahead does not step into the third occurrence of a position of the game.
#[test]
fn a_third_occurrence_in_the_game_counts() {
    let mut root = position("7k/8/8/8/8/8/R7/K7 w - - 0 1");
    let mut history = KeyHistory::new();
    for text in ["a1b1", "h8g8", "b1a1", "g8h8", "a1b1", "h8g8", "b1a1"] {
        history.push(root.key());
        root = root.make(root.parse_uci(text).unwrap());
    }
    // Black to move: Kh8 makes the start position occur for the third time.
    let settings = Settings::default();
    let request = (&root, history);
    let (outcome, _) = run_after(&mut pool(), &table(1 << 18), request, depth(6), &settings);
    assert_eq!(root.uci(outcome.best.unwrap()), "g8h8");
    assert_eq!(outcome.score.value(), DRAW);
    // Without that past it is lost.
    let (outcome, _) = run(&mut pool(), &table(1 << 18), &root, depth(6), &settings);
    assert!(outcome.score.value() < -300);
}

#[test]
fn lack_of_progress_is_a_draw_unless_it_is_mate() {
    // 99 plies without progress: any quiet move draws, but the rook mates.
    let mating = position("7k/R7/6K1/8/8/8/8/8 w - - 99 90");
    let (outcome, _) = fresh(&table(1 << 18), &mating, depth(4));
    assert_eq!(outcome.score.value(), mate_in(1));
    // The mate takes three plies: too late.
    let late = position("8/8/8/8/8/5K2/R7/7k w - - 98 90");
    assert_eq!(fresh(&table(1 << 18), &late, depth(8)).0.score.value(), DRAW);
    let in_time = position("8/8/8/8/8/5K2/R7/7k w - - 97 90");
    assert_eq!(fresh(&table(1 << 18), &in_time, depth(8)).0.score.value(), mate_in(3));
}

#[test]
fn the_no_progress_limit_is_a_parameter() {
    let root = position("8/8/8/8/8/5K2/R7/7k w - - 20 90");
    let score = |no_progress_limit| {
        let settings = Settings { no_progress_limit, ..Settings::default() };
        run(&mut pool(), &table(1 << 18), &root, depth(10), &settings).0.score.value()
    };
    for limit in [20, 21, 22] {
        assert_eq!(score(limit), DRAW, "{limit}");
    }
    // Just enough for the shortest mate; then for any.
    assert_eq!(score(23), mate_in(3));
    assert!(is_mate_win(score(100)));
}

/// A mate stored in the table at a low clock is not believed when the clock is too high.
#[test]
fn a_stored_mate_does_not_outlive_the_clock() {
    let table = table(1 << 20);
    let mut pool = pool();
    let young = position("8/8/8/8/8/4K2k/8/R7 w - - 0 90");
    let limits = Limits { nodes: Some(200_000), mate: Some(5), ..Limits::default() };
    let (outcome, _) = run(&mut pool, &table, &young, limits, &Settings::default());
    assert!(is_mate_win(outcome.score.value()));
    let old = position("8/8/8/8/8/4K2k/8/R7 w - - 97 90");
    let (outcome, _) = run(&mut pool, &table, &old, depth(10), &Settings::default());
    assert_eq!(outcome.score.value(), DRAW);
}
