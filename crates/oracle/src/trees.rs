//! Tests: the three list the same moves at every node of many trees, and along random games.

use rayon::prelude::*;
use zobrist_keys::SplitMix64;

use crate::corpus;
use crate::trio::Trio;

/// Compares the lists at every node down to `depth` plies below `trio`; the number of nodes.
fn walk(trio: &Trio, depth: u32) -> u64 {
    let moves = trio.moves().unwrap_or_else(|error| panic!("{error}"));
    if depth == 0 {
        return 1;
    }
    1 + moves.iter().map(|mv| walk(&trio.make(mv), depth - 1)).sum::<u64>()
}

fn walk_all(fens: &[String], depth: u32) -> u64 {
    fens.par_iter().map(|fen| walk(&Trio::read(fen).unwrap(), depth)).sum()
}

#[test]
fn lists_agree_at_every_node_below_the_cases() {
    let fens: Vec<String> = corpus::cases().map(str::to_owned).collect();
    let nodes = walk_all(&fens, 3);
    assert!(nodes > 500_000, "{nodes}");
}

#[test]
fn lists_agree_at_every_node_below_the_openings() {
    let fens: Vec<String> = corpus::openings().map(str::to_owned).collect();
    let nodes = walk_all(&fens, 2);
    assert!(nodes > 100_000, "{nodes}");
}

/// Two plies below all 960 starts and 300 double starts.
#[test]
fn lists_agree_at_every_node_below_the_starts() {
    let fens: Vec<String> = corpus::chess960().chain(corpus::double_chess960()).collect();
    let nodes = walk_all(&fens, 2);
    assert!(nodes > 400_000, "{nodes}");
}

/// Long random games, so that castling comes up: trees of two plies from every fifteenth position,
/// and the FEN of every position.
#[test]
fn lists_and_fens_agree_along_random_games() {
    let nodes: u64 = (0..100u64)
        .into_par_iter()
        .map(|number| {
            let mut random = SplitMix64::new(number);
            let fen = corpus::any_start(number as usize, &mut random);
            let mut trio = Trio::read(&fen).unwrap();
            let mut nodes = 0;
            for ply in 0..90 {
                trio.compare_fens().unwrap();
                let moves = trio.moves().unwrap_or_else(|error| panic!("{error}"));
                if moves.is_empty() {
                    break;
                }
                if ply % 15 == 14 {
                    nodes += walk(&trio, 2);
                }
                // Castle at once in some games; keep the rights in the others.
                let castling = moves.iter().find(|mv| mv.ours.is_castling());
                let random_move = &moves[random.below(moves.len())];
                trio = trio.make(castling.filter(|_| number % 3 == 0).unwrap_or(random_move));
                nodes += 1;
            }
            nodes
        })
        .sum();
    assert!(nodes > 200_000, "{nodes}");
}
