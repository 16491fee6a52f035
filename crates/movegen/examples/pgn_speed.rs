//! How fast PGN is read: `cargo run --release -p movegen --example pgn_speed -- FILE [ROUNDS]`.
//!
//! Three readings of the same bytes in memory, on one core: a visitor that counts everything and
//! resolves no move, the same one skipping variations, and trees of legal moves. Printed is the
//! best of the rounds in MB/s (10^6 bytes). Without a file, games of random moves are written and
//! read; as a test, few of them.

use std::io::{self, Write};
use std::time::Instant;
use std::{env, fs};

use movegen::pgn::{Game, PgnFault, PgnReader, PgnText, Skip, Visitor, games};
use movegen::{GameResult, Position};
use zobrist_keys::SplitMix64;

/// Plies of a random game at most.
const PLIES: usize = 120;

/// Counts what a visitor is told.
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

/// What a text holds; games with faults are left out.
fn count(bytes: &[u8], skips_variations: bool) -> Count {
    let mut count = Count { skips_variations, ..Count::default() };
    let mut reader = PgnReader::new(bytes);
    while !matches!(reader.read_game(&mut count), Ok(None)) {}
    count
}

/// Moves of the main lines.
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

/// The best of some rounds in MB/s.
fn speed(bytes: &[u8], rounds: usize, mut read: impl FnMut(&[u8]) -> usize) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = Instant::now();
        std::hint::black_box(read(std::hint::black_box(bytes)));
        best = best.min(start.elapsed().as_secs_f64());
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
    let built = speed(&bytes, rounds, count_trees);
    writeln!(out, "trees of legal moves: {built:.1} MB/s")
}

#[test]
fn every_way_of_reading_finds_the_same_moves() {
    let text = random_games(5);
    let counted = count(text.as_bytes(), false);
    assert_eq!(counted.games, 5);
    assert_eq!(counted.moves, count_trees(text.as_bytes()));
    assert_eq!(counted.comments, text.matches('{').count());
    assert_eq!(count(text.as_bytes(), true).moves, counted.moves);
}
