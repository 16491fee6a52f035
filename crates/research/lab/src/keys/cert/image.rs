//! Whether words are the columns of a known matrix, up to a linear map.
//!
//! If a linear map takes every word to its column, then words that sum to zero have columns that
//! sum to zero: what any d − 1 columns have, independence, any d − 1 words have too. The words may
//! be the columns after any invertible mixing, with more rows beside them.

/// A basis of the words seen so far, each with the column that the map must give it.
struct Map {
    /// By highest bit; zero where there is none.
    basis: [(u64, u128); 64],
}

/// The relation of the next word to the map.
#[derive(PartialEq, Eq, Debug)]
enum Fit {
    /// The word was independent of those before: the map takes it to its column by definition.
    Defines,
    /// The word depended on those before, and its column is what the map gives.
    Agrees,
    /// The map gives another column.
    Contradicts,
}

impl Map {
    fn new() -> Self {
        Self { basis: [(0, 0); 64] }
    }

    fn add(&mut self, mut word: u64, mut column: u128) -> Fit {
        while word != 0 {
            let entry = &mut self.basis[word.ilog2() as usize];
            if entry.0 == 0 {
                *entry = (word, column);
                return Fit::Defines;
            }
            word ^= entry.0;
            column ^= entry.1;
        }
        if column == 0 { Fit::Agrees } else { Fit::Contradicts }
    }
}

#[derive(PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// A linear map takes each word to its column; `agreeing` words agree with the map that the
    /// others define.
    Image { agreeing: usize },
    /// It would, except for this one word.
    ImageBut(usize),
    /// No linear map does.
    None,
}

pub(super) fn relation(words: &[u64], columns: &[u128]) -> Relation {
    let without = |skipped: Option<usize>| {
        let mut map = Map::new();
        let pairs = words.iter().zip(columns).enumerate();
        let mut agreeing = 0;
        for (_, (&word, &column)) in pairs.filter(|(i, _)| Some(*i) != skipped) {
            match map.add(word, column) {
                Fit::Defines => {}
                Fit::Agrees => agreeing += 1,
                Fit::Contradicts => return None,
            }
        }
        Some(agreeing)
    };
    if let Some(agreeing) = without(None) {
        return Relation::Image { agreeing };
    }
    // A map that few words confirm says nothing of the one left out.
    let confirmed = |skipped| without(Some(skipped)).is_some_and(|agreeing| agreeing > 0);
    (0..words.len()).find(|&i| confirmed(i)).map_or(Relation::None, Relation::ImageBut)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist_keys::{Bch, Xor64, primitive_polynomial, xor64_table};

    use super::super::field::Claim;

    type Code = Bch<{ primitive_polynomial(10) }, 6, 300>;
    const CLAIM: Claim = Claim { polynomial: 0x409, t: 6, parity: true };

    fn words(table: &[Xor64]) -> Vec<u64> {
        table.iter().map(|key| key.0).collect()
    }

    #[test]
    fn both_variants_are_images_of_the_columns() {
        let columns = CLAIM.columns(300);
        for table in [Code::NESTED, Code::WHITENED] {
            let relation = relation(&words(&table), &columns);
            assert_eq!(relation, Relation::Image { agreeing: 300 - 64 });
        }
    }

    #[test]
    fn random_words_are_not() {
        let table = words(&xor64_table::<300>(1));
        assert_eq!(relation(&table, &CLAIM.columns(300)), Relation::None);
        let other = Claim { polynomial: 0x481, ..CLAIM };
        assert_eq!(relation(&words(&Code::NESTED), &other.columns(300)), Relation::None);
    }

    /// In a word that defines the map as in one that must agree with it.
    #[test]
    fn one_changed_word_is_named() {
        for changed in [0, 7, 250] {
            let mut table = words(&Code::WHITENED);
            table[changed] ^= 1 << 40;
            assert_eq!(relation(&table, &CLAIM.columns(300)), Relation::ImageBut(changed));
        }
    }
}
