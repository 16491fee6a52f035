//! The protocol of a cluster search on simulated ranks, whose engines only count.

use std::collections::HashMap;
use std::time::Duration;

use cluster::{
    Conclusion, Effort, Ending, Identity, Local, Member, Network, Opinion, Record,
    SimulatedTransport,
};
use tt_core::Entry;
use zobrist_keys::SplitMix64;

/// The time that a tick of the network takes.
const TICK: Duration = Duration::from_micros(20);

const OURS: Identity = Identity { version: 1, schema: 7 };

/// An engine that obeys, counts, and finds a record now and then.
#[derive(Default)]
struct Engine {
    rank: u64,
    lines: Vec<String>,
    searching: Option<u64>,
    effort: Effort,
    found: Vec<Record>,
    /// All that it showed, and all that it was shown.
    shown: Vec<Record>,
    learned: Vec<Record>,
    told: Vec<String>,
    answers: Vec<(u64, Opinion)>,
    searches: u64,
    stops: u64,
}

impl Engine {
    fn work(&mut self, random: &mut SplitMix64) {
        if self.searching.is_none() {
            return;
        }
        self.effort.nodes += random.next() % 100;
        if random.next().is_multiple_of(20) {
            let draft = 4 + (random.next() % 20) as i16;
            let entry = Entry { draft, ..Entry::default() };
            self.found.push(Record { key: random.next() << 3 | self.rank, entry });
        }
    }
}

impl Local for Engine {
    fn obey(&mut self, lines: &str) {
        self.lines.push(lines.to_owned());
    }

    fn search(&mut self, number: u64, lines: &str) {
        assert_eq!(self.searching, None, "the one before has ended");
        self.lines.push(lines.to_owned());
        (self.searching, self.effort) = (Some(number), Effort::default());
        self.searches += 1;
    }

    fn stop(&mut self) {
        let Some(number) = self.searching.take() else { return };
        self.stops += 1;
        let best = 100 + self.rank as u16;
        let opinion = Opinion { best, depth: 9, nodes: self.effort.nodes, ..Opinion::default() };
        self.answers.push((number, opinion));
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn show(&mut self, records: &mut Vec<Record>) {
        self.shown.extend(&self.found);
        records.append(&mut self.found);
    }

    fn learn(&mut self, records: &mut dyn Iterator<Item = Record>) {
        self.learned.extend(records);
    }

    fn tell(&mut self, text: String) {
        self.told.push(text);
    }
}

struct Cluster {
    network: Network,
    members: Vec<Member<SimulatedTransport>>,
    engines: Vec<Engine>,
    endings: Vec<Option<Ending>>,
    random: SplitMix64,
    ticks: u32,
}

impl Cluster {
    fn new(ranks: usize, longest: u64, seed: u64, identity: impl Fn(usize) -> Identity) -> Self {
        let network = Network::new(ranks, longest, seed);
        let members = network.transports().enumerate();
        let members = members.map(|(rank, end)| Member::new(end, identity(rank))).collect();
        let engine = |rank| Engine { rank, ..Engine::default() };
        Self {
            network,
            members,
            engines: (0..ranks as u64).map(engine).collect(),
            endings: vec![None; ranks],
            random: SplitMix64::new(seed),
            ticks: 0,
        }
    }

    fn now(&self) -> Duration {
        TICK * self.ticks
    }

    fn tick(&mut self) {
        self.ticks += 1;
        let rank = self.network.tick(self.members.len());
        if !self.network.is_alive(rank) || self.endings[rank].is_some() {
            return;
        }
        let now = self.now();
        let (member, engine) = (&mut self.members[rank], &mut self.engines[rank]);
        engine.work(&mut self.random);
        self.endings[rank] = member.step(now, engine);
        for (search, opinion) in std::mem::take(&mut engine.answers) {
            member.answer(search, opinion);
        }
    }

