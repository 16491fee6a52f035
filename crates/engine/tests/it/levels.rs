//! Limited strength at work: mates in one, promotions and won endings, by level.

use engine::movegen::{Color, PieceType, Position};
use engine::{Engine, Game, Request, Strength};

use crate::small;

/// Positions with a mate in one and other ways to win.
const MATES_IN_ONE: [&str; 4] = [
    "6k1/5ppp/8/8/8/8/5PPP/3RQ1K1 w - - 0 1",
    "7k/p7/6K1/8/8/8/P7/1Q6 w - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "4r1k1/5ppp/8/8/8/8/q4PPP/6K1 b - - 0 1",
];

/// Some of the `UCI_Elo` values from 800 up.
const ELOS: [i64; 5] = [800, 1_000, 1_400, 1_800, 2_300];

/// Returns the game after the move that this Elo plays in a position.
fn played(engine: &mut Engine, elo: i64, seed: u64, position: &Position) -> Game {
    engine.new_game();
    let mut game = Game::new(position.clone());
    play(engine, elo, seed, &mut game);
    game
}

fn play(engine: &mut Engine, elo: i64, seed: u64, game: &mut Game) {
    let request = Request { strength: Some(Strength::of_elo(elo, seed)), ..Request::default() };
    let answer = engine.play(game, &request, &mut |_| ());
    game.make(answer.outcome.best.expect("a legal move")).expect("legal");
}

fn is_mate(game: &Game) -> bool {
    game.position().in_check() && game.position().count_legal() == 0
}

#[test]
fn each_level_from_800_on_mates_in_one_20_times_of_20_and_600_most_times() {
    let mut engine = small().build().expect("a table");
    for fen in MATES_IN_ONE {
        let position = Position::from_fen(fen).expect("legal");
        let mut mates = |elo| {
            (1..=20).filter(|&seed| is_mate(&played(&mut engine, elo, seed, &position))).count()
        };
        for elo in ELOS {
            assert_eq!(mates(elo), 20, "{elo}: {fen}");
        }
        let lowest = mates(600);
        assert!((11..20).contains(&lowest), "{lowest}: {fen}");
    }
}

#[test]
fn a_pawn_promotes_to_a_queen_unless_another_piece_is_better() {
    let mut engine = small().build().expect("a table");
    let promoted = |engine: &mut Engine, elo, seed, fen| {
        let game = played(engine, elo, seed, &Position::from_fen(fen).expect("legal"));
        game.moves().last().and_then(|mv| mv.promoted())
    };
    for elo in [600, 800, 1_000, 1_400, 1_800, 2_200] {
        let mut queens = 0;
        for seed in 1..=20 {
            let won = promoted(&mut engine, elo, seed, "8/1P4k1/8/8/8/8/5PPP/6K1 w - - 0 1");
            assert!(matches!(won, None | Some(PieceType::Queen)), "{elo}: {won:?}");
            queens += usize::from(won.is_some());
        }
        assert!(queens >= 18, "{elo}: {queens} of 20");
    }
}

/// Plays a won ending against the full strength and returns whether it is mate in 50 moves.
fn wins(engines: &mut [Engine; 2], elo: i64, seed: u64, fen: &str) -> bool {
    let mut game = Game::from_fen(fen).expect("legal");
    let [level, full] = engines;
    level.new_game();
    full.new_game();
    while game.outcome().is_none() && game.plies() < 100 {
        match game.position().side_to_move() {
            Color::White => play(level, elo, seed, &mut game),
            Color::Black => {
                let answer = full.play(&game, &Request::nodes(500), &mut |_| ());
                game.make(answer.outcome.best.expect("a legal move")).expect("legal");
            }
        }
    }
    is_mate(&game)
}

#[test]
fn rook_and_queen_mate_a_bare_king_at_1000_in_50_moves_20_times_of_20() {
    let mut engines = [small(), small()].map(|engine| engine.build().expect("a table"));
    for fen in ["8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "8/8/3k4/8/8/8/8/Q3K3 w - - 0 1"] {
        let won = (1..=20).filter(|&seed| wins(&mut engines, 1_000, seed, fen)).count();
        assert_eq!(won, 20, "{fen}");
    }
}
