//! The random mover, alone and against the engine.

use movegen::{Color, KeyHistory, Position};

use crate::player::Player;

const ENGINE: &str = env!("CARGO_BIN_EXE_afternoon");
const RANDOM_MOVER: &str = env!("CARGO_BIN_EXE_random-mover");

#[test]
fn it_answers_as_uci_asks() {
    let mut mover = Player::start(RANDOM_MOVER);
    mover.send("uci");
    assert!(mover.until("uciok")[0].starts_with("id name "));
    mover.send("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(mover.search("go").last().unwrap(), "bestmove 0000");
    for bad in ["hello", "position", "position startpos moves e2e5"] {
        let lines = mover.ask(bad);
        assert_eq!(lines.len(), 1, "{bad}: {lines:?}");
        assert!(lines[0].starts_with("info string "), "{lines:?}");
    }
    mover.send("quit");
    assert!(mover.wait().0.success());
}

/// All 20 first moves come, and with a seed the same ones in the same order.
#[test]
fn its_moves_are_drawn_from_all_and_follow_the_seed() {
    let draw = || {
        let mut mover = Player::start(RANDOM_MOVER);
        mover.send("setoption name Seed value 7");
        let moves: Vec<_> =
            (0..300).map(|_| mover.move_in(&Position::startpos(), "go").to_bits()).collect();
        moves
    };
    let moves = draw();
    assert_eq!(moves, draw());
    let mut distinct = moves;
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), 20);
}

/// One game of each colour; a few plies are enough against random moves.
#[test]
fn the_engine_wins() {
    let (mut engine, mut mover) = (Player::start(ENGINE), Player::start(RANDOM_MOVER));
    mover.send("setoption name Seed value 3");
    for ours in [Color::White, Color::Black] {
        engine.send("ucinewgame");
        let mut position = Position::startpos();
        let (mut line, mut history) = (String::from("position startpos moves"), KeyHistory::new());
        let end = loop {
            if let Some(end) = position.outcome_with(&history) {
                break end;
            }
            let to_move = position.side_to_move() == ours;
            let player = if to_move { &mut engine } else { &mut mover };
            player.send(&line);
            let lines = player.search("go depth 6");
            let text = lines.last().and_then(|line| line.strip_prefix("bestmove ")).unwrap();
            let mv = position.parse_uci(text).expect("a legal move");
            line = line + " " + text;
            history.push(position.key());
            position = position.make(mv);
        };
        assert_eq!(end.winner(), Some(ours), "{end:?} after {line}");
    }
}
