//! Verb `levels`: how the levels of our engine err, by games of each level against itself that the
//! full strength judges.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, value_parser};
use engine::search::score::{mate_distance_moves, mated_in};
use engine::{Engine, Game, Request, Strength, expected_points};
use movegen::{Move, Position};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use self_play::Random;

use crate::datagen::book;

/// The loss of a mistake and that of a blunder, in expected points.
const MISTAKE: f64 = 0.1;
const BLUNDER: f64 = 0.2;

#[derive(Args)]
pub(crate) struct LevelsArguments {
    /// Openings in EPD, in an order that the seed decides
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
    /// Values of `UCI_Elo`
    #[arg(
        long,
        value_delimiter = ',',
        default_values_t = [600, 800, 1_000, 1_200, 1_400, 1_600, 1_800, 2_000, 2_200, 2_370]
    )]
    elos: Vec<i64>,
    /// Games of each level against itself
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        value_parser = value_parser!(u64).range(1..)
    )]
    games: u64,
    /// Nodes of the judge for each position
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Moves of each side after which a game ends
    #[arg(long, value_name = "N", default_value_t = 80)]
    moves: usize,
    /// Seed of the openings and of the choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The errors of the two players of some games.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Errors {
    players: u32,
    moves: u32,
    loss: f64,
    mistakes: u32,
    blunders: u32,
    /// The sum of the numbers of the first mistake of each player that made one, and their number.
    first: [u32; 2],
    /// Mates in one that were there, and those that were played.
    mates: [u32; 2],
}

impl Errors {
    fn add(&mut self, other: Self) {
        self.players += other.players;
        self.moves += other.moves;
        self.loss += other.loss;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
        for place in 0..2 {
            self.first[place] += other.first[place];
            self.mates[place] += other.mates[place];
        }
    }

    /// Counts a player's move number `number`, from 1, by the scores of the best move and of the
    /// move that was played, of which `mates` tells whether it ends the game.
    fn count(&mut self, number: u32, best: i32, played: i32, mates: bool) {
        self.moves += 1;
        let loss = (expected_points(best) - expected_points(played)).max(0.0);
        self.loss += loss;
        self.blunders += u32::from(loss >= BLUNDER);
        if loss >= MISTAKE {
            self.mistakes += 1;
            if self.mistakes == 1 {
                self.first = [number, 1];
            }
        }
        if mate_distance_moves(best) == Some(1) {
            self.mates[0] += 1;
            self.mates[1] += u32::from(mates);
        }
    }

    fn row(&self, elo: i64) -> String {
        let each = |sum: f64, count: u32| if count == 0 { 0.0 } else { sum / f64::from(count) };
        let [first, erring] = self.first;
        let [there, played] = self.mates;
        format!(
            "| {elo} | {} | {:.1} | {:.1} | {:.1} | {:.0} | {} of {there} |",
            self.moves,
            100.0 * each(self.loss, self.moves),
            each(f64::from(self.mistakes), self.players),
            each(f64::from(self.blunders), self.players),
            each(f64::from(first), erring),
            there - played,
        )
    }
}

struct Table {
    level: Engine,
    judge: Engine,
    nodes: u64,
}

impl Table {
    fn new(nodes: u64) -> Result<Self> {
        let engine = || Engine::builder().hash(8 << 20).build();
        Ok(Self { level: engine()?, judge: engine()?, nodes })
    }

    /// Returns the judge's score of a position from the view of its side to move, and its move.
    fn judged(&mut self, game: &Game) -> (i32, Option<Move>) {
        match game.outcome() {
            Some(_) if game.position().in_check() && game.position().count_legal() == 0 => {
                (mated_in(0), None)
            }
            Some(_) => (0, None),
            None => {
                let judged = self.judge.analyse(game, &Request::nodes(self.nodes), &mut |_| ());
                (judged.score.value(), judged.best)
            }
        }
    }

    /// Plays a game of a level against itself and counts the errors of both players.
    fn play(&mut self, start: &Position, elo: i64, seed: u64, longest: usize) -> Errors {
        self.level.new_game();
        self.judge.new_game();
        let mut game = Game::new(start.clone());
        let mut players = [Errors { players: 1, ..Errors::default() }; 2];
        let (mut best, mut choice) = self.judged(&game);
        while game.outcome().is_none() && game.plies() < 2 * longest {
            let strength = Some(Strength::of_elo(elo, seed));
            let request = Request { strength, ..Request::default() };
            let Some(mv) = self.level.play(&game, &request, &mut |_| ()).outcome.best else {
                break;
            };
            let player = game.position().side_to_move().index();
            let number = 1 + (game.plies() / 2) as u32;
            if game.make(mv).is_err() {
                break;
            }
            let (reply, next) = self.judged(&game);
            // The judge's own move costs nothing, whatever its next search says.
            let played = if choice == Some(mv) { best } else { -reply };
            players[player].count(number, best, played, reply == mated_in(0));
            (best, choice) = (reply, next);
        }
        let mut both = players[0];
        both.add(players[1]);
        both
    }
}

