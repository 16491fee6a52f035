//! Verb `bench-draws`: drawn endings that engines take for won at equal nodes.

use anyhow::Result;
use movegen::Position;
use self_play::{UciAnswer, UciScore};

use super::contest::ContestArguments;
use super::suite;
use crate::page::{MarkdownTable, Page};

/// Nodes for each position, unless somebody says.
const NODES: u64 = 1_000;

/// The score from which on a position is taken for won, in centipawns for either side.
const WON: u32 = 100;

fn is_taken_for_won(answer: &UciAnswer) -> bool {
    answer.last(1).is_some_and(|line| match line.score {
        UciScore::Centipawns(score) => score.unsigned_abs() >= WON,
        UciScore::Mate(_) => true,
    })
}

fn shown(answer: &UciAnswer) -> String {
    match answer.last(1).map(|line| line.score) {
        Some(UciScore::Centipawns(score)) => format!("{:+.2}", f64::from(score) / 100.0),
        Some(UciScore::Mate(moves)) => format!("#{moves}"),
        None => "-".to_owned(),
    }
}

/// Lets the engines search the suite and prints how many draws each takes for won.
pub(crate) fn run(arguments: &ContestArguments, mut print: impl FnMut(String)) -> Result<()> {
    let suite = suite::draws(&suite::text(arguments.suite.as_deref(), suite::DRAWS)?)?;
    let (ids, roots): (Vec<String>, Vec<Position>) = suite.into_iter().unzip();
    let nodes = arguments.nodes(NODES);
    let players = arguments.search(&roots, nodes)?;
    if arguments.list {
        for (index, id) in ids.iter().enumerate() {
            let scores = players.iter().map(|player| shown(&player.answers[index]));
            print(format!("{id}: {}", scores.collect::<Vec<_>>().join(" ")));
        }
    }
    let mut table = MarkdownTable::new(["engine", "taken for won", "per cent", "nodes"], 1);
    for player in &players {
        let wrong = player.answers.iter().filter(|answer| is_taken_for_won(answer)).count();
        let share = format!("{:.1}", 100.0 * wrong as f64 / roots.len() as f64);
        let spent: u64 = player.answers.iter().map(UciAnswer::nodes).sum();
        print(format!(
            "{}: {wrong} of {} draws taken for won ({share} %); {spent} nodes",
            player.name,
            roots.len()
        ));
        table.row([player.name.clone(), wrong.to_string(), share, spent.to_string()]);
    }
    let mut section = Page::empty();
    section.paragraph(&format!(
        "{} positions of `crates/research/lab/data/draws.epd`, endings of games with at most 14 \
         pieces that another engine takes for drawn; a score of {WON} centipawns or more for either side \
         counts as won. {nodes} nodes each, 16 MiB, one thread, everything forgotten before each.",
        roots.len()
    ));
    section.table(&table);
    arguments.put("Drawn endings", "draws", &section)
}

#[cfg(test)]
mod tests {
    use self_play::UciLine;

    use super::*;

    #[test]
    fn a_pawn_for_either_side_and_a_mate_are_taken_for_won() {
        let answer = |score| {
            let moves = vec!["e2e4".to_owned()];
            let line = UciLine { depth: 9, rank: 1, score, is_exact: true, nodes: 999, moves };
            UciAnswer { best: "e2e4".to_owned(), lines: vec![line] }
        };
        for (score, won, text) in [
            (UciScore::Centipawns(99), false, "+0.99"),
            (UciScore::Centipawns(100), true, "+1.00"),
            (UciScore::Centipawns(-99), false, "-0.99"),
            (UciScore::Centipawns(-100), true, "-1.00"),
            (UciScore::Mate(3), true, "#3"),
        ] {
            let answer = answer(score);
            assert_eq!((is_taken_for_won(&answer), &*shown(&answer)), (won, text));
        }
    }
}
