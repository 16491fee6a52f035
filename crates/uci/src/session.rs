//! The UCI session: obeys one line after the other and never waits for a search.

mod configure;
mod search;
mod table;

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use ::search::{Limits, MonotonicClock};
use engine::evaluation::Weights;
use engine::{Engine, EngineBuilder, Game, Numbers, RunSearch, default_network};
use movegen::perft;

use self::configure::Networks;
pub use self::configure::read_network;
use crate::bench;
use crate::clock_loss::{ClockLoss, Used};
use crate::command::{Command, SetUp};
use crate::error::UciError;
use crate::game::{read_game, repairs};
use crate::go::Go;
use crate::options::{Offer, Options};
use crate::output::Output;
use crate::report::NO_MOVE;
use crate::runs::{Ask, Ending, Job, JobClock, Run, Runs};

/// The program around a session: it owns the engine and the output. A program has a thread for the
/// engine and reads lines meanwhile; a worker in a page does each job at once and asks for
/// messages.
pub trait Host: Sized {
    /// The receiver of the lines.
    type Output: Output;

    /// Returns the receiver of the lines.
    fn output(&self) -> &Self::Output;

    /// Returns the name and the version of the engine.
    fn name(&self) -> String;

    /// Does a job after those before it, at once or later.
    fn work(&mut self, job: Job);

    /// Does a short job, as [`work`](Self::work) does.
    fn queue(&mut self, job: impl FnOnce(&mut Engine) + Send + 'static) {
        self.work(Box::new(|engine, _| job(engine)));
    }

    /// Obeys a line that is no command of [`Command`](crate::Command).
    ///
    /// # Errors
    /// If the line is refused.
    fn obey(&mut self, session: &mut Session, line: &str) -> Result<(), UciError>;

    /// Checks whether the lines may name this file.
    ///
    /// # Errors
    /// If they may not, with the reason.
    fn check_path(&self, _: &Path) -> Result<(), String> {
        Ok(())
    }

