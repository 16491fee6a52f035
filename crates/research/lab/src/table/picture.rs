//! Verb `tt-plot`: the picture of a transposition table, as SVG.
//!
//! The table is filled by our own search, which plays a game against itself from the start
//! position; or it comes from a file that tt-core saved.

mod draw;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use engine::Game;
use indicatif::ProgressBar;
use self_play::Player;
use tt_core::{Snapshot, Table, file_info};

use crate::page::write;
use draw::draft;

#[derive(Args)]
pub(crate) struct PictureArguments {
    /// Size of the table in KiB
    #[arg(long, value_name = "KB", default_value_t = 16_384)]
    hash_kb: usize,
    /// Moves of the game that fills the table, each by a search of its own
    #[arg(long, default_value_t = 6)]
    moves: u32,
    /// Nodes of each search
    #[arg(long, default_value_t = 400_000)]
    nodes: u64,
    /// A saved table to draw in place of a search's
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Where to write the drawing
    #[arg(long, value_name = "FILE", default_value = "docs/records/lab/tt-table.svg")]
    output: PathBuf,
}

/// Draws the picture, and returns its numbers in a few lines.
pub(crate) fn run(arguments: &PictureArguments) -> Result<String> {
    let bytes = arguments.hash_kb << 10;
    let (snapshot, origin) = match &arguments.file {
        Some(file) => (of_file(file, bytes)?, file.display().to_string()),
        None => {
            let (moves, nodes) = (arguments.moves, arguments.nodes);
            let of_search = of_search(bytes, moves, nodes)?;
            (of_search, format!("{moves} searches of {nodes} nodes from the start position on"))
        }
    };
    let title = format!("{} KiB after {origin}", arguments.hash_kb);
    let drawing = draw::svg(&snapshot, &title)?;
    write(&arguments.output, &drawing)?;
    Ok(summary(&snapshot))
}

fn of_search(bytes: usize, moves: u32, nodes: u64) -> Result<Snapshot> {
    let mut player = Player::new(nodes, bytes)?;
    let mut game = Game::default();
    let progress = ProgressBar::new(moves.into());
    for _ in 0..moves {
        let Some(thought) = player.think(&game) else {
            bail!("the game is over before its move {moves}");
        };
        game.make(thought.best)?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(player.snapshot())
}

fn of_file(file: &Path, bytes: usize) -> Result<Snapshot> {
    let schema = file_info(file).with_context(|| file.display().to_string())?.schema;
    let mut table: Table = Table::new(bytes)?;
    let progress = ProgressBar::no_length();
    table.load(file, schema, |done, all| {
        progress.set_length(all);
        progress.set_position(done);
    })?;
    progress.finish_and_clear();
    Ok(table.snapshot())
}

/// Returns the numbers of the picture as lines `figure NAME VALUE`.
fn summary(snapshot: &Snapshot) -> String {
    let Snapshot { capacity, occupied, priorities, bounds, ages, .. } = snapshot;
    let share = 100.0 * *occupied as f64 / *capacity as f64;
    let deepest = priorities.iter().rposition(|&records| records > 0).map_or(0, draft);
    let [none, upper, lower, exact] = bounds;
    [
        format!("figure tt.capacity {capacity} entries"),
        format!("figure tt.occupied {occupied} entries, {share:.1} %"),
        format!("figure tt.bounds {none} none, {upper} upper, {lower} lower, {exact} exact"),
        format!("figure tt.deepest {deepest} plies"),
        format!("figure tt.current {} entries of the last search", ages[0]),
    ]
    .join("\n")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn arguments(output: PathBuf) -> PictureArguments {
        PictureArguments { hash_kb: 64, moves: 3, nodes: 5_000, file: None, output }
    }

    #[test]
    fn a_search_fills_the_picture() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("new").join("table.svg");
        let text = run(&arguments(output.clone())).unwrap();
        assert!(text.starts_with("figure tt.capacity 4096 entries"), "{text}");
        let drawing = fs::read_to_string(output).unwrap();
        assert!(drawing.starts_with("<svg"), "{drawing}");
        for title in ["buckets by taken slots", "records by draft", "by bound", "by age"] {
            assert!(drawing.contains(title), "{title}");
        }
        // A bar at least for each kind of bound but none, and for three ages.
        assert!(drawing.matches("<rect").count() > 12, "{drawing}");
    }

    #[test]
    fn a_saved_table_has_the_picture_of_its_records() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("table");
        let mut table: Table = Table::new(1 << 16).unwrap();
        for number in 1..=100 {
            let entry = tt_core::Entry { draft: 7, ..tt_core::Entry::default() };
            table.store(zobrist_keys::mix(number), entry);
        }
        table.save(&file, 5, |_, _| {}).unwrap();
        let output = folder.path().join("table.svg");
        let arguments = PictureArguments { file: Some(file), ..arguments(output) };
        let text = run(&arguments).unwrap();
        assert!(text.contains("figure tt.occupied 100 entries, 2.4 %"), "{text}");
        assert!(text.contains("figure tt.deepest 7 plies"), "{text}");
        let missing = PictureArguments { file: Some(folder.path().join("none")), ..arguments };
        assert!(run(&missing).unwrap_err().to_string().contains("none"));
    }
}
