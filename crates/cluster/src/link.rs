//! [`Link`]: the meeting place of a rank's engine and the thread with its transport.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cluster::{Conclusion, Effort, Opinion, Outbox, Record};

/// The messages of the engine to the thread with the transport.
pub(crate) enum Message {
    Obey(String),
    Begin(String),
    Conclude { patience: Duration },
    Answer { search: u64, opinion: Opinion },
    Report(String),
    Quit,
}

#[derive(Default)]
struct State {
    words: Vec<Message>,
    /// The numbers of searches that were ordered and have not begun.
    ordered: VecDeque<u64>,
    outbox: Option<Arc<Outbox>>,
    searching: bool,
    /// Records of others, for the table.
    learned: Vec<Record>,
    conclusion: Option<Conclusion>,
    /// The effort of the others in the search.
    others: Effort,
    /// Whether more than one rank takes part.
    has_others: bool,
    /// The `position` line.
    set_up: String,
    /// Whether the transport is gone.
    over: bool,
}

/// The meeting place of the engine and the transport.
pub(crate) struct Link {
    rank: usize,
    started: Instant,
    state: Mutex<State>,
    changed: Condvar,
}

impl Link {
    pub(crate) fn new(rank: usize) -> Self {
        let state = State { set_up: "position startpos".to_owned(), ..State::default() };
        Self { rank, started: Instant::now(), state: Mutex::new(state), changed: Condvar::new() }
    }

    pub(crate) fn leads(&self) -> bool {
        self.rank == 0
    }

    pub(crate) fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps until something changes, for `most` at the longest.
    fn wait<'a>(&self, state: MutexGuard<'a, State>, most: Duration) -> MutexGuard<'a, State> {
        let waited = self.changed.wait_timeout(state, most);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The methods that the engine calls.
impl Link {
    pub(crate) fn say(&self, word: Message) {
        self.state().words.push(word);
        self.changed.notify_all();
    }

    /// Begins a search here. Returns its number among those that rank 0 has ordered.
    pub(crate) fn begin(&self, outbox: Arc<Outbox>, lines: &str) -> u64 {
        let mut state = self.state();
        (state.searching, state.outbox) = (true, Some(outbox));
        state.learned.clear();
        state.conclusion = None;
        state.others = Effort::default();
        if self.leads() {
            state.words.push(Message::Begin(lines.to_owned()));
        }
        state.ordered.pop_front().unwrap_or_default()
    }

    /// Ends the search here, and with it the thread that [attends](Self::next_learned) to it.
    pub(crate) fn end(&self) {
        self.state().searching = false;
        self.changed.notify_all();
    }

    /// Waits for records of others, some milliseconds at most; `None` when the search is over.
    pub(crate) fn next_learned(&self) -> Option<Vec<Record>> {
        let mut state = self.state();
        if state.searching && state.learned.is_empty() {
            state = self.wait(state, Duration::from_millis(2));
        }
        state.searching.then(|| mem::take(&mut state.learned))
    }

    /// Waits for the opinions of the others, at most until `patience` and a second have passed.
    pub(crate) fn conclude(&self, patience: Duration) -> Conclusion {
        self.say(Message::Conclude { patience });
        let end = Instant::now() + patience + Duration::from_secs(1);
        let mut state = self.state();
        while state.conclusion.is_none() && !state.over && Instant::now() < end {
            state = self.wait(state, Duration::from_millis(20));
        }
        state.conclusion.take().unwrap_or_default()
    }

    pub(crate) fn others(&self) -> Effort {
        self.state().others
    }

    /// Notes the `position` line of the others' searches.
    pub(crate) fn set_up(&self, line: &str) {
        line.clone_into(&mut self.state().set_up);
    }

    /// Returns the last `position` line.
    pub(crate) fn position(&self) -> String {
        self.state().set_up.clone()
    }

    pub(crate) fn has_others(&self) -> bool {
        self.state().has_others
    }
}

/// The methods that the thread with the transport calls.
impl Link {
    /// Waits briefly for messages of the engine.
    pub(crate) fn words(&self) -> Vec<Message> {
        let mut state = self.state();
        if state.words.is_empty() {
            let most = if state.searching { 500 } else { 2_000 };
            state = self.wait(state, Duration::from_micros(most));
        }
        mem::take(&mut state.words)
    }

    pub(crate) fn order(&self, number: u64) {
        self.state().ordered.push_back(number);
    }

    pub(crate) fn effort(&self) -> Effort {
        let nodes = self.state().outbox.as_ref().map_or(0, |outbox| outbox.nodes());
        Effort { nodes, tb_hits: 0 }
    }

    pub(crate) fn shown(&self, records: &mut Vec<Record>) {
        let outbox = self.state().outbox.clone();
        if let Some(outbox) = outbox {
            outbox.take(records);
        }
    }

    pub(crate) fn learn(&self, records: &mut dyn Iterator<Item = Record>) {
        let mut state = self.state();
        if state.searching {
            state.learned.extend(records);
        }
    }

    pub(crate) fn set_others(&self, effort: Effort, has_others: bool) {
        let mut state = self.state();
        (state.others, state.has_others) = (effort, has_others);
    }

    pub(crate) fn set_conclusion(&self, conclusion: Conclusion) {
        self.state().conclusion = Some(conclusion);
        self.changed.notify_all();
    }

    pub(crate) fn close(&self) {
        self.state().over = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One rank learns and concludes between searches and in one; the next search knows nothing.
    #[test]
    fn a_search_begins_without_the_records_and_opinions_of_the_one_before() {
        let link = Link::new(1);
        let record = Record { key: 1, entry: tt_core::Entry::default() };
        let learn = || link.learn(&mut std::iter::once(record));
        let begin = || link.begin(Arc::new(Outbox::new(1)), "");
        learn();
        assert!(link.state().learned.is_empty(), "there is no search");
        [7, 8].into_iter().for_each(|number| link.order(number));
        assert_eq!(begin(), 7);
        learn();
        assert_eq!(link.next_learned(), Some(vec![record]));
        learn();
        let lost = Effort { nodes: 9, tb_hits: 9 };
        link.set_conclusion(Conclusion { lost, ..Conclusion::default() });
        link.set_others(lost, true);
        link.end();
        assert_eq!(link.next_learned(), None);
        assert_eq!(begin(), 8);
        assert_eq!((link.next_learned(), link.others()), (Some(Vec::new()), Effort::default()));
        link.close();
        assert_eq!(link.conclude(Duration::ZERO), Conclusion::default());
    }
}
