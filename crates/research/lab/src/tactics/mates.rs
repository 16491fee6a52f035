//! Verb `bench-mates`: forced mates that engines find at equal nodes.
//!
//! The last exact line of a search counts, not a bound. A mate is found if that line announces one
//! for the side to move. Its moves are played on the board: a line that ends before the mate is
//! incomplete; one with an illegal move, or whose mate is not there at the announced move, is
//! wrong, and so is a mate that is announced for the other side.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use anyhow::Result;
use movegen::Position;
use self_play::{UciAnswer, UciScore};

use super::contest::{Answers, ContestArguments};
use super::suite::{self, Mate};
use crate::page::{MarkdownTable, Page};

/// Nodes for each position, unless somebody says.
pub(super) const NODES: u64 = 200_000;

/// Rows of the table: distances in moves.
const DISTANCES: [RangeInclusive<u32>; 5] = [1..=3, 4..=5, 6..=7, 8..=9, 10..=u32::MAX];

/// The mate that an engine found in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MateFound {
    /// No mate.
    Nothing,
    /// A mate in this number of moves, and the kind of its line.
    Mate(u32, MateLine),
    /// A mate of the side to move.
    Opposite,
}

impl MateFound {
    pub(super) fn of(root: &Position, answer: &UciAnswer) -> Self {
        let Some(line) = answer.last(1) else { return Self::Nothing };
        match line.score {
            UciScore::Centipawns(_) => Self::Nothing,
            UciScore::Mate(moves) => match u32::try_from(moves) {
                Ok(moves) if moves > 0 => Self::Mate(moves, MateLine::of(root, moves, &line.moves)),
                _ => Self::Opposite,
            },
        }
    }

    /// Returns whether the mate was found; a false line does not count.
    pub(super) fn is_found(self) -> bool {
        matches!(self, Self::Mate(_, MateLine::Whole | MateLine::Cut))
    }

    fn is_wrong(self) -> bool {
        matches!(self, Self::Opposite | Self::Mate(_, MateLine::False))
    }

    fn is_cut(self) -> bool {
        matches!(self, Self::Mate(_, MateLine::Cut))
    }

    fn is_within(self, known: u32) -> bool {
        matches!(self, Self::Mate(moves, _) if moves <= known && self.is_found())
    }

    /// Returns the text for a list: `#5`, with `...` behind a line that is cut and `?` behind a
    /// false one.
    fn text(self) -> String {
        match self {
            Self::Nothing => "-".into(),
            Self::Mate(moves, MateLine::Whole) => format!("#{moves}"),
            Self::Mate(moves, MateLine::Cut) => format!("#{moves}..."),
            Self::Mate(moves, MateLine::False) => format!("#{moves}?"),
            Self::Opposite => "mated?".into(),
        }
    }
}

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
            Ordering::Equal if is_mate => Self::Whole,
            Ordering::Less if !is_mate => Self::Cut,
            _ => Self::False,
        }
    }
}

/// The mates that an engine found in all positions.
struct Player {
    name: String,
    found: Vec<MateFound>,
    nodes: u64,
}

impl Player {
    fn new(suite: &[Mate], Answers { name, answers }: Answers) -> Self {
        let roots = suite.iter().map(|mate| &mate.position);
        let found = roots.zip(&answers).map(|(root, answer)| MateFound::of(root, answer));
        Self { name, found: found.collect(), nodes: answers.iter().map(UciAnswer::nodes).sum() }
    }

    fn count(&self, of: impl Fn(MateFound) -> bool) -> usize {
        self.found.iter().filter(|&&found| of(found)).count()
    }

    fn line(&self, suite: &[Mate]) -> String {
        let Self { name, found, nodes } = self;
        let within = suite.iter().zip(found).filter(|(mate, found)| found.is_within(mate.moves));
        let exact = within.count();
        let share = 100.0 * self.count(MateFound::is_found) as f64 / suite.len() as f64;
        format!(
            "{name}: {} of {} mates found ({share:.1} %), {exact} of them in the known number of \
             moves, {} wrong, {} incomplete lines; {nodes} nodes",
            self.count(MateFound::is_found),
            suite.len(),
            self.count(MateFound::is_wrong),
            self.count(MateFound::is_cut),
        )
    }
}

