//! Our own runner: plays the match without fastchess.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use anyhow::{Result, anyhow};
use movegen::{Color, Position};
use self_play::{Pairs, Random, UciEngine, Verdict, half_points};

use super::game::{self, TimeUse};
use super::{Pace, SprtArguments};
use crate::datagen::book;

/// The pairs between two lines of the standing.
const INTERVAL: u64 = 25;

struct Match<'a> {
    arguments: &'a SprtArguments,
    pace: Pace,
    openings: Vec<Position>,
    /// The next pair that nobody has taken.
    next: AtomicU64,
    /// Set when the match is decided or has failed.
    over: AtomicBool,
    results: Mutex<Results>,
}

#[derive(Default)]
struct Results {
    pairs: Pairs,
    /// Games that were lost by time.
    by_time: u64,
    /// The new engine's use of time, and the old one's.
    time: [TimeUse; 2],
}

/// Plays the match. A match at fixed nodes by one worker is the same every time.
pub(super) fn play(
    arguments: &SprtArguments,
    pace: Pace,
    print: &mut (impl FnMut(String) + Send),
) -> Result<Pairs> {
    let mut openings = book::read(&arguments.book, arguments.chess960)?;
    Random::new(arguments.seed).shuffle(&mut openings);
    let shared = Match {
        arguments,
        pace,
        openings,
        next: AtomicU64::new(0),
        over: AtomicBool::new(false),
        results: Mutex::default(),
    };
    let print = Mutex::new(print);
    thread::scope(|scope| {
        let worker =
            || shared.work(&print).inspect_err(|_| shared.over.store(true, Ordering::Relaxed));
        let workers: Vec<_> = (0..arguments.at_once).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|one| one.join().map_err(|_| anyhow!("it panicked"))?)
    })?;
    let results = shared.results.into_inner().map_err(|_| anyhow!("a worker panicked"))?;
    let print = print.into_inner().map_err(|_| anyhow!("a worker panicked"))?;
    if results.by_time > 0 {
        print(format!("{} games were lost by time", results.by_time));
    }
    if let [Some(new), Some(old)] = results.time.map(TimeUse::percent) {
        print(format!("of the time given the new engine used {new:.1} %, the old one {old:.1} %"));
    }
    Ok(results.pairs)
}

