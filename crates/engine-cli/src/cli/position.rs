//! The words of every subcommand that works on one position: the position, memory and threads.

use std::io::{self, Write};

use clap::Args;
use engine::Game;
use movegen::{Position, Variant};
use uci::{Size, THREADS};

use super::ending::refuse;
use crate::args::whole;
use crate::io::input;

/// The word before the moves.
const MOVES: &str = "moves";

/// The argument for the first line of standard input.
const STANDARD_INPUT: &str = "-";

/// The separators of the ranks in a board's first field: one fewer than ranks.
const SLASHES: usize = 7;

#[derive(Args)]
pub(crate) struct PositionWords {
    /// The position, quoted or not; `-` reads it from standard input. The word `moves` may follow,
    /// with moves of UCI or SAN [default: the start position]
    #[arg(value_name = "FEN")]
    words: Vec<String>,
    /// The position, instead of the plain argument
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Read the castling rights KQkq by the rules of Chess960: kings and rooks may be anywhere on
    /// their rank
    #[arg(long)]
    pub(crate) chess960: bool,
    /// Refuse positions and games with faults, instead of repairing or skipping the faults
    #[arg(long)]
    pub(crate) strict: bool,
}

#[derive(Args)]
pub(crate) struct TaskWords {
    #[command(flatten)]
    pub(crate) position: PositionWords,
    /// Size of the table: in MB, or with a unit (8000KB, 1GB)
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    pub(crate) hash: Option<Size>,
    /// Threads
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true,
        value_parser = whole::<u32>(THREADS)
    )]
    pub(crate) threads: u32,
}

impl PositionWords {
    /// Returns the game that the words describe. Words that describe none are refused: the process
    /// ends.
    pub(crate) fn game(&self) -> Game {
        let text = self.words.join(" ");
        let mut words = text.split_whitespace();
        let fen: Vec<&str> = words.by_ref().take_while(|word| *word != MOVES).collect();
        let moves: Vec<&str> = words.collect();
        let plain = (!fen.is_empty()).then(|| fen.join(" "));
        let fen = match (self.fen.clone(), plain) {
            (Some(fen), Some(plain)) => {
                let found = format_args!("found \"{fen}\" with --fen and \"{plain}\" without");
                refuse("FEN", format_args!("expected one position, {found}"))
            }
            (fen, plain) => fen.or(plain),
        };
        self.read(fen.as_deref(), &moves).unwrap_or_else(|(what, error)| refuse(what, error))
    }

    /// Returns the variant whose castling rights a FEN has.
    pub(crate) fn variant(&self, fen: &str) -> Variant {
        if self.chess960 { Variant::Chess960 } else { Variant::of_fen(fen) }
    }

    /// Reads a position and moves, and reports the repairs of its FEN on standard error. An error
    /// comes with the name of the faulty part.
    fn read(&self, fen: Option<&str>, moves: &[&str]) -> Result<Game, (&'static str, String)> {
        let mut game = Game::new(match fen {
            None | Some("startpos") => Position::startpos(),
            Some(STANDARD_INPUT) => {
                let line = first_line().map_err(|error| ("standard input", error))?;
                return match line.split_once(" moves ") {
                    Some((fen, first)) => self.read(
                        Some(fen),
                        &[&first.split_whitespace().collect::<Vec<_>>(), moves].concat(),
                    ),
                    None => self.read(Some(&line), moves),
                };
            }
            Some(fen) => self.read_fen(fen).map_err(|error| ("FEN", error))?,
        });
        game.make_moves(&moves.join(" ")).map_err(|error| {
            ("move", format!("{} (move {} of the list)", error.fault(), error.number()))
        })?;
        Ok(game)
    }

    fn read_fen(&self, fen: &str) -> Result<Position, String> {
        let read = Position::read_fen(fen, self.variant(fen));
        let read = read.map_err(|error| uci::first_fault(&error))?;
        match uci::repairs(&read.repairs) {
            Some(repairs) if self.strict => return Err(repairs),
            // With a closed standard error the remark is lost.
            Some(repairs) => drop(writeln!(io::stderr(), "FEN: {repairs}")),
            None => {}
        }
        Ok(read.value)
    }
}

/// Returns the first line of standard input that is not blank.
fn first_line() -> Result<String, String> {
    for line in input::text_lines(io::stdin().lock()) {
        let line = line?.text;
        let line = line.trim();
        if line == STANDARD_INPUT {
            return Err("expected a FEN, found \"-\"".into());
        }
        if !line.is_empty() {
            return Ok(line.to_owned());
        }
    }
    Err("expected a line with a FEN, found none".into())
}