    /// Ticks until something is so, and fails if that takes longer than `limit`.
    fn until(&mut self, limit: Duration, what: &str, is_so: impl Fn(&Self) -> bool) -> Duration {
        let begin = self.now();
        while !is_so(self) {
            assert!(self.now() < begin + limit, "not in {limit:?}: {what}");
            self.tick();
        }
        self.now() - begin
    }

    fn run_for(&mut self, time: Duration) {
        let end = self.now() + time;
        while self.now() < end {
            self.tick();
        }
    }

    fn start(&mut self) {
        self.until(Duration::from_secs(11), "all are ready", |cluster| {
            cluster.members[0].is_ready()
        });
    }

    /// Searches for that time. Returns the opinions of the others, and how long rank 0 waited for
    /// them.
    fn search(&mut self, time: Duration, patience: Duration) -> (Conclusion, Duration) {
        self.engines[0].searching = Some(0);
        self.engines[0].effort = Effort::default();
        self.members[0].begin("go infinite");
        self.run_for(time);
        self.engines[0].searching = None;
        let now = self.now();
        self.members[0].conclude(now, patience);
        let begin = self.now();
        loop {
            self.tick();
            if let Some(conclusion) = self.members[0].conclusion() {
                return (conclusion, self.now() - begin);
            }
            assert!(self.now() < begin + patience + Duration::from_millis(5), "no conclusion");
        }
    }

