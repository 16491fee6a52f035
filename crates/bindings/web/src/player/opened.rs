//! Games and positions that the reader opens: files, and texts that are pasted.

use std::collections::BTreeMap;

use engine::OpeningNames;
use movegen::pgn::{self, games};
use movegen::text::decode_text;
use movegen::{Epd, GameResult, Position};
use serde::Serialize;

use super::Player;

const FEN_SLASHES: usize = 7;

/// A game of an opened file, as a list of games shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameRow {
    /// White's name, or an empty text.
    pub white: String,
    /// Black's name, or an empty text.
    pub black: String,
    /// The event, or an empty text.
    pub event: String,
    /// The date, or an empty text.
    pub date: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The number of moves, of both sides together.
    pub plies: usize,
    /// The code and the name of its opening, or an empty text.
    pub opening: String,
    pub faults: usize,
}

/// A game of an opened file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenedGame {
    pub tags: BTreeMap<String, String>,
    pub start_fen: String,
    pub moves: Vec<String>,
    pub san: Vec<String>,
    pub fen: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The places that had to be read around, in words.
    pub faults: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) enum Opened {
    Games(Vec<u8>),
    /// Positions, a line of FEN or EPD each.
    Positions(Vec<Position>),
}

impl Player {
    /// Opens games in PGN, moves, or positions as lines of FEN or EPD, and returns a row for each.
    /// The game on the board stays as it is.
    ///
    /// # Errors
    /// If the text has neither a move nor a position; the file opened before stays open.
    pub fn open_file(&mut self, file: &[u8]) -> Result<Vec<GameRow>, String> {
        if let Some(positions) = positions(&decode_text(file)) {
            let rows = positions.iter().map(|_| GameRow::of_position()).collect();
            self.opened = Opened::Positions(positions);
            return Ok(rows);
        }
        let names = self.openings.get_or_insert_with(OpeningNames::new);
        let mut is_of_use = false;
        let rows = games(file).map(|game| {
            is_of_use |= game.as_ref().is_ok_and(has_content);
            game.map_or_else(|_| GameRow::of_fault(), |game| GameRow::of_game(&game, names))
        });
        let rows: Vec<GameRow> = rows.collect();
        if !is_of_use {
            return Err(refusal(file));
        }
        self.opened = Opened::Games(file.to_vec());
        Ok(rows)
    }

    /// Returns a game of the file that was opened, up to its first null move, which the board does
    /// not play. The game on the board stays as it is.
    pub fn opened_game(&self, index: usize) -> Result<OpenedGame, String> {
        let none = || format!("expected a game of the opened file, found number {index}");
        match &self.opened {
            Opened::Positions(positions) => {
                let position = positions.get(index).ok_or_else(none)?;
                Ok(opened(&pgn::Game::new(position.clone())))
            }
            Opened::Games(file) => {
                let game = games(file).nth(index).ok_or_else(none)?;
                let game = game.map_err(|error| error.to_string())?;
                if has_content(&game) { Ok(opened(&game)) } else { Err(without_move(&game)) }
            }
        }
    }
}

impl GameRow {
    fn of_position() -> Self {
        Self {
            white: String::new(),
            black: String::new(),
            event: String::new(),
            date: String::new(),
            result: GameResult::Unknown.as_str(),
            plies: 0,
            opening: String::new(),
            faults: 0,
        }
    }

    fn of_fault() -> Self {
        Self { faults: 1, ..Self::of_position() }
    }

    fn of_game(game: &pgn::Game, names: &OpeningNames) -> Self {
        let tag = |name| game.tag(name).filter(|text| !text.starts_with('?')).unwrap_or_default();
        let opening = names.of_line(game.start(), game.moves());
        Self {
            white: tag("White").to_owned(),
            black: tag("Black").to_owned(),
            event: tag("Event").to_owned(),
            date: tag("Date").to_owned(),
            result: game.result().as_str(),
            plies: game.moves().count(),
            opening: opening.map_or_else(String::new, |found| found.to_string()),
            faults: game.remarks().len(),
        }
    }
}

/// Returns whether a game has a move or a position of its own.
fn has_content(game: &pgn::Game) -> bool {
    game.moves().next().is_some() || *game.start() != Position::startpos()
}

/// Returns the positions of a text whose lines are all FEN or EPD, as they are pasted: `FEN:` or
/// UCI's `position fen` may stand before one, and quotes around it.
fn positions(text: &str) -> Option<Vec<Position>> {
    let lines = text.lines().map(bare_fen).filter(|line| !line.is_empty());
    let positions: Option<Vec<Position>> =
        lines.map(|line| Some(Epd::parse(line).ok()?.position().clone())).collect();
    positions.filter(|positions| !positions.is_empty())
}

/// Returns a line without the marks around a FEN.
fn bare_fen(line: &str) -> &str {
    let mut line = line.trim().trim_matches(['"', '\'', '`']).trim();
    for mark in ["position ", "fen", "FEN", ":"] {
        line = line.strip_prefix(mark).unwrap_or(line).trim_start();
    }
    line
}

/// Returns why a text without a move and without a position is refused.
fn refusal(file: &[u8]) -> String {
    let text = decode_text(file);
    let text = text.trim();
    let expected = "expected games in PGN, moves or a FEN, found";
    let word = text.split_whitespace().next().unwrap_or_default();
    if text.is_empty() {
        return format!("{expected} nothing");
    }
    if word.contains("://") || word.starts_with("www.") {
        return format!(
            "{expected} a link: the page reads no other site, so copy the game or the position \
             there and paste that"
        );
    }
    if bare_fen(text).matches('/').count() >= FEN_SLASHES
        && let Err(error) = Position::from_fen(bare_fen(text))
    {
        return error.to_string();
    }
    match games(file).next() {
        Some(Ok(game)) => without_move(&game),
        Some(Err(error)) => error.to_string(),
        None => format!("{expected} nothing"),
    }
}

/// Returns why a game without a move is refused.
fn without_move(game: &pgn::Game) -> String {
    let expected = "expected games in PGN, moves or a FEN, found no move";
    let first = game.remarks().first();
    first.map_or_else(|| expected.to_owned(), |remark| format!("{expected}: {remark}"))
}

fn opened(game: &pgn::Game) -> OpenedGame {
    let tag = |tag: &pgn::Tag| (tag.name().to_owned(), tag.value().to_owned());
    let all: Vec<_> = game.moves().collect();
    let moves = crate::game::uci_line(game.start(), &all);
    let san = game.positions().zip(&all).map(|(position, &mv)| position.san(mv));
    let end = game.positions().nth(moves.len()).unwrap_or_else(|| game.final_position());
    let mut faults: Vec<String> = game.remarks().iter().map(ToString::to_string).collect();
    if moves.len() < all.len() {
        faults.push(format!(
            "the board shows {} of {} moves: a null move follows",
            moves.len(),
            all.len()
        ));
    }
    OpenedGame {
        tags: game.tags().iter().map(tag).collect(),
        start_fen: game.start().to_fen(),
        san: san.take(moves.len()).collect(),
        moves,
        fen: end.to_fen(),
        result: game.result().as_str(),
        faults,
    }
}
