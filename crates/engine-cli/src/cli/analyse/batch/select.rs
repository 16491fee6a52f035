//! [`Selection`]: the games and moves that a file's analysis looks at.

use std::ops::RangeInclusive;

use engine::judge::Judgement;
use movegen::Color;
use movegen::pgn::Game;

/// A choice of games and moves, which acts on every output.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    /// A part of the name of a player, in lower case. Only this player's games are analysed, and
    /// only this player's moves are mistakes and puzzles.
    pub(crate) player: Option<String>,
    /// The numbers of the games, from 1.
    pub(crate) games: Option<RangeInclusive<usize>>,
    /// Whether only games with a mistake or a blunder are shown, and of moves only these.
    pub(crate) only_mistakes: bool,
}

impl Selection {
    pub(super) fn has(&self, number: usize) -> bool {
        self.games.as_ref().is_none_or(|games| games.contains(&number))
    }

    pub(super) fn last(&self) -> usize {
        self.games.as_ref().map_or(usize::MAX, |games| *games.end())
    }

    pub(super) fn is_player(&self, name: &str) -> bool {
        self.player.as_ref().is_none_or(|player| name.to_lowercase().contains(player))
    }

    pub(super) fn has_side(&self, game: &Game, side: Color) -> bool {
        self.is_player(game.tag(tag(side)).unwrap_or_default())
    }

    /// Returns whether a move that is judged so is a mistake that is shown.
    pub(super) fn shows(&self, game: &Game, side: Color, judgement: Option<Judgement>) -> bool {
        judgement.is_some_and(Judgement::is_mistake) && self.has_side(game, side)
    }

    /// Returns the arguments in words after `for`; nothing if all games are wanted.
    pub(super) fn of_words(&self) -> String {
        let words = self.words();
        if words.is_empty() { words } else { format!(" for {words}") }
    }

    /// Returns the arguments in words; nothing if all games are wanted.
    pub(super) fn words(&self) -> String {
        let player = self.player.as_ref().map(|player| format!("--player {player:?}"));
        let games = self.games.as_ref().map(|games| match *games.end() {
            usize::MAX => format!("--games {}-", games.start()),
            end => format!("--games {}-{end}", games.start()),
        });
        let only = self.only_mistakes.then(|| "--only mistakes".to_owned());
        [player, games, only].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

pub(super) fn tag(side: Color) -> &'static str {
    if side == Color::White { "White" } else { "Black" }
}
