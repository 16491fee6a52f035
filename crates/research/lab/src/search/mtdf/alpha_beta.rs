//! A search to a fixed depth without any selection, so that its value is a function of position and
//! depth alone.
//!
//! It knows no repetitions and no clock of moves, and takes a bound from the table only if it has
//! the very draft that is asked for. So every order of moves, every window and every table give the
//! same value.

use anyhow::Result;
use evaluation::Evaluator;
use movegen::{Move, MoveList, Position};
use tt_classics::plaat::{Proof, TwoBounds};
use tt_core::Table;

/// The value of a mate, to which the plies that were left are added: a sooner mate is worth more.
pub(crate) const MATE: i16 = 30_000;
pub(crate) const INFINITE: i16 = i16::MAX;

/// Points for the order of moves: the table's move, then captures by victim and attacker, then the
/// move that last cut off at this depth.
const HASH_MOVE: i32 = 1_000;
const CAPTURE: i32 = 100;
const KILLER: i32 = 50;
const VICTIM: i32 = 10;

/// The node function with its table, evaluator and killers.
pub(crate) struct Searcher {
    table: Option<Table<TwoBounds>>,
    evaluator: Evaluator,
    /// The quiet move that last cut off, by the plies that were left.
    killers: [Option<Move>; 1 << u8::BITS],
    /// Nodes so far, those of captures included.
    pub(crate) nodes: u64,
}

impl Searcher {
    /// Creates a searcher with a table of `table` bytes, or without one.
    pub(crate) fn new(table: Option<usize>) -> Result<Self> {
        let table = table.map(Table::with_parts).transpose()?;
        Ok(Self { table, evaluator: Evaluator::new(), killers: [None; 256], nodes: 0 })
    }

    /// Returns the value of a position, if it is between `alpha` and `beta`; else a bound of it on
    /// that side.
    pub(crate) fn search(
        &mut self,
        position: &Position,
        mut alpha: i16,
        beta: i16,
        depth: u8,
    ) -> i16 {
        if depth == 0 {
            return self.search_captures(position, alpha, beta);
        }
        self.nodes += 1;
        let known = self.table.as_ref().and_then(|table| table.probe(position.key()));
        let known = known.unwrap_or_default();
        if let Some(value) = decided(known, depth, alpha, beta) {
            return value;
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return if position.in_check() { -MATE - i16::from(depth) } else { 0 };
        }
        self.sort(position, &mut moves, known.mv, depth);
        let first_alpha = alpha;
        let (mut value, mut best) = (-INFINITE, None);
        for (i, &mv) in moves.iter().enumerate() {
            let child = position.make(mv);
            let mut here = -INFINITE;
            if i > 0 {
                here = -self.search(&child, -alpha - 1, -alpha, depth - 1);
            }
            if i == 0 || here > alpha && here < beta {
                here = -self.search(&child, -beta, -alpha, depth - 1);
            }
            if here > value {
                (value, best) = (here, Some(mv));
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                if !position.is_tactical(mv) {
                    self.killers[usize::from(depth)] = Some(mv);
                }
                break;
            }
        }
        if let Some(table) = &self.table {
            let proof = Some(Proof { score: value, draft: depth });
            let mv = if value > first_alpha { best.map_or(0, Move::to_bits) } else { 0 };
            let lower = proof.filter(|_| value > first_alpha);
            let upper = proof.filter(|_| value < beta);
            table.store(position.key(), TwoBounds { mv, lower, upper });
        }
        value
    }

    /// Captures and promotions to a queen, until none is worth it.
    fn search_captures(&mut self, position: &Position, mut alpha: i16, beta: i16) -> i16 {
        self.nodes += 1;
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return if position.in_check() { -MATE } else { 0 };
        }
        let mut value = self.evaluator.evaluate(position) as i16;
        alpha = alpha.max(value);
        if alpha >= beta {
            return value;
        }
        self.sort(position, &mut moves, 0, 0);
        // Tactical moves come first.
        for &mv in moves.iter().take_while(|&&mv| position.is_tactical(mv)) {
            value = value.max(-self.search_captures(&position.make(mv), -beta, -alpha));
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        value
    }

    fn sort(&self, position: &Position, moves: &mut MoveList, hash_move: u16, depth: u8) {
        let killer = self.killers[usize::from(depth)];
        moves.sort_by_cached_key(|&mv| {
            let attacker = position.moved_piece(mv).kind() as i32;
            let victim = position.captured(mv).map_or(0, |kind| kind as i32);
            let points = match mv {
                _ if mv.to_bits() == hash_move => HASH_MOVE,
                _ if position.is_tactical(mv) => CAPTURE + VICTIM * victim - attacker,
                _ if Some(mv) == killer => KILLER,
                _ => 0,
            };
            -points
        });
    }
}

/// Returns a value, or a bound beyond the window, if the table's bounds of this very draft give
/// one.
fn decided(known: TwoBounds, depth: u8, alpha: i16, beta: i16) -> Option<i16> {
    let of_depth = |side: Option<Proof>| side.filter(|proof| proof.draft == depth);
    let (lower, upper) = (of_depth(known.lower), of_depth(known.upper));
    let (lower, upper) = (lower.map(|proof| proof.score), upper.map(|proof| proof.score));
    lower
        .filter(|&score| score >= beta)
        .or(upper.filter(|&score| score <= alpha))
        .or(lower.filter(|_| lower == upper))
}
