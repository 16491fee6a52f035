//! Records travel round the ring of ranks.

use std::time::Duration;

use crate::message::{Message, Travelling};
use crate::{Record, Transport};

const BATCH: usize = 256;

/// Records that wait for the next batch; of more than that the shallowest are dropped.
const WAITING: usize = 1024;

/// The least time between two batches.
const PACE: Duration = Duration::from_millis(1);

/// One rank's place in the ring. It has one batch under way at most: the next one goes when the
/// neighbour has taken it. So a slow network carries fewer records, the deepest, and nothing
/// queues.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ring {
    /// The next rank; none if this one is alone.
    next: Option<usize>,
    /// The number of ranks in the ring.
    ranks: u64,
    /// The number of the batch that is under way.
    open: Option<u64>,
    number: u64,
    last: Duration,
    waiting: Vec<Travelling>,
}

impl Ring {
    /// Forms the ring of those ranks that are members. A batch that was under way is given up.
    pub(crate) fn form(&mut self, members: &[bool], own: usize) {
        let ranks = members.len();
        let after = (1..ranks).map(|step| (own + step) % ranks);
        self.next = after.into_iter().find(|&rank| members[rank]);
        self.ranks = members.iter().filter(|&&one| one).count() as u64;
        self.open = None;
    }

    /// Sends what waits, and what this rank has found since, if the neighbour is ready for it.
    pub(crate) fn send(
        &mut self,
        transport: &mut impl Transport,
        now: Duration,
        own: impl FnOnce(&mut Vec<Record>),
    ) {
        let Some(next) = self.next else { return };
        if self.open.is_some() || now < self.last + PACE {
            return;
        }
        let mut found = Vec::new();
        own(&mut found);
        let hops = self.ranks - 1;
        self.waiting.extend(found.into_iter().map(|record| (record, hops)));
        if self.waiting.is_empty() {
            return;
        }
        self.keep_deepest(WAITING);
        let batch = self.waiting.drain(..self.waiting.len().min(BATCH)).collect();
        self.number += 1;
        (self.open, self.last) = (Some(self.number), now);
        let message = Message::Records { number: self.number, records: batch };
        transport.send(next, message.to_words(transport.rank()));
    }

    /// Takes a batch that has come. Those records that are to go on wait for the next one.
    pub(crate) fn receive(&mut self, records: &[Travelling]) {
        let onward = records.iter().filter(|(_, hops)| *hops > 1);
        self.waiting.extend(onward.map(|&(record, hops)| (record, hops - 1)));
        self.keep_deepest(2 * WAITING);
    }

    /// Notes that the neighbour has taken a batch.
    pub(crate) fn taken(&mut self, number: u64) {
        if self.open == Some(number) {
            self.open = None;
        }
    }

    fn keep_deepest(&mut self, most: usize) {
        // The deepest first, and the older of two equals.
        self.waiting.sort_by_key(|(record, _)| -record.entry.draft);
        self.waiting.truncate(most);
    }
}
