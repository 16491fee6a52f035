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

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use tt_core::Entry;

    use super::*;
    use crate::{Network, SimulatedTransport};

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Returns the finder of so many records, the shallowest first, two of each draft.
    fn found(count: i16) -> impl FnOnce(&mut Vec<Record>) {
        let record = |number| {
            let entry = Entry { draft: number / 2, ..Entry::default() };
            Record { key: number as u64, entry }
        };
        move |records| records.extend((0..count).map(record))
    }

    /// Takes the batch that has come, and returns its number and the drafts of its records.
    fn batch(end: &mut SimulatedTransport) -> Option<(u64, Vec<i16>)> {
        match Message::from_words(&end.receive()?) {
            Some((0, Message::Records { number, records })) => {
                Some((number, records.iter().map(|(record, _)| record.entry.draft).collect()))
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_deepest_records_go_first_and_a_batch_waits_until_the_one_before_is_taken() {
        let mut ends: Vec<_> = Network::new(2, 0, 1).transports().collect();
        let mut ring = Ring::default();
        ring.form(&[true, true], 0);
        let mut sent = |ring: &mut Ring, now, count| {
            ring.send(&mut ends[0], at(now), found(count));
            batch(&mut ends[1])
        };
        let drafts = |numbers: Range<i16>| numbers.rev().map(|number| number / 2).collect();
        assert_eq!(sent(&mut ring, 1, 300), Some((1, drafts(44..300))));
        assert_eq!(sent(&mut ring, 5, 0), None, "one is under way");
        ring.taken(7);
        assert_eq!(sent(&mut ring, 5, 0), None, "another was taken");
        ring.taken(1);
        assert_eq!(sent(&mut ring, 1, 0), None, "too soon");
        assert_eq!(sent(&mut ring, 2, 0), Some((2, drafts(0..44))));
        assert_eq!(sent(&mut ring, 9, 1), None, "one is under way");
        ring.form(&[true, true], 0);
        assert_eq!(sent(&mut ring, 9, 1), Some((3, vec![0])), "it is given up");
    }
}
