//! Sizes as figures and pages name them.

/// Returns the name of a size: `1MiB`, `256MiB`, `4GiB`.
pub(crate) fn size_name(mebibytes: usize) -> String {
    if mebibytes.is_multiple_of(1_024) {
        format!("{}GiB", mebibytes / 1_024)
    } else {
        format!("{mebibytes}MiB")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_gibibytes_are_named_so() {
        assert_eq!([1, 1_536, 4_096].map(size_name), ["1MiB", "1536MiB", "4GiB"]);
    }
}
