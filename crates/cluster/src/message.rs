//! The messages between the members of a cluster, as words.

use tt_core::{Entry, Payload};

use crate::{Opinion, Record};

/// A record and the number of ranks that it is still to visit, the receiver among them.
pub(crate) type Travelling = (Record, u64);

/// A message. Its words begin with its kind and the rank that sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let mut words = vec![0, from as u64];
        words[0] = match self {
            Self::Hello { version, schema } => {
                words.extend([*version, *schema]);
                0
            }
            Self::Order { number, order } => {
                words.push(*number);
                order.to_words(&mut words);
                1
            }
            Self::Records { number, records } => {
                words.push(*number);
                for (Record { key, entry }, hops) in records {
                    words.extend([*key, entry.to_bits(), *hops]);
                }
                2
            }
            Self::Taken { number } => {
                words.push(*number);
                3
            }
            Self::Opinion { search, opinion } => {
                words.push(*search);
                opinion.to_words(&mut words);
                4
            }
            Self::Text(text) => {
                text_to_words(text, &mut words);
                5
            }
            Self::Beat { search, nodes, tb_hits } => {
                words.extend([*search, *nodes, *tb_hits]);
                6
            }
        };
        words
    }

    /// Returns the sender and the message; nothing if the words are of no message.
    pub(crate) fn from_words(words: &[u64]) -> Option<(usize, Self)> {
        let (&[kind, from], rest) = words.split_first_chunk()?;
        let message = match (kind, rest) {
            (0, &[version, schema, ..]) => Self::Hello { version, schema },
            (1, [number, order @ ..]) => {
                Self::Order { number: *number, order: Order::from_words(order)? }
            }
            (2, [number, records @ ..]) => {
                let record = |words: &[u64]| {
                    let entry = Entry::from_bits(words[1]);
                    (Record { key: words[0], entry }, words[2])
                };
                let records = records.chunks_exact(3).map(record).collect();
                Self::Records { number: *number, records }
            }
            (3, &[number]) => Self::Taken { number },
            (4, [search, opinion @ ..]) => {
                Self::Opinion { search: *search, opinion: Opinion::from_words(opinion)? }
            }
            (5, text) => Self::Text(text_from_words(text)?),
            (6, &[search, nodes, tb_hits]) => Self::Beat { search, nodes, tb_hits },
            _ => return None,
        };
        Some((from as usize, message))
    }
}

impl Order {
    fn to_words(&self, words: &mut Vec<u64>) {
        match self {
            Self::Start { members } => {
                words.push(0);
                words.extend(members.iter().map(|&one| u64::from(one)));
            }
            Self::Leave(why) => {
                words.push(1);
                text_to_words(why, words);
            }
            Self::Obey(lines) => {
                words.push(2);
                text_to_words(lines, words);
            }
            Self::Search { number, lines } => {
                words.extend([3, *number]);
                text_to_words(lines, words);
            }
            Self::Stop { number } => words.extend([4, *number]),
            Self::Lost { rank } => words.extend([5, *rank as u64]),
            Self::Quit => words.push(6),
        }
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        Some(match words {
            [0, members @ ..] => {
                Self::Start { members: members.iter().map(|&one| one != 0).collect() }
            }
            [1, text @ ..] => Self::Leave(text_from_words(text)?),
            [2, text @ ..] => Self::Obey(text_from_words(text)?),
            [3, number, text @ ..] => {
                Self::Search { number: *number, lines: text_from_words(text)? }
            }
            &[4, number] => Self::Stop { number },
            &[5, rank] => Self::Lost { rank: rank as usize },
            [6] => Self::Quit,
            _ => return None,
        })
    }
}

/// Appends the length of a text in bytes, then eight bytes a word.
fn text_to_words(text: &str, words: &mut Vec<u64>) {
    words.push(text.len() as u64);
    words.extend(text.as_bytes().chunks(8).map(|chunk| {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(bytes)
    }));
}

fn text_from_words(words: &[u64]) -> Option<String> {
    let (&length, words) = words.split_first()?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    String::from_utf8(bytes.get(..length as usize)?.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_every_message() {
        let record =
            Record { key: u64::MAX - 4, entry: Entry { draft: 12, mv: 9, ..Entry::default() } };
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
            Message::Opinion {
                search: 2,
                opinion: Opinion { pv: vec![1, 2], ..Opinion::default() },
            },
            Message::Text(text),
            Message::Beat { search: 1, nodes: 2, tb_hits: 3 },
        ];
        for message in orders.chain(others) {
            let words = message.to_words(7);
            assert_eq!(Message::from_words(&words), Some((7, message)));
        }
        for nonsense in [&[][..], &[0, 1], &[1, 0, 1, 9], &[5, 0, 9, 1], &[99, 0]] {
            assert_eq!(Message::from_words(nonsense), None, "{nonsense:?}");
        }
    }
}
