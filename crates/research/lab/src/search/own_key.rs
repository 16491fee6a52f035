//! Experiment `own-key`: which record a store keeps where the table has one of its key already.

mod offer;

use anyhow::Result;
use search::{Outcome, Switches};
use tt_core::{Entry, Replace, Table, Wide};

use super::line::{PLAIN, Task, search_line};
use super::paired::Paired;
use super::roots;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Csv, Page};
use offer::{KeptMove, NEVER, Offer, Offered, Resists, StandPat};

type SearchWay = fn(&Task<'_>) -> Result<Vec<Outcome>>;

fn over<R: Replace>(task: &Task<'_>, offer: Offer) -> Result<Vec<Outcome>> {
    let table = Table::<Entry, Wide, R>::with_parts(task.bytes)?;
    Ok(search_line(&Offered { table: &table, offer }, task))
}

const fn moves(moves: KeptMove) -> Offer {
    Offer { moves, ..Offer::ENGINE }
}

const fn stand_pat(stand_pat: StandPat) -> Offer {
    Offer { stand_pat, ..Offer::ENGINE }
}

const NEW_MOVE: Offer = moves(KeptMove::New);

/// The ways by their names, the default first.
const WAYS: [(&str, SearchWay); 12] = [
    ("4 plies", |task| over::<Resists<4>>(task, Offer::ENGINE)),
    ("8 plies", |task| over::<Resists<8>>(task, Offer::ENGINE)),
    ("2 plies", |task| over::<Resists<2>>(task, Offer::ENGINE)),
    ("1 ply", |task| over::<Resists<1>>(task, Offer::ENGINE)),
    ("always replaced", |task| over::<Resists<NEVER>>(task, Offer::ENGINE)),
    ("4 plies, new move", |task| over::<Resists<4>>(task, NEW_MOVE)),
    ("4 plies, new move if none", |task| over::<Resists<4>>(task, moves(KeptMove::NewIfNone))),
    ("1 ply, new move", |task| over::<Resists<1>>(task, NEW_MOVE)),
    ("4 plies, stand pat an evaluation", |task| {
        over::<Resists<4>>(task, stand_pat(StandPat::Evaluation))
    }),
    ("4 plies, stand pat not stored", |task| {
        over::<Resists<4>>(task, stand_pat(StandPat::Dropped))
    }),
    ("1 ply, new move, stand pat an evaluation", |task| {
        over::<Resists<1>>(task, Offer { stand_pat: StandPat::Evaluation, ..NEW_MOVE })
    }),
    ("4 plies, fail highs drawn nearer", |task| {
        over::<Resists<4>>(task, Offer { draws_near: true, ..Offer::ENGINE })
    }),
];

const SHOWN: [&str; 6] =
    ["4 plies", "2 plies", "1 ply", "always replaced", "4 plies, new move", "1 ply, new move"];

pub(crate) const EXPERIMENT: Experiment = Experiment::new("own-key", run);

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
        "Nodes of all searches with the default, a record that resists newcomers 4 plies below it; \
         of the other ways the percentage of these. The last column is the geometric mean over the \
         lines and sizes, with its standard error. \"1 ply\" is a record that resists shallower \
         newcomers alone; \"new move\" says that a \
         record that stays takes the refused one's move.",
    );
    let mut csv = Csv::new(&["search", "way", "mebibytes", "nodes"]);
    let mut both = Vec::new();
    for (search, switches, depth) in searches {
        let measured = Paired::measure("own-key", &names, &sizes, &games, |way, line, bytes| {
            (WAYS[way].1)(&Task { line, bytes, depth, switches })
        })?;
        found.paragraph(&format!("In {search}, to depth {depth}:"));
        found.table(&measured.table());
        measured.rows(search, &mut csv);
        both.push(measured);
    }
    let best = |measured: &Paired| {
        let best = measured.best();
        format!("\"{}\" ({} %)", measured.ways[best].name, measured.ratio_text(best))
    };
    let of = |name: &str| [0, 1].map(|search: usize| both[search].ratio_of(name));
    let ([shallow, shallow_plain], [always, always_plain]) = (of("1 ply"), of("always replaced"));
    let [best, best_plain] = [0, 1].map(|search: usize| best(&both[search]));
    Ok(Report {
        result: format!(
            "Against a margin of 4 plies a record that resists shallower newcomers alone needs \
             {shallow} % of the nodes in the engine's search and {shallow_plain} % in plain \
             alpha-beta, one that is always replaced {always} % and {always_plain} %; the fewest \
             need {best} and {best_plain}."
        ),
        found,
        differs: Some(differs(&both[0])),
        method: format!(
            "{lines} games of our player, of each {positions} successive positions of one side, \
             searched one after the other by one thread over a table that was empty before the \
             first: {} positions in all.",
            lines * positions
        ),
        csv,
        svg: both[0].chart("Nodes to the same depth, by what a store keeps", &SHOWN).svg()?,
    })
}

fn differs(engine: &Paired) -> String {
    let of = |name: &str| {
        let way = engine.number(name);
        let (ratio, error) = engine.ratio(way);
        let verdict = match (ratio - 100.0) / error.max(f64::MIN_POSITIVE) {
            ..-2.0 => "it saves nodes",
            2.0.. => "it costs nodes",
            _ => "no difference that these positions show",
        };
        format!("{} % ({verdict})", engine.ratio_text(way))
    };
    let [shallow, always, moved, moved_if_none] =
        ["1 ply", "always replaced", "4 plies, new move", "4 plies, new move if none"].map(of);
    let [evaluation, dropped] =
        ["4 plies, stand pat an evaluation", "4 plies, stand pat not stored"].map(of);
    let nearer = of("4 plies, fail highs drawn nearer");
    format!(
        "In the engine's search shallower newcomers alone: {shallow}; always replaced: {always}. \
         The refused record's move kept: {moved}; kept where there was none: {moved_if_none}. A \
         node that stands pat kept as an evaluation: {evaluation}; not kept: {dropped}. A record \
         whose move is not legal is no case here: the table compares whole keys, so it meets none. \
         Fail highs drawn nearer to the evaluation, an eighth with each search: {nearer}. A record \
         that is deep enough and does not settle its node bounds the score on the side that was \
         not asked for; so a newcomer that is refused mostly is what the same node will be asked \
         for next."
    )
}

#[cfg(test)]
mod tests {
    use search::NoTable;
    use tt_core::Ageing;

    use super::*;

    /// The first way is the engine's; and in plain alpha-beta no way changes a score.
    #[test]
    fn the_first_way_is_the_default_and_no_way_changes_a_plain_score() {
        let line = &roots::draw(1, 3, 4).unwrap()[0];
        let task = Task { line, bytes: 1 << 14, depth: 7, switches: Switches::NONE };
        let table: Table<Entry, Wide, Ageing> = Table::new(task.bytes).unwrap();
        let nodes = |outcomes: &[Outcome]| outcomes.iter().map(|one| one.nodes).collect::<Vec<_>>();
        let expected = nodes(&search_line(&table, &task));
        assert_eq!(nodes(&(WAYS[0].1)(&task).unwrap()), expected);
        let task = Task { depth: 4, switches: PLAIN, ..task };
        let scores =
            |outcomes: &[Outcome]| outcomes.iter().map(|one| one.score).collect::<Vec<_>>();
        let expected = scores(&search_line(&NoTable, &task));
        for (name, search) in &WAYS[..11] {
            assert_eq!(scores(&search(&task).unwrap()), expected, "{name}");
        }
    }
}
