//! The name that somebody may have meant.

/// Returns the name with the least edit distance from `wrong`; of several the first.
pub(super) fn nearest<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names.min_by_key(|name| distance(wrong, name))
}

/// Characters to insert, delete or replace to make one text of the other (Vladimir Levenshtein,
/// 1966), by Wagner's and Fischer's table (1974), of which one row is kept.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for (at, &b) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_literature() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("saturday", "sunday"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("razor_base", "razor_base"), 0);
    }

    #[test]
    fn the_nearest_name_is_found() {
        let names = ["null_base", "razor_base", "razor_slope"];
        assert_eq!(nearest("razer_bases", names.into_iter()), Some("razor_base"));
        assert_eq!(nearest("x", [].into_iter()), None);
    }
}
