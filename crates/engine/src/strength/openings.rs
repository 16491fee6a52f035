//! Common first moves: lines of openings with weights, from which a limited strength opens.

use movegen::{Color, Move, Position};

/// The lines: `WEIGHT MOVE … ; NAME`, one a line.
const LINES: &str = include_str!("../../data/openings.txt");

/// Returns the moves of the lines that lead to `position`, each with its weight. A line leads there
/// if it has the position after the number of plies that the position's move number gives.
pub(super) fn moves(position: &Position) -> Vec<(Move, u32)> {
    let mut moves: Vec<(Move, u32)> = Vec::new();
    for (weight, line) in lines() {
        let Some(mv) = next_move(&line, position) else { continue };
        match moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, sum)) => *sum += weight,
            None => moves.push((mv, weight)),
        }
    }
    moves
}

/// Returns the plies before a position, computed from the number of its move.
pub(super) fn plies(position: &Position) -> usize {
    let moves = position.fullmove_number().saturating_sub(1) as usize;
    2 * moves + usize::from(position.side_to_move() == Color::Black)
}

fn lines() -> impl Iterator<Item = (u32, Vec<&'static str>)> {
    let text = LINES.lines().filter(|line| !line.starts_with('#'));
    text.filter_map(|line| {
        let mut words = line.split(';').next()?.split_whitespace();
        Some((words.next()?.parse().ok()?, words.collect()))
    })
}

/// Returns the move by which a line goes on from `position`, if it leads there.
fn next_move(line: &[&str], position: &Position) -> Option<Move> {
    let plies = plies(position);
    let san = line.get(plies)?;
    let mut reached = Position::startpos();
    for san in &line[..plies] {
        reached = reached.make(reached.parse_san(san).ok()?);
    }
    if reached.key() != position.key() {
        return None;
    }
    position.parse_san(san).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Plies of the longest line.
    const LONGEST: usize = 8;

    #[test]
    fn every_line_is_legal_has_a_name_and_stands_there_once() {
        let written = LINES.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        assert!(written.clone().all(|line| line.contains(" ; ")));
        assert_eq!(written.count(), lines().count());
        let mut seen = HashSet::new();
        for (weight, line) in lines() {
            assert!(weight > 0 && (4..=LONGEST).contains(&line.len()), "{line:?}");
            assert!(seen.insert(line.clone()), "twice: {line:?}");
            let mut position = Position::startpos();
            for san in line {
                let mv = position.parse_san(san).unwrap_or_else(|error| panic!("{san}: {error}"));
                assert_eq!(position.san(mv), san);
                assert!(moves(&position).iter().any(|&(known, _)| known == mv));
                position = position.make(mv);
            }
        }
        assert!(seen.len() > 90, "{}", seen.len());
    }

    #[test]
    fn games_begin_as_people_begin_them() {
        let start = Position::startpos();
        let moves = moves(&start);
        let of: u32 = moves.iter().map(|&(_, weight)| weight).sum();
        let percent = |san: &str| {
            let mv = start.parse_san(san).expect("a legal move");
            let known = moves.iter().find(|&&(known, _)| known == mv);
            known.map_or(0, |&(_, weight)| 100 * weight / of)
        };
        assert!((45..60).contains(&percent("e4")), "{}", percent("e4"));
        assert!((25..40).contains(&percent("d4")), "{}", percent("d4"));
        assert!((4..12).contains(&percent("Nf3")) && (4..12).contains(&percent("c4")));
        assert_eq!(["Na3", "Nh3", "a4", "f3"].map(percent), [0; 4]);
    }

    #[test]
    fn moves_are_known_by_position_and_ply() {
        let known = |text: &str| {
            let position = text.split_whitespace().fold(Position::startpos(), |position, san| {
                position.make(position.parse_san(san).expect("a legal move"))
            });
            moves(&position).len()
        };
        assert!(known("Nf3 d5 d4 Nf6") > 2, "the London and Colle systems by another way");
        assert_eq!(known("a3"), 0);
        assert_eq!(known("Nf3 Nf6 Ng1 Ng8"), 0, "the start, but not at the start");
        assert_eq!(known("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"), 0, "the line is over");
    }
}
