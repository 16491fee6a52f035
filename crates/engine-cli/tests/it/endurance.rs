//! A client that analyses, ponders, plays, resizes, saves and loads in random order: each command
//! is answered, each move is legal, and memory and threads end where they began.
//!
//! Without variables it goes on for a few seconds; `cargo xtask check endurance` runs it for two
//! hours.

use std::env;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use movegen::Position;
use zobrist_keys::SplitMix64;

use crate::engine::{BINARY, Engine};
use crate::load::status;

/// The variables of the seconds to go on, and of the seed of the order.
const SECONDS: &str = "ENGINE_ENDURANCE_SECONDS";
const SEED: &str = "ENGINE_ENDURANCE_SEED";

/// The number of actions between two looks at the memory.
const BETWEEN_LOOKS: u32 = 50;

/// The memory that may be resident beyond that of the first look.
const RESIDENT_KIB: u64 = 3 << 10;

/// glibc raises the size from which memory is mapped when a large block is freed, and then keeps
/// tens of MiB of free blocks for itself. With the size fixed, resident memory is in use.
const MALLOC: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "65536");

/// The actions of the client, each with an answer of the engine to check.
#[derive(Clone, Copy, Debug)]
enum Action {
    Analyse,
    PonderAndHit,
    PonderAndStop,
    Play,
    NewGame,
    Resize,
    Threads,
    Lines,
    Save,
    Load,
    Clear,
    StopNothing,
}

impl Action {
    const ALL: [Self; 12] = [
        Self::Analyse,
        Self::PonderAndHit,
        Self::PonderAndStop,
        Self::Play,
        Self::NewGame,
        Self::Resize,
        Self::Threads,
        Self::Lines,
        Self::Save,
        Self::Load,
        Self::Clear,
        Self::StopNothing,
    ];
}

struct Client {
    engine: Engine,
    random: SplitMix64,
    position: Position,
    start: Position,
    moves: Vec<String>,
    /// The newest commands, for the report of a fault.
    sent: Vec<String>,
}

impl Client {
    fn new(seed: u64, hash_file: &Path) -> Self {
        let (variable, value) = MALLOC;
        let mut engine = Engine::spawn(Command::new(BINARY).env(variable, value));
        engine.send(&format!("setoption name HashFile value {}", hash_file.display()));
        let start = Position::startpos();
        let (random, position) = (SplitMix64::new(seed), start.clone());
        Self { engine, random, position, start, moves: Vec::new(), sent: Vec::new() }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random.next() % bound
    }

    fn send(&mut self, line: &str) {
        if self.sent.len() == 40 {
            self.sent.remove(0);
        }
        self.sent.push(line.to_owned());
        self.engine.send(line);
    }

    /// Sends a line that sets something, and waits until it is done.
    fn set(&mut self, line: &str) {
        self.send(line);
        self.send("isready");
        self.engine.until("readyok");
    }

    fn new_game(&mut self) {
        self.set("ucinewgame");
        (self.position, self.moves) = (self.start.clone(), Vec::new());
    }

    /// Sends a position that is a few random plies further than the last one.
    fn set_up(&mut self) {
        for _ in 0..self.below(4) {
            let legal = self.position.legal_moves();
            if legal.is_empty() || self.moves.len() > 200 {
                // The engine keeps the last position until it is sent another.
                self.new_game();
                break;
            }
            let mv = legal[self.below(legal.len() as u64) as usize];
            self.moves.push(self.position.uci(mv).to_string());
            self.position = self.position.make(mv);
        }
        let moves = self.moves.join(" ");
        self.send(&format!("position startpos moves {moves}"));
    }

    /// Waits for the answer of a search, and asserts that its move is legal.
    fn answer(&mut self) {
        let lines = self.engine.until("bestmove");
        let answer = lines.last().and_then(|line| line.split(' ').nth(1)).unwrap_or_default();
        let legal = match self.position.legal_moves().is_empty() {
            true => answer == "(none)",
            false => self.position.parse_uci(answer).is_ok(),
        };
        assert!(legal, "{answer} in {}, after {:#?}", self.position.to_fen(), self.sent);
        let complaint = lines.iter().find(|line| line.contains("panic"));
        assert_eq!(complaint, None, "after {:#?}", self.sent);
    }

