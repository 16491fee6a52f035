//! Verb `ladder`: how strong the levels of our engine are, by games against each other and against
//! an engine whose Elo is known.

mod fit;

use std::num::NonZeroU64;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::{Args, value_parser};
use movegen::{Color, Position};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use self_play::{Random, UciEngine, half_points};

use crate::datagen::book;
use crate::sprt::Pace;
use crate::sprt::game;
use fit::{Encounter, fit};

#[derive(Args)]
pub(crate) struct LadderArguments {
    /// Our engine
    engine: PathBuf,
    /// Openings in EPD, in an order that the seed decides
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
    /// The book's positions are those of Chess960: KQkq are rights of kings and rooks anywhere
    #[arg(long)]
    chess960: bool,
    /// Levels (`Skill Level`), each of which plays the next one
    #[arg(long, value_delimiter = ',', default_values_t = [0, 3, 6, 9, 12, 15])]
    levels: Vec<u32>,
    /// Levels are values of `UCI_Elo`, not of `Skill Level`
    #[arg(long)]
    by_elo: bool,
    /// An engine with `UCI_LimitStrength`, whose Elo is taken as true
    #[arg(long, value_name = "FILE")]
    against: PathBuf,
    /// Its `UCI_Elo`; each plays every level
    #[arg(long, value_delimiter = ',', default_values_t = [1_350, 1_700, 2_100])]
    elos: Vec<u32>,
    /// Games of each two levels that are neighbours, an even number
    #[arg(
        long,
        value_name = "N",
        default_value_t = 40,
        value_parser = value_parser!(u64).range(2..)
    )]
    games: u64,
    /// Games of a level against each Elo, an even number
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        value_parser = value_parser!(u64).range(2..)
    )]
    known_games: u64,
    /// Nodes for each move; a level takes fewer
    #[arg(long, value_name = "N", default_value = "20000")]
    nodes: NonZeroU64,
    /// Seed of the openings and of our engine's choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rung {
    /// A level of ours.
    Level(u32),
    /// An Elo of the other engine.
    Known(u32),
}

impl LadderArguments {
    fn rungs(&self) -> Vec<Rung> {
        let levels = self.levels.iter().map(|&level| Rung::Level(level));
        levels.chain(self.elos.iter().map(|&elo| Rung::Known(elo))).collect()
    }

    /// Returns the pairs of players, by number, and the number of games of each pair.
    fn pairings(&self) -> Vec<([usize; 2], u64)> {
        let levels = self.levels.len();
        let neighbours = (1..levels).map(|level| ([level - 1, level], self.games));
        let known = (levels..levels + self.elos.len())
            .flat_map(|elo| (0..levels).map(move |level| [level, elo]));
        neighbours.chain(known.map(|players| (players, self.known_games))).collect()
    }

    fn start(&self, rung: Rung) -> Result<UciEngine> {
        let value = match rung {
            Rung::Level(value) | Rung::Known(value) => value.to_string(),
        };
        let mut options = vec![("Hash", "16"), ("Threads", "1")];
        options.extend(self.chess960.then_some(("UCI_Chess960", "true")));
        let by_elo = [("UCI_LimitStrength", "true"), ("UCI_Elo", value.as_str())];
        let engine = match rung {
            Rung::Level(_) if !self.by_elo => {
                options.push(("Skill Level", value.as_str()));
                &self.engine
            }
            Rung::Level(_) => {
                options.extend(by_elo);
                &self.engine
            }
            Rung::Known(_) => {
                options.extend(by_elo);
                &self.against
            }
        };
        UciEngine::start(engine, &options)
    }

    /// Plays `games` games of two players, both colours of each opening; returns the first one's
    /// points.
    fn play(&self, rungs: [Rung; 2], games: u64, openings: &[Position]) -> Result<f64> {
        let mut players = [self.start(rungs[0])?, self.start(rungs[1])?];
        let mut points = 0;
        for (number, opening) in (1..=games / 2).zip(openings.iter().cycle()) {
            for (rung, player) in rungs.iter().zip(&mut players) {
                if matches!(rung, Rung::Level(_)) {
                    // The seed differs from pair to pair, but not from run to run.
                    let seed = (self.seed << 16 | number) & u64::from(i32::MAX as u32);
                    player.set_option("Strength Seed", &seed.to_string())?;
                }
            }
            let pace = Pace::Nodes(self.nodes.get());
            let [one, other] = &mut players;
            let first = game::play(opening, [one, other], pace)?;
            points += half_points(first.winner, Color::White);
            let second = game::play(opening, [other, one], pace)?;
            points += half_points(second.winner, Color::Black);
        }
        Ok(points as f64 / 2.0)
    }
}

