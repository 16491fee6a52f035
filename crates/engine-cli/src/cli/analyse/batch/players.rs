//! The strength of each player's moves in a file of games.

use std::collections::BTreeMap;

use engine::judge::Judgement;
use movegen::Color;
use movegen::pgn::Game;
use serde::Serialize;

use super::annotate::Verdict;
use super::select::tag;

/// PGN's text for an unknown name.
const UNKNOWN: &str = "?";

#[derive(Debug, Default, Serialize)]
#[serde(transparent)]
pub(super) struct Players(BTreeMap<String, Player>);

#[derive(Debug, Default, Serialize)]
pub(super) struct Player {
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) games: usize,
    pub(super) moves: u64,
    #[serde(skip)]
    lost: u64,
    pub(super) average_centipawn_loss: f64,
    #[serde(skip)]
    accuracies: f64,
    /// The mean over the moves, in per cent; `None` without a judged move.
    pub(super) accuracy: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl Players {
    /// Adds a game. Players without a name are distinguished by their side only.
    pub(super) fn add(&mut self, game: &Game, verdicts: &[Option<Verdict>]) {
        for color in Color::ALL {
            let tag = tag(color);
            let name = game.tag(tag).filter(|name| !matches!(*name, "" | UNKNOWN));
            let name = name.map_or_else(|| format!("({tag})"), str::to_owned);
            let player = self.0.entry(name).or_default();
            player.games += 1;
            let own = verdicts.iter().flatten().filter(|verdict| verdict.mover == color);
            own.for_each(|verdict| player.add(verdict));
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &Player)> {
        self.0.iter()
    }

    /// Returns a table with a line for each player, after a line of headings; empty without
    /// players.
    pub(super) fn text(&self) -> String {
        let width = |name: &String| name.chars().count();
        let Some(longest) = self.0.keys().map(width).max() else { return String::new() };
        let head = "player";
        let longest = longest.max(head.len());
        let mut text = format!(
            "{head:longest$}  games   moves  average loss (cp)  accuracy     ?!      ?     ??\n"
        );
        for (name, player) in &self.0 {
            let Player { games, moves, average_centipawn_loss: loss, .. } = player;
            let accuracy = player.accuracy.map_or("-".into(), |share| format!("{share:.1} %"));
            let [inaccuracies, mistakes, blunders] = player.counts();
            text.push_str(&format!(
                "{name:longest$}  {games:>5}  {moves:>6}  {loss:>17.1}  \
                 {accuracy:>8}  {inaccuracies:>5}  {mistakes:>5}  {blunders:>5}\n"
            ));
        }
        text
    }
}

impl Player {
    fn add(&mut self, verdict: &Verdict) {
        let count = |judgement| usize::from(verdict.cost.judgement == Some(judgement));
        self.add_all(&Self {
            moves: 1,
            lost: verdict.cost.centipawns.into(),
            accuracies: verdict.cost.accuracy,
            inaccuracies: count(Judgement::Inaccuracy),
            mistakes: count(Judgement::Mistake),
            blunders: count(Judgement::Blunder),
            ..Self::default()
        });
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        self.moves += other.moves;
        self.lost += other.lost;
        self.accuracies += other.accuracies;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
        if self.moves > 0 {
            self.average_centipawn_loss = tenths(self.lost as f64 / self.moves as f64);
            self.accuracy = Some(tenths(self.accuracies / self.moves as f64));
        }
    }

    /// Returns the numbers of inaccuracies, mistakes and blunders.
    pub(super) fn counts(&self) -> [usize; 3] {
        [self.inaccuracies, self.mistakes, self.blunders]
    }
}

impl<'a> FromIterator<&'a Verdict> for Player {
    fn from_iter<I: IntoIterator<Item = &'a Verdict>>(verdicts: I) -> Self {
        let mut player = Self::default();
        verdicts.into_iter().for_each(|verdict| player.add(verdict));
        player
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Rounds a number to a tenth: JSON would have all digits.
pub(super) fn tenths(number: f64) -> f64 {
    (10.0 * number).round() / 10.0
}

#[cfg(test)]
mod tests {
    use engine::judge::Cost;
    use movegen::pgn::games;

    use super::*;
    use crate::notation::Score;

    #[test]
    fn players_are_added_up_over_their_games() {
        let verdict = |mover, lost, accuracy, judgement| {
            let (score, white_points) = (Score::Cp(0), 0.5);
            let cost = Cost { chances: 0.0, centipawns: lost, accuracy, judgement };
            Some(Verdict { mover, score, white_points, cost })
        };
        let verdicts = [
            verdict(Color::White, 0, 100.0, None),
            verdict(Color::Black, 300, 25.5, Some(Judgement::Blunder)),
            verdict(Color::White, 55, 80.4, Some(Judgement::Inaccuracy)),
            None,
        ];
        let text = b"[White \"Ann\"][Black \"Bob\"] * [White \"Bob\"] *";
        let mut players = Players::default();
        games(text).for_each(|game| players.add(&game.unwrap(), &verdicts));
        let rows: Vec<String> = players.text().lines().map(squeeze).collect();
        assert_eq!(
            rows,
            [
                "player games moves average loss (cp) accuracy ?! ? ??",
                "(Black) 1 1 300.0 25.5 % 0 0 1",
                "Ann 1 2 27.5 90.2 % 1 0 0",
                "Bob 2 3 118.3 68.6 % 1 0 1",
            ]
        );
        let json: serde_json::Value = serde_json::to_value(&players).unwrap();
        assert_eq!(json["Bob"]["average_centipawn_loss"], 118.3);
        assert_eq!(json["Bob"]["accuracy"], 68.6);
        assert_eq!(json["Ann"]["inaccuracies"], 1);
    }

    fn squeeze(line: &str) -> String {
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
