//! Every policy against a model that says its rule in plain words, on one recorded trace.

use tt_classics::breuker::{Big1, BigAll, Deep, Never, New, Old, TwoBig1, TwoBigAll, TwoDeep};
use tt_classics::hinted::{CountedNodes, HintedEntry};
use tt_classics::rival::Staleness;
use tt_classics::thompson::TwoLevel;
use tt_classics::wiki::{ByOrder, OldestFirst, ShallowestFirst, StrictlyDeeper};
use tt_core::{Ageing, Bound, Table, Wide};
use zobrist_keys::SplitMix64;

const WAYS: usize = 4;
const BUCKETS: usize = 5;
const OPERATIONS: usize = 100_000;
/// Generations after which an age comes round to 0.
const WRAP: u64 = 32;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Rule {
    Ageing,
    Always,
    Never,
    Old,
    Deeper { strictly: bool },
    Effort { saved: bool },
    Order,
    Staleness,
    OldestFirst,
    ShallowestFirst,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Policy {
    rule: Rule,
    two_level: bool,
}

#[derive(Clone, Copy)]
struct Record {
    key: u64,
    entry: HintedEntry,
    born: u64,
}

fn kept(effort: u64) -> u64 {
    let cut = effort.max(1).ilog2().saturating_sub(4);
    effort >> cut << cut
}

impl Rule {
    /// Which of two records goes first: the one with the lesser answer.
    fn value(self, record: Record, age: u64) -> (i64, i64) {
        let draft = i64::from(record.entry.draft);
        let age = age as i64;
        match self {
            Self::Ageing => (draft - 8 * age, 0),
            Self::Always => (-age, 0),
            Self::Never | Self::Old => (0, 0),
            Self::Deeper { .. } | Self::ShallowestFirst => (draft, 0),
            Self::Effort { .. } => (kept(record.entry.effort) as i64, 0),
            Self::Order => (record.entry.order.into(), 0),
            Self::Staleness => (i64::from(age == 0), draft),
            Self::OldestFirst => (-age, draft),
        }
    }

    /// Whether `new` may take the place of `old`, which has another key.
    fn evicts(self, new: HintedEntry, old: HintedEntry, age: u64) -> bool {
        match self {
            Self::Ageing | Self::Always | Self::OldestFirst | Self::ShallowestFirst => true,
            Self::Never | Self::Old => false,
            Self::Deeper { strictly: false } => new.draft >= old.draft,
            Self::Deeper { strictly: true } => new.draft > old.draft,
            Self::Effort { .. } => kept(new.effort) >= kept(old.effort),
            Self::Order => new.order >= old.order,
            Self::Staleness => age != 0 || new.draft >= old.draft,
        }
    }

    /// Whether `new` may take the place of `old`, which has the same key.
    fn renews(self, new: HintedEntry, old: HintedEntry, age: u64) -> bool {
        match self {
            Self::Ageing => age != 0 || new.draft > old.draft - 4,
            Self::Always | Self::Old | Self::OldestFirst | Self::Effort { .. } | Self::Order => {
                true
            }
            Self::Never => false,
            Self::Deeper { strictly: false } | Self::ShallowestFirst => new.draft >= old.draft,
            Self::Deeper { strictly: true } => new.draft > old.draft,
            Self::Staleness => age != 0 || new.draft >= old.draft,
        }
    }

    /// Returns the effort that a record keeps, from the nodes searched and the nodes that the table
    /// saved.
    fn effort(self, searched: u64, saved: u64) -> u64 {
        searched + if self == (Self::Effort { saved: true }) { saved } else { 0 }
    }

    fn refreshes(self) -> bool {
        matches!(self, Self::Ageing | Self::Staleness)
    }
}

struct Model {
    policy: Policy,
    buckets: Vec<[Option<Record>; WAYS]>,
    now: u64,
}

impl Model {
    fn bucket_of(key: u64) -> usize {
        ((u128::from(key) * BUCKETS as u128) >> 64) as usize
    }

    fn age(&self, record: Record) -> u64 {
        (self.now - record.born) % WRAP
    }

    fn probe(&mut self, key: u64) -> Option<HintedEntry> {
        let (now, refreshes) = (self.now, self.policy.rule.refreshes());
        let records = self.buckets[Self::bucket_of(key)].iter_mut().flatten();
        let record = records.into_iter().find(|record| record.key == key)?;
        if refreshes {
            record.born = now;
        }
        Some(record.entry)
    }

    /// The first of the slots from `from` on that is the key's own, else empty, else least valued.
    fn slot(&self, bucket: usize, key: u64, from: usize) -> usize {
        let slots = &self.buckets[bucket];
        let all = from..WAYS;
        let own = all.clone().find(|&i| slots[i].is_some_and(|record| record.key == key));
        let empty = all.clone().find(|&i| slots[i].is_none());
        let value = |i: &usize| slots[*i].map(|r| self.policy.rule.value(r, self.age(r)));
        own.or(empty).or(all.min_by_key(value)).unwrap()
    }

    fn store(&mut self, key: u64, mut entry: HintedEntry) {
        let rule = self.policy.rule;
        let bucket = Self::bucket_of(key);
        let slots = self.buckets[bucket];
        let own = slots.iter().flatten().find(|record| record.key == key).copied();
        let evicts =
            |slot: usize| slots[slot].is_none_or(|r| rule.evicts(entry, r.entry, self.age(r)));
        let renews = own.is_none_or(|r| rule.renews(entry, r.entry, self.age(r)));
        let mut displaced = None;
        let slot = if !self.policy.two_level {
            let slot = self.slot(bucket, key, 0);
            if !(if own.is_some() { renews } else { evicts(slot) }) {
                return;
            }
            slot
        } else if slots[0].is_some_and(|record| record.key == key) {
            if !renews {
                return;
            }
            0
        } else {
            let behind = self.slot(bucket, key, 1);
            if evicts(0) {
                displaced = Some(behind);
                0
            } else if !renews {
                return;
            } else {
                behind
            }
        };
        if let Some(own) = own
            && entry.mv == 0
        {
            entry.mv = own.entry.mv;
        }
        if let Some(behind) = displaced {
            self.buckets[bucket][behind] = slots[0];
        }
        self.buckets[bucket][slot] = Some(Record { key, entry, born: self.now });
    }
}

enum Step {
    /// The entry of a key, without its effort; the nodes searched below it, and those saved.
    Store(u64, HintedEntry, u64, u64),
    Probe(u64),
    NewGeneration,
}

fn trace(seed: u64) -> Vec<Step> {
    let mut random = SplitMix64::new(seed);
    let steps = (0..OPERATIONS).map(|_| {
        let key = SplitMix64::new(random.next() % (8 * BUCKETS * WAYS) as u64).next();
        let bits = random.next();
        let searched = (bits >> 8 & 0xff) << (bits >> 16 & 7);
        let saved = (bits >> 32 & 0xff) << (bits >> 40 & 7);
        let entry = HintedEntry {
            mv: (bits & 3) as u16,
            score: (bits >> 48) as i16,
            draft: (bits >> 20 & 15) as i16,
            bound: Bound::from_bits(bits >> 24),
            pv: bits >> 26 & 1 != 0,
            effort: 0,
            order: (bits >> 28 & 7) as u8,
        };
        match random.next() % 200 {
            0..120 => Step::Store(key, entry, searched, saved),
            120..199 => Step::Probe(key),
            _ => Step::NewGeneration,
        }
    });
    steps.collect()
}

/// Plays the trace on a table and compares each answer with the model's. Returns the answers
/// without their efforts, which alone would distinguish two policies.
fn answers<R: CountedNodes>(policy: Policy, trace: &[Step]) -> Vec<Option<HintedEntry>> {
    let table: Table<HintedEntry, Wide, R> = Table::with_parts(BUCKETS * WAYS * 16).unwrap();
    let mut model = Model { policy, buckets: vec![[None; WAYS]; BUCKETS], now: 0 };
    let mut answers = Vec::new();
    for (step, what) in trace.iter().enumerate() {
        match *what {
            Step::Store(key, entry, searched, saved) => {
                let effort = kept(R::counted_nodes(searched, saved));
                table.store(key, HintedEntry { effort, ..entry });
                let effort = kept(policy.rule.effort(searched, saved));
                model.store(key, HintedEntry { effort, ..entry });
            }
            Step::Probe(key) => {
                let found = table.probe(key);
                assert_eq!(found, model.probe(key), "{policy:?}, step {step}");
                answers.push(found.map(|entry| HintedEntry { effort: 0, ..entry }));
            }
            Step::NewGeneration => {
                table.advance_generation();
                model.now += 1;
            }
        }
    }
    answers
}

#[test]
fn each_of_eighteen_policies_equals_its_model_and_no_other() {
    const DEEPER: Rule = Rule::Deeper { strictly: false };
    const SEARCHED: Rule = Rule::Effort { saved: false };
    const ALL: Rule = Rule::Effort { saved: true };
    let trace = trace(5);
    let mut all = Vec::new();
    let mut play = |rule, two_level, play: fn(Policy, &[Step]) -> Vec<Option<HintedEntry>>| {
        let policy = Policy { rule, two_level };
        all.push((policy, play(policy, &trace)));
    };
    play(Rule::Ageing, false, answers::<Ageing>);
    play(Rule::Always, false, answers::<New>);
    play(Rule::Never, false, answers::<Never>);
    play(Rule::Old, false, answers::<Old>);
    play(DEEPER, false, answers::<Deep>);
    play(Rule::Deeper { strictly: true }, false, answers::<StrictlyDeeper>);
    play(SEARCHED, false, answers::<Big1>);
    play(ALL, false, answers::<BigAll>);
    play(Rule::Order, false, answers::<ByOrder>);
    play(Rule::Staleness, false, answers::<Staleness>);
    play(Rule::OldestFirst, false, answers::<OldestFirst>);
    play(Rule::ShallowestFirst, false, answers::<ShallowestFirst>);
    play(DEEPER, true, answers::<TwoDeep>);
    play(SEARCHED, true, answers::<TwoBig1>);
    play(ALL, true, answers::<TwoBigAll>);
    play(Rule::Order, true, answers::<TwoLevel<ByOrder>>);
    play(Rule::Staleness, true, answers::<TwoLevel<Staleness>>);
    play(Rule::Old, true, answers::<TwoLevel<Old>>);
    for (i, (policy, answers)) in all.iter().enumerate() {
        assert!(
            answers.iter().flatten().count() > answers.len() / 20,
            "{policy:?} hits too rarely"
        );
        for (other, theirs) in &all[..i] {
            assert_ne!(answers, theirs, "{policy:?} is {other:?}");
        }
    }
}