/// Lets the engines search the suite and prints what they find.
pub(crate) fn run(arguments: &ContestArguments, mut print: impl FnMut(String)) -> Result<()> {
    let suite = suite::mates(&suite::text(arguments.suite.as_deref(), suite::MATES)?)?;
    let roots: Vec<Position> = suite.iter().map(|mate| mate.position.clone()).collect();
    let nodes = arguments.nodes(NODES);
    let answers = arguments.search(&roots, nodes)?;
    let players: Vec<Player> =
        answers.into_iter().map(|answers| Player::new(&suite, answers)).collect();
    if arguments.list {
        for (index, mate) in suite.iter().enumerate() {
            let found: Vec<String> = players.iter().map(|one| one.found[index].text()).collect();
            print(format!("{} dm {}: {}", mate.id, mate.moves, found.join(" ")));
        }
    }
    let table = by_distance(&suite, &players);
    table.lines().for_each(|line| print(line.to_owned()));
    let results: Vec<String> = players.iter().map(|player| player.line(&suite)).collect();
    results.iter().for_each(|line| print(line.clone()));
    let mut section = Page::empty();
    section.paragraph(&format!(
        "{} positions of `crates/research/lab/data/mates.epd` in which the side to move mates; {nodes} nodes \
         each, 16 MiB, one thread, everything forgotten before each. The last exact line counts, \
         not a bound. Its moves are played on the board: a line that ends before the mate is \
         incomplete; one with an illegal move or with its mate at another move is wrong.",
        suite.len()
    ));
    section.table(&table);
    section.list(results);
    arguments.put("Forced mates", "mates", &section)
}

fn by_distance(suite: &[Mate], players: &[Player]) -> MarkdownTable {
    let names = players.iter().map(|player| player.name.clone());
    let columns = ["mate in", "positions"].map(str::to_owned).into_iter().chain(names);
    let mut table = MarkdownTable::new(columns, 1);
    for distances in DISTANCES {
        let is_here = |mate: &Mate| distances.contains(&mate.moves);
        let positions = suite.iter().filter(|mate| is_here(mate)).count();
        let found = players.iter().map(|player| {
            let here = suite.iter().zip(&player.found).filter(|(mate, _)| is_here(mate));
            here.filter(|(_, found)| found.is_found()).count()
        });
        let (from, to) = distances.clone().into_inner();
        let name = match to {
            u32::MAX => format!("{from} and more"),
            _ => format!("{from} to {to}"),
        };
        let numbers = [positions].into_iter().chain(found);
        table.row([name].into_iter().chain(numbers.map(|number| number.to_string())));
    }
    table
}

#[cfg(test)]
mod tests {
    use self_play::UciLine;

    use super::*;

    const MATE_IN_2: &str = "k7/8/1K6/8/8/8/8/6R1 w - - id \"m\"; dm 1;";

    fn answer(line: &str) -> UciAnswer {
        let lines = UciLine::parse(line).into_iter().collect();
        UciAnswer { best: "g1g8".into(), lines }
    }

    #[test]
    fn each_answer_is_judged_by_its_line() {
        let suite = suite::mates(MATE_IN_2).unwrap();
        let cases = [
            ("info depth 9 score mate 1 nodes 10 pv g1g8", "#1", [1, 1, 0, 0]),
            ("info depth 9 score mate 2 nodes 10 pv g1g7 a8b8 g7g8", "#2", [1, 0, 0, 0]),
            ("info depth 9 score mate 2 nodes 10 pv g1g7", "#2...", [1, 0, 0, 1]),
            ("info depth 9 score mate 2 nodes 10 pv g1g7 a8a1", "#2?", [0, 0, 1, 0]),
            ("info depth 9 score mate -2 nodes 10 pv g1g7", "mated?", [0, 0, 1, 0]),
            ("info depth 9 score cp 900 nodes 10 pv g1g8", "-", [0; 4]),
            ("info depth 9 score mate 1 lowerbound nodes 10 pv g1g8", "-", [0; 4]),
        ];
        for (line, text, [found, known, wrong, cut]) in cases {
            let answers = Answers { name: "one".into(), answers: vec![answer(line)] };
            let player = Player::new(&suite, answers);
            assert_eq!(player.found[0].text(), text);
            let share = 100 * found;
            let expected = format!(
                "one: {found} of 1 mates found ({share}.0 %), {known} of them in the known number \
                 of moves, {wrong} wrong, {cut} incomplete lines; 10 nodes"
            );
            assert_eq!(player.line(&suite), expected, "{line}");
            let table = by_distance(&suite, &[player]).to_string();
            assert!(table.contains(&format!("| 1 to 3 | 1 | {found} |")), "{table}");
        }
    }

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
