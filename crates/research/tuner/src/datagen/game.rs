//! One game of self-play, and the quiet positions in it.

use std::collections::HashSet;

use engine::Game;
use movegen::{Color, Move, Position};
use search::score::is_mate;
use self_play::{Openings, Player, Random, Thought};

use super::adjudication::Adjudicator;
use crate::dataset::row::{GameResult, PackedRow, Row};

/// The largest score, either way, of an opening that is worth playing; the evaluation's units.
const BALANCED_SCORE: i32 = 500;

/// The choice of the positions that are kept of a game, and of its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// The ends of the principal variations are kept, not the positions of the game.
    pub(crate) leaves: bool,
    /// A score that wins when it lasts, in the evaluation's units.
    pub(crate) winning_score: i32,
}

/// Plays the game of a seed, and returns its quiet positions.
pub(crate) fn play(
    seed: u64,
    openings: &Openings,
    player: &mut Player,
    rules: Rules,
) -> Vec<PackedRow> {
    let mut random = Random::new(seed);
    let balanced = openings.draw_balanced(&mut random, player, (BALANCED_SCORE, u32::MAX));
    let (position, mut thought) = balanced.expect("one of billions is balanced");
    let mut game = Game::new(position);
    let mut adjudicator = Adjudicator::new(rules.winning_score);
    let (mut quiet, mut seen) = (Vec::new(), HashSet::new());
    let result = loop {
        let position = game.position();
        let score = from_white(position, thought.score);
        let kept = if rules.leaves {
            leaf(position, player.line(), thought).filter(|leaf| seen.insert(leaf.key()))
        } else {
            is_quiet(position, thought).then(|| position.clone())
        };
        if let Some(kept) = kept {
            quiet.push((kept, score as i16));
        }
        if let Some(result) = adjudicator.update(score) {
            break result;
        }
        game.make(thought.best).expect("a player's move is legal");
        // A draw that a player may claim is claimed.
        if let Some(end) = game.outcome() {
            break end.winner().map_or(GameResult::Draw, GameResult::won_by);
        }
        thought = player.think(&game).expect("the game goes on");
    };
    let pack = |(position, score)| PackedRow::pack(&Row { position, score, result });
    quiet.into_iter().map(pack).collect()
}

/// Turns a score of the side to move into White's.
pub(crate) fn from_white(position: &Position, score: i32) -> i32 {
    match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    }
}

/// Tells whether the evaluation should know the position's worth without search: nobody is in
/// check, the best move neither captures nor promotes, and no mate is in sight.
pub(crate) fn is_quiet(position: &Position, thought: Thought) -> bool {
    let best = thought.best;
    let is_tactical = position.is_capture(best) || best.is_promotion();
    !position.in_check() && !is_tactical && !is_mate(thought.score)
}

