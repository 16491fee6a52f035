//! [`Playground`]: a table that one looks into while a search fills it.

mod config;
mod design;
mod glass;
mod observer;
mod picture;
mod report;
mod walk;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use engine::Game;
use movegen::{Move, Position};
use search::{Control, Info, Limits, Outcome, Pool, Search, Switches, table_key};
use serde::Deserialize;
use tt_core::{Bound, Index, MultiplyHigh};

use crate::words;

pub use self::config::{Config, Policy, TableUse};
pub(crate) use self::design::{Design, design};
use self::observer::{Counting, Observed, Observer};
use self::picture::{By, Picture, map};
use self::report::Looked;
pub use self::report::{
    CellRecord, Collision, Counters, Line, PathStep, PositionInfo, SearchAnswer,
};
use self::walk::positions_of;

/// The nodes before the first tick.
const FIRST_TICK: u64 = 1_024;

/// The most plies of a path through the table.
const PATH: usize = 40;

/// A table that one looks into: a search fills it, and the caller may ask for its map and for its
/// records meanwhile. All methods take `&self`, so that the caller's functions may call them during
/// a search.
pub struct Playground {
    config: Config,
    design: Arc<dyn Design>,
    observer: Observer,
    pool: Mutex<Pool<Counting>>,
    game: Mutex<Game>,
    /// The best line of the last search.
    pv: Mutex<Vec<Move>>,
    picture: Mutex<Picture>,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct SearchLimits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// The nodes before the first tick.
    pub tick: Option<u64>,
}

impl Playground {
    /// Creates an empty table, with the start position on the board.
    pub fn new(config: Config) -> Result<Self, String> {
        let design: Arc<dyn Design> = config.design()?.into();
        let observer = Observer::default();
        observer.seen().hits_by_bucket = vec![0; design.buckets()];
        let counting = observer.clone();
        let pool = Mutex::new(Pool::new(move || Counting::new(&counting)));
        let (game, pv, picture) = (Mutex::default(), Mutex::default(), Mutex::default());
        Ok(Self { config, design, observer, pool, game, pv, picture })
    }

    /// Puts a position on the board: a FEN or `startpos`, and moves in UCI's notation or in SAN.
    pub fn set_position(&self, fen: &str, moves: &str) -> Result<PositionInfo, String> {
        drop(self.idle()?);
        let game = crate::game::game_of(fen, moves)?;
        let position = game.position();
        let legal = position.legal_moves();
        let info = PositionInfo {
            fen: position.to_fen(),
            legal: legal.into_iter().map(|mv| position.uci(mv)).collect(),
            key: words::key(table_key(position)),
            bucket: self.bucket(table_key(position)),
        };
        *lock(&self.game) = game;
        lock(&self.pv).clear();
        Ok(info)
    }

    /// Searches the position on the board. After some nodes it calls `tick`, which gets the counts
    /// and returns the number of nodes until the next call, or 0 to stop. It calls `line` for each
    /// line of an iteration.
    pub fn search(
        &self,
        limits: SearchLimits,
        mut tick: impl FnMut(&Counters) -> u64 + Send + 'static,
        mut line: impl FnMut(&Line),
    ) -> Result<SearchAnswer, String> {
        let mut pool = self.idle()?;
        let game = lock(&self.game).clone();
        let control = Arc::new(Control::new());
        let looked = self.looked();
        let first = limits.tick.unwrap_or(FIRST_TICK);
        let counted = Box::new(move |_| tick(&looked.counters()));
        self.observer.begin(Some((counted, first)), &control);
        let position = game.position();
        let outcome = self.run(&game, limits, &mut pool, &control, &mut |info| {
            self.observer.seen().depth = info.depth + 1;
            *lock(&self.pv) = info.pv.to_vec();
            line(&Line::new(info, &game));
        });
        self.observer.end();
        self.observer.seen().depth = outcome.depth;
        lock(&self.pv).clone_from(&outcome.pv);
        Ok(SearchAnswer {
            best: outcome.best.map(|mv| position.uci(mv)),
            san: outcome.best.map(|mv| position.san(mv)),
            stopped: control.is_stopped(),
            counters: self.counters(),
        })
    }

    /// Runs a search over the observed table.
    fn run(
        &self,
        game: &Game,
        limits: SearchLimits,
        pool: &mut Pool<Counting>,
        control: &Control,
        report: &mut dyn FnMut(&Info<'_>),
    ) -> Outcome {
        let table = Observed {
            design: &*self.design,
            table_use: self.config.table_use,
            observer: &self.observer,
            short: self.config.key_bits < u64::BITS,
        };
        let SearchLimits { depth, nodes, .. } = limits;
        let mut report = |info: &Info<'_>| report(info);
        Search::new(&table)
            .position(game.position().clone())
            .history(game.history().clone())
            .limits(Limits { depth, nodes, ..Limits::default() })
            .switches(Switches { plain: self.config.plain, ..Switches::NONE })
            .control(control)
            .reporter(&mut report)
            .run(pool)
    }

    /// Searches the position on the board to a depth, without ticks. Calls `iteration` with depth,
    /// nodes so far and score when an iteration is finished; the search ends where it returns
    /// false.
    pub(crate) fn search_quietly(
        &self,
        depth: u32,
        mut iteration: impl FnMut(u32, u64, i32) -> bool,
    ) -> Result<(), String> {
        let mut pool = self.idle()?;
        let game = lock(&self.game).clone();
        let control = Arc::new(Control::new());
        self.observer.begin(None, &control);
        let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
        self.run(&game, limits, &mut pool, &control, &mut |info| {
            // A window that failed is reported, too.
            let finished = info.score.bound == Bound::Exact;
            if finished && !iteration(info.depth, info.nodes, info.score.value()) {
                control.stop();
            }
        });
        Ok(())
    }

    /// Returns the counts of the last search, or of the one that runs.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.looked().counters()
    }

