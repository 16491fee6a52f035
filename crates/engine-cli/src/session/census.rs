//! A census of a table's or file's records by bounds, ages and drafts, for people.

use std::collections::BTreeMap;
use std::fmt;

use tt_core::{Bound, DRAFT_MIN, Entry, Snapshot};

/// The bounds and their names, in the order of `Bound as usize`.
pub(crate) const BOUNDS: [(Bound, &str); 4] = [
    (Bound::None, "none"),
    (Bound::Upper, "upper"),
    (Bound::Lower, "lower"),
    (Bound::Exact, "exact"),
];

const LONGEST_BAR: u64 = 40;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    /// The counts by bound; the index is `Bound as usize`.
    pub(crate) bounds: [u64; 4],
    pub(crate) ages: BTreeMap<u32, u64>,
    pub(crate) drafts: BTreeMap<i16, u64>,
}

impl Census {
    pub(crate) fn add(&mut self, entry: Entry, age: u32) {
        self.bounds[entry.bound as usize] += 1;
        *self.ages.entry(age).or_default() += 1;
        *self.drafts.entry(entry.draft).or_default() += 1;
    }

    pub(crate) fn records(&self) -> u64 {
        self.bounds.iter().sum()
    }
}

impl From<&Snapshot> for Census {
    fn from(snapshot: &Snapshot) -> Self {
        let counts = |counts: &[u64]| -> Vec<(usize, u64)> {
            counts.iter().copied().enumerate().filter(|&(_, count)| count != 0).collect()
        };
        let ages = counts(&snapshot.ages).into_iter().map(|(age, count)| (age as u32, count));
        // The field is 1 for the least draft.
        let draft_of = |field: usize| field as i16 - 1 + DRAFT_MIN;
        let drafts = counts(&snapshot.priorities).into_iter();
        let drafts = drafts.map(|(field, count)| (draft_of(field), count));
        Self { bounds: snapshot.bounds, ages: ages.collect(), drafts: drafts.collect() }
    }
}

/// Displays three rows and a histogram, without a line end after the last.
impl fmt::Display for Census {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = self.records();
        let bounds = BOUNDS.map(|(bound, name)| {
            let count = self.bounds[bound as usize];
            format!("{name} {count} ({})", percent(count, records))
        });
        write!(f, "Bounds:  {}", bounds.join(", "))?;
        let ages: Vec<String> =
            self.ages.iter().map(|(age, count)| format!("{age}: {count}")).collect();
        write!(f, "\nAges:    {} (searches ago: records)", ages.join(", "))?;
        write!(f, "\nDrafts:  (plies, records)")?;
        let greatest = self.drafts.values().copied().max().unwrap_or(1);
        for (draft, count) in &self.drafts {
            let bar = (u128::from(*count) * u128::from(LONGEST_BAR)).div_ceil(greatest.into());
            write!(f, "\n{draft:>7} {count:>12} {}", "#".repeat(bar as usize))?;
        }
        Ok(())
    }
}

/// Returns a share in per cent with one decimal, rounded down.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    let thousandths = u128::from(part) * 1_000 / u128::from(whole.max(1));
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tt_core::Table;

    #[test]
    fn a_census_of_a_table_is_that_of_its_records() {
        let table = Table::new(1 << 16).unwrap();
        let mut counted = Census::default();
        for (key, draft, bound) in
            [(1_u64, -1, Bound::Upper), (2, 0, Bound::Lower), (3, 7, Bound::Lower)]
        {
            let entry = Entry { draft, bound, ..Entry::default() };
            table.store(key << 60, entry);
            counted.add(entry, 1);
        }
        table.advance_generation();
        assert_eq!(Census::from(&table.snapshot()), counted);
        let text = counted.to_string();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(
            rows[..2],
            [
                "Bounds:  none 0 (0.0 %), upper 1 (33.3 %), lower 2 (66.6 %), exact 0 (0.0 %)",
                "Ages:    1: 3 (searches ago: records)",
            ]
        );
        assert!(rows[3].starts_with("     -1            1 #"), "{text}");
        assert_eq!(rows.len(), 6);
    }

    #[test]
    fn nothing_has_a_census_too() {
        assert!(Census::default().to_string().contains("exact 0 (0.0 %)"));
        assert_eq!(percent(u64::MAX, u64::MAX), "100.0 %");
    }
}
