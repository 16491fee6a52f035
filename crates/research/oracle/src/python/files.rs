//! Files of many games: as the standard has them, with one odd token in each game, and in
//! Windows-1252. The lines that were written have to come back from both readers.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use encoding_rs::WINDOWS_1252;
use movegen::pgn::PgnStream;
use movegen::{Move, Position};
use serde_json::{Value, json};
use zobrist_keys::SplitMix64;

const GAMES: usize = 10_000;
/// Plies of a game, at least and less than.
const PLIES: (usize, usize) = (8, 60);

/// A name whose letters Windows-1252 has, one of them where Latin-1 has none.
const NAME: &str = "Šime Jürß";

/// Tokens that the standard does not have, each behind a space after a move of the main line.
/// `TAG` begins those that are among the tags, `MOVE` those that are written in place of a move.
const TOKENS: [&str; 33] = [
    "(--)",
    "(Z0)",
    "(<>)",
    "(Ke4)",
    "(zebra 1)",
    "+-",
    "±",
    "N",
    "∞",
    "=+",
    "!!!",
    "?!?",
    "$256",
    ")",
    "\u{a0}",
    "…",
    "ep",
    "e.p.",
    ",",
    "{ open [ and ( }",
    "; to the end of the line",
    "TAG[Event \"5th \"X\" Open\"]",
    "TAG[White ACPL \"252\"]",
    "TAG[BlackType: \"program\"]",
    "TAG[Annotator \"two\nlines\"]",
    "TAG[Site\n\"x\"]",
    "TAG; a remark",
    "TAG{over\nlines}",
    "TAG% skipped",
    "TAG[Variant \"Classical\"]",
    "TAG[Variant \"?\"]",
    "MOVEuci",
    "MOVEzeros",
];

struct Played {
    moves: Vec<Move>,
    /// The moves in SAN, and as UCI writes them.
    words: Vec<String>,
    uci: Vec<String>,
}

fn play(seed: u64) -> Played {
    let mut random = SplitMix64::new(seed);
    let plies = PLIES.0 + random.below(PLIES.1 - PLIES.0);
    let (mut position, mut moves) = (Position::startpos(), Vec::new());
    let (mut words, mut uci) = (Vec::new(), Vec::new());
    while moves.len() < plies && position.count_legal() > 0 {
        let legal = position.legal_moves();
        // Castling is rare among random moves.
        let castling = legal.iter().find(|mv| position.san(**mv).starts_with('O'));
        let mv = castling.copied().unwrap_or(legal[random.below(legal.len())]);
        words.push(position.san(mv));
        uci.push(position.uci(mv));
        position = position.make(mv);
        moves.push(mv);
    }
    Played { moves, words, uci }
}

impl Played {
    /// Writes the game with a comment and a token; `name` is in a tag and in the comment.
    fn write(&self, number: usize, name: &str, token: Option<&str>) -> String {
        let mut text = format!("[Event \"x\"]\n[Round \"{number}\"]\n[White \"{name}\"]\n");
        if let Some(line) = token.and_then(|token| token.strip_prefix("TAG")) {
            if line.starts_with("[Event") {
                text.drain(..text.find("[Round").unwrap_or(0));
            }
            text = text + line + "\n";
        }
        text += "[Result \"*\"]\n\n";
        let at = number % self.words.len();
        for (ply, word) in self.words.iter().enumerate() {
            if ply % 2 == 0 || ply == at + 1 {
                let dots = if ply % 2 == 0 { "." } else { "..." };
                let _ = write!(text, "{}{dots} ", ply / 2 + 1);
            }
            text += &match token {
                Some("MOVEuci") if ply == at => self.uci[ply].clone(),
                Some("MOVEzeros") => word.replace('O', "0"),
                _ => word.clone(),
            };
            if ply == at {
                let _ = write!(text, " {{ {name} }}");
                if let Some(token) =
                    token.filter(|it| !it.starts_with("TAG") && !it.starts_with("MOVE"))
                {
                    text = text + " " + token;
                }
            }
            text += if ply % 10 == 9 || ply == at { "\n" } else { " " };
        }
        text + "*\n\n"
    }
}

/// Writes the files into a folder, reads them, and returns what python-chess is to find in them.
pub(super) fn facts(folder: &Path) -> Result<Vec<Value>> {
    let played: Vec<Played> = (0..GAMES as u64).map(play).collect();
    let token = |number: usize| TOKENS[number % TOKENS.len()];
    let file = |odd: bool| -> String {
        let games = played.iter().enumerate();
        games.map(|(n, game)| game.write(n, NAME, odd.then(|| token(n)))).collect()
    };
    let lines: Vec<String> = played.iter().map(|game| game.uci.join(" ")).collect();
    let clean = file(false);
    let western = WINDOWS_1252.encode(&clean).0.into_owned();
    let files = [
        ("clean.pgn", "utf-8", clean.into_bytes()),
        ("odd.pgn", "utf-8", file(true).into_bytes()),
        ("western.pgn", "windows-1252", western),
    ];
    let mut facts = Vec::new();
    for (name, encoding, bytes) in files {
        fs::write(folder.join(name), &bytes)?;
        read(&bytes, &played).with_context(|| name.to_owned())?;
        let tokens: Vec<&str> = match name {
            "odd.pgn" => (0..GAMES).map(token).collect(),
            _ => Vec::new(),
        };
        facts.push(json!({"file": name, "encoding": encoding, "lines": lines, "tokens": tokens}));
    }
    Ok(facts)
}

/// Reads a file from a stream and compares its games with those that were played.
fn read(mut bytes: &[u8], played: &[Played]) -> Result<()> {
    let stream = PgnStream::new(|buffer: &mut [u8]| std::io::Read::read(&mut bytes, buffer));
    let mut found = 0;
    for (number, game) in stream.games().enumerate() {
        let game = game.with_context(|| format!("game {number}"))?;
        let expected = played.get(number).context("more games than were written")?;
        ensure!(!game.is_cut(), "game {number} is cut: {:?}", game.remarks());
        ensure!(game.moves().eq(expected.moves.iter().copied()), "game {number} differs");
        let comments = game.line().moves.iter().flat_map(|node| &node.comments);
        ensure!(comments.flat_map(|text| text.chars()).any(|c| c == 'Š'), "game {number}: letters");
        found += 1;
    }
    ensure!(found == played.len(), "{found} games of {}", played.len());
    Ok(())
}

#[test]
fn games_with_odd_tokens_are_read_whole() {
    let played: Vec<Played> = (0..TOKENS.len() as u64).map(play).collect();
    let games = played.iter().zip(TOKENS).enumerate();
    let text: String = games.map(|(n, (game, token))| game.write(n, "Š", Some(token))).collect();
    read(text.as_bytes(), &played).unwrap();
}
