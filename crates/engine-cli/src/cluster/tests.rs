//! Whole engines as the ranks of a network, each in threads of its own.

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ::cluster::{Ending, Network};
use engine::Numbers;

use crate::hash::size::Size;
use crate::io::input::Line;
use crate::io::output::tests::Capture;
use crate::measure::bench;
use crate::session::{self, Source, Start};

/// The longest time for an answer; beyond it a rank hangs.
const LIMIT: Duration = Duration::from_secs(120);

/// Ranks, and a user of rank 0.
struct Cluster {
    user: Sender<Line>,
    capture: Capture,
    ranks: Vec<JoinHandle<Ending>>,
}

impl Cluster {
    fn new(size: usize) -> Self {
        let (user, lines) = mpsc::channel();
        let capture = Capture::default();
        let mut lines = Some(lines);
        let mut ranks = Vec::new();
        for transport in Network::new(size, 0, 1).transports() {
            let (output, own) = (capture.output(), capture.output());
            let lines = lines.take();
            let lead = move |peers| {
                let start = Start { peers, ..Numbers::default().into() };
                let lines = lines.into_iter().flatten();
                session::run(lines, Source::Pipe, start, own, &Arc::default());
            };
            let run = move || super::run(transport, Numbers::default(), &output, lead).0;
            ranks.push(thread::spawn(run));
        }
        Self { user, capture, ranks }
    }

    fn say(&self, line: &str) {
        self.user.send(Line::new(line)).unwrap();
    }

    /// Waits for the first line from `from` on that begins with this.
    fn hear(&self, from: &mut usize, beginning: &str) -> String {
        let begin = Instant::now();
        loop {
            let text = self.capture.text();
            let lines: Vec<&str> = text.lines().collect();
            if let Some(at) = lines.iter().skip(*from).position(|one| one.starts_with(beginning)) {
                *from += at + 1;
                return lines[*from - 1].to_owned();
            }
            assert!(begin.elapsed() < LIMIT, "no {beginning}: {text}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn end(self) -> (Vec<Ending>, String) {
        drop(self.user);
        let endings = self.ranks.into_iter().map(|rank| rank.join().unwrap()).collect();
        (endings, self.capture.text())
    }
}

#[test]
fn ranks_play_and_end_together() {
    for size in [1, 2, 4] {
        let (cluster, mut heard) = (Cluster::new(size), 0);
        cluster.say("setoption name Hash value 2");
        let moves = ["e2e4 e7e5", "e2e4 e7e5 g1f3 b8c6", "d2d4"];
        for (index, go) in ["go depth 9", "go movetime 60", "go infinite", "go nodes 20000"]
            .into_iter()
            .enumerate()
        {
            cluster.say("ucinewgame");
            cluster.say(&format!("position startpos moves {}", moves[index % moves.len()]));
            cluster.say(go);
            if go == "go infinite" {
                cluster.hear(&mut heard, "info depth 6");
                cluster.say("stop");
            }
            let best = cluster.hear(&mut heard, "bestmove ");
            assert!(!best.contains("none"), "{best}");
        }
        cluster.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        cluster.say("go depth 3");
        assert_eq!(cluster.hear(&mut heard, "bestmove "), "bestmove (none)");
        let (endings, text) = cluster.end();
        assert!(endings.iter().all(|ending| *ending == Ending::Quit), "{size}: {endings:?}");
        // A loaded machine may wake a rank too late for an answer; no other remark is allowed.
        let late = |line: &str| line.starts_with("info string cluster: no answer from rank ");
        let mut remarks = text.lines().filter(|line| line.starts_with("info string"));
        assert!(remarks.all(late), "{text}");
    }
}

#[test]
fn several_ranks_count_more_nodes_than_one_in_a_search_to_the_same_depth() {
    let nodes = |size| {
        let (cluster, mut heard) = (Cluster::new(size), 0);
        cluster.say("position startpos moves e2e4");
        cluster.say("go depth 14");
        cluster.hear(&mut heard, "bestmove ");
        let (_, text) = cluster.end();
        let last = text.lines().rfind(|line| line.contains(" nodes ")).unwrap().to_owned();
        let mut words = last.split(' ').skip_while(|&word| word != "nodes");
        words.nth(1).unwrap().parse::<u64>().unwrap()
    };
    assert!(nodes(3) > nodes(1) * 5 / 4);
}

#[test]
fn what_another_rank_complains_of_is_told_with_its_number() {
    let (cluster, mut heard) = (Cluster::new(2), 0);
    // This is more memory than there is, in this process and in the other.
    cluster.say("setoption name Hash value 33554432");
    cluster.say("isready");
    cluster.hear(&mut heard, "readyok");
    cluster.hear(&mut 0, "info string Hash: ");
    let complaint = cluster.hear(&mut 0, "info string cluster: rank 1: ");
    assert!(complaint.contains("cannot have"), "{complaint}");
    cluster.say("go depth 4");
    cluster.hear(&mut heard, "bestmove ");
    cluster.end();
}

#[test]
fn a_bench_of_one_rank_is_the_plain_bench() {
    let config = bench::Config { hash: Size::mebibytes(1), threads: 1, depth: 5 };
    let capture = Capture::default();
    let numbers = Numbers::default();
    bench::run(&config, &numbers, &capture.output(), &search::Control::new()).unwrap();
    let joint = Capture::default();
    let output = joint.output();
    let transport = Network::new(1, 0, 1).transports().next().unwrap();
    let own = output.clone();
    let lead = move |peers| {
        super::bench(&config, &Numbers::default(), &own, &peers).unwrap();
    };
    assert_eq!(super::run(transport, numbers, &output, lead).0, Ending::Quit);
    assert_eq!(joint.text(), capture.text());
}
