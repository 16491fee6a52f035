//! Each field of a request does what it says.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use engine::search::score::is_decisive_win;
use engine::search::{Clock, Control, Limits, Outcome, Settings, TimeControl};
use engine::syzygy::Tablebases;
use engine::{Engine, Event, Game, Request, Strength};

use crate::{engine, small};

/// Fields of [`Request`] and of its parts, and the test here that fails if one is ignored. A new
/// field does not compile until it has a line.
const _: fn(Request<'_>) = |request| {
    let Request {
        limits,
        settings,
        strength: _,              // weak_levels_search_few_nodes_and_open_no_tablebases
        book: _,                  // books.rs
        nodes_per_millisecond: _, // a_game_has_no_more_nodes_than_its_budget
        clock: _,                 // time_is_that_of_the_callers_clock
        control: _,               // a_control_stops_the_search
        runner: _,                // the cluster's own tests
    } = request;
    let Limits {
        depth: _,         // each_limit_ends_the_search
        nodes: _,         // each_limit_ends_the_search
        mate: _,          // each_limit_ends_the_search
        time: _,          // time_is_that_of_the_callers_clock
        movetime: _,      // time_is_that_of_the_callers_clock
        move_overhead: _, // time_is_that_of_the_callers_clock
        infinite: _,      // an_answer_waits_for_the_stop_or_the_ponder_hit
        ponder: _,        // an_answer_waits_for_the_stop_or_the_ponder_hit
        search_moves: _,  // the_move_is_one_of_those_asked_for
    } = limits;
    let Settings {
        multi_pv: _,          // lines_are_as_many_as_were_asked_for
        no_progress_limit: _, // a_draw_comes_after_the_plies_that_are_set
        tb_pieces: _,         // tablebases_answer_within_their_settings
        tb_depth: _,          // tablebases_answer_within_their_settings
        tb_fifty_moves: _,    // search's own tests, with tables of a stub
    } = settings;
};

/// King and rook against the king: won, and no mate within a few plies.
const ROOK: &str = "8/8/8/3k4/8/8/8/K6R w - - 0 1";

fn at(fen: &str) -> Game {
    Game::from_fen(fen).expect("a position")
}

fn search(game: &Game, request: &Request<'_>) -> Outcome {
    engine().analyse(game, request, &mut |_| ())
}

fn limited(limits: Limits) -> Request<'static> {
    Request { limits, ..Request::default() }
}

/// A clock that passes by a millisecond each time that the search looks at it.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// A clock by which four seconds pass whenever it is asked, so that each search is long.
#[derive(Default)]
struct Slow(AtomicU64);

