//! The UCI session: obeys one line after the other and never waits for a search.

pub(crate) mod clock_loss;
mod configure;
pub(crate) mod driver;
mod explain;
pub(crate) mod game;
pub(crate) mod game_search;
pub(crate) mod genfens;
pub(crate) mod interrupt;
pub(crate) mod set_up;
pub(crate) mod tablebases;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use engine::{Engine, Game, Numbers, RunSearch, default_network};
use evaluation::{Evaluator, Weights};
use movegen::{FenRepair, Position, Variant};
use search::{Control, Limits};
use uci::{Go, NO_MOVE, Offer, Options, SetUp, UciError};

use crate::hash::tt;
use crate::io::access::Access;
use crate::io::board;
use crate::io::input::Line;
use crate::io::output::Output;
use crate::measure::bench;
use crate::measure::build;
use crate::measure::speedtest;
use crate::measure::speedtest::Measurement;
use crate::perft;
use crate::session::clock_loss::{ClockLoss, Used};
use crate::session::configure::Networks;
use crate::session::driver::{Driver, Ending, Reason, Runs};
use crate::session::game_search::GameSearch;
use crate::uci::command::Command;
use crate::uci::genfens::Request;
use crate::uci::texts::{HELP, LICENSE, identification};

/// The engines that follow a session: they obey its lines and join its searches.
pub trait Followers: Send + Sync {
    /// Makes the others obey a line that this session has obeyed.
    fn obey(&self, line: &str);

    /// Notes the `position` line of the others' searches.
    fn set_up(&self, line: &str);

    /// Returns the way to search together; `None` for a search of this engine alone.
    fn join(&self, go: &Go<'_>) -> Option<Arc<dyn RunSearch>>;
}

/// The state of a session.
pub(crate) struct Session {
    output: Output,
    driver: Driver,
    /// The weights of the hand-crafted evaluation.
    weights: Weights,
    networks: Networks,
    options: Options,
    /// The options in the driver's present state.
    configured: Options,
    /// The files that the lines may name.
    access: Access,
    /// The file of the log in use; empty if there is none.
    log: String,
    /// The game, or the reason why there is none: the last `position` was refused.
    game: Result<Game, UciError>,
    /// The time that the clock of this game loses.
    clock_loss: ClockLoss,
    followers: Option<Arc<dyn Followers>>,
}

/// The source of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A person at a keyboard.
    Terminal,
    /// A program, or a file.
    Pipe,
}

/// The initial state of a session.
pub(crate) struct Start {
    /// The numbers of the search and of the evaluation.
    pub(crate) numbers: Numbers,
    /// The size of the transposition table in MiB, and in KiB if that is not 0, as in the options
    /// `Hash` and `HashKB`.
    pub(crate) hash: (usize, usize),
    /// The files that the lines may name.
    pub(crate) access: Access,
    /// The engines that follow this session.
    pub(crate) followers: Option<Arc<dyn Followers>>,
}

impl From<Numbers> for Start {
    /// Starts with the default table and access to all files.
    fn from(numbers: Numbers) -> Self {
        let Options { hash_mb, hash_kb, .. } = Options::new(Offer::default());
        Self { numbers, hash: (hash_mb, hash_kb), access: Access::All, followers: None }
    }
}

/// Runs a session until `quit` or the end of `lines`. Interrupting `runs` also ends the lines.
///
/// Everything that came before is answered: `quit` stops a search, which then reports its best
/// move; at the end of the input a search with a limit of its own runs until its limit. Counts
/// (`perft`, `bench`) are finished, unless a person at a terminal quits.
pub(crate) fn run(
    lines: impl Iterator<Item = Line>,
    source: Source,
    start: Start,
    output: Output,
    runs: &Arc<Runs>,
) {
    let mut session = Session::new(start, output, Arc::clone(runs));
    for line in lines {
        if session.obey(&line).is_break() {
            let by_hand = source == Source::Terminal;
            let reason = if by_hand { Reason::QuitByHand } else { Reason::QuitByPipe };
            return session.driver.finish(reason);
        }
    }
    session.driver.finish(Reason::NoMoreInput);
}

