//! Random tags, comments, annotations and variations for a game.

use movegen::Position;
use movegen::pgn::{Game, Line, Node};
use self_play::Random;

/// The deepest nesting of variations.
const DEPTH: usize = 4;
/// One move in this many gets annotations, comments or variations.
const ONE_IN: usize = 8;

/// Words that a careless reader or writer mistakes for something else, or loses.
const WORDS: &[&str] = &[
    "a",
    "better",
    "}",
    "{",
    "{}",
    "a}b",
    "%",
    "%escape",
    ";",
    "(",
    ")",
    "[",
    "]",
    "[White",
    "\"x\"]",
    "\"",
    "\\",
    "\\\"",
    "\\\\",
    "12.",
    "1-0",
    "*",
    "$5",
    "!?",
    "--",
    "O-O",
    "é",
    "♞f3",
    "日本語",
    "e\u{301}",
    "a\u{a0}b",
    "a\u{2028}b",
    "🙂",
    "[%clk",
    "0:05:00]",
    "a-word-that-is-much-longer-than-a-line-of-a-file-may-be-so-that-it-stands-on-one-of-its-own-here",
];

/// The numbers of additions to some games.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counts {
    pub(crate) comments: usize,
    pub(crate) nags: usize,
    pub(crate) variations: usize,
    pub(crate) depth: usize,
}

pub(crate) fn count(games: &[Game]) -> Counts {
    let mut counts = Counts::default();
    games.iter().for_each(|game| counts.add(game.line(), 0));
    counts
}

impl Counts {
    fn add(&mut self, line: &Line, depth: usize) {
        self.comments += line.comments.len();
        self.depth = self.depth.max(depth);
        for node in &line.moves {
            self.comments += node.comments.len();
            self.nags += node.nags.len();
            self.variations += node.variations.len();
            node.variations.iter().for_each(|line| self.add(line, depth + 1));
        }
    }
}

/// Adds random tags, comments, annotations and variations to a game.
pub(crate) fn game(game: &mut Game, random: &mut Random) {
    for name in ["Event", "White", "Black", "Annotator", "X_1"] {
        game.set_tag(name, &text(random, 0)).expect("a name");
    }
    let start = game.start().clone();
    line(game.line_mut(), &start, random, 0);
}

fn text(random: &mut Random, least: usize) -> String {
    let words = least + random.below(9);
    (0..words).map(|_| WORDS[random.below(WORDS.len())]).collect::<Vec<_>>().join(" ")
}

fn comments(random: &mut Random) -> Vec<String> {
    let count = if random.below(ONE_IN) == 0 { 1 + random.below(2) } else { 0 };
    (0..count).map(|_| text(random, 1)).collect()
}

/// Annotates the moves of a line that is `depth` variations deep.
fn line(line: &mut Line, start: &Position, random: &mut Random, depth: usize) {
    line.comments = comments(random);
    let mut position = start.clone();
    for node in &mut line.moves {
        if random.below(ONE_IN) == 0 {
            node.nags = (0..=random.below(3)).map(|_| random.below(256) as u8).collect();
        }
        node.comments = comments(random);
        if depth < DEPTH && random.below(ONE_IN) == 0 {
            node.variations = (0..=random.below(2))
                .map(|_| {
                    let mut variation = moves(&position, random);
                    self::line(&mut variation, &position, random, depth + 1);
                    variation
                })
                .collect();
        }
        position = position.make(node.mv);
    }
}

/// Returns a line of one to twelve random legal moves, or fewer if the game ends.
fn moves(start: &Position, random: &mut Random) -> Line {
    let (mut position, mut line) = (start.clone(), Line::default());
    for _ in 0..=random.below(12) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len())];
        line.moves.push(Node::new(mv));
        position = position.make(mv);
    }
    line
}
