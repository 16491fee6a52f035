//! Verb `worth-match`: the worth of the table at equal time, which nodes to a depth do not show:
//! matches of the search with no table, with a table that only orders moves, and with all of it.

mod side;

use std::fmt::Display;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::{Args, value_parser};
use self_play::{Openings, Pairs, Player, Random, Sprt, Verdict};

use self::side::{Pace, Side, Spent, pair};
use super::record_part::RecordPart;
use crate::page::{Csv, MarkdownTable, Page, machine, write};

/// Random plies of an opening.
const PLIES: u32 = 8;

/// The largest score, either way, of an opening that is worth playing, in centipawns.
const BALANCED_SCORE: i32 = 150;

/// Nodes of the search that finds that score.
const JUDGED_NODES: u64 = 5_000;

const JUDGE_BYTES: usize = 1 << 20;

/// The claims that the matches decide between: that the side with more of the table is not
/// stronger, and that it is by `elo1` Elo.
const CLAIMS: Sprt = Sprt { elo0: 0.0, elo1: 10.0, error: 0.05 };

/// The pairs of sides that play, the one that gets more of the table first.
const PAIRINGS: [[RecordPart; 2]; 3] = [
    [RecordPart::Both, RecordPart::Nothing],
    [RecordPart::Move, RecordPart::Nothing],
    [RecordPart::Both, RecordPart::Move],
];

/// The pairs of games between two lines of the standing.
const INTERVAL: u64 = 50;

/// The figures of the last written matches, which the page of `worth` shows.
const WRITTEN: &str = include_str!("../../data/worth-match.csv");

#[derive(Args, Clone, Debug)]
pub(crate) struct WorthMatchArguments {
    /// Milliseconds of the processor for each move
    #[arg(long, value_name = "MS", default_value = "10", conflicts_with = "nodes")]
    ms: NonZeroU64,
    /// Nodes for each move in place of time: the same games every time
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
    /// Games of each match, an even number
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200,
        value_parser = value_parser!(u64).range(2..)
    )]
    games: u64,
    /// Most games, where SPRT has not decided before
    #[arg(long, value_name = "N", default_value_t = 0)]
    most: u64,
    /// Each side's table in MiB
    #[arg(long, value_name = "MIB", default_value = "16")]
    hash: NonZeroUsize,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the figures for the page of `worth`
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "crates/research/lab/data/worth-match.csv"
    )]
    write: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default)]
struct MatchScore {
    pairs: Pairs,
    /// Games that the first side won, drew and lost.
    games: [u64; 3],
    spent: [Spent; 2],
}

impl MatchScore {
    fn add(&mut self, half_points: [usize; 2]) {
        self.pairs.add(half_points.iter().sum());
        half_points.iter().for_each(|points| self.games[2 - points] += 1);
    }
}

impl WorthMatchArguments {
    fn pace(&self) -> Pace {
        match self.nodes {
            Some(nodes) => Pace::Nodes(nodes.get()),
            None => Pace::Time(Duration::from_millis(self.ms.get())),
        }
    }

    /// Plays the match of two sides, and prints the standing from time to time.
    fn play(&self, told: [RecordPart; 2], mut print: impl FnMut(String)) -> Result<MatchScore> {
        let side = |told| Side::new(told, self.hash.get() << 20, self.pace());
        let mut sides = [side(told[0])?, side(told[1])?];
        let (openings, mut random) =
            (Openings::from_startpos(PLIES..=PLIES), Random::new(self.seed));
        let mut judge = Player::new(JUDGED_NODES, JUDGE_BYTES)?;
        let mut played = MatchScore::default();
        loop {
            let games = 2 * played.pairs.count();
            let open = CLAIMS.verdict(&played.pairs) == Verdict::Open;
            if games >= self.games && (games >= self.most || !open) {
                played.spent = sides.map(|side| side.spent);
                return Ok(played);
            }
            let most = (BALANCED_SCORE, u32::MAX);
            let opening = openings.draw_balanced(&mut random, &mut judge, most);
            played.add(pair(&opening.context("no opening is balanced")?.0, &mut sides));
            if played.pairs.count().is_multiple_of(INTERVAL) {
                let [one, other] = told.map(RecordPart::name);
                print(format!("{one} against {other}: {}", CLAIMS.standing(&played.pairs)));
            }
        }
    }

    fn command(&self) -> String {
        let pace = match self.nodes {
            Some(nodes) => format!("--nodes {nodes}"),
            None => format!("--ms {}", self.ms),
        };
        let Self { games, most, hash, seed, .. } = self;
        format!(
            "cargo xtask lab worth-match {pace} --games {games} --most {most} --hash {hash} \
             --seed {seed}"
        )
    }
}

/// Plays the three matches, prints them as a table and, if asked, writes their figures.
pub(crate) fn run(arguments: &WorthMatchArguments, mut print: impl FnMut(String)) -> Result<()> {
    let WorthMatchArguments { games, most, .. } = *arguments;
    let even = games.is_multiple_of(2) && most.is_multiple_of(2);
    ensure!(even, "each opening is played twice: a number of games is even");
    let mut csv = Csv::new(&COLUMNS);
    for told in PAIRINGS {
        let played = arguments.play(told, &mut print)?;
        csv.row(&figures(told, &played).each_ref().map(|cell| cell as &dyn Display));
    }
    let text = format!("# {}\n# {}\n{}", arguments.command(), machine(), csv.as_str());
    let matches = Matches::parse(&text);
    print(matches.machine.to_owned());
    matches.table.to_string().lines().for_each(|line| print(line.to_owned()));
    arguments.write.iter().try_for_each(|path| write(path, &text))
}

