//! Random games with tags, comments, annotations and variations.

use movegen::pgn::{Game, Line, Node};
use movegen::{GameResult, Position};
use zobrist_keys::SplitMix64;

/// Pieces of texts that are games, or nearly.
pub(crate) const PARTS: &[&str] = &[
    "[",
    "]",
    "\"",
    "\\",
    "[White \"x\"]",
    "\n[Black \"y\"]\n",
    "\n",
    "\r\n",
    " ",
    "1.",
    "1...",
    "e4",
    " e5 ",
    "Nf3",
    " Nc6 ",
    "O-O",
    "0-0",
    "$1",
    "$300",
    "!",
    "??",
    "{",
    "}",
    "{ a comment }",
    ";",
    "%",
    "\n%",
    "(",
    ")",
    "(1. d4)",
    " ( ",
    "*",
    "1-0",
    "1/2-1/2",
    "[FEN \"8/8/8/8/8/k7/8/K7 w - -\"]",
    "e.p.",
    "--",
    "\u{feff}",
    "é",
    "\x1a",
    "[Variant \"Chess960\"]",
    "[White ACPL \"252\"]",
    "[Event \"5th \"X\" Open\"]",
    "\n[BlackType: \"program\"]\n",
    "\n[White\n\"x\"]",
    "[Result \"1-0\"]",
    "\r",
    " +- ",
    " ± ",
    "N ",
    "!!!",
    " (1. d4 -- 2. e4) ",
    " <> ",
    " Z0",
    "½-½",
    "1–0",
    "0-0",
    "o-o",
    "…",
    "\u{a0}",
    " ep",
    "g1f3",
    "e4+-",
    "; a remark\n",
    "\n\n1. d4",
    "\n\u{feff}",
    "\n\n",
    "$10 1. e4",
    "1. $1 c4",
    "($4)",
    " 1 - 0",
    "0000",
    "Zebra",
];

const WORDS: &[&str] = &[
    "a",
    "word",
    "}",
    "{",
    "%",
    "%x",
    ";",
    "(",
    ")",
    "[",
    "[White",
    "\"x\"]",
    "\"",
    "\\",
    "\\\"",
    "1.",
    "1-0",
    "*",
    "$5",
    "é",
    "♞f3",
    "[%clk",
    "0:05:00]",
    "averyveryverylongwordwithoutanyspaceinit",
];

fn below(random: &mut SplitMix64, bound: usize) -> usize {
    random.next() as usize % bound
}

fn text(random: &mut SplitMix64, least: usize) -> String {
    let count = least + below(random, 12);
    (0..count).map(|_| WORDS[below(random, WORDS.len())]).collect::<Vec<_>>().join(" ")
}

fn nags(random: &mut SplitMix64) -> Vec<u8> {
    (0..below(random, 12).saturating_sub(9)).map(|_| random.next() as u8).collect()
}

fn comments(random: &mut SplitMix64) -> Vec<String> {
    let count = below(random, 12).saturating_sub(9);
    (0..count).map(|_| text(random, 1)).collect()
}

/// Returns a line of at most `plies` plies, with variations at most `depth` deep.
fn line(random: &mut SplitMix64, start: &Position, plies: usize, depth: usize) -> Line {
    let mut line = Line { nags: nags(random), comments: comments(random), moves: Vec::new() };
    let mut position = start.clone();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut node = Node::new(moves[below(random, moves.len())]);
        node.nags = nags(random);
        node.nags_before = below(random, node.nags.len() + 1) as u32;
        node.comments = comments(random);
        let variations = if depth == 0 { 0 } else { below(random, 12).saturating_sub(9) };
        for _ in 0..variations {
            let plies = 1 + below(random, 8);
            node.variations.push(self::line(random, &position, plies, depth - 1));
        }
        position = position.make(node.mv);
        line.moves.push(node);
    }
    line
}

/// A game from any start of double Chess960, or from that of standard chess.
pub(crate) fn game(random: &mut SplitMix64) -> Game {
    let start = match below(random, 3) {
        0 => Position::double_chess960(below(random, 960) as u32, below(random, 960) as u32),
        _ => Position::chess960(518),
    };
    let start = start.expect("numbers below 960");
    let mut game = Game::new(start);
    for name in ["White", "Black", "Annotator"] {
        game.set_tag(name, &text(random, 0)).expect("a name");
    }
    game.set_result(GameResult::ALL[below(random, 4)]);
    let plies = below(random, 80);
    let start = game.start().clone();
    *game.line_mut() = line(random, &start, plies, 3);
    game
}
