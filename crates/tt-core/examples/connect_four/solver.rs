//! An exact solver: null windows, moves that do not lose at once, threats first, and a table.
//!
//! The ideas are those of James D. Allen and Victor Allis (1988, who solved the game), of John
//! Tromp's Fhourstones, and of Pascal Pons' articles "Solving Connect 4" (2015); the code is our
//! own.

use indicatif::ProgressBar;
use tt_core::{Field, Payload, Table, Unit};
use zobrist_keys::mix;

use crate::board::Board;

/// Positions with more free cells share a record with their mirror image; with fewer it does not
/// pay.
const MIRRORED_ABOVE: i8 = 28;
/// Nodes with more free cells ask the table for each child before they search one.
const ASK_CHILDREN_ABOVE: i8 = 12;
/// Nodes from one sign of life to the next.
const NODES_A_TICK: u64 = 1 << 20;

/// Proven bounds of a value: it is one of `lower..=upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The binary logarithm of the nodes that the proof took, by which the policy values a record.
    effort: u8,
}

const LOWER: Field = Field::new(0, 8);
const UPPER: Field = Field::new(8, 8);
const EFFORT: Field = Field::new(16, 7);

impl Payload for Known {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = EFFORT;
    /// Proofs do not age.
    const GENERATION: Field = Field::new(0, 0);

    fn to_bits(self) -> u64 {
        LOWER.place(self.lower as u64)
            | UPPER.place(self.upper as u64)
            | EFFORT.place(u64::from(self.effort) + 1)
    }

    fn from_bits(bits: u64) -> Self {
        let effort = (EFFORT.get(bits) as u8).saturating_sub(1);
        Self { lower: LOWER.get(bits) as i8, upper: UPPER.get(bits) as i8, effort }
    }

    /// No record resists a new proof of its own position.
    fn claim(self) -> u32 {
        u32::MAX
    }

    /// Both proofs hold.
    fn inherit(self, old: Self) -> Self {
        Self {
            lower: self.lower.max(old.lower),
            upper: self.upper.min(old.upper),
            effort: self.effort.max(old.effort),
        }
    }
}

impl Known {
    /// Whether the value is at least `bound`, if that is known.
    fn reaches(self, bound: i8) -> Option<bool> {
        if self.lower >= bound {
            Some(true)
        } else if self.upper < bound {
            Some(false)
        } else {
            None
        }
    }
}

/// Solves positions, with a table or without.
pub(crate) struct Solver {
    table: Option<Table<Known>>,
    /// Shows that a long search is alive.
    pub(crate) progress: ProgressBar,
    pub(crate) nodes: u64,
    pub(crate) probes: u64,
    pub(crate) hits: u64,
}

impl Solver {
    /// A solver that shows no progress.
    pub(crate) fn new(table: Option<Table<Known>>) -> Self {
        Self { table, progress: ProgressBar::hidden(), nodes: 0, probes: 0, hits: 0 }
    }

    /// The value for the side to move: 0 for a draw; else how many discs the winner has left when
    /// it plays the winning one, that one counted; negative if the winner is the other side.
    pub(crate) fn value<const C: u32, const R: u32>(&mut self, board: Board<C, R>) -> i8 {
        let mut known = Self::range(board);
        while known.lower < known.upper {
            known = self.narrow(board, known);
        }
        known.lower
    }

    /// The values that a position may have by its number of free cells; one if the side to move
    /// wins at once.
    pub(crate) fn range<const C: u32, const R: u32>(board: Board<C, R>) -> Known {
        let free = board.free();
        let at_once = (free + 1) / 2;
        match board.wins_at_once() {
            true => Known { lower: at_once, upper: at_once, effort: 0 },
            false => Known { lower: -(free / 2), upper: (free - 1).max(0) / 2, effort: 0 },
        }
    }

    /// Decides between the halves of the values that are left. The first question is who wins, the
    /// second whether it takes long: short wins are refuted quickly, so the first halves are small.
    pub(crate) fn narrow<const C: u32, const R: u32>(
        &mut self,
        board: Board<C, R>,
        known: Known,
    ) -> Known {
        let Known { lower, upper, .. } = known;
        let bound = if lower < 0 && upper >= 0 {
            if upper > 0 { 1 } else { 0 }
        } else if lower >= 0 {
            lower + 1 + (upper - lower - 1) / 4
        } else {
            upper - (upper - lower - 1) / 4
        };
        match self.reaches(board, bound) {
            true => Known { lower: bound, ..known },
            false => Known { upper: bound - 1, ..known },
        }
    }