/// Obeys the lines in order, each to its end, until `quit` or the last. A search without a limit is
/// stopped at once, because no later line could stop it. When `runs` are interrupted, no further
/// line is obeyed.
pub(crate) fn run_to_completion(
    lines: impl Iterator<Item = Line>,
    start: Start,
    output: Output,
    runs: &Arc<Runs>,
) {
    let mut session = Session::new(start, output, Arc::clone(runs));
    for line in lines {
        let done = session.obey(&line);
        session.driver.settle();
        if done.is_break() || runs.are_interrupted() {
            break;
        }
    }
    session.driver.finish(Reason::NoMoreInput);
}

impl Session {
    fn new(start: Start, output: Output, runs: Arc<Runs>) -> Self {
        let Start { numbers, hash: (hash_mb, hash_kb), access, followers } = start;
        let Numbers { params, weights, network } = numbers.clone();
        let has_network = network.is_some();
        let defaults = Options::new(Offer::default());
        let options = Options { hash_mb, hash_kb, params, network: has_network, ..defaults };
        let (configured, kib) = (options.clone(), options.table_kib());
        let builder = Engine::builder().hash(kib.saturating_mul(1 << 10)).numbers(numbers);
        let engine = move || builder.build_or_smallest();
        let driver = Driver::new(engine, output.clone(), runs);
        Self {
            output,
            driver,
            weights,
            networks: Networks::starting_with(network.unwrap_or_else(default_network)),
            options,
            configured,
            access,
            log: String::new(),
            game: Ok(Game::default()),
            clock_loss: ClockLoss::default(),
            followers,
        }
    }

    /// Obeys one line; a line that is refused gets an answer and changes nothing.
    fn obey(&mut self, line: &Line) -> ControlFlow<()> {
        self.output.received(&line.text);
        let done = Command::parse(&line.text).and_then(|command| self.execute(command, line));
        done.unwrap_or_else(|error| {
            self.output.info_string(error);
            ControlFlow::Continue(())
        })
    }

