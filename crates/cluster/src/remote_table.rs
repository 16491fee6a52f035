//! A table whose records are spread over ranks, asked by message.

use std::collections::HashMap;

use tt_core::{AllocError, Payload, Table};

use crate::{Transport, home};

/// The first word of a message.
const STORE: u64 = 0;
const ASK: u64 = 1;
const ANSWER: u64 = 2;

/// A rank's part of a table that is spread over ranks: a record lies on the [`home`] of its key.
///
/// This is the design that scheduling by keys avoids: an answer takes two messages. It is here for
/// what is looked up seldom, and as the twin that a table of threads and one of processes are
/// compared with. Like those it may lose any record at any time: a store that is under way is not
/// seen, nor is one whose home has died.
///
/// ```
/// use cluster::{Network, RemoteTable};
/// use tt_core::Entry;
///
/// let network = Network::new(2, 0, 1);
/// let mut ranks = Vec::new();
/// for transport in network.transports() {
///     ranks.push(RemoteTable::<Entry, _>::new(1 << 10, transport)?);
/// }
/// // Its home is rank 1.
/// let (key, entry) = (0xffff_ffff, Entry { mv: 5, ..Entry::default() });
/// ranks[0].store(key, entry);
/// ranks[1].step();
/// let question = ranks[0].ask(key);
/// assert_eq!(ranks[0].answer(question), None, "it is under way");
/// ranks[1].step();
/// ranks[0].step();
/// assert_eq!(ranks[0].answer(question), Some(Some(entry)));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Debug)]
pub struct RemoteTable<P: Payload, T> {
    own: Table<P>,
    transport: T,
    asked: u64,
    /// Questions without an answer that was taken: whom they were sent to, and what came.
    open: HashMap<u64, (usize, Option<Option<P>>)>,
}

impl<P: Payload, T: Transport> RemoteTable<P, T> {
    /// Creates this rank's part of the table, of `bytes` bytes.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(bytes: usize, transport: T) -> Result<Self, AllocError> {
        Ok(Self { own: Table::with_parts(bytes)?, transport, asked: 0, open: HashMap::new() })
    }

    /// Returns the table of the records whose home is this rank.
    pub const fn own(&self) -> &Table<P> {
        &self.own
    }

    /// Stores a record here, or sends it home.
    pub fn store(&mut self, key: u64, payload: P) {
        let to = self.home(key);
        if to == self.transport.rank() {
            self.own.store(key, payload);
        } else {
            self.transport.send(to, vec![STORE, key, payload.to_bits()]);
        }
    }

    /// Asks for the record of a key; the number is that of the question.
    pub fn ask(&mut self, key: u64) -> u64 {
        self.asked += 1;
        let (to, from) = (self.home(key), self.transport.rank());
        let mut answer = None;
        if to == from {
            answer = Some(self.own.probe(key));
        } else {
            self.transport.send(to, vec![ASK, key, from as u64, self.asked]);
        }
        self.open.insert(self.asked, (to, answer));
        self.asked
    }

    /// Takes the answer to a question, if it is there. If the home of the key is known to have
    /// died, there is no record.
    pub fn answer(&mut self, question: u64) -> Option<Option<P>> {
        let &(to, answer) = self.open.get(&question)?;
        let dead = || (self.transport.lost() == Some(to)).then_some(None);
        let answer = answer.or_else(dead)?;
        self.open.remove(&question);
        Some(answer)
    }

    /// Obeys the messages that have arrived.
    pub fn step(&mut self) {
        while let Some(message) = self.transport.receive() {
            match message[..] {
                [STORE, key, bits] => self.own.store(key, P::from_bits(bits)),
                [ASK, key, from, question] => {
                    let found = self.own.probe(key);
                    let bits = found.map_or(0, P::to_bits);
                    let answer = vec![ANSWER, question, u64::from(found.is_some()), bits];
                    self.transport.send(from as usize, answer);
                }
                [ANSWER, question, found, bits] => {
                    if let Some((_, answer)) = self.open.get_mut(&question) {
                        *answer = Some((found != 0).then(|| P::from_bits(bits)));
                    }
                }
                _ => unreachable!("no message of this table"),
            }
        }
    }

    fn home(&self, key: u64) -> usize {
        home(key, self.transport.size())
    }
}
