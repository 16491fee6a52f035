//! The UCI session of the program: an engine in a thread, and commands beyond UCI.

pub(crate) mod census;
mod command;
pub(crate) mod driver;
mod explain;
pub(crate) mod flip;
mod genfens;
pub(crate) mod interrupt;
mod tt;

use std::io;
use std::path::Path;

use uci::{Ending, Host, Job, Reason, Session, Start, UciError};

pub(crate) use self::command::{Extra, check};
use self::driver::Driver;
use crate::build::{self, LICENSE, NAME, VERSION};
use crate::io::access::Access;
use crate::io::board;
use crate::io::input::Line;
use crate::io::output::{Log, Output};
use crate::speedtest;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A person at a keyboard.
    Terminal,
    /// A program, or a file.
    Pipe,
}

/// Runs a session until `quit` or the end of `lines`, which may name the files of `access`.
/// Interrupting the runs of `start` also ends the lines.
///
/// Everything that came before is answered: `quit` stops a search, which then reports its best
/// move; at the end of the input a search with a limit of its own runs until its limit. Counts
/// (`perft`, `bench`) are finished, unless a person at a terminal quits.
pub(crate) fn run(
    lines: impl Iterator<Item = Line>,
    source: Source,
    start: Start,
    access: Access,
    output: Output,
) {
    let (mut session, mut program) = begin(start, access, output);
    let mut reason = Reason::NoMoreInput;
    for line in lines {
        program.output.received(&line.text);
        if session.obey(&mut program, &line.text, line.received).is_break() {
            let by_hand = source == Source::Terminal;
            reason = if by_hand { Reason::QuitByHand } else { Reason::QuitByPipe };
            break;
        }
    }
    session.runs().stop_for(reason);
    program.driver.finish();
}

/// Obeys the lines in order, each to its end, until `quit` or the last. A search without a limit is
/// stopped at once, because no later line could stop it. When the runs of `start` are interrupted,
/// no further line is obeyed.
pub(crate) fn run_to_completion(
    lines: impl Iterator<Item = Line>,
    start: Start,
    access: Access,
    output: Output,
) {
    let (mut session, mut program) = begin(start, access, output);
    for line in lines {
        program.output.received(&line.text);
        let done = session.obey(&mut program, &line.text, line.received);
        session.runs().stop_for(Reason::NoMoreInput);
        program.driver.settle();
        if done.is_break() || session.runs().are_interrupted() {
            break;
        }
    }
    program.driver.finish();
}

fn begin(start: Start, access: Access, output: Output) -> (Session, Program) {
    let (session, builder) = Session::new(start);
    let driver = Driver::new(move || builder.build_or_smallest());
    (session, Program { output, driver, access })
}

/// The program around a session.
struct Program {
    output: Output,
    driver: Driver,
    access: Access,
}

impl Host for Program {
    type Output = Output;

    fn output(&self) -> &Output {
        &self.output
    }

    fn name(&self) -> String {
        format!("{NAME} {VERSION}")
    }

    fn work(&mut self, job: Job) {
        self.driver.queue(job);
    }

    fn obey(&mut self, session: &mut Session, line: &str) -> Result<(), UciError> {
        match Extra::parse(line)? {
            Extra::Speedtest(config) => {
                session.measure(self, "speedtest", move |numbers, output, clock| {
                    let total = speedtest::run(&config, numbers, output, clock.control);
                    total.map(|total| total.to_string())
                })?;
            }
            Extra::Display => self.output.line(board::describe(session.game("d")?.position())),
            Extra::Eval => {
                let text =
                    explain::evaluation(&session.numbers(), session.game("eval")?.position());
                self.output.line(text.trim_end());
            }
            Extra::GenFens(request) => self.genfens(session, request)?,
            Extra::TranspositionTable => self.transposition_table(session)?,
            Extra::Flip => session.set_game(flip::flipped(session.game("flip")?.position())),
            Extra::Help => self.output.line(command::HELP),
            Extra::Compiler => self.output.line(build::description()),
            Extra::License => self.output.line(LICENSE),
        }
        Ok(())
    }

    fn check_path(&self, path: &Path) -> Result<(), String> {
        self.access.check(path)
    }

    fn log_to(&mut self, path: &str) -> io::Result<()> {
        let log = if path.is_empty() { None } else { Some(Log::open(path)?) };
        self.output.log_to(log);
        Ok(())
    }
}

impl Program {
    fn genfens(
        &mut self,
        session: &mut Session,
        request: genfens::Request,
    ) -> Result<(), UciError> {
        session.require_an_end("genfens")?;
        let book = Path::new(request.book.as_deref().unwrap_or_default());
        self.access.check(book).map_err(|problem| UciError::new("genfens book", problem))?;
        let (numbers, output) = (session.numbers(), self.output.clone());
        let variant = session.options().variant();
        session.start(self, Ending::Count, move |_, run, _| {
            genfens::run(&request, variant, &numbers, &output, &run.control)
                .unwrap_or_else(|error| format!("info string genfens: {error}"))
        });
        Ok(())
    }

    /// Describes the table when all earlier jobs are done.
    fn transposition_table(&mut self, session: &mut Session) -> Result<(), UciError> {
        session.require_an_end("tt")?;
        let position = session.game("tt")?.position().clone();
        session.configure(self);
        let (output, variant) = (self.output.clone(), session.options().variant());
        self.queue(move |engine| output.line(tt::describe(engine, &position, variant)));
        Ok(())
    }
}
