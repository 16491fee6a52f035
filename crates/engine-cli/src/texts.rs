//! Answers that are the same in every session.

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

/// The answer to `license`.
pub(crate) const LICENSE: &str = "\
Palimpsest is free software under the MIT license or the Apache License 2.0, at your option.";

/// The notices of third parties, which `cargo xtask dist --notices` writes.
pub(crate) const THIRD_PARTIES: &str = include_str!("../third-party.txt");
