//! serde's forms of what has no derived one.
//!
//! | type | as text (JSON) | in binary |
//! |---|---|---|
//! | [`Square`] | `"e4"` | its number, 0 to 63 |
//! | [`KeyedPosition`] | its FEN, with rights as rook files | the same text |
//! | [`MoveList`] | a sequence of moves | the same |
//!
//! Derived: [`Bitboard`](crate::Bitboard) is its 64 bits, [`Move`] its 16 bits (a text like `e5d6`
//! would not say whether it is en passant), the enumerations are their names.

use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::keys::ChessKeys;
use crate::{KeyedPosition, Move, MoveList, Square};

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u8(self.index() as u8)
        }
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_str(Text::new("a square like e4"));
        }
        let number = u8::deserialize(deserializer)?;
        Self::try_from_index(number.into()).ok_or_else(|| {
            D::Error::invalid_value(Unexpected::Unsigned(number.into()), &"a square below 64")
        })
    }
}

impl<K: ChessKeys> Serialize for KeyedPosition<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_fen())
    }
}

impl<'de, K: ChessKeys> Deserialize<'de> for KeyedPosition<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text::new("a FEN"))
    }
}

impl Serialize for MoveList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self[..].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MoveList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Moves)
    }
}

/// Reads what [`FromStr`] reads.
struct Text<T> {
    expected: &'static str,
    kind: PhantomData<T>,
}

impl<T> Text<T> {
    fn new(expected: &'static str) -> Self {
        Self { expected, kind: PhantomData }
    }
}

impl<T: FromStr<Err: Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Reads at most as many moves as a list holds.
struct Moves;

impl<'de> Visitor<'de> for Moves {
    type Value = MoveList;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("at most 256 moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<MoveList, A::Error> {
        let mut list = MoveList::new();
        while let Some(mv) = sequence.next_element::<Move>()? {
            if list.len() == MoveList::CAPACITY {
                return Err(A::Error::invalid_length(MoveList::CAPACITY + 1, &self));
            }
            list.push(mv);
        }
        Ok(list)
    }
}
