//! Experiment `ageing`: a replayed game, with a table that is cleared, kept, or kept and aged.

use anyhow::Result;
use engine::HandCrafted;
use movegen::Position;
use search::{Pool, TranspositionTable};
use tt_classics::wiki::{OldestFirst, ShallowestFirst};
use tt_core::{Ageing, Entry, RecordView, Replace, Table, Wide};

use super::by_size::{NodesBySize, Unit};
use super::line::{PLAIN, Task, nodes, search_line_with, sum_of};
use super::roots;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Page, effect, verdict};

/// A table that ages by `generations` generations with each search.
struct Paced<'a, R: Replace> {
    table: &'a Table<Entry, Wide, R>,
    generations: u32,
}

impl<R: Replace> TranspositionTable for Paced<'_, R> {
    type Handle<'t>
        = <Table<Entry, Wide, R> as TranspositionTable>::Handle<'t>
    where
        Self: 't;

    fn handle(&self, thread: usize) -> Self::Handle<'_> {
        TranspositionTable::handle(self.table, thread)
    }

    fn advance_generation(&self) {
        (0..self.generations).for_each(|_| self.table.advance_generation());
    }

    fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

/// [`Ageing`], but a hit leaves the record as old as it is.
struct Unrefreshed;

impl Replace for Unrefreshed {
    fn worth(record: RecordView) -> i64 {
        Ageing::worth(record)
    }

    fn strength(newcomer: RecordView) -> u64 {
        Ageing::strength(newcomer)
    }

    fn eviction_bar(record: RecordView) -> u64 {
        Ageing::eviction_bar(record)
    }

    fn renewal_bar(record: RecordView) -> u64 {
        Ageing::renewal_bar(record)
    }
}

/// A treatment of the table between the moves of a game.
struct Way {
    name: &'static str,
    replay: fn(&Game<'_>) -> Result<u64>,
}

const WAYS: [Way; 7] = [
    Way { name: "cleared", replay: |game| game.replay::<Ageing>(1, true) },
    Way { name: "kept, never aged", replay: |game| game.replay::<Ageing>(0, false) },
    Way { name: "kept, bucket system", replay: |game| game.replay::<ShallowestFirst>(0, false) },
    Way { name: "kept, oldest first", replay: |game| game.replay::<OldestFirst>(1, false) },
    Way { name: "kept, aged by search", replay: |game| game.replay::<Ageing>(1, false) },
    Way { name: "kept, aged by ply", replay: |game| game.replay::<Ageing>(2, false) },
    Way { name: "the same without refresh", replay: |game| game.replay::<Unrefreshed>(2, false) },
];

const CLEARED: usize = 0;
const NEVER_AGED: usize = 1;
const BY_SEARCH: usize = 4;
const BY_PLY: usize = 5;
const UNREFRESHED: usize = 6;

/// The positions of one side in a game, and how they are searched.
struct Game<'a> {
    line: &'a [Position],
    bytes: usize,
    depth: u32,
}

impl Game<'_> {
    fn replay<R: Replace>(&self, generations: u32, clear: bool) -> Result<u64> {
        let mut table = Table::<Entry, Wide, R>::with_parts(self.bytes)?;
        let mut pool = Pool::new(HandCrafted::default);
        let task = Task { line: &[], bytes: self.bytes, depth: self.depth, switches: PLAIN };
        let mut sum = 0;
        for line in self.line.chunks(1) {
            if clear {
                table.clear(1);
            }
            let paced = Paced { table: &table, generations };
            sum += nodes(&search_line_with(&mut pool, &paced, &Task { line, ..task }));
        }
        Ok(sum)
    }
}

pub(crate) const EXPERIMENT: Experiment = Experiment::new("ageing", run);

