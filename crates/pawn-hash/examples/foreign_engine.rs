//! A pawn-evaluation cache for an engine that has bitboards and a pawn key of its own.

use pawn_hash::{BLACK, Counters, PawnStructure, PawnTable, WHITE};

/// The foreign engine's board: a bitboard of each colour's pawns, and a key that the engine
/// updates.
struct Board {
    white_pawns: u64,
    black_pawns: u64,
    pawn_key: u64,
}

// begin of the cache
struct PawnEvaluation {
    table: PawnTable<i32, Counters>,
}

impl PawnEvaluation {
    fn new() -> Self {
        Self { table: PawnTable::new(16 * 1024) }
    }

    /// Centipawns from White's view.
    fn evaluate(&mut self, board: &Board) -> i32 {
        let pawns = [board.white_pawns, board.black_pawns];
        *self.table.get_or_insert_with(pawns, board.pawn_key, || score(pawns))
    }
}

fn score(pawns: [u64; 2]) -> i32 {
    let structure = PawnStructure::of(pawns);
    let difference =
        |sets: [u64; 2]| sets[WHITE].count_ones() as i32 - sets[BLACK].count_ones() as i32;
    100 * difference(pawns) + 40 * difference(structure.passed)
        - 15 * difference(structure.isolated)
        - 10 * difference(structure.doubled)
}
// end of the cache

fn main() {
    // White: a2 e5, Black: a7 c6. The key would be kept move by move.
    let board =
        Board { white_pawns: 1 << 8 | 1 << 36, black_pawns: 1 << 48 | 1 << 42, pawn_key: 77 };
    let mut evaluation = PawnEvaluation::new();
    let first = evaluation.evaluate(&board);
    assert_eq!(first, evaluation.evaluate(&board));
    assert_eq!(first, score([board.white_pawns, board.black_pawns]));
    assert_eq!(evaluation.table.statistics().counts().hits, 1);
}

#[test]
fn the_cache_serves_what_is_computed_in_under_40_lines() {
    main();
    let source = include_str!("foreign_engine.rs");
    let begin = source.lines().position(|line| line == "// begin of the cache");
    let end = source.lines().position(|line| line == "// end of the cache");
    let lines = end.zip(begin).map(|(end, begin)| end - begin - 1).expect("both marks stand");
    assert!(lines < 40, "{lines} lines");
}
