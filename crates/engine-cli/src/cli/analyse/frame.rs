//! The findings of one moment as rows of text: board, evaluation bar, totals.

use movegen::{Color, Position};
use search::Wdl;

use crate::cli::analyse::findings::Findings;
use crate::cli::analyse::text;
use crate::io::board;
use crate::io::style::Style;
use uci::nodes_per_second;

const RANKS: usize = 8;

/// The steps of a cell of the bar.
const EIGHTHS: usize = 8;

/// The columns of the board with the bar beside it.
const BOARD: usize = board::COLUMNS + 3;

/// The columns between the board and the totals beside it.
const GAP: usize = 3;

/// The least width at which the totals are beside the board, the widest of them whole; below it
/// they are under the board.
const BESIDE: usize = BOARD + GAP + "1-0 10 %, draw 80 %, 0-1 10 %".len();

/// The space between fields in a row.
const APART: &str = "  ";

/// Returns the board with the best move marked, the bar and the totals, in rows of at most
/// `columns` columns. Fields that do not fit are left out one by one, and a board as a whole.
pub(crate) fn rows(
    findings: &Findings,
    root: &Position,
    style: Style,
    columns: usize,
) -> Vec<String> {
    if columns < BOARD {
        return totals_in_rows(findings, root, columns);
    }
    let mut rows = board::rows(root, findings.best(), style);
    let chances = findings.white_chances(root);
    for (row, eighths) in rows.iter_mut().zip(cells(chances)) {
        row.push(' ');
        row.push_str(&style.bar(eighths));
    }
    let score = score(findings, root);
    if BOARD + score.len() <= columns {
        rows[RANKS].push(' ');
        rows[RANKS].push_str(&score);
    }
    if columns < BESIDE {
        rows.extend(flow(&fields(findings, root), columns));
        return rows;
    }
    let [side, results, depth, nodes, speed, hash, time] = totals(findings, root);
    let named =
        [("depth", depth), ("nodes", nodes), ("speed", speed), ("hash", hash), ("time", time)];
    let fields = named.iter().map(|(name, value)| format!("{name:<9}{value}"));
    for (row, field) in rows.iter_mut().zip([side, results].into_iter().chain(fields)) {
        if BOARD + GAP + field.chars().count() <= columns {
            row.push_str(&" ".repeat(GAP));
            row.push_str(&field);
        }
    }
    rows
}

/// Returns score and totals without a board.
pub(crate) fn totals_in_rows(findings: &Findings, root: &Position, columns: usize) -> Vec<String> {
    let mut fields = fields(findings, root);
    fields.insert(1, score(findings, root));
    flow(&fields, columns)
}

/// Returns the totals in the order in which they appear side by side.
fn fields(findings: &Findings, root: &Position) -> Vec<String> {
    let [side, results, depth, nodes, speed, hash, time] = totals(findings, root);
    vec![side, results, format!("depth {depth}"), format!("{nodes} nodes"), speed, time, hash]
}

/// Sets fields in rows, in their order; none is broken, and one wider than a row is left out.
fn flow(fields: &[String], columns: usize) -> Vec<String> {
    let width = |text: &str| text.chars().count();
    let mut rows: Vec<String> = Vec::new();
    for field in fields.iter().filter(|field| (1..=columns).contains(&width(field))) {
        match rows.last_mut() {
            Some(row) if width(row) + APART.len() + width(field) <= columns => {
                row.push_str(APART);
                row.push_str(field);
            }
            _ => rows.push(field.clone()),
        }
    }
    rows
}

/// Returns the best line's score; empty before the first line.
fn score(findings: &Findings, root: &Position) -> String {
    findings
        .lines
        .first()
        .map_or(String::new(), |line| text::score(line.score, root.side_to_move()))
}

/// Returns the bar's cells from the top: White's expected result, a draw counted half, fills it
/// from below.
fn cells(chances: Wdl) -> [usize; RANKS] {
    let steps = RANKS * EIGHTHS;
    let white = (2 * chances.win + chances.draw) as usize * steps / 2_000;
    std::array::from_fn(|row| white.saturating_sub((RANKS - 1 - row) * EIGHTHS).min(EIGHTHS))
}

