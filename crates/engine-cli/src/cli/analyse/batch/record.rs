//! A game with the findings in it, as JSON has it and as a report draws it.

use std::collections::BTreeMap;

use engine::OpeningName;
use engine::judge::Judgement;
use movegen::pgn::Game;
use movegen::{Color, PieceType, Position, Rank};
use search::Outcome;
use serde::{Serialize, Serializer};

use super::annotate::{self, Verdict};
use super::players::{Player, tenths};
use super::select::Selection;
use crate::cli::analyse::text::numbered;
use crate::notation::{self, MoveNames, Score, line_in_san};

#[derive(Serialize)]
pub(super) struct GameRecord<'a> {
    pub(super) game: usize,
    pub(super) tags: BTreeMap<&'a str, &'a str>,
    pub(super) start: String,
    pub(super) result: &'static str,
    /// Whether the main line ends where it could not be understood.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) cut: bool,
    pub(super) opening: Option<String>,
    pub(super) white: Player,
    pub(super) black: Player,
    pub(super) phases: Vec<Phase>,
    pub(super) moves: Vec<MoveRecord>,
    #[serde(skip)]
    pub(super) is_whole: bool,
}

#[derive(Serialize)]
pub(super) struct Phase {
    pub(super) phase: &'static str,
    /// The first and the last ply, from 1.
    pub(super) plies: [usize; 2],
    /// The numbers of the first and the last move.
    pub(super) moves: [u32; 2],
    pub(super) white: Player,
    pub(super) black: Player,
}

#[derive(Serialize)]
pub(super) struct MoveRecord {
    /// The ply of the game, from 1.
    pub(super) ply: usize,
    pub(super) uci: String,
    pub(super) san: String,
    /// The score after the move, from White's view; `None` if the analysis was stopped before.
    pub(super) eval: Option<Score>,
    /// The points from 0 to 1 that White may expect after the move.
    pub(super) white_points: Option<f64>,
    best: Option<MoveNames>,
    centipawn_loss: Option<u32>,
    /// The accuracy in per cent.
    accuracy: Option<f64>,
    #[serde(serialize_with = "by_name")]
    pub(super) judgement: Option<Judgement>,
    /// The better line beside a bad move.
    pub(super) better: Vec<String>,
    /// The position before a mistake or a blunder that is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fen: Option<String>,
    /// The position, the score of its best move from White's view, and the numbered move.
    #[serde(skip)]
    pub(super) before: Option<(Position, Score)>,
    #[serde(skip)]
    pub(super) number: String,
    /// The better line with the numbers of its moves.
    #[serde(skip)]
    pub(super) better_line: String,
}

impl<'a> GameRecord<'a> {
    /// Makes the record of a game from the findings in its positions, and those of its moves.
    pub(super) fn new(
        number: usize,
        game: &'a Game,
        found: &[Option<Outcome>],
        verdicts: &[Option<Verdict>],
        selection: &Selection,
        opening: Option<OpeningName>,
    ) -> Self {
        let side = |color, plies: [usize; 2]| {
            let own = verdicts.iter().take(plies[1]).skip(plies[0] - 1).flatten();
            own.filter(|verdict| verdict.mover == color).collect::<Player>()
        };
        let all = [1, verdicts.len()];
        let phase = |(phase, plies, moves)| Phase {
            phase,
            plies,
            moves,
            white: side(Color::White, plies),
            black: side(Color::Black, plies),
        };
        let mut moves: Vec<MoveRecord> = records(game, found, verdicts, selection).collect();
        if selection.only_mistakes {
            moves.retain(|record| record.fen.is_some());
        }
        Self {
            game: number,
            tags: game.tags().iter().map(|tag| (tag.name(), tag.value())).collect(),
            start: game.start().to_fen(),
            result: game.result().as_str(),
            cut: game.is_cut(),
            opening: opening.map_or_else(|| by_tags(game), |opening| Some(opening.to_string())),
            white: side(Color::White, all),
            black: side(Color::Black, all),
            phases: phases(game).into_iter().map(phase).collect(),
            moves,
            is_whole: !selection.only_mistakes,
        }
    }
}

fn by_name<S: Serializer>(judgement: &Option<Judgement>, to: S) -> Result<S::Ok, S::Error> {
    judgement.map(Judgement::name).serialize(to)
}

