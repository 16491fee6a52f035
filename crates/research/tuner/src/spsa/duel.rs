//! Pairs of games between two players of our search, which go by different numbers; two players for
//! each thread.

use std::sync::Mutex;

use anyhow::{Context as _, Result};
use engine::Numbers;
use movegen::{Color, Position};
use self_play::{MateScores, Openings, Player, Random, half_points, play_out};

use super::descent::Iteration;
use super::numbers::with;
use super::parameter::Parameter;

/// The largest score, either way, of a random opening that is worth playing, in centipawns: a game
/// that is decided before it begins shows nothing.
const BALANCED_SCORE: i32 = 150;
/// Openings that are drawn until one is balanced.
const MOST_DRAWS: u32 = 1_000;

pub(super) struct Starts {
    pub(super) openings: Openings,
    pub(super) plies: u32,
    /// Whether openings are drawn until one is balanced. A book's own positions are played as they
    /// are.
    pub(super) balanced: bool,
}

pub(super) struct Duel([Player; 2]);

impl Duel {
    /// Creates players of `nodes` nodes a move, each with a table of `table_bytes`.
    pub(super) fn new(nodes: u64, table_bytes: usize) -> Result<Self> {
        Ok(Self([Player::new(nodes, table_bytes)?, Player::new(nodes, table_bytes)?]))
    }

    /// Plays an opening with both colours; the half points of the first side, 0 to 4. `middle` are
    /// the numbers by which openings are judged. The pair depends on the arguments alone.
    pub(super) fn play(
        &mut self,
        middle: &Numbers,
        sides: &[Numbers; 2],
        starts: &Starts,
        seed: u64,
    ) -> Result<usize> {
        let opening = self.open(middle, starts, seed)?;
        let first = self.game(sides, &opening, Color::White);
        Ok(first + self.game(sides, &opening, Color::Black))
    }

    fn open(&mut self, middle: &Numbers, starts: &Starts, seed: u64) -> Result<Position> {
        let mut random = Random::new(seed);
        if !starts.balanced {
            return Ok(starts.openings.draw(&mut random));
        }
        let judge = &mut self.0[0];
        judge.new_game_with(middle);
        let most = (BALANCED_SCORE, MOST_DRAWS);
        let balanced = starts.openings.draw_balanced(&mut random, judge, most);
        Ok(balanced.with_context(|| format!("of {MOST_DRAWS} openings none is balanced"))?.0)
    }

    /// Plays a game in which the first side has a colour; its half points.
    fn game(&mut self, sides: &[Numbers; 2], opening: &Position, first: Color) -> usize {
        for (player, numbers) in self.0.iter_mut().zip(sides) {
            player.new_game_with(numbers);
        }
        let winner = play_out(opening, MateScores::End, |game| {
            self.0[usize::from(game.position().side_to_move() != first)].think(game)
        });
        half_points(winner, first)
    }
}

/// The players and openings that the threads of a run share.
pub(super) struct Players {
    nodes: u64,
    table_bytes: usize,
    starts: Starts,
    /// Players that no thread plays with at the moment.
    idle: Mutex<Vec<Duel>>,
}

impl Players {
    pub(super) fn new(nodes: u64, table_bytes: usize, starts: Starts) -> Self {
        Self { nodes, table_bytes, starts, idle: Mutex::default() }
    }

    /// Plays the games of an iteration; returns the half points of its first side.
    pub(super) fn play(&self, parameters: &[Parameter], iteration: &Iteration) -> Result<usize> {
        let idle = || self.idle.lock().expect("no worker panics");
        let taken = idle().pop();
        let mut duel = match taken {
            Some(duel) => duel,
            None => Duel::new(self.nodes, self.table_bytes)?,
        };
        let middle = numbers_of(parameters, &iteration.middle)?;
        let [first, second] = &iteration.sides;
        let sides = [numbers_of(parameters, first)?, numbers_of(parameters, second)?];
        let half_points = duel.play(&middle, &sides, &self.starts, iteration.seed)?;
        idle().push(duel);
        Ok(half_points)
    }
}