/// Plays the games and prints a row for each level.
pub(crate) fn run(arguments: &LevelsArguments, mut print: impl FnMut(String)) -> Result<()> {
    let LevelsArguments { games, nodes, moves, seed, .. } = *arguments;
    let mut openings = book::read(&arguments.book, false)?;
    Random::new(seed).shuffle(&mut openings);
    print(
        "| `UCI_Elo` | moves | loss, points of 100 | mistakes | blunders | first mistake, move \
           | mates in one missed |"
            .to_owned(),
    );
    print("|---:|---:|---:|---:|---:|---:|---:|".to_owned());
    for &elo in &arguments.elos {
        let play = |number: u64| -> Result<Errors> {
            let start = &openings[number as usize % openings.len()];
            // A level draws by its own stream, and the choices of two games differ.
            let seed = (seed << 20) + (number + 1);
            Ok(Table::new(nodes)?.play(start, elo, seed, moves))
        };
        let played: Result<Vec<Errors>> = (0..games).into_par_iter().map(play).collect();
        let mut errors = Errors::default();
        played?.into_iter().for_each(|game| errors.add(game));
        print(errors.row(elo));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use engine::search::score::mate_in;

    use super::*;

    const RICH: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

    #[test]
    fn errors_are_counted_by_their_loss_and_the_first_mistake_is_kept() {
        let mut errors = Errors { players: 1, ..Errors::default() };
        errors.count(1, 30, 20, false);
        errors.count(2, 0, -110, false);
        errors.count(3, 200, -300, false);
        errors.count(4, 900, 850, false);
        assert_eq!((errors.moves, errors.mistakes, errors.blunders), (4, 2, 1));
        assert_eq!(errors.first, [2, 1]);
        errors.count(5, mate_in(1), mate_in(3), false);
        errors.count(6, mate_in(1), mate_in(1), true);
        assert_eq!(errors.mates, [2, 1]);
        let mut both = errors;
        both.add(errors);
        assert_eq!((both.players, both.first, both.mates), (2, [4, 2], [4, 2]));
        assert_eq!(both.row(800), "| 800 | 12 | 9.7 | 2.0 | 1.0 | 2 | 2 of 4 |");
    }

    /// A judge of few nodes is wrong now and then, so the losses of several games count.
    #[test]
    fn a_weak_level_errs_more_than_a_strong_one_and_a_game_is_the_same_twice() {
        let mut table = Table::new(4_000).expect("tables");
        let mut errors = |elo| {
            let mut sum = Errors::default();
            (1..=4).for_each(|seed| sum.add(table.play(&Position::startpos(), elo, seed, 12)));
            sum
        };
        let (weak, strong) = (errors(600), errors(1_800));
        assert_eq!(weak, errors(600));
        assert_eq!((weak.players, strong.players), (8, 8));
        assert!(weak.moves <= 96 && weak.loss > strong.loss, "{weak:?} {strong:?}");

        // Of one move each, every mistake is the first of its player, at move 1.
        let (rich, mut sum) = (Position::from_fen(RICH).unwrap(), Errors::default());
        (1..=12).for_each(|seed| sum.add(table.play(&rich, 600, seed, 1)));
        assert!(sum.moves == 24 && sum.mistakes > 12, "{sum:?}");
        assert_eq!(sum.first, [sum.mistakes; 2]);
    }

    /// Each game has a mate in one; a game goes on for a move where it was missed.
    #[test]
    fn a_strong_level_plays_a_mate_that_a_weak_one_misses_now_and_then() {
        let mut table = Table::new(1_000).expect("tables");
        let guarded =
            Position::from_fen("r5k1/5ppp/8/8/8/n1N2N2/1R1N1PPP/1B3QK1 w - - 0 1").unwrap();
        let mut mates = |start: &Position, elo| {
            let mut sum = Errors::default();
            (1..=16).for_each(|seed| sum.add(table.play(start, elo, seed, 1)));
            (sum.mates, sum.moves)
        };
        assert_eq!(mates(&guarded, 600).0, [0, 0], "there is none");
        let mate = Position::from_fen("6k1/5ppp/8/8/8/n1N2N2/1R1N1PPP/1B3QK1 w - - 0 1").unwrap();
        assert_eq!(mates(&mate, 2_370), ([16, 16], 16));
        let ([there, played], moves) = mates(&mate, 600);
        assert!(there == 16 && (1..16).contains(&played), "{there} {played}");
        assert_eq!(moves, 32 - played, "a mate ends the game");
    }

    #[test]
    fn every_argument_changes_the_means() {
        let folder = tempfile::tempdir().unwrap();
        let book = |name: &str| folder.path().join(name);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        fs::write(book("one"), RICH).unwrap();
        fs::write(book("two"), format!("{RICH}\n{start}")).unwrap();
        let means = |change: &dyn Fn(&mut LevelsArguments)| {
            let (elos, games, nodes, moves, seed) = (vec![600], 2, 500, 4, 1);
            let mut asked = LevelsArguments { book: book("one"), elos, games, nodes, moves, seed };
            change(&mut asked);
            let mut lines = Vec::new();
            run(&asked, |line| lines.push(line)).unwrap();
            let row = &lines[2];
            row.split('|').skip(3).collect::<Vec<_>>().join("|")
        };
        let plain = means(&|_| ());
        type Change<'a> = &'a dyn Fn(&mut LevelsArguments);
        let changes: [(&str, Change<'_>); 6] = [
            ("book", &|asked| asked.book = book("two")),
            ("Elo", &|asked| asked.elos = vec![1_800]),
            ("games", &|asked| asked.games = 1),
            ("nodes", &|asked| asked.nodes = 5_000),
            ("moves", &|asked| asked.moves = 8),
            ("seed", &|asked| asked.seed = 2),
        ];
        for (name, change) in changes {
            assert_ne!(means(change), plain, "{name}");
        }
    }
}
