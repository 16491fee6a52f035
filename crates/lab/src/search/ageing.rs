//! Experiment `ageing`: a replayed game, with a table that is cleared, kept, or kept and aged.

use anyhow::Result;
use movegen::Position;
use search::{Limits, Pool, Search, StoreHints, TableHandle, TranspositionTable};
use self_play::HandCrafted;
use tt_classics::wiki::{OldestFirst, ShallowestFirst};
use tt_core::{Ageing, Entry, Replace, Table, Wide};

use super::line::PLAIN;
use super::roots;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::chart::{Axis, Chart, Mark, Scale, Series};
use crate::page::csv::Csv;
use crate::page::document::Page;
use crate::page::progress;
use crate::page::table::MarkdownTable;
use crate::search::erased::AnyTable;

/// Bytes of an entry of tt-core.
const ENTRY_BYTES: usize = 16;

/// A table that grows so many generations older with each search.
struct Paced<'a, R: Replace> {
    table: &'a Table<Entry, Wide, R>,
    generations: u32,
}

impl<R: Replace> TranspositionTable for Paced<'_, R> {
    type Handle<'t>
        = PacedHandle<'t, R>
    where
        Self: 't;

    fn handle(&self, _: usize) -> PacedHandle<'_, R> {
        PacedHandle(self.table)
    }

    fn advance_generation(&self) {
        (0..self.generations).for_each(|_| self.table.advance_generation());
    }

    fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

struct PacedHandle<'t, R: Replace>(&'t Table<Entry, Wide, R>);

impl<R: Replace> TableHandle for PacedHandle<'_, R> {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.0.probe(key)
    }

    fn store(&mut self, key: u64, entry: Entry, _: StoreHints) {
        self.0.store(key, entry);
    }
}

/// What is done with the table between the moves of a game.
struct Way {
    name: &'static str,
    replay: fn(&Game<'_>) -> Result<u64>,
}

const WAYS: [Way; 6] = [
    Way { name: "cleared", replay: |game| game.replay::<Ageing>(1, true) },
    Way { name: "kept, never aged", replay: |game| game.replay::<Ageing>(0, false) },
    Way { name: "kept, bucket system", replay: |game| game.replay::<ShallowestFirst>(0, false) },
    Way { name: "kept, oldest first", replay: |game| game.replay::<OldestFirst>(1, false) },
    Way { name: "kept, aged by search", replay: |game| game.replay::<Ageing>(1, false) },
    Way { name: "kept, aged by ply", replay: |game| game.replay::<Ageing>(2, false) },
];

const CLEARED: usize = 0;
const NEVER_AGED: usize = 1;
const BY_SEARCH: usize = 4;
const BY_PLY: usize = 5;

/// The positions of one side in a game, and how they are searched.
struct Game<'a> {
    line: &'a [Position],
    bytes: usize,
    depth: u32,
}

impl Game<'_> {
    /// The nodes of all its searches.
    fn replay<R: Replace>(&self, generations: u32, clear: bool) -> Result<u64> {
        let mut table = Table::<Entry, Wide, R>::new(self.bytes)?;
        let mut pool = Pool::new(HandCrafted::default);
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let mut nodes = 0;
        for position in self.line {
            if clear {
                table.clear(1);
            }
            let paced = Paced { table: &table, generations };
            let table = AnyTable::new(&paced);
            let search = Search::new(&table).position(position.clone()).limits(limits.clone());
            nodes += search.settings(PLAIN).run(&mut pool).nodes;
        }
        Ok(nodes)
    }
}

