//! Verb `label`: positions of a data set, or a few random moves away from them, scored by short
//! searches. They show a network material and placements that games between equals do not reach.

use std::num::NonZero;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use engine::Game;
use self_play::{Player, Random, random_move};

use crate::datagen::{from_white, is_quiet};
use crate::dataset::archive::{Archive, Block};
use crate::dataset::fill::{Filled, Job};
use crate::dataset::row::{GameResult, PackedRow, Row};

const TRIED: usize = 256;

#[derive(Args)]
pub(crate) struct LabelArguments {
    /// Data sets whose positions are searched, after some random moves
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// The data set that gets the positions; a file that exists is continued
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Blocks that the data set shall hold of this seed: 256 positions are tried for each, and the
    /// quiet ones kept
    #[arg(long, default_value_t = 4_000)]
    blocks: u64,
    /// Nodes of each search
    #[arg(long, default_value_t = 150)]
    nodes: u64,
    /// Most random moves from a position of the data
    #[arg(long, value_name = "N", default_value_t = 3)]
    moves: usize,
    /// Searches at a time, each on one thread; all processors by default
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Seed of the positions and of the moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Size of each search's table in kilobytes
    #[arg(long, value_name = "KB", default_value_t = 512)]
    hash: usize,
}

/// Adds the blocks that the data set lacks. The result of these rows is no game's: a training
/// takes them with `--distilled`.
pub(crate) fn run(arguments: &LabelArguments) -> Result<String> {
    let mut rows: Vec<PackedRow> = Vec::new();
    for path in &arguments.data {
        rows.extend(Archive::read(path)?.blocks.into_iter().flat_map(|Block { rows, .. }| rows));
    }
    ensure!(!rows.is_empty(), "expected positions in the data sets, found none");
    let job = Job {
        output: &arguments.output,
        seed: arguments.seed,
        blocks: arguments.blocks,
        threads: arguments.threads,
        unit: "blocks",
    };
    let Filled { blocks, rows } = job.fill(|| {
        let mut player = Player::new(arguments.nodes, arguments.hash << 10)?;
        let (rows, moves) = (&rows, arguments.moves);
        Ok(move |name| block(name, rows, moves, &mut player))
    })?;
    Ok(format!("{rows} positions in {blocks} blocks"))
}

/// Returns the rows of a block, which depend on its name alone.
fn block(name: u64, rows: &[PackedRow], moves: usize, player: &mut Player) -> Vec<PackedRow> {
    let mut random = Random::new(name);
    player.new_game();
    let positions = (0..TRIED).filter_map(|_| {
        let row = rows[random.below(rows.len())].unpack().ok()?;
        let moves = random.below(moves + 1);
        (0..moves).try_fold(row.position, |position, _| random_move(&position, &mut random))
    });
    let scored = positions.filter_map(|position| {
        let thought = player.think(&Game::new(position.clone()))?;
        let score = from_white(&position, thought.score) as i16;
        let quiet = is_quiet(&position, thought);
        quiet.then(|| PackedRow::pack(&Row { position, score, result: GameResult::Draw }))
    });
    scored.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use movegen::Position;

    use super::*;
    use crate::dataset::archive::Appender;

    /// Returns the arguments for one block without moves.
    fn arguments(data: PathBuf, output: PathBuf) -> LabelArguments {
        let threads = NonZero::new(1);
        let (data, nodes, seed, hash) = (vec![data], 100, 5, 64);
        LabelArguments { data, output, blocks: 1, nodes, moves: 0, threads, seed, hash }
    }

    #[test]
    fn labels_are_scores_of_searches_and_independent_of_the_threads() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name| folder.path().join(name);
        let (mut appender, _) = Appender::resume(&path("games")).unwrap();
        let start = Row { position: Position::startpos(), score: 0, result: GameResult::Draw };
        appender.append(&Block { game: 1, rows: vec![PackedRow::pack(&start)] }).unwrap();
        let asked = |output: &Path, blocks, threads| LabelArguments {
            blocks,
            moves: 3,
            threads: NonZero::new(threads),
            ..arguments(path("games"), output.to_owned())
        };
        let (whole, parts) = (path("whole"), path("parts"));
        let report = run(&asked(&whole, 3, 1)).unwrap();
        run(&asked(&parts, 1, 1)).unwrap();
        run(&asked(&parts, 3, 2)).unwrap();
        let blocks = |path: &Path| {
            let mut blocks = Archive::read(path).unwrap().blocks;
            blocks.sort_by_key(|block| block.game);
            blocks
        };
        assert_eq!(blocks(&whole), blocks(&parts));
        let rows: Vec<PackedRow> = blocks(&whole).into_iter().flat_map(|b| b.rows).collect();
        assert!(report.starts_with(&format!("{} positions in 3 blocks", rows.len())), "{report}");
        assert!(rows.len() > TRIED, "{report}");
        let positions = rows.iter().map(|row| row.unpack().unwrap().position);
        let plies: BTreeSet<u32> = positions
            .inspect(|position| assert!(!position.in_check(), "{position:?}"))
            .map(|it| 2 * (it.fullmove_number() - 1) + it.side_to_move().index() as u32)
            .collect();
        assert!(plies.into_iter().eq(0..=3), "up to three moves");
        let differ = rows.iter().filter(|row| row.score() != rows[0].score()).count();
        assert!(differ > rows.len() / 2, "the scores are the searches'");

        let first = blocks(&parts).swap_remove(0);
        for (name, nodes, seed) in [("nodes", 110, 5), ("seed", 100, 6)] {
            run(&LabelArguments { nodes, seed, ..asked(&path(name), 1, 1) }).unwrap();
            assert_ne!(blocks(&path(name))[0].rows, first.rows, "{name}");
        }
        let error = run(&LabelArguments { hash: 0, ..asked(&path("hash"), 1, 1) }).unwrap_err();
        assert!(error.to_string().contains("a table of 0 bytes"), "{error}");
        let [one, other, ..] = &blocks(&whole)[..] else { panic!("{report}") };
        assert_ne!(one.rows, other.rows);
    }

    #[test]
    fn quiet_positions_of_all_files_are_kept_with_scores_from_whites_side() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let a_queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let takes_a_queen = "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1";
        let mut asked = arguments(path("w"), path("labels"));
        for side in ["w", "b"] {
            let (mut appender, _) = Appender::resume(&path(side)).unwrap();
            let rows = [&format!("{a_queen_up} {side} KQkq - 0 1"), takes_a_queen].map(|fen| {
                let position = Position::from_fen(fen).unwrap();
                PackedRow::pack(&Row { position, score: 0, result: GameResult::Draw })
            });
            appender.append(&Block { game: 1, rows: rows.to_vec() }).unwrap();
        }
        asked.data.push(path("b"));
        run(&asked).unwrap();
        let rows: Vec<Row> = Archive::read(&path("labels"))
            .unwrap()
            .blocks
            .into_iter()
            .flat_map(|block| block.rows)
            .map(|row| row.unpack().unwrap())
            .collect();
        assert!(rows.iter().all(|row| row.position.occupied().count() == 31));
        for side in movegen::Color::ALL {
            let scores = rows.iter().filter(|row| row.position.side_to_move() == side);
            let scores: Vec<i16> = scores.map(|row| row.score).collect();
            assert!(!scores.is_empty() && scores.iter().all(|&score| score > 300), "{scores:?}");
        }
    }
}
