//! Games of our search, annotated at random, are written as PGN and read as equal games. Written
//! again, they give the same bytes.
//!
//! `SELF_PLAY_GAMES` sets the number of games, `SELF_PLAY_PGN` the path to which the file is
//! written.

#[path = "round_trip/annotate.rs"]
mod annotate;

use movegen::pgn::{Game, PgnStream, games};
use movegen::{GameEnd, Position};
use self_play::{Openings, Player, Random};

/// The number of games if the variable is not set.
const GAMES: usize = 50;
const NODES: u64 = 100;
const TABLE_BYTES: usize = 1 << 16;
const PLIES: usize = 160;

/// Plays a game from a random opening to its end, to its first repetition, to 50 idle moves or to
/// [`PLIES`]. Every fourth game begins at a start of Chess960.
fn played(number: usize, player: &mut Player) -> Game {
    let mut random = Random::new(number as u64);
    let base = match number % 4 {
        3 => Position::chess960(random.below(960) as u32),
        _ => Position::chess960(518),
    };
    let base = base.expect("a number below 960");
    let start = Openings::from_positions(vec![base], 0..=6).draw(&mut random);
    player.new_game();
    let mut line = engine::Game::new(start.clone());
    let mut end: Option<GameEnd> = None;
    while line.moves().len() < PLIES {
        end = line.outcome();
        if end.is_some() {
            break;
        }
        let thought = player.think(&line).expect("the game goes on");
        line.make(thought.best).expect("the search plays legal moves");
    }
    let mut game = Game::from_moves(start, line.moves()).expect("the search plays legal moves");
    if let Some(end) = end {
        game.set_result(end.result());
        game.set_tag("Termination", &end.to_string()).expect("a name");
    }
    annotate::game(&mut game, &mut random);
    game
}

fn read(text: &str) -> Vec<Game> {
    games(text.as_bytes()).map(Result::unwrap).collect()
}

fn streamed(text: &str) -> Vec<Game> {
    let mut rest = text.as_bytes();
    let stream = PgnStream::new(|buffer: &mut [u8]| std::io::Read::read(&mut rest, buffer));
    stream.games().map(Result::unwrap).collect()
}

fn written(games: &[Game]) -> String {
    games.iter().map(|game| game.to_pgn().unwrap()).collect::<Vec<_>>().join("\n")
}

#[test]
#[expect(clippy::print_stdout, reason = "`cargo xtask check python-chess` shows what was counted")]
fn annotated_games_of_the_search_survive_pgn() {
    let number = std::env::var("SELF_PLAY_GAMES").map_or(GAMES, |number| number.parse().unwrap());
    let mut player = Player::new(NODES, TABLE_BYTES).unwrap();
    let games: Vec<Game> = (0..number).map(|number| played(number, &mut player)).collect();
    let text = written(&games);

    let again = read(&text);
    for (game, again) in games.iter().zip(&again) {
        assert_eq!(game, again);
    }
    assert_eq!(games.len(), again.len());
    assert!(written(&again) == text, "what is read is written in the same bytes");
    assert!(streamed(&text) == games, "a stream gives the same games");
    assert!(read(&text.replace('\n', "\r\n")) == games, "the ends of lines do not matter");
    assert!(read(&text.replace('\n', "\r\n\r\n")) == games, "nor do empty lines");

    let plies: usize = games.iter().map(|game| game.moves().count()).sum();
    let counts = annotate::count(&games);
    let ended = games.iter().filter(|game| game.tag("Termination").is_some()).count();
    println!("{number} games read as written: {plies} plies, {counts:?}, {ended} played out");
    assert!(plies > 30 * number && ended > number / 4);
    assert!(counts.comments > number && counts.nags > number && counts.variations > number);
    assert!(counts.depth >= 3);
    if let Some(path) = std::env::var_os("SELF_PLAY_PGN") {
        std::fs::write(path, text).unwrap();
    }
}
