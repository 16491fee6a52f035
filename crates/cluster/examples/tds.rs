//! Transposition-driven scheduling under MPI; rank 0 prints.
//!
//! ```text
//! mpirun -np 2 target/release/examples/tds perft 5
//! mpirun -np 2 target/release/examples/tds message 100000
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::time::Instant;

use cluster::{MpiTransport, Perft, RankLost, Transport, Worker};
use movegen::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let transport = MpiTransport::start().ok_or("MPI runs already")?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["perft", plies] => Ok(perft(transport, plies.parse()?)?),
        ["message", count] => {
            message(transport, count.parse()?);
            Ok(())
        }
        _ => Err("say `perft PLIES` or `message COUNT`".into()),
    }
}

/// Counts paths and positions from the start position.
fn perft(transport: MpiTransport, plies: u32) -> Result<(), RankLost> {
    let first = transport.rank() == 0;
    let mut worker = Worker::new(Perft::new(), transport);
    for ply in 1..=plies {
        let start = Instant::now();
        let root = Position::startpos();
        let work = if ply == 1 { worker.root(&root) } else { worker.next_ply() };
        worker.begin(work);
        let totals = worker.run()?;
        if first {
            let paths = totals.paths();
            let distinct = totals.distinct();
            let batches = totals.sent;
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "ply {ply} paths {paths} distinct {distinct} batches {batches} s {seconds:.2}"
            );
        }
    }
    Ok(())
}

/// Sends batches to and fro between ranks 0 and 1, and reports the cost of one.
fn message(mut transport: MpiTransport, count: u32) {
    /// Words of a batch of 60 boards.
    const WORDS: usize = 121;
    /// Batches in a part; the quickest part is not disturbed by other programs.
    const PART: u32 = 1_000;
    let rank = transport.rank();
    if rank > 1 {
        return;
    }
    let mut quickest = f64::MAX;
    let mut sending = f64::MAX;
    let mut parts = 0;
    while parts * PART < count {
        let start = Instant::now();
        let mut handing_over = 0.0;
        for turn in 0..2 * PART {
            if turn as usize % 2 == rank {
                let begin = Instant::now();
                transport.send(1 - rank, vec![turn.into(); WORDS]);
                handing_over += begin.elapsed().as_secs_f64();
            } else {
                while transport.receive().is_none() {}
            }
        }
        quickest = quickest.min(start.elapsed().as_secs_f64() / f64::from(2 * PART));
        sending = sending.min(handing_over / f64::from(PART));
        parts += 1;
    }
    if rank == 0 {
        let (way, sending) = (quickest * 1e9, sending * 1e9);
        println!("a batch of {WORDS} words: {way:.0} ns, of them {sending:.0} to hand it over");
    }
}
