//! Lesson 4: a stream of records into a small table, policy by policy.

use serde::Serialize;
use tt_classics::hinted::HintedEntry;
use tt_core::{Bound, Index, MultiplyHigh};
use zobrist_keys::{SplitMix64, mix};

use crate::playground::{Design, Policy, design};
use crate::words;

const ENTRY_BYTES: usize = 16;

/// The numbers of entries and of steps that one can still draw.
const ENTRIES: std::ops::RangeInclusive<usize> = 4..=64;
const STEPS: std::ops::RangeInclusive<usize> = 1..=500;

/// The greatest draft; each one is half as frequent as the one before.
const MOST_DRAFT: usize = 9;

/// The records of which one is of a position that was stored before.
const AGAIN: usize = 5;

/// A stream of records and what a table makes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replacement {
    pub policy: Policy,
    pub buckets: usize,
    pub slots: usize,
    pub steps: Vec<ReplacementStep>,
    pub kept: usize,
    pub forgotten: usize,
    pub nodes_kept: u64,
    pub nodes_forgotten: u64,
}

/// A record of the stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SmallRecord {
    pub id: usize,
    pub name: String,
    pub bucket: usize,
    /// Its draft in plies.
    pub draft: i16,
    pub nodes: u64,
    pub bound: &'static str,
    pub generation: usize,
    #[serde(skip)]
    key: u64,
}

/// A store and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReplacementStep {
    pub record: SmallRecord,
    pub bucket: usize,
    /// The slot that it took; `None` if it was refused.
    pub slot: Option<usize>,
    pub victim: Option<SmallRecord>,
    /// The reason, in a sentence.
    pub why: String,
    /// The table after the step, bucket by bucket and slot by slot.
    pub table: Vec<Vec<Option<SmallRecord>>>,
}

/// Stores `steps` records, drawn from `seed`, into a table of `entries` entries. A new search
/// begins at the middle of the stream.
pub fn replacement(
    policy: Policy,
    entries: usize,
    seed: u64,
    steps: usize,
) -> Result<Replacement, String> {
    if !ENTRIES.contains(&entries) || !entries.is_power_of_two() {
        return Err(format!("expected a power of two from 4 to 64 entries, found {entries}"));
    }
    if !STEPS.contains(&steps) {
        return Err(format!("expected 1 to 500 steps, found {steps}"));
    }
    let design = design(policy, u64::BITS, entries * ENTRY_BYTES)?;
    let index = MultiplyHigh::new(design.buckets());
    let stream = stream(seed, steps, index);
    let mut done: Vec<ReplacementStep> = Vec::new();
    let mut before = empty(&*design);
    for (number, record) in stream.iter().enumerate() {
        if number > 0 && record.generation > stream[number - 1].generation {
            design.advance();
        }
        let bound = [Bound::Upper, Bound::Lower, Bound::Exact];
        let bound = bound.into_iter().find(|&bound| words::bound(bound) == record.bound);
        let (draft, effort) = (record.draft, record.nodes);
        let bound = bound.unwrap_or_default();
        // The score is the step's number: by it the records in the table are recognised.
        let score = number as i16;
        design.store(
            record.key,
            HintedEntry { draft, effort, bound, score, ..HintedEntry::default() },
        );
        let table = table(&*design, &stream);
        let (old, new) = (&before[record.bucket], &table[record.bucket]);
        let has =
            |slots: &[Option<SmallRecord>], id| slots.iter().flatten().any(|one| one.id == id);
        let slot = new.iter().position(|one| one.as_ref().is_some_and(|one| one.id == record.id));
        let renewed = old.iter().flatten().any(|one| one.key == record.key);
        let victim = old.iter().flatten().find(|one| !has(new, one.id) && one.key != record.key);
        let why = why(policy, record, slot, victim, renewed);
        let (record, victim) = (record.clone(), victim.cloned());
        done.push(ReplacementStep {
            bucket: record.bucket,
            record,
            slot,
            victim,
            why,
            table: table.clone(),
        });
        before = table;
    }
    let slots = design.ways();
    let mut lesson = Replacement {
        policy,
        buckets: design.buckets(),
        slots,
        steps: done,
        kept: 0,
        forgotten: 0,
        nodes_kept: 0,
        nodes_forgotten: 0,
    };
    lesson.sum_up(&stream, &before);
    Ok(lesson)
}

impl Replacement {
    /// Counts the positions whose last record is in the table.
    fn sum_up(&mut self, stream: &[SmallRecord], table: &[Vec<Option<SmallRecord>>]) {
        for (number, record) in stream.iter().enumerate() {
            if stream[number + 1..].iter().any(|later| later.key == record.key) {
                continue;
            }
            let kept = table[record.bucket].iter().flatten().any(|one| one.key == record.key);
            let (count, nodes) = match kept {
                true => (&mut self.kept, &mut self.nodes_kept),
                false => (&mut self.forgotten, &mut self.nodes_forgotten),
            };
            *count += 1;
            *nodes += record.nodes;
        }
    }
}

