//! The three list the same moves at every node of many trees, and along random games: all trees
//! for the program, some for the tests.

use rayon::prelude::*;
use zobrist_keys::SplitMix64;

use crate::corpus;
use crate::trio::Trio;

/// Compares the lists at every node of all trees; the number of nodes (about four million).
///
/// # Panics
/// If two lists differ.
pub(crate) fn compare_all() -> u64 {
    below_cases(3) + below_openings(2) + below_starts(1) + along_random_games(100)
}

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

fn below_cases(depth: u32) -> u64 {
    walk_all(&corpus::cases().map(str::to_owned).collect::<Vec<_>>(), depth)
}

fn below_openings(depth: u32) -> u64 {
    walk_all(&corpus::openings().map(str::to_owned).collect::<Vec<_>>(), depth)
}

/// Compares two plies below every `stride`-th of the 960 starts and of 300 double starts.
fn below_starts(stride: usize) -> u64 {
    let fens = corpus::chess960().chain(corpus::double_chess960());
    walk_all(&fens.step_by(stride).collect::<Vec<_>>(), 2)
}

/// Compares along long random games, so that castling comes up: trees of two plies from every
/// fifteenth position, and the FEN of every position.
fn along_random_games(games: u64) -> u64 {
    (0..games)
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
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_agree_at_every_node_below_the_cases() {
        let nodes = below_cases(2);
        assert!(nodes > 30_000, "{nodes}");
    }

    #[test]
    fn lists_agree_at_every_node_below_the_openings() {
        let nodes = below_openings(1);
        assert!(nodes > 4_000, "{nodes}");
    }

    #[test]
    fn lists_agree_at_every_node_below_the_starts() {
        let nodes = below_starts(9);
        assert!(nodes > 50_000, "{nodes}");
    }

    #[test]
    fn lists_and_fens_agree_along_random_games() {
        let nodes = along_random_games(8);
        assert!(nodes > 20_000, "{nodes}");
    }
}
