//! [`Event`]: the reports of a search; [`Answer`]: its result with the book's.

use movegen::Move;
use search::{Info, Outcome};

use crate::book::{BookFault, Choice};
use crate::hash::HashError;

/// A report of a running search, or of a fault that the engine gets over by itself.
///
/// ```
/// use engine::{Engine, Event, Game, Request};
///
/// let (mut engine, game) = (Engine::builder().hash(1 << 20).build()?, Game::default());
/// let mut lines = vec![String::new(); 3];
/// engine.analyse(&game, &Request::depth(4).lines(3), &mut |event| match event {
///     Event::Line(info) => lines[info.multi_pv - 1] = game.san_line(info.pv),
///     Event::CurrentMove { .. } => {}
///     fault => panic!("{fault:?}"),
/// });
/// assert!(lines.iter().all(|line| line.split(' ').count() > 1), "{lines:?}");
/// # Ok::<(), engine::HashError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A line of an iteration, with its rank, its score in centipawns and the effort so far. The
    /// lines of an iteration follow each other, the best first.
    Line(&'a Info<'a>),
    /// The root move that is searched next, in a long search.
    CurrentMove {
        /// The iteration's depth in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in the order of this iteration, from 1.
        number: u32,
    },
    /// The book's file has a fault, which is reported once. Without a move of the book the engine
    /// searches.
    Book(BookFault),
    /// The shared table cannot be used any more; the engine has taken an empty one of its own.
    Hash(HashError),
    /// The search has panicked, with this message. The answer is that of the last report, or any
    /// legal move before the first. The engine can be used further.
    Failed(String),
}

/// The answer of [`Engine::play`](crate::Engine::play).
///
/// ```
/// use engine::{Engine, Game, Request, Strength};
///
/// let mut engine = Engine::builder().hash(1 << 20).build()?;
/// let strength = Strength::of_level(5, 7);
/// let request = Request { strength, book: true, ..Request::default() };
/// let answer = engine.play(&Game::default(), &request, &mut |_| ());
/// // A limited strength opens with common moves, without a search.
/// assert_eq!(answer.outcome.best, answer.book.map(|choice| choice.mv));
/// assert_eq!(answer.outcome.nodes, 0);
/// # Ok::<(), engine::HashError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The move and its reply; with a move from the book, no more than the move.
    pub outcome: Outcome,
    /// The choice of the book or of the openings of a limited strength, if the move comes from one.
    pub book: Option<Choice>,
}
