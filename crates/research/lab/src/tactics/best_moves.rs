//! Verb `bench-tactics`: best moves that engines find at equal nodes.

use anyhow::Result;
use movegen::Position;
use self_play::UciAnswer;

use super::contest::ContestArguments;
use super::suite::{self, Best};
use crate::page::{MarkdownTable, Page};

/// Nodes for each position, unless somebody says.
pub(super) const NODES: u64 = 100_000;

pub(super) fn is_solved(best: &Best, answer: &UciAnswer) -> bool {
    let found = best.position.parse_uci(&answer.best);
    found.is_ok_and(|mv| best.moves.contains(&mv))
}

/// Lets the engines search the suite and prints what they find.
pub(crate) fn run(arguments: &ContestArguments, mut print: impl FnMut(String)) -> Result<()> {
    let suite = suite::best_moves(&suite::text(arguments.suite.as_deref(), suite::BEST_MOVES)?)?;
    let roots: Vec<Position> = suite.iter().map(|best| best.position.clone()).collect();
    let nodes = arguments.nodes(NODES);
    let players = arguments.search(&roots, nodes)?;
    if arguments.list {
        for (index, best) in suite.iter().enumerate() {
            let shown = |mv: &str| match best.position.parse_uci(mv) {
                Ok(mv) => best.position.san(mv),
                Err(_) => format!("{mv}?"),
            };
            let asked: Vec<String> = best.moves.iter().map(|&mv| best.position.san(mv)).collect();
            let found = players.iter().map(|player| {
                let answer = &player.answers[index];
                let sign = if is_solved(best, answer) { '+' } else { '-' };
                format!("{sign}{}", shown(&answer.best))
            });
            let found: Vec<String> = found.collect();
            print(format!("{} bm {}: {}", best.id, asked.join(" "), found.join(" ")));
        }
    }
    let mut table = MarkdownTable::new(["engine", "solved", "per cent", "nodes"], 1);
    for player in &players {
        let solved =
            suite.iter().zip(&player.answers).filter(|(best, answer)| is_solved(best, answer));
        let solved = solved.count();
        let share = 100.0 * solved as f64 / suite.len() as f64;
        let spent: u64 = player.answers.iter().map(UciAnswer::nodes).sum();
        let cells = [solved.to_string(), format!("{share:.1}"), spent.to_string()];
        table.row([player.name.clone()].into_iter().chain(cells));
        print(format!(
            "{}: {solved} of {} solved ({share:.1} %); {spent} nodes",
            player.name,
            suite.len()
        ));
    }
    let mut section = Page::empty();
    section.paragraph(&format!(
        "{} positions of `crates/research/lab/data/tactics.epd`, each with one move that is clearly better \
         than all others, none of them a mate, as Stockfish 11 found by longer searches; {nodes} \
         nodes each, 16 MiB, one thread, everything forgotten before each.",
        suite.len()
    ));
    section.table(&table);
    arguments.put("Best moves", "tactics", &section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_best_move_is_told_by_the_board() {
        let suite = suite::best_moves("4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"a\";").unwrap();
        let answer = |best: &str| UciAnswer { best: best.into(), lines: Vec::new() };
        for (best, solved) in [("e1g1", true), ("h1h8", true), ("e1f1", false), ("(none)", false)] {
            assert_eq!(is_solved(&suite[0], &answer(best)), solved, "{best}");
        }
    }
}