    /// Returns a map of the table: a byte for each of at most `cells` cells, 0 if it is empty.
    pub fn map(&self, by: &str, cells: usize) -> Result<Vec<u8>, String> {
        Ok(map(&*self.design, &self.observer.seen().hits_by_bucket, By::read(by)?, cells))
    }

    /// Returns a map as [`map`](Self::map) does, for a caller that asks again and again: it costs
    /// half as much, because every second cell is of the call before. The first one is whole.
    pub fn next_map(&self, by: &str, cells: usize) -> Result<Vec<u8>, String> {
        let by = By::read(by)?;
        let seen = self.observer.seen();
        let mut picture = lock(&self.picture);
        Ok(picture.renew(&*self.design, &seen.hits_by_bucket, by, cells).to_vec())
    }

    /// Returns the number of buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.design.buckets()
    }

    /// Returns the number of slots of a bucket.
    #[must_use]
    pub fn slots_per_bucket(&self) -> usize {
        self.design.ways()
    }

    /// Returns the records of a bucket, with their positions as far as they are known.
    pub fn cell(&self, bucket: usize) -> Result<Vec<CellRecord>, String> {
        if bucket >= self.buckets() {
            return Err(format!("expected a bucket below {}, found {bucket}", self.buckets()));
        }
        let looked = self.looked();
        let mut records = looked.records(bucket);
        let owners: HashSet<u64> = records.iter().map(|record| record.owner).collect();
        let mut known = positions_of(&*self.design, lock(&self.game).position(), &owners);
        for record in &mut records {
            let position = known
                .remove(&record.owner)
                .or_else(|| self.observer.seen().positions.find(record.owner));
            record.place(position.as_ref());
        }
        Ok(records)
    }

    /// Returns the bucket of a position.
    pub fn bucket_of(&self, fen: &str) -> Result<usize, String> {
        Ok(self.bucket(table_key(&crate::game::position_of(fen)?)))
    }

    /// Returns the best line of the last search, and after it the moves that the table has, each
    /// position with its bucket and its record.
    #[must_use]
    pub fn path(&self) -> Vec<PathStep> {
        let mut position = lock(&self.game).position().clone();
        let pv = lock(&self.pv).clone();
        let (mut steps, mut passed) = (Vec::new(), HashSet::new());
        for ply in 0..PATH {
            let key = table_key(&position);
            let record = self.record_of(&position);
            let bits = record.as_ref().and_then(|record| record.mv_bits);
            let from_table = || bits.and_then(Move::from_bits);
            let mv = pv.get(ply).copied().or_else(from_table);
            let mv = mv.filter(|&mv| passed.insert(key) && position.is_legal(mv));
            steps.push(PathStep {
                ply,
                mv: mv.map(|mv| position.uci(mv)),
                san: mv.map(|mv| position.san(mv)),
                fen: position.to_fen(),
                bucket: self.bucket(key),
                record,
            });
            let Some(mv) = mv else { break };
            position = position.make(mv);
        }
        steps
    }

    /// Returns the first false matches of the last search, at most 20.
    #[must_use]
    pub fn collisions(&self) -> Vec<Collision> {
        let found = self.observer.seen().collisions.clone();
        let wanted = found.iter().filter(|found| found.owner.is_none());
        let wanted: HashSet<u64> = wanted.map(|found| found.stored).collect();
        let root = lock(&self.game).position().clone();
        let known = positions_of(&*self.design, &root, &wanted);
        let pairs = found.iter().map(|found| {
            let owner = found.owner.as_ref().or_else(|| known.get(&found.stored));
            Collision::new(self.config.key_bits, found, owner)
        });
        pairs.collect()
    }

    /// Empties the table and forgets all that was learnt.
    pub fn new_game(&mut self) -> Result<(), String> {
        let game = lock(&self.game).clone();
        let fresh = Self::new(self.config)?;
        *lock(&fresh.game) = game;
        *self = fresh;
        Ok(())
    }

    fn looked(&self) -> Looked {
        Looked { design: Arc::clone(&self.design), observer: self.observer.clone() }
    }

    fn bucket(&self, key: u64) -> usize {
        MultiplyHigh::new(self.design.buckets()).bucket(key)
    }

    fn record_of(&self, position: &Position) -> Option<CellRecord> {
        let key = table_key(position);
        let owner = self.design.owner(key)?;
        let records = self.looked().records(self.bucket(key));
        let mut record = records.into_iter().find(|record| record.owner == owner)?;
        record.place((owner == key).then_some(position));
        Some(record)
    }

    /// Returns the memory of the search, which is free between searches.
    fn idle(&self) -> Result<MutexGuard<'_, Pool<Counting>>, String> {
        match self.pool.try_lock() {
            Ok(pool) => Ok(pool),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err("expected a table at rest, found one that a search fills".into())
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
