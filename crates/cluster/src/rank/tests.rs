//! Whole engines as the ranks of a network, each in threads of its own.

use std::io::{self, Write};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use clap::Parser;
use cluster::{Conclusion, Effort, Ending, Network, Opinion};
use engine::Numbers;
use engine_cli::ranks::{Output, obey};
use movegen::Position;

use crate::Words;
use crate::joint::Joining;
use crate::link::{Link, Message};

/// The longest time for an answer; beyond it a rank hangs.
const LIMIT: Duration = Duration::from_secs(120);

/// A sink whose text a test can read.
#[derive(Clone, Default)]
struct Capture(Arc<Mutex<Vec<u8>>>);

impl Capture {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn output(&self) -> Output {
        Output::new(Box::new(self.clone()))
    }
}

impl Write for Capture {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Ranks, and a user of rank 0.
struct Cluster {
    user: Sender<String>,
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
            let lead = move |followers| {
                obey(lines.into_iter().flatten(), Numbers::default(), Some(followers), own);
            };
            let run = move || super::run(transport, Numbers::default(), &output, lead).0;
            ranks.push(thread::spawn(run));
        }
        Self { user, capture, ranks }
    }

    fn say(&self, line: &str) {
        self.user.send(line.to_owned()).unwrap();
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
    // Ranks help each other, more or less as they happen to run: the mean of several searches.
    let alone = nodes(1);
    let together: u64 = (0..8).map(|_| nodes(3)).sum();
    assert!(together > 8 * alone * 9 / 8, "{together} and {alone}");
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
    let joint = Capture::default();
    let output = joint.output();
    let transport = Network::new(1, 0, 1).transports().next().unwrap();
    let own = output.clone();
    let words = Words::parse_from(["palimpsest-cluster", "bench 1 1 5"]).words;
    let lead = move |followers| words.lead(Numbers::default(), followers, own);
    assert_eq!(super::run(transport, Numbers::default(), &output, lead).0, Ending::Quit);
    let plain = Capture::default();
    let lines = ["bench 1 1 5".to_owned()];
    obey(lines.into_iter(), Numbers::default(), None, plain.output());
    let counts = |capture: &Capture| -> Vec<String> {
        // The time of the last line differs.
        let text = capture.text();
        text.lines()
            .map(|line| line.rsplit_once(" nodes ").map_or(line, |(nodes, _)| nodes).to_owned())
            .collect()
    };
    assert_eq!(counts(&joint), counts(&plain));
}

/// Runs a session of rank 0 whose only other rank has seen so many nodes and is sure of `a2a3`.
/// Returns the lines that the other obeys, those of a search together, and the answers.
fn talk_beside_a_loud_rank(lines: &[&str], nodes: u64) -> (Vec<String>, String) {
    let (link, capture) = (Arc::new(Link::new(0)), Capture::default());
    let effort = Effort { nodes, tb_hits: 77 };
    link.set_others(Effort::default(), true);
    let best = Position::startpos().parse_uci("a2a3").unwrap().to_bits();
    let (score, depth, pv) = (2_000, 90, vec![best]);
    let opinion = Opinion { rank: 1, best, score, depth, nodes, tb_hits: 77, pv, ponder: 0 };
    let hear = || {
        let mut obeyed = Vec::new();
        loop {
            for message in link.words() {
                match message {
                    Message::Obey(line) => obeyed.push(line),
                    Message::Begin(lines) => {
                        obeyed.push(lines);
                        link.set_others(effort, true);
                    }
                    Message::Conclude { .. } => link.set_conclusion(Conclusion {
                        opinions: vec![opinion.clone()],
                        ..Conclusion::default()
                    }),
                    Message::Quit => return obeyed,
                    Message::Answer { .. } | Message::Report(_) => {}
                }
            }
        }
    };
    let obeyed = thread::scope(|scope| {
        let other = scope.spawn(hear);
        let lines = lines.iter().map(|&line| line.to_owned());
        let followers = Arc::new(Joining(Arc::clone(&link)));
        obey(lines, Numbers::default(), Some(followers), capture.output());
        link.say(Message::Quit);
        other.join().unwrap()
    });
    (obeyed, capture.text())
}

