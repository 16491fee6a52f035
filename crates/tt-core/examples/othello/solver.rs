//! An exact solver of endgames: principal variation search, moves by how few answers they leave and
//! by parity, and a table.

use indicatif::ProgressBar;
use tt_core::{Bound, Entry, Table};
use zobrist_keys::mix;

use crate::board::Board;

/// Nodes with at most this many free squares neither probe the table nor order moves by the answers
/// that they leave: it does not pay.
const SHALLOW: u32 = 4;
const INFINITE: i8 = 65;
/// The weights of the move order: a move loses `ANSWER` for each answer that it leaves, and gains
/// the others in a region where it is the last move, and on a corner.
const ANSWER: i32 = 4;
const LAST_OF_REGION: i32 = 3;
const CORNER: i32 = 8;
const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Nodes from one sign of life to the next.
const NODES_A_TICK: u64 = 1 << 20;

/// The quarters of the board: the regions of which the parity is counted.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// Solves positions, with a table or without.
pub(crate) struct Solver {
    table: Option<Table>,
    /// Shows that a long search is alive.
    pub(crate) progress: ProgressBar,
    pub(crate) nodes: u64,
    pub(crate) probes: u64,
    pub(crate) hits: u64,
}

/// A move, what is after it, and its place in the order.
#[derive(Clone, Copy)]
struct Child {
    square: u64,
    board: Board,
    rank: i32,
}

impl Solver {
    /// A solver that shows no progress.
    pub(crate) fn new(table: Option<Table>) -> Self {
        Self { table, progress: ProgressBar::hidden(), nodes: 0, probes: 0, hits: 0 }
    }

    /// The result under best play: by how many discs the side to move wins, the free squares being
    /// the winner's.
    pub(crate) fn value(&mut self, board: Board) -> i8 {
        self.search(board, -INFINITE, INFINITE)
    }

    /// The value, if it is between `alpha` and `beta`; else a bound of it on that side.
    fn search(&mut self, board: Board, alpha: i8, beta: i8) -> i8 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_A_TICK) {
            self.progress.set_position(self.nodes);
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.pass();
            return match passed.moves() {
                0 => board.result(),
                _ => -self.search(passed, -beta, -alpha),
            };
        }
        if board.empty().count_ones() <= SHALLOW {
            return self.search_shallow(board, moves, alpha, beta);
        }
        let key = key(board);
        let known = self.probe(key);
        if let Some(known) = known {
            let score = known.score as i8;
            let fails_high = known.bound.covers(Bound::Lower) && score >= beta;
            let fails_low = known.bound.covers(Bound::Upper) && score <= alpha;
            if known.bound == Bound::Exact || fails_high || fails_low {
                return score;
            }
        }
        let mut children = [Child { square: 0, board, rank: 0 }; 64];
        let count = list(board, moves, known.map_or(0, |known| known.mv), &mut children);
        let (value, best) = self.search_children(&children[..count], alpha, beta);
        if let Some(table) = &self.table {
            let bound = match value {
                _ if value >= beta => Bound::Lower,
                _ if value <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let draft = board.empty().count_ones() as i16;
            // Squares count from 1: a move of 0 is none.
            let mv = best.trailing_zeros() as u16 + 1;
            table.store(key, Entry { mv, score: value.into(), draft, bound, ..Entry::default() });
        }
        value
    }

    /// Principal variation search: all but the first child must be worse, or be searched again.
    fn search_children(&mut self, children: &[Child], mut alpha: i8, beta: i8) -> (i8, u64) {
        let (mut value, mut best) = (-INFINITE, 0);
        for (i, child) in children.iter().enumerate() {
            let mut here = if i == 0 {
                -self.search(child.board, -beta, -alpha)
            } else {
                -self.search(child.board, -alpha - 1, -alpha)
            };
            if i > 0 && here > alpha && here < beta {
                here = -self.search(child.board, -beta, -here);
            }
            if here > value {
                (value, best) = (here, child.square);
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        (value, best)
    }

    /// The last plies, in the order of the squares.
    fn search_shallow(&mut self, board: Board, moves: u64, mut alpha: i8, beta: i8) -> i8 {
        let mut value = -INFINITE;
        let odd = odd_quarters(board);
        for mut part in [moves & odd, moves & !odd] {
            while part != 0 {
                let square = part & part.wrapping_neg();
                part ^= square;
                value = value.max(-self.search(board.play(square), -beta, -alpha));
                alpha = alpha.max(value);
                if alpha >= beta {
                    return value;
                }
            }
        }
        value
    }

    fn probe(&mut self, key: u64) -> Option<Entry> {
        let found = self.table.as_ref()?.probe(key);
        self.probes += 1;
        self.hits += u64::from(found.is_some());
        found
    }
}

/// Two sets of 64 squares are more than a key holds: here, as in chess, two positions share a key
/// by a chance of 2^-64.
fn key(board: Board) -> u64 {
    mix(mix(board.own).wrapping_add(board.other))
}

/// The free squares of the quarters in which an odd number is free: who plays first there also
/// plays last, if nobody passes.
fn odd_quarters(board: Board) -> u64 {
    let is_odd = |quarter: &u64| (board.empty() & quarter).count_ones() % 2 == 1;
    QUARTERS.into_iter().filter(is_odd).fold(0, |odd, quarter| odd | quarter)
}

/// Lists the positions after each move and returns how many there are: the table's move first, then
/// those that leave few answers ("fastest first"), with a preference for corners and regions of odd
/// size.
fn list(board: Board, mut moves: u64, hash_move: u16, children: &mut [Child; 64]) -> usize {
    let odd = odd_quarters(board);
    let mut count = 0;
    while moves != 0 {
        let square = moves & moves.wrapping_neg();
        moves ^= square;
        let after = board.play(square);
        let mut rank = -ANSWER * after.moves().count_ones() as i32;
        rank += if square & odd != 0 { LAST_OF_REGION } else { 0 };
        rank += if square & CORNERS != 0 { CORNER } else { 0 };
        if square.trailing_zeros() as u16 + 1 == hash_move {
            rank = i32::MAX;
        }
        children[count] = Child { square, board: after, rank };
        count += 1;
    }
    children[..count].sort_by_key(|child| -child.rank);
    count
}
