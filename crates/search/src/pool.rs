//! The memory of each thread of a search, kept between searches, and the parameters.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::evaluate::Evaluate;
use crate::history::Histories;
use crate::params::Params;
use crate::room::{may_begin, room_for_threads};

/// The memory that a thread keeps from one search to the next.
pub(crate) struct Memory<E> {
    /// Megabytes, which each helper allocates by itself in its first search: near its processor,
    /// and while other helpers do so.
    histories: Option<Histories>,
    evaluator: E,
}

/// The memories of the threads of a search: the evaluator of each thread, and the histories by
/// which it orders moves. Between searches no thread runs:
/// [`Search::run`](crate::Search::run) starts them, one for each memory.
///
/// The evaluators come from a factory, which is called again for each thread that joins and
/// whenever the pool is cleared. So weights that the factory knows are those of every thread at all
/// times:
///
/// ```
/// use search::{Evaluate, Pool};
///
/// struct Constant(i32);
///
/// impl Evaluate for Constant {
///     fn evaluate(&mut self, _: &movegen::Position) -> i32 {
///         self.0
///     }
/// }
///
/// let weight = 7;
/// let mut pool = Pool::new(move || Constant(weight));
/// pool.set_threads(2);
/// pool.clear();
/// assert!(pool.evaluators().all(|evaluator| evaluator.0 == 7));
/// ```
pub struct Pool<E> {
    memories: Vec<Memory<E>>,
    params: Params,
    /// The score of the last search, for the side that moved then; `None` before the first one of a
    /// game.
    pub(crate) last_score: Option<i32>,
    factory: Factory<E>,
}

/// The maker of evaluators. It is never locked: the mutex lets threads share a pool, although only
/// an exclusive borrow reaches the function.
struct Factory<E>(Mutex<Box<dyn FnMut() -> E + Send>>);

impl<E> Factory<E> {
    fn make(&mut self) -> E {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)()
    }
}

impl<E: Evaluate> Pool<E> {
    /// Creates a pool for one thread, with empty histories. `factory` makes the evaluator of a
    /// thread.
    #[must_use]
    pub fn new(factory: impl FnMut() -> E + Send + 'static) -> Self {
        let mut pool = Self {
            memories: Vec::new(),
            params: Params::default(),
            last_score: None,
            factory: Factory(Mutex::new(Box::new(factory))),
        };
        pool.set_threads(1);
        pool
    }
}

impl<E> Pool<E> {
    /// Sets the number of threads, at least one. Threads that stay keep their memories. Where the
    /// system refuses the memory for more threads, it is as many as could be had:
    /// [`threads`](Self::threads) returns the number.
    pub fn set_threads(&mut self, threads: usize) {
        let Self { memories, factory, .. } = self;
        // The first thread is there in any case.
        let before = memories.len().max(1);
        let threads = match threads.max(1).checked_sub(before) {
            Some(more) => before + room_for_threads(more, 0),
            None => threads.max(1),
        };
        memories.resize_with(threads, || Memory::new(factory.make()));
        self.prepare_leader();
    }

    /// Returns the number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Empties the histories, as for a new game, and has the factory make each evaluator anew. The
    /// number of threads and the parameters stay.
    pub fn clear(&mut self) {
        for memory in &mut self.memories {
            *memory = Memory::new(self.factory.make());
        }
        self.last_score = None;
        self.prepare_leader();
    }

    /// Allocates the leader's histories, so that its first search begins at once.
    fn prepare_leader(&mut self) {
        self.memories[0].parts();
    }

    /// Returns the parameters of the search.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Returns the parameters of the search for changing.
    pub fn params_mut(&mut self) -> &mut Params {
        &mut self.params
    }

    /// Returns each thread's evaluator, the leader's first.
    pub fn evaluators(&self) -> impl Iterator<Item = &E> {
        self.memories.iter().map(|memory| &memory.evaluator)
    }

    /// Returns each thread's evaluator for changing. [`clear`](Self::clear) undoes the changes.
    ///
    /// ```
    /// use search::movegen::Position;
    /// use search::{Limits, NoTable, Pool, Search};
    ///
    /// // Each thread counts the positions that it was asked about.
    /// struct Counting(u64);
    ///
    /// impl search::Evaluate for Counting {
    ///     fn evaluate(&mut self, _: &Position) -> i32 {
    ///         self.0 += 1;
    ///         0
    ///     }
    /// }
    ///
    /// let mut pool = Pool::new(|| Counting(0));
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// Search::new(&NoTable).limits(limits).run(&mut pool);
    /// assert!(pool.evaluators().all(|evaluator| evaluator.0 > 0));
    /// pool.evaluators_mut().for_each(|evaluator| evaluator.0 = 0);
    /// assert_eq!(pool.evaluators().map(|evaluator| evaluator.0).sum::<u64>(), 0);
    /// ```
    pub fn evaluators_mut(&mut self) -> impl Iterator<Item = &mut E> {
        self.memories.iter_mut().map(|memory| &mut memory.evaluator)
    }

    /// Returns the parameters and the memory of each thread, the leader's first, for a search.
    pub(crate) fn parts(&mut self) -> (&Params, &mut [Memory<E>]) {
        (&self.params, &mut self.memories)
    }
}

impl<E> Memory<E> {
    pub(crate) fn new(evaluator: E) -> Self {
        Self { histories: None, evaluator }
    }

    /// Returns whether the system has the memory with which a search begins.
    pub(crate) fn may_begin(&self) -> bool {
        may_begin(self.histories.is_none())
    }

    /// Returns the histories, empty in a thread's first search, and the evaluator.
    pub(crate) fn parts(&mut self) -> (&mut Histories, &mut E) {
        (self.histories.get_or_insert_with(Histories::new), &mut self.evaluator)
    }
}

impl<E> fmt::Debug for Pool<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("threads", &self.threads())
            .field("params", &self.params)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;

    use super::Pool;
    use crate::limits::Limits;
    use crate::search::Search;
    use crate::table::NoTable;

    #[test]
    fn the_last_score_stays_until_a_new_game() {
        let mut pool = Pool::new(|| |_: &Position| 30);
        assert_eq!(pool.last_score, None);
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let outcome = Search::new(&NoTable).limits(limits).run(&mut pool);
        let score = outcome.score.value();
        assert!(score != 0 && pool.last_score == Some(score));
        pool.clear();
        assert_eq!(pool.last_score, None);
    }
}