#[test]
fn another_rank_is_counted_and_believed_in_a_search_for_one_line() {
    let lines = ["setoption name HashKB value 64", "go depth 6"];
    let (_, text) = talk_beside_a_loud_rank(&lines, 1_000_000);
    assert!(text.contains("bestmove a2a3"), "{text}");
    for depth in ["info depth 6 seldepth ", "info depth 90 seldepth 90 "] {
        let line = text.lines().find(|line| line.starts_with(depth)).unwrap();
        assert!(line.contains(" tbhits 77 ") && !line.contains(" hashfull 0 "), "{line}");
    }
    let lines = ["setoption name MultiPV value 2", "go depth 6"];
    let (_, text) = talk_beside_a_loud_rank(&lines, 1_000_000);
    assert!(text.contains("bestmove ") && !text.contains("bestmove a2a3"), "{text}");
    // The limit of nodes is that of both together: this rank does not search three million.
    let (_, text) = talk_beside_a_loud_rank(&["go nodes 3000000"], 3_000_000);
    let counts = text.split(" nodes ").skip(1).filter_map(|rest| rest.split(' ').next());
    let most = counts.map(|count| count.parse::<u64>().unwrap()).max();
    assert!((3_000_000..5_000_000).contains(&most.unwrap()), "{text}");
}

#[test]
fn the_others_search_the_position_of_rank_0_to_its_depth_or_without_an_end() {
    let lines = ["go depth 2", "position startpos moves e2e4", "go nodes 100 searchmoves e7e5"];
    let (obeyed, _) = talk_beside_a_loud_rank(&lines, 0);
    let second = "position startpos moves e2e4\ngo infinite searchmoves e7e5";
    assert_eq!(obeyed, ["position startpos\ngo depth 2", second]);
}

#[test]
fn another_rank_answers_each_search_by_its_number() {
    let link = Arc::new(Link::new(1));
    [5, 6].into_iter().for_each(|number| link.order(number));
    let lines = ["go depth 2", "go depth 3 searchmoves a2a3"].map(str::to_owned);
    let followers = Arc::new(Joining(Arc::clone(&link)));
    obey(lines.into_iter(), Numbers::default(), Some(followers), Capture::default().output());
    let answers: Vec<_> = link
        .words()
        .into_iter()
        .filter_map(|message| match message {
            Message::Answer { search, opinion } => Some((search, opinion)),
            _ => None,
        })
        .collect();
    let depths: Vec<_> = answers.iter().map(|(search, opinion)| (*search, opinion.depth)).collect();
    assert_eq!(depths, [(5, 2), (6, 3)]);
    let last = &answers[1].1;
    assert_eq!(last.best, Position::startpos().parse_uci("a2a3").unwrap().to_bits());
    assert!(last.pv[0] == last.best && last.ponder == last.pv[1] && last.nodes > 0, "{last:?}");
}

#[test]
fn the_others_obey_the_options_that_do_not_concern_rank_0_alone() {
    // Without a path the buttons write and read nothing.
    let own = [
        "Debug Log File value ",
        "SharedHash value ",
        "HashFile value ",
        "SaveHashToFile",
        "LoadHashFromFile",
        "OwnBook value true",
        "Book File value a",
        "Minimal value true",
        "UCI_ShowWDL value true",
        "nodestime value 1",
    ];
    let shared = ["HashKB value 512", "MultiPV value 2", "Clear Hash"];
    let lines: Vec<_> =
        own.iter().chain(&shared).map(|option| format!("setoption name {option}")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(talk_beside_a_loud_rank(&lines, 0).0, lines[own.len()..]);
}
