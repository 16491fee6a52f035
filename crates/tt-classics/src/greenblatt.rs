//! R. D. Greenblatt, D. E. Eastlake, S. D. Crocker, "The Greenblatt chess program", AFIPS Fall
//! Joint Computer Conference 31, 1967: the program Mac Hack VI.

use tt_core::Index;

/// The remainder of the key by the number of buckets is the address, and the quotient is what is
/// left of the key: both together are the whole key again.
///
/// ```
/// use tt_classics::greenblatt::Divide;
/// use tt_core::Index;
///
/// let index = Divide::new(630_153);
/// let key = 0x9d39_247e_3377_6d41;
/// assert_eq!(index.rest(key) * 630_153 + index.bucket(key) as u64, key);
/// ```
///
/// In a table: the layout takes it in the place of tt-core's own.
///
/// ```
/// use tt_classics::greenblatt::Divide;
/// use tt_core::{Dense, Entry, Table};
///
/// let table: Table<Entry, Dense<Divide>> = Table::with_parts(630_153 * 64)?;
/// table.store(0x9d39_247e_3377_6d41, Entry { mv: 5, ..Entry::default() });
/// assert_eq!(table.probe(0x9d39_247e_3377_6d41).map(|entry| entry.mv), Some(5));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Divide {
    buckets: u64,
}

impl Index for Divide {
    const NAME: &'static str = "divide";

    fn new(buckets: usize) -> Self {
        Self { buckets: buckets as u64 }
    }

    #[inline]
    fn bucket(self, key: u64) -> usize {
        (key % self.buckets) as usize
    }

    #[inline]
    fn rest(self, key: u64) -> u64 {
        key / self.buckets
    }
}

#[cfg(test)]
mod tests {
    use zobrist_keys::mix;

    use super::{Divide, Index};

    /// Address and kept key together are the signature, a million times.
    #[test]
    fn divide_is_a_bijection() {
        for buckets in [1, 3, 1_000, 630_153] {
            let index = Divide::new(buckets);
            for key in (0..250_000).map(mix) {
                let again = index.rest(key) * buckets as u64 + index.bucket(key) as u64;
                assert_eq!(again, key);
            }
        }
    }
}
