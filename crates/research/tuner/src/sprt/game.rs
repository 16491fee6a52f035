//! A game of a match between two engines.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use engine::Game;
use movegen::{Color, Position};
use self_play::{Agreed, Agreement, UciEngine, UciScore};

use super::{Clock, Pace};

/// A mate as the rules of adjudication see it, in centipawns.
const MATE: i32 = 30_000;

/// The time that an engine may think beyond its own, as arbiters allow for pipes.
const GRACE: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ended {
    /// Nobody: a draw.
    pub(crate) winner: Option<Color>,
    /// Whether the loser's time was over.
    pub(super) by_time: bool,
    /// White's and Black's use of their time.
    pub(super) time: [TimeUse; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TimeUse {
    used: Duration,
    /// The time for the game and the increments.
    given: Duration,
}

impl TimeUse {
    /// Returns the share that was used, in percent; nothing without a clock.
    pub(super) fn percent(self) -> Option<f64> {
        let given = self.given.as_secs_f64();
        (given > 0.0).then(|| 100.0 * self.used.as_secs_f64() / given)
    }
}

impl AddAssign for TimeUse {
    fn add_assign(&mut self, more: Self) {
        self.used += more.used;
        self.given += more.given;
    }
}

/// Plays a game from `start`; `players` are White and Black.
pub(crate) fn play(
    start: &Position,
    mut players: [&mut UciEngine; 2],
    pace: Pace,
) -> Result<Ended> {
    players.iter_mut().try_for_each(|player| player.new_game())?;
    let mut game = Game::new(start.clone());
    let (mut moves, mut agreement) = (Vec::new(), Agreement::default());
    let mut clocks = Clocks::new(pace);
    loop {
        if let Some(end) = game.outcome() {
            return Ok(clocks.end(end.winner(), false));
        }
        let position = game.position();
        let us = position.side_to_move();
        let player = &mut players[us.index()];
        let started = Instant::now();
        let answer = player.search_after(start, &moves, &clocks.limits())?;
        if !clocks.spend(us, started.elapsed()) {
            return Ok(clocks.end(Some(!us), true));
        }
        let mv = position.parse_uci(&answer.best);
        let mv = mv.with_context(|| format!("{} at {}", player.name(), position.to_fen()))?;
        let score = answer.last(1).map_or(0, |line| centipawns(line.score));
        let from_white = if us == Color::White { score } else { -score };
        match agreement.update(position.fullmove_number(), from_white) {
            Some(Agreed::Won(side)) => return Ok(clocks.end(Some(side), false)),
            Some(Agreed::Drawn) => return Ok(clocks.end(None, false)),
            None => {}
        }
        game.make(mv)?;
        moves.push(answer.best);
    }
}

fn centipawns(score: UciScore) -> i32 {
    match score {
        UciScore::Centipawns(score) => score,
        UciScore::Mate(moves) if moves > 0 => MATE,
        UciScore::Mate(_) => -MATE,
    }
}

/// The time that White and Black have left.
struct Clocks {
    pace: Pace,
    left: [Duration; 2],
    time: [TimeUse; 2],
}

impl Clocks {
    fn new(pace: Pace) -> Self {
        let game = match pace {
            Pace::Nodes(_) => 0,
            Pace::Clock(clock) => clock.game,
        };
        let left = Duration::from_millis(game);
        Self { pace, left: [left; 2], time: [TimeUse { given: left, ..TimeUse::default() }; 2] }
    }

    /// Returns the arguments of `go`.
    fn limits(&self) -> String {
        let [white, black] = self.left.map(|left| left.as_millis());
        match self.pace {
            Pace::Nodes(nodes) => format!("nodes {nodes}"),
            Pace::Clock(Clock { increment, .. }) => {
                format!("wtime {white} btime {black} winc {increment} binc {increment}")
            }
        }
    }

    /// Takes time from a side's clock; false if it had less.
    fn spend(&mut self, side: Color, spent: Duration) -> bool {
        let Pace::Clock(clock) = self.pace else { return true };
        let left = &mut self.left[side.index()];
        let enough = spent <= *left + GRACE;
        let increment = Duration::from_millis(clock.increment);
        *left = left.saturating_sub(spent) + increment;
        self.time[side.index()] += TimeUse { used: spent, given: increment };
        enough
    }

    fn end(&self, winner: Option<Color>, by_time: bool) -> Ended {
        Ended { winner, by_time, time: self.time }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use crate::sprt::tests::script;

    #[test]
    fn a_mate_in_nothing_is_lost() {
        let scores =
            [UciScore::Mate(1), UciScore::Mate(0), UciScore::Mate(-2), UciScore::Centipawns(7)];
        assert_eq!(scores.map(centipawns), [MATE, -MATE, -MATE, 7]);
    }

    /// Plays a game of an engine of these cases of a shell against itself, from rook and king
    /// against the king.
    #[cfg(unix)]
    fn played(pace: Pace, cases: &str) -> Ended {
        let folder = tempfile::tempdir().unwrap();
        let program = script(folder.path(), "engine", cases);
        let engine = || UciEngine::start(program.as_ref(), &[]).unwrap();
        let start = Position::from_fen("k7/8/1K6/8/8/8/8/7R w - - 0 1").unwrap();
        play(&start, [&mut engine(), &mut engine()], pace).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn a_game_is_decided_by_scores_that_agree_after_the_moves_that_were_played() {
        // The engine has a move after `ucinewgame` alone, and sees White's mate on either side.
        let cases = "ucinewgame) new=1;; *h1h2) move=a8b8; score=-3;; *h2h1) move=b8a8; score=-3;; \
             *a8b8) move=h2h1; score=3;; position*) move=h1h2; score=3;; go*) \
             echo \"info depth 1 score mate $score pv $move\"; echo \"bestmove ${new:+$move}\";;";
        let ended = played(Pace::Nodes(1), cases);
        assert_eq!((ended.winner, ended.by_time), (Some(Color::White), false));
    }

    #[cfg(unix)]
    #[test]
    fn a_player_whose_time_is_over_loses() {
        let pace = Pace::Clock(Clock { game: 0, increment: 0 });
        let ended = played(pace, "go*) sleep 0.1; echo bestmove h1h8;;");
        assert_eq!((ended.winner, ended.by_time), (Some(Color::Black), true));
    }

    #[test]
    fn a_clock_runs_down_and_is_topped_up() {
        let mut clocks = Clocks::new(Pace::Clock(Clock { game: 1_000, increment: 100 }));
        assert!(clocks.spend(Color::White, Duration::from_millis(300)));
        assert_eq!(clocks.limits(), "wtime 800 btime 1000 winc 100 binc 100");
        assert!(clocks.spend(Color::White, Duration::from_millis(810)), "within the grace");
        assert_eq!(clocks.limits(), "wtime 100 btime 1000 winc 100 binc 100");
        assert!(!clocks.spend(Color::White, Duration::from_millis(200)));
        let mut nodes = Clocks::new(Pace::Nodes(7));
        assert!(nodes.spend(Color::Black, Duration::from_secs(9)));
        assert_eq!(nodes.limits(), "nodes 7");
        // 300, 810 and 200 ms of a second and three increments of 100.
        let [white, black] = clocks.end(None, false).time.map(|time| time.percent().unwrap());
        assert!((white - 131_000.0 / 1_300.0).abs() < 1e-6 && black == 0.0, "{white} {black}");
        assert_eq!(nodes.end(None, false).time[0].percent(), None);
    }
}
