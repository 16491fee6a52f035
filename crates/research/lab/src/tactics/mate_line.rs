//! The line that comes with a mate score, played on the board.

use movegen::Position;

/// The kind of a line with which a mate was announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MateLine {
    /// Legal moves, as many as announced, the last of which mates.
    Whole,
    /// Legal moves that end before the mate.
    Cut,
    /// A move that is not legal, a mate at another distance, or no mate at the announced one.
    False,
}

impl MateLine {
    /// Plays `line`, in UCI's notation, with which a mate in `moves` was announced.
    pub(super) fn of(root: &Position, moves: u32, line: &[String]) -> Self {
        let mut position = root.clone();
        for text in line {
            let Ok(mv) = position.parse_uci(text) else { return Self::False };
            position = position.make(mv);
        }
        let is_mate = position.in_check() && position.count_legal() == 0;
        match (line.len() + 1).cmp(&(2 * moves as usize)) {
            std::cmp::Ordering::Equal if is_mate => Self::Whole,
            std::cmp::Ordering::Less if !is_mate => Self::Cut,
            _ => Self::False,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_played_to_its_end() {
        let root = Position::from_fen("k7/8/1K6/8/8/8/8/7R w - - 0 1").unwrap();
        let of = |moves, line: &str| {
            let line: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            MateLine::of(&root, moves, &line)
        };
        assert_eq!(of(1, "h1h8"), MateLine::Whole);
        assert_eq!(of(2, "h1h7 a8b8 h7h8"), MateLine::Whole);
        assert_eq!(of(2, "h1h7 a8b8"), MateLine::Cut);
        assert_eq!(of(2, ""), MateLine::Cut);
        assert_eq!(of(2, "h1h8"), MateLine::False, "sooner than announced");
        assert_eq!(of(1, "h1h7 a8b8 h7h8"), MateLine::False, "later than announced");
        assert_eq!(of(1, "h1h7"), MateLine::False, "no mate");
        assert_eq!(of(1, "h1a2"), MateLine::False, "no legal move");
    }
}
