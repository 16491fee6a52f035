//! Scores, numbers and lines of moves in people's notation.

use movegen::{Color, Move, Position};
use search::RootScore;

use crate::cli::analyse::findings::Variation;

/// The end of a row that was cut.
const CUT: &str = " ...";

pub(crate) struct LineText {
    rank: String,
    depths: String,
    score: String,
    effort: String,
    /// The moves with their numbers. Each element is one unbreakable word.
    moves: Vec<String>,
}

impl LineText {
    /// Describes a line of a search of `root`.
    pub(crate) fn new(line: &Variation, root: &Position) -> Self {
        Self {
            rank: line.rank.to_string(),
            depths: format!("{:>2}/{:<2}", line.depth, line.sel_depth),
            score: score(line.score, root.side_to_move()),
            effort: format!("nodes {:>9}  time {:>6.2} s", line.nodes, line.elapsed.as_secs_f64()),
            moves: numbered(root, &line.moves),
        }
    }

    /// Returns the whole line, whatever its length.
    pub(crate) fn whole(&self) -> String {
        let Self { rank, depths, score, effort, moves } = self;
        format!("line {rank}  depth {depths}  score {score:>6}  {effort}  {}", moves.join(" "))
    }

    /// Returns a row of at most `columns` characters: whole moves only, and three dots if there are
    /// more. The fields before the moves give way to the first move, which is shown at any width.
    pub(crate) fn row(&self, columns: usize) -> String {
        let Self { rank, depths, score, moves, .. } = self;
        let width = |text: &str| text.chars().count();
        let first = moves.first().map_or(0, |first| width(first));
        let heads = [
            format!("{rank:>2}  {score:>6}  {depths}  "),
            format!("{rank:>2} {score:>6}  "),
            format!("{score} "),
        ];
        let fits = |head: &&String| columns >= width(head) + first + CUT.len();
        let mut row = heads.iter().find(fits).cloned().unwrap_or_default();
        for (index, word) in moves.iter().enumerate() {
            let is_last = index + 1 == moves.len();
            let tail = if is_last { 0 } else { CUT.len() };
            if index > 0 && width(&row) + 1 + width(word) + tail > columns {
                if width(&row) + CUT.len() <= columns {
                    row.push_str(CUT);
                }
                break;
            }
            if index > 0 {
                row.push(' ');
            }
            row.push_str(word);
        }
        row
    }
}

/// Returns a score from White's view: in pawns, `#N` for a mate in N moves, or the result by
/// tablebases: `+0.34`, `#-3`, `TB win`, `TB loss`. A bound has `>=` or `<=` before it.
pub(crate) fn score(score: RootScore, side: Color) -> String {
    if side == Color::White { score } else { -score }.to_string()
}

/// Returns moves in standard algebraic notation with their numbers: `3. Nf3`, `d6`, `4. d4`, or
/// `3... d6`, `4. d4`.
pub(crate) fn numbered(root: &Position, line: &[Move]) -> Vec<String> {
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
    words
}

#[cfg(test)]
mod tests {
    use search::score::{MAX_EVAL, tb_loss_in, tb_win_in};
    use tt_core::Bound;

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
        assert_eq!(numbered(&start, &white), ["1. e4", "e5", "2. Nf3"]);
        let black = line(&start.make(white[0]), &["e7e5", "g1f3", "b8c6"]);
        assert_eq!(numbered(&start.make(white[0]), &black), ["1... e5", "2. Nf3", "Nc6"]);
        assert!(numbered(&start, &[]).is_empty());
    }

    #[test]
    fn a_row_is_cut_at_a_whole_move() {
        let variation = LineText {
            rank: "1".into(),
            depths: "14/22".into(),
            score: "+0.34".into(),
            effort: "nodes    123456  time   1.25 s".into(),
            moves: ["1. e4", "e5", "2. Nf3", "Nc6"].map(String::from).to_vec(),
        };
        assert_eq!(
            variation.whole(),
            "line 1  depth 14/22  score  +0.34  nodes    123456  time   1.25 s  \
             1. e4 e5 2. Nf3 Nc6"
        );
        for (columns, row) in [
            (80, " 1   +0.34  14/22  1. e4 e5 2. Nf3 Nc6"),
            (38, " 1   +0.34  14/22  1. e4 e5 2. Nf3 Nc6"),
            (37, " 1   +0.34  14/22  1. e4 e5 ..."),
            (31, " 1   +0.34  14/22  1. e4 e5 ..."),
            (30, " 1   +0.34  14/22  1. e4 ..."),
            (27, " 1  +0.34  1. e4 e5 ..."),
            (20, " 1  +0.34  1. e4 ..."),
            (19, "+0.34 1. e4 e5 ..."),
            (14, "1. e4 e5 ..."),
            (6, "1. e4"),
        ] {
            assert_eq!(variation.row(columns), row, "{columns}");
        }
    }

    #[test]
    fn scores_turn_with_the_side() {
        let exact = |value| RootScore::new(value, Bound::Exact);
        let words = |white, black| (format!("TB {white}"), format!("TB {black}"));
        assert_eq!(score(exact(34), Color::White), "+0.34");
        assert_eq!(score(exact(34), Color::Black), "-0.34");
        assert_eq!(score(exact(search::score::mate_in(5)), Color::White), "#3");
        assert_eq!(score(exact(search::score::mate_in(5)), Color::Black), "#-3");
        for plies in [0, 7, 245] {
            let [won, lost] = [tb_win_in(plies), tb_loss_in(plies)].map(exact);
            assert_eq!((score(won, Color::White), score(won, Color::Black)), words("win", "loss"));
            assert_eq!(
                (score(lost, Color::White), score(lost, Color::Black)),
                words("loss", "win")
            );
        }
        assert_eq!(
            score(exact(MAX_EVAL), Color::White),
            format!("+{}.{:02}", MAX_EVAL / 100, MAX_EVAL % 100)
        );
        let lower = RootScore::new(50, Bound::Lower);
        assert_eq!(score(lower, Color::White), ">=+0.50");
        assert_eq!(score(lower, Color::Black), "<=-0.50");
    }
}
