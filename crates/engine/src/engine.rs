//! [`Engine`]: the transposition table and the search threads, and the requests that they serve.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use search::{MonotonicClock, Outcome, Params, Pool};
use syzygy::Tablebases;

use crate::book::Book;
use crate::engine_evaluation::EngineEvaluation;
use crate::event::{Answer, Event};
use crate::game::Game;
use crate::hash::{Hash, HashError};
use crate::node_time::{NodeBudget, NodeClock};
use crate::numa::{NumaPolicy, Placement};
use crate::numbers::Numbers;
use crate::prepared::PreparedSearch;
use crate::request::Request;
use crate::strength::{Candidates, Strength};

/// The size of the table that an engine has by default, in bytes.
const DEFAULT_HASH: usize = 16 << 20;

/// An engine: a transposition table, search threads, and what they know of the game so far.
///
/// ```
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
/// assert_eq!(outcome.score.to_string(), "#1");
/// assert!(depths > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Calls return when they are done; another thread stops them by the
/// [`Control`](search::Control) of the [`Request`]. What must not happen during a search takes
/// `&mut self`.
#[derive(Debug)]
pub struct Engine {
    hash: Hash,
    pool: Pool<EngineEvaluation>,
    numa: NumaPolicy,
    placement: Placement,
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
    /// The default ones if there are none.
    numbers: Option<Numbers>,
    tablebases: Arc<Tablebases>,
    book: Option<Book>,
}

impl EngineBuilder {
    /// Sets the size of the transposition table in bytes, at least 64; 16 MiB by default.
    pub fn hash(self, bytes: usize) -> Self {
        Self { hash: bytes, ..self }
    }

    /// Sets the number of search threads; one by default, and the least. The engine has fewer if
    /// the system refuses the memory for them.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets the numbers of the search and of the evaluation.
    pub fn numbers(self, numbers: Numbers) -> Self {
        Self { numbers: Some(numbers), ..self }
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
        Hash::new(self.hash).map(|hash| self.with(hash))
    }

    /// Creates the engine, with a table of 64 bytes if [`build`](Self::build) would refuse its
    /// size: [`Hash::resize`] can give it another.
    ///
    /// # Panics
    /// If the system does not give 64 bytes.
    #[must_use]
    pub fn build_or_smallest(self) -> Engine {
        let hash = Hash::new_or_smallest(self.hash);
        self.with(hash)
    }

    fn with(self, hash: Hash) -> Engine {
        let Self { threads, numbers, tablebases, book, .. } = self;
        let mut pool = numbers.unwrap_or_default().pool();
        pool.set_threads(threads);
        let budget = NodeBudget::default();
        let numa = NumaPolicy::default();
        let placement = Placement::new(numa, pool.threads());
        Engine { hash, pool, numa, placement, tablebases, book, budget, has_searched: false }
    }
}

impl Engine {
    /// Returns a builder of an engine with the default parts: a table of 16 MiB, one thread, our
    /// numbers, no endgame tables and no book.
    pub fn builder() -> EngineBuilder {
        let tablebases = Arc::default();
        EngineBuilder { hash: DEFAULT_HASH, threads: 1, numbers: None, tablebases, book: None }
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

    /// Sets the number of search threads; 0 counts as 1. Threads that stay keep what they know. If
    /// the system refuses the memory for so many, the engine has as many as could be had.
    pub fn set_threads(&mut self, threads: usize) {
        self.pool.set_threads(threads);
        self.set_numa_policy(self.numa);
    }

    /// Sets the rule by which search threads are bound to NUMA nodes. The nodes are looked up now
    /// and whenever the number of threads is set.
    pub fn set_numa_policy(&mut self, policy: NumaPolicy) {
        self.numa = policy;
        self.placement = Placement::new(policy, self.pool.threads());
    }

    /// Returns the number of search threads that are bound to each NUMA node; nothing if threads
    /// are not bound, by the rule or because the machine has one node.
    #[must_use]
    pub fn threads_by_node(&self) -> Vec<usize> {
        self.placement.threads_by_node()
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
        let mut candidates = Candidates::new(strength, events, request.settings.multi_pv);
        let clock = match request.clock {
            Some(clock) => clock,
            None => &MonotonicClock::start(),
        };
        let clock = NodeClock { reports: clock, rate };
        let (clock, control) = (&clock, request.control);
        let (tablebases, pool, placement) = (&*self.tablebases, &mut self.pool, &self.placement);
        let prepared =
            PreparedSearch { game, limits, settings, clock, control, tablebases, pool, placement };
        let searched = catch_unwind(AssertUnwindSafe(|| match &request.runner {
            Some(runner) => runner.run(prepared, &self.hash, &mut candidates),
            None => prepared.search(&self.hash, &mut candidates),
        }));
        let mut outcome = match searched {
            Ok(outcome) => outcome,
            Err(panic) => {
                (candidates.events)(Event::Failed(message(&*panic)));
                // The memory of the threads may be half written.
                self.pool.clear();
                candidates.fallback(position)
            }
        };
        // A glance looks at all moves.
        let may_glance = request.limits.search_moves.is_empty();
        let evaluation = self.pool.evaluators_mut().next().filter(|_| may_glance);
        candidates.answer(position, evaluation, &mut outcome);
        self.has_searched = true;
        self.budget.spend(&budgeted, rate, outcome.nodes);
        outcome
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

    use search::Limits;

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
