//! A game, an analysis, files.

use std::time::Duration;

use search::{Info, RootScore};
use tt_core::Bound;

use super::*;

fn player() -> Player {
    Player::new(4).unwrap()
}

fn depth(depth: u32) -> GoRequest {
    GoRequest { depth: Some(depth), ..GoRequest::default() }
}

#[test]
fn a_mate_in_two_is_found() {
    let mut player = player();
    player.set_up("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "").unwrap();
    let mut last = None;
    let answer = player.go(depth(8), &mut |_| true, |line| last = Some(line.clone())).unwrap();
    assert_eq!(answer.score, Some(Score { value: Value::Mate(2), points: 1.0 }));
    let line = last.unwrap();
    assert_eq!((line.pv.len(), Some(&line.pv[0])), (3, answer.best.as_ref()));
    assert!(line.san.ends_with('#'), "{line:?}");
    assert_eq!(serde_json::to_string(&line.score).unwrap(), r#"{"mate":2,"points":1.0}"#);
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut player = player();
    player.set_up("4k3/8/8/8/8/8/4P3/Q3K3 w - - 0 1", "").unwrap();
    while player.state().outcome.is_none() {
        let answer = player.go(depth(6), &mut |_| true, |_| ()).unwrap();
        player.make(&answer.best.unwrap()).unwrap();
        assert!(player.state().plies < 120, "{:?}", player.state().san);
    }
    let state = player.state();
    let outcome = state.outcome.unwrap();
    assert_eq!((outcome.result, &*outcome.reason), ("1-0", "White wins by checkmate"));
    assert!(state.legal.is_empty() && state.check);
    let pgn = player.pgn(r#"{"White":"Palimpsest"}"#).unwrap();
    assert!(pgn.contains("[White \"Palimpsest\"]") && pgn.trim_end().ends_with("1-0"), "{pgn}");
    let rows = player.open_file(pgn.as_bytes()).unwrap();
    let read = [player.opened_game(0).unwrap()];
    assert_eq!(rows[0].white, "Palimpsest");
    assert_eq!((read.len(), &read[0].moves, &read[0].san), (1, &state.uci, &state.san));
    assert_eq!((&read[0].fen, read[0].result), (&state.fen, "1-0"));
}

#[test]
fn several_lines_come_in_order_and_a_poll_stops() {
    let mut player = player();
    let mut ranks = Vec::new();
    let request = GoRequest { lines: Some(3), ..depth(4) };
    player.go(request, &mut |_| true, |line| ranks.push(line.multipv)).unwrap();
    assert_eq!(ranks[..3], [1, 2, 3]);
    let mut nodes = 0;
    let mut poll = |now| {
        nodes = now;
        now < 5_000
    };
    let answer = player.go(GoRequest::default(), &mut poll, |_| ()).unwrap();
    assert!((5_000..7_000).contains(&answer.nodes) && nodes >= 5_000, "{answer:?}");
    let error = player.go(GoRequest { lines: Some(6), ..depth(1) }, &mut |_| true, |_| ());
    assert_eq!(error.unwrap_err(), "expected 1 to 5 lines, found 6");
}

#[test]
fn a_level_plays_from_its_openings() {
    let mut player = player();
    let request = GoRequest { level: Some(0), seed: 7, ..GoRequest::default() };
    let answer = player.go(request, &mut |_| true, |_| ()).unwrap();
    assert!(answer.best.is_some() && answer.score.is_none() && answer.nodes == 0);
    let request = GoRequest { elo: Some(1_000), seed: 7, ..GoRequest::default() };
    player.set_up("startpos", "a2a3 h7h6 h2h3 a7a6").unwrap();
    let answer = player.go(request, &mut |_| true, |_| ()).unwrap();
    assert!(answer.score.is_some() && answer.nodes < 10_000);
}

#[test]
fn the_seed_decides_how_a_level_errs() {
    for weak in [
        GoRequest { level: Some(2), ..GoRequest::default() },
        GoRequest { elo: Some(1_000), ..GoRequest::default() },
    ] {
        let moves = |seed| {
            let mut player = player();
            player.set_up("startpos", "a2a3 h7h6 h2h3 a7a6").unwrap();
            let answer = player.go(GoRequest { seed, ..weak }, &mut |_| true, |_| ());
            answer.unwrap().best
        };
        assert!((1..20).any(|seed| moves(seed) != moves(0)), "{weak:?}");
        assert_eq!(moves(5), moves(5));
    }
}

#[test]
fn positions_are_set_up_and_refused_in_words() {
    let mut player = player();
    let state = player.set_up("startpos", "e2e4 e5").unwrap();
    assert_eq!((state.turn, state.plies, state.legal.len()), ('w', 2, 29));
    assert_eq!((&*state.san.join(" "), &*state.uci.join(" ")), ("e4 e5", "e2e4 e7e5"));
    let error = player.set_up("4k3/8/8/9/8/8/8/4K2x w X - 0 1", "").unwrap_err();
    assert_eq!(error.matches("character").count(), 3, "{error}");
    assert_eq!(player.state(), state);
    assert!(player.make("e2e5").is_err());
    assert_eq!(player.undo().unwrap().plies, 1);
    player.undo().unwrap();
    assert!(player.undo().unwrap_err().ends_with("found none"));
    let chess960 = player.set_up("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", "");
    assert!(chess960.unwrap().chess960);
}

#[test]
fn a_text_of_games_is_read_and_each_fault_told() {
    let text = "[White \"A\"]\n\n1. e4 e5 1/2-1/2\n\n[FEN \"none\"]\n\n1. Ke2 *\n\n[White \"C\"]\n\n1. c4 Ke4 1-0\n";
    let mut player = player();
    let rows = player.open_file(text.as_bytes()).unwrap();
    let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(player.open_file(&utf_16).unwrap(), rows);
    let facts = |row: &GameRow| (row.white.clone(), row.result, row.plies, row.faults);
    let [first, second, third] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!(facts(first), ("A".into(), "1/2-1/2", 2, 0));
    assert_eq!(first.opening, "C20 King's Pawn Game");
    assert_eq!(facts(second), (String::new(), "*", 0, 1));
    assert_eq!((third.plies, third.faults), (1, 1));
    let game = player.opened_game(0).unwrap();
    assert_eq!((game.tags["White"].as_str(), game.faults.len()), ("A", 0));
    assert!(player.opened_game(1).is_err());
    let game = player.opened_game(2).unwrap();
    assert_eq!((game.moves, game.faults.len()), (vec!["c2c4".to_owned()], 1));
    player.open_file(b"1. e4 e5 2. -- d5 *").unwrap();
    let passed = player.opened_game(0).unwrap();
    assert_eq!((passed.moves.len(), passed.san.len(), passed.faults.len()), (2, 2, 2));
    assert_eq!(passed.fen, player.set_up("", "e4 e5").unwrap().fen);
    assert!(passed.faults[1].contains("2 of 4 moves"), "{:?}", passed.faults);
    let tags = "[White \"?\"]\n[Event \"Who?\"]\n[Date \"1924.??.??\"]\n\n1. e4 *";
    let row = &player.open_file(tags.as_bytes()).unwrap()[0];
    assert_eq!((&*row.white, &*row.event, &*row.date), ("", "Who?", "1924.??.??"));
}

/// Texts that hold a position and no game, with the FEN.
const POSITIONS: [(&str, &str); 8] = [
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("  4k3/8/8/8/8/8/8/4K2R w K -\r\n", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("FEN: 4k3/8/8/8/8/8/8/4K2R b K - 3 9", "4k3/8/8/8/8/8/8/4K2R b K - 3 9"),
    ("\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"a\";", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n*\n", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("`4k3/8/8/8/8/8/8/4K2R w K - 0 2`", "4k3/8/8/8/8/8/8/4K2R w K - 0 2"),
];

/// Texts without a move and without a position, with a part of the refusal.
const REFUSED: [(&str, &str); 8] = [
    ("", "found nothing"),
    (" \n\n", "found nothing"),
    ("a text about chess", "\"a\" is not a move"),
    ("https://lichess.org/abcdefgh/white#12", "found a link"),
    ("www.chess.com/game/1", "found a link"),
    ("[Event \"a\"]\n\n*\n", "found no move"),
    ("1. Ke3 *", "Ke3"),
    ("4k3/8/8/8/8/8/8/4K2x w K - 0 1", "is no piece"),
];

#[test]
fn a_pasted_text_is_a_game_a_position_or_refused() {
    let mut player = player();
    for (text, fen) in POSITIONS {
        assert_eq!(player.open_file(text.as_bytes()).unwrap().len(), 1, "{text}");
        let game = player.opened_game(0).unwrap();
        assert_eq!((&*game.start_fen, game.moves.len()), (fen, 0), "{text}");
    }
    for (text, part) in REFUSED {
        let error = player.open_file(text.as_bytes()).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
    // The file that was open stays open.
    assert!(player.opened_game(0).is_ok() && player.opened_game(1).is_err());
    let two = format!("{}\n\n{}\n", POSITIONS[0].0, POSITIONS[2].0);
    assert_eq!(player.open_file(two.as_bytes()).unwrap().len(), 2);
    assert_eq!(player.opened_game(1).unwrap().start_fen, POSITIONS[2].1);
}

#[test]
fn each_level_but_the_lowest_and_the_full_one_has_an_elo() {
    let elos = level_elos();
    assert_eq!((elos.len(), elos[0], elos[13], elos[20]), (21, None, Some(1_800), None));
}

#[test]
fn the_opening_of_a_game_is_named() {
    let mut player = player();
    assert_eq!(player.state().opening, None);
    let state = player.set_up("startpos", "Nf3 Nc6 e4 e5 Bc4").unwrap();
    let opening = state.opening.unwrap();
    assert_eq!((opening.eco, opening.name), ("C50", "Italian Game"));
    let pgn = player.pgn(r#"{"White":"A"}"#).unwrap();
    assert!(pgn.contains("[ECO \"C50\"]"), "{pgn}");
    assert!(pgn.contains("[Opening \"Italian Game\"]"), "{pgn}");
    let ending = player.set_up("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4").unwrap();
    assert_eq!(ending.opening, None);
    assert!(!player.pgn("").unwrap().contains("[ECO"));
}

#[test]
fn the_table_goes_through_a_file() {
    let mut player = player();
    let first = player.go(depth(8), &mut |_| true, |_| ()).unwrap();
    let file = player.save_hash().unwrap();
    let mut other = Player::new(1).unwrap();
    let report = other.load_hash(&file).unwrap();
    assert!(report.ends_with(&format!(" of {} bytes", file.len())), "{report}");
    let again = other.go(depth(8), &mut |_| true, |_| ()).unwrap();
    assert!(again.nodes < first.nodes, "{} of {}", again.nodes, first.nodes);
    assert!(other.load_hash(b"no table").is_err());
    other.resize(2).unwrap();
    assert_eq!(other.hash_mib(), 2);
    assert!(other.resize(0).unwrap_err().ends_with("found 0"));
}

#[test]
fn a_line_has_the_figures_of_its_report() {
    let game = Game::default();
    let mut info = Info::new(RootScore::new(30, Bound::Exact), &[]);
    (info.depth, info.sel_depth, info.nodes) = (5, 9, 3_000);
    (info.elapsed, info.hashfull) = (Duration::from_micros(1_500), 7);
    let line = go::line_event(&info, &game);
    assert_eq!((line.nodes, line.nps, line.hashfull), (3_000, 2_000_000, 7));
    assert_eq!((line.depth, line.seldepth), (5, 9));
    assert!(line.wdl[0] > line.wdl[2] && line.wdl.iter().sum::<u32>() == 1_000, "{:?}", line.wdl);
}

#[test]
fn a_draw_that_may_be_claimed_ends_no_game() {
    let mut player = player();
    let state = player.set_up("startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8").unwrap();
    let outcome = state.outcome.unwrap();
    assert_eq!((outcome.result, outcome.claim, state.legal.len()), ("1/2-1/2", true, 20));
    assert!(player.pgn("").unwrap().trim_end().ends_with(" *"));
    let state = player.set_up("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "").unwrap();
    let outcome = state.outcome.unwrap();
    assert_eq!((outcome.result, outcome.claim, state.legal.len()), ("1/2-1/2", false, 0));
    assert!(player.pgn("").unwrap().trim_end().ends_with("1/2-1/2"));
}

#[test]
fn the_state_tells_the_start_and_the_moves_of_the_side_to_move() {
    let state = player().set_up("startpos", "e4").unwrap();
    assert_eq!((state.turn, &*state.start_fen), ('b', &*Position::startpos().to_fen()));
    let knight = LegalMove { uci: "g8f6".into(), san: "Nf6".into() };
    assert!(state.legal.contains(&knight), "{:?}", state.legal);
}

#[test]
fn the_callers_result_is_that_of_the_pgn() {
    let pgn = player().pgn(r#"{"Result":"0-1"}"#).unwrap();
    assert!(pgn.contains("[Result \"0-1\"]") && pgn.trim_end().ends_with("\n0-1"), "{pgn}");
}

#[test]
fn a_new_game_forgets_the_table_and_keeps_the_moves() {
    let mut player = player();
    player.set_up("startpos", "e4").unwrap();
    let mut nodes = || {
        let nodes = player.go(depth(7), &mut |_| true, |_| ()).unwrap().nodes;
        (nodes, player.state().plies)
    };
    let (first, second) = (nodes(), nodes());
    assert!(second.0 < first.0, "{second:?} {first:?}");
    player.new_game();
    let again = player.go(depth(7), &mut |_| true, |_| ()).unwrap().nodes;
    assert_eq!((again, player.state().plies), first);
}

#[test]
fn the_answer_has_the_move_the_reply_and_the_depth() {
    let mut player = player();
    player.set_up("k7/8/2K5/8/8/8/8/1R6 w - - 0 1", "").unwrap();
    let mut last = None;
    let answer = player.go(depth(6), &mut |_| true, |line| last = Some(line.clone())).unwrap();
    let moves = [answer.best, answer.san, answer.ponder];
    assert_eq!(moves, ["c6c7", "Kc7", "a8a7"].map(|text| Some(text.to_owned())));
    assert_eq!(Some(answer.depth), last.map(|line| line.depth));
}

#[test]
fn five_lines_are_the_most() {
    let mut ranks = Vec::new();
    let request = GoRequest { lines: Some(5), ..depth(2) };
    player().go(request, &mut |_| true, |line| ranks.push(line.multipv)).unwrap();
    assert!(ranks.ends_with(&[1, 2, 3, 4, 5]), "{ranks:?}");
    assert!(player().go(GoRequest { lines: Some(0), ..depth(1) }, &mut |_| true, |_| ()).is_err());
}

/// The poll ends a search whose limit was ignored.
#[test]
fn a_limit_of_nodes_or_of_time_ends_a_search() {
    for request in [
        GoRequest { nodes: Some(3_000), ..GoRequest::default() },
        GoRequest { movetime: Some(1), ..GoRequest::default() },
    ] {
        let mut is_stopped = false;
        let mut poll = |nodes| {
            is_stopped = nodes > 500_000;
            !is_stopped
        };
        player().go(request, &mut poll, |_| ()).unwrap();
        assert!(!is_stopped, "{request:?}");
    }
}

/// The polls take a tenth of a second, which is far from the minute of the search.
#[test]
fn the_time_of_a_move_is_in_milliseconds() {
    let mut polls = 0;
    let mut poll = |_| {
        polls += 1;
        std::thread::sleep(Duration::from_millis(25));
        polls < 5
    };
    let request = GoRequest { movetime: Some(60_000), ..GoRequest::default() };
    player().go(request, &mut poll, |_| ()).unwrap();
    assert_eq!(polls, 5);
}

#[test]
fn an_elo_takes_the_place_of_a_level() {
    let nodes = |level, elo| {
        let mut player = player();
        player.set_up("startpos", "a2a3 h7h6 h2h3 a7a6").unwrap();
        let request = GoRequest { level, elo, seed: 7, ..GoRequest::default() };
        player.go(request, &mut |_| true, |_| ()).unwrap().nodes
    };
    let both = nodes(Some(1), Some(1_500));
    assert_eq!(both, nodes(None, Some(1_500)));
    assert_ne!(both, nodes(Some(1), None));
}

#[test]
fn a_file_whose_last_game_is_broken_is_opened() {
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n\n[FEN \"none\"]\n\n*\n";
    let rows = player().open_file(text.as_bytes()).unwrap();
    assert_eq!((rows.len(), &*rows[0].white, &*rows[0].black), (2, "A", "B"));
}
