//! Verb `distil`: positions that searches ask the hand-crafted evaluation about, with its answers:
//! the first thing that a network learns.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use engine::HandCrafted;
use indicatif::ProgressBar;
use movegen::{Move, Position};
use search::tt_core::Table;
use search::{Evaluate, Limits, Pool, Search};
use zobrist_keys::{SplitMix64, mix};

use crate::datagen::from_white;
use crate::dataset::archive::{Appender, Archive, Block};
use crate::dataset::row::{GameResult, PackedRow, Row};

const TABLE_BYTES: usize = 16 << 20;

/// The number of searches in a row without a position to keep that ends a run: the table knows all
/// that they visit.
const MOST_BARREN: u32 = 1_000;

#[derive(Args)]
pub(crate) struct DistilArguments {
    /// Data sets whose positions are searched
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// The data set that gets the positions; a file that exists is continued
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Positions to collect
    #[arg(long, default_value_t = 1_000_000)]
    rows: usize,
    /// Nodes of each search
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Keep one evaluation of this number
    #[arg(long, value_name = "N", default_value = "8")]
    every: NonZero<usize>,
    /// Seed of the choice of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The hand-crafted evaluation, which keeps some of what it is asked.
struct Recorder {
    evaluation: HandCrafted,
    kept: Arc<Mutex<Vec<PackedRow>>>,
    random: SplitMix64,
    every: usize,
}

impl Evaluate for Recorder {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let value = self.evaluation.evaluate(position);
        if self.random.below(self.every) == 0 {
            let score = from_white(position, value).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            let row = Row { position: position.clone(), score, result: GameResult::Draw };
            self.kept.lock().expect("one thread searches").push(PackedRow::pack(&row));
        }
        value
    }

    fn is_known_draw(&self, position: &Position) -> bool {
        self.evaluation.is_known_draw(position)
    }

    fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
        self.evaluation.make(parent, mv, child);
    }
}

/// Searches one position of each game in turn, and keeps what the searches ask about. The result
/// of these rows is no game's: a training takes them with `--distilled`.
pub(crate) fn run(arguments: &DistilArguments) -> Result<String> {
    let mut games: Vec<Block> = Vec::new();
    for path in &arguments.data {
        games
            .extend(Archive::read(path)?.blocks.into_iter().filter(|block| !block.rows.is_empty()));
    }
    ensure!(!games.is_empty(), "the data sets have no position");
    let (mut appender, there) = Appender::resume(&arguments.output)?;
    let table: Table = Table::new(TABLE_BYTES).context("no memory for a table")?;
    let kept = Arc::<Mutex<Vec<PackedRow>>>::default();
    let shared = Arc::clone(&kept);
    let seed = arguments.seed;
    let every = arguments.every.get();
    let mut pool = Pool::new(move || Recorder {
        evaluation: HandCrafted::default(),
        kept: Arc::clone(&shared),
        random: SplitMix64::new(seed),
        every,
    });
    let bar = ProgressBar::new(arguments.rows as u64);
    let mut random = SplitMix64::new(mix(arguments.seed));
    let (mut rows, mut searches, mut barren) = (0, 0_u64, 0);
    while rows < arguments.rows {
        let game = &games[random.below(games.len())];
        let position = game.rows[random.below(game.rows.len())].unpack()?.position;
        let name = mix(arguments.seed).wrapping_add(searches);
        searches += 1;
        let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
        Search::new(&table).position(position).limits(limits).run(&mut pool);
        let mut found = std::mem::take(&mut *kept.lock().expect("the search is over"));
        found.truncate(arguments.rows - rows);
        rows += found.len();
        barren = if found.is_empty() { barren + 1 } else { 0 };
        ensure!(barren < MOST_BARREN, "the data sets have too few positions: {rows} were kept");
        bar.set_position(rows as u64);
        // The searches of a run that was interrupted are made again, but not kept twice.
        if !there.contains(&name) {
            appender.append(&Block { game: name, rows: found })?;
        }
    }
    bar.finish_and_clear();
    Ok(format!("{rows} positions of {searches} searches"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use evaluation::Evaluator;

    use super::*;

    #[test]
    fn what_searches_ask_is_kept_with_its_answers() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("games");
        let (mut appender, _) = Appender::resume(&data).unwrap();
        // The two positions of each of two games have pieces of their own.
        let games = [
            ["4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "8/8/8/8/3k4/8/3B4/4K1N1 w - - 0 1"],
            ["4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "1q2k3/8/8/8/8/8/8/1Q2K3 w - - 0 1"],
        ];
        for (game, fens) in (1..).zip(games) {
            let rows = fens.map(|fen| {
                let position = Position::from_fen(fen).unwrap();
                PackedRow::pack(&Row { position, score: 0, result: GameResult::Draw })
            });
            appender.append(&Block { game, rows: rows.to_vec() }).unwrap();
        }
        let asked = |name: &str| DistilArguments {
            data: vec![data.clone()],
            output: folder.path().join(name),
            rows: 900,
            nodes: 500,
            every: NonZero::new(4).unwrap(),
            seed: 11,
        };
        let blocks = |name: &str| Archive::read(&folder.path().join(name)).unwrap().blocks;
        let rows = |name: &str| -> Vec<PackedRow> {
            blocks(name).into_iter().flat_map(|block| block.rows).collect()
        };
        let said = run(&asked("first")).unwrap();
        assert!(said.starts_with("900 positions of "), "{said}");
        let names: HashSet<u64> = blocks("first").iter().map(|block| block.game).collect();
        assert_eq!(names.len(), blocks("first").len());
        let first = rows("first");
        assert_eq!(first.len(), 900);
        let mut kinds = HashSet::new();
        for row in &first {
            let Row { position, score, .. } = row.unpack().unwrap();
            let value = Evaluator::new().evaluate(&position);
            assert_eq!(i32::from(score), from_white(&position, value), "{position:?}");
            kinds.extend(row.pieces().map(|(_, piece)| piece.kind()));
        }
        assert_eq!(kinds.len(), 6, "{said}: {kinds:?}");
        // The same run once more adds nothing, another one has other positions.
        run(&asked("first")).unwrap();
        let mut found = vec![rows("first")];
        assert_eq!(found[0], first);
        for (name, nodes, every, seed) in
            [("nodes", 600, 4, 11), ("every", 500, 1, 11), ("seed", 500, 1, 8)]
        {
            let every = NonZero::new(every).unwrap();
            run(&DistilArguments { nodes, every, seed, ..asked(name) }).unwrap();
            assert!(!found.contains(&rows(name)), "{name}");
            found.push(rows(name));
        }
        let error = run(&DistilArguments { nodes: 1, ..asked("barren") }).unwrap_err();
        assert!(error.to_string().contains("too few positions"), "{error}");
    }
}
