//! Connect Four on five columns of four cells, solved with and without a table.
//!
//! A position fits in 50 bits. Mixed by a bijection these are its key, and the table compares all
//! 64 bits of a key, so that a hit is never another position: the solver is exact.
#![expect(clippy::print_stdout, reason = "an example reports to its reader")]

use tt_core::{Bound, Field, Payload, Table};
use zobrist_keys::mix;

const COLUMNS: u32 = 5;
const ROWS: u32 = 4;
/// Bits from one column to the next: the cells of a column and an empty one above, which stops
/// lines of four from running into the next column.
///
/// ```text
///  4  9 14 19 24   always empty
///  3  8 13 18 23
///  2  7 12 17 22
///  1  6 11 16 21
///  0  5 10 15 20
/// ```
const STRIDE: u32 = ROWS + 1;
const CELLS: i8 = (COLUMNS * ROWS) as i8;
/// The columns from the middle outward: the best moves tend to come first.
const ORDER: [u32; COLUMNS as usize] = [2, 1, 3, 0, 4];

/// Who has which cells, seen from the side to move.
#[derive(Clone, Copy, Default)]
struct Position {
    own: u32,
    occupied: u32,
}

impl Position {
    fn key(self) -> u64 {
        mix(u64::from(self.occupied) << 32 | u64::from(self.own))
    }

    /// The lowest empty cell of a column as a set, if the column is not full.
    fn drop_cell(self, column: u32) -> Option<u32> {
        let cells = ((1 << ROWS) - 1) << (column * STRIDE);
        let above = (self.occupied & cells) + (1 << (column * STRIDE));
        (above & cells != 0).then_some(above & cells)
    }

    /// The position after a disc on `cell`, seen from the other side.
    fn play(self, cell: u32) -> Self {
        Self { own: self.own ^ self.occupied, occupied: self.occupied | cell }
    }

    fn wins_with(self, cell: u32) -> bool {
        let discs = self.own | cell;
        [1, STRIDE, STRIDE - 1, STRIDE + 1].iter().any(|&step| {
            let pairs = discs & (discs >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    fn free_cells(self) -> i8 {
        CELLS - self.occupied.count_ones() as i8
    }
}

/// What is known of a position: a bound on its value and how many cells were free.
#[derive(Clone, Copy)]
struct Known {
    value: i8,
    bound: Bound,
    free: u8,
}

const VALUE: Field = Field::new(0, 8);
const BOUND: Field = Field::new(8, 2);
const FREE: Field = Field::new(10, 5);

impl Payload for Known {
    const PRIORITY: Field = FREE;
    const GENERATION: Field = Field::new(59, 5);

    fn to_bits(self) -> u64 {
        VALUE.place(self.value as u64)
            | BOUND.place(self.bound as u64)
            | FREE.place(self.free.into())
    }

    fn from_bits(bits: u64) -> Self {
        let bound = Bound::from_bits(BOUND.get(bits));
        Self { value: VALUE.get(bits) as i8, bound, free: FREE.get(bits) as u8 }
    }
}

/// Negamax with alpha-beta, and a table if there is one.
#[derive(Default)]
struct Solver {
    table: Option<Table<Known>>,
    nodes: u64,
    hits: u64,
}

impl Solver {
    /// The value for the side to move: 0 for a draw, else how many cells are free before the
    /// winning disc falls, negative if it is the other side's.
    fn solve(&mut self, position: Position, mut alpha: i8, beta: i8) -> i8 {
        self.nodes += 1;
        let free = position.free_cells();
        let cells = || ORDER.into_iter().filter_map(move |column| position.drop_cell(column));
        if free == 0 {
            return 0;
        }
        if cells().any(|cell| position.wins_with(cell)) {
            return free;
        }
        if let Some(known) = self.table.as_ref().and_then(|table| table.probe(position.key())) {
            self.hits += 1;
            let fails_high = known.bound.covers(Bound::Lower) && known.value >= beta;
            let fails_low = known.bound.covers(Bound::Upper) && known.value <= alpha;
            if known.bound == Bound::Exact || fails_high || fails_low {
                return known.value;
            }
        }
        let first_alpha = alpha;
        let mut value = i8::MIN;
        for cell in cells() {
            value = value.max(-self.solve(position.play(cell), -beta, -alpha));
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value <= first_alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        if let Some(table) = &self.table {
            table.store(position.key(), Known { value, bound, free: free as u8 });
        }
        value
    }
}

#[cfg_attr(test, test)]
fn main() {
    let table = Table::new(1 << 20).expect("a mebibyte is to be had");
    let mut with_table = Solver { table: Some(table), ..Solver::default() };
    let mut without = Solver::default();
    for solver in [&mut with_table, &mut without] {
        let value = solver.solve(Position::default(), -CELLS, CELLS);
        assert_eq!(value, 0, "five columns of four are a draw");
    }
    assert!(with_table.nodes * 10 < without.nodes);
    println!("without a table: {} nodes", without.nodes);
    let hit_rate = 100 * with_table.hits / with_table.nodes;
    println!("with a table: {} nodes, {hit_rate} % hits", with_table.nodes);
}
