//! How fast PGN is read: `cargo run --release -p movegen --example pgn_speed -- FILE [ROUNDS]`.
//!
//! Four readings of the same bytes in memory, on one core: a visitor that counts everything and
//! resolves no move, the same one skipping variations, one that resolves and plays every move, and
//! trees of legal moves. Printed is the best of the rounds in MB/s (10^6 bytes a second of this
//! thread's processor time). Without a file, games of random moves are written and read; as a test,
//! few of them.

use std::io::{self, Write};
use std::{env, fs};

use movegen::pgn::{Game, PgnFault, PgnReader, PgnText, Skip, Visitor, games};
use movegen::{GameResult, Position};
use zobrist_keys::SplitMix64;

/// Plies of a random game at most.
const PLIES: usize = 120;

/// A visitor that counts games, moves and comments.
#[derive(Default, PartialEq, Eq, Debug)]
struct Count {
    skips_variations: bool,
    games: usize,
    moves: usize,
    comments: usize,
}

impl Visitor for Count {
    type Output = ();

    fn san(&mut self, _: &str) -> Result<(), PgnFault> {
        self.moves += 1;
        Ok(())
    }

    fn comment(&mut self, _: PgnText<'_>) -> Result<(), PgnFault> {
        self.comments += 1;
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        Ok(if self.skips_variations { Skip::Yes } else { Skip::No })
    }

    fn end_game(&mut self) {
        self.games += 1;
    }
}

/// Plays every move, those of variations too: each is legal, or the game has a fault.
#[derive(Default)]
struct Play {
    start: Position,
    /// Before and after the last move of each open line, the main line first.
    lines: Vec<[Position; 2]>,
    moves: usize,
}

impl Visitor for Play {
    type Output = ();

    fn begin_game(&mut self) {
        self.lines.clear();
        self.lines.push([self.start.clone(), self.start.clone()]);
    }

    fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnFault> {
        if name == "FEN" {
            let start = Position::from_fen(&value.decode())?;
            self.lines[0] = [start.clone(), start];
        }
        Ok(())
    }

    fn san(&mut self, text: &str) -> Result<(), PgnFault> {
        if let Some([before, position]) = self.lines.last_mut() {
            let mv = position.parse_san(text)?;
            std::mem::swap(before, position);
            before.make_into(mv, position);
            self.moves += 1;
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        if let Some([before, _]) = self.lines.last() {
            let start = before.clone();
            self.lines.push([start.clone(), start]);
        }
        Ok(Skip::No)
    }

    fn end_variation(&mut self) -> Result<(), PgnFault> {
        self.lines.pop();
        Ok(())
    }

    fn end_game(&mut self) {}
}

fn play(bytes: &[u8]) -> usize {
    let mut play = Play::default();
    let mut reader = PgnReader::new(bytes);
    while !matches!(reader.read_game(&mut play), Ok(None)) {}
    play.moves
}

/// Counts the parts of a text; games with faults are left out.
fn count(bytes: &[u8], skips_variations: bool) -> Count {
    let mut count = Count { skips_variations, ..Count::default() };
    let mut reader = PgnReader::new(bytes);
    while !matches!(reader.read_game(&mut count), Ok(None)) {}
    count
}

/// Returns the number of moves of the main lines.
fn count_trees(bytes: &[u8]) -> usize {
    games(bytes).flatten().map(|game| game.moves().count()).sum()
}

/// Games of random moves, each with a comment behind every tenth move.
fn random_games(count: u64) -> String {
    let mut text = String::new();
    for seed in 0..count {
        let mut random = SplitMix64::new(seed);
        let (mut position, mut moves) = (Position::startpos(), Vec::new());
        while moves.len() < PLIES && position.count_legal() > 0 {
            let legal = position.legal_moves();
            let mv = legal[random.next() as usize % legal.len()];
            moves.push(mv);
            position = position.make(mv);
        }
        let mut game = Game::from_moves(Position::startpos(), moves).expect("legal moves");
        for node in game.line_mut().moves.iter_mut().step_by(10) {
            node.comments.push("[%eval 0.17] [%clk 0:02:58]".to_owned());
        }
        game.set_result(position.outcome().map_or(GameResult::Unknown, |end| end.result()));
        text = text + &game.to_pgn().expect("legal moves") + "\n";
    }
    text
}

/// Seconds that this thread has had of its processor, from any start.
#[cfg(target_os = "linux")]
fn now() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Elsewhere the wall clock must do.
#[cfg(not(target_os = "linux"))]
fn now() -> f64 {
    std::time::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64())
}

/// The best of some rounds in MB/s.
fn speed(bytes: &[u8], rounds: usize, mut read: impl FnMut(&[u8]) -> usize) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = now();
        std::hint::black_box(read(std::hint::black_box(bytes)));
        best = best.min(now() - start);
    }
    bytes.len() as f64 / best / 1e6
}

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let bytes = match arguments.next() {
        Some(path) => fs::read(path)?,
        None => random_games(2_000).into_bytes(),
    };
    let rounds = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(10);
    let Count { games, moves, comments, .. } = count(&bytes, false);
    let mut out = io::stdout().lock();
    let length = bytes.len();
    writeln!(out, "{length} bytes, {games} games, {moves} moves, {comments} comments")?;
    let visited = speed(&bytes, rounds, |bytes| count(bytes, false).moves);
    writeln!(out, "visitor, moves not resolved: {visited:.0} MB/s")?;
    let skipped = speed(&bytes, rounds, |bytes| count(bytes, true).moves);
    writeln!(out, "the same, variations skipped: {skipped:.0} MB/s")?;
    let played = speed(&bytes, rounds, play);
    writeln!(out, "every move resolved and played: {played:.1} MB/s")?;
    let built = speed(&bytes, rounds, count_trees);
    writeln!(out, "trees of legal moves: {built:.1} MB/s")
}

#[test]
fn every_way_of_reading_finds_the_same_moves() {
    let text = random_games(5);
    let counted = count(text.as_bytes(), false);
    assert_eq!(counted.games, 5);
    assert_eq!(counted.moves, count_trees(text.as_bytes()));
    assert_eq!(counted.moves, play(text.as_bytes()));
    assert_eq!(counted.comments, text.matches('{').count());
    assert_eq!(count(text.as_bytes(), true).moves, counted.moves);
}
