//! The commands beyond UCI.

use uci::{Command, Offer, UciError};

use super::genfens;
use crate::speedtest::Measurement;

/// The answer to `help`.
pub(crate) const HELP: &str = "\
UCI commands: uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, quit.
Beyond UCI:
  bench [HASH THREADS DEPTH]  search fixed positions; ends with `N nodes M nps`
  speedtest [THREADS HASH SECONDS]
                              search positions of games for a fixed time, on all threads
  perft DEPTH                 count the leaves of the tree of legal moves (also: go perft DEPTH)
  d                           draw the board, with FEN, key and checkers
  eval                        each term of the static evaluation
  genfens N seed S book B     random positions for the start of games, in OpenBench's format
  tt                          the contents of the transposition table, its hits in the last
                              search, and its records of the position
  flip                        exchange the colours and turn the board
  compiler                    how this binary was built
  license                     the terms of use
`palimpsest --help` lists the subcommands of the command line.";

/// The request of a line that the crate `uci` does not know.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Extra {
    /// `speedtest [THREADS HASH SECONDS]`
    Speedtest(Measurement),
    /// `d`
    Display,
    /// `eval`
    Eval,
    /// `genfens N [seed S] [book B]`
    GenFens(genfens::Request),
    /// `tt`
    TranspositionTable,
    /// `flip`
    Flip,
    /// `help`
    Help,
    /// `compiler`
    Compiler,
    /// `license`
    License,
}

impl Extra {
    pub(crate) fn parse(line: &str) -> Result<Self, UciError> {
        let mut words = line.split_whitespace();
        Ok(match words.next().unwrap_or_default() {
            "speedtest" => Self::Speedtest(Measurement::parse(words)?),
            "d" => Self::Display,
            "eval" => Self::Eval,
            "genfens" => Self::GenFens(genfens::Request::parse(words)?),
            "tt" => Self::TranspositionTable,
            "flip" => Self::Flip,
            "help" => Self::Help,
            "compiler" => Self::Compiler,
            "license" => Self::License,
            other => {
                let problem = format_args!("'{other}' (try help)");
                return Err(UciError::new("unknown command", problem));
            }
        })
    }
}

/// Returns an error if a line cannot be read.
pub(crate) fn check(line: &str) -> Result<(), UciError> {
    match Command::parse(line, Offer::default())? {
        Command::Other(line) => Extra::parse(line).map(drop),
        Command::Position(set_up) => set_up.map(drop),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_nobody_knows_is_refused() {
        assert_eq!(Extra::parse(" flip  "), Ok(Extra::Flip));
        for (line, error) in [
            ("hello there", "unknown command: 'hello' (try help)"),
            ("position e2e4", "position: expected 'startpos' or 'fen', found 'e2e4'"),
            ("genfens 0", "genfens: expected a whole number from 1 to 1000000, found '0'"),
            ("perft 16", "perft: expected a whole number from 1 to 15, found '16'"),
        ] {
            assert_eq!(check(line).unwrap_err().to_string(), error);
        }
    }
}
