//! Lesson 6: two writers store two words each, and a reader meets a mixture.

use serde::Serialize;
use tt_core::{AllWords, Bucket, Index, MultiplyHigh, Signature, WideBucket};

const KEYS: [u64; 2] = [0x1111_2222_3333_4444, 0x9999_aaaa_bbbb_cccc];

const DATA: [u64; 2] = [0x0a0a_0a0a_0a0a_0a0a, 0x0b0b_0b0b_0b0b_0b0b];

const NAMES: [&str; 2] = ["A", "B"];

/// The steps of two stores, and what readers find after each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Torn {
    pub steps: Vec<TornStep>,
    /// Whether the words at the end are a mixture.
    pub torn: bool,
    /// Whether every reader of a mixture at the end is refused.
    pub refused: bool,
    pub sentence: String,
}

/// A step: one writer writes one word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TornStep {
    pub step: String,
    pub text: String,
    pub word0: String,
    pub word1: String,
    pub read_a: Reading,
    pub read_b: Reading,
}

/// The record that a reader finds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// Whether it finds a record.
    pub found: bool,
    /// Whose record it is: `A`, `B`, or `mixed` if it belongs to another key.
    pub data: Option<&'static str>,
    pub verdict: String,
}

/// Two words in memory, read with or without the check.
struct Memory {
    bucket: WideBucket<1>,
    xor: bool,
}

impl Memory {
    /// Writes a word of a writer: 0 is that of the key, 1 that of the record.
    fn write(&self, writer: usize, word: usize) {
        let (key, data) = (KEYS[writer], DATA[writer]);
        let value = match word {
            0 if self.xor => key ^ data,
            0 => key,
            _ => data,
        };
        self.words()[word].set(value);
    }

    fn words(&self) -> &[tt_core::Word] {
        self.bucket.words()
    }

    /// Returns the record that a reader with a writer's key gets; 0 is none.
    fn read(&self, reader: usize) -> u64 {
        if self.xor {
            // tt-core's own layout has the check.
            return self.bucket.find(Signature::of(KEYS[reader], MultiplyHigh::new(1)));
        }
        let [key, data] = [0, 1].map(|word| self.words()[word].get());
        if key == KEYS[reader] { data } else { 0 }
    }

    fn reading(&self, reader: usize) -> Reading {
        let name = NAMES[reader];
        let owner = DATA.iter().position(|&data| data == self.read(reader));
        let verdict = match owner {
            None if self.is_torn() && self.xor => {
                format!("The sum of the words is not {name}'s key: the reader finds nothing.")
            }
            None => "The reader finds nothing.".into(),
            Some(owner) if owner == reader => format!("The reader finds {name}'s record whole."),
            Some(owner) => {
                format!("The reader takes {}'s record for {name}'s.", NAMES[owner])
            }
        };
        let data = owner.map(|owner| if owner == reader { name } else { "mixed" });
        Reading { found: owner.is_some(), data, verdict }
    }

    /// Returns whether the words come from two stores, or from a part of one.
    fn is_torn(&self) -> bool {
        let words = [0, 1].map(|word| self.words()[word].get());
        let key = |owner: usize| if self.xor { KEYS[owner] ^ DATA[owner] } else { KEYS[owner] };
        words != [0, 0] && !(0..2).any(|owner| words == [key(owner), DATA[owner]])
    }
}

