//! All positions of the 8-puzzle by breadth-first search: in a hash map of positions, and in a set
//! of keys alone.
//!
//! `cargo run --release -p zobrist-keys --example sliding_puzzle`

#![expect(clippy::print_stdout, reason = "an example tells what it found")]

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{Hash, Hasher};

use zobrist_keys::{Bch, BuildKeyHasher, Group, Schema, Xor64};

const SIDE: usize = 3;
const SQUARES: usize = SIDE * SIDE;
const TILES: usize = SQUARES - 1;
const GAME: Schema = Schema::new("8-puzzle", &[Group::new("tile", TILES * SQUARES)], &[]);
type Keys = Bch<{ GAME.polynomial() }, { GAME.t() }, { GAME.features() }>;
static KEYS: [Xor64; GAME.features()] = Keys::WHITENED;
/// Two positions differ in at most two features a tile. That is below the distance of the keys, so
/// no two of them share a key, and a set of keys is a set of positions.
const _: () = assert!(2 * TILES < Keys::DISTANCE as usize);

/// The tile on each square, 1 to 8, or 0 for the hole; and the key that follows it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Position {
    tiles: [u8; SQUARES],
    hole: usize,
    key: Xor64,
}

/// By the key alone. Equality compares all of it, so the map is exact whatever the keys are.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

fn key_of(tile: u8, square: usize) -> Xor64 {
    KEYS[GAME.feature("tile", usize::from(tile - 1) * SQUARES + square)]
}

impl Position {
    fn solved() -> Self {
        let tiles = [1, 2, 3, 4, 5, 6, 7, 8, 0];
        let key = (1..).zip(0..TILES).map(|(tile, square)| key_of(tile, square)).sum();
        Self { tiles, hole: TILES, key }
    }

    /// The positions after each tile beside the hole was pushed into it.
    fn successors(self) -> impl Iterator<Item = Self> {
        let apart = move |square: usize| {
            (square / SIDE).abs_diff(self.hole / SIDE) + (square % SIDE).abs_diff(self.hole % SIDE)
        };
        let neighbours = (0..SQUARES).filter(move |&square| apart(square) == 1);
        neighbours.map(move |from| {
            let (mut next, tile) = (self, self.tiles[from]);
            next.tiles.swap(from, self.hole);
            next.key ^= key_of(tile, from) ^ key_of(tile, self.hole);
            next.hole = from;
            next
        })
    }
}

fn main() {
    let mut moves_to: HashMap<Position, u32, BuildKeyHasher> = HashMap::default();
    moves_to.insert(Position::solved(), 0);
    let mut queue = VecDeque::from([Position::solved()]);
    while let Some(position) = queue.pop_front() {
        let moves = moves_to[&position] + 1;
        for next in position.successors() {
            moves_to.entry(next).or_insert_with(|| {
                queue.push_back(next);
                moves
            });
        }
    }
    let farthest = moves_to.values().max().copied();
    println!("{} positions, the farthest in {farthest:?} moves", moves_to.len());
    assert_eq!((moves_to.len(), farthest), (181_440, Some(31)), "half of 9!, and the known depth");

    let keys: HashSet<Xor64, BuildKeyHasher> = moves_to.keys().map(|of| of.key).collect();
    println!("{} keys; random ones: {:.1e} pairs to expect", keys.len(), {
        let positions = moves_to.len() as f64;
        positions * (positions - 1.0) / 65_f64.exp2()
    });
    assert_eq!(keys.len(), moves_to.len());
}

#[test]
fn every_position_has_a_key_of_its_own() {
    main();
}