const COLUMNS: [&str; 9] =
    ["match", "won", "drawn", "lost", "Elo", "LOS %", "SPRT", "nodes a move", "ms a move"];

fn figures(told: [RecordPart; 2], played: &MatchScore) -> [String; COLUMNS.len()] {
    let [one, other] = told.map(RecordPart::name);
    let [won, drawn, lost] = played.games.map(|games| games.to_string());
    let (elo, error) = played.pairs.elo();
    let ratio = CLAIMS.ratio(&played.pairs);
    let verdict = match CLAIMS.verdict(&played.pairs) {
        Verdict::Shown => "passed",
        Verdict::Refuted => "failed",
        Verdict::Open => "open",
    };
    let each = |of: &dyn Fn(Spent) -> String| played.spent.map(of).join(" : ");
    [
        format!("{one} : {other}"),
        won,
        drawn,
        lost,
        format!("{elo:+.0} ± {error:.0}"),
        format!("{:.1}", 100.0 * played.pairs.superiority()),
        format!("{verdict} (LLR {ratio:.2})"),
        each(&|spent| (spent.nodes / spent.moves.max(1)).to_string()),
        each(&|spent| format!("{:.2}", 1e3 * spent.time.as_secs_f64() / spent.moves.max(1) as f64)),
    ]
}

/// Matches as they were written: the command, the machine, the figures.
pub(super) struct Matches<'a> {
    command: &'a str,
    machine: &'a str,
    table: MarkdownTable,
    /// Each match's name, its Elo, and what SPRT says.
    results: Vec<[String; 3]>,
}

impl<'a> Matches<'a> {
    /// Returns the matches that the page shows; none if none were written.
    pub(super) fn written() -> Option<Matches<'static>> {
        (!WRITTEN.is_empty()).then(|| Matches::parse(WRITTEN))
    }

    pub(super) fn show(&self, page: &mut Page) {
        page.paragraph(
            "Matches at equal processor time, one thread each, each opening with both colours; Elo is that of \
             the first side, with the error of 95 % from the pairs of games that share an opening, \
             and SPRT decides between 0 and 10 Elo:",
        );
        page.table(&self.table);
        let Self { command, machine, .. } = self;
        page.paragraph(&format!("Played by `{command} --write` on one machine: {machine}."));
        page.keep(3);
    }

    /// Returns the first match, to follow the result of a page.
    pub(super) fn in_a_sentence(&self) -> String {
        let first = self.results.first();
        first.map_or(String::new(), |[_, elo, _]| {
            format!(" At equal time the whole table is worth {elo} Elo to the engine's search.")
        })
    }

    fn parse(text: &'a str) -> Self {
        let mut lines = text.lines();
        let mut remark = || lines.next().unwrap_or_default().trim_start_matches("# ");
        let (command, machine) = (remark(), remark());
        let mut table = MarkdownTable::new(COLUMNS, 1);
        let rows = lines.skip(1).map(cells);
        let rows: Vec<Vec<String>> = rows.filter(|row| row.len() == COLUMNS.len()).collect();
        for row in &rows {
            table.row(row.iter().cloned());
        }
        let results = rows.iter().map(|row| [0, 4, 6].map(|column| row[column].clone())).collect();
        Self { command, machine, table, results }
    }
}

/// Returns the cells of a line of figures, none of which holds a quotation mark.
fn cells(line: &str) -> Vec<String> {
    line.split(',').map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments() -> WorthMatchArguments {
        WorthMatchArguments {
            ms: NonZeroU64::MIN,
            nodes: NonZeroU64::new(100),
            games: 2,
            most: 0,
            hash: NonZeroUsize::MIN,
            seed: 3,
            write: None,
        }
    }

    #[test]
    fn points_are_counted_by_games_and_by_pairs() {
        let mut played = MatchScore::default();
        [[2, 2], [2, 1], [0, 1], [1, 1]].into_iter().for_each(|points| played.add(points));
        assert_eq!((played.pairs, played.games), (Pairs([0, 1, 1, 1, 1]), [3, 4, 1]));
    }

    #[test]
    fn what_is_written_is_read_back_and_the_same_every_time_at_equal_nodes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.csv");
        let run = || {
            let mut lines = Vec::new();
            let arguments = WorthMatchArguments { write: Some(path.clone()), ..arguments() };
            run(&arguments, |line| lines.push(line)).unwrap();
            (lines, std::fs::read_to_string(&path).unwrap())
        };
        let (lines, text) = run();
        let matches = Matches::parse(&text);
        assert_eq!(matches.results.len(), PAIRINGS.len());
        assert_eq!(matches.command, arguments().command());
        assert!(lines.iter().any(|line| line.starts_with("| both : no table | ")), "{lines:?}");
        let without_time = |text: &str| -> Vec<String> {
            let rows = text.lines().skip(3);
            rows.map(|row| row.rsplit_once(',').unwrap().0.to_owned()).collect()
        };
        assert_eq!(without_time(&text), without_time(&run().1));
    }

    #[test]
    fn a_match_goes_on_until_it_is_decided_or_at_its_most() {
        let played = WorthMatchArguments { most: 6, ..arguments() }
            .play([RecordPart::Both, RecordPart::Both], |_| {})
            .unwrap();
        // Against itself a side decides nothing.
        assert_eq!(played.pairs, Pairs([0, 0, 3, 0, 0]));
        let odd = WorthMatchArguments { games: 3, ..arguments() };
        assert!(run(&odd, |_| {}).unwrap_err().to_string().contains("even"));
    }
}