/// Returns what readers find after each step. `order` is a list like `A0,B0,A1,B1`: a writer, A or
/// B, writes word 0, its key, or word 1, its record. With `xor` the first word is the key XOR the
/// record (Hyatt and Mann, "A lock-less transposition-table implementation for parallel search",
/// 2002).
pub fn torn(order: &str, xor: bool) -> Result<Torn, String> {
    let memory = Memory { bucket: WideBucket::default(), xor };
    let mut steps = Vec::new();
    for step in order.split(',').map(str::trim).filter(|step| !step.is_empty()) {
        let known = ["A0", "A1", "B0", "B1"].iter().position(|&known| known == step);
        let known = known.ok_or_else(|| format!("expected A0, A1, B0 or B1, found {step}"))?;
        let (writer, word) = (known / 2, known % 2);
        memory.write(writer, word);
        let what = match (word, xor) {
            (0, true) => "its key XOR its record",
            (0, false) => "its key",
            _ => "its record",
        };
        let words = [0, 1].map(|word| crate::words::key(memory.words()[word].get()));
        let [word0, word1] = words;
        steps.push(TornStep {
            step: step.into(),
            text: format!("Writer {} writes word {word}: {what}.", NAMES[writer]),
            word0,
            word1,
            read_a: memory.reading(0),
            read_b: memory.reading(1),
        });
    }
    let torn = memory.is_torn();
    let refused = torn && [0, 1].iter().all(|&reader| !memory.reading(reader).found);
    let sentence = match (torn, refused) {
        (false, _) => "The words belong together.",
        (true, true) => "The words come from two stores, and no reader takes them for a record.",
        (true, false) => "The words come from two stores, and a reader takes them for a record.",
    };
    Ok(Torn { steps, torn, refused, sentence: sentence.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mixture_is_believed_without_the_check_and_refused_with_it() {
        let plain = torn("A0,B0,B1,A1", false).unwrap();
        assert!(plain.torn && !plain.refused, "{}", plain.sentence);
        let last = plain.steps.last().unwrap();
        assert_eq!((last.read_b.data, last.read_a.found), (Some("mixed"), false));
        let checked = torn("A0,B0,B1,A1", true).unwrap();
        assert!(checked.torn && checked.refused, "{}", checked.sentence);
        assert!(plain.sentence.ends_with(", and a reader takes them for a record."));
        assert!(checked.sentence.ends_with(", and no reader takes them for a record."));
        let verdict = |torn: &Torn| torn.steps.last().unwrap().read_a.verdict.clone();
        assert_eq!(verdict(&plain), "The reader finds nothing.");
        assert!(verdict(&checked).starts_with("The sum of the words is not A's key"));
        assert_eq!(plain.steps[1].text, "Writer B writes word 0: its key.");
        assert_eq!(checked.steps[1].text, "Writer B writes word 0: its key XOR its record.");
    }

    #[test]
    fn whole_stores_are_found() {
        for xor in [false, true] {
            let whole = torn("A0,A1,B0,B1", xor).unwrap();
            assert!(!whole.torn && !whole.refused);
            assert_eq!(whole.steps[1].read_a.data, Some("A"));
            assert_eq!(whole.steps[3].read_b.data, Some("B"));
            assert!(!whole.steps[3].read_a.found);
        }
    }

    /// In every order of the four words, the check lets no mixture pass.
    #[test]
    fn no_order_passes_the_check() {
        let words = ["A0", "A1", "B0", "B1"];
        let (mut orders, mut believed) = (0, 0);
        for n in 0..256 {
            let at = [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6];
            if (0..4).any(|word| !at.contains(&word)) {
                continue;
            }
            orders += 1;
            let order = at.map(|word: usize| words[word]).join(",");
            let mixed = |torn: &Torn| {
                let read = |step: &TornStep| [step.read_a.data, step.read_b.data];
                torn.steps.iter().flat_map(read).any(|data| data == Some("mixed"))
            };
            assert!(!mixed(&torn(&order, true).unwrap()), "{order}");
            believed += usize::from(mixed(&torn(&order, false).unwrap()));
        }
        assert_eq!(orders, 24);
        assert!(believed > 0);
    }

    #[test]
    fn a_step_is_a_writer_and_a_word() {
        assert!(torn("A0,C1", true).unwrap_err().ends_with("found C1"));
        assert!(torn("", true).unwrap().steps.is_empty());
    }
}
