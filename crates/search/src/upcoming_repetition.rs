//! Upcoming repetition: a move that brings a position of the line back is as good as a draw, before
//! it is made (van Kervinck, 2013).

use movegen::{Move, Position};

use crate::evaluate::Evaluate;
use crate::table::TableHandle;
use crate::worker::Worker;

/// The nearest position that one move can bring back, in plies: there and back, less the move.
const NEAREST: usize = 3;

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Returns whether the side to move at `ply` can bring back a position of its line.
    #[inline]
    pub(crate) fn can_repeat(&self, ply: usize) -> bool {
        let clock = self.positions[ply].halfmove_clock();
        let reach = clock.min(self.stack[ply].plies_from_null).min(ply as u32) as usize;
        let mut backs = (NEAREST..=reach).step_by(2);
        backs.any(|back| leads_to(&self.positions[ply], &self.positions[ply - back]))
    }
}

/// Returns whether a legal move leads from `now` to `then`, no capture and no castling.
#[inline]
fn leads_to(now: &Position, then: &Position) -> bool {
    let us = now.side_to_move();
    let (from, to) = (now.color(us) & !then.color(us), then.color(us) & !now.color(us));
    if from.has_many() || to.has_many() || now.color(!us) != then.color(!us) {
        return false;
    }
    let (Some(from), Some(to)) = (from.first(), to.first()) else { return false };
    let mv = Move::new(from, to);
    now.is_legal(mv) && now.make(mv).key() == then.key()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::NoTable;
    use crate::worker::harness::with_worker;

    fn naive(line: &[Position]) -> bool {
        let (now, earlier) = line.split_last().expect("a position");
        let moves = now.legal_moves();
        moves.iter().any(|&mv| {
            let child = now.make(mv);
            let reach = (child.halfmove_clock() as usize).min(line.len());
            earlier.iter().rev().zip(1..).any(|(position, back)| {
                back >= NEAREST && back < reach && position.key() == child.key()
            })
        })
    }

    #[test]
    fn it_is_seen_as_by_making_every_move() {
        let root = Position::from_fen("r3k2r/8/8/3q4/8/2N2P2/8/R3K2R w KQkq - 0 1").expect("legal");
        let mut seed = 7_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed as usize
        };
        let mut repeats = 0;
        with_worker(NoTable, &root, |worker| {
            for _ in 0..400 {
                let mut line = vec![root.clone()];
                for ply in 0..12 {
                    let moves = line[ply].legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    // Half of the moves go back to where the piece came from two plies ago.
                    let back = ply.checked_sub(2).and_then(|two| worker.stack[two].mv);
                    let back = back.map(|mv| Move::new(mv.to(), mv.from()));
                    let back = back.filter(|mv| random() % 2 == 0 && moves.contains(mv));
                    let mv = back.unwrap_or(moves[random() % moves.len()]);
                    worker.make(ply, mv);
                    line.push(line[ply].make(mv));
                    let found = worker.can_repeat(ply + 1);
                    assert_eq!(found, naive(&line), "{:?}", line.last());
                    repeats += u32::from(found);
                }
                for _ in 1..line.len() {
                    worker.unmake();
                }
            }
        });
        assert!(repeats > 100, "{repeats}");
    }
    #[test]
    fn a_passed_turn_cannot_be_brought_back() {
        let root = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 90").expect("legal");
        let repeats = |plies_from_null: u32| {
            with_worker(NoTable, &root, |worker| {
                for (ply, text) in ["a1a2", "e8e7", "a2a1"].into_iter().enumerate() {
                    let mv = worker.positions[ply].parse_uci(text).expect("a legal move");
                    worker.make(ply, mv);
                }
                worker.stack[3].plies_from_null = plies_from_null;
                worker.can_repeat(3)
            })
        };
        assert_eq!([2, 3].map(repeats), [false, true]);
    }
}
