//! Verb `datagen`: training data from self-play at a fixed number of nodes for each move.
//!
//! Game number `i` of a seed does not depend on the run or on the number of threads. A run that was
//! interrupted goes on when it is started again with the same arguments.

mod adjudication;
pub(crate) mod book;
mod game;

use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::Args;
use movegen::Position;
use self_play::{Openings, Player};

use crate::dataset::fill::{Filled, Job};
pub(crate) use game::{from_white, is_quiet};

#[derive(Args)]
pub(crate) struct DatagenArguments {
    /// The data set; a file that exists is continued
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Games that the data set shall hold of this seed
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes for each move
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Games at a time, each on one thread; all processors by default
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Start from the positions of this EPD file instead of the start position
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// The book's positions are those of Chess960: KQkq are rights of kings and rooks anywhere
    #[arg(long, requires = "book")]
    chess960: bool,
    /// Fewest random plies before the players take over
    #[arg(long, value_name = "N", default_value_t = 8)]
    min_plies: u32,
    /// Most random plies before the players take over
    #[arg(long, value_name = "N", default_value_t = 10)]
    max_plies: u32,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep the ends of the principal variations instead of the quiet positions of the games
    #[arg(long)]
    leaves: bool,
    /// Centipawns that win a game when they last for five plies
    #[arg(long, value_name = "CP", default_value_t = 2000)]
    winning_score: i32,
    /// Size of each player's table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 8)]
    hash: usize,
}

/// The games and rows that a run added to the data set.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Summary {
    pub(crate) games: u64,
    pub(crate) rows: u64,
    /// Games played in a minute, by all threads together.
    pub(crate) games_per_minute: f64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, rows, games_per_minute } = self;
        write!(f, "{games} games, {rows} positions, {games_per_minute:.1} games a minute")
    }
}

/// Plays the games that the data set still lacks.
pub(crate) fn run(arguments: &DatagenArguments) -> Result<Summary> {
    let start = Instant::now();
    let plies = arguments.min_plies..=arguments.max_plies;
    ensure!(!plies.is_empty(), "no number of plies is in {plies:?}");
    let read = |path| book::read(path, arguments.chess960);
    let book = arguments.book.as_deref().map(read).transpose()?;
    let bases = book.unwrap_or_else(|| vec![Position::startpos()]);
    let openings = Openings::from_positions(bases, plies);
    let rules = game::Rules { leaves: arguments.leaves, winning_score: arguments.winning_score };
    let job = Job {
        output: &arguments.output,
        seed: arguments.seed,
        blocks: arguments.games,
        threads: arguments.threads,
        unit: "games",
    };
    let Filled { blocks: games, rows } = job.fill(|| {
        let mut player = Player::new(arguments.nodes, arguments.hash << 20)?;
        let openings = &openings;
        Ok(move |name| game::play(name, openings, &mut player, rules))
    })?;
    let minutes = start.elapsed().as_secs_f64() / 60.0;
    Ok(Summary { games, rows, games_per_minute: games as f64 / minutes })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::dataset::archive::{Archive, Block};

    fn arguments(output: &Path, games: u64, threads: usize) -> DatagenArguments {
        DatagenArguments {
            output: output.to_owned(),
            games,
            nodes: 50,
            threads: NonZero::new(threads),
            book: None,
            chess960: false,
            min_plies: 8,
            max_plies: 10,
            seed: 3,
            leaves: false,
            winning_score: 2000,
            hash: 1,
        }
    }

    fn blocks(path: &Path) -> Vec<Block> {
        let mut blocks = Archive::read(path).unwrap().blocks;
        blocks.sort_by_key(|block| block.game);
        blocks
    }

    #[test]
    fn continued_run_is_the_whole_run() {
        let folder = tempfile::tempdir().unwrap();
        let (parts, whole) = (folder.path().join("parts"), folder.path().join("whole"));
        let play = |output, games, threads| run(&arguments(output, games, threads)).unwrap();
        assert_eq!(play(&parts, 2, 1).games, 2);
        assert_eq!(play(&parts, 5, 2).games, 3);
        assert_eq!(play(&parts, 5, 1).games, 0);
        let summary = play(&whole, 5, 1);
        assert_eq!(blocks(&parts), blocks(&whole));
        let rows: usize = blocks(&whole).iter().map(|block| block.rows.len()).sum();
        assert_eq!((summary.games, summary.rows), (5, rows as u64));
    }

    #[test]
    fn every_argument_changes_the_games() {
        let folder = tempfile::tempdir().unwrap();
        let book = folder.path().join("book");
        fs::write(&book, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -\n").unwrap();
        let played = |name: &str, change: &dyn Fn(&mut DatagenArguments)| {
            let mut asked = arguments(&folder.path().join(name), 2, 1);
            change(&mut asked);
            run(&asked).unwrap();
            blocks(&asked.output)
        };
        let plain = played("plain", &|_| ());
        type Change<'a> = &'a dyn Fn(&mut DatagenArguments);
        let changes: [(&str, Change<'_>); 7] = [
            ("nodes", &|asked| asked.nodes = 60),
            ("Chess960", &|asked| (asked.book, asked.chess960) = (Some(book.clone()), true)),
            ("min plies", &|asked| asked.min_plies = 10),
            ("max plies", &|asked| asked.max_plies = 8),
            ("seed", &|asked| asked.seed = 4),
            ("leaves", &|asked| asked.leaves = true),
            ("winning score", &|asked| asked.winning_score = 300),
        ];
        for (name, change) in changes {
            assert!(played(name, change) != plain, "{name}");
        }
        let without_table =
            DatagenArguments { hash: 0, ..arguments(&folder.path().join("x"), 1, 1) };
        assert!(run(&without_table).unwrap_err().to_string().contains("a table of 0 bytes"));
    }
}
