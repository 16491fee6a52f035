//! Prints the nanoseconds of an inlined probe in Rust, and a sum of what it found, as `probe.c`
//! does in C: `probe BYTES PROBES ROUNDS`.
#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::time::Instant;

use tt_core::{Bound, Entry, Table};

fn key_of(n: u64) -> u64 {
    let key = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let &[bytes, probes, rounds] = &words[..] else {
        return Err("expected BYTES PROBES ROUNDS".into());
    };
    let table = Table::new(usize::try_from(bytes)?)?;
    let records = bytes / 32;
    for n in 0..records {
        let entry = Entry { mv: n as u16 | 1, draft: 1, bound: Bound::Lower, ..Entry::default() };
        table.store(key_of(n), entry);
    }
    for _ in 0..rounds {
        let start = Instant::now();
        let sum: u64 = (0..probes)
            .map(|n| {
                let key = key_of(n.wrapping_mul(0x9e37_79b1) % (2 * records));
                table.probe(key).map_or(0, |entry| u64::from(entry.mv))
            })
            .sum();
        println!("{:.3} {sum}", start.elapsed().as_nanos() as f64 / probes as f64);
    }
    Ok(())
}