/// Returns the records of a stream: shallow ones are frequent, as in a search, and the nodes grow
/// with the draft.
fn stream(seed: u64, steps: usize, index: MultiplyHigh) -> Vec<SmallRecord> {
    let mut random = SplitMix64::new(mix(seed));
    let mut stream: Vec<SmallRecord> = Vec::new();
    for id in 0..steps {
        let again = !stream.is_empty() && random.below(AGAIN) == 0;
        let earlier = again.then(|| random.below(stream.len())).map(|at| stream[at].clone());
        let draft = (random.next().trailing_ones() as usize).min(MOST_DRAFT);
        // A factor of three a ply, and up to as much by chance.
        let nodes = 3_u64.pow(draft as u32) * (100 + random.below(200) as u64) / 100;
        let key = earlier.as_ref().map_or_else(|| random.next(), |record| record.key);
        let positions = stream
            .iter()
            .map(|record| &record.name)
            .collect::<std::collections::HashSet<_>>()
            .len();
        let name = earlier.map_or_else(|| name(positions), |record| record.name);
        let bound = ["upper", "lower", "lower", "exact"][random.below(4)];
        let generation = usize::from(2 * id >= steps);
        let bucket = index.bucket(key);
        stream.push(SmallRecord {
            id,
            name,
            bucket,
            draft: draft as i16,
            nodes,
            bound,
            generation,
            key,
        });
    }
    stream
}

