//! [`Request`]: the task of a search or a move.

use std::sync::Arc;

use search::{Clock, Control, Limits, Settings};

use crate::prepared::RunSearch;
use crate::strength::Strength;

/// A task for the engine: the limits and settings of one search or move. Like [`Limits`], it is
/// made by a constructor or by a literal that ends in `..Request::default()`.
///
/// ```
/// use std::time::Duration;
///
/// use engine::search::{Limits, TimeControl};
/// use engine::{Engine, Game, Request};
///
/// let mut engine = Engine::builder().hash(1 << 20).build()?;
/// let (remaining, increment) = (Duration::from_millis(500), Duration::from_millis(10));
/// let time = Some(TimeControl { remaining, increment, moves_to_go: None });
/// let by_clock = Request { limits: Limits { time, ..Limits::default() }, ..Request::default() };
/// for request in [by_clock, Request::depth(4), Request::nodes(1_000).lines(2)] {
///     let answer = engine.play(&Game::default(), &request, &mut |_| ());
///     assert!(answer.outcome.best.is_some());
/// }
/// # Ok::<(), engine::HashError>(())
/// ```
#[derive(Clone, Default)]
pub struct Request<'a> {
    /// The limits at which the search ends, the first one that is reached. Without a limit and
    /// without a [`control`](Self::control) it ends at the greatest depth.
    pub limits: Limits,
    /// The settings of the search.
    pub settings: Settings,
    /// The strength of a move; `None` for the full one.
    /// [`Engine::analyse`](crate::Engine::analyse) does not read it.
    pub strength: Option<Strength>,
    /// Whether a move may come from the book, or from the openings of a limited strength.
    pub book: bool,
    /// The nodes of a millisecond if a game's time passes with nodes, else 0. The first clock of a
    /// game is then its budget for all moves; later clocks do not count.
    pub nodes_per_millisecond: u64,
    /// The clock of the search; `None` for one that starts with the search. Unless it
    /// [has started](Clock::has_started), its time counts from the start of each search.
    pub clock: Option<&'a dyn Clock>,
    /// The handle by which another thread stops the search or reports the ponder hit. It serves one
    /// search. Without it [`Limits::infinite`] and [`Limits::ponder`] count as not set, because
    /// nobody could end the search.
    pub control: Option<&'a Control>,
    /// The way to run the search; `None` for the engine's table and threads alone.
    pub runner: Option<Arc<dyn RunSearch>>,
}

impl<'a> Request<'a> {
    /// Creates a request with no limit except the stop of `control`.
    ///
    /// ```
    /// use std::thread;
    ///
    /// use engine::search::Control;
    /// use engine::{Engine, Event, Game, Request};
    ///
    /// let mut engine = Engine::builder().hash(1 << 20).build()?;
    /// let control = Control::new();
    /// let outcome = thread::scope(|scope| {
    ///     // A user who presses a button, for example.
    ///     scope.spawn(|| control.stop());
    ///     engine.analyse(&Game::default(), &Request::until_stopped(&control), &mut |_| ())
    /// });
    /// assert!(outcome.best.is_some() && outcome.depth >= 1);
    /// # Ok::<(), engine::HashError>(())
    /// ```
    #[must_use]
    pub fn until_stopped(control: &'a Control) -> Self {
        let limits = Limits { infinite: true, ..Limits::default() };
        Self { limits, control: Some(control), ..Self::default() }
    }

    /// Creates a request with a limit of depth, in plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Self::default() }
    }

    /// Creates a request with a limit of nodes, all threads together.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Self::default() }
    }

    /// Sets the number of best lines to find, at least one. There are at most as many as legal
    /// moves.
    #[must_use]
    pub fn lines(mut self, lines: usize) -> Self {
        self.settings.multi_pv = lines;
        self
    }
}
