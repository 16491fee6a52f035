//! The messages between the members of a cluster, as words; and the orders of rank 0, in order
//! although messages overtake each other.

use std::collections::BTreeMap;

use bincode::config::{Configuration, Fixint, LittleEndian};
use serde::{Deserialize, Serialize};

use crate::{Opinion, Record};

/// The encoding of messages, alike in every build of a version.
const ENCODING: Configuration<LittleEndian, Fixint> =
    bincode::config::standard().with_little_endian().with_fixed_int_encoding();

/// A record and the number of ranks that it is still to visit, the receiver among them.
pub(crate) type Travelling = (Record, u64);

/// A message. Its words are the rank that sent it, the length of its bytes, and these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Message {
    /// To rank 0, first of all. The words of this one are the same in every version.
    Hello { version: u64, schema: u64 },
    /// From rank 0; each rank obeys its orders by their numbers, from 1.
    Order { number: u64, order: Order },
    /// To the next rank of the ring.
    Records { number: u64, records: Vec<Travelling> },
    /// The answer to [`Message::Records`]: the next batch may come.
    Taken { number: u64 },
    /// To rank 0: the result of a search.
    Opinion { search: u64, opinion: Opinion },
    /// To rank 0: a line for the user.
    Text(String),
    /// A sign of life, and the effort in a search so far.
    Beat { search: u64, nodes: u64, tb_hits: u64 },
}

/// An order from rank 0 to another rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Order {
    /// Begin, with these ranks.
    Start { members: Vec<bool> },
    /// Leave, for this reason.
    Leave(String),
    /// Obey lines of UCI.
    Obey(String),
    /// Obey lines of UCI that begin a search of that number.
    Search { number: u64, lines: String },
    /// End that search.
    Stop { number: u64 },
    /// Go on without a rank.
    Lost { rank: usize },
    /// End.
    Quit,
}

impl Message {
    pub(crate) fn to_words(&self, from: usize) -> Vec<u64> {
        let bytes = bincode::serde::encode_to_vec(self, ENCODING);
        let bytes = bytes.expect("numbers, texts and lists of them have bytes");
        let words = bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        [from as u64, bytes.len() as u64].into_iter().chain(words).collect()
    }

    /// Returns the sender and the message; nothing if the words are of no message.
    pub(crate) fn from_words(words: &[u64]) -> Option<(usize, Self)> {
        let (&[from, length], words) = words.split_first_chunk()?;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let bytes = bytes.get(..length as usize)?;
        let (message, used) = bincode::serde::decode_from_slice(bytes, ENCODING).ok()?;
        (used == bytes.len()).then_some((from as usize, message))
    }
}

/// Orders that have come too early wait here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    obeyed: u64,
    waiting: BTreeMap<u64, Order>,
}

impl Orders {
    pub(crate) fn arrive(&mut self, number: u64, order: Order) {
        if number > self.obeyed {
            self.waiting.insert(number, order);
        }
    }

    pub(crate) fn next(&mut self) -> Option<Order> {
        let order = self.waiting.remove(&(self.obeyed + 1))?;
        self.obeyed += 1;
        Some(order)
    }
}

#[cfg(test)]
mod tests {
    use search::score::mated_in;
    use tt_core::Entry;

    use super::*;

    #[test]
    fn words_keep_every_message() {
        let record =
            Record { key: u64::MAX - 4, entry: Entry { draft: 12, mv: 9, ..Entry::default() } };
        let opinion = Opinion {
            rank: 3,
            best: 0x1234,
            ponder: 0xffff,
            score: mated_in(4),
            depth: 30,
            nodes: 1 << 40,
            tb_hits: 9,
            pv: vec![0x1234, 0xffff, 7],
        };
        let text = "setoption name Hash value 16\ngö".to_owned();
        let orders = [
            Order::Start { members: vec![true, false, true] },
            Order::Leave(text.clone()),
            Order::Obey(String::new()),
            Order::Search { number: 4, lines: text.clone() },
            Order::Stop { number: 4 },
            Order::Lost { rank: 2 },
            Order::Quit,
        ];
        let orders = orders.into_iter().map(|order| Message::Order { number: 3, order });
        let others = [
            Message::Hello { version: 5, schema: u64::MAX },
            Message::Records { number: 1, records: vec![(record, 3), (record, 1)] },
            Message::Taken { number: 8 },
            Message::Opinion { search: 2, opinion },
            Message::Text(text),
            Message::Beat { search: 1, nodes: 2, tb_hits: 3 },
        ];
        for message in orders.chain(others) {
            let words = message.to_words(7);
            assert_eq!(Message::from_words(&words[..words.len() - 1]), None);
            assert_eq!(Message::from_words(&words), Some((7, message)));
        }
        // Nothing; no bytes; an order of no kind; a text longer than the rest; a kind too many.
        let (order, text) = ([7, 16, 1 | 1 << 32, 9 << 32], [7, 12, 5 | 9 << 32, 0]);
        for nonsense in [&[][..], &[7, 0], &order, &text, &[7, 4, 99]] {
            assert_eq!(Message::from_words(nonsense), None, "{nonsense:?}");
        }
    }

    #[test]
    fn orders_are_obeyed_by_their_numbers_and_once() {
        let mut orders = Orders::default();
        orders.arrive(2, Order::Quit);
        assert_eq!(orders.next(), None);
        orders.arrive(1, Order::Stop { number: 1 });
        assert_eq!(orders.next(), Some(Order::Stop { number: 1 }));
        orders.arrive(1, Order::Stop { number: 1 });
        assert_eq!((orders.next(), orders.next()), (Some(Order::Quit), None));
    }
}
