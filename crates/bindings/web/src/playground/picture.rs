//! The map of a table: a byte for each block of buckets.

use tt_classics::hinted::HintedEntry;
use tt_core::{Bound, Record};

use super::design::Design;

/// The most records that are looked at for one map: of a larger table a part of each block.
const MOST_SEEN: usize = 1 << 18;

/// The maps after which each cell of a [`Picture`] was renewed.
const PARTS: usize = 2;

const DRAFT_SCALE: u32 = 8;

/// The factor from the binary logarithm of a number of hits to its byte.
const HITS_SCALE: f64 = 32.0;

/// The facts that a map can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Occupancy,
    Draft,
    Bound,
    Age,
    Hits,
}

impl By {
    /// Reads the name of a fact.
    pub(crate) fn read(name: &str) -> Result<Self, String> {
        Ok(match name {
            "occupancy" => Self::Occupancy,
            "draft" => Self::Draft,
            "bound" => Self::Bound,
            "age" => Self::Age,
            "hits" => Self::Hits,
            _ => {
                return Err(format!("expected occupancy, draft, bound, age or hits, found {name}"));
            }
        })
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Block {
    slots: u32,
    taken: u32,
    drafts: u32,
    bounds: [u32; 4],
    youngest: Option<u32>,
}

impl Block {
    fn add(&mut self, record: Record<HintedEntry>) {
        self.taken += 1;
        self.drafts += u32::from(record.payload.draft.max(0).unsigned_abs());
        self.bounds[record.payload.bound as usize] += 1;
        self.youngest = Some(self.youngest.map_or(record.age, |age| age.min(record.age)));
    }

    /// Returns the byte of a block with `hits` hits: 0 if it is empty.
    fn byte(&self, by: By, hits: u32) -> u8 {
        if self.taken == 0 {
            return 0;
        }
        let byte = match by {
            By::Occupancy => self.taken * 255 / self.slots.max(1),
            By::Draft => self.drafts * DRAFT_SCALE / self.taken,
            By::Bound => {
                let count = |bound: Bound| self.bounds[bound as usize];
                let ranks = [(Bound::Upper, 85), (Bound::Lower, 170), (Bound::Exact, 255)];
                let most = ranks.into_iter().max_by_key(|&(bound, _)| count(bound));
                most.map_or(0, |(_, byte)| byte)
            }
            By::Age => match self.youngest {
                Some(0) => 255,
                Some(1) => 170,
                Some(2) => 85,
                _ => 1,
            },
            By::Hits => (f64::from(hits + 1).log2() * HITS_SCALE) as u32,
        };
        byte.clamp(1, 255) as u8
    }
}

/// Returns a map of at most `cells` cells, each of equally many buckets, the last one maybe of
/// fewer. The hits are those of each bucket.
pub(crate) fn map(design: &dyn Design, hits: &[u16], by: By, cells: usize) -> Vec<u8> {
    let blocks = Blocks::new(design, cells);
    (0..blocks.count).map(|cell| blocks.byte(design, hits, by, cell)).collect()
}

/// A map that is kept and renewed in parts, which costs less than a new one.
#[derive(Debug, Default)]
pub(crate) struct Picture {
    of: Option<(By, usize)>,
    bytes: Vec<u8>,
    /// The part that is renewed next.
    part: usize,
}

impl Picture {
    /// Renews one of each [`PARTS`] cells, and returns the map. A picture of another fact or of
    /// another number of cells is made anew.
    pub(crate) fn renew(
        &mut self,
        design: &dyn Design,
        hits: &[u16],
        by: By,
        cells: usize,
    ) -> &[u8] {
        if self.of == Some((by, cells)) {
            let blocks = Blocks::new(design, cells);
            for cell in (self.part..blocks.count).step_by(PARTS) {
                self.bytes[cell] = blocks.byte(design, hits, by, cell);
            }
        } else {
            self.bytes = map(design, hits, by, cells);
            self.of = Some((by, cells));
        }
        self.part = (self.part + 1) % PARTS;
        &self.bytes
    }
}

/// The division of a table's buckets into the cells of a map.
struct Blocks {
    buckets: usize,
    count: usize,
    size: usize,
    seen: usize,
}

impl Blocks {
    fn new(design: &dyn Design, cells: usize) -> Self {
        let buckets = design.buckets();
        let size = buckets.div_ceil(cells.max(1));
        let count = buckets.div_ceil(size);
        let seen = size.min((MOST_SEEN / (count * design.ways())).max(1));
        Self { buckets, count, size, seen }
    }

    fn byte(&self, design: &dyn Design, hits: &[u16], by: By, cell: usize) -> u8 {
        let start = cell * self.size;
        let end = (start + self.seen).min(self.buckets);
        let mut sums = Block { slots: ((end - start) * design.ways()) as u32, ..Block::default() };
        design.visit(start..end, &mut |_, _, record| sums.add(record));
        let hits = hits.get(start..end).unwrap_or_default();
        sums.byte(by, hits.iter().map(|&hits| u32::from(hits)).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::Policy;
    use super::super::design::design;
    use super::*;

    #[test]
    fn a_cell_shows_its_block() {
        // Sixteen buckets of four, two buckets a cell.
        let table = design(Policy::Ageing, 64, 64 * 16).unwrap();
        let key = |bucket: u64, n: u64| bucket << 60 | n;
        let record = |draft, bound| HintedEntry { draft, bound, mv: 1, ..HintedEntry::default() };
        table.store(key(2, 1), record(5, Bound::Lower));
        table.advance();
        table.store(key(3, 1), record(7, Bound::Lower));
        table.store(key(15, 1), record(3, Bound::Exact));
        let mut hits = [0; 16];
        (hits[2], hits[3]) = (1, 2);
        let cells = |by| {
            let map = map(&*table, &hits, by, 8);
            assert_eq!(map.len(), 8);
            assert!([0, 2, 3, 4, 5, 6].iter().all(|&cell| map[cell] == 0), "{map:?}");
            [map[1], map[7]]
        };
        assert_eq!(cells(By::Occupancy), [63, 31]);
        assert_eq!(cells(By::Draft), [6 * 8, 3 * 8]);
        assert_eq!(cells(By::Bound), [170, 255]);
        assert_eq!(cells(By::Age), [255, 255]);
        assert_eq!(cells(By::Hits), [64, 1]);
        table.advance();
        assert_eq!(cells(By::Age), [170, 170]);
        table.advance();
        assert_eq!(cells(By::Age), [85, 85]);
        table.store(key(15, 2), record(1, Bound::Upper));
        table.store(key(15, 3), record(1, Bound::Upper));
        assert_eq!(cells(By::Bound), [170, 85], "the most frequent bound");
    }

    #[test]
    fn a_map_of_a_large_table_looks_at_a_part_of_each_block() {
        let ways = 2;
        let table = design(Policy::TwoTier, 64, (16 * ways) << 18).unwrap();
        for cells in [1, 100, 1 << 10, 1 << 17] {
            let Blocks { count, seen, size, .. } = Blocks::new(&*table, cells);
            assert!((1..size).contains(&seen) && count * seen * ways <= MOST_SEEN, "{cells}");
        }
    }

    #[test]
    fn a_kept_map_is_renewed_in_parts() {
        let table = design(Policy::Always, 64, 64 * 16).unwrap();
        let mut picture = Picture::default();
        let mut renewed = |by, cells| picture.renew(&*table, &[], by, cells).to_vec();
        assert_eq!(renewed(By::Occupancy, 16), [0; 16]);
        for bucket in 0..64 {
            table.store(bucket << 58, HintedEntry { draft: 1, mv: 1, ..HintedEntry::default() });
        }
        let full = map(&*table, &[], By::Occupancy, 16);
        assert_eq!(full, [255; 16]);
        let half = renewed(By::Occupancy, 16);
        assert_eq!(half.iter().filter(|&&byte| byte == 255).count(), 8);
        assert_eq!(renewed(By::Occupancy, 16), full);
        // Another fact, another number of cells: nothing of the old picture stays.
        assert_eq!(renewed(By::Draft, 16), [8; 16]);
        assert_eq!(renewed(By::Draft, 8), [8; 8]);
    }

    #[test]
    fn a_map_has_no_more_cells_than_buckets() {
        let table = design(Policy::Always, 64, 64 * 16).unwrap();
        for (cells, expected) in [(1, 1), (0, 1), (64, 64), (1_000, 64), (48, 32), (63, 32)] {
            assert_eq!(map(&*table, &[], By::Occupancy, cells).len(), expected, "{cells}");
        }
    }

    #[test]
    fn a_fact_has_a_name() {
        assert_eq!(By::read("hits"), Ok(By::Hits));
        assert!(By::read("colour").unwrap_err().ends_with("found colour"));
    }
}
