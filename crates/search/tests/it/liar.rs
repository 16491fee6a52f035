//! A table that lies at every probe: windows fail high and then low, and the search ends all the
//! same.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use search::score::MATE;
use search::{
    AnyTable, Clock, Hints, LONG_SEARCH, NO_EVAL, Search, TableHandle, TranspositionTable,
};
use tt_core::{Bound, Entry};

use crate::support::{Line, Lines, POSITIONS, depth, pool, position};

/// The variable that sets another number of searches, and the number without it.
const VARIABLE: &str = "SEARCH_LIAR_SEARCHES";
const SEARCHES: usize = 1_000;

/// Answers every probe with an entry that has nothing to do with the position.
struct Liar(AtomicU64);

impl Liar {
    fn random(&self) -> u64 {
        let x = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        let x = (x ^ (x >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x ^ (x >> 29)
    }
}

impl TranspositionTable for Liar {
    type Handle<'t> = &'t Self;

    fn handle(&self, _: usize) -> &Self {
        self
    }

    fn advance_generation(&self) {}

    fn hashfull(&self) -> u32 {
        0
    }
}

impl TableHandle for &Liar {
    fn probe(&mut self, _: u64) -> Option<Entry> {
        let random = self.random();
        let score = match random % 4 {
            0 => 0,
            1 => (random >> 16) as i16 % 300,
            2 => (random >> 16) as i16 % MATE as i16,
            _ => MATE as i16 - (random >> 16) as i16 % 50,
        };
        (random >> 60 > 3).then_some(Entry {
            mv: (random >> 32) as u16,
            score,
            eval: if random & 64 == 0 { NO_EVAL } else { (random >> 20) as i16 % 500 },
            draft: (random >> 48) as i16 % 8,
            bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact]
                [(random >> 8) as usize % 4],
            pv: random & 32 == 0,
        })
    }

    fn store(&mut self, _: u64, _: Entry, _: Hints<'_>) {}
}

/// It is always so late that the search reports every window that failed.
struct Late;

impl Clock for Late {
    fn elapsed(&self) -> Duration {
        2 * LONG_SEARCH
    }

    fn has_started(&self) -> bool {
        true
    }
}

/// Whether a window of some iteration failed high and one after it failed low.
fn failed_high_then_low(lines: &[Line]) -> bool {
    lines.chunk_by(|a, b| a.depth == b.depth).any(|iteration| {
        let mut bounds = iteration.iter().map(|line| line.score.bound);
        bounds.any(|bound| bound == Bound::Lower) && bounds.any(|bound| bound == Bound::Upper)
    })
}

/// A window that fails high and then low, and the other way round, is widened until the score fits:
/// it neither panics nor runs for ever. That the next window is never empty and holds the score at
/// hand, the search itself asserts.
#[test]
#[expect(clippy::print_stdout, reason = "the check prints what was counted")]
fn searches_end_with_a_legal_move_whatever_the_table_says() {
    let searches = std::env::var(VARIABLE).map_or(SEARCHES, |number| number.parse().unwrap());
    let liar = Liar(AtomicU64::new(1));
    let mut pool = pool();
    let (mut unstable, mut failures) = (0, 0);
    for round in 0..searches {
        let root = position(POSITIONS[round % POSITIONS.len()]);
        let mut lines = Lines::default();
        let table = AnyTable::new(&liar);
        let search = Search::new(&table).position(root.clone()).limits(depth(5));
        let outcome = search.clock(&Late).reporter(&mut lines).run(&mut pool);
        assert!(root.is_legal(outcome.best.expect("a move")));
        assert_eq!(outcome.depth, 5);
        unstable += usize::from(failed_high_then_low(&lines.0));
        let failed = lines.0.iter().filter(|line| line.score.bound != Bound::Exact);
        failures += failed.count();
    }
    assert!(unstable * 50 > searches, "{unstable} of {searches} searches failed high, then low");
    println!("{searches} searches: {failures} windows failed, in {unstable} high and then low");
}
