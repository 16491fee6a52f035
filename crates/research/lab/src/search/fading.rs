//! Experiment `fading`: what a record loses with time, and when it is met in vain.

use std::sync::Mutex;

use anyhow::Result;
use movegen::Position;
use search::{CutoffNode, Hints, Outcome, Switches, table_key};
use tt_core::{Ageing, Bound, Entry, Payload, RecordView, Replace, Table, Wide};

use super::lens::{Lens, Seen, is_same, lock};
use super::line::{PLAIN, Task, search_line};
use super::paired::Paired;
use super::roots;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Csv, MarkdownTable, Page, progress};

/// The rules beside the engine's: each makes room for the newcomers of a key.
#[derive(Clone, Copy, Debug, Default)]
struct Rule {
    /// A record that is less deep than the node that meets it loses a ply.
    too_shallow: bool,
    /// A record that is deep enough, and does not settle the node that meets it, loses a ply.
    failed: bool,
    /// A record of a principal variation replaces any of its key.
    pv_enters: bool,
}

/// A newcomer of a current record's key needs two thirds of its priority (Viridithas, Clockwork).
struct TwoThirds;

impl Replace for TwoThirds {
    const REFRESH: bool = true;

    fn worth(record: RecordView) -> i64 {
        Ageing::worth(record)
    }

    fn renewal_bar(record: RecordView) -> u64 {
        if record.age == 0 { (2 * u64::from(record.priority)).div_ceil(3) } else { 0 }
    }
}

/// Age costs a record a quarter of its square in plies (Viridithas, Clockwork).
struct Square;

impl Replace for Square {
    const REFRESH: bool = true;

    fn worth(record: RecordView) -> i64 {
        4 * i64::from(record.priority) - i64::from(record.age).pow(2)
    }

    fn renewal_bar(record: RecordView) -> u64 {
        Ageing::renewal_bar(record)
    }
}

/// Counts of stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stores {
    all: u64,
    /// Those whose key has a record.
    own: u64,
    /// Those that this record refuses.
    refused: u64,
    /// Those of them whose bound is on the other side.
    other_side: u64,
}

/// A table whose records fade by a rule.
struct Fading<'a, R: Replace> {
    table: &'a Table<Entry, Wide, R>,
    rule: Rule,
    stores: &'a Mutex<Stores>,
}

impl<R: Replace> Lens for Fading<'_, R> {
    /// Stores the entry itself, to see what became of it.
    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) -> bool {
        let old = self.table.bucket_of(key).into_iter().flatten().find(|record| record.matches);
        self.table.store(key, entry);
        let mut stores = lock(self.stores);
        stores.all += 1;
        let Some(old) = old.map(|record| record.payload) else { return false };
        stores.own += 1;
        if !self.table.probe(key).is_some_and(|kept| is_same(kept, entry)) {
            stores.refused += 1;
            let other = !old.bound.covers(entry.bound) && !entry.bound.covers(old.bound);
            stores.other_side += u64::from(other);
            if self.rule.pv_enters && entry.pv {
                self.table.update(key, |old| entry.inherit(old));
            }
        }
        false
    }

    fn cutoff(
        &mut self,
        node: &CutoffNode<'_>,
        score: Option<i32>,
        _: &mut dyn FnMut(u64) -> Option<Entry>,
    ) -> Option<i32> {
        let met = node.hit.filter(|hit| hit.bound != Bound::None && node.depth > 0);
        if let (None, Some(hit)) = (score, met) {
            let fades =
                if hit.draft < node.depth { self.rule.too_shallow } else { self.rule.failed };
            if fades {
                let faded = |entry: Entry| Entry { draft: entry.draft - 1, ..entry };
                self.table.update(table_key(node.position), faded);
            }
        }
        score
    }
}

/// Searches a line over an empty table whose records fade by a rule, and counts the stores.
fn faded<R: Replace>(task: &Task<'_>, rule: Rule) -> Result<(Vec<Outcome>, Stores)> {
    let (table, stores) = (Table::with_parts(task.bytes)?, Mutex::default());
    let make = || Fading::<R> { table: &table, rule, stores: &stores };
    let found = search_line(&Seen { table: &table, make }, task);
    let stores = *lock(&stores);
    Ok((found, stores))
}

