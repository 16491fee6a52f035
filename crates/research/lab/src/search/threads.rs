//! Verb `bench-threads`: what more threads make of a search: nodes a second beside what this
//! machine's cores can do at all, and the time to a depth.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::{Args, value_parser};
use engine::HandCrafted;
use movegen::Position;
use search::{Limits, Pool, Search};
use tt_core::Table;

use super::roots;
use crate::page::{geometric_mean, progress};

/// Steps of pure arithmetic that one thread makes for the ceiling.
const STEPS: u64 = 200_000_000;

#[derive(Args)]
pub(crate) struct ThreadsArguments {
    /// Threads that are compared with one
    #[arg(long, value_name = "N", default_value = "2")]
    threads: NonZeroUsize,
    /// Positions
    #[arg(long, value_name = "N", default_value = "40")]
    positions: NonZeroUsize,
    /// How deep each one is searched, in plies
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 16,
        value_parser = value_parser!(u32).range(1..100)
    )]
    depth: u32,
    /// The table's size in MiB
    #[arg(long, value_name = "MIB", default_value = "64")]
    hash: NonZeroUsize,
    /// Seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, Debug)]
struct Cost {
    time: Duration,
    nodes: u64,
}

/// Returns the steps a second of `threads` threads that do nothing but arithmetic in their
/// registers.
fn arithmetic(threads: usize) -> f64 {
    let steps = |seed: u64| {
        let mut state = seed | 1;
        for _ in 0..STEPS {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
        }
        black_box(state);
    };
    let start = Instant::now();
    thread::scope(|scope| {
        for index in 0..threads {
            scope.spawn(move || steps(black_box(index as u64)));
        }
    });
    (threads as u64 * STEPS) as f64 / start.elapsed().as_secs_f64()
}

/// Searches a position to a depth over an empty table, nothing being known of it.
fn search(
    position: &Position,
    depth: u32,
    table: &mut Table,
    pool: &mut Pool<HandCrafted>,
) -> Cost {
    pool.clear();
    table.clear(1);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let start = Instant::now();
    let outcome = Search::new(&*table).position(position.clone()).limits(limits).run(pool);
    Cost { time: start.elapsed(), nodes: outcome.nodes }
}

/// Searches all positions with one thread and with several, which take turns in beginning, and
/// prints what that gains.
pub(crate) fn run(arguments: &ThreadsArguments, mut print: impl FnMut(String)) -> Result<()> {
    let ThreadsArguments { threads, positions, depth, hash, seed } = *arguments;
    let several = threads.get();
    let roots = roots::draw_single(positions.get(), seed)?;
    let ceiling = arithmetic(several) / arithmetic(1);
    let start = || -> Result<_> {
        let table: Table = Table::new(hash.get() << 20)?;
        Ok((table, Pool::new(HandCrafted::default)))
    };
    let costs = progress::each_with("positions", &roots, 1, start, |(table, pool), root| {
        let (index, position) = root;
        let cost = |threads: usize| {
            pool.set_threads(threads);
            search(position, depth, table, pool)
        };
        Ok(in_turns(*index, several, cost))
    })?;
    let ceiling_after = arithmetic(several) / arithmetic(1);
    report(several, depth, &costs).into_iter().for_each(&mut print);
    print(format!(
        "ceiling: pure arithmetic on {several} threads does {ceiling:.3} times as many steps a \
         second as on one before the searches, {ceiling_after:.3} times after them"
    ));
    Ok(())
}

/// Returns the costs of one thread and of `several`; those begin with each second position.
fn in_turns<T>(index: usize, several: usize, mut cost: impl FnMut(usize) -> T) -> [T; 2] {
    if index.is_multiple_of(2) {
        [1, several].map(cost)
    } else {
        let more = cost(several);
        [cost(1), more]
    }
}

/// Returns the lines that compare the costs of one thread and of several.
fn report(several: usize, depth: u32, costs: &[[Cost; 2]]) -> Vec<String> {
    let total = |which: usize| {
        let time: f64 = costs.iter().map(|cost| cost[which].time.as_secs_f64()).sum();
        let nodes: u64 = costs.iter().map(|cost| cost[which].nodes).sum();
        (time, nodes as f64 / time)
    };
    let ((one_time, one_speed), (time, speed)) = (total(0), total(1));
    let ratios = costs.iter().map(|[one, more]| one.time.div_duration_f64(more.time));
    let mean = geometric_mean(&ratios.collect::<Vec<_>>());
    let faster = costs.iter().filter(|[one, more]| more.time < one.time).count();
    vec![
        format!(
            "nodes a second: {one_speed:.0} with one thread, {speed:.0} with {several}: \
             {:.3} times",
            speed / one_speed
        ),
        format!(
            "time to depth {depth}: {one_time:.2} s with one thread, {time:.2} s with {several}: \
             {:.3} times as fast in all, {mean:.3} times in the geometric mean, faster on {faster} \
             of {} positions",
            one_time / time,
            costs.len()
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_and_time_to_depth_are_told_apart() {
        let cost = |seconds: u64, nodes: u64| Cost { time: Duration::from_secs(seconds), nodes };
        let costs = [[cost(4, 4_000), cost(2, 4_000)], [cost(2, 2_000), cost(4, 8_000)]];
        let lines = report(2, 9, &costs);
        assert!(lines[0].contains("1000 with one thread, 2000 with 2: 2.000 times"), "{lines:?}");
        let told = "6.00 s with one thread, 6.00 s with 2: 1.000 times as fast in all, 1.000";
        assert!(lines[1].contains(told) && lines[1].contains("faster on 1 of 2"), "{lines:?}");
    }

    #[test]
    fn one_thread_and_several_begin_in_turns() {
        for (index, begins) in [(0, 1), (1, 8), (2, 1)] {
            let mut asked = Vec::new();
            let costs = in_turns(index, 8, |threads| {
                asked.push(threads);
                10 * threads
            });
            assert_eq!((costs, asked[0], asked.len()), ([10, 80], begins, 2));
        }
    }

    #[test]
    fn a_run_tells_speed_time_and_ceiling() {
        let [positions, hash] = [2, 1].map(|n| NonZeroUsize::new(n).unwrap());
        let threads = positions;
        let depth = 4;
        let seed = 3;
        let mut lines = Vec::new();
        let arguments = ThreadsArguments { threads, positions, depth, hash, seed };
        run(&arguments, |line| lines.push(line)).unwrap();
        let begins = ["nodes a second: ", "time to depth 4: ", "ceiling: "];
        assert!(lines.iter().zip(begins).all(|(line, begin)| line.starts_with(begin)), "{lines:?}");
        assert_eq!(lines.len(), begins.len());
    }
}
