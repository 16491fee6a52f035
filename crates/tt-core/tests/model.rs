//! The table against a model that says each rule in plain words, on random streams of operations.

use tt_core::{
    Ageing, Always, Bound, DRAFT_MAX, DRAFT_MIN, DepthPreferred, Entry, Replace, Table, Wide,
};
use zobrist_keys::SplitMix64;

const WAYS: usize = 4;
/// Generations after which an age comes round to 0.
const WRAP: u64 = 32;
const OPERATIONS: usize = 300_000;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Policy {
    Ageing,
    Always,
    DepthPreferred,
}

#[derive(Clone, Copy)]
struct Record {
    key: u64,
    entry: Entry,
    born: u64,
}

struct Model {
    policy: Policy,
    buckets: Vec<[Option<Record>; WAYS]>,
    generation: u64,
}

impl Model {
    fn new(policy: Policy, buckets: usize) -> Self {
        Self { policy, buckets: vec![[None; WAYS]; buckets], generation: 0 }
    }

    fn bucket(&mut self, key: u64) -> &mut [Option<Record>; WAYS] {
        let share = (1_u128 << 64) / self.buckets.len() as u128;
        let mut index = (u128::from(key) / share) as usize;
        // The shares are not whole numbers: step back if the estimate is one too far.
        while (index as u128) << 64 > u128::from(key) * self.buckets.len() as u128 {
            index -= 1;
        }
        &mut self.buckets[index]
    }

    fn probe(&mut self, key: u64) -> Option<Entry> {
        let (policy, now) = (self.policy, self.generation);
        let record = self.bucket(key).iter_mut().flatten().find(|record| record.key == key)?;
        if policy == Policy::Ageing {
            record.born = now;
        }
        Some(record.entry)
    }

    fn store(&mut self, key: u64, mut entry: Entry) {
        let (policy, now) = (self.policy, self.generation);
        let age = |record: Record| ((now - record.born) % WRAP) as i16;
        let bucket = self.bucket(key);
        let mut slot = None;
        for (i, record) in bucket.iter().enumerate() {
            if record.is_some_and(|record| record.key == key) {
                slot = Some(i);
            }
        }
        if slot.is_none() {
            slot = bucket.iter().position(Option::is_none);
        }
        if slot.is_none() {
            let mut least = i16::MAX;
            for (i, record) in bucket.iter().flatten().enumerate() {
                let worth = match policy {
                    Policy::Ageing => record.entry.draft - 8 * age(*record),
                    Policy::Always => -age(*record),
                    Policy::DepthPreferred => record.entry.draft,
                };
                if worth < least {
                    (least, slot) = (worth, Some(i));
                }
            }
        }
        let slot = slot.unwrap();
        if let Some(old) = bucket[slot] {
            let replaces = if old.key == key {
                let exact = entry.bound == Bound::Exact;
                let claim = entry.draft + if entry.pv { 2 } else { 0 };
                match policy {
                    Policy::Ageing => exact || claim > old.entry.draft - 4 || age(old) != 0,
                    Policy::Always => true,
                    Policy::DepthPreferred => exact || claim >= old.entry.draft,
                }
            } else {
                policy != Policy::DepthPreferred || entry.draft >= old.entry.draft
            };
            if !replaces {
                return;
            }
            if old.key == key && entry.mv == 0 {
                entry.mv = old.entry.mv;
            }
        }
        bucket[slot] = Some(Record { key, entry, born: now });
    }

    fn hashfull(&self) -> u32 {
        let records = self.buckets.iter().flatten().flatten();
        let current =
            records.filter(|record| (self.generation - record.born).is_multiple_of(WRAP)).count();
        (current * 1_000 / (self.buckets.len() * WAYS)) as u32
    }
}

fn random_entry(random: &mut SplitMix64) -> Entry {
    let bits = random.next();
    let span = (DRAFT_MAX - DRAFT_MIN + 1) as u64;
    // Mostly neighbouring drafts, so that every comparison meets equality; sometimes any draft.
    let draft = if bits & 7 == 0 { (bits >> 8) % span } else { (bits >> 8) % 12 };
    Entry {
        mv: ((bits >> 16) % 4) as u16,
        score: (bits >> 20) as i16,
        eval: (bits >> 36) as i16,
        draft: DRAFT_MIN + draft as i16,
        bound: Bound::from_bits(bits >> 60),
        pv: bits >> 62 == 0,
    }
}

/// Runs the stream of `seed` on a table and returns each answer, compared with the model of
/// `policy`.
fn answers<R: Replace>(policy: Policy, buckets: usize, seed: u64) -> Vec<Option<Entry>> {
    let mut table: Table<Entry, Wide, R> = Table::new(buckets * 64).unwrap();
    let mut model = Model::new(policy, buckets);
    let mut random = SplitMix64::new(seed);
    let mut answers = Vec::new();
    for step in 0..OPERATIONS {
        let number = random.next() % (10 * buckets as u64);
        let key = SplitMix64::new(number).next();
        match random.next() % 1_000 {
            0..500 => {
                let entry = random_entry(&mut random);
                table.store(key, entry);
                model.store(key, entry);
            }
            500..980 => {
                let found = table.probe(key);
                assert_eq!(found, model.probe(key), "{policy:?}, step {step}");
                answers.push(found);
            }
            980..998 => {
                table.advance_generation();
                model.generation += 1;
            }
            998 => assert_eq!(table.hashfull(), model.hashfull(), "{policy:?}, step {step}"),
            _ if step % 16 == 0 => {
                table.clear(1);
                model = Model::new(policy, buckets);
            }
            _ => {}
        }
    }
    answers
}

#[test]
fn each_policy_equals_its_model_and_no_other_policy() {
    for (buckets, seed) in [(1, 1), (5, 2), (61, 3)] {
        let ageing = answers::<Ageing>(Policy::Ageing, buckets, seed);
        let always = answers::<Always>(Policy::Always, buckets, seed);
        let depth_preferred = answers::<DepthPreferred>(Policy::DepthPreferred, buckets, seed);
        assert!(
            ageing.iter().flatten().count() > ageing.len() / 5,
            "a fifth of the probes must hit"
        );
        assert_ne!(ageing, always);
        assert_ne!(always, depth_preferred);
        assert_ne!(depth_preferred, ageing);
    }
}
