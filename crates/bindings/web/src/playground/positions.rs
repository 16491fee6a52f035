//! [`Positions`]: positions that a search visited lately, by their key in the table.

use movegen::Position;
use search::table_key;

const PLACES: usize = 1 << 14;

/// A table of positions in which a newcomer takes the place of an older one.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    places: Vec<Position>,
}

impl Positions {
    pub(crate) fn remember(&mut self, position: &Position) {
        if self.places.is_empty() {
            self.places = vec![Position::startpos(); PLACES];
        }
        self.places[place(table_key(position))].clone_from(position);
    }

    pub(crate) fn find(&self, key: u64) -> Option<Position> {
        let position = self.places.get(place(key))?;
        (table_key(position) == key).then(|| position.clone())
    }
}

/// Returns the place of a key. The bits in the middle are neither those that choose a bucket nor
/// those that are compared last, so that two positions of a false match have places of their own.
fn place(key: u64) -> usize {
    (key >> 24) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_found_until_another_takes_its_place() {
        let start = Position::startpos();
        let mut positions = Positions::default();
        assert_eq!(positions.find(start.key()), None);
        positions.remember(&start);
        assert_eq!(positions.find(start.key()), Some(start.clone()));
        assert_eq!(positions.find(start.key() ^ 1 << 63), None, "its key is another");
    }
}
