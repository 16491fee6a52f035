//! [`Engine`]: the transposition table and the search threads, and the requests that they serve.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use movegen::Move;
use search::{
    Clock, Control, Info, Limits, MonotonicClock, Outcome, Params, Pool, Reporter, Settings,
};
use syzygy::Tablebases;

use crate::book::{Book, BookFault, Choice};
use crate::game::Game;
use crate::hand_crafted::HandCrafted;
use crate::hash::{Hash, HashError};
use crate::node_time::{NodeBudget, NodeClock};
use crate::numbers::Numbers;
use crate::parts::Parts;
use crate::strength::{Candidates, Strength};

/// The size of the table that an engine has by default, in bytes.
const DEFAULT_HASH: usize = 16 << 20;

/// An engine: a transposition table, search threads, and what they know of the game so far.
///
/// ```
/// use engine::search::score::mate_in;
/// use engine::{Engine, Event, Game, Request};
///
/// let mut engine = Engine::builder().hash(1 << 20).build()?;
/// let mut game = Game::default();
/// for text in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"] {
///     game.make_text(text)?;
/// }
/// let mut depths = 0;
/// let outcome = engine.analyse(&game, &Request::depth(4), &mut |event| {
///     if let Event::Line(_) = event {
///         depths += 1;
///     }
/// });
/// assert_eq!(game.position().san(outcome.best.expect("a legal move")), "Qxf7#");
/// assert_eq!(outcome.score, mate_in(1));
/// assert!(depths > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Calls return when they are done; another thread stops them by the [`Control`] of the
/// [`Request`]. What must not happen during a search takes `&mut self`.
#[derive(Debug)]
pub struct Engine {
    hash: Hash,
    pool: Pool<HandCrafted>,
    tablebases: Arc<Tablebases>,
    book: Option<Book>,
    budget: NodeBudget,
    has_searched: bool,
}

/// The parts of a new [`Engine`].
///
/// ```
/// use engine::Engine;
///
/// let engine = Engine::builder().hash(4 << 20).threads(2).build()?;
/// assert_eq!((engine.hash().bytes(), engine.threads()), (4 << 20, 2));
/// # Ok::<(), engine::HashError>(())
/// ```
#[derive(Debug)]
#[must_use = "a builder does nothing until it builds"]
pub struct EngineBuilder {
    hash: usize,
    threads: usize,
    numbers: Numbers,
    tablebases: Arc<Tablebases>,
    book: Option<Book>,
}

impl EngineBuilder {
    /// Sets the size of the transposition table in bytes, at least 64; 16 MiB by default.
    pub fn hash(self, bytes: usize) -> Self {
        Self { hash: bytes, ..self }
    }

    /// Sets the number of search threads; one by default, and the least.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets the numbers of the search and of the evaluation.
    pub fn numbers(self, numbers: Numbers) -> Self {
        Self { numbers, ..self }
    }

    /// Sets the tablebases; engines may share them.
    pub fn tablebases(self, tablebases: Arc<Tablebases>) -> Self {
        Self { tablebases, ..self }
    }

    /// Sets the opening book, for moves of [`Engine::play`] whose [`Request::book`] is set.
    pub fn book(self, book: Book) -> Self {
        Self { book: Some(book), ..self }
    }

    /// Creates the engine.
    ///
    /// # Errors
    /// If the table would have less than 64 bytes, or the system does not give the memory for it.
    pub fn build(self) -> Result<Engine, HashError> {
        let Self { hash, threads, numbers, tablebases, book } = self;
        let mut pool = numbers.pool();
        pool.set_threads(threads);
        let (hash, budget) = (Hash::new(hash)?, NodeBudget::default());
        Ok(Engine { hash, pool, tablebases, book, budget, has_searched: false })
    }
}

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
    /// The strength of a move; `None` for the full one. [`Engine::analyse`] does not read it.
    pub strength: Option<Strength>,
    /// Whether a move may come from the book, or from the openings of a limited strength.
    pub book: bool,
    /// The nodes of a millisecond if a game's time passes with nodes, else 0. The first clock of a
    /// game is then its budget for all moves; later clocks do not count.
    pub nodes_per_millisecond: u64,
    /// The clock of the search; `None` for one that starts with the search.
    pub clock: Option<&'a dyn Clock>,
    /// The handle by which another thread stops the search or reports the ponder hit. It serves one
    /// search. Without it [`Limits::infinite`] and [`Limits::ponder`] count as not set, because
    /// nobody could end the search.
    pub control: Option<&'a Control>,
    /// The ranks that join the search.
    #[cfg(feature = "cluster")]
    pub ranks: Option<Arc<dyn crate::ranks::Ranks>>,
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

