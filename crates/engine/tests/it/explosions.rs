//! Every iteration ends: extensions do not make one cost many times the nodes of all before it.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use engine::movegen::{Color, Piece, Position, PositionBuilder, Square};
use engine::{Engine, Event, Game, Request};
use zobrist_keys::SplitMix64;

/// Positions in which engines stood still at one depth for hours, from public reports; and the
/// endings in which our own search grew most, at 3 million nodes.
const KNOWN: [&str; 11] = [
    "1k6/8/P7/8/K7/4B3/8/8 w - - 0 1",
    "8/8/1Rk3p1/2P2rRp/8/3K4/6PP/4r3 b - - 2 50",
    "8/Pk6/8/8/8/3K4/5B2/8 w - - 1 14",
    "k7/P7/3B4/3K4/8/8/2r5/R7 w - - 13 97",
    "8/8/8/1B6/6p1/8/3K1Ppp/3N2kr w - - 0 1",
    "8/8/4K3/1B3N2/8/8/2k5/8 w - - 1 98",
    "4n3/8/6K1/8/N7/8/7k/8 b - - 0 1",
    "8/5K2/5b2/2k2N2/8/8/5N2/2b5 w - - 0 1",
    "8/p2P4/3K4/1q6/8/5k1n/1Q6/8 b - - 0 1",
    "2n5/6K1/8/8/8/6nB/1k6/8 b - - 0 1",
    "4k3/4B3/K7/6P1/8/8/8/8 w - - 0 1",
];

/// The numbers that a variable may set, and their values without it: random endings, the first of
/// them, nodes of a search, MB of its table, seed of the endings.
const POSITIONS: (&str, u64) = ("ENGINE_EXPLOSIONS_POSITIONS", 24);
const FIRST: (&str, u64) = ("ENGINE_EXPLOSIONS_FIRST", 0);
const NODES: (&str, u64) = ("ENGINE_EXPLOSIONS_NODES", 100_000);
const HASH: (&str, u64) = ("ENGINE_EXPLOSIONS_HASH", 16);
const SEED: (&str, u64) = ("ENGINE_EXPLOSIONS_SEED", 1);

/// The most pieces of an ending, and the fewest, kings included.
const PIECES: [usize; 2] = [3, 7];

/// Iterations up to this depth, in plies, may take any number of nodes.
const SHALLOW: u32 = 12;

/// An iteration may take this many times the nodes of all iterations before it.
const MOST_GROWTH: f64 = 10.0;

fn number((variable, default): (&str, u64)) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().expect("a number"))
}

/// Returns a random legal ending, the same for the same seed and number.
fn ending(seed: u64, number: u64) -> Position {
    let mut random = SplitMix64::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
    loop {
        let pieces = PIECES[0] + random.below(PIECES[1] - PIECES[0] + 1);
        let mut builder = PositionBuilder::new().side_to_move(Color::ALL[random.below(2)]);
        let mut put = 0;
        while put < pieces {
            let square = Square::from_index(random.below(64));
            let piece = match put {
                0 => Piece::WhiteKing,
                1 => Piece::BlackKing,
                _ => Piece::ALL[random.below(12)],
            };
            let king = matches!(piece, Piece::WhiteKing | Piece::BlackKing) && put > 1;
            if !king && builder.piece_at(square).is_none() {
                builder = builder.put(square, piece);
                put += 1;
            }
        }
        if let Ok(position) = builder.build()
            && position.count_legal() > 0
            && !position.is_insufficient_material()
        {
            return position;
        }
    }
}

/// The result of a search: the depth reached, and the greatest growth of an iteration.
#[derive(Clone, Copy, Debug)]
struct Growth {
    depth: u32,
    /// The nodes of an iteration beyond [`SHALLOW`] by those of all before it. The last iteration
    /// counts although the limit ends it.
    growth: f64,
}

fn search(position: &Position, nodes: u64) -> Growth {
    let mut engine =
        Engine::builder().hash((number(HASH) << 20) as usize).build().expect("a table");
    // The nodes after each iteration. Windows that failed are reported before its end.
    let mut totals = BTreeMap::new();
    let request = Request::nodes(nodes);
    let outcome = engine.analyse(&Game::new(position.clone()), &request, &mut |event| {
        if let Event::Line(info) = event {
            totals.insert(info.depth, info.nodes);
        }
    });
    let depth = totals.keys().last().copied().unwrap_or_default();
    totals.insert(depth + 1, outcome.nodes);
    let steps = totals.iter().zip(totals.iter().skip(1));
    let deep = steps.filter(|(_, (depth, _))| **depth > SHALLOW);
    let growths = deep.map(|((_, &before), (_, &after))| {
        (after.saturating_sub(before)) as f64 / before.max(1) as f64
    });
    Growth { depth, growth: growths.fold(0.0, f64::max) }
}

/// Searches the positions on all processors; the growths in their order.
fn growths(positions: &[Position], nodes: u64) -> Vec<Growth> {
    let next = AtomicU64::new(0);
    let workers = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut found: Vec<(usize, Growth)> = thread::scope(|scope| {
        let work = || {
            let mine = || next.fetch_add(1, Ordering::Relaxed) as usize;
            let taken = std::iter::repeat_with(mine).take_while(|&index| index < positions.len());
            taken.map(|index| (index, search(&positions[index], nodes))).collect::<Vec<_>>()
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    found.sort_by_key(|&(index, _)| index);
    found.into_iter().map(|(_, growth)| growth).collect()
}

/// Checks positions: no growth is beyond the limit. Returns the position of the greatest one with
/// it, and the least depth.
fn check(positions: &[Position], nodes: u64) -> (String, Growth, u32) {
    let growths = growths(positions, nodes);
    let pairs = positions.iter().zip(&growths);
    let worst = pairs.max_by(|(_, a), (_, b)| a.growth.total_cmp(&b.growth));
    let (position, &worst) = worst.expect("a position");
    let fen = position.to_fen();
    let expected = worst.growth <= MOST_GROWTH;
    assert!(expected, "{fen}: expected a growth of {MOST_GROWTH} at most, found {worst:?}");
    (fen, worst, growths.iter().map(|found| found.depth).min().unwrap_or_default())
}

#[test]
fn positions_that_other_engines_stood_still_in_are_searched_deeper_and_deeper() {
    let positions = KNOWN.map(|fen| Position::from_fen(fen).expect("a legal position"));
    let nodes = number(NODES);
    let (.., depth) = check(&positions, nodes);
    assert!(depth > SHALLOW, "depth {depth} in {nodes} nodes");
}

#[test]
#[expect(clippy::print_stdout, reason = "the check prints the greatest growth")]
fn no_iteration_of_a_random_ending_takes_ten_times_the_nodes_before_it() {
    let (first, positions, seed) = (number(FIRST), number(POSITIONS), number(SEED));
    let endings: Vec<_> = (first..first + positions).map(|index| ending(seed, index)).collect();
    let (fen, worst, _) = check(&endings, number(NODES));
    let growth = worst.growth;
    println!(
        "{positions} endings of seed {seed}: an iteration grows {growth:.1} times at most, {fen}"
    );
}
