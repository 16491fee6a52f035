//! Faults and repairs of a FEN in words.

use movegen::{FenError, FenRepair};

/// Returns the first fault of a FEN, a second one too, and of more their fields: a text
/// that is no FEN at all has one on each rank.
pub(crate) fn first_fault(error: &FenError) -> String {
    let (first, others) = error.faults().split_first().expect("an error has a fault");
    match others {
        [] => first.to_string(),
        [second] => format!("{first}; {second}"),
        _ => {
            let mut fields: Vec<_> = others.iter().map(|fault| fault.field().to_string()).collect();
            fields.dedup();
            format!("{first} (there are more faults: {})", fields.join(", "))
        }
    }
}

/// Returns the repairs of a FEN in one line; `None` if there are none.
pub(crate) fn repairs(repairs: &[FenRepair]) -> Option<String> {
    let words: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    (!words.is_empty()).then(|| words.join("; "))
}
