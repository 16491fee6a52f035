//! Positions of random games, starts of Chess960 and lines of EPD, with all that is said of them.

use movegen::{Epd, EpdOperation, GameEnd, KeyHistory, Move, Position, Variant};
use serde_json::{Value, json};
use zobrist_keys::SplitMix64;

use crate::corpus;

const GAMES: usize = 200;
const PLIES: usize = 60;

/// Starts close to draws by the clock.
const LATE: [&str; 4] = [
    "8/8/4k3/8/8/3BK3/8/7R w - - 90 80",
    "8/5k2/8/2n5/8/8/3K4/1Q6 b - - 60 99",
    "4k2r/8/8/8/8/8/8/R3K3 w Qk - 96 70",
    "8/8/2k5/8/4b3/1PK5/8/5R2 b - - 140 120",
];

/// Games of random moves, each second of which goes back where it came from if it can, so that
/// positions are repeated.
pub(super) fn lines() -> impl Iterator<Item = Value> {
    (0..GAMES).map(|number| {
        let mut random = SplitMix64::new(3_000 + number as u64);
        let start = match number % 10 {
            9 => LATE[number / 10 % LATE.len()].to_owned(),
            _ => corpus::any_start(number, &mut random),
        };
        let mut position = Position::from_fen(&start).expect("the corpus is legal");
        let (mut history, mut line) = (KeyHistory::new(), Vec::<Move>::new());
        let mut positions = vec![said(&position, &history)];
        while line.len() < PLIES && position.count_legal() > 0 {
            let legal = position.legal_moves();
            let back = line.len().checked_sub(2).map(|at| line[at]).and_then(|last| {
                legal.iter().copied().find(|mv| (mv.from(), mv.to()) == (last.to(), last.from()))
            });
            let any = legal[random.below(legal.len())];
            let mv = back.filter(|_| random.below(2) == 0).unwrap_or(any);
            history.push(position.key());
            position = position.make(mv);
            line.push(mv);
            positions.push(said(&position, &history));
        }
        json!({
            "start": start,
            "line": line.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(),
            "positions": positions,
        })
    })
}

/// Returns the facts of a position with its past that the script reports too.
fn said(position: &Position, history: &KeyHistory) -> Value {
    let legal = position.legal_moves();
    let mut moves: Vec<_> = legal
        .iter()
        .map(|&mv| {
            (position.uci_as(mv, Variant::Chess960), position.san(mv), position.gives_check(mv))
        })
        .collect();
    moves.sort();
    json!({
        "fen": position.to_fen_as(Variant::Standard),
        "shredder": position.to_fen_as(Variant::Chess960),
        "moves": moves,
        "check": position.in_check(),
        "end": position.outcome_with(history).map(end),
    })
}

/// Returns the script's name of the rule by which a game ends.
fn end(end: GameEnd) -> &'static str {
    match end {
        GameEnd::Checkmate { .. } => "checkmate",
        GameEnd::Stalemate => "stalemate",
        GameEnd::InsufficientMaterial => "insufficient material",
        GameEnd::SeventyFiveMoves => "75 moves",
        GameEnd::FivefoldRepetition => "fivefold repetition",
        GameEnd::ThreefoldRepetition => "threefold repetition",
        GameEnd::FiftyMoves => "50 moves",
        _ => "another",
    }
}

pub(super) fn starts() -> impl Iterator<Item = Value> {
    (0..).map_while(|number| {
        let fen = Position::chess960(number)?.to_fen_as(Variant::Standard);
        Some(json!({ "number": number, "fen": fen }))
    })
}

/// Returns a line of EPD with moves, texts and a number for each of some positions of standard
/// chess: python-chess reads the moves of EPD by its rules alone.
pub(super) fn epds() -> Vec<Epd> {
    let mut random = SplitMix64::new(4_000);
    (0..GAMES)
        .map(|number| {
            let start = corpus::openings().nth(number % 100).expect("a hundred openings");
            let position = corpus::random_game(start, 40, &mut random).pop().expect("a start");
            let mut epd = Epd::new(position);
            let legal = epd.position().legal_moves();
            for (opcode, every) in [("bm", 5), ("am", 9)] {
                let moves: Vec<Move> = legal.iter().copied().step_by(every).collect();
                if !moves.is_empty() {
                    epd.put(EpdOperation::moves(opcode, epd.position(), &moves));
                }
            }
            epd.put(EpdOperation::text("id", &format!("position {number}; \"é\" \\")));
            epd.put(EpdOperation::number("ce", number as i64 - 100));
            epd
        })
        .collect()
}

/// Returns a line of EPD and what it says: moves in the order of their texts.
pub(super) fn epd(epd: &Epd) -> Value {
    let moves = |opcode: &str| {
        let moves = epd.moves(opcode).expect("what was put is legal");
        let mut texts: Vec<_> =
            moves.iter().map(|&mv| epd.position().uci_as(mv, Variant::Chess960)).collect();
        texts.sort();
        texts
    };
    let mut operations = json!({
        "id": epd.id(),
        "ce": epd.number("ce"),
        "hmvc": epd.position().halfmove_clock(),
        "fmvn": epd.position().fullmove_number(),
    });
    for opcode in ["bm", "am"] {
        if epd.operation(opcode).is_some() {
            operations[opcode] = moves(opcode).into();
        }
    }
    json!({ "epd": epd.to_string(), "operations": operations })
}

/// Returns whether two lines say the same, whatever the order of their operations and moves.
pub(super) fn says_the_same(ours: &Epd, theirs: &Epd) -> bool {
    ours.position().same_position(theirs.position())
        && epd(ours)["operations"] == epd(theirs)["operations"]
}