    /// Ends all, within seconds.
    fn quit(&mut self) {
        self.members[0].quit();
        let limit = Duration::from_secs(5);
        self.until(limit, "all end", |cluster| {
            let left = |rank: usize| cluster.network.is_alive(rank);
            (0..cluster.endings.len()).all(|rank| !left(rank) || cluster.endings[rank].is_some())
        });
    }
}

const PATIENCE: Duration = Duration::from_millis(60);

#[test]
fn searches_begin_and_end_on_all_ranks_and_every_opinion_is_heard() {
    for seed in 0..60 {
        let ranks = 1 + seed as usize % 6;
        let mut cluster = Cluster::new(ranks, seed % 4 * 50, seed, |_| OURS);
        cluster.start();
        assert_eq!(cluster.members[0].ranks(), ranks);
        let mut lines = Vec::new();
        for search in 1..=4 {
            let option = format!("setoption name Hash value {search}");
            cluster.members[0].obey(&option);
            lines.extend([option, "go infinite".to_owned()]);
            let time = Duration::from_millis(5 + seed % 3 * 60);
            let (conclusion, waited) = cluster.search(time, PATIENCE);
            let by: Vec<u16> = conclusion.opinions.iter().map(|opinion| opinion.best).collect();
            assert_eq!(by, (101..100 + ranks as u16).collect::<Vec<_>>(), "seed {seed}");
            assert!(waited < PATIENCE, "seed {seed}: {waited:?}");
            let counted = cluster.members[0].others().nodes;
            let real: u64 = cluster.engines[1..].iter().map(|engine| engine.effort.nodes).sum();
            assert_eq!(counted, real, "seed {seed}, search {search}");
        }
        cluster.quit();
        for engine in &cluster.engines[1..] {
            assert_eq!(engine.lines, lines, "seed {seed}");
            assert_eq!((engine.searches, engine.stops), (4, 4), "seed {seed}");
        }
        assert!(cluster.endings.iter().all(|ending| *ending == Some(Ending::Quit)), "seed {seed}");
        assert!(cluster.engines[0].told.is_empty(), "{:?}", cluster.engines[0].told);
    }
}

#[test]
fn nodes_of_all_ranks_are_known_while_they_search() {
    let mut cluster = Cluster::new(4, 20, 5, |_| OURS);
    cluster.start();
    cluster.engines[0].searching = Some(0);
    cluster.members[0].begin("go infinite");
    let mut last = 0;
    for _ in 0..5 {
        cluster.run_for(Duration::from_millis(20));
        let counted = cluster.members[0].others().nodes;
        let real: u64 = cluster.engines[1..].iter().map(|engine| engine.effort.nodes).sum();
        assert!(counted > last && counted <= real && counted * 2 > real, "{counted} of {real}");
        last = counted;
    }
}

#[test]
fn each_record_comes_to_every_other_rank_once() {
    for seed in 0..20 {
        let ranks = 2 + seed as usize % 4;
        let mut cluster = Cluster::new(ranks, 30, seed, |_| OURS);
        cluster.start();
        cluster.members[0].begin("go infinite");
        cluster.engines[0].searching = Some(0);
        cluster.run_for(Duration::from_millis(50));
        // No more are found, and those that are under way arrive.
        cluster.engines.iter_mut().for_each(|engine| engine.searching = None);
        cluster.run_for(Duration::from_millis(100));
        let shown: Vec<Vec<Record>> =
            cluster.engines.iter().map(|engine| engine.shown.clone()).collect();
        assert!(shown.iter().all(|shown| shown.len() > 5), "seed {seed}");
        for (rank, engine) in cluster.engines.iter().enumerate() {
            let mut counts: HashMap<Record, u32> = HashMap::new();
            engine.learned.iter().for_each(|&record| *counts.entry(record).or_default() += 1);
            assert!(counts.values().all(|&count| count == 1), "seed {seed}");
            let others = shown.iter().enumerate().filter(|&(other, _)| other != rank);
            let expected: usize = others.map(|(_, shown)| shown.len()).sum();
            assert_eq!(counts.len(), expected, "seed {seed}, rank {rank}");
        }
    }
}

#[test]
fn a_rank_that_dies_is_told_once_and_the_others_search_on() {
    for seed in 0..60 {
        let ranks = 2 + seed as usize % 4;
        let victim = 1 + (seed / 4) as usize % (ranks - 1);
        let mut cluster = Cluster::new(ranks, seed % 3 * 40, seed, |_| OURS);
        cluster.start();
        // It dies before a search, in one, or when one has ended.
        let when = Duration::from_millis(seed * 7 % 130);
        let mut killed = false;
        for search in 0..4 {
            cluster.members[0].begin("go infinite");
            cluster.engines[0].searching = Some(0);
            for _ in 0..60 {
                cluster.run_for(Duration::from_millis(1));
                if !killed && cluster.now() >= when {
                    cluster.network.kill(victim);
                    killed = true;
                }
            }
            cluster.engines[0].searching = None;
            let begin = cluster.now();
            cluster.members[0].conclude(begin, PATIENCE);
            let conclusion = loop {
                cluster.tick();
                if let Some(conclusion) = cluster.members[0].conclusion() {
                    break conclusion;
                }
                let limit = PATIENCE + Duration::from_millis(5);
                assert!(cluster.now() < begin + limit, "seed {seed}: no answer in time");
            };
            let heard: Vec<usize> = conclusion.opinions.iter().map(|one| one.rank).collect();
            let others: Vec<usize> = (1..ranks).filter(|&rank| rank != victim).collect();
            assert!(others.iter().all(|rank| heard.contains(rank)), "seed {seed}, {search}");
            if search == 2 {
                // Long enough to be missed.
                cluster.run_for(Duration::from_millis(3_200));
            }
        }
        let told = &cluster.engines[0].told;
        let lost = format!("cluster: rank {victim} is lost");
        assert_eq!(told.iter().filter(|text| text.starts_with(&lost)).count(), 1, "{told:?}");
        let stops = |rank: usize| cluster.engines[rank].stops;
        assert!((1..ranks).filter(|&rank| rank != victim).all(|rank| stops(rank) == 4));
        assert_eq!(cluster.members[0].ranks(), ranks - 1);
        // Records go round without it.
        if ranks > 2 {
            let learned: Vec<usize> =
                cluster.engines.iter().map(|engine| engine.learned.len()).collect();
            cluster.engines[0].searching = Some(0);
            cluster.members[0].begin("go infinite");
            cluster.run_for(Duration::from_millis(50));
            for rank in (0..ranks).filter(|&rank| rank != victim) {
                assert!(cluster.engines[rank].learned.len() > learned[rank], "seed {seed}: {rank}");
            }
        }
        cluster.quit();
        let ending = Some(Ending::QuitWithLoss);
        let left = cluster.endings.iter().enumerate().filter(|&(rank, _)| rank != victim);
        assert!(left.into_iter().all(|(_, end)| *end == ending), "seed {seed}");
    }
}

#[test]
fn a_rank_of_another_version_or_schema_is_refused_and_the_others_play_on() {
    for other in [Identity { version: 2, ..OURS }, Identity { schema: 8, ..OURS }] {
        let identity = |rank| if rank == 1 { other } else { OURS };
        let mut cluster = Cluster::new(3, 10, 3, identity);
        cluster.start();
        let (conclusion, _) = cluster.search(Duration::from_millis(30), PATIENCE);
        assert_eq!(conclusion.opinions.len(), 1);
        assert_eq!(conclusion.opinions[0].rank, 2);
        assert!(matches!(cluster.endings[1], Some(Ending::Dismissed(_))));
        let told = &cluster.engines[0].told;
        assert!(told[0].starts_with("cluster: rank 1 is refused") && told.len() == 1, "{told:?}");
        cluster.quit();
    }
}

#[test]
fn a_rank_that_never_comes_is_left_out_and_one_without_rank_0_ends() {
    let mut cluster = Cluster::new(3, 10, 4, |_| OURS);
    cluster.network.kill(2);
    cluster.start();
    let told = &cluster.engines[0].told;
    assert!(told[0].starts_with("cluster: rank 2 has not been heard of"), "{told:?}");
    assert_eq!(cluster.search(Duration::from_millis(20), PATIENCE).0.opinions.len(), 1);
    cluster.network.kill(0);
    cluster.until(Duration::from_secs(30), "rank 1 ends", |cluster| cluster.endings[1].is_some());
    assert_eq!(cluster.endings[1], Some(Ending::Orphaned));
}

/// The signs of life of rank 0 are all that the other hears.
#[test]
fn ranks_that_have_nothing_to_do_stay_together() {
    let mut cluster = Cluster::new(2, 0, 5, |_| OURS);
    cluster.start();
    for _ in 0..600 {
        cluster.ticks += 2_500;
        cluster.tick();
    }
    assert_eq!(cluster.endings, [None, None]);
    assert_eq!(cluster.engines[0].told, [""; 0]);
}

/// Messages take up to 100 ms, and rank 0 does not wait for any opinion.
#[test]
fn the_nodes_and_the_opinion_of_an_earlier_search_do_not_count() {
    for seed in 0..20 {
        let mut cluster = Cluster::new(2, 5_000, seed, |_| OURS);
        cluster.start();
        cluster.run_for(Duration::from_millis(200));
        let (conclusion, _) = cluster.search(Duration::from_millis(250), Duration::ZERO);
        assert_eq!(conclusion.opinions, [], "seed {seed}");
        cluster.engines[0].searching = Some(0);
        cluster.members[0].begin("go infinite");
        while cluster.engines[1].searches == 1 {
            cluster.tick();
            assert_eq!(cluster.members[0].others(), Effort::default(), "seed {seed}");
        }
        cluster.run_for(Duration::from_millis(250));
        let now = cluster.now();
        cluster.members[0].conclude(now, Duration::ZERO);
        let conclusion = loop {
            cluster.tick();
            if let Some(conclusion) = cluster.members[0].conclusion() {
                break conclusion;
            }
        };
        assert_eq!(conclusion.opinions, [], "seed {seed}: no stop has come to rank 1");
    }
}
