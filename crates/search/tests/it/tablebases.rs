//! Tablebases in the search, held against retrograde analysis.

use std::sync::atomic::Ordering;

use movegen::{KeyHistory, Move, Position};
use search::score::{
    DRAW, TB_WIN, is_decisive_loss, is_decisive_win, is_mate, mate_in, tb_loss_in, tb_win_in,
};
use search::{
    AnyTable, Limits, NoTable, Outcome, RootScore, Search, Settings, Tablebases, TranspositionTable,
};
use tt_core::Bound;

use crate::plain::PLAIN;
use crate::retrograde::{RookTablebases, mate_distance};
use crate::support::{Line, Lines, Pool, Unbounded, check_mates, depth, position, table};

/// White can take the knight, and then has a rook against a bare king.
const TAKES: &str = "k7/8/8/3n4/8/8/3R4/3K4 w - - 0 1";

fn flat(_: &Position) -> i32 {
    0
}

/// A search with tablebases, by an evaluation that sees nothing.
fn run(
    tablebases: &dyn Tablebases,
    table: &impl TranspositionTable,
    (root, history): (&Position, KeyHistory),
    limits: Limits,
    settings: Settings,
) -> (Outcome, Vec<Line>) {
    let mut lines = Lines::default();
    let outcome = Search::new(&AnyTable::new(table))
        .position(root.clone())
        .history(history)
        .limits(limits)
        .settings(settings)
        .tablebases(tablebases)
        .reporter(&mut lines)
        .run(&mut Pool::new(|| flat));
    (outcome, lines.0)
}

fn search(tablebases: &dyn Tablebases, fen: &str, plies: u32, settings: Settings) -> Outcome {
    let root = position(fen);
    run(tablebases, &table(1 << 18), (&root, KeyHistory::new()), depth(plies), settings).0
}

#[test]
fn a_capture_into_a_won_ending_is_a_win_below_the_mates() {
    let tablebases = RookTablebases::new();
    let outcome = search(&tablebases, TAKES, 2, Settings::default());
    assert_eq!(outcome.score.value(), tb_win_in(1));
    assert!(is_decisive_win(outcome.score.value()) && !is_mate(outcome.score.value()));
    assert_eq!(position(TAKES).uci(outcome.best.expect("a move")), "d2d5");
    assert!(outcome.tb_hits > 0);
    assert!(tablebases.asked.load(Ordering::Relaxed) >= outcome.tb_hits);
}

#[test]
fn the_fifty_move_rule_decides_whether_a_cursed_win_is_one() {
    let tablebases = RookTablebases { cursed: true, ..RookTablebases::new() };
    let score = |tb_fifty_moves| {
        search(&tablebases, TAKES, 2, Settings { tb_fifty_moves, ..Settings::default() })
            .score
            .value()
    };
    assert_eq!(score(false), tb_win_in(1));
    assert!(DRAW < score(true) && score(true) < 10, "{}", score(true));
}

#[test]
fn the_limit_of_pieces_and_the_least_depth_bind() {
    let hits = |tablebases: &RookTablebases, settings| {
        let hits = search(tablebases, TAKES, 4, settings).tb_hits;
        (hits > 0, tablebases.asked.swap(0, Ordering::Relaxed) > 0)
    };
    let tablebases = RookTablebases::new();
    for (pieces, found) in [(0, false), (2, false), (3, true), (7, true)] {
        let settings = Settings { tb_pieces: pieces, ..Settings::default() };
        assert_eq!(hits(&tablebases, settings), (found, found), "{pieces} pieces");
    }
    for (tb_depth, found) in [(1, true), (9, false)] {
        let settings = Settings { tb_depth, ..Settings::default() };
        assert_eq!(hits(&tablebases, settings), (found, found), "depth {tb_depth}");
    }
    // Positions with fewer pieces than the largest table are looked up at any depth.
    let tablebases = RookTablebases { largest: 4, ..RookTablebases::new() };
    let settings = Settings { tb_depth: 9, ..Settings::default() };
    assert_eq!(hits(&tablebases, settings), (true, true));
    // Plain search stays plain, and so does one without tablebases.
    let table = AnyTable::new(&NoTable);
    let plain = Search::new(&table).position(position(TAKES)).limits(depth(4)).switches(PLAIN);
    let outcome = plain.tablebases(&tablebases).run(&mut Pool::new(|| flat));
    assert_eq!((outcome.tb_hits, tablebases.asked.load(Ordering::Relaxed)), (0, 0));
    let tablebases = RookTablebases { largest: 0, ..RookTablebases::new() };
    assert_eq!(hits(&tablebases, Settings::default()), (false, false));
}