/// A report of a running search, or of a fault that the engine gets over by itself.
///
/// ```
/// use engine::{Engine, Event, Game, Request};
///
/// let (mut engine, game) = (Engine::builder().hash(1 << 20).build()?, Game::default());
/// let mut lines = vec![String::new(); 3];
/// engine.analyse(&game, &Request::depth(4).lines(3), &mut |event| match event {
///     Event::Line(info) => lines[info.multi_pv - 1] = game.san_line(info.pv),
///     Event::CurrentMove(..) => {}
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
    /// The root move that is searched next, in a long search: the depth in plies, the move, and its
    /// number from 1.
    CurrentMove(u32, Move, u32),
    /// The book's file has a fault, which is reported once. Without a move of the book the engine
    /// searches.
    Book(BookFault),
    /// The shared table cannot be used any more; the engine has taken an empty one of its own.
    Hash(HashError),
    /// The search has panicked, with this message. The answer is that of the last report, or any
    /// legal move before the first. The engine can be used further.
    Failed(String),
}

/// The answer of [`Engine::play`].
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

impl Engine {
    /// Returns a builder of an engine with the default parts: a table of 16 MiB, one thread, our
    /// numbers, no endgame tables and no book.
    pub fn builder() -> EngineBuilder {
        let (numbers, tablebases) = (Numbers::default(), Arc::default());
        EngineBuilder { hash: DEFAULT_HASH, threads: 1, numbers, tablebases, book: None }
    }

    /// Returns the transposition table.
    #[must_use]
    pub fn hash(&self) -> &Hash {
        &self.hash
    }

    /// Returns the transposition table, for resizing, sharing, saving and loading.
    pub fn hash_mut(&mut self) -> &mut Hash {
        &mut self.hash
    }

    /// Returns the number of search threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Sets the number of search threads; 0 counts as 1. Threads that stay keep what they know.
    pub fn set_threads(&mut self, threads: usize) {
        self.pool.set_threads(threads);
    }

    /// Sets the numbers of the search. The threads keep what they know.
    pub fn set_params(&mut self, params: Params) {
        *self.pool.params_mut() = params;
    }

    /// Sets the numbers of the search and of the evaluation. The threads forget what they know; the
    /// table keeps its records, whose scores come from the old numbers.
    pub fn set_numbers(&mut self, numbers: &Numbers) {
        let threads = self.threads();
        self.pool = numbers.pool();
        self.pool.set_threads(threads);
    }

    /// Returns the tablebases.
    #[must_use]
    pub fn tablebases(&self) -> &Tablebases {
        &self.tablebases
    }

    /// Sets the tablebases.
    pub fn set_tablebases(&mut self, tablebases: Arc<Tablebases>) {
        self.tablebases = tablebases;
    }

    /// Sets the opening book; `None` for none.
    pub fn set_book(&mut self, book: Option<Book>) {
        self.book = book;
    }

    /// Returns whether there was a search since the engine was made or a game began.
    #[must_use]
    pub fn has_searched(&self) -> bool {
        self.has_searched
    }

    /// Empties the table.
    ///
    /// # Errors
    /// If other processes share it.
    pub fn clear_hash(&mut self) -> Result<(), HashError> {
        self.hash.clear(self.pool.threads())
    }

    /// Forgets the results of earlier searches. A table that other processes share stays as it is.
    pub fn new_game(&mut self) {
        // A new game of this engine does not take the records away from others.
        let _ = self.clear_hash();
        self.new_game_on_hash();
    }

    /// Forgets what the threads know of earlier searches, and leaves the table as it is.
    pub fn new_game_on_hash(&mut self) {
        self.pool.clear();
        self.budget = NodeBudget::default();
        self.has_searched = false;
    }

