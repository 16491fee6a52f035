//! Scores the pawns before a king for each wing in advance, in the middle game and in the end game:
//! the pawn table keeps all of them, and a king that moves or castles only picks another one.

#![expect(clippy::print_stdout, reason = "an example says what it found")]

use pawn_hash::{PawnStructure, PawnTable, Wing};

/// A score in the middle game and in the end game, centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Phases {
    middle_game: i32,
    end_game: i32,
}

/// The payload of the pawn table: the safety of White's and Black's king on each wing.
type Safety = [[Phases; 3]; 2];

// begin of the term
/// The squares of a colour's second, third, ... rank, from its own side.
const RANKS: [[u64; 6]; 2] = {
    let mut ranks = [[0; 6]; 2];
    let mut i = 0;
    while i < 6 {
        ranks[0][i] = 0xff << (8 * (i + 1));
        ranks[1][i] = 0xff << (8 * (6 - i));
        i += 1;
    }
    ranks
};

/// A king is safest behind pawns that have not moved; a pawn storm grows with every step.
fn safety(pawns: [u64; 2]) -> Safety {
    let structure = PawnStructure::of(pawns);
    let mut safety = Safety::default();
    for (us, wings) in safety.iter_mut().enumerate() {
        for wing in Wing::ALL {
            let (shelter, storm) =
                (structure.shelter[us][wing as usize], structure.storm[us][wing as usize]);
            let on = |set: u64, rank: usize| (set & RANKS[us][rank]).count_ones() as i32;
            let score = &mut wings[wing as usize];
            for (rank, bonus) in [36, 20, 8].into_iter().enumerate() {
                score.middle_game += bonus * on(shelter, rank);
            }
            for (rank, danger) in [(1, 40), (2, 25), (3, 10)] {
                score.middle_game -= danger * on(storm, rank);
            }
            // In the end game the king walks: pawns near it are only targets to protect.
            score.end_game = 4 * (shelter.count_ones() as i32 - storm.count_ones() as i32);
        }
    }
    safety
}

/// The safety of White's king over that of Black's; `phase` is 24 with all pieces on the board and
/// 0 without any.
fn king_safety(safety: &Safety, kings: [u32; 2], phase: i32) -> i32 {
    let tapered = |us: usize| {
        let Phases { middle_game, end_game } = safety[us][Wing::of_king(kings[us]) as usize];
        (middle_game * phase + end_game * (24 - phase)) / 24
    };
    tapered(0) - tapered(1)
}
// end of the term

fn main() {
    const G1: u32 = 6;
    const C1: u32 = 2;
    const G8: u32 = 62;
    // White: a2 c3 f2 g2 h3; Black: a7 b5 f7 g7 h7.
    let pawns = [
        1 << 8 | 1 << 18 | 1 << 13 | 1 << 14 | 1 << 23,
        1 << 48 | 1 << 33 | 1 << 53 | 1 << 54 | 1 << 55,
    ];
    let key = 77;
    let mut table: PawnTable<Safety> = PawnTable::new(16 * 1024);
    let mut score = |king, phase| {
        let safety = table.get_or_insert_with(pawns, key, || safety(pawns));
        king_safety(safety, [king, G8], phase)
    };
    println!("White's king castled short, middle game: {}", score(G1, 24));
    println!("White's king castled long, middle game:  {}", score(C1, 24));
    println!("White's king castled long, end game:     {}", score(C1, 0));
    assert!(score(G1, 24) > score(C1, 24), "the queen's side has one pawn at home and is stormed");
    assert_eq!(score(C1, 24), 36 + 20 - 10 - 3 * 36, "a2 c3, b5 on the fourth rank from White");
}

/// The scores of a wing, found in advance, are those of counting file by file for a king there.
#[test]
fn every_king_square_gets_what_its_own_files_say() {
    main();
    // Pseudo-random pawns, none on both colours' squares.
    let mut state = 1_u64;
    for _ in 0..10_000 {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let inner = 0x00ff_ffff_ffff_ff00;
        let white = state & state.rotate_left(21) & inner;
        let black = state.rotate_left(40) & state.rotate_left(11) & inner & !white;
        let safety = safety([white, black]);
        for king in 0..64 {
            let wings = king_safety(&safety, [king, 60], 24) - king_safety(&safety, [4, 60], 24);
            assert_eq!(wings, direct(white, black, king) - direct(white, black, 4));
        }
    }
}

/// The middle-game safety of White's king on a square, file by file.
#[cfg(test)]
fn direct(white: u64, black: u64, king: u32) -> i32 {
    let files = match king % 8 {
        0..=2 => 0..3,
        3 | 4 => 2..6,
        _ => 5..8,
    };
    let mut score = 0;
    for file in files {
        let ranks_of = |set: u64| (1..7).filter(move |rank| set >> (8 * rank + file) & 1 != 0);
        score += match ranks_of(white).min() {
            Some(1) => 36,
            Some(2) => 20,
            Some(3) => 8,
            _ => 0,
        };
        score -= match ranks_of(black).min() {
            Some(2) => 40,
            Some(3) => 25,
            Some(4) => 10,
            _ => 0,
        };
    }
    score
}
