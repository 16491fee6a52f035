//! A UCI player of random legal moves, for engines to be tried against.
//!
//! It answers `go` at once and reads neither clocks nor limits. Its moves differ from run to run
//! unless the option `Seed` is set.
#![expect(clippy::print_stdout, reason = "UCI is spoken on the standard output")]

use std::error::Error;
use std::hash::{BuildHasher, RandomState};
use std::io::BufRead;

use movegen::Position;
use zobrist_keys::SplitMix64;

struct Player {
    position: Position,
    random: SplitMix64,
}

impl Player {
    fn obey(&mut self, words: &[&str]) -> Result<String, Box<dyn Error>> {
        Ok(match words {
            ["uci"] => "id name Random mover\nid author the Palimpsest authors\n\
                        option name Seed type string default random\nuciok"
                .into(),
            ["isready"] => "readyok".into(),
            ["position", words @ ..] => {
                self.position = set_up(words)?;
                String::new()
            }
            ["setoption", "name", "Seed", "value", seed] => {
                self.random = SplitMix64::new(seed.parse()?);
                String::new()
            }
            ["go", ..] => self.answer(),
            ["ucinewgame" | "stop", ..] => String::new(),
            _ => return Err(format!("unknown command: {}", words.join(" ")).into()),
        })
    }

    /// Returns a legal move; the null move if there is none.
    fn answer(&mut self) -> String {
        let moves = self.position.legal_moves();
        let drawn = self.random.next() as usize;
        let drawn = drawn.checked_rem(moves.len()).map(|index| moves[index]);
        let mv = drawn.map_or("0000".into(), |mv| self.position.uci(mv));
        format!("info depth 1 score cp 0 nodes 1 time 0 pv {mv}\nbestmove {mv}")
    }
}

/// Returns the position that these words of a `position` command describe.
fn set_up(words: &[&str]) -> Result<Position, Box<dyn Error>> {
    let mut parts = words.splitn(2, |&word| word == "moves");
    let mut position = match parts.next() {
        Some(["startpos"]) => Position::startpos(),
        Some(["fen", fen @ ..]) => Position::from_fen(&fen.join(" "))?,
        _ => return Err("neither startpos nor fen".into()),
    };
    for text in parts.next().unwrap_or_default() {
        position = position.make(position.parse_uci(text)?);
    }
    Ok(position)
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed = RandomState::new().hash_one(());
    let mut player = Player { position: Position::startpos(), random: SplitMix64::new(seed) };
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] => {}
            ["quit", ..] => break,
            words => match player.obey(words) {
                Ok(answer) if answer.is_empty() => {}
                Ok(answer) => println!("{answer}"),
                Err(error) => println!("info string {error}"),
            },
        }
    }
    Ok(())
}
