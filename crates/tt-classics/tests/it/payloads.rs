//! Tests that files of different records are kept apart, from each other and from tt-core's.

use tt_classics::hinted::HintedEntry;
use tt_classics::plaat::TwoBounds;
use tt_classics::rival::RivalEntry;
use tt_core::{Entry, Field, Payload, Unit, fingerprint_of_text};

/// A payload with an [`Entry`]'s fields in their places, but with another meaning.
#[derive(Clone, Copy)]
struct Lookalike(u64);

impl Payload for Lookalike {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = Entry::PRIORITY;
    const GENERATION: Field = Entry::GENERATION;

    fn to_bits(self) -> u64 {
        self.0
    }

    fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

#[test]
fn every_payload_has_its_own_fingerprint() {
    assert_eq!(Lookalike::from_bits(Lookalike(5).to_bits()).0, 5);
    let texts = ["entry 1", "hinted entry 1", "rival entry 1", "two bounds 1"];
    let pinned = texts.map(fingerprint_of_text);
    let prints = [
        Entry::fingerprint(),
        HintedEntry::fingerprint(),
        RivalEntry::fingerprint(),
        TwoBounds::fingerprint(),
        Lookalike::fingerprint(),
    ];
    assert_eq!(prints[..4], pinned, "a number of its own changes only with the packing");
    for (i, print) in prints.iter().enumerate() {
        assert!(!prints[..i].contains(print), "{i}");
    }
}