    /// Notes all lines in this file from now on; an empty path ends that.
    ///
    /// # Errors
    /// If the file cannot be written; then the lines go where they went before.
    fn log_to(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// The engines that follow a session: they obey its lines and join its searches.
pub trait Followers: Send + Sync {
    /// Makes the others obey a line that this session has obeyed.
    fn obey(&self, line: &str);

    /// Notes the `position` line of the others' searches.
    fn set_up(&self, line: &str);

    /// Returns the way to search together; `None` for a search of this engine alone.
    fn join(&self, go: &Go<'_>) -> Option<Arc<dyn RunSearch>>;
}

/// The initial state of a session.
pub struct Start {
    /// The numbers of the search and of the evaluation.
    pub numbers: Numbers,
    /// The options and commands that the program offers.
    pub offer: Offer,
    /// The size of the transposition table in MiB, and in KiB if that is not 0, as in the options
    /// `Hash` and `HashKB`.
    pub hash: (usize, usize),
    /// The engines that follow the session.
    pub followers: Option<Arc<dyn Followers>>,
    /// The place where the jobs that can be stopped are entered.
    pub runs: Arc<Runs>,
}

impl From<Numbers> for Start {
    /// Starts with the whole offer and the default table.
    fn from(numbers: Numbers) -> Self {
        let Options { hash_mb, hash_kb, offer, .. } = Options::new(Offer::default());
        let runs = Arc::default();
        Self { numbers, offer, hash: (hash_mb, hash_kb), followers: None, runs }
    }
}

/// The state of a session. Its engine is the [`Host`]'s.
pub struct Session {
    weights: Weights,
    networks: Networks,
    options: Options,
    /// The options in the engine's present state.
    configured: Options,
    /// The file of the log in use; empty if there is none.
    log: String,
    /// The game, or the reason why there is none: the last `position` was refused.
    game: Result<Game, UciError>,
    /// The time that the clock of this game loses.
    clock_loss: ClockLoss,
    followers: Option<Arc<dyn Followers>>,
    runs: Arc<Runs>,
}

impl Session {
    /// Creates a session at the start position, and the parts of its engine.
    pub fn new(start: Start) -> (Self, EngineBuilder) {
        let Start { numbers, offer, hash: (hash_mb, hash_kb), followers, runs } = start;
        let Numbers { params, weights, network } = numbers.clone();
        let has_network = network.is_some();
        let defaults = Options::new(offer);
        let options = Options { hash_mb, hash_kb, params, network: has_network, ..defaults };
        let (configured, kib) = (options.clone(), options.table_kib());
        let session = Self {
            weights,
            networks: Networks::starting_with(network.unwrap_or_else(default_network)),
            options,
            configured,
            log: String::new(),
            game: Ok(Game::default()),
            clock_loss: ClockLoss::default(),
            followers,
            runs,
        };
        (session, Engine::builder().hash(kib.saturating_mul(1 << 10)).numbers(numbers))
    }

    /// Obeys a line that was read when the clock `received` started; `quit` breaks. A line that is
    /// refused gets an answer and changes nothing.
    pub fn obey(
        &mut self,
        host: &mut impl Host,
        line: &str,
        received: MonotonicClock,
    ) -> ControlFlow<()> {
        let command = Command::parse(line, self.options.offer);
        if command == Ok(Command::Quit) {
            return ControlFlow::Break(());
        }
        let done = command.and_then(|command| self.execute(host, command, line, received));
        if let Err(error) = done {
            host.output().info_string(error);
        }
        ControlFlow::Continue(())
    }

    fn execute(
        &mut self,
        host: &mut impl Host,
        command: Command<'_>,
        line: &str,
        received: MonotonicClock,
    ) -> Result<(), UciError> {
        match command {
            Command::Uci => {
                let (name, author) = (host.name(), env!("CARGO_PKG_AUTHORS"));
                let options = self.options.listing();
                host.output().line(format!("id name {name}\nid author {author}\n\n{options}uciok"));
            }
            Command::IsReady => {
                self.tell_followers(|all| all.obey(line));
                self.is_ready(host);
            }
            Command::SetOption(set) => {
                self.set_option(host, &set.name, set.value.as_deref())?;
                self.open_network()?;
                self.tell_followers(|all| all.obey(line));
                self.open_log(host)?;
            }
            Command::NewGame => {
                self.tell_followers(|all| all.obey(line));
                self.clock_loss = ClockLoss::default();
                let keep_hash = self.options.never_clear_hash;
                host.queue(move |engine| match keep_hash {
                    true => engine.new_game_on_hash(),
                    false => engine.new_game(),
                });
            }
            Command::Position(set_up) => {
                self.set_up(host, set_up)?;
                self.tell_followers(|all| all.set_up(line));
            }
            Command::Go(go) => self.go(host, &go, received)?,
            Command::Perft(depth) => self.perft(host, depth)?,
            Command::PonderHit => self.runs.ponder_hit(),
            Command::Stop => self.runs.stop(),
            Command::Bench(config) => {
                self.measure(host, "bench", move |numbers, output, clock| {
                    bench::run(&config, numbers, output, clock, |_| None)
                        .map(|total| total.to_string())
                })?;
            }
            Command::Other(line) => host.obey(self, line)?,
            Command::Quit | Command::Nothing => {}
        }
        Ok(())
    }

    fn tell_followers(&self, tell: impl FnOnce(&dyn Followers)) {
        if let Some(followers) = &self.followers {
            tell(&**followers);
        }
    }

    /// Answers at once during a search, else when all queued jobs are done.
    fn is_ready(&mut self, host: &mut impl Host) {
        if self.runs.is_busy() {
            host.output().line("readyok");
            return;
        }
        self.configure(host);
        let output = host.output().clone();
        host.queue(move |_| output.line("readyok"));
    }

    /// Takes a new position. If it is refused, there is none: an answer for another position than
    /// the one that was sent would be worse than no answer.
    fn set_up(
        &mut self,
        host: &impl Host,
        set_up: Result<SetUp<'_>, UciError>,
    ) -> Result<(), UciError> {
        let variant = self.options.variant();
        self.game = set_up.and_then(|set_up| read_game(set_up, variant)).map(|(game, repaired)| {
            if let Some(repairs) = repairs(&repaired) {
                host.output().info_string(UciError::new("position fen", repairs));
            }
            game
        });
        self.game.as_ref().map(|_| ()).map_err(UciError::clone)
    }

    /// Returns the jobs that can be stopped.
    #[must_use]
    pub fn runs(&self) -> &Runs {
        &self.runs
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Takes a game in place of the one that was set up.
    pub fn set_game(&mut self, game: Game) {
        let line = format!("position fen {}", game.position().to_fen());
        self.tell_followers(|all| all.set_up(&line));
        self.game = Ok(game);
    }

    /// Returns the game, for `command`.
    ///
    /// # Errors
    /// If the last `position` was refused.
    pub fn game(&self, command: &str) -> Result<&Game, UciError> {
        let refused = |error| UciError::new(command, format_args!("there is no position: {error}"));
        self.game.as_ref().map_err(refused)
    }

    /// Refuses `command` while a search runs that only `stop` ends. After another search it is
    /// queued.
    ///
    /// # Errors
    /// If it is refused.
    pub fn require_an_end(&self, command: &str) -> Result<(), UciError> {
        if self.runs.waits_for_stop() {
            return Err(UciError::new(command, "refused while a search runs (stop it first)"));
        }
        Ok(())
    }

    fn go(
        &mut self,
        host: &mut impl Host,
        go: &Go<'_>,
        received: MonotonicClock,
    ) -> Result<(), UciError> {
        if self.runs.abandon_pondering() {
            // A GUI that forgot the stop would take its `bestmove` for the answer to this line.
            host.output().info_string(
                "go: the search that pondered on another move has ended without a bestmove",
            );
        }
        self.require_an_end("go")?;
        if !go.remarks.is_empty() {
            host.output().info_string(UciError::new("go", go.remarks.join("; ")));
        }
        self.configure(host);
        let game = match self.game("go") {
            Ok(game) => game.clone(),
            Err(error) => {
                host.output().info_string(error);
                self.start(host, Ending::Limit, |_, _, _| NO_MOVE.into());
                return Ok(());
            }
        };
        let position = game.position();
        let mut limits = go.limits(position.side_to_move(), self.options.move_overhead);
        // After other jobs, the clock starts when they have ended.
        let started = (!self.runs.is_busy()).then_some(received);
        let used = self.clock(&mut limits, game.plies(), started);
        let (search_moves, refused) = go.legal_search_moves(position);
        if let Some(refused) = refused {
            host.output().info_string(refused);
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
        let (notation, output) = (self.options.notation(), host.output().clone());
        self.start(host, ending, move |engine, run, ask| {
            let mut clock = JobClock { ask, ..JobClock::new(&run.control) };
            clock.time = started.unwrap_or(clock.time);
            let request: engine::Request<'_> = request;
            let request =
                engine::Request { clock: Some(&clock), control: Some(&run.control), ..request };
            let answer = search::answer(engine, &game, &request, run, notation, &output);
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
        started: Option<MonotonicClock>,
    ) -> Option<Used> {
        let clock = limits.time.filter(|_| self.options.nodes_a_millisecond == 0)?;
        limits.move_overhead = limits.move_overhead.max(self.clock_loss.expect(clock, plies));
        let started = started.filter(|_| !limits.ponder)?;
        Some(self.clock_loss.begin(clock, plies, started))
    }

    fn perft(&mut self, host: &mut impl Host, depth: u32) -> Result<(), UciError> {
        self.require_an_end("perft")?;
        let position = self.game("perft")?.position().clone();
        let (output, variant) = (host.output().clone(), self.options.variant());
        self.start(host, Ending::Count, move |_, run, ask| {
            let mut total = 0;
            for mv in position.legal_moves() {
                let nodes = perft(&position.make(mv), depth - 1);
                output.line(format_args!("{}: {nodes}", position.uci_as(mv, variant)));
                total += nodes;
                ask.iter().for_each(|ask| ask(&run.control));
                if run.control.is_stopped() {
                    return "info string perft: stopped".into();
                }
            }
            format!("Nodes searched: {total}")
        });
        Ok(())
    }

    /// Starts a measurement with the session's numbers. It has a table and threads of its own.
    ///
    /// # Errors
    /// If a search runs that only `stop` ends.
    pub fn measure<H: Host, R>(
        &mut self,
        host: &mut H,
        command: &'static str,
        run: R,
    ) -> Result<(), UciError>
    where
        R: FnOnce(&Numbers, &H::Output, &JobClock<'_>) -> Result<String, String> + Send + 'static,
    {
        self.require_an_end(command)?;
        let (numbers, output) = (self.numbers(), host.output().clone());
        self.start(host, Ending::Count, move |_, job, ask| {
            let done = run(&numbers, &output, &JobClock { ask, ..JobClock::new(&job.control) });
            done.unwrap_or_else(|error| format!("info string {command}: {error}"))
        });
        Ok(())
    }

    /// Queues a job that can be stopped. The text that it returns is written once the session no
    /// longer counts as busy, so a client that reads `bestmove` may start the next search at once.
    /// The text of an abandoned job is dropped.
    pub fn start(
        &self,
        host: &mut impl Host,
        ending: Ending,
        job: impl FnOnce(&mut Engine, &Run, Option<&Ask<'_>>) -> String + Send + 'static,
    ) {
        let run = Arc::new(Run::new(ending));
        self.runs.enter(Arc::clone(&run));
        let output = host.output().clone();
        host.work(Box::new(move |engine, ask| {
            let last_line = job(engine, &run, ask);
            if run.finish() {
                output.line(last_line);
            }
        }));
    }
}

#[cfg(test)]
mod tests;