fn records(
    game: &Game,
    found: &[Option<Outcome>],
    verdicts: &[Option<Verdict>],
    selection: &Selection,
) -> impl Iterator<Item = MoveRecord> {
    let variant = game.start().variant();
    let moves = game.positions().zip(game.moves()).zip(verdicts).zip(1..);
    moves.map(move |(((position, mv), verdict), ply)| {
        let (before, mover) =
            (found.get(ply - 1).and_then(Option::as_ref), position.side_to_move());
        let verdict = verdict.as_ref();
        let judgement = verdict.and_then(|verdict| verdict.cost.judgement);
        let better = annotate::better(before, judgement);
        let is_shown = selection.shows(game, mover, judgement);
        let dots = if mover == Color::White { "." } else { "..." };
        let san = position.san(mv);
        MoveRecord {
            ply,
            uci: position.uci_as(mv, variant),
            number: format!("{}{dots} {san}", position.fullmove_number()),
            san,
            eval: verdict.map(|verdict| verdict.score),
            white_points: verdict.map(|verdict| verdict.white_points),
            best: before.and_then(|it| Some(MoveNames::new(&position, it.best?))),
            centipawn_loss: verdict.map(|verdict| verdict.cost.centipawns),
            accuracy: verdict.map(|verdict| tenths(verdict.cost.accuracy)),
            judgement,
            better: line_in_san(&position, better),
            better_line: if is_shown {
                numbered(&position, better).join(" ")
            } else {
                String::new()
            },
            fen: is_shown.then(|| position.to_fen()),
            before: before
                .filter(|_| is_shown)
                .map(|it| (position.clone(), notation::for_white(it.score.value(), mover))),
        }
    })
}

fn by_tags(game: &Game) -> Option<String> {
    let words = ["ECO", "Opening", "Variation"].map(|tag| game.tag(tag).unwrap_or_default());
    let words: Vec<&str> = words.into_iter().filter(|word| !matches!(*word, "" | "?")).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The most knights, bishops, rooks and queens of both sides in a middle game and in an ending.
/// The numbers are those by which lichess.org divides games (scalachess, `Divider`).
const PIECES: [u32; 2] = [10, 6];

/// The number of pieces on a side's first rank below which the opening ends, from there, too.
const FIRST_RANK: u32 = 4;

/// Returns the phases of a game that has moves, with their first and last plies and moves. A
/// phase that has begun does not come back.
fn phases(game: &Game) -> Vec<(&'static str, [usize; 2], [u32; 2])> {
    const NAMES: [&str; 3] = ["opening", "middle game", "ending"];
    let mut phases: Vec<(&str, [usize; 2], [u32; 2])> = Vec::new();
    let mut reached = 0;
    for (ply, (position, _)) in (1..).zip(game.positions().zip(game.moves())) {
        reached = reached.max(phase(&position));
        let number = position.fullmove_number();
        match phases.last_mut() {
            Some((name, plies, moves)) if *name == NAMES[reached] => {
                (plies[1], moves[1]) = (ply, number);
            }
            _ => phases.push((NAMES[reached], [ply, ply], [number, number])),
        }
    }
    phases
}

/// Returns the phase of a position: 0 the opening, 1 the middle game, 2 the ending.
fn phase(position: &Position) -> usize {
    use PieceType::{Bishop, Knight, Queen, Rook};
    let of =
        |color| [Knight, Bishop, Rook, Queen].map(|kind| position.colored(color, kind).count());
    let pieces: u32 = Color::ALL.into_iter().flat_map(of).sum();
    let left = |color, rank: Rank| {
        let kinds = PieceType::ALL.into_iter().filter(|kind| *kind != PieceType::Pawn);
        let home = kinds.map(|kind| {
            position.colored(color, kind).into_iter().filter(|at| at.rank() == rank).count() as u32
        });
        home.sum::<u32>() < FIRST_RANK
    };
    let developed = || left(Color::White, Rank::First) || left(Color::Black, Rank::Eighth);
    match pieces {
        _ if pieces <= PIECES[1] => 2,
        _ if pieces <= PIECES[0] || developed() => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_ends_with_the_pieces_and_the_home_rank() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
            ("r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 1", 1),
            ("rnb1kb1r/8/8/8/8/8/8/RNB1KB1R w - - 0 1", 1),
            ("r1b1kb2/8/8/8/8/8/8/RNB1K3 w Q - 0 1", 2),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 2),
        ] {
            assert_eq!(phase(&Position::from_fen(fen).expect("legal")), expected, "{fen}");
        }
    }
}