    fn execute(&mut self, command: Command<'_>, line: &Line) -> Result<ControlFlow<()>, UciError> {
        match command {
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Uci => self.output.line(identification(&self.options)),
            Command::IsReady => {
                self.tell_followers(|all| all.obey(&line.text));
                self.is_ready();
            }
            Command::SetOption(set) => {
                self.set_option(&set.name, set.value.as_deref())?;
                self.open_network()?;
                self.tell_followers(|all| all.obey(&line.text));
                self.open_log()?;
            }
            Command::NewGame => {
                self.tell_followers(|all| all.obey(&line.text));
                self.clock_loss = ClockLoss::default();
                let keep_hash = self.options.never_clear_hash;
                self.driver.queue(move |engine| match keep_hash {
                    true => engine.new_game_on_hash(),
                    false => engine.new_game(),
                });
            }
            Command::Position(set_up) => {
                self.set_up(set_up)?;
                self.tell_followers(|all| all.set_up(&line.text));
            }
            Command::Go(go) => self.go(&go, line)?,
            Command::Perft(depth) => self.perft(depth)?,
            Command::PonderHit => self.driver.ponder_hit(),
            Command::Stop => self.driver.stop(),
            Command::Bench(config) => self.bench(config)?,
            Command::Speedtest(config) => self.speedtest(config)?,
            Command::Display => self.output.line(board::describe(self.game("d")?.position())),
            Command::Eval => self.explain_evaluation()?,
            Command::GenFens(request) => self.genfens(request)?,
            Command::TranspositionTable => self.transposition_table()?,
            Command::Flip => {
                let game = game::flipped(self.game("flip")?.position());
                let line = format!("position fen {}", game.position().to_fen());
                self.tell_followers(|all| all.set_up(&line));
                self.game = Ok(game);
            }
            Command::Help => self.output.line(HELP),
            Command::Compiler => self.output.line(build::description()),
            Command::License => self.output.line(LICENSE),
            Command::Nothing => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn tell_followers(&self, tell: impl FnOnce(&dyn Followers)) {
        if let Some(followers) = &self.followers {
            tell(&**followers);
        }
    }

    /// Answers at once during a search, else when all queued jobs are done.
    fn is_ready(&mut self) {
        if self.driver.is_busy() {
            self.output.line("readyok");
            return;
        }
        self.configure();
        let output = self.output.clone();
        self.driver.queue(move |_| output.line("readyok"));
    }

    /// Takes a new position. If it is refused, there is none: an answer for another position than
    /// the one that was sent would be worse than no answer.
    fn set_up(&mut self, set_up: Result<SetUp<'_>, UciError>) -> Result<(), UciError> {
        let variant = self.options.variant();
        self.game = set_up.and_then(|set_up| read_game(set_up, variant)).map(|(game, repairs)| {
            if let Some(repairs) = set_up::repairs(&repairs) {
                self.output.info_string(UciError::new("position fen", repairs));
            }
            game
        });
        self.game.as_ref().map(|_| ()).map_err(UciError::clone)
    }

    /// Returns the game, for `command`.
    fn game(&self, command: &str) -> Result<&Game, UciError> {
        let refused = |error| UciError::new(command, format_args!("there is no position: {error}"));
        self.game.as_ref().map_err(refused)
    }

    /// Refuses `command` while a search runs that only `stop` ends. After another search it is
    /// queued.
    fn require_an_end(&self, command: &str) -> Result<(), UciError> {
        if self.driver.waits_for_stop() {
            return Err(UciError::new(command, "refused while a search runs (stop it first)"));
        }
        Ok(())
    }

    fn go(&mut self, go: &Go<'_>, line: &Line) -> Result<(), UciError> {
        if self.driver.abandon_pondering() {
            // A GUI that forgot the stop would take its `bestmove` for the answer to this line.
            self.output.info_string(
                "go: the search that pondered on another move has ended without a bestmove",
            );
        }
        self.require_an_end("go")?;
        if !go.remarks.is_empty() {
            self.output.info_string(UciError::new("go", go.remarks.join("; ")));
        }
        self.configure();
        let game = match self.game("go") {
            Ok(game) => game.clone(),
            Err(error) => {
                self.output.info_string(error);
                self.driver.start(Ending::Limit, |_, _| NO_MOVE.into());
                return Ok(());
            }
        };
        let position = game.position();
        let mut limits = go.limits(position.side_to_move(), self.options.move_overhead);
        // After other jobs, the clock starts when they have ended.
        let started = (!self.driver.is_busy()).then_some(line.received);
        let used = self.clock(&mut limits, game.plies(), started);
        let (search_moves, refused) = go.legal_search_moves(position);
        if let Some(refused) = refused {
            self.output.info_string(refused);
        }
        limits.search_moves = search_moves;
        let limited = go.is_limited();
        let ending = match (go.ponder, limited) {
            (true, limited) => Ending::Ponder { limited },
            (false, true) => Ending::Limit,
            (false, false) => Ending::Stop,
        };
        let strength = self.options.strength().filter(|_| go.asks_for_a_move());
        let request = engine::Request {
            limits,
            settings: self.options.settings(),
            strength,
            book: go.takes_book_moves(),
            nodes_per_millisecond: self.options.nodes_a_millisecond,
            // More engines would not make a limited strength weaker.
            runner: self
                .followers
                .as_ref()
                .filter(|_| strength.is_none())
                .and_then(|all| all.join(go)),
            ..engine::Request::default()
        };
        let search = GameSearch { game, request, notation: self.options.notation(), started };
        let output = self.output.clone();
        self.driver.start(ending, move |engine, run| {
            let answer = search.run(engine, run, &output);
            used.iter().for_each(Used::answered);
            answer
        });
        Ok(())
    }

    /// Raises the overhead of a move by the clock's recent losses, and returns the place for noting
    /// its answer. Pondering, and nodes in place of time, are not measured.
    fn clock(
        &mut self,
        limits: &mut Limits,
        plies: usize,
        started: Option<Instant>,
    ) -> Option<Used> {
        let clock = limits.time.filter(|_| self.options.nodes_a_millisecond == 0)?;
        limits.move_overhead = limits.move_overhead.max(self.clock_loss.expect(clock, plies));
        let started = started.filter(|_| !limits.ponder)?;
        Some(self.clock_loss.begin(clock, plies, started))
    }

    fn perft(&mut self, depth: u32) -> Result<(), UciError> {
        self.require_an_end("perft")?;
        let position = self.game("perft")?.position().clone();
        let (output, variant) = (self.output.clone(), self.options.variant());
        self.driver.start(Ending::Count, move |_, run| {
            let mut total = 0;
            for (mv, nodes) in perft::divide(&position, depth) {
                output.line(format_args!("{}: {nodes}", position.uci_as(mv, variant)));
                total += nodes;
                if run.control.is_stopped() {
                    return "info string perft: stopped".into();
                }
            }
            format!("Nodes searched: {total}")
        });
        Ok(())
    }

    /// Explains the evaluation of the position: the worth of each piece to the network, if there is
    /// one, or the hand-crafted terms.
    fn explain_evaluation(&self) -> Result<(), UciError> {
        let position = self.game("eval")?.position();
        let text = match self.network() {
            Some(network) => explain::by_pieces(&network, position),
            None => {
                let evaluator = Evaluator::with_weights(self.weights.clone());
                explain::by_terms(&evaluator.trace(position), position)
            }
        };
        self.output.line(text.trim_end());
        Ok(())
    }

    fn genfens(&mut self, request: Request) -> Result<(), UciError> {
        self.require_an_end("genfens")?;
        let book = Path::new(request.book.as_deref().unwrap_or_default());
        self.access.check(book).map_err(|problem| UciError::new("genfens book", problem))?;
        let (numbers, output) = (self.numbers(), self.output.clone());
        let variant = self.options.variant();
        self.driver.start(Ending::Count, move |_, run| {
            genfens::run(&request, variant, &numbers, &output, &run.control)
                .unwrap_or_else(|error| format!("info string genfens: {error}"))
        });
        Ok(())
    }

    /// Describes the table when all earlier jobs are done.
    fn transposition_table(&mut self) -> Result<(), UciError> {
        self.require_an_end("tt")?;
        let position = self.game("tt")?.position().clone();
        self.configure();
        let (output, variant) = (self.output.clone(), self.options.variant());
        self.driver.queue(move |engine| output.line(tt::describe(engine, &position, variant)));
        Ok(())
    }

    fn bench(&mut self, config: bench::Config) -> Result<(), UciError> {
        self.measure("bench", move |numbers, output, control| {
            bench::run(&config, numbers, output, control, |_| None).map(|total| total.to_string())
        })
    }

    fn speedtest(&mut self, config: Measurement) -> Result<(), UciError> {
        self.measure("speedtest", move |numbers, output, control| {
            speedtest::run(&config, numbers, output, control).map(|total| total.to_string())
        })
    }

    /// Starts a measurement with the session's numbers. It has a table and threads of its own.
    fn measure(
        &mut self,
        command: &'static str,
        run: impl FnOnce(&Numbers, &Output, &Control) -> Result<String, String> + Send + 'static,
    ) -> Result<(), UciError> {
        self.require_an_end(command)?;
        let (numbers, output) = (self.numbers(), self.output.clone());
        self.driver.start(Ending::Count, move |_, job| {
            let done = run(&numbers, &output, &job.control);
            done.unwrap_or_else(|error| format!("info string {command}: {error}"))
        });
        Ok(())
    }
}

/// Returns the game that `position` asks for, and the repairs of its FEN.
///
/// # Errors
///
/// If the FEN cannot be read, or a move is not legal.
pub(crate) fn read_game(
    set_up: SetUp<'_>,
    variant: Variant,
) -> Result<(Game, Vec<FenRepair>), UciError> {
    let SetUp { fen, moves } = set_up;
    let Some(fen) = fen else {
        return Ok((game::played(Position::startpos(), &moves)?, Vec::new()));
    };
    let read = Position::read_fen(&fen, variant)
        .map_err(|error| UciError::new("position fen", set_up::first_fault(&error)))?;
    Ok((game::played(read.value, &moves)?, read.repairs))
}

#[cfg(test)]
mod tests;
