//! A report on the games of a file: a page or the same as data.

mod html;

use std::mem;

use super::games_tally::GamesTally;
use super::record::GameRecord;
use super::select::Selection;
use super::{Summary, json};
use crate::io::out_file::OutFile;

/// A report, and the place for it. The games are kept as finished texts.
pub(crate) struct Report {
    place: OutFile,
    /// Whether the report is data, in JSON.
    is_data: bool,
    games: Vec<String>,
    /// The rows of the list of games, of a page.
    rows: Vec<String>,
}

impl Report {
    /// Creates a report without games: data in JSON, or a page in HTML.
    pub(crate) fn new(place: OutFile, is_data: bool) -> Self {
        Self { place, is_data, games: Vec::new(), rows: Vec::new() }
    }

    pub(super) fn add(&mut self, record: &GameRecord<'_>) {
        if self.is_data {
            return self.games.push(json(record));
        }
        self.rows.push(html::row(record));
        self.games.push(html::game(record));
    }

    pub(super) fn write(
        mut self,
        name: &str,
        selection: &Selection,
        tally: &GamesTally,
    ) -> Result<(), String> {
        let games = mem::take(&mut self.games);
        let text = if self.is_data {
            let summary = json(&Summary { summary: tally });
            format!("{{\"games\":[\n{}\n],{}\n", games.join(",\n"), &summary[1..])
        } else {
            html::page(name, selection, tally, &self.rows, &games)
        };
        self.place.write_whole(text)
    }
}