#[test]
fn nothing_is_asked_with_rights_to_castle_or_a_running_clock() {
    let tablebases = RookTablebases::new();
    let castles = search(&tablebases, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, Settings::default());
    assert_eq!(castles.tb_hits, 0);
    // Without distances the root is ranked by results, and the search asks on. But in this ending
    // the clock runs in every position that is not drawn for lack of material.
    let tablebases = RookTablebases { distances: false, ..RookTablebases::new() };
    let root = position("8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let moves = root.legal_moves().len() as u64;
    let state = (&root, KeyHistory::new());
    let (outcome, _) = run(&tablebases, &NoTable, state, depth(4), Settings::default());
    assert_eq!((outcome.tb_hits, tablebases.asked.load(Ordering::Relaxed)), (moves, moves));
}

/// A tablebase's loss is stored as an upper bound: the tablebases do not say how far the mate is.
#[test]
fn results_are_kept_in_the_transposition_table() {
    use search::TableHandle;
    let memory = Unbounded::default();
    let root = position(TAKES);
    let history = KeyHistory::new();
    let tablebases = RookTablebases::new();
    run(&tablebases, &memory, (&root, history), depth(4), Settings::default());
    let won = root.make(root.parse_uci("d2d5").expect("legal"));
    let entry = (&memory).probe(won.key()).expect("stored");
    assert_eq!((entry.bound, i32::from(entry.score)), (Bound::Upper, tb_loss_in(0)));
}

/// The score of a root move by the tablebases, from the view of the side that moves.
fn worth(root: &Position, mv: Move) -> i32 {
    let child = root.make(mv);
    match mate_distance(&child) {
        None => 0,
        Some(plies) if plies % 2 == 0 => 1,
        Some(_) => -1,
    }
}

/// The root's best class alone is searched, whatever the search thinks of it; each further line
/// takes the next class.
#[test]
fn every_line_of_the_root_keeps_what_the_tables_promise() {
    let tablebases = RookTablebases::new();
    for fen in [
        // The rook can be taken, and other moves lose.
        "8/8/8/8/8/8/1kR5/3K4 b - - 0 1",
        "8/8/8/3kR3/8/8/8/6K1 b - - 3 9",
        // White may lose its rook.
        "8/8/8/3k4/4R3/8/8/K7 w - - 0 1",
        "1R6/k7/8/8/8/8/8/K7 w - - 7 20",
    ] {
        let root = position(fen);
        let settings = Settings { multi_pv: 4, ..Settings::default() };
        let state = (&root, KeyHistory::new());
        let (outcome, lines) = run(&tablebases, &NoTable, state, depth(3), settings);
        assert_eq!(outcome.tb_hits, root.legal_moves().len() as u64, "{fen}");
        let mut all: Vec<i32> = root.legal_moves().iter().map(|&mv| worth(&root, mv)).collect();
        all.sort_by(|a, b| b.cmp(a));
        let ranks = all.len().min(settings.multi_pv);
        let last: Vec<&Line> = lines.iter().rev().take(ranks).collect();
        for (line, &best) in last.iter().rev().zip(&all) {
            assert_eq!(worth(&root, line.pv[0]), best, "{fen}: {line:?}");
            let RootScore { score, bound, .. } = line.score;
            assert_eq!(bound, Bound::Exact);
            assert_eq!(
                (is_decisive_win(score.value()), is_decisive_loss(score.value())),
                (best > 0, best < 0),
                "{fen}: {line:?}"
            );
        }
    }
}

#[test]
fn a_mate_in_sight_is_told_instead_of_the_tables_win() {
    let root = position("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    let state = (&root, KeyHistory::new());
    let (outcome, lines) =
        run(&RookTablebases::new(), &NoTable, state, depth(2), Settings::default());
    assert_eq!(outcome.score.value(), mate_in(1));
    check_mates(&root, &lines);
    let root = "8/8/8/3k4/8/8/8/K6R w - - 0 1";
    assert_eq!(search(&RookTablebases::new(), root, 1, Settings::default()).score.value(), TB_WIN);
    let root = "8/8/8/3k4/8/8/8/K6R b - - 0 1";
    assert_eq!(
        search(&RookTablebases::new(), root, 1, Settings::default()).score.value(),
        tb_loss_in(0)
    );
}

/// Without the rule, or with distances unknown, the root still keeps its win.
#[test]
fn results_rank_the_root_where_distances_are_missing() {
    let tablebases = RookTablebases { distances: false, ..RookTablebases::new() };
    let root = position("8/8/8/3k4/4R3/8/8/K7 w - - 0 1");
    let state = (&root, KeyHistory::new());
    let (outcome, _) = run(&tablebases, &NoTable, state, depth(1), Settings::default());
    assert_eq!((outcome.score.value(), worth(&root, outcome.best.expect("a move"))), (TB_WIN, 1));
}

/// Cursed wins at the root are draws by the rule, and wins without it.
#[test]
fn the_root_of_a_cursed_win_goes_by_the_rule() {
    let tablebases = RookTablebases { cursed: true, ..RookTablebases::new() };
    let root = "8/8/8/3k4/8/8/8/K6R w - - 0 1";
    for (tb_fifty_moves, expected) in [(true, DRAW + 2), (false, TB_WIN)] {
        let settings = Settings { tb_fifty_moves, ..Settings::default() };
        assert_eq!(search(&tablebases, root, 1, settings).score.value(), expected);
    }
}

/// A distance may be one ply too small, so a win is certain only with a ply to spare.
#[test]
fn a_win_that_a_rounded_distance_may_take_away_is_not_certain() {
    let tablebases = RookTablebases::new();
    let score = |clock: u32| {
        let fen = format!("8/8/8/8/3k4/8/8/KR6 w - - {clock} 80");
        search(&tablebases, &fen, 1, Settings::default()).score.value()
    };
    let last = 99 - mate_distance(&position("8/8/8/8/3k4/8/8/KR6 w - - 0 80")).expect("a win");
    assert_eq!([score(last), score(last + 1)], [TB_WIN, DRAW + 2]);
}

/// A player who looks one ply ahead and sees no difference between positions mates with a rook,
/// from any clock that leaves time for it, against a defence that lasts as long as can be.
#[test]
fn the_ranking_brings_a_win_home_before_the_fifty_moves_are_over() {
    for (fen, clock) in
        [("8/8/8/3k4/8/8/8/K6R", 0), ("8/8/3k4/8/8/8/1R6/K7", 68), ("8/8/8/8/3k4/8/8/KR6", 69)]
    {
        let mut root = position(&format!("{fen} w - - {clock} 80"));
        let mut history = KeyHistory::new();
        assert!(mate_distance(&root).expect("a win") + clock <= 100);
        loop {
            let mv = if root.side_to_move() == movegen::Color::White {
                let state = (&root, history.clone());
                let tablebases = RookTablebases::new();
                let (outcome, _) = run(&tablebases, &NoTable, state, depth(1), Settings::default());
                assert!(
                    is_decisive_win(outcome.score.value()),
                    "{root:?}: {}",
                    outcome.score.value()
                );
                outcome.best.expect("a move")
            } else {
                let moves = root.legal_moves();
                let longest = moves.iter().max_by_key(|&&mv| mate_distance(&root.make(mv)));
                let Some(&longest) = longest else { break };
                longest
            };
            history.push(root.key());
            root = root.make(mv);
            assert!(history.repetitions(root.key(), root.halfmove_clock()) < 2, "{root:?}");
            assert!(root.halfmove_clock() <= 100, "{root:?}");
        }
        assert!(root.in_check(), "{root:?}");
    }
}

#[test]
fn all_threads_ask_and_are_counted() {
    let root = position(TAKES);
    let tablebases = RookTablebases::new();
    let mut pool = Pool::new(|| flat);
    pool.set_threads(3);
    let outcome = Search::new(&table(1 << 18))
        .position(root)
        .limits(depth(8))
        .tablebases(&tablebases)
        .run(&mut pool);
    assert!(is_decisive_win(outcome.score.value()), "{}", outcome.score.value());
    assert!(outcome.tb_hits <= tablebases.asked.load(Ordering::Relaxed));
}