/// Returns the facts beside the lines, each in words: side to move, chances, depth, nodes, speed,
/// fill of the table, time.
fn totals(findings: &Findings, root: &Position) -> [String; 7] {
    let side = match root.side_to_move() {
        Color::White => "White to move",
        Color::Black => "Black to move",
    };
    let check = if root.in_check() { ", in check" } else { "" };
    let Wdl { win, loss, .. } = findings.white_chances(root);
    // They sum to 100, just as the chances sum to 1000.
    let [white, black] = [win, loss].map(|per_mille| (per_mille + 5) / 10);
    let drawn = 100_u32.saturating_sub(white + black);
    let depth = findings.lines.first().map(|line| (line.depth, line.sel_depth));
    let (depth, sel_depth) = depth.unwrap_or_default();
    [
        format!("{side}{check}"),
        format!("1-0 {white} %, draw {drawn} %, 0-1 {black} %"),
        format!("{depth}/{sel_depth}"),
        grouped(findings.nodes),
        format!("{} nps", grouped(nodes_per_second(findings.nodes, findings.elapsed))),
        format!("{}.{} % full", findings.hashfull / 10, findings.hashfull % 10),
        format!("{:.2} s", findings.elapsed.as_secs_f64()),
    ]
}

/// Returns a number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use search::{Info, RootScore};
    use tt_core::Bound;

    use super::*;
    use crate::cli::analyse::findings::Variation;

    fn findings(root: &Position) -> Findings {
        let best = [root.parse_san("Nf3").unwrap()];
        let mut info = Info::new(RootScore::new(34, Bound::Exact), &best);
        (info.depth, info.sel_depth) = (14, 22);
        Findings {
            lines: vec![Variation::new(&info, root)],
            nodes: 1_234_567,
            elapsed: Duration::from_millis(1250),
            hashfull: 123,
            ..Findings::default()
        }
    }

    #[test]
    fn the_totals_stand_beside_the_board_or_below_it() {
        let root = Position::startpos();
        let wide = [
            "8  r  n  b  q  k  b  n  r  ::   White to move",
            "7  p  p  p  p  p  p  p  p  ::   1-0 38 %, draw 40 %, 0-1 22 %",
            "6  .  .  .  .  .  .  .  .  ::   depth    14/22",
            "5  .  .  .  .  .  .  .  .  ##   nodes    1,234,567",
            "4  .  .  .  .  .  .  .  .  ##   speed    987,653 nps",
            "3  .  .  .  .  . [.] .  .  ##   hash     12.3 % full",
            "2  P  P  P  P  P  P  P  P  ##   time     1.25 s",
            "1  R  N  B  Q  K  B (N) R  ##",
            "   a  b  c  d  e  f  g  h  +0.34",
        ];
        assert_eq!(rows(&findings(&root), &root, Style::PLAIN, 80), wide);
        let heights = [BESIDE - 1, BESIDE]
            .map(|columns| rows(&findings(&root), &root, Style::PLAIN, columns).len());
        assert!(heights[0] > wide.len() && heights[1] == wide.len(), "{heights:?}");
        let narrow = rows(&findings(&root), &root, Style::PLAIN, 40);
        assert!(narrow.iter().zip(wide).all(|(row, wide)| wide.starts_with(row.trim_end())));
        let below = [
            "White to move",
            "1-0 38 %, draw 40 %, 0-1 22 %",
            "depth 14/22  1,234,567 nodes",
            "987,653 nps  1.25 s  12.3 % full",
        ];
        assert_eq!(narrow[9..], below);
        let narrowest = rows(&findings(&root), &root, Style::PLAIN, 28);
        assert_eq!(narrowest[..2], ["White to move  +0.34", below[2]], "no board, no chances");
    }

    #[test]
    fn no_row_is_wider_than_the_screen() {
        let root = Position::startpos();
        for columns in 1..130 {
            for row in rows(&findings(&root), &root, Style::PLAIN, columns) {
                assert!(row.chars().count() <= columns, "{columns}: {row:?}");
            }
        }
    }

    #[test]
    fn the_bar_is_filled_from_below_by_whites_expected_result() {
        let bar = |win, draw, loss| cells(Wdl { win, draw, loss });
        assert_eq!(bar(1000, 0, 0), [8; 8]);
        assert_eq!(bar(0, 0, 1000), [0; 8]);
        assert_eq!(bar(0, 1000, 0), [0, 0, 0, 0, 8, 8, 8, 8]);
        assert_eq!(bar(600, 0, 400), [0, 0, 0, 6, 8, 8, 8, 8]);
    }

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")]
        {
            assert_eq!(grouped(number), text);
        }
    }
}
