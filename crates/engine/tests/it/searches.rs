//! Threads, numbers, limits, strength and stops.

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use engine::movegen::Color;
use engine::network::{Architecture, FloatNetwork};
use engine::search::{Control, Limits, Outcome, TimeControl};
use engine::{Engine, Event, Game, Numbers, Request, Strength};

use zobrist_keys::SplitMix64;

use crate::{engine, small};

fn nodes(engine: &mut Engine, nodes: u64) -> Outcome {
    engine.analyse(&Game::default(), &Request::nodes(nodes), &mut |_| ())
}

#[test]
fn threads_are_as_many_as_were_asked_for_and_at_least_one() {
    let mut engine = small().threads(3).build().expect("a table");
    assert_eq!(engine.threads(), 3);
    assert!(nodes(&mut engine, 30_000).best.is_some());
    engine.set_threads(0);
    assert_eq!(engine.threads(), 1);
    engine.new_game();
    let alone = nodes(&mut engine, 5_000);
    engine.set_numbers(&Numbers::default());
    engine.new_game();
    assert_eq!(nodes(&mut engine, 5_000), alone, "one thread is one thread");
    engine.set_threads(2);
    engine.set_numbers(&Numbers::default());
    assert_eq!(engine.threads(), 2, "other numbers leave the threads as many");
}

#[test]
fn numbers_change_the_search_and_can_be_set_back() {
    let mut engine = engine();
    let mut scores = |numbers: &Numbers| {
        engine.set_numbers(numbers);
        engine.new_game();
        nodes(&mut engine, 5_000)
    };
    let (ours, mut others) = (Numbers::hand_crafted(), Numbers::hand_crafted());
    others.weights.read("tempo = 90 90\n").expect("a weight");
    let first = scores(&ours);
    assert_ne!(scores(&others).score, first.score);
    assert_eq!(scores(&ours), first);

    engine.set_params(others.params);
    engine.new_game();
    assert_eq!(nodes(&mut engine, 5_000), first, "the numbers of the search are ours");
    let mut params = ours.params.clone();
    (params.late_moves, params.futility_slope) = (9, 200);
    let mut alone = small().numbers(ours.clone()).build().expect("a table");
    alone.set_params(params);
    assert_ne!(nodes(&mut alone, 5_000), first, "other numbers of the search");
    let mut built = small().numbers(ours).build().expect("a table");
    assert_eq!(nodes(&mut built, 5_000), first);
}

/// With debug assertions one value in 16 of the evaluator is compared with that from scratch.
#[test]
fn a_network_follows_the_search_on_two_threads_and_with_castling_of_chess960() {
    let mut weights = FloatNetwork::zero(Architecture::new(32)).expect("a good shape");
    let mut random = SplitMix64::new(5);
    let mut small = || (random.below(2001) as f32 - 1000.0) / 4000.0;
    weights.input_weights_mut().fill_with(&mut small);
    weights.hidden_biases_mut().fill(0.3);
    weights.output_weights_mut().fill_with(&mut small);
    let network = Some(Arc::new(weights.quantise().expect("small weights")));
    let mut engine = crate::small().build().expect("a table");
    let ours = nodes(&mut engine, 5_000);
    engine.set_numbers(&Numbers { network, ..Numbers::default() });
    engine.new_game();
    let first = nodes(&mut engine, 5_000);
    assert_ne!(first.score, ours.score);
    engine.new_game();
    assert_eq!(nodes(&mut engine, 5_000), first);
    engine.set_threads(2);
    let fen = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1";
    let game = Game::from_fen(fen).expect("castling on both wings");
    let outcome = engine.analyse(&game, &Request::nodes(60_000), &mut |_| ());
    assert!(outcome.best.is_some() && outcome.nodes > 50_000);
}

#[test]
fn another_thread_stops_an_analysis_when_it_has_seen_enough() {
    let mut engine = engine();
    let control = Control::new();
    let (sender, depths) = mpsc::channel();
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            depths.into_iter().find(|&depth| depth >= 5);
            control.stop();
        });
        engine.analyse(&Game::default(), &Request::until_stopped(&control).lines(3), &mut |event| {
            if let Event::Line(info) = event {
                // Nobody listens after the stop.
                sender.send(info.depth).ok();
            }
        })
    });
    assert!(outcome.depth >= 5, "{}", outcome.depth);
}

#[test]
fn a_clock_that_passes_with_nodes_has_the_same_game_twice() {
    let mut engine = engine();
    let time = |remaining| {
        let remaining = Duration::from_millis(remaining);
        Some(TimeControl { remaining, increment: Duration::ZERO, moves_to_go: None })
    };
    let mut game_of = |clocks: [u64; 3]| {
        engine.new_game();
        let mut game = Game::default();
        for clock in clocks {
            let limits = Limits { time: time(clock), ..Limits::default() };
            let request = Request { limits, nodes_per_millisecond: 100, ..Request::default() };
            let answer = engine.play(&game, &request, &mut |_| ());
            game.make(answer.outcome.best.expect("a legal move")).expect("a legal move");
        }
        game.moves().collect::<Vec<_>>()
    };
    assert_eq!(game_of([1_000, 900, 800]), game_of([1_000, 5, 70_000]));
}

#[test]
fn a_limited_strength_with_a_seed_plays_the_same_game_twice() {
    let mut engine = engine();
    let mut game_of = |seed| {
        engine.new_game();
        let mut game = Game::default();
        let strength = Strength::of_level(4, seed);
        let request = Request { strength, book: true, ..Request::default() };
        while game.outcome().is_none() && game.plies() < 20 {
            let best = engine.play(&game, &request, &mut |_| ()).outcome.best;
            game.make(best.expect("a legal move")).expect("a legal move");
        }
        game.moves().collect::<Vec<_>>()
    };
    assert_eq!(game_of(7), game_of(7));
    assert_ne!(game_of(7), game_of(8));
}

#[test]
fn a_low_level_loses_to_the_full_strength() {
    let mut engine = engine();
    let mut game = Game::default();
    let weak = Request { strength: Strength::of_level(0, 5), ..Request::depth(20) };
    while game.outcome().is_none() {
        let white = game.plies().is_multiple_of(2);
        let request = if white { &Request::nodes(3_000) } else { &weak };
        let outcome = engine.play(&game, request, &mut |_| ()).outcome;
        assert!(white || outcome.nodes < 2_000, "{} nodes", outcome.nodes);
        game.make(outcome.best.expect("a legal move")).expect("a legal move");
    }
    let end = game.outcome().expect("the game is over");
    assert_eq!(end.winner(), Some(Color::White), "{end}");
}
