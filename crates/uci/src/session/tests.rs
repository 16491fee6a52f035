use std::sync::Mutex;
use std::time::{Duration, Instant};

use ::search::TimeControl;

use super::*;
use crate::output::tests::Capture;

/// A program with one thread: each job is done at once.
struct Alone {
    engine: Engine,
    output: Capture,
}

impl Host for Alone {
    type Output = Capture;

    fn output(&self) -> &Capture {
        &self.output
    }

    fn name(&self) -> String {
        "Alone".into()
    }

    fn work(&mut self, job: Job) {
        job(&mut self.engine, None);
    }

    fn obey(&mut self, _: &mut Session, line: &str) -> Result<(), UciError> {
        Err(UciError::new("unknown command", line))
    }

    fn log_to(&mut self, path: &str) -> io::Result<()> {
        if path == "full" { Err(io::Error::other("no space")) } else { Ok(()) }
    }
}

struct Talk(Session, Alone);

impl Talk {
    fn new() -> Self {
        Self::with(None)
    }

    fn with(followers: Option<Arc<dyn Followers>>) -> Self {
        let start = Start { hash: (1, 0), followers, ..Numbers::default().into() };
        let (session, builder) = Session::new(start);
        let (engine, output) = (builder.build().expect("a table"), Capture::default());
        Self(session, Alone { engine, output })
    }

    /// Obeys a line that came so long ago, and returns what is said.
    fn say_late(&mut self, line: &str, delay: Duration) -> String {
        let Self(session, host) = self;
        let before = host.output.text().len();
        let received = Instant::now().checked_sub(delay).expect("a machine that ran before");
        assert!(session.obey(host, line, MonotonicClock::since(received)).is_continue());
        host.output.text().split_off(before)
    }

    fn say(&mut self, line: &str) -> String {
        self.say_late(line, Duration::ZERO)
    }

    /// Returns the number behind the last such word of a search.
    fn figure(&mut self, go: &str, word: &str) -> u64 {
        let said = self.say(go);
        let found = said.rsplit(word).next().and_then(|rest| rest.split_whitespace().next());
        found.and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{said}"))
    }
}

#[test]
fn the_engine_starts_with_the_table_of_the_session() {
    assert_eq!(Talk::new().1.engine.hash().bytes(), 1 << 20);
    let (_, builder) = Session::new(Start { hash: (1, 300), ..Numbers::default().into() });
    assert_eq!(builder.build().expect("a table").hash().bytes(), 300 << 10);
}

/// A bench is by these numbers, whatever the engine of the session has learnt.
#[test]
fn a_session_has_the_numbers_that_it_began_with() {
    let mut tuned = Numbers::hand_crafted();
    tuned.weights.read("tempo = 90 90\n").expect("a weight");
    tuned.params.razor_base = 50;
    for numbers in [Numbers::default(), tuned] {
        let (session, _) = Session::new(numbers.clone().into());
        assert!(session.numbers() == numbers);
    }
}

#[test]
fn a_bench_is_by_the_evaluation_of_the_options() {
    let mut talk = Talk::new();
    let network = talk.say("bench 1 1 2");
    talk.say("setoption name Evaluation value hand-crafted");
    let terms = talk.say("bench 1 1 2");
    let lines = |said: &str| said.lines().take(9).map(str::to_owned).collect::<Vec<_>>();
    assert_ne!(lines(&network), lines(&terms));
}

