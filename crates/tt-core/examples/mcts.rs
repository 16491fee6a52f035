//! Tic-tac-toe by Monte-Carlo tree search: UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo
//! planning", 2006) by two threads, whose statistics of positions are the table's records.
//!
//! Both threads count each playout at the positions that it came through. `Table::update`, a
//! compare-and-swap that is tried again, loses no count of a known position. A `store`, which reads
//! and then writes, loses those that the other thread made in between: 0 to 6 % of the 400,000 at
//! the root, in eight runs on two cores of an AMD EPYC. The move is the same.
#![expect(clippy::print_stdout, reason = "an example reports to its reader")]

use std::thread;

use tt_core::{Field, Newest, Payload, Table, Unit, Wide};
use zobrist_keys::{SplitMix64, mix};

/// The stones of the side to move and of the other one, a bit for each of nine cells.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Board(u64, u64);

const LINES: [u64; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Board {
    /// Returns the points of the side to move if the game is over: 0, or 1 for a draw.
    fn end(self) -> Option<u64> {
        let lost = LINES.iter().any(|line| self.1 & line == *line);
        if lost { Some(0) } else { (self.0 | self.1 == 0o777).then_some(1) }
    }

    fn children(self) -> impl Iterator<Item = Self> {
        let free = !(self.0 | self.1) & 0o777;
        (0..9).filter(move |i| free >> i & 1 == 1).map(move |i| Self(self.1, self.0 | 1 << i))
    }

    fn key(self) -> u64 {
        mix(self.0 | self.1 << 9)
    }

    /// Returns the value for the side to move, by plain minimax.
    fn minimax(self) -> u64 {
        let best = || self.children().map(|child| 2 - child.minimax()).max();
        self.end().or_else(best).unwrap_or(1)
    }
}

/// The playouts through a position, and the points that the side to move had of them: 2 for a win,
/// 1 for a draw.
#[derive(Clone, Copy, Debug, Default)]
struct Playouts {
    visits: u64,
    points: u64,
}

const VISITS: Field = Field::new(0, 31);
const POINTS: Field = Field::new(31, 32);

impl Payload for Playouts {
    const UNIT: Unit = Unit::Count;
    /// The most visited record stays.
    const PRIORITY: Field = VISITS;
    const GENERATION: Field = Field::new(0, 0);

    fn to_bits(self) -> u64 {
        VISITS.place(self.visits) | POINTS.place(self.points)
    }

    fn from_bits(bits: u64) -> Self {
        Self { visits: VISITS.get(bits), points: POINTS.get(bits) }
    }

    /// Adds the playouts that are stored to those that are known.
    fn inherit(self, old: Self) -> Self {
        Self { visits: self.visits + old.visits, points: self.points + old.points }
    }
}

impl Playouts {
    /// Returns the upper confidence bound of a move to a position, for the side that makes it.
    fn bound(self, parent: u64) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        let (visits, points) = (self.visits as f64, self.points as f64);
        1.0 - points / (2.0 * visits) + (2.0 * (parent as f64).ln() / visits).sqrt()
    }
}

struct Search {
    table: Table<Playouts, Wide, Newest>,
    /// Whether known positions are counted by `update`, or all by `store`.
    updates: bool,
}

/// Tries after which a known record that is not found has been replaced, and is not being written.
const TRIES: u32 = 100_000;

impl Search {
    fn known(&self, board: Board) -> Playouts {
        self.table.probe(board.key()).unwrap_or_default()
    }

    /// Makes a playout through a position, of which `known` was found, counts it there and returns
    /// the points of the side to move.
    fn playout(&self, board: Board, known: Playouts, random: &mut SplitMix64) -> u64 {
        let points = board.end().unwrap_or_else(|| match known.visits {
            0 => at_random(board, random),
            visits => {
                let children = board.children().map(|child| (child, self.known(child)));
                let bound = |(_, known): &(Board, Playouts)| known.bound(visits);
                let best = children.max_by(|a, b| bound(a).total_cmp(&bound(b)));
                let (child, known) = best.expect("the game goes on");
                2 - self.playout(child, known, random)
            }
        });
        let one = Playouts { visits: 1, points };
        // A record is not found while the other thread is writing it.
        let update = |_| match self.table.update(board.key(), |old| one.inherit(old)) {
            Some(_) => true,
            None => {
                thread::yield_now();
                false
            }
        };
        if !(self.updates && known.visits > 0 && (0..TRIES).any(update)) {
            self.table.store(board.key(), one);
        }
        points
    }

    /// Makes `playouts` playouts by each of two threads, and returns how many of them the root
    /// does not count.
    fn run(&self, root: Board, playouts: u64) -> u64 {
        let known = Playouts { visits: 1, points: 1 };
        self.table.store(root.key(), known);
        thread::scope(|scope| {
            for seed in 1..=2 {
                let mut random = SplitMix64::new(seed);
                scope.spawn(move || {
                    let mut known = known;
                    for _ in 0..playouts {
                        self.playout(root, known, &mut random);
                        known = self.table.probe(root.key()).unwrap_or(known);
                    }
                });
            }
        });
        (2 * playouts + 1).saturating_sub(self.known(root).visits)
    }
}

/// Plays on by random moves and returns the points of the side to move.
fn at_random(board: Board, random: &mut SplitMix64) -> u64 {
    board.end().unwrap_or_else(|| {
        let count = board.children().count() as u64;
        let child = board.children().nth((random.next() % count) as usize);
        2 - at_random(child.expect("one of the children"), random)
    })
}

#[cfg_attr(test, test)]
fn main() -> Result<(), tt_core::AllocError> {
    // A stone in the corner: only the middle holds the draw.
    let root = Board(0, 1);
    for updates in [true, false] {
        let search = Search { table: Table::with_parts(1 << 20)?, updates };
        let lost = search.run(root, 200_000);
        let way = if updates { "update" } else { "store" };
        println!("by {way}: {lost} of 400,000 playouts lost at the root");
        let best = root.children().max_by_key(|child| search.known(*child).visits);
        let best = best.expect("a move");
        assert_eq!(best, Board(1, 1 << 4), "the most visited move");
        assert_eq!(2 - best.minimax(), root.minimax(), "what plain minimax finds");
        assert!(!updates || lost < 100, "a known position misses {lost} playouts");
    }
    Ok(())
}
