//! Statistics that break one law each.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use tt_core::laws::check_statistics;
use tt_core::{Counts, Statistics, Stored};

/// Counts in one way or another.
#[derive(Debug, Default)]
struct Tally<const FAULT: u32>([AtomicU64; 7]);

const FORGETS: u32 = 1;
const LOSES: u32 = 2;

impl<const FAULT: u32> Tally<FAULT> {
    fn add(&self, counter: usize) {
        let counter = &self.0[counter];
        if FAULT == LOSES {
            // Two steps: another thread's count is lost in between.
            let before = counter.load(Ordering::Relaxed);
            if before.is_multiple_of(1_000) {
                std::thread::yield_now();
            }
            counter.store(before + 1, Ordering::Relaxed);
        } else {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn counts(&self) -> Counts {
        let [hits, misses, vacant, renewed, evicted, evicted_old, refused] =
            self.0.each_ref().map(|counter| counter.load(Ordering::Relaxed));
        let mut counts = Counts::default();
        (counts.hits, counts.misses) = (hits, misses);
        counts.vacant = vacant;
        counts.renewed = renewed;
        counts.refused = refused;
        (counts.evicted, counts.evicted_old) = (evicted, evicted_old);
        counts
    }
}

impl<const FAULT: u32> Statistics for Tally<FAULT> {
    fn probed(&self, hit: bool) {
        self.add(usize::from(!hit));
    }

    fn stored(&self, what: Stored) {
        match what {
            Stored::Vacant => self.add(2),
            Stored::Renewed => self.add(3),
            Stored::Evicted => self.add(4),
            Stored::EvictedOld => self.add(5),
            Stored::Refused if FAULT == FORGETS => {}
            _ => self.add(6),
        }
    }
}

/// The law shows each outcome thousands of times, but for the empty slots, of which there are few.
#[test]
fn sound_statistics_are_accepted() {
    let last = Cell::new(Counts::default());
    check_statistics(|tally: &Tally<0>| {
        last.set(tally.counts());
        tally.counts()
    });
    let Counts { hits, misses, renewed, evicted, evicted_old, refused, .. } = last.get();
    let shown = [hits, misses, renewed, evicted, evicted_old, refused];
    assert!(shown.iter().all(|&count| count > 1_000), "{shown:?}");
}

#[test]
#[should_panic(expected = "one thread: other counts")]
fn statistics_that_forget_an_outcome_are_refused() {
    check_statistics(Tally::<FORGETS>::counts);
}

#[test]
#[should_panic(expected = "threads: a")]
fn statistics_that_threads_overwrite_are_refused() {
    check_statistics(Tally::<LOSES>::counts);
}
