//! `palimpsest-cluster`: the engine on ranks that exchange messages. Rank 0 speaks UCI.

mod joint;
mod link;
mod rank;

use std::io::Write;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use cluster::{Ending, Transport};
use engine_cli::ranks::{Output, RankWords};

/// Search as one of several ranks, which `mpirun` starts: rank 0 speaks UCI.
#[derive(Parser)]
#[command(name = "palimpsest-cluster", version)]
struct Words {
    #[command(flatten)]
    words: RankWords,
}

fn main() -> ExitCode {
    engine_cli::require_processor();
    let Words { mut words } = Words::parse();
    let output = Output::stdout(report);
    let transport = match start(&output) {
        Ok(transport) => transport,
        Err(error) => {
            report(&error);
            return ExitCode::FAILURE;
        }
    };
    let (numbers, own) = (words.take_numbers(), output.clone());
    let lead = {
        let numbers = numbers.clone();
        move |followers| words.lead(numbers, followers, own)
    };
    let (ending, transport) = rank::run(transport, numbers, &output, lead);
    end(&ending, transport)
}

/// Starts the transport between the processes that `mpirun` has started.
#[cfg(feature = "mpi")]
fn start(_: &Output) -> Result<impl Transport, String> {
    cluster::MpiTransport::start().ok_or_else(|| "MPI cannot be started".to_owned())
}

/// Starts a network of this process alone.
#[cfg(not(feature = "mpi"))]
fn start(output: &Output) -> Result<impl Transport, String> {
    output.info_string("cluster: built without MPI (feature `mpi`), so this is the only rank");
    let alone = cluster::Network::new(1, 0, 0).transports().next();
    alone.ok_or_else(|| "expected a transport for the only rank, found none".to_owned())
}

/// Ends this rank, together with the others if all are still there.
fn end(ending: &Ending, mut transport: impl Transport) -> ExitCode {
    let rank = transport.rank();
    let code = match ending {
        Ending::Quit => return ExitCode::SUCCESS,
        Ending::QuitWithLoss => 0,
        Ending::Dismissed(why) => {
            report(&format!("rank {rank}: refused by rank 0: {why}"));
            1
        }
        Ending::Orphaned => {
            report(&format!("rank {rank}: rank 0 is silent, so this rank ends"));
            1
        }
    };
    // MPI's own end would wait for lost ranks. Meanwhile sent messages leave.
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(100) {
        transport.receive();
        thread::sleep(Duration::from_millis(1));
    }
    std::process::exit(code)
}

/// Writes an error. With a closed standard error it is lost: the exit code remains.
fn report(message: &str) {
    let _ = writeln!(std::io::stderr(), "cluster: {message}");
}
