//! [`Joint`]: a search by several ranks together.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use cluster::{Conclusion, Opinion, Outbox, Sharing, vote};
use engine::{Hash, PreparedSearch, RunSearch};
use engine_cli::ranks::Followers;
use movegen::{Move, Position};
use search::{
    Control, Info, Limits, Outcome, Reporter, RootScore, StoreHints, TableHandle, TimeControl,
    TranspositionTable,
};
use tt_core::Bound;
use uci::Go;

use crate::link::{Link, Message};

/// The time by which rank 0 ends before its clock does, and for which it waits for the others.
const RESERVE: Duration = Duration::from_millis(60);

/// The divisor of the time for a move: the reserve takes no more than one such part.
const SHARE: u32 = 4;

/// The wait for the others when there is no clock.
const PATIENCE: Duration = Duration::from_millis(300);

/// Options that concern rank 0 only: files and tables that ranks would write to together, the book,
/// and the form of reports.
const OWN_OPTIONS: [&str; 10] = [
    "debug log file",
    "sharedhash",
    "hashfile",
    "savehashtofile",
    "loadhashfromfile",
    "ownbook",
    "book file",
    "minimal",
    "uci_showwdl",
    "nodestime",
];

/// A link as the session sees it: rank 0 is followed, the others only join its searches.
pub(crate) struct Joining(pub(crate) Arc<Link>);

impl Followers for Joining {
    fn obey(&self, line: &str) {
        let mut words = line.split_whitespace().map(str::to_lowercase);
        if words.next().as_deref() == Some("setoption") {
            let name = words.skip(1).take_while(|word| word != "value").collect::<Vec<_>>();
            if OWN_OPTIONS.contains(&name.join(" ").as_str()) {
                return;
            }
        }
        if self.0.leads() {
            self.0.say(Message::Obey(line.to_owned()));
        }
    }

    fn set_up(&self, line: &str) {
        self.0.set_up(line);
    }

    fn join(&self, go: &Go<'_>) -> Option<Arc<dyn RunSearch>> {
        let lines = format!("{}\n{}", self.0.position(), go.for_others());
        Some(Arc::new(Joint { link: Arc::clone(&self.0), lines }))
    }
}

/// A search that the other ranks join.
struct Joint {
    link: Arc<Link>,
    /// The lines that the others obey.
    lines: String,
}

impl RunSearch for Joint {
    /// Searches together with other ranks, and on rank 0 agrees with them on an answer. The table
    /// is shared by its records, the reporter adds the work of the others.
    fn run(
        &self,
        mut search: PreparedSearch<'_>,
        table: &Hash,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let link = &*self.link;
        let limit = search.limits.nodes;
        let patience = if link.has_others() { reserve(&mut search.limits) } else { Duration::ZERO };
        let (position, several) = (search.game.position().clone(), search.settings.multi_pv > 1);
        let clock = search.clock();
        let control = search.control;
        let threads = search.threads();
        let outbox = Arc::new(Outbox::new(threads));
        let number = link.begin(Arc::clone(&outbox), &self.lines);
        let mut outcome = thread::scope(|scope| {
            scope.spawn(|| {
                let of_all = || outbox.nodes() + link.others().nodes;
                let is_over = || limit.is_some_and(|most| of_all() >= most);
                attend(link, table, threads, control, &is_over);
            });
            let ended = Ended(link);
            let mut summing = Summing { inner: reporter, link };
            let done = search.search(&Sharing::new(table, &outbox), &mut summing);
            drop(ended);
            done
        });
        if !link.leads() {
            link.say(Message::Answer { search: number, opinion: opinion(&outcome) });
            return outcome;
        }
        let conclusion = link.conclude(patience);
        if agree(&mut outcome, &position, conclusion, several) {
            let score = RootScore::new(outcome.score.value(), Bound::Exact);
            let mut info = Info::new(score, &outcome.pv);
            (info.depth, info.sel_depth) = (outcome.depth, outcome.depth);
            (info.nodes, info.tb_hits) = (outcome.nodes, outcome.tb_hits);
            (info.elapsed, info.hashfull) = (clock.elapsed(), table.hashfull());
            reporter.iteration(&info);
        }
        outcome
    }
}

/// Stores the records of others, and ends the search when the nodes of all ranks reach their limit.
fn attend<T: TranspositionTable>(
    link: &Link,
    table: &T,
    thread: usize,
    control: Option<&Control>,
    limit_is_reached: &dyn Fn() -> bool,
) {
    let mut handle = table.handle(thread);
    while let Some(records) = link.next_learned() {
        for record in records {
            handle.store(record.key, record.entry, &StoreHints::default);
        }
        if limit_is_reached() {
            control.into_iter().for_each(Control::stop);
        }
    }
}