type SearchWay = fn(&Task<'_>) -> Result<Vec<Outcome>>;

fn over<R: Replace>(task: &Task<'_>, rule: Rule) -> Result<Vec<Outcome>> {
    Ok(faded::<R>(task, rule)?.0)
}

const ENGINE: Rule = Rule { too_shallow: false, failed: false, pv_enters: false };

/// The ways by their names, the engine's first.
const WAYS: [(&str, SearchWay); 7] = [
    ("the engine's", |task| over::<Ageing>(task, ENGINE)),
    ("too shallow: a ply less", |task| over::<Ageing>(task, Rule { too_shallow: true, ..ENGINE })),
    ("window failed: a ply less", |task| over::<Ageing>(task, Rule { failed: true, ..ENGINE })),
    ("both: a ply less", |task| {
        over::<Ageing>(task, Rule { too_shallow: true, failed: true, ..ENGINE })
    }),
    ("principal variations enter", |task| over::<Ageing>(task, Rule { pv_enters: true, ..ENGINE })),
    ("two thirds of the draft enter", |task| over::<TwoThirds>(task, ENGINE)),
    ("a quarter of the squared age", |task| over::<Square>(task, ENGINE)),
];

pub(crate) const EXPERIMENT: Experiment = Experiment::new("fading", run);

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let (lines, positions) = effort.choose((3, 2), (50, 4));
    let depths = effort.choose([8, 4], [10, 4]);
    let sizes = effort.choose(vec![1, 4], vec![1, 4, 16, 64]);
    let games = roots::draw(lines, positions, seed)?;
    let searches = [
        ("the engine's search", Switches::NONE, depths[0]),
        ("plain alpha-beta", PLAIN, depths[1]),
    ];
    let names = WAYS.map(|way| way.0);
    let mut found = Page::empty();
    found.paragraph(
        "Nodes of all searches with the engine's rules; of the other ways the percentage of these. \
         The last column is the geometric mean over the lines and sizes, with its standard error.",
    );
    let mut csv = Csv::new(&["search", "way", "mebibytes", "nodes"]);
    let mut both = Vec::new();
    for (search, switches, depth) in searches {
        let measured = Paired::measure("fading", &names, &sizes, &games, |way, line, bytes| {
            (WAYS[way].1)(&Task { line, bytes, depth, switches })
        })?;
        found.paragraph(&format!("In {search}, to depth {depth}:"));
        found.table(&measured.table());
        measured.rows(search, &mut csv);
        both.push(measured);
    }
    found.paragraph(
        "Stores of the engine's search by the engine's rules: the share whose key has a record; of \
         these the share that the record refuses, as it is four plies deeper or more; of those the \
         share whose bound is on the other side, so that the record says nothing of theirs:",
    );
    let mut table = MarkdownTable::new(["MiB", "own key, %", "refused, %", "other side, %"], 1);
    let mut refused = 0.0;
    for &size in &sizes {
        let shares = shares(&games, size << 20, depths[0])?;
        refused = shares[0] * shares[1] / 100.0;
        let cells = shares.map(|share| format!("{share:.2}"));
        table.row([size.to_string()].into_iter().chain(cells));
    }
    found.table(&table);
    let [engine, _] = &both[..] else { unreachable!("two searches") };
    let of = |name: &str| engine.ratio_text(engine.number(name));
    Ok(Report {
        result: format!(
            "In the engine's search a ply less for records that were too shallow needs {} % of the \
             nodes, for those whose window failed {} %, for both {} %; principal variations that \
             always enter {} %. In the largest table a record of its own key refuses {refused:.2} \
             % of the stores.",
            of("too shallow: a ply less"),
            of("window failed: a ply less"),
            of("both: a ply less"),
            of("principal variations enter"),
        ),
        found,
        differs: None,
        method: format!(
            "{lines} games of our player, of each {positions} successive positions of one side, \
             searched one after the other by one thread over a table that was empty before the \
             first: {} positions in all.",
            lines * positions
        ),
        csv,
        svg: engine.chart("Nodes to the same depth, by what a record loses", &names).svg()?,
    })
}