/// Plays the ladder, and prints each result and a table of the levels.
pub(crate) fn run(arguments: &LadderArguments, mut print: impl FnMut(String)) -> Result<()> {
    let LadderArguments { games, known_games, elos, .. } = arguments;
    let even = games.is_multiple_of(2) && known_games.is_multiple_of(2);
    ensure!(even, "each opening is played twice: a number of games is even");
    ensure!(!elos.is_empty(), "without an Elo that is known there is no scale");
    let mut openings = book::read(&arguments.book, arguments.chess960)?;
    Random::new(arguments.seed).shuffle(&mut openings);
    let rungs = arguments.rungs();
    let mut encounters = Vec::new();
    // A number of nodes does not change beside another game, so each core plays one.
    for pairings in arguments.pairings().chunks(rayon::current_num_threads()) {
        let play = |&(players, games): &([usize; 2], u64)| {
            let points = arguments.play(players.map(|player| rungs[player]), games, &openings)?;
            Ok(Encounter { players, games: games as f64, points })
        };
        let played: Result<Vec<Encounter>> = pairings.par_iter().map(play).collect();
        for encounter in played? {
            let Encounter { players, games, points } = encounter;
            let [one, other] = players.map(|player| rungs[player].name());
            print(format!("{one} against {other}: {points} of {games}"));
            encounters.push(encounter);
        }
    }
    table(&rungs, &encounters).into_iter().for_each(print);
    Ok(())
}

impl Rung {
    fn name(self) -> String {
        match self {
            Self::Level(level) => format!("level {level}"),
            Self::Known(elo) => format!("{elo} Elo"),
        }
    }

    fn known(self) -> Option<f64> {
        match self {
            Self::Level(_) => None,
            Self::Known(elo) => Some(elo.into()),
        }
    }
}

fn table(rungs: &[Rung], encounters: &[Encounter]) -> Vec<String> {
    let known: Vec<Option<f64>> = rungs.iter().map(|rung| rung.known()).collect();
    let ratings = fit(&known, encounters);
    let mut lines = vec!["| level | games | Elo |".to_owned(), "|---:|---:|---|".to_owned()];
    for (player, (rung, rating)) in rungs.iter().zip(ratings).enumerate() {
        let Rung::Level(level) = rung else { continue };
        let its = encounters.iter().filter(|encounter| encounter.players.contains(&player));
        let games: f64 = its.map(|encounter| encounter.games).sum();
        lines.push(format!("| {level} | {games} | {:.0} ± {:.0} |", rating.elo, rating.error));
    }
    lines
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::Parser;

    use super::*;
    use crate::sprt::tests::script;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        ladder: LadderArguments,
    }

    fn arguments(line: &str) -> LadderArguments {
        Line::parse_from(["ladder"].into_iter().chain(line.split(' '))).ladder
    }

    /// Writes an engine that mates with White and notes all else; returns its path.
    fn engine(folder: &Path, name: &str) -> String {
        let log = folder.join(format!("{name}.log"));
        let note = format!("echo \"$line\" >> {}", log.display());
        script(folder, name, &format!("go*) {note}; echo 'bestmove h1h8';; *) {note};;"))
    }

    #[test]
    fn levels_play_their_neighbours_and_every_known_elo() {
        let folder = tempfile::tempdir().unwrap();
        let book = folder.path().join("book.epd");
        let openings = ["k7/8/1K6/8/8/8/8/7R w - -", "k7/8/1K6/8/8/8/P7/7R w - -"];
        fs::write(&book, openings.join("\n")).unwrap();
        let [ours, theirs] = ["ours", "theirs"].map(|name| engine(folder.path(), name));
        let line = format!(
            "{ours} --book {} --levels 1,5 --against {theirs} --elos 1500 --games 4 \
             --known-games 2 --nodes 777",
            book.display()
        );
        let mut lines = Vec::new();
        run(&arguments(&line), |line| lines.push(line)).unwrap();
        // White always mates: all are as strong as the one that is known.
        assert_eq!(lines[0], "level 1 against level 5: 2 of 4");
        assert_eq!(lines[1], "level 1 against 1500 Elo: 1 of 2");
        assert_eq!(lines.len(), 3 + 2 + 2);
        assert!(lines[5].starts_with("| 1 | 6 | 1500 ± "), "{lines:?}");
        let log =
            |name: &str| fs::read_to_string(folder.path().join(format!("{name}.log"))).unwrap();
        for option in ["Skill Level value 5", "Strength Seed value 65537", "go nodes 777"] {
            assert!(log("ours").contains(option), "{}", log("ours"));
        }
        assert!(log("theirs").contains("UCI_Elo value 1500") && !log("theirs").contains("Seed"));
        let by_elo = arguments(&line.replace("--levels 1,5", "--levels 700,900 --by-elo"));
        run(&by_elo, |_| {}).unwrap();
        assert!(log("ours").contains("UCI_Elo value 900"), "{}", log("ours"));
        assert!(!log("ours").contains("Chess960"));
        run(&arguments(&(line.clone() + " --chess960")), |_| {}).unwrap();
        for name in ["ours", "theirs"] {
            assert!(log(name).contains("UCI_Chess960 value true"), "{}", log(name));
        }
        // The seed orders the openings.
        let firsts = (1..=8).map(|seed| {
            fs::remove_file(folder.path().join("theirs.log")).unwrap();
            run(&arguments(&format!("{line} --seed {seed}")), |_| {}).unwrap();
            let log = log("theirs");
            openings.map(|opening| log.contains(opening))
        });
        let firsts: Vec<_> = firsts.collect();
        assert!(firsts.contains(&[true, false]) && firsts.contains(&[false, true]), "{firsts:?}");
        let odd = arguments(&line.replace("--games 4", "--games 3"));
        assert!(run(&odd, |_| {}).unwrap_err().to_string().contains("even"));
    }
}