/// A guard that ends the attending thread, however the search ends.
struct Ended<'a>(&'a Link);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Takes time for the vote from the limits, and returns it.
fn reserve(limits: &mut Limits) -> Duration {
    if limits.infinite || limits.movetime.is_none() && limits.time.is_none() {
        return PATIENCE;
    }
    let move_time = limits.movetime.unwrap_or(Duration::MAX);
    let of_clock = |time: TimeControl| (time.remaining / 10).saturating_add(time.increment);
    let rest = limits.time.map_or(Duration::MAX, of_clock);
    let reserve = RESERVE.min(move_time.min(rest) / SHARE);
    limits.move_overhead = limits.move_overhead.saturating_add(reserve);
    limits.movetime = limits.movetime.map(|time| time - reserve);
    reserve
}

fn opinion(outcome: &Outcome) -> Opinion {
    let bits = |mv: Option<Move>| mv.map_or(0, Move::to_bits);
    Opinion {
        rank: 0,
        best: bits(outcome.best),
        ponder: bits(outcome.ponder),
        score: outcome.score.value(),
        depth: outcome.depth,
        nodes: outcome.nodes,
        tb_hits: outcome.tb_hits,
        pv: outcome.pv.iter().map(|mv| mv.to_bits()).collect(),
    }
}

/// Adds the work of the others, and takes their answer if the vote decides for it and the search
/// was for one line. Returns whether it was taken.
fn agree(outcome: &mut Outcome, root: &Position, others: Conclusion, several: bool) -> bool {
    let mut opinions = vec![opinion(outcome)];
    outcome.nodes += others.lost.nodes;
    outcome.tb_hits += others.lost.tb_hits;
    for opinion in others.opinions {
        outcome.nodes += opinion.nodes;
        outcome.tb_hits += opinion.tb_hits;
        opinions.push(opinion);
    }
    let chosen = if several { 0 } else { vote(&opinions) };
    let Opinion { ref pv, score, depth, ponder, .. } = opinions[chosen];
    let line = legal_line(root, pv);
    if chosen == 0 || line.is_empty() || outcome.best.is_none() {
        return false;
    }
    outcome.best = Some(line[0]);
    outcome.score = score.into();
    outcome.depth = depth;
    let reply = Move::from_bits(ponder).filter(|&mv| root.make(line[0]).is_legal(mv));
    outcome.ponder = line.get(1).copied().or(reply);
    outcome.pv = line;
    true
}

/// Returns the moves of a line up to the first illegal one.
fn legal_line(root: &Position, bits: &[u16]) -> Vec<Move> {
    let mut position = root.clone();
    let mut line = Vec::new();
    for &bits in bits {
        let Some(mv) = Move::from_bits(bits).filter(|&mv| position.is_legal(mv)) else { break };
        position = position.make(mv);
        line.push(mv);
    }
    line
}

/// A reporter that reports the nodes of all ranks.
struct Summing<'a> {
    inner: &'a mut dyn Reporter,
    link: &'a Link,
}

impl Reporter for Summing<'_> {
    fn iteration(&mut self, info: &Info<'_>) {
        let others = self.link.others();
        let mut info = *info;
        info.nodes += others.nodes;
        info.tb_hits += others.tb_hits;
        self.inner.iteration(&info);
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        self.inner.current_move(depth, mv, number);
    }
}

#[cfg(test)]
mod tests {
    use cluster::Record;
    use search::Score;
    use tt_core::{Entry, Table};

    use super::*;

    fn moves(root: &Position, texts: &[&str]) -> Vec<u16> {
        let mut position = root.clone();
        let mut bits = Vec::new();
        for text in texts {
            let mv = position.parse_uci(text).unwrap();
            bits.push(mv.to_bits());
            position = position.make(mv);
        }
        bits
    }

