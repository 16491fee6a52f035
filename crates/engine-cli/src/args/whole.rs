//! Whole numbers as values of arguments.

use std::ops::{Bound, RangeBounds};

use uci::whole_number;

/// Returns a parser of whole numbers in `range`, in digits or as `1e6`. An argument with this
/// parser allows negative numbers, so that the error states why one is refused.
pub(crate) fn whole<T: TryFrom<i128>>(
    range: impl RangeBounds<i64> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let is_cut = text.parse::<f64>().is_ok_and(|number| number.fract() != 0.0);
        let number = whole_number(text).filter(|number| !is_cut && is_in(&range, *number));
        let read = number.and_then(|number| T::try_from(number).ok());
        read.ok_or_else(|| format!("expected {}, found '{text}'", described(&range)))
    }
}

fn is_in(range: &impl RangeBounds<i64>, number: i128) -> bool {
    let wide = |end: &i64| i128::from(*end);
    let ends = (range.start_bound().map(wide), range.end_bound().map(wide));
    ends.contains(&number)
}

fn described(range: &impl RangeBounds<i64>) -> String {
    match (range.start_bound(), range.end_bound()) {
        (Bound::Included(least), Bound::Included(greatest)) => {
            format!("a whole number from {least} to {greatest}")
        }
        (Bound::Included(least), _) => format!("a whole number of at least {least}"),
        _ => "a whole number".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let nodes = whole::<u64>(1..);
        for (text, number) in [("1", 1), ("1e6", 1_000_000), ("2.5e3", 2_500), ("250000", 250_000)]
        {
            assert_eq!(nodes(text), Ok(number), "{text}");
        }
        assert_eq!(nodes(&u64::MAX.to_string()), Ok(u64::MAX));
        for text in ["0", "-3", "1.5", "1e-3", "x", "", "inf", "1e30"] {
            let expected = format!("expected a whole number of at least 1, found '{text}'");
            assert_eq!(nodes(text), Err(expected));
        }
    }

    #[test]
    fn both_ends_of_a_range_are_named() {
        let threads = whole::<u32>(1..=1024);
        assert_eq!((threads("1"), threads("1024")), (Ok(1), Ok(1024)));
        let refused = "expected a whole number from 1 to 1024, found '1025'";
        assert_eq!(threads("1025"), Err(refused.into()));
    }
}
