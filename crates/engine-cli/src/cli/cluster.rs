//! The words of `cluster`.

use std::process;
use std::sync::Arc;

use ::cluster::{Ending, Transport};
use clap::Args;
use engine::Numbers;

use super::numbers::NumberWords;
use crate::cluster;
use crate::io::access::Access;
use crate::io::input::Line;
use crate::io::output::Output;
use crate::session::interrupt;
use crate::session::peers::Peers;
use crate::session::{self, Source, Start};
use crate::uci::command::Command;

#[derive(Args)]
pub(super) struct ClusterWords {
    #[command(flatten)]
    pub(super) numbers: NumberWords,
    /// UCI lines, each an argument, obeyed in order and each to its end; `bench` is searched by all
    /// ranks. Without any, rank 0 speaks UCI
    lines: Vec<String>,
}

impl ClusterWords {
    /// Runs this rank.
    pub(super) fn obey(
        self,
        numbers: Numbers,
        access: Access,
        output: &Output,
    ) -> Result<(), String> {
        let transport = start(output)?;
        let (own, lead) = (output.clone(), numbers.clone());
        let lead = move |peers| self.lead(lead, access, own, peers);
        let (ending, transport) = cluster::run(transport, numbers, output, lead);
        end(&ending, transport)
    }

    /// Runs rank 0: a session, or the lines of the arguments.
    fn lead(self, numbers: Numbers, access: Access, output: Output, peers: Peers) {
        if self.lines.is_empty() {
            let (lines, runs) = interrupt::stdin();
            let start = Start { peers, access, ..numbers.into() };
            return session::run(lines, Source::Pipe, start, output, &runs);
        }
        if let [bench] = &self.lines[..]
            && let Ok(Command::Bench(config)) = Command::parse(bench)
        {
            match cluster::bench(&config, &numbers, &output, &peers) {
                Ok(total) => output.line(total),
                Err(error) => output.info_string(format_args!("bench: {error}")),
            }
            return;
        }
        let lines = self.lines.into_iter().map(Line::new);
        let start = Start { peers, access, ..numbers.into() };
        session::run_to_completion(lines, start, output, &Arc::default());
    }
}

/// Starts the transport between the processes that `mpirun` has started.
#[cfg(feature = "mpi")]
fn start(_: &Output) -> Result<impl Transport, String> {
    ::cluster::MpiTransport::start().ok_or_else(|| "MPI cannot be started".to_owned())
}

/// Starts a network of this process alone.
#[cfg(not(feature = "mpi"))]
fn start(output: &Output) -> Result<impl Transport, String> {
    output.info_string("cluster: built without MPI (feature `mpi`), so this is the only rank");
    let alone = ::cluster::Network::new(1, 0, 0).transports().next();
    alone.ok_or_else(|| "expected a transport for the only rank, found none".to_owned())
}

/// Ends this rank, together with the others if all are still there.
fn end(ending: &Ending, mut transport: impl Transport) -> Result<(), String> {
    let code = match ending {
        Ending::Quit => return Ok(()),
        Ending::QuitWithLoss => 0,
        Ending::Dismissed(_) | Ending::Orphaned => 1,
    };
    match ending {
        Ending::Dismissed(why) => eprint(transport.rank(), &format!("refused by rank 0: {why}")),
        Ending::Orphaned => eprint(transport.rank(), "rank 0 is silent, so this rank ends"),
        Ending::Quit | Ending::QuitWithLoss => {}
    }
    // MPI's own end would wait for lost ranks. Meanwhile sent messages leave.
    let begin = std::time::Instant::now();
    while begin.elapsed() < std::time::Duration::from_millis(100) {
        transport.receive();
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    process::exit(code)
}

fn eprint(rank: usize, text: &str) {
    use std::io::Write;
    // With a closed standard error the message is lost: the exit code remains.
    let _ = writeln!(std::io::stderr(), "cluster: rank {rank}: {text}");
}