/// Searches the positions of all games.
fn replayed(
    ways: &[Way],
    lines: &[Vec<Position>],
    (exponents, depth): (Vec<u32>, u32),
) -> Result<NodesBySize> {
    let named = |_, way: &Way| (vec![way.name.to_owned()], CLEARED);
    NodesBySize::measure(&["table"], exponents, ways, named, |way, bytes| {
        sum_of(lines, |line| (way.replay)(&Game { line, bytes, depth }))
    })
}

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let exponents: Vec<u32> = effort.choose(vec![8, 11], (8..=20).step_by(2).collect());
    let (games, moves, depth) = effort.choose((1, 6, 3), (8, 40, 4));
    let lines = roots::draw(games, moves, seed)?;
    let nodes = replayed(&WAYS, &lines, (exponents, depth))?;
    let mut found = Page::empty();
    found.paragraph(
        "Nodes of all searches of the games; the last column is the sum over all sizes, as a \
         percentage of a table that is cleared before each move.",
    );
    found.table(&nodes.table());
    let unit = (Unit::OfBase, "nodes, % of those with a cleared table");
    let chart =
        nodes.chart("Nodes of a replayed game, by what becomes of the table", unit, |_| true);
    let [search, ply, unrefreshed, never] =
        [BY_SEARCH, BY_PLY, UNREFRESHED, NEVER_AGED].map(|way| nodes.percent(way));
    Ok(Report {
        result: format!(
            "Kept and aged by search, the table needs {search:.1} % of the nodes of one that is \
             cleared; by ply {ply:.1} %, without the refresh by hits {unrefreshed:.1} %; kept and \
             never aged {never:.1} %."
        ),
        found,
        differs: Some(differs(&nodes)),
        method: format!(
            "{games} games of our player, of each the positions of one side at {moves} successive \
             moves, searched by one thread, in plain alpha-beta, to depth {depth} over one table; \
             the histories of the search are kept in all of them."
        ),
        csv: nodes.csv(),
        svg: chart.svg()?,
    })
}

fn differs(nodes: &NodesBySize) -> String {
    let saving = |way: usize, than: usize| 100.0 * (1.0 - nodes.sum(way) / nodes.sum(than));
    let says = |saving: f64| format!("{} (it {})", verdict(saving), effect(saving));
    format!(
        "Ageing over clearing: {}. What is kept mostly orders moves, because in plain alpha-beta \
         only a record of equal draft settles a node. Ageing over none: {}: deep records that \
         nobody asks for any more keep the slots of a table that never ages. Refresh over none, \
         by ply: {}. By ply, a record loses two generations with each move of the engine.",
        says(saving(BY_SEARCH, CLEARED)),
        says(saving(BY_SEARCH, NEVER_AGED)),
        says(saving(BY_PLY, UNREFRESHED)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In games of 40 moves, with tables that the searches of a game crowd, but not one search. A
    /// table that is too small for one search forgets what it was kept for.
    #[test]
    fn to_age_needs_fewer_nodes_than_to_clear_or_not_to_age() {
        let games = roots::draw(4, 40, 2).unwrap();
        let [cleared, never_aged, by_search, by_ply] = [CLEARED, NEVER_AGED, BY_SEARCH, BY_PLY]
            .map(|way| replayed(&WAYS[way..=way], &games, (vec![11, 13], 3)).unwrap().sum(0));
        for aged in [by_search, by_ply] {
            assert!(aged < cleared && aged < never_aged, "{aged} {cleared} {never_aged}");
        }
    }

    /// Of two records in one bucket, the one that was hit is the younger; without refresh both are
    /// of an age, and the shallower goes.
    #[test]
    fn a_hit_makes_no_record_young_without_refresh() {
        fn kept<R: Replace>() -> [bool; 3] {
            let table = Table::<Entry, Wide<2>, R>::with_parts(32).unwrap();
            let store = |key, draft| table.store(key, Entry { draft, ..Entry::default() });
            store(1, 2);
            store(2, 5);
            table.advance_generation();
            assert!(table.probe(1).is_some());
            store(3, 1);
            [1, 2, 3].map(|key| table.probe(key).is_some())
        }
        assert_eq!(kept::<Ageing>(), [true, false, true]);
        assert_eq!(kept::<Unrefreshed>(), [false, true, true]);
    }

    /// A record is of the present generation until the first step, and again after 32.
    #[test]
    fn the_pace_is_that_of_the_way() {
        for generations in 0..=2 {
            let table = Table::new(64).unwrap();
            table.store(1, Entry::default());
            let paced = Paced { table: &table, generations };
            let present: Vec<bool> = (0..32)
                .map(|_| {
                    paced.advance_generation();
                    paced.hashfull() > 0
                })
                .collect();
            let expected = (1..=32).map(|step| step * generations % 32 == 0);
            assert!(expected.eq(present), "{generations}");
        }
    }
}