/// Returns the build's numbers, those that are tuned with these values.
pub(super) fn numbers_of(parameters: &[Parameter], values: &[i32]) -> Result<Numbers> {
    let names = parameters.iter().map(|parameter| parameter.name.as_str());
    with(Numbers::default(), names.zip(values.iter().copied()))
}

#[cfg(test)]
mod tests {
    use evaluation::Score;

    use super::super::numbers::declared;
    use super::*;

    fn starts() -> Starts {
        Starts { openings: Openings::from_startpos(8..=8), plies: 8, balanced: true }
    }

    fn duel(nodes: u64) -> Duel {
        Duel::new(nodes, 1 << 20).unwrap()
    }

    /// Numbers of a player that gives its queen for a knight.
    fn foolish() -> Numbers {
        let mut numbers = Numbers::hand_crafted();
        numbers.weights.material[4] = Score::new(200, 200);
        numbers
    }

    #[test]
    fn the_better_numbers_win_on_either_side() {
        let mut duel = duel(300);
        let good = Numbers::default();
        let points = |duel: &mut Duel, sides: &[Numbers; 2]| -> usize {
            (0..12).map(|seed| duel.play(&good, sides, &starts(), seed).unwrap()).sum()
        };
        let first = points(&mut duel, &[good.clone(), foolish()]);
        let second = points(&mut duel, &[foolish(), good.clone()]);
        assert!(first >= 36, "{first} of 48 half points");
        assert!(second <= 12, "{second} of 48 half points");
    }

    #[test]
    fn a_pair_depends_on_its_arguments_alone() {
        let (middle, sides) = (Numbers::default(), [Numbers::default(), foolish()]);
        let (mut used, starts) = (duel(100), starts());
        let pairs = |duel: &mut Duel| -> Vec<usize> {
            (0..4).map(|seed| duel.play(&middle, &sides, &starts, seed).unwrap()).collect()
        };
        let again = pairs(&mut used);
        assert_eq!(pairs(&mut used), again);
        // Equal players on both sides: what one wins with White the other wins in the next game.
        let same = [Numbers::default(), Numbers::default()];
        for seed in 0..4 {
            assert_eq!(used.play(&middle, &same, &starts, seed).unwrap(), 2, "seed {seed}");
        }
    }

    #[test]
    fn openings_without_balance_are_an_error() {
        let lost = Position::from_fen("4k3/8/8/8/8/8/4P3/QQ2K3 w - - 0 1").unwrap();
        let openings = Openings::from_positions(vec![lost], 0..=0);
        let middle = Numbers::default();
        let sides = [middle.clone(), middle.clone()];
        let play = |balanced| {
            let starts = Starts { openings: openings.clone(), plies: 0, balanced };
            duel(1).play(&middle, &sides, &starts, 1)
        };
        assert!(play(true).unwrap_err().to_string().contains("none is balanced"));
        // Without the demand the side with White wins, each once.
        assert_eq!(play(false).unwrap(), 2);

        // A queen for a knight is even by the numbers in the middle alone, whoever plays.
        let even = Position::from_fen("4kn2/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1").unwrap();
        let openings = Openings::from_positions(vec![even], 0..=0);
        let queen = ["mg", "eg"]
            .map(|phase| declared(&format!("eval.material[4].{phase}"), 1.0, 0.002).unwrap());
        let play = |middle: i32, others: i32| {
            let starts = Starts { openings: openings.clone(), plies: 0, balanced: true };
            let [middle, one, other] = [middle, others, others].map(|value| vec![value; 2]);
            let iteration = Iteration { seed: 1, middle, sides: [one, other], directions: vec![] };
            Players::new(1, 1 << 20, starts).play(&queen, &iteration)
        };
        assert!(play(200, 900).is_ok() && play(900, 200).is_err());
    }
}
