//! The sums over the games of a file.

use std::collections::BTreeMap;
use std::time::Duration;

use movegen::pgn::Game;
use search::Outcome;
use serde::Serialize;

use super::annotate::Verdict;
use super::ledger::{Kinds, Sums};
use super::number_of;
use super::players::{Player, Players};
use super::record::GameRecord;

#[derive(Default, Serialize)]
pub(super) struct GamesTally {
    pub(super) games: usize,
    pub(super) positions: usize,
    nodes: u64,
    /// The number of games that could not be read, or not to the end of their main line.
    faults: usize,
    /// The departures from the standard that the reader tolerated, by their kind.
    remarks: Kinds,
    /// The number of puzzles that were found, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) puzzles: Option<usize>,
    pub(super) players: Players,
    pub(super) openings: Openings,
}

impl GamesTally {
    pub(super) fn add(
        &mut self,
        game: &Game,
        found: &[Option<Outcome>],
        verdicts: &[Option<Verdict>],
        record: &GameRecord<'_>,
    ) {
        self.games += 1;
        self.faults += usize::from(game.is_cut());
        self.remarks.add(game.remarks().iter().map(|remark| remark.error().fault().kind()));
        self.positions += found.iter().flatten().count();
        self.nodes += found.iter().flatten().map(|found| found.nodes).sum::<u64>();
        self.players.add(game, verdicts);
        self.openings.add(game, record);
    }
}

impl Sums for GamesTally {
    fn faults(&mut self) -> &mut usize {
        &mut self.faults
    }

    fn text(&self, elapsed: Duration) -> String {
        let Self { games, positions, nodes, faults, remarks, puzzles, players, .. } = self;
        let [games, positions] = [number_of(*games, "game"), number_of(*positions, "position")];
        let mut text = players.text() + &format!("{games}, {positions}");
        if *faults > 0 {
            text.push_str(", ");
            text.push_str(&number_of(*faults, "broken or cut game"));
        }
        if let Some(puzzles) = puzzles {
            text.push_str(&format!(", {}", number_of(*puzzles, "puzzle")));
        }
        text.push_str(&format!(", {nodes} nodes, {:.2} s", elapsed.as_secs_f64()));
        text + &remarks.text()
    }
}

#[derive(Default, Serialize)]
#[serde(transparent)]
pub(super) struct Openings(pub(super) BTreeMap<String, OpeningSums>);

#[derive(Default, Serialize)]
pub(super) struct OpeningSums {
    pub(super) games: usize,
    pub(super) white_won: usize,
    pub(super) drawn: usize,
    pub(super) black_won: usize,
    pub(super) white: Player,
    pub(super) black: Player,
}

impl Openings {
    /// Adds a game; games without the name of an opening are together.
    pub(super) fn add(&mut self, game: &Game, record: &GameRecord<'_>) {
        use movegen::GameResult::{BlackWins, Draw, WhiteWins};
        let name = record.opening.as_deref().unwrap_or("(no name)");
        let sums = self.0.entry(name.to_owned()).or_default();
        sums.games += 1;
        match game.result() {
            WhiteWins => sums.white_won += 1,
            BlackWins => sums.black_won += 1,
            Draw => sums.drawn += 1,
            _ => {}
        }
        sums.white.add_all(&record.white);
        sums.black.add_all(&record.black);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_games_are_told_if_there_are_any() {
        let text = |faults| {
            let tally = GamesTally { faults, ..GamesTally::default() };
            tally.text(Duration::ZERO)
        };
        assert!(text(0).ends_with("0 games, 0 positions, 0 nodes, 0.00 s"), "{}", text(0));
        assert!(text(1).contains("0 positions, 1 broken or cut game, "), "{}", text(1));
    }
}