#[test]
fn castling_in_a_perft_is_written_as_the_option_says() {
    let mut talk = Talk::new();
    talk.say("position fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(talk.say("perft 1").contains("e1g1: 1\n"));
    talk.say("setoption name UCI_Chess960 value true");
    let said = talk.say("go perft 1");
    assert!(said.contains("e1h1: 1\n") && !said.contains("e1g1"), "{said}");
}

#[test]
fn a_count_that_is_stopped_says_so_and_none_begins_in_an_endless_search() {
    let mut talk = Talk::new();
    talk.0.runs.enter(Arc::new(Run::new(Ending::Stop)));
    for (line, command) in [("perft 1", "perft"), ("bench 1 1 1", "bench"), ("go", "go")] {
        let refused = "refused while a search runs (stop it first)";
        assert_eq!(talk.say(line), format!("info string {command}: {refused}\n"));
    }
    let mut talk = Talk::new();
    talk.0.runs.interrupt();
    let said = talk.say("perft 2");
    assert!(said.lines().count() == 2 && said.ends_with("info string perft: stopped\n"), "{said}");
}

#[test]
fn a_log_that_cannot_be_opened_is_said_once_and_the_old_one_stays() {
    let mut talk = Talk::new();
    assert_eq!(talk.say("setoption name Debug Log File value old"), "");
    let said = talk.say("setoption name Debug Log File value full");
    let fault = "setoption Debug Log File: 'full' cannot be opened: no space";
    assert_eq!(said, format!("info string {fault}\n"));
    assert_eq!(talk.say("setoption name MultiPV value 2"), "");
    assert_eq!(talk.0.options().debug_log, "old");
}

#[test]
fn a_table_that_is_never_to_be_cleared_outlives_games_and_the_button() {
    let mut talk = Talk::new();
    let mut records = |line: &str| {
        let said = talk.say(line);
        (said.lines().count(), talk.1.engine.hash().snapshot().occupied > 0)
    };
    assert!(records("go depth 4").1);
    assert_eq!(records("setoption name NeverClearHash value true"), (0, true));
    assert_eq!(records("ucinewgame"), (0, true));
    assert_eq!(records("setoption name Clear Hash"), (1, true), "a remark");
    assert_eq!(records("setoption name NeverClearHash value false"), (0, true));
    assert_eq!(records("setoption name Clear Hash"), (0, false));
    assert!(records("go depth 4").1);
    assert_eq!(records("ucinewgame"), (0, false));
}

#[test]
fn threads_beyond_those_of_the_machine_are_remarked_on() {
    let most = std::thread::available_parallelism().map_or(1, usize::from).min(1_000);
    let mut talk = Talk::new();
    let mut remark = |threads: usize| {
        talk.say(&format!("setoption name Threads value {threads}"));
        talk.say("isready")
    };
    assert_eq!(remark(most), "readyok\n");
    let more = most + 1;
    let expected = format!("Threads: {more} requested; this machine runs {most} at once");
    assert_eq!(remark(more), format!("info string {expected}\nreadyok\n"));
}

#[test]
fn a_mend_of_a_position_is_said() {
    let said = Talk::new().say("position fen 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1");
    assert!(said.starts_with("info string position fen: ") && said.lines().count() == 1, "{said}");
}

/// A minute is over when the line is obeyed, of which the move may use a second.
#[test]
fn the_time_of_a_move_counts_from_its_line() {
    let minute = Duration::from_secs(60);
    for go in ["go movetime 1000", "go wtime 10000 btime 10000"] {
        let said = Talk::new().say_late(go, minute);
        assert!(said.contains("info depth 1 ") && !said.contains("info depth 3 "), "{go}: {said}");
    }
}

/// The line has waited for a minute, behind a job.
#[test]
fn the_time_of_a_move_behind_a_job_counts_from_the_end_of_the_job() {
    let (mut talk, minute) = (Talk::new(), Duration::from_secs(60));
    talk.0.runs.enter(Arc::new(Run::new(Ending::Count)));
    let said = talk.say_late("go movetime 5000 depth 4", minute);
    assert!(said.contains("info depth 4 "), "{said}");
}

#[test]
fn a_search_is_of_the_moves_that_were_asked_for() {
    let said = Talk::new().say("go depth 3 searchmoves a2a3 e2e5");
    assert!(said.ends_with("bestmove a2a3\n") || said.contains("bestmove a2a3 "), "{said}");
    assert!(said.contains("left out moves that are not legal here: e2e5"), "{said}");
}

/// A weak level has no say in an analysis, nor in the search for a mate.
#[test]
fn a_limited_strength_plays_and_does_not_analyse() {
    let mut talk = Talk::new();
    talk.say("setoption name Skill Level value 1");
    talk.say("position startpos moves a2a3 h7h6");
    assert!(talk.figure("go depth 7", " nodes ") < 500);
    assert!(talk.figure("go mate 1 depth 7", " nodes ") > 500);
    talk.say("setoption name UCI_AnalyseMode value true");
    assert!(talk.figure("go depth 7", " nodes ") > 500);
}

/// A clock of 20,000 nodes, of which a move may use three fifths; the time would do for more.
#[test]
fn nodes_in_place_of_time_are_the_options() {
    let mut talk = Talk::new();
    talk.say("setoption name nodestime value 1");
    let nodes = talk.figure("go wtime 20000 btime 20000", " nodes ");
    assert!(nodes <= 12_000, "{nodes}");
}

#[test]
fn a_book_is_closed_in_an_analysis_and_for_moves_that_were_asked_for() {
    let mut talk = Talk::new();
    talk.say("setoption name Book File value a.bin");
    assert_eq!(talk.0.options().book(), "");
    talk.say("setoption name OwnBook value true");
    assert_eq!(talk.0.options().book(), "a.bin");
    talk.say("setoption name UCI_AnalyseMode value true");
    assert_eq!(talk.0.options().book(), "");
    // A level plays from openings of its own.
    let mut talk = Talk::new();
    talk.say("setoption name Skill Level value 3");
    let said = talk.say("go depth 3 searchmoves a2a3");
    assert!(said.contains("bestmove a2a3"), "{said}");
}

#[test]
fn a_minimal_output_is_the_last_line_of_each_rank() {
    let mut talk = Talk::new();
    talk.say("setoption name Minimal value true");
    talk.say("setoption name MultiPV value 2");
    let said = talk.say("go depth 3");
    let ranks: Vec<&str> = said.lines().collect();
    assert!(ranks.len() == 3 && ranks[0].starts_with("info depth 3 seldepth "), "{said}");
    assert!(ranks[0].contains(" multipv 1 ") && ranks[1].contains(" multipv 2 "), "{said}");
}

#[test]
fn a_position_without_a_move_has_a_score_and_no_best_move() {
    let mut talk = Talk::new();
    talk.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(talk.say("go depth 3"), "info depth 0 score cp 0\nbestmove (none)\n");
    talk.say("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(talk.say("go depth 3"), "info depth 0 score mate 0\nbestmove (none)\n");
}

#[test]
fn each_position_of_a_bench_is_a_new_game() {
    let mut talk = Talk::new();
    let bench = talk.say("bench 1 1 4");
    assert_eq!(
        talk.say("bench 1 1 4").lines().last().map(|line| line.split(' ').next()),
        bench.lines().last().map(|line| line.split(' ').next())
    );
    let mut total = 0;
    for (position, _) in engine::bench_positions() {
        talk.1.engine.new_game();
        let request = engine::Request::depth(4);
        total += talk.1.engine.analyse(&Game::new(position), &request, &mut |_| ()).nodes;
    }
    assert!(
        bench.lines().last().is_some_and(|line| line.starts_with(&format!("{total} "))),
        "{bench}"
    );
}

/// The clock lost most of a second before this game.
#[test]
fn a_new_game_forgets_the_losses_of_the_clock() {
    let mut talk = Talk::new();
    let overhead = |session: &mut Session| {
        let time =
            Some(TimeControl { remaining: Duration::from_secs(60), ..TimeControl::default() });
        let mut limits = Limits { time, ..Limits::default() };
        session.clock(&mut limits, 20, None);
        limits.move_overhead
    };
    talk.say("position startpos");
    talk.say("go wtime 600 btime 600 depth 1");
    talk.say("position startpos moves e2e4 e7e5");
    talk.say("go wtime 100 btime 100 depth 1");
    assert!(overhead(&mut talk.0) > Duration::ZERO, "the answer took less than it cost");
    talk.say("ucinewgame");
    assert_eq!(overhead(&mut talk.0), Duration::ZERO);
    // Of a search that ponders nothing is known.
    let mut limits = Limits { ponder: true, ..Limits::default() };
    limits.time = Some(TimeControl::default());
    assert!(talk.0.clock(&mut limits, 4, Some(MonotonicClock::start())).is_none());
}

#[test]
fn the_overhead_of_a_move_follows_the_clock_of_the_game() {
    let (mut session, _) = Session::new(Numbers::default().into());
    let mut overhead = |milliseconds, plies| {
        let remaining = Duration::from_millis(milliseconds);
        let time = Some(TimeControl { remaining, ..TimeControl::default() });
        let mut limits = Limits { time, ..Limits::default() };
        let used = session.clock(&mut limits, plies, Some(MonotonicClock::start()));
        used.expect("there is a clock").answered();
        limits.move_overhead
    };
    assert_eq!(overhead(60_500, 10), Duration::ZERO);
    // The answer took almost no time, and the clock lost most of a second.
    let lost = overhead(60_000, 12);
    assert!(lost > Duration::ZERO && lost <= Duration::from_secs(2), "{lost:?}");
    assert!(overhead(60_000, 14) < lost, "nothing was lost since");
}

#[test]
fn the_overhead_is_never_below_the_options_and_a_clock_of_nodes_loses_nothing() {
    let mut talk = Talk::new();
    let clock = |talk: &mut Talk, milliseconds, plies| {
        let remaining = Duration::from_millis(milliseconds);
        let time = Some(TimeControl { remaining, ..TimeControl::default() });
        let option = Duration::from_millis(30);
        let mut limits = Limits { time, move_overhead: option, ..Limits::default() };
        let used = talk.0.clock(&mut limits, plies, Some(MonotonicClock::start()));
        used.iter().for_each(Used::answered);
        (limits.move_overhead == option, used.is_some())
    };
    assert_eq!(clock(&mut talk, 60_500, 10), (true, true));
    assert_eq!(clock(&mut talk, 60_000, 12), (false, true), "the clock lost half a second");
    talk.say("setoption name nodestime value 10");
    assert_eq!(clock(&mut talk, 59_000, 14), (true, false));
}

/// Followers that note the lines and searches of which they are told.
#[derive(Default)]
struct Noted(Mutex<Vec<String>>);

impl Followers for Noted {
    fn obey(&self, line: &str) {
        self.0.lock().unwrap().push(format!("obey {line}"));
    }

    fn set_up(&self, line: &str) {
        self.0.lock().unwrap().push(line.to_owned());
    }

    fn join(&self, go: &Go<'_>) -> Option<Arc<dyn RunSearch>> {
        self.0.lock().unwrap().push(go.for_others());
        None
    }
}

#[test]
fn followers_are_told_of_each_line_that_was_obeyed_and_of_each_game() {
    let noted = Arc::new(Noted::default());
    let mut talk = Talk::with(Some(Arc::clone(&noted) as _));
    let black = "7k/8/8/8/8/8/8/K6R b - - 3 9";
    for (line, told) in [
        ("isready", "obey isready"),
        ("ucinewgame", "obey ucinewgame"),
        ("setoption name MultiPV value 2", "obey setoption name MultiPV value 2"),
        ("setoption name Louder value 2", ""),
        ("setoption name EvalFile value no.nnue", ""),
        ("position startpos moves e2e4", "position startpos moves e2e4"),
        ("position startpos moves e2e5", ""),
        ("", &format!("position fen {black}")),
        ("go depth 1 searchmoves h8g8", "go depth 1 searchmoves h8g8"),
        ("setoption name Skill Level value 1", "obey setoption name Skill Level value 1"),
        ("go depth 1", ""),
    ] {
        match line {
            "" => talk.0.set_game(Game::from_fen(black).unwrap()),
            line => _ = talk.say(line),
        }
        assert_eq!(std::mem::take(&mut *noted.0.lock().unwrap()).join("; "), told, "{line}");
    }
}