impl Match<'_> {
    /// Plays pairs until the match is over.
    fn work(&self, print: &Mutex<&mut (impl FnMut(String) + Send)>) -> Result<()> {
        let hash = self.arguments.hash.to_string();
        let chess960 = ("UCI_Chess960", "true");
        let mut options = vec![("Hash", hash.as_str()), ("Threads", "1")];
        options.extend(self.arguments.chess960.then_some(chess960));
        let mut new = UciEngine::start(&self.arguments.new, &options)?;
        let mut old = UciEngine::start(&self.arguments.old, &options)?;
        while !self.over.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.arguments.games / 2 {
                break;
            }
            let opening = &self.openings[number as usize % self.openings.len()];
            let first = game::play(opening, [&mut new, &mut old], self.pace)?;
            let second = game::play(opening, [&mut old, &mut new], self.pace)?;
            let mut results = self.results.lock().map_err(|_| anyhow!("a worker panicked"))?;
            let Results { pairs, by_time, time: [time_of_new, time_of_old] } = &mut *results;
            pairs.add(
                half_points(first.winner, Color::White) + half_points(second.winner, Color::Black),
            );
            *by_time += u64::from(first.by_time) + u64::from(second.by_time);
            let ([new_first, old_first], [old_second, new_second]) = (first.time, second.time);
            for (sum, games) in
                [(time_of_new, [new_first, new_second]), (time_of_old, [old_first, old_second])]
            {
                games.into_iter().for_each(|game| *sum += game);
            }
            if !self.arguments.all && self.arguments.test().verdict(pairs) != Verdict::Open {
                self.over.store(true, Ordering::Relaxed);
            }
            if pairs.count().is_multiple_of(INTERVAL) {
                let mut print = print.lock().map_err(|_| anyhow!("a worker panicked"))?;
                print(self.arguments.test().standing(pairs));
            }
        }
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use anyhow::Result;

    use crate::sprt::tests::{arguments, script};

    /// Rook and king against the king, without and with a pawn: White mates at once, or must give
    /// the rook.
    const BOOK: &str = "k7/8/1K6/8/8/8/8/7R w - -\nk7/8/1K6/8/8/8/P7/7R w - -\n";

    /// Returns the answer to a search: a move and a level score.
    fn answer(mv: &str) -> String {
        format!("echo 'info depth 1 score cp 0 pv {mv}'; echo 'bestmove {mv}'")
    }

    /// Plays a match of engines with these answers, which note their options and positions; returns
    /// the lines of the match, and the notes.
    fn play(folder: &Path, answers: [&str; 2], more: &str) -> Result<(Vec<String>, String)> {
        let [book, log] = ["book.epd", "log"].map(|name| folder.join(name));
        fs::write(&book, BOOK).unwrap();
        fs::write(&log, "").unwrap();
        let note = format!("echo \"$line\" >> {}", log.display());
        let [new, old] = ["new", "old"].map(|name| {
            let answer = answers[usize::from(name == "old")];
            script(folder, name, &format!("go*) {answer};; setoption*|position*) {note};;"))
        });
        let line = format!("{new} {old} --book {} --built-in {more}", book.display());
        let mut lines = Vec::new();
        crate::sprt::run(&arguments(&line), |line| lines.push(line))?;
        Ok((lines, fs::read_to_string(log).unwrap()))
    }

    #[test]
    fn both_colours_of_an_opening_are_one_pair() {
        let folder = tempfile::tempdir().unwrap();
        let (mates, loses) = (answer("h1h8"), answer("h1a2"));
        let play = |old: &str, more: &str| play(folder.path(), [&mates, old], more);
        // White always mates: each pair is level.
        let (lines, _) = play(&mates, "--nodes 1 --games 100 --all --at-once 2").unwrap();
        assert!(lines[0].starts_with("50 games, pairs [0, 0, 25, 0, 0]"), "{lines:?}");
        assert!(lines[2].starts_with("100 games, pairs [0, 0, 50, 0, 0]"), "{lines:?}");
        // With clocks the time is reported.
        let (lines, _) = play(&mates, "--tc 1+0 --games 2").unwrap();
        let told = lines.iter().any(|line| line.starts_with("of the time given the new engine"));
        assert!(told, "{lines:?}");
        // A move that is not legal is a fault of the engine, not a result.
        let error = format!("{:#}", play(&loses, "--tc 1+0 --games 2").unwrap_err());
        assert!(error.contains("h1a2"), "{error}");
    }

    #[test]
    fn a_match_has_its_options_its_openings_and_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let mates = answer("h1h8");
        let play = |answer: &str, more: &str| play(folder.path(), [answer; 2], more).unwrap();
        let claims = "--elo0 200 --elo1 300 --error 0.1 --hash 8 --chess960 --nodes 1 --games 400";
        let (lines, notes) = play(&mates, claims);
        let [.., standing, _] = &lines[..] else { panic!("{lines:?}") };
        assert!(standing.contains("in (-2.20, 2.20) for [200, 300]"), "{lines:?}");
        assert!(!standing.starts_with("400 games"), "level pairs refute the claims: {lines:?}");
        let (all, _) = play(&mates, &format!("{} --all", claims.replace("400", "40")));
        assert!(all.iter().any(|line| line.starts_with("40 games")), "{all:?}");
        for noted in ["Hash value 8", "UCI_Chess960 value true", "/8/8/8/7R w", "/8/8/P7/7R w"] {
            assert!(notes.contains(noted), "{noted}: {notes}");
        }
        // The seed orders the openings.
        let firsts = (1..=8).map(|seed| {
            let (_, notes) = play(&mates, &format!("--nodes 1 --games 2 --seed {seed}"));
            notes.lines().find(|line| line.starts_with("position")).unwrap().to_owned()
        });
        assert_eq!(firsts.collect::<BTreeSet<_>>().len(), 2);
        let (lines, _) = play(&format!("sleep 0.1; {mates}"), "--tc 0+0 --games 2");
        assert_eq!(lines[0], "2 games were lost by time");
    }
}
