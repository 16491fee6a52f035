//! Long work, shown with the time that is left.

use anyhow::Result;
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;

/// Works on each item, on all cores, and keeps their order. A terminal shows how far it is.
///
/// # Errors
/// That of the first item that has one.
pub(crate) fn each<T: Sync, R: Send>(
    what: &'static str,
    items: &[T],
    work: impl Fn(&T) -> Result<R> + Sync + Send,
) -> Result<Vec<R>> {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left");
    let bar = ProgressBar::new(items.len() as u64).with_message(what);
    bar.set_style(style.expect("the template is valid"));
    items.par_iter().progress_with(bar).map(work).collect()
}

#[cfg(test)]
mod tests {
    use anyhow::ensure;

    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_items_and_errors_come_through() {
        let squares = each("squares", &[1, 2, 3], |n| Ok(n * n)).unwrap();
        assert_eq!(squares, [1, 4, 9]);
        let fault = each("odd", &[1, 2], |n| {
            ensure!(n % 2 == 1, "{n} is even");
            Ok(())
        });
        assert_eq!(fault.unwrap_err().to_string(), "2 is even");
    }
}