    /// Whether the value is at least `bound`, for a side to move that does not win at once.
    fn reaches<const C: u32, const R: u32>(&mut self, board: Board<C, R>, bound: i8) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_A_TICK) {
            self.progress.set_position(self.nodes);
        }
        let free = board.free();
        let moves = board.safe_moves();
        if moves == 0 {
            // The other side wins with its next disc, or the board is full.
            return -(free / 2) >= bound;
        }
        let simple = Self::without_search(board);
        if let Some(answer) = simple.reaches(bound) {
            return answer;
        }
        let key = Self::key(board);
        let known = self.probe(key);
        if let Some(answer) = known.and_then(|known| known.reaches(bound)) {
            return answer;
        }
        let start = self.nodes;
        let (children, count) = Self::children(board, moves);
        let children = &children[..count];
        let answer = self.a_child_is_known(children, free, bound)
            || children.iter().any(|&child| !self.reaches(child, 1 - bound));
        if let Some(table) = &self.table {
            let effort = (self.nodes - start).max(1).ilog2() as u8;
            let proved = match answer {
                true => Known { lower: bound, effort, ..simple },
                false => Known { upper: bound - 1, effort, ..simple },
            };
            table.store(key, proved);
        }
        answer
    }

    /// Returns the bounds of a position where neither side wins with its next disc, by the free
    /// cells and the lines that are still possible.
    fn without_search<const C: u32, const R: u32>(board: Board<C, R>) -> Known {
        let free = board.free();
        let [own, other] = board.chances();
        let lower = if other && free > 2 { -(free / 2 - 1) } else { 0 };
        let upper = if own && free > 2 { (free + 1) / 2 - 1 } else { 0 };
        Known { lower, upper, effort: 0 }
    }

    fn key<const C: u32, const R: u32>(board: Board<C, R>) -> u64 {
        mix(if board.free() > MIRRORED_ABOVE { board.symmetric_code() } else { board.code() })
    }

    fn probe(&mut self, key: u64) -> Option<Known> {
        let found = self.table.as_ref()?.probe(key);
        self.probes += 1;
        self.hits += u64::from(found.is_some());
        found
    }

    /// The positions after each move and their number. Those with more threats come first, then
    /// those nearer to the middle.
    fn children<const C: u32, const R: u32>(
        board: Board<C, R>,
        moves: u64,
    ) -> ([Board<C, R>; 8], usize) {
        let mut children = [Board::default(); 8];
        let mut threats = [0; 8];
        let mut count = 0;
        for i in 0..C {
            // From the middle outward, on both sides in turns.
            let column = if i % 2 == C % 2 { (C + i) / 2 } else { (C - 1 - i) / 2 };
            let cell = moves & Board::<C, R>::column(column);
            if cell == 0 {
                continue;
            }
            let here = board.threats_after(cell);
            let mut place = count;
            while place > 0 && threats[place - 1] < here {
                threats[place] = threats[place - 1];
                children[place] = children[place - 1];
                place -= 1;
            }
            threats[place] = here;
            children[place] = board.play(cell);
            count += 1;
        }
        (children, count)
    }

    /// Whether the table knows of a child that decides the node ("enhanced transposition cutoff",
    /// Jonathan Schaeffer and Aske Plaat, 1996).
    fn a_child_is_known<const C: u32, const R: u32>(
        &mut self,
        children: &[Board<C, R>],
        free: i8,
        bound: i8,
    ) -> bool {
        let Some(table) = &self.table else { return false };
        if free <= ASK_CHILDREN_ABOVE {
            return false;
        }
        let mut keys = [0; 8];
        for (key, &child) in keys.iter_mut().zip(children) {
            *key = Self::key(child);
            table.prefetch(*key);
        }
        keys[..children.len()]
            .iter()
            .any(|&key| self.probe(key).and_then(|known| known.reaches(1 - bound)) == Some(false))
    }
}