impl Clock for Slow {
    fn elapsed(&self) -> Duration {
        Duration::from_secs(4 * self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn a_long_search_names_the_move_that_it_turns_to() {
    let (clock, game) = (Slow::default(), Game::default());
    let request = Request { clock: Some(&clock), ..Request::depth(3) };
    let mut numbers = Vec::new();
    engine().analyse(&game, &request, &mut |event| {
        if let Event::CurrentMove { depth, mv, number } = event {
            assert!(game.position().is_legal(mv));
            numbers.extend((depth == 3).then_some(number));
        }
    });
    assert!(numbers.starts_with(&[1, 2, 3]) && numbers.iter().max() == Some(&20), "{numbers:?}");
}

#[test]
fn a_clock_that_runs_on_serves_several_searches() {
    let (clock, mut engine) = (Ticks::default(), engine());
    let limits = Limits { movetime: Some(Duration::from_millis(40)), ..Limits::default() };
    let request = Request { clock: Some(&clock), ..limited(limits) };
    let depths = [(); 3].map(|()| {
        engine.new_game();
        engine.analyse(&Game::default(), &request, &mut |_| ()).depth
    });
    assert!(depths[0] > 1 && depths == [depths[0]; 3], "{depths:?}");
}

#[test]
fn each_limit_ends_the_search() {
    let game = Game::default();
    assert_eq!(search(&game, &limited(Limits { depth: Some(3), ..Limits::default() })).depth, 3);
    let [few, more] = [2_000, 20_000].map(|nodes| {
        search(&game, &limited(Limits { nodes: Some(nodes), ..Limits::default() })).nodes
    });
    assert!((2_000..3_000).contains(&few) && (20_000..21_000).contains(&more), "{few} {more}");
    let mating = at("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    let [whole, to_the_mate] = [None, Some(1)]
        .map(|mate| limited(Limits { depth: Some(12), mate, ..Limits::default() }))
        .map(|request| search(&mating, &request).depth);
    assert!(to_the_mate < whole, "depth {to_the_mate} and {whole}");
}

#[test]
fn time_is_that_of_the_callers_clock() {
    let nodes = |limits: Limits| {
        let clock = Ticks::default();
        let request = Request { clock: Some(&clock), ..limited(limits) };
        search(&Game::default(), &request).nodes
    };
    let movetime = |milliseconds| {
        nodes(Limits { movetime: Some(Duration::from_millis(milliseconds)), ..Limits::default() })
    };
    assert!(movetime(20) < movetime(200));
    let clock = |remaining, increment, moves_to_go, overhead| {
        let [remaining, increment, move_overhead] =
            [remaining, increment, overhead].map(Duration::from_millis);
        let time = Some(TimeControl { remaining, increment, moves_to_go });
        nodes(Limits { time, move_overhead, ..Limits::default() })
    };
    let plain = clock(1_000, 0, None, 0);
    assert!(plain < clock(8_000, 0, None, 0), "the time that remains");
    assert!(plain < clock(1_000, 100, None, 0), "the increment");
    assert!(plain < clock(1_000, 0, Some(2), 0), "the moves to go");
    assert!(plain > clock(1_000, 0, None, 180), "the overhead");
}

#[test]
fn an_answer_waits_for_the_stop_or_the_ponder_hit() {
    for (infinite, ponder) in [(true, false), (false, true)] {
        let (control, ended) = (Control::new(), AtomicBool::new(false));
        let limits = Limits { depth: Some(2), infinite, ponder, ..Limits::default() };
        let request = Request { control: Some(&control), ..limited(limits) };
        let waited = thread::scope(|scope| {
            scope.spawn(|| {
                // Longer than two plies take.
                thread::sleep(Duration::from_millis(200));
                ended.store(true, Ordering::SeqCst);
                if ponder { control.ponder_hit() } else { control.stop() }
            });
            search(&Game::default(), &request);
            ended.load(Ordering::SeqCst)
        });
        assert!(waited, "infinite: {infinite}, ponder: {ponder}");
    }
}

#[test]
fn a_control_stops_the_search() {
    let control = Control::new();
    control.stop();
    let request = Request { control: Some(&control), ..Request::nodes(1_000_000) };
    assert!(search(&Game::default(), &request).nodes < 100_000);
}

#[test]
fn the_move_is_one_of_those_asked_for() {
    let game = Game::default();
    for uci in ["a2a3", "g1h3"] {
        let wanted = game.position().parse_uci(uci).expect("legal");
        let limits = Limits { depth: Some(4), search_moves: vec![wanted], ..Limits::default() };
        assert_eq!(search(&game, &limited(limits)).best, Some(wanted));
    }
}

#[test]
fn lines_are_as_many_as_were_asked_for() {
    for lines in [1, 3] {
        let mut most = 0;
        engine().analyse(&Game::default(), &Request::depth(4).lines(lines), &mut |event| {
            if let Event::Line(info) = event {
                most = most.max(info.multi_pv);
            }
        });
        assert_eq!(most, lines);
    }
}

#[test]
fn a_draw_comes_after_the_plies_that_are_set() {
    let nearly = at("8/8/8/3k4/8/8/8/K6R w - - 19 40");
    let score = |no_progress_limit| {
        let settings = Settings { no_progress_limit, ..Settings::default() };
        search(&nearly, &Request { settings, ..Request::depth(6) }).score.value()
    };
    assert_eq!(score(20), 0);
    assert!(score(100) > 100, "{}", score(100));
}

fn with_tables() -> Engine {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../syzygy/src/tests/tables");
    let tables = Tablebases::open([folder]);
    assert_eq!(tables.max_pieces(), 3);
    small().tablebases(Arc::new(tables)).build().expect("a table")
}

#[test]
fn tablebases_answer_within_their_settings() {
    // A capture leads into the ending of rook against king.
    let game = at("k7/8/8/3n4/8/8/3R4/3K4 w - - 0 1");
    let found = |change: fn(&mut Settings)| {
        let mut request = Request::depth(4);
        change(&mut request.settings);
        let outcome = with_tables().analyse(&game, &request, &mut |_| ());
        (outcome.tb_hits > 0, is_decisive_win(outcome.score.value()))
    };
    assert_eq!(found(|_| ()), (true, true));
    assert_eq!(found(|settings| settings.tb_pieces = 2), (false, false));
    assert!(!found(|settings| settings.tb_depth = 9).0);
}

#[test]
fn weak_levels_search_few_nodes_and_open_no_tablebases() {
    let play = |strength| {
        let request = Request { strength, ..Request::nodes(50_000) };
        with_tables().play(&at(ROOK), &request, &mut |_| ()).outcome
    };
    let (full, weak) = (play(None), play(Strength::of_level(12, 3)));
    assert!(full.tb_hits > 0 && is_decisive_win(full.score.value()));
    assert_eq!(weak.tb_hits, 0);
    let start = |strength| {
        let request = Request { strength, ..Request::nodes(50_000) };
        engine().play(&Game::default(), &request, &mut |_| ()).outcome.nodes
    };
    assert!(start(Strength::of_level(3, 3)) < 1_000 && start(None) >= 50_000);
    let few = Request { strength: Strength::of_level(15, 3), ..Request::nodes(100) };
    let outcome = engine().play(&Game::default(), &few, &mut |_| ()).outcome;
    assert!(outcome.nodes < 300, "{} nodes", outcome.nodes);
}

/// The lowest level makes a third of its moves at a glance, which is at all moves.
#[test]
fn a_weak_level_plays_one_of_the_moves_that_were_asked_for() {
    let (game, mut engine) = (Game::default(), engine());
    let asked = ["a2a3", "h2h4"].map(|uci| game.position().parse_uci(uci).expect("legal"));
    for seed in 1..=40 {
        let limits = Limits { search_moves: asked.to_vec(), ..Limits::default() };
        let request = Request { strength: Strength::of_level(0, seed), ..limited(limits) };
        let best = engine.play(&game, &request, &mut |_| ()).outcome.best;
        assert!(best.is_some_and(|mv| asked.contains(&mv)), "{seed}: {best:?}");
    }
}

#[test]
fn an_analysis_is_of_the_full_strength() {
    let weak = Request { strength: Strength::of_level(0, 3), ..Request::nodes(20_000) };
    assert!(search(&Game::default(), &weak).nodes >= 20_000);
}

/// A strong level draws from two lines, a weak one from eight.
#[test]
fn a_limited_strength_reports_the_lines_that_were_asked_for() {
    for (level, lines) in [(16, 4), (1, 1), (1, 3)] {
        let mut ranks = Vec::new();
        let strength = Strength::of_level(level, 3);
        let request = Request { strength, ..Request::nodes(3_000).lines(lines) };
        engine().play(&Game::default(), &request, &mut |event| {
            if let Event::Line(info) = event {
                ranks.push(info.multi_pv);
            }
        });
        assert_eq!(ranks.iter().max(), Some(&lines), "level {level}: {ranks:?}");
    }
}

/// White has lost, but can repeat a position for the third time.
#[test]
fn the_past_of_a_game_counts_in_its_search() {
    let mut game = at("7k/8/8/8/8/8/q7/7K w - - 0 1");
    assert!(search(&game, &Request::depth(4)).score.value() < -300);
    game.make_moves("h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8").expect("legal moves");
    assert_eq!(search(&game, &Request::depth(4)).score.value(), 0);
}

/// Each move of a game by the first clock would take about as many nodes if nothing were spent.
#[test]
fn a_game_has_no_more_nodes_than_its_budget() {
    let mut engine = engine();
    let (remaining, increment) = (Duration::from_millis(1_000), Duration::ZERO);
    let time = Some(TimeControl { remaining, increment, moves_to_go: None });
    let request =
        Request { nodes_per_millisecond: 20, ..limited(Limits { time, ..Limits::default() }) };
    let mut nodes = 0;
    for _ in 0..120 {
        nodes += engine.play(&Game::default(), &request, &mut |_| ()).outcome.nodes;
    }
    assert!((10_000..25_000).contains(&nodes), "{nodes} nodes of 20,000");
    let left = engine.play(&Game::default(), &request, &mut |_| ()).outcome.nodes;
    engine.new_game();
    let first = engine.play(&Game::default(), &request, &mut |_| ()).outcome.nodes;
    assert!(first > 200 && left < first / 2, "{left} at the end, {first} of a new game");
}