    #[test]
    fn another_rank_is_believed_if_its_line_is_legal_and_one_line_was_asked_for() {
        let root = Position::startpos();
        let own = |score| {
            let mut outcome = Outcome::default();
            outcome.pv = legal_line(&root, &moves(&root, &["e2e4"]));
            outcome.best = Some(outcome.pv[0]);
            outcome.score = Score::new(score);
            outcome.depth = 10;
            outcome.nodes = 1_000;
            outcome
        };
        let pv = moves(&root, &["d2d4", "d7d5", "c2c4"]);
        let mut other =
            Opinion { best: pv[0], score: 40, depth: 14, nodes: 500, pv, ..Opinion::default() };
        other.tb_hits = 4;
        let with = |opinion: &Opinion| Conclusion {
            opinions: vec![opinion.clone()],
            lost: cluster::Effort { nodes: 200, tb_hits: 3 },
        };

        let mut outcome = own(10);
        assert!(agree(&mut outcome, &root, with(&other), false));
        assert_eq!(root.uci(outcome.best.unwrap()), "d2d4");
        assert_eq!(
            (outcome.depth, outcome.score.value(), outcome.nodes, outcome.pv.len()),
            (14, 40, 1_700, 3)
        );
        let mut outcome = own(10);
        assert!(!agree(&mut outcome, &root, with(&other), true), "of several lines");
        assert_eq!((outcome.nodes, outcome.tb_hits), (1_700, 7));
        for (reply, legal) in [("d7d5", true), ("e2e4", false)] {
            let ponder = Position::startpos();
            let ponder =
                if legal { ponder.make(ponder.parse_uci("d2d4").unwrap()) } else { ponder };
            let ponder = ponder.parse_uci(reply).unwrap();
            let bare = Opinion { pv: vec![other.best], ponder: ponder.to_bits(), ..other.clone() };
            let mut outcome = own(10);
            assert!(agree(&mut outcome, &root, with(&bare), false));
            assert_eq!(outcome.ponder, legal.then_some(ponder), "{reply}");
        }
        let mut outcome = own(10);
        let illegal = Opinion { pv: vec![7, 7], ..other };
        assert!(!agree(&mut outcome, &root, with(&illegal), false));
        assert_eq!(root.uci(outcome.best.unwrap()), "e2e4");
    }

    #[test]
    fn records_of_others_are_stored_and_the_search_ends_at_the_nodes_of_all() {
        let (link, table, control) = (Link::new(1), Table::new(1 << 10).unwrap(), Control::new());
        link.begin(Arc::new(Outbox::new(1)), "");
        let entry = Entry { draft: 5, ..Entry::default() };
        let record = Record { key: 7 << 60, entry };
        link.learn(&mut std::iter::once(record));
        let ends = |reached| {
            attend(&link, &table, 0, Some(&control), &|| {
                link.end();
                reached
            });
            control.is_stopped()
        };
        assert!(!ends(false));
        assert_eq!(table.probe(record.key).map(|found| found.draft), Some(5));
        link.begin(Arc::new(Outbox::new(1)), "");
        assert!(ends(true));
    }

    #[test]
    fn a_report_has_the_nodes_of_all_ranks_and_the_move_as_it_is() {
        #[derive(Default)]
        struct Noted([u64; 4]);

        impl Reporter for Noted {
            fn iteration(&mut self, info: &Info<'_>) {
                [self.0[0], self.0[1]] = [info.nodes, info.tb_hits];
            }

            fn current_move(&mut self, depth: u32, _: Move, number: u32) {
                [self.0[2], self.0[3]] = [depth.into(), number.into()];
            }
        }

        let (link, mut noted) = (Link::new(0), Noted::default());
        link.set_others(cluster::Effort { nodes: 40, tb_hits: 2 }, true);
        let mut summing = Summing { inner: &mut noted, link: &link };
        let mut info = Info::new(RootScore::new(0, Bound::Exact), &[]);
        (info.nodes, info.tb_hits) = (7, 1);
        summing.iteration(&info);
        summing.current_move(9, Position::startpos().legal_moves()[0], 3);
        assert_eq!(noted.0, [47, 3, 9, 3]);
    }

    #[test]
    fn the_reserve_is_a_part_of_the_time_and_is_waited_for() {
        let timed = |millis| {
            let mut limits =
                Limits { movetime: Some(Duration::from_millis(millis)), ..Limits::default() };
            (reserve(&mut limits), limits.movetime)
        };
        assert_eq!(timed(40), (Duration::from_millis(10), Some(Duration::from_millis(30))));
        assert_eq!(timed(4_000), (RESERVE, Some(Duration::from_secs(4) - RESERVE)));
        let longest = TimeControl {
            remaining: Duration::MAX,
            increment: Duration::MAX,
            ..TimeControl::default()
        };
        let (time, move_overhead) = (Some(longest), Duration::MAX);
        assert_eq!(reserve(&mut Limits { time, move_overhead, ..Limits::default() }), RESERVE);
        let remaining = Duration::from_millis(400);
        let time = Some(TimeControl { remaining, ..TimeControl::default() });
        let mut limits = Limits { time, ..Limits::default() };
        assert_eq!(reserve(&mut limits), Duration::from_millis(10));
        assert_eq!(limits.move_overhead, Duration::from_millis(10));
        assert_eq!(reserve(&mut Limits { infinite: true, ..limits }), PATIENCE);
        let mut limits = Limits { depth: Some(9), ..Limits::default() };
        assert_eq!((reserve(&mut limits), limits.move_overhead), (PATIENCE, Duration::ZERO));
    }
}
