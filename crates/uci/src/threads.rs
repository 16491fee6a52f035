//! Remarks on threads: where the system refuses the memory for more, the work is done by fewer.

/// Returns a remark if there are fewer threads than were requested.
#[must_use]
pub fn fewer_threads(requested: usize, found: usize) -> Option<String> {
    (found < requested)
        .then(|| format!("Threads: {requested} requested; the system gives memory for {found}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_names_both_numbers() {
        let remark = "Threads: 200 requested; the system gives memory for 7";
        assert_eq!(fewer_threads(200, 7).as_deref(), Some(remark));
        assert_eq!(fewer_threads(7, 7), None);
    }
}
