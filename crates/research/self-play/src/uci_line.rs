//! [`UciLine`] and [`UciAnswer`]: an engine's `info` lines and its answer to a search by UCI.

/// A score, from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciScore {
    /// A score in hundredths of a pawn, on that engine's scale.
    Centipawns(i32),
    /// Mate in this number of moves; at 0 or below, the side to move is mated.
    Mate(i32),
}

/// An `info` line with a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciLine {
    /// The iteration's depth in plies; 0 if the line does not give it.
    pub depth: u32,
    /// The rank of the line among the requested ones (`MultiPV`), from 1.
    pub rank: usize,
    /// The score of the line.
    pub score: UciScore,
    /// Whether the score is neither a `lowerbound` nor an `upperbound`.
    pub is_exact: bool,
    /// The nodes so far; 0 if the line does not give them.
    pub nodes: u64,
    /// The moves in UCI's notation. Nobody has checked that they are legal.
    pub moves: Vec<String>,
}

impl UciLine {
    /// Reads a line; returns `None` if it is no `info` line or has no score.
    ///
    /// ```
    /// use self_play::{UciLine, UciScore};
    ///
    /// let text = "info depth 9 seldepth 12 score mate 2 nodes 512 pv d1d7 g8h8 d7d8";
    /// let line = UciLine::parse(text).unwrap();
    /// assert_eq!((line.score, line.is_exact), (UciScore::Mate(2), true));
    /// assert_eq!(line.moves, ["d1d7", "g8h8", "d7d8"]);
    /// assert_eq!(UciLine::parse("info depth 9 currmove e2e4 currmovenumber 1"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut depth = 0;
        let mut rank = 1;
        let mut nodes = 0;
        let mut score = None;
        let (mut is_exact, mut moves) = (true, Vec::new());
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next()?.parse().ok()?,
                "multipv" => rank = words.next()?.parse().ok()?,
                "nodes" => nodes = words.next()?.parse().ok()?,
                "cp" => score = Some(UciScore::Centipawns(words.next()?.parse().ok()?)),
                "mate" => score = Some(UciScore::Mate(words.next()?.parse().ok()?)),
                "lowerbound" | "upperbound" => is_exact = false,
                "pv" => moves = words.by_ref().map(str::to_owned).collect(),
                "string" => return None,
                _ => {}
            }
        }
        Some(Self { depth, rank, score: score?, is_exact, nodes, moves })
    }
}

/// The answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciAnswer {
    /// The move after `bestmove`, in UCI's notation; `(none)` or `0000` without a legal move.
    pub best: String,
    /// The lines with a score, in the order in which they came.
    pub lines: Vec<UciLine>,
}

impl UciAnswer {
    /// Returns the last exact line of a rank: the engine's final opinion.
    #[must_use]
    pub fn last(&self, rank: usize) -> Option<&UciLine> {
        self.lines.iter().rfind(|line| line.is_exact && line.rank == rank)
    }

    /// Returns the largest number of nodes in any line.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.lines.iter().map(|line| line.nodes).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_ranks_and_scores_are_read_in_any_order() {
        let text = "info nodes 70 score cp -31 upperbound depth 4 multipv 2 nps 1000 pv a2a3";
        let expected = UciLine {
            depth: 4,
            rank: 2,
            score: UciScore::Centipawns(-31),
            is_exact: false,
            nodes: 70,
            moves: vec!["a2a3".into()],
        };
        assert_eq!(UciLine::parse(text), Some(expected));
        let mated = UciLine::parse("info depth 0 score mate 0").unwrap();
        assert_eq!((mated.score, mated.moves.len()), (UciScore::Mate(0), 0));
        assert_eq!(UciLine::parse("info string score cp 3"), None);
        assert_eq!(UciLine::parse("bestmove e2e4"), None);
        assert_eq!(UciLine::parse("info depth two score cp 3"), None);
    }

    #[test]
    fn the_last_exact_line_counts() {
        let lines = [
            "info depth 3 score cp 10 nodes 30 pv e2e4",
            "info depth 4 score mate 5 nodes 40 pv d2d4",
            "info depth 4 multipv 2 score cp 1 nodes 45 pv a2a4",
            "info depth 5 score cp 900 lowerbound nodes 50 pv c2c4",
        ];
        let lines = lines.iter().filter_map(|line| UciLine::parse(line)).collect();
        let answer = UciAnswer { best: "c2c4".into(), lines };
        assert_eq!(answer.last(1).unwrap().score, UciScore::Mate(5));
        assert_eq!(answer.last(2).unwrap().moves, ["a2a4"]);
        assert_eq!(answer.last(3), None);
        assert_eq!(answer.nodes(), 50);
    }
}
