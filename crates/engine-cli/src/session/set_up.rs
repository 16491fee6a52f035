//! Faults and repairs of a FEN in words.

use movegen::{FenError, FenRepair};

/// Returns the first fault of a FEN, and the number of the others: a text that is no FEN at all has
/// one on each rank.
pub(crate) fn first_fault(error: &FenError) -> String {
    let (first, others) = error.faults().split_first().expect("an error has a fault");
    match others.len() {
        0 => first.to_string(),
        1 => format!("{first} (and 1 more fault)"),
        more => format!("{first} (and {more} more faults)"),
    }
}

/// Returns the repairs of a FEN in one line; `None` if there are none.
pub(crate) fn repairs(repairs: &[FenRepair]) -> Option<String> {
    let words: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    (!words.is_empty()).then(|| words.join("; "))
}
