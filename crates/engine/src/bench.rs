//! The bench: fixed positions that are searched to a fixed depth.

use movegen::Position;

/// The positions: `FEN ; name`, one a line.
const POSITIONS: &str = include_str!("../data/bench.epd");

/// The settings of the count that commits quote. With one thread it is the same on every machine
/// and build.
///
/// ```
/// use engine::{BENCH, bench_positions};
///
/// assert_eq!((BENCH.hash, BENCH.depth), (16 << 20, 13));
/// assert!(bench_positions().count() >= 40);
/// ```
pub const BENCH: BenchSettings = BenchSettings { hash: 16 << 20, depth: 13 };

/// The size of the table and the depth of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchSettings {
    /// The size of the table in bytes; each search begins with an empty one.
    pub hash: usize,
    /// The depth of each search in plies.
    pub depth: u32,
}

/// Returns the positions of the bench and their names.
///
/// # Panics
/// Never: the positions are compiled in, and tests read them.
pub fn bench_positions() -> impl Iterator<Item = (Position, &'static str)> {
    let lines = POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let (fen, name) = line.split_once(" ; ").expect("each line is `FEN ; name`");
        (Position::from_fen(fen).expect("the file holds legal positions"), name)
    })
}

#[cfg(test)]
mod tests {
    use movegen::Variant;

    use super::*;

    #[test]
    fn positions_are_many_legal_different_and_playable() {
        let mut keys: Vec<u64> = bench_positions().map(|(position, _)| position.key()).collect();
        assert!((40..=50).contains(&keys.len()));
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), bench_positions().count());
        assert!(bench_positions().all(|(position, _)| position.count_legal() > 0));
        let is_chess960 = |(position, _): &(Position, _)| position.variant() == Variant::Chess960;
        assert!(bench_positions().filter(is_chess960).count() >= 3);
    }
}
