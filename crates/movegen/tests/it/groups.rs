//! The choice of keys changes keys and nothing else: neither perft counts nor the scores of a
//! search whose table replaces nothing. Incremental keys of every group equal those computed anew.

use std::cell::RefCell;
use std::collections::BTreeSet;

use movegen::keys::{AdditiveKeys, BchKeys, ChessKeys, WideZobristKeys, ZobristKeys};
use movegen::{Color, KeyedPosition, PieceType, perft};
use tt_core::{Bound, Entry, Table};
use zobrist_keys::SplitMix64;

const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
];

fn position<K: ChessKeys>(fen: &str) -> KeyedPosition<K> {
    KeyedPosition::from_fen(fen).unwrap()
}

/// Runs a check for every choice of keys and compares what it returns.
macro_rules! same_for_all_groups {
    ($check:ident) => {{
        let results = [
            $check::<BchKeys>(),
            $check::<ZobristKeys>(),
            $check::<WideZobristKeys>(),
            $check::<AdditiveKeys>(),
        ];
        for result in &results[1..] {
            assert_eq!(*result, results[0]);
        }
    }};
}

#[test]
fn perft_does_not_depend_on_the_keys() {
    fn counts<K: ChessKeys>() -> Vec<u64> {
        POSITIONS.iter().map(|fen| perft(&position::<K>(fen), 4)).collect()
    }
    same_for_all_groups!(counts);
}

/// A plain alpha-beta with a table, and the keys it has stored.
struct Searcher {
    table: Table,
    stored: RefCell<BTreeSet<u64>>,
}

impl Searcher {
    fn new() -> Self {
        Self { table: Table::new(32 << 20).unwrap(), stored: RefCell::default() }
    }

    /// Fail-hard. Only hits of equal draft count, so that the score is that of a search without a
    /// table.
    fn search<K: ChessKeys>(
        &self,
        position: &KeyedPosition<K>,
        depth: i16,
        (mut alpha, beta): (i32, i32),
    ) -> i32 {
        if depth == 0 {
            return balance(position);
        }
        if let Some(entry) = self.table.probe(position.key()).filter(|entry| entry.draft == depth) {
            let score = i32::from(entry.score);
            match entry.bound {
                Bound::Exact => return score.clamp(alpha, beta),
                Bound::Lower if score >= beta => return beta,
                Bound::Upper if score <= alpha => return alpha,
                _ => {}
            }
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            let mate = if position.in_check() { -10_000 } else { 0 };
            return mate.clamp(alpha, beta);
        }
        let mut bound = Bound::Upper;
        for mv in moves {
            let score = -self.search(&position.make(mv), depth - 1, (-beta, -alpha));
            if score >= beta {
                (alpha, bound) = (beta, Bound::Lower);
                break;
            }
            if score > alpha {
                (alpha, bound) = (score, Bound::Exact);
            }
        }
        let entry = Entry { score: alpha as i16, draft: depth, bound, ..Entry::default() };
        self.table.store(position.key(), entry);
        self.stored.borrow_mut().insert(position.key());
        alpha
    }

    /// Returns the number of stored keys that the table no longer has.
    fn evicted(&self) -> usize {
        self.stored.borrow().iter().filter(|&&key| self.table.probe(key).is_none()).count()
    }
}

/// Material and placement towards the centre, from the side to move's view.
fn balance<K: ChessKeys>(position: &KeyedPosition<K>) -> i32 {
    let side = |color: Color| -> i32 {
        let worth = [100, 300, 310, 500, 900, 0];
        PieceType::ALL
            .into_iter()
            .flat_map(|kind| position.colored(color, kind).into_iter().map(move |at| (kind, at)))
            .map(|(kind, at)| {
                let centre = |i: usize| i.min(7 - i) as i32;
                worth[kind.index()] + centre(at.file().index()) + centre(at.rank().index())
            })
            .sum()
    };
    let us = position.side_to_move();
    side(us) - side(!us)
}

#[test]
fn scores_do_not_depend_on_the_keys_while_nothing_is_evicted() {
    fn scores<K: ChessKeys>() -> Vec<i32> {
        POSITIONS
            .iter()
            .map(|fen| {
                let searcher = Searcher::new();
                let score = searcher.search(&position::<K>(fen), 4, (-30_000, 30_000));
                assert!(searcher.stored.borrow().len() > 100);
                assert_eq!(searcher.evicted(), 0, "{fen}");
                score
            })
            .collect()
    }
    same_for_all_groups!(scores);
}

/// Random games with [`WALK`] moves in all, or a tenth: after each, the incremental keys equal
/// those computed anew.
fn walk<K: ChessKeys>() {
    let mut random = SplitMix64::new(5);
    let mut current = position::<K>(POSITIONS[1]);
    for made in 0..crate::amount(WALK) {
        let list = current.legal_moves();
        if list.is_empty() || current.halfmove_clock() > 100 {
            current = position::<K>(POSITIONS[made as usize % POSITIONS.len()]);
            continue;
        }
        let mv = list[random.next() as usize % list.len()];
        let predicted = current.key_after(mv);
        current = current.make(mv);
        assert_eq!(current.keys(), current.with_keys::<K>().keys(), "{current:?}");
        assert_eq!(predicted, current.key(), "{current:?} after {mv}");
    }
}

const WALK: u32 = 1_000_000;

#[test]
fn xor_keys_follow_random_moves() {
    walk::<BchKeys>();
}

#[test]
fn additive_keys_follow_random_moves() {
    walk::<AdditiveKeys>();
}