    fn pause(&mut self) {
        thread::sleep(Duration::from_millis(self.below(60)));
    }

    fn act(&mut self, action: Action) {
        let clock = "wtime 900 btime 900 winc 10 binc 10";
        match action {
            Action::Analyse => {
                self.set_up();
                self.send("go infinite");
                self.pause();
                // A search answers `isready` at once.
                self.set("isready");
                self.engine.until("readyok");
                self.send("stop");
                self.answer();
            }
            Action::PonderAndHit | Action::PonderAndStop => {
                self.set_up();
                self.send(&format!("go ponder {clock}"));
                self.pause();
                let hit = matches!(action, Action::PonderAndHit);
                self.send(if hit { "ponderhit" } else { "stop" });
                self.answer();
            }
            Action::Play => {
                self.set_up();
                let go = ["go nodes 2000", "go depth 6", "go movetime 20", "go mate 2 nodes 3000"];
                let chosen = self.below(5) as usize;
                let timed = format!("go {clock}");
                self.send(go.get(chosen).unwrap_or(&timed.as_str()));
                self.answer();
            }
            Action::NewGame => self.new_game(),
            Action::Resize => {
                let size = 1 + self.below(32);
                self.set(&format!("setoption name Hash value {size}"));
            }
            Action::Threads => {
                let threads = 1 + self.below(3);
                self.set(&format!("setoption name Threads value {threads}"));
            }
            Action::Lines => {
                let lines = 1 + self.below(3);
                self.set(&format!("setoption name MultiPV value {lines}"));
            }
            Action::Save => self.set("setoption name SaveHashtoFile"),
            Action::Load => self.set("setoption name LoadHashfromFile"),
            Action::Clear => self.set("setoption name Clear Hash"),
            Action::StopNothing => self.set("stop"),
        }
    }

    /// Returns resident KiB and threads, with the table and the threads of the beginning; `None`
    /// where the system does not report them.
    fn look(&mut self) -> Option<(u64, u64)> {
        self.set("setoption name Hash value 4");
        self.set("setoption name Threads value 1");
        self.new_game();
        self.set_up();
        self.send("go nodes 1000");
        self.answer();
        Some((status(&self.engine, "VmRSS")?, status(&self.engine, "Threads")?))
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "`check endurance` shows what was done")]
fn a_random_client_is_answered_and_leaves_memory_and_threads_as_they_were() {
    let number =
        |name, default| env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let (seconds, seed) = (number(SECONDS, 4), number(SEED, 1));
    let folder = tempfile::tempdir().expect("a folder");
    let mut client = Client::new(seed, &folder.path().join("endurance.hsh"));
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut first, mut most, mut actions, mut looks) = (None, 0, 0, 0);
    while Instant::now() < end || looks < 2 {
        // The first actions allocate everything that is allocated once.
        if actions > 0 && actions % BETWEEN_LOOKS == 0 {
            looks += 1;
            if let Some((resident, threads)) = client.look() {
                let (at_first, threads_at_first) = *first.get_or_insert((resident, threads));
                assert_eq!(threads, threads_at_first, "after {actions} actions of seed {seed}");
                most = most.max(resident.saturating_sub(at_first));
                assert!(
                    most <= RESIDENT_KIB,
                    "{at_first} KiB, and {resident} after {actions} actions of seed {seed}"
                );
            }
        }
        let action = client.below(Action::ALL.len() as u64) as usize;
        client.act(Action::ALL[action]);
        actions += 1;
    }
    client.send("quit");
    let (status, _) = client.engine.wait();
    assert!(status.success(), "{status}");
    println!("{actions} actions of seed {seed}: {looks} looks, at most {most} KiB more");
}