/// Returns the shares of the stores in percent: of all those with a record of their key, of these
/// the refused ones, of those the ones on the other side.
fn shares(games: &[Vec<Position>], bytes: usize, depth: u32) -> Result<[f64; 3]> {
    let counted = progress::each("stores", games, |line| {
        let task = Task { line, bytes, depth, switches: Switches::NONE };
        let Stores { all, own, refused, other_side } = faded::<Ageing>(&task, ENGINE)?.1;
        Ok([all, own, refused, other_side])
    })?;
    let sum = |part: usize| counted.iter().map(|counts| counts[part]).sum::<u64>() as f64;
    Ok([1, 2, 3].map(|part| 100.0 * sum(part) / sum(part - 1).max(1.0)))
}

#[cfg(test)]
mod tests {
    use search::{Hit, NO_EVAL, NoTable, StoreHints};

    use super::*;

    /// Returns the draft of a record of draft 6 after a node of this depth has met it.
    fn met(rule: Rule, depth: i32, score: Option<i32>) -> i16 {
        let (table, stores) =
            (Table::<Entry, Wide>::with_parts(1 << 12).unwrap(), Mutex::default());
        let mut fading = Fading { table: &table, rule, stores: &stores };
        let position = &Position::startpos();
        let bound = Bound::Lower;
        let entry = Entry { mv: 0, score: 50, eval: NO_EVAL, draft: 6, bound, pv: false };
        fading.store(table_key(position), entry, &StoreHints::default);
        let hit = Some(&Hit { mv: None, score: 50, eval: None, draft: 6, bound, pv: false });
        let (ply, cut_node) = (1, true);
        let node = CutoffNode { position, ply, depth, alpha: 60, cut_node, hit, limit: 100 };
        assert_eq!(fading.cutoff(&node, score, &mut |_| None), score);
        table.probe(table_key(position)).unwrap().draft
    }

    #[test]
    fn a_record_that_is_met_in_vain_loses_a_ply_as_the_rule_says() {
        let shallow = Rule { too_shallow: true, ..ENGINE };
        let failed = Rule { failed: true, ..ENGINE };
        let drafts = |rule| {
            [(7, None), (6, None), (6, Some(50)), (0, None)]
                .map(|(depth, score)| met(rule, depth, score))
        };
        assert_eq!(drafts(ENGINE), [6; 4]);
        assert_eq!(drafts(shallow), [5, 6, 6, 6]);
        assert_eq!(drafts(failed), [6, 5, 6, 6]);
    }

    #[test]
    fn stores_are_counted_and_principal_variations_enter() {
        let old = Entry { mv: 1, draft: 9, bound: Bound::Upper, ..Entry::default() };
        let new = Entry { mv: 2, draft: 1, bound: Bound::Lower, pv: true, ..Entry::default() };
        for (pv_enters, kept) in [(false, 9), (true, 1)] {
            let (table, stores) = (Table::<Entry, Wide>::with_parts(64).unwrap(), Mutex::default());
            let rule = Rule { pv_enters, ..ENGINE };
            let mut fading = Fading { table: &table, rule, stores: &stores };
            for entry in [old, new, Entry { draft: 8, ..new }] {
                assert!(!fading.store(7, entry, &StoreHints::default), "it has stored it");
                if entry == new {
                    assert_eq!(table.probe(7).unwrap().draft, kept);
                }
            }
            let expected = Stores { all: 3, own: 2, refused: 1, other_side: 1 };
            assert_eq!(*lock(&stores), expected);
        }
    }

    /// The first way is the engine's, each other one changes its search, and none a plain score.
    #[test]
    fn the_first_way_is_the_default_and_no_way_changes_a_plain_score() {
        let line = &roots::draw(1, 4, 4).unwrap()[0];
        let task = Task { line, bytes: 1 << 14, depth: 11, switches: Switches::NONE };
        let table: Table = Table::new(task.bytes).unwrap();
        let nodes = |found: &[Outcome]| found.iter().map(|one| one.nodes).collect::<Vec<_>>();
        let expected = nodes(&search_line(&table, &task));
        for (number, (name, search)) in WAYS.iter().enumerate() {
            assert_eq!(nodes(&search(&task).unwrap()) == expected, number == 0, "{name}");
        }
        let task = Task { depth: 4, switches: PLAIN, ..task };
        let scores = |found: &[Outcome]| found.iter().map(|one| one.score).collect::<Vec<_>>();
        let expected = scores(&search_line(&NoTable, &task));
        for (name, search) in &WAYS {
            assert_eq!(scores(&search(&task).unwrap()), expected, "{name}");
        }
    }
}