    /// Returns a move for the game: from the book, from the openings of a limited strength, or by a
    /// search. There is none only if the position has no legal move. Reports go to `events`; a
    /// panic in `events` ends the search as a panic of its own does ([`Event::Failed`]).
    pub fn play(
        &mut self,
        game: &Game,
        request: &Request<'_>,
        events: &mut dyn FnMut(Event<'_>),
    ) -> Answer {
        let position = game.position();
        let book = self.book.as_ref().filter(|_| request.book);
        let from_book =
            book.and_then(|book| book.choose(position, |fault| events(Event::Book(fault))));
        let opening = || request.strength.filter(|_| request.book)?.opening(position, game.plies());
        if let Some(choice) = from_book.or_else(opening) {
            let mut outcome = Outcome::default();
            outcome.best = Some(choice.mv);
            return Answer { outcome, book: Some(choice) };
        }
        Answer { outcome: self.search(game, request, request.strength, events), book: None }
    }

    /// Searches the position of a game at full strength, and not in the book. Reports go to
    /// `events`.
    ///
    /// With one thread and a limit of depth or nodes, everything except the times depends on the
    /// request and on what the engine remembers: after [`new_game`](Self::new_game), each run is
    /// the same.
    pub fn analyse(
        &mut self,
        game: &Game,
        request: &Request<'_>,
        events: &mut dyn FnMut(Event<'_>),
    ) -> Outcome {
        self.search(game, request, None, events)
    }

    fn search(
        &mut self,
        game: &Game,
        request: &Request<'_>,
        strength: Option<Strength>,
        events: &mut dyn FnMut(Event<'_>),
    ) -> Outcome {
        if let Err(error) = self.hash.check() {
            events(Event::Hash(error));
        }
        let rate = request.nodes_per_millisecond;
        let (mut limits, mut settings) = (request.limits.clone(), request.settings);
        self.budget.bind(&mut limits, rate);
        let budgeted = limits.clone();
        let position = game.position();
        let strength = strength
            .map(|strength| (strength, strength.limit(position, &mut limits, &mut settings)));
        let mut reporter = Events(events);
        let mut candidates = Candidates::new(strength, &mut reporter, request.settings.multi_pv);
        let clock = match request.clock {
            Some(clock) => clock,
            None => &MonotonicClock::start(),
        };
        let clock = NodeClock { reports: clock, rate };
        let control = match request.control {
            Some(control) => control,
            None => {
                // Nobody could end it.
                (limits.infinite, limits.ponder) = (false, false);
                &Control::new()
            }
        };
        let (tablebases, pool) = (&*self.tablebases, &mut self.pool);
        let parts = Parts { game, limits, settings, clock: &clock, control, tablebases, pool };
        let searched = catch_unwind(AssertUnwindSafe(|| {
            #[cfg(feature = "cluster")]
            if let Some(ranks) = &request.ranks {
                return crate::ranks::search(&**ranks, parts, &self.hash, &mut candidates);
            }
            parts.search(&self.hash, &mut candidates)
        }));
        let mut outcome = match searched {
            Ok(outcome) => outcome,
            Err(panic) => {
                candidates.reporter.0(Event::Failed(message(&*panic)));
                // The memory of the threads may be half written.
                self.pool.clear();
                candidates.fallback(position)
            }
        };
        candidates.answer(position, &mut outcome);
        self.has_searched = true;
        self.budget.spend(&budgeted, rate, outcome.nodes);
        outcome
    }
}

/// The search's reports as events.
pub(crate) struct Events<'a>(pub(crate) &'a mut dyn FnMut(Event<'_>));

impl Reporter for Events<'_> {
    fn iteration(&mut self, info: &Info<'_>) {
        (self.0)(Event::Line(info));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        (self.0)(Event::CurrentMove(depth, mv, number));
    }
}

/// Returns the message of a panic; empty if it has none.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref().cloned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::panic::panic_any;

    use super::*;

    #[test]
    fn a_panic_has_its_words() {
        let words = |panics: fn()| message(&*catch_unwind(panics).expect_err("it panics"));
        assert_eq!(words(|| panic!("index {} of {}", 7, 7)), "index 7 of 7");
        assert_eq!(words(|| panic!("words")), "words");
        assert_eq!(words(|| panic_any(1)), "");
    }

    #[test]
    fn a_search_is_the_same_again_after_a_new_game() {
        let mut engine = Engine::builder().hash(1 << 20).build().expect("a table");
        let searched = |engine: &mut Engine| {
            let outcome = engine.analyse(&Game::default(), &Request::nodes(5_000), &mut |_| ());
            (outcome, engine.hash().hits())
        };
        let first = searched(&mut engine);
        assert!(engine.has_searched());
        assert_ne!(searched(&mut engine), first, "the table knows more");
        engine.new_game();
        assert!(!engine.has_searched());
        assert_eq!(searched(&mut engine), first);
    }

    #[test]
    fn a_search_that_nobody_can_stop_ends() {
        let mut engine = Engine::builder().hash(1 << 20).build().expect("a table");
        let limits = Limits { infinite: true, depth: Some(2), ..Limits::default() };
        let request = Request { limits, ..Request::default() };
        assert_eq!(engine.analyse(&Game::default(), &request, &mut |_| ()).depth, 2);
    }

    #[test]
    fn a_limited_strength_opens_from_its_lines_and_an_analysis_does_not() {
        let mut engine = Engine::builder().hash(1 << 20).build().expect("a table");
        let strength = Strength::of_level(3, 7);
        let request = Request { strength, book: true, ..Request::depth(1) };
        let answer = engine.play(&Game::default(), &request, &mut |_| ());
        assert_eq!(answer.outcome.best, answer.book.map(|choice| choice.mv));
        assert!(answer.book.is_some() && !engine.has_searched());
        let closed = Request { book: false, ..request };
        assert_eq!(engine.play(&Game::default(), &closed, &mut |_| ()).book, None);
        assert!(engine.has_searched());
    }
}
