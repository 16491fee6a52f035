//! Portable Game Notation: games with tags, comments, variations and annotations.
//!
//! | to do | take |
//! |---|---|
//! | read games as trees | [`games`], [`Game`] |
//! | write a game | [`Game::to_pgn`] |
//! | read moves alone, as people paste them | [`read_moves`] |
//! | scan a large file, building nothing | [`PgnReader`] and a [`Visitor`] |
//! | read from a file or socket piece by piece | [`PgnStream`], [`PgnStream::games`] |
//!
//! ```
//! let text = "\
//! [White \"Morphy\"]
//! [Black \"the Duke and the Count\"]
//!
//! 1. e4 e5 2. Nf3 d6 3. d4 Bg4? {a weak move} (3... exd4 4. Nxd4) 4. dxe5 1-0
//! ";
//! let game = movegen::pgn::games(text.as_bytes()).next().expect("one game")?;
//! assert_eq!(game.tag("White"), Some("Morphy"));
//! assert_eq!(game.line().moves.len(), 7);
//! assert_eq!(game.line().moves[5].comments, ["a weak move"]);
//! assert_eq!(game.line().moves[5].variations[0].moves.len(), 2);
//! assert!(game.to_pgn()?.contains("3... exd4 4. Nxd4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The reader knows tags; moves in standard algebraic notation with or without numbers; comments in
//! braces and behind semicolons; lines that begin with `%`, which are skipped; `$` annotations and
//! the signs `!`, `?`, `!!`, `??`, `!?`, `?!` that mean `$1` to `$6`; variations; the four results.
//! Moves may be printed with figurines, and other signs than those six may stand for annotations.
//! A game may lack its result or its tags. The reader reads around any departure from this within
//! the game and makes it a remark with line and column ([`PgnReader::read_game`] has the list); a
//! strict reader refuses the game. Either goes on at the next game.
//!
//! Text is UTF-8; where it is not, it is read as Windows-1252. [`games`] and [`PgnStream`] read
//! UTF-16, too. Lines end with LF, CR LF or CR (module [`text`](crate::text)).
//!
//! Sources: the PGN standard (Steven J. Edwards, 1994). That a reader calls a visitor, which may
//! skip variations, is the idea of pgn-reader (Niklas Fiekas, 2017).

mod build;
mod error;
mod glyphs;
mod pasted;
mod reader;
mod result;
mod stream;
mod tree;
mod visitor;
mod write;

pub use build::{Games, TreeBuilder, games};
pub use error::{PgnError, PgnFault, PgnRemark, Remedy};
pub use glyphs::{glyphs, nag_of_glyph};
pub use pasted::{MovesError, read_moves};
pub use reader::{MAX_DEPTH, PgnReader};
pub(crate) use result::read_result;
pub use stream::{PgnGames, PgnStream, StreamError};
pub use tree::{Game, Line, Node, Tag};
pub use visitor::{PgnText, Skip, Visitor};
