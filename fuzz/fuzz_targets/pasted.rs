//! Any text is read as moves without a panic: they are legal, or the error has the number of a
//! move. The moves of a game are read back from a text with the numbers, signs, comments and
//! variations that people paste with them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::pgn::read_moves;
use movegen::{Color, GameResult, Move, Position};

/// Texts that may stand between two moves.
const BETWEEN: [&str; 12] = [
    "",
    "",
    "!",
    "?!",
    " $142",
    " {c}",
    " {[%clk 0:03:00]}",
    " (none {)} of it)",
    "±",
    " =∞",
    "\n",
    "⁉",
];

fuzz_target!(|input: (Vec<u8>, Vec<u8>, String)| {
    let (choices, dress, text) = input;
    let Some((start, moves)) = palimpsest_fuzz::game(&choices) else { return };
    match read_moves(&start, &text) {
        Ok(moves) => {
            moves.into_iter().fold(start.clone(), |position, mv| {
                assert!(position.is_legal(mv), "{text:?}");
                position.make(mv)
            });
        }
        Err(error) => assert!(error.number() > 0 && !error.fault().to_string().is_empty()),
    }
    let text = pasted(&start, &moves, &dress);
    assert_eq!(read_moves(&start, &text).as_ref(), Ok(&moves), "{text:?}");
});

/// Writes a game as the bytes of `dress` say, which are taken in turns.
fn pasted(start: &Position, moves: &[Move], dress: &[u8]) -> String {
    let mut dress = dress.iter().chain(&[0]).copied().cycle();
    let mut choose = || dress.next().unwrap_or_default();
    let (mut text, mut position) = (String::new(), start.clone());
    for &mv in moves {
        let number = position.fullmove_number();
        match (choose() % 4, position.side_to_move()) {
            (0, Color::White) => text += &format!("{number}."),
            (1, Color::White) => text += &format!("{number}. "),
            (0, Color::Black) => text += &format!("{number}...."),
            (2, _) => text += &format!("{number} "),
            _ => {}
        }
        text += &match choose() % 3 {
            0 => position.uci(mv),
            1 => position.san(mv),
            _ => palimpsest_fuzz::printed(&position.san(mv), choose()),
        };
        text += BETWEEN[usize::from(choose()) % BETWEEN.len()];
        text.push(' ');
        position = position.make(mv);
    }
    let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::Unknown];
    if let Some(result) = results.get(usize::from(choose()) % 4) {
        text += result.as_str();
    }
    text
}