/// Clear, keep, keep and age.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "ageing",
    title: "Ageing in a game",
    literature: "A table that is kept from move to move holds what the last searches found, and also \
                 what nobody will ask for again. The Chess Programming Wiki (page Transposition \
                 Table) tells of two cures: to clear it, which loses both, and to age it, by a count \
                 of searches or by the ply of the game, modulo a power of two. Breuker (1998) found \
                 that old records should give way first.",
    run,
};

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let exponents: Vec<u32> = effort.choose(vec![8, 11], (8..=20).step_by(2).collect());
    let (games, moves, depth) = effort.choose((1, 6, 3), (8, 24, 4));
    let lines = roots::draw(games, moves, seed)?;
    let cells: Vec<(&Way, u32)> = WAYS
        .iter()
        .flat_map(|way| exponents.iter().map(move |&exponent| (way, exponent)))
        .collect();
    let nodes = progress::each("games", &cells, |&(way, exponent)| {
        let bytes = ENTRY_BYTES << exponent;
        lines.iter().try_fold(0, |sum, line| Ok(sum + (way.replay)(&Game { line, bytes, depth })?))
    })?;
    let rows: Vec<&[u64]> = nodes.chunks(exponents.len()).collect();
    let sum = |way: usize| rows[way].iter().sum::<u64>() as f64;
    let percent = |way: usize| 100.0 * sum(way) / sum(CLEARED);
    let mut found = Page::empty();
    found.paragraph(
        "Nodes of all searches of the games; the last column is the sum over all sizes, as a \
         percentage of a table that is cleared before each move.",
    );
    let columns = exponents.iter().map(|exponent| format!("2^{exponent}"));
    let names = ["table".to_owned()].into_iter().chain(columns).chain(["all, %".to_owned()]);
    let mut table = MarkdownTable::new(names, 1);
    let mut csv = Csv::new(["table", "entries", "nodes"]);
    let mut series = Vec::new();
    for (number, (way, nodes)) in WAYS.iter().zip(&rows).enumerate() {
        let cells = nodes.iter().map(u64::to_string);
        let share = format!("{:.1}", percent(number));
        table.row([way.name.to_owned()].into_iter().chain(cells).chain([share]));
        let mut points = Vec::new();
        for ((&exponent, nodes), cleared) in exponents.iter().zip(*nodes).zip(rows[CLEARED]) {
            let entries = 1u64 << exponent;
            csv.row([way.name.to_owned(), entries.to_string(), nodes.to_string()]);
            points.push((entries as f64, 100.0 * *nodes as f64 / *cleared as f64));
        }
        series.push(Series { name: way.name.to_owned(), mark: Mark::Line, points });
    }
    found.table(&table);
    let chart = Chart {
        title: "Nodes of a replayed game, by what becomes of the table",
        x: Axis { name: "size of the table, in entries of 16 bytes", scale: Scale::Binary },
        y: Axis { name: "nodes, % of those with a cleared table", scale: Scale::Linear },
        series,
    };
    let says = |holds: bool| if holds { "confirmed" } else { "not confirmed" };
    Ok(Report {
        result: format!(
            "Kept and aged by search, the table needs {:.1} % of the nodes of one that is cleared; by \
             ply {:.1} %; kept and never aged {:.1} %.",
            percent(BY_SEARCH),
            percent(BY_PLY),
            percent(NEVER_AGED)
        ),
        found,
        differs: format!(
            "Ageing is better than clearing: {}. Ageing is better than none: {}. By ply, a record \
             loses two generations with each move of the engine, sixteen plies of draft instead of \
             eight, and the five bits of an entry wrap around after 16 moves instead of 32; a record that was hit \
             again is young in both.",
            says(sum(BY_SEARCH) < sum(CLEARED)),
            says(sum(BY_SEARCH) < sum(NEVER_AGED)),
        ),
        method: format!(
            "{games} games of our player, of each the positions of one side at {moves} successive \
             moves, searched by one thread, in plain alpha-beta, to depth {depth} over one table; \
             the histories of the search are kept in all of them."
        ),
        csv,
        svg: chart.svg()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::quick;

    #[test]
    fn the_quick_form() {
        insta::assert_snapshot!(quick(&EXPERIMENT));
    }

    /// A record is of the present generation until the first step, and again after 32.
    #[test]
    fn the_pace_is_that_of_the_way() {
        for generations in 0..=2 {
            let table = Table::<Entry, Wide, Ageing>::new(64).unwrap();
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
