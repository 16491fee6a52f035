//! Scores, numbers and lines of moves, as people write them.

use movegen::{Color, Move, Position};
use search::score::mate_distance_moves;
use search::{Info, RootScore};
use tt_core::Bound;

/// One line about one variation.
pub(crate) fn variation(info: &Info<'_>, position: &Position) -> String {
    format!(
        "depth {:>2}/{:<2}  score {:>6}  nodes {:>9}  time {:>6.2} s  {}",
        info.depth,
        info.sel_depth,
        score(info.score, position.side_to_move()),
        info.nodes,
        info.elapsed.as_secs_f64(),
        moves(position, info.pv)
    )
}

/// A score in pawns, or `#N` for a mate in N moves, from White's view: `+0.34`, `#-3`. A bound has
/// `>=` or `<=` before it.
fn score(score: RootScore, side: Color) -> String {
    let sign = if side == Color::White { 1 } else { -1 };
    let value = match mate_distance_moves(score.value) {
        Some(moves) => format!("#{}", moves * sign),
        None => format!("{:+.2}", f64::from(score.value * sign) / 100.0),
    };
    match (score.bound, side) {
        (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => format!(">={value}"),
        (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => format!("<={value}"),
        (Bound::Exact | Bound::None, _) => value,
    }
}

/// Moves in standard algebraic notation with their numbers: `3. Nf3 d6 4. d4`, `3... d6 4. d4`.
fn moves(root: &Position, line: &[Move]) -> String {
    let mut position = root.clone();
    let mut words = Vec::with_capacity(line.len());
    for (index, &mv) in line.iter().enumerate() {
        let number = position.fullmove_number();
        let san = position.san(mv);
        words.push(match position.side_to_move() {
            Color::White => format!("{number}. {san}"),
            Color::Black if index == 0 => format!("{number}... {san}"),
            Color::Black => san,
        });
        position = position.make(mv);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(position: &Position, texts: &[&str]) -> Vec<Move> {
        let mut position = position.clone();
        texts
            .iter()
            .map(|text| {
                let mv = position.parse_uci(text).unwrap();
                position = position.make(mv);
                mv
            })
            .collect()
    }

    #[test]
    fn moves_are_numbered_from_either_side() {
        let start = Position::startpos();
        let white = line(&start, &["e2e4", "e7e5", "g1f3"]);
        assert_eq!(moves(&start, &white), "1. e4 e5 2. Nf3");
        let black = line(&start.make(white[0]), &["e7e5", "g1f3", "b8c6"]);
        assert_eq!(moves(&start.make(white[0]), &black), "1... e5 2. Nf3 Nc6");
        assert_eq!(moves(&start, &[]), "");
    }

    #[test]
    fn scores_turn_with_the_side() {
        let exact = |value| RootScore::new(value, Bound::Exact);
        assert_eq!(score(exact(34), Color::White), "+0.34");
        assert_eq!(score(exact(34), Color::Black), "-0.34");
        assert_eq!(score(exact(search::score::mate_in(5)), Color::White), "#3");
        assert_eq!(score(exact(search::score::mate_in(5)), Color::Black), "#-3");
        let lower = RootScore::new(50, Bound::Lower);
        assert_eq!(score(lower, Color::White), ">=+0.50");
        assert_eq!(score(lower, Color::Black), "<=-0.50");
    }
}
