//! Transposition-driven scheduling under MPI; rank 0 prints.
//!
//! ```text
//! mpirun -np 2 target/release/examples/tds perft 5
//! mpirun -np 2 target/release/examples/tds puzzle 20
//! mpirun -np 2 target/release/examples/tds trees 100
//! mpirun -np 2 target/release/examples/tds message 100000
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::time::Instant;

use cluster::{
    AlphaBeta, IdaStar, MpiTransport, MtdF, Perft, Puzzle, RankLost, Solution, Transport, Worker,
    negamax, solve,
};
use movegen::Position;
use zobrist_keys::SplitMix64;

/// Instances of Korf, the easiest first: number, length, tiles.
const INSTANCES: &str = include_str!("../tests/data/korf.txt");

/// The table of all ranks together, as large as that of the serial solver.
const TABLE: usize = 256 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let transport = MpiTransport::start().ok_or("MPI runs already")?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["perft", plies] => Ok(perft(transport, plies.parse()?)?),
        ["message", count] => {
            message(transport, count.parse()?);
            Ok(())
        }
        ["trees", count] => Ok(trees(transport, count.parse()?)?),
        ["puzzle", instances] => puzzles(transport, instances.parse()?),
        _ => Err("say `perft PLIES`, `puzzle INSTANCES`, `trees COUNT` or `message COUNT`".into()),
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
            let (paths, distinct, batches) = (totals.paths(), totals.distinct(), totals.sent);
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "ply {ply} paths {paths} distinct {distinct} batches {batches} s {seconds:.2}"
            );
        }
    }
    Ok(())
}

/// Searches positions of random games three plies deep by MTD(f), and again on rank 0 alone.
fn trees(transport: MpiTransport, count: u64) -> Result<(), RankLost> {
    const DEPTH: u8 = 3;
    let first = transport.rank() == 0;
    let mut worker = Worker::new(AlphaBeta::new(), transport);
    let mut random = SplitMix64::new(2002);
    for tree in 1..=count {
        let mut root = Position::startpos();
        for _ in 0..random.next() % 60 {
            let moves = root.legal_moves();
            let Some(&mv) = moves.get(random.next() as usize % moves.len().max(1)) else { break };
            root = root.make(mv);
        }
        let mut search = MtdF::new(0);
        let score = loop {
            let work = worker.pass(&root, DEPTH, search.gamma());
            worker.begin(work);
            if let Some(score) = search.found(&worker.run()?) {
                break score;
            }
        };
        if first {
            println!("tree {tree} score {score} serial {}", negamax(&root, DEPTH));
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
    let (mut quickest, mut sending, mut parts) = (f64::MAX, f64::MAX, 0);
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

/// Solves instances of the 15-puzzle, and again on rank 0 alone.
fn puzzles(transport: MpiTransport, instances: usize) -> Result<(), Box<dyn Error>> {
    let (first, size) = (transport.rank() == 0, transport.size());
    let mut worker = Worker::new(IdaStar::new(TABLE / size)?, transport);
    let lines = INSTANCES.lines().filter(|line| !line.starts_with('#'));
    for line in lines.take(instances) {
        let mut fields = line.splitn(3, ' ');
        let mut field = || fields.next().ok_or("a line has three fields");
        let (number, length) = (field()?, field()?);
        let puzzle: Puzzle = field()?.parse()?;
        let start = Instant::now();
        let found = Solution { iterations: worker.solve(puzzle)? };
        let seconds = start.elapsed().as_secs_f64();
        if first {
            let serial = solve(puzzle, TABLE)?;
            let (own, of_one) =
                (found.expanded_before_the_last(), serial.expanded_before_the_last());
            let (length_here, length_of_one) = (found.length(), serial.length());
            println!(
                "instance {number} published {length} length {length_here} serial {length_of_one} \
                 expanded {own} of-one {of_one} s {seconds:.2}"
            );
        }
    }
    Ok(())
}
