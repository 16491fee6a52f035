//! One slot of the wide layout.

use crate::bucket::Slot;
use crate::sync::Word;

/// The key under the payload's mask, then the payload.
#[derive(Debug, Default)]
#[repr(C, align(16))]
pub(super) struct WideSlot {
    pub(super) masked_key: Word,
    pub(super) bits: Word,
}

#[cfg(not(loom))]
static_assertions::assert_eq_size!(WideSlot, [u8; 16]);

impl WideSlot {
    /// Returns the payload, and whether it belongs to `key`.
    #[inline]
    pub(super) fn read(&self, key: u64) -> Slot {
        let bits = self.bits.get();
        Slot { bits, matches: self.masked_key.get() ^ mask(bits) == key }
    }

    #[inline]
    pub(super) fn write(&self, key: u64, bits: u64) {
        self.masked_key.set(key ^ mask(bits));
        self.bits.set(bits);
    }

    /// Puts `new` in the place of the payload `old` of `key` and returns true, unless the payload
    /// is another by now. The payload comes first: until its key follows, no reader finds it.
    #[inline]
    pub(super) fn exchange(&self, key: u64, old: u64, new: u64) -> bool {
        let exchanged = self.bits.exchange(old, new);
        if exchanged {
            self.masked_key.set(key ^ mask(new));
        }
        exchanged
    }

    #[inline]
    pub(super) fn copy_from(&self, other: &Self) {
        self.masked_key.set(other.masked_key.get());
        self.bits.set(other.bits.get());
    }

    /// Returns the key and the record; the record is 0 if there is none.
    pub(super) fn record(&self) -> (u64, u64) {
        let (masked_key, bits) = (self.masked_key.get(), self.bits.get());
        (masked_key ^ mask(bits), bits)
    }
}

/// Returns the mask that hides a key: the payload. The build flag `tt_core_mutant` takes the mask
/// away; the model checker and the race of threads must then find foreign records.
#[inline]
pub(super) const fn mask(bits: u64) -> u64 {
    if cfg!(tt_core_mutant) { 0 } else { bits }
}