/// Joins the words of each unquoted FEN into one argument, so that it may appear wherever one word
/// may: after `--fen`, or before other arguments. The two clocks are taken together or not at all,
/// because a number may be an argument of its own.
pub(crate) fn join_fens(arguments: impl Iterator<Item = String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    let mut arguments = arguments.peekable();
    while let Some(mut argument) = arguments.next() {
        if is_board(&argument) {
            for is_field in [is_side as fn(&str) -> bool, is_castling, is_en_passant] {
                match arguments.next_if(|word| is_field(word)) {
                    Some(word) => argument = format!("{argument} {word}"),
                    None => break,
                }
            }
            let mut rest: Vec<String> = arguments.collect();
            let clocks = rest.iter().take_while(|word| is_number(word)).count() >= 2;
            if clocks && argument.split(' ').count() == 4 {
                argument = format!("{argument} {} {}", rest[0], rest[1]);
                rest.drain(..2);
            }
            joined.push(argument);
            joined.extend(join_fens(rest.into_iter()));
            return joined;
        }
        joined.push(argument);
    }
    joined
}

fn is_board(word: &str) -> bool {
    word.matches('/').count() == SLASHES
        && word.chars().all(|c| matches!(c, '/' | '1'..='8') || "pnbrqkPNBRQK".contains(c))
}

fn is_side(word: &str) -> bool {
    matches!(word, "w" | "b")
}

fn is_castling(word: &str) -> bool {
    let is_right = |c| "KQkq".contains(c) || matches!(c, 'A'..='H' | 'a'..='h');
    word == "-" || !word.is_empty() && word.chars().all(is_right)
}

fn is_en_passant(word: &str) -> bool {
    word == "-" || matches!(word.as_bytes(), [b'a'..=b'h', b'3' | b'6'])
}

fn is_number(word: &str) -> bool {
    word.parse::<u32>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: PositionWords =
        PositionWords { words: Vec::new(), fen: None, chess960: false, strict: false };

    fn join(text: &str) -> Vec<String> {
        join_fens(text.split(' ').map(str::to_owned))
    }

    #[test]
    fn the_words_of_a_fen_become_one_argument() {
        const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";
        for (arguments, joined) in [
            ("perft --fen BOARD w - - 3", vec!["perft", "--fen", "BOARD w - -", "3"]),
            ("perft --fen BOARD w - - 0 1 3", vec!["perft", "--fen", "BOARD w - - 0 1", "3"]),
            ("perft 3 BOARD b KQ e3 0 1", vec!["perft", "3", "BOARD b KQ e3 0 1"]),
            ("analyse BOARD w - - moves e2e4", vec!["analyse", "BOARD w - -", "moves", "e2e4"]),
            ("analyse BOARD w --depth 3", vec!["analyse", "BOARD w", "--depth", "3"]),
            ("analyse BOARD w 0 1 3", vec!["analyse", "BOARD w", "0", "1", "3"]),
            ("analyse 8/8 w - -", vec!["analyse", "8/8", "w", "-", "-"]),
            ("analyse a/path/to/x/y/z/1/2 w", vec!["analyse", "a/path/to/x/y/z/1/2", "w"]),
        ] {
            let joined: Vec<String> =
                joined.iter().map(|word| word.replace("BOARD", KINGS)).collect();
            assert_eq!(join(&arguments.replace("BOARD", KINGS)), joined);
        }
    }

    #[test]
    fn rights_that_the_board_cannot_have_are_dropped_or_refused() {
        let fen = "7q/8/8/k4n1r/p7/8/PP3P2/R5K1 w KQkq - 0 1";
        let read = |chess960, strict| {
            PositionWords { chess960, strict, ..WORDS }
                .read_fen(fen)
                .map(|it| it.to_fen_as(Variant::Chess960))
        };
        assert_eq!(read(false, false).unwrap(), "7q/8/8/k4n1r/p7/8/PP3P2/R5K1 w - - 0 1");
        assert_eq!(read(true, false).unwrap(), "7q/8/8/k4n1r/p7/8/PP3P2/R5K1 w A - 0 1");
        assert!(read(false, true).unwrap_err().contains("Q dropped: only Chess960"));
    }

    #[test]
    fn moves_are_read_in_both_notations_and_a_bad_one_is_named() {
        let read = |moves: &[&str]| WORDS.read(None, moves);
        let game = read(&["e2e4", "e5", "Nf3", "b8c6"]).unwrap_or_else(|_| panic!("legal"));
        assert_eq!(
            game.position().to_fen(),
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
        );
        assert_eq!(game.plies(), 4);
        let fault = |moves: &[&str]| read(moves).expect_err("one is illegal").1;
        assert!(fault(&["e4", "Nf3"]).contains("move 2 of the list"), "{}", fault(&["e4", "Nf3"]));
        assert!(fault(&["e2e5"]).contains("e2e5"));
    }
}
