//! The engine as one of several processes that search together, for the program of the crate
//! `cluster`: its words, its session and its bench.

use std::sync::Arc;

use clap::Args;
use engine::Numbers;
use engine::movegen::Position;
use search::Control;
pub use uci::Followers;
use uci::bench::{self, Config, Total};
use uci::{Command, Go, JobClock, Offer, Start};

use crate::args::{AccessWords, NumberWords};
pub use crate::build::{COMMIT, VERSION};
use crate::io::access::Access;
use crate::io::input::Line;
pub use crate::io::output::Output;
use crate::session::{self, Source, interrupt};

/// The words of a program whose processes search together.
#[derive(Args)]
pub struct RankWords {
    #[command(flatten)]
    numbers: NumberWords,
    #[command(flatten)]
    access: AccessWords,
    /// UCI lines, each an argument, obeyed in order and each to its end; `bench` is searched by all
    /// ranks. Without any, rank 0 speaks UCI
    lines: Vec<String>,
}

impl RankWords {
    /// Takes the numbers of the search and of the evaluation out of the words.
    pub fn take_numbers(&mut self) -> Numbers {
        std::mem::take(&mut self.numbers).numbers(NumberWords::default())
    }

    /// Runs the session that the others follow: on the lines of the words, or on standard input.
    pub fn lead(self, numbers: Numbers, followers: Arc<dyn Followers>, output: Output) {
        // Programs that have called the verb of an older version give its name, too.
        let lines = match &self.lines[..] {
            [verb, lines @ ..] if verb == "cluster" => lines,
            lines => lines,
        };
        if let [line] = lines
            && let Ok(Command::Bench(config)) = Command::parse(line, Offer::default())
        {
            match joint_bench(&config, &numbers, &*followers, &output) {
                Ok(total) => output.line(total),
                Err(error) => output.info_string(format_args!("bench: {error}")),
            }
            return;
        }
        let access = self.access.access();
        let start = Start { followers: Some(followers), ..numbers.into() };
        if lines.is_empty() {
            let (lines, runs) = interrupt::stdin();
            return session::run(lines, Source::Pipe, Start { runs, ..start }, access, output);
        }
        let lines = lines.iter().map(|line| Line::new(line.as_str()));
        session::run_to_completion(lines, start, access, output);
    }
}

/// Obeys lines until `quit` or their end.
pub fn obey(
    lines: impl Iterator<Item = String>,
    numbers: Numbers,
    followers: Option<Arc<dyn Followers>>,
    output: Output,
) {
    let start = Start { followers, ..numbers.into() };
    session::run(lines.map(Line::new), Source::Pipe, start, Access::All, output);
}

/// Runs the plain bench, each search together. Without others its count of nodes is the plain one.
fn joint_bench(
    config: &Config,
    numbers: &Numbers,
    followers: &dyn Followers,
    output: &Output,
) -> Result<Total, String> {
    followers.obey(&format!("setoption name HashKB value {}", config.hash.bytes() >> 10));
    followers.obey(&format!("setoption name Threads value {}", config.threads));
    let depth = format!("depth {}", config.depth);
    let join = |position: &Position| {
        followers.obey("ucinewgame");
        followers.set_up(&format!("position fen {}", position.to_fen()));
        followers.join(&Go::parse(depth.split_whitespace()))
    };
    bench::run(config, numbers, output, &JobClock::new(&Control::new()), join)
}