/// Returns the name of a position: A to Z, then A1, B1, and so on.
fn name(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

fn empty(design: &dyn Design) -> Vec<Vec<Option<SmallRecord>>> {
    vec![vec![None; design.ways()]; design.buckets()]
}

fn table(design: &dyn Design, stream: &[SmallRecord]) -> Vec<Vec<Option<SmallRecord>>> {
    let mut table = empty(design);
    design.visit(0..design.buckets(), &mut |bucket, slot, record| {
        table[bucket][slot] = stream.get(record.payload.score as usize).cloned();
    });
    table
}

fn why(
    policy: Policy,
    record: &SmallRecord,
    slot: Option<usize>,
    victim: Option<&SmallRecord>,
    renewed: bool,
) -> String {
    let name = &record.name;
    let Some(slot) = slot else {
        return match policy {
            Policy::Ageing => format!("{name} is there with a record 4 plies deeper, which stays."),
            Policy::Rival if renewed => {
                format!("{name} is there with a deeper record, which stays.")
            }
            _ if renewed => format!("{name} is there with a deeper record of its own."),
            Policy::Rival => format!("{name} is less deep than the record of this search."),
            _ => format!("{name} is less deep than the record that is there."),
        };
    };
    let Some(victim) = victim else {
        return match renewed {
            true => format!("{name} replaces its own older record."),
            false if slot > 0 || policy == Policy::Ageing => format!("{name} takes an empty slot."),
            false => format!("{name} finds room."),
        };
    };
    let lost = &victim.name;
    match policy {
        Policy::Always => format!("The newcomer stays: {lost} is forgotten."),
        Policy::TwoTier if slot == 0 => {
            format!(
                "{name} is deep enough for the first slot; its record moves to the second, and {lost} is forgotten."
            )
        }
        Policy::Breuker if slot == 0 => {
            format!(
                "{name} cost as many nodes as the first slot's record or more, which moves to the second; {lost} is forgotten."
            )
        }
        Policy::TwoTier | Policy::Breuker => {
            format!("The second slot takes every newcomer: {lost} is forgotten.")
        }
        Policy::Ageing => {
            format!("{lost} has the least draft, 8 plies less for each search of age.")
        }
        Policy::Rival if victim.generation < record.generation => {
            format!("{lost} is of an earlier search and gives way.")
        }
        Policy::Depth | Policy::Rival => format!("{name} is as deep as {lost} or deeper."),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    use Policy::{Ageing, Always, Breuker, Depth, Rival, TwoTier};

    const POLICIES: [Policy; 6] = [Always, Depth, TwoTier, Breuker, Ageing, Rival];

    #[test]
    fn every_step_changes_one_bucket_and_forgets_at_most_one_record() {
        for policy in POLICIES {
            let lesson = replacement(policy, 8, 3, 120).unwrap();
            let mut before = vec![vec![None; lesson.slots]; lesson.buckets];
            for step in &lesson.steps {
                for bucket in (0..lesson.buckets).filter(|&bucket| bucket != step.bucket) {
                    let names = |table: &[Vec<Option<SmallRecord>>]| -> Vec<Option<usize>> {
                        table[bucket].iter().map(|one| one.as_ref().map(|one| one.id)).collect()
                    };
                    assert_eq!(names(&step.table), names(&before));
                }
                if let Some(slot) = step.slot {
                    assert_eq!(step.table[step.bucket][slot].as_ref().unwrap().id, step.record.id);
                }
                let count = |table: &[Vec<Option<SmallRecord>>]| -> usize {
                    table.iter().flatten().flatten().count()
                };
                let grown = count(&step.table) - count(&before).min(count(&step.table));
                assert!(grown == 0 || step.victim.is_none(), "{step:?}");
                before = step.table.clone();
            }
            assert!(lesson.steps.iter().any(|step| step.victim.is_some()), "{policy:?}");
        }
    }

    #[test]
    fn the_stream_is_the_same_for_all_policies_and_they_differ() {
        let lessons = POLICIES.map(|policy| replacement(policy, 16, 1, 200).unwrap());
        let drafts = |lesson: &Replacement| -> Vec<i16> {
            lesson.steps.iter().map(|step| step.record.draft).collect()
        };
        assert!(lessons.iter().all(|lesson| drafts(lesson) == drafts(&lessons[0])));
        let [always, depth, ..] = &lessons;
        assert!(depth.nodes_kept > always.nodes_kept, "deep records cost more nodes");
    }

    #[test]
    fn positions_are_kept_or_forgotten_with_the_nodes_of_their_last_record() {
        for lesson in POLICIES.map(|policy| replacement(policy, 16, 1, 200).unwrap()) {
            let records = lesson.steps.iter().map(|step| &step.record);
            let last: HashMap<_, _> = records.map(|record| (&record.name, record.nodes)).collect();
            let table = lesson.steps.last().unwrap().table.iter().flatten().flatten();
            let kept: HashSet<_> = table.map(|record| &record.name).collect();
            let nodes: u64 = kept.iter().map(|&name| last[name]).sum();
            let all_nodes: u64 = last.values().sum();
            assert_eq!((lesson.kept, lesson.nodes_kept), (kept.len(), nodes));
            assert_eq!(lesson.kept + lesson.forgotten, last.len());
            assert_eq!(lesson.nodes_kept + lesson.nodes_forgotten, all_nodes);
        }
    }

    /// The twin is Rival's table: a record gives way to one as deep, and to any of a later search.
    #[test]
    fn a_new_search_begins_at_the_middle() {
        let mut table = [None; 4];
        for (number, step) in replacement(Rival, 4, 3, 100).unwrap().steps.iter().enumerate() {
            let (draft, search) = (step.record.draft, number / 50);
            assert_eq!(step.record.generation, search, "{number}");
            let place = &mut table[step.bucket];
            let stays = place.is_some_and(|(old, of)| of == search && old > draft);
            assert_eq!(step.slot.is_none(), stays, "{number}");
            if !stays {
                *place = Some((draft, search));
            }
        }
    }

    #[test]
    fn a_deeper_record_always_cost_more_nodes() {
        for seed in 0..4 {
            for SmallRecord { draft, nodes, .. } in stream(seed, 500, MultiplyHigh::new(4)) {
                let least = 3_u64.pow(draft as u32);
                assert!((least..3 * least).contains(&nodes), "{draft}: {nodes}");
            }
        }
    }

    #[test]
    fn newcomers_and_deep_records_stay_by_their_policies() {
        let always = replacement(Always, 8, 5, 100).unwrap();
        assert!(always.steps.iter().all(|step| step.slot.is_some()));
        let depth = replacement(Depth, 8, 5, 100).unwrap();
        assert!(depth.steps.iter().any(|step| step.slot.is_none()));
        for step in &depth.steps {
            let deeper = step.victim.as_ref().is_some_and(|one| one.draft > step.record.draft);
            assert!(!deeper, "{step:?}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        assert!(replacement(Always, 6, 1, 9).unwrap_err().ends_with("found 6"));
        assert!(replacement(Always, 8, 1, 0).unwrap_err().ends_with("found 0"));
    }

    #[test]
    fn the_reasons_tell_what_happened() {
        for policy in POLICIES {
            let lesson = replacement(policy, 8, 3, 200).unwrap();
            let mut before: Vec<Vec<Option<SmallRecord>>> =
                vec![vec![None; lesson.slots]; lesson.buckets];
            for ReplacementStep { record, bucket, slot, victim, why, table } in lesson.steps {
                let renewed = before[bucket].iter().flatten().any(|one| one.name == record.name);
                let says = |words: &str| why.contains(words);
                assert!(says(&victim.as_ref().unwrap_or(&record).name), "{why}");
                match (slot, victim) {
                    (None, None) => assert_eq!(says(" is there with a"), renewed, "{why}"),
                    (Some(_), None) => assert_eq!(says("its own older record"), renewed, "{why}"),
                    (None, Some(_)) => panic!("{why}"),
                    (Some(slot), Some(victim)) => {
                        let is_older = victim.generation < record.generation;
                        let is_first = slot == 0 && matches!(policy, TwoTier | Breuker);
                        assert_eq!(says("an earlier search"), policy == Rival && is_older, "{why}");
                        assert_eq!(says("moves to the second"), is_first, "{why}");
                        let deeper = says("as deep as") && victim.draft > record.draft;
                        assert!(!deeper, "{why}");
                    }
                }
                before = table;
            }
        }
    }
}