/// Returns the end of the principal variation, where the score comes from: there the evaluation was
/// asked. None if it was not, at the end of the game; nor is a check kept, which it never sees (the
/// leaves of searches as training positions: Andrew Grant, *Evaluation & Tuning in Chess Engines*,
/// 2020).
fn leaf(position: &Position, line: &[Move], thought: Thought) -> Option<Position> {
    let end = line.iter().fold(position.clone(), |position, &mv| position.make(mv));
    let is_asked = !end.in_check() && end.count_legal() > 0 && !end.is_insufficient_material();
    (is_asked && !is_mate(thought.score)).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODES: u64 = 200;
    const TABLE_BYTES: usize = 1 << 20;
    const RULES: Rules = Rules { leaves: false, winning_score: 2_000 };

    fn player() -> Player {
        Player::new(NODES, TABLE_BYTES).unwrap()
    }

    #[test]
    fn game_depends_on_the_seed_alone() {
        let openings = Openings::from_startpos(8..=10);
        let (mut used, mut fresh) = (player(), player());
        play(1, &openings, &mut used, RULES);
        let again = play(2, &openings, &mut used, RULES);
        assert_eq!(play(2, &openings, &mut fresh, RULES), again);
        assert_ne!(play(3, &openings, &mut fresh, RULES), again);
    }

    #[test]
    fn rows_parse_back_and_are_quiet() {
        let openings = Openings::from_startpos(8..=10);
        let rows = play(4, &openings, &mut player(), RULES);
        assert!(!rows.is_empty());
        let rows: Vec<_> = rows.iter().map(|row| row.unpack().unwrap()).collect();
        for row in &rows {
            assert!(!row.position.in_check());
            assert!(!is_mate(row.score.into()));
            assert_eq!(row.result, rows[0].result);
        }
        assert!(rows.is_sorted_by_key(|row| row.position.fullmove_number()));
    }

    #[test]
    fn a_leaf_is_the_end_of_the_line_and_kept_once() {
        let leaf = |fen: &str, line: &[&str], score: i32| {
            let position = Position::from_fen(fen).unwrap();
            let (mut end, mut moves) = (position.clone(), Vec::new());
            for uci in line {
                moves.push(end.parse_uci(uci).unwrap());
                end = end.make(moves[moves.len() - 1]);
            }
            let thought = Thought { best: moves[0], score };
            leaf(&position, &moves, thought).inspect(|leaf| assert_eq!(*leaf, end))
        };
        let rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        assert!(leaf(rook, &["a1a7", "e8d8"], 500).is_some());
        assert!(leaf(rook, &["a1a8"], 500).is_none(), "a check");
        assert!(leaf(rook, &["a1a7"], search::score::mate_in(9)).is_none());
        let corner = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
        assert!(leaf(corner, &["g1g6"], 0).is_some());
        assert!(leaf(corner, &["g1g7"], 0).is_none(), "stalemate");
        assert!(leaf("4k3/8/8/8/8/8/3p4/3K4 w - - 0 1", &["d1d2"], 0).is_none(), "a dead draw");

        let openings = Openings::from_startpos(8..=10);
        let rows = play(4, &openings, &mut player(), Rules { leaves: true, ..RULES });
        let keys = rows.iter().map(|row| row.unpack().unwrap().position.key());
        let distinct: HashSet<_> = keys.collect();
        assert!(distinct.len() == rows.len() && rows.len() > 10, "{}", rows.len());
        assert_ne!(rows, play(4, &openings, &mut player(), RULES));
    }

    #[test]
    fn captures_promotions_checks_and_mates_are_not_quiet() {
        let quiet = |fen: &str, uci: &str, score| {
            let position = Position::from_fen(fen).unwrap();
            is_quiet(&position, Thought { best: position.parse_uci(uci).unwrap(), score })
        };
        let pawns = "4k3/P7/8/3pP3/4P3/8/8/4K3 w - d6 0 1";
        assert!(quiet(pawns, "e1e2", 300));
        assert!(!quiet(pawns, "e4d5", 300));
        assert!(!quiet(pawns, "e5d6", 300));
        assert!(!quiet(pawns, "a7a8n", 300));
        assert!(!quiet(pawns, "e1e2", search::score::mate_in(9)));
        assert!(!quiet("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "e1d1", -500));
    }

    #[test]
    fn scores_are_turned_to_white() {
        let black = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b - - 0 1").unwrap();
        assert_eq!(from_white(&black, -500), 500);
        assert_eq!(from_white(&Position::startpos(), 20), 20);
    }

    #[test]
    fn openings_are_balanced_and_the_rules_end_a_game() {
        let [drawn, won] = ["8/8/4k3/8/8/3NK3/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"]
            .map(|fen| Position::from_fen(fen).unwrap());
        let openings = Openings::from_positions(vec![won, drawn.clone()], 0..=0);
        for seed in 0..8 {
            let rows = play(seed, &openings, &mut player(), RULES);
            let rows: Vec<_> = rows.iter().map(|row| row.unpack().unwrap()).collect();
            assert!(rows.len() == 1 && rows[0].position == drawn, "{rows:?}");
            assert_eq!(rows[0].result, GameResult::Draw);
        }
    }

    #[test]
    fn the_last_scores_of_a_game_are_those_of_its_winner() {
        let openings = Openings::from_startpos(8..=10);
        let mut ends = HashSet::new();
        for seed in 0..8 {
            let rules = Rules { winning_score: 300, ..RULES };
            let rows = play(seed, &openings, &mut player(), rules);
            let last = rows.last().unwrap().unpack().unwrap();
            match last.result {
                GameResult::WhiteWins => assert!(last.score >= 300, "{last:?}"),
                GameResult::BlackWins => assert!(last.score <= -300, "{last:?}"),
                GameResult::Draw => continue,
            }
            ends.insert((last.score > 0, last.position.side_to_move()));
        }
        assert!(ends.len() > 2, "{ends:?}");
    }
}
