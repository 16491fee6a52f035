//! Long work, shown with the time that is left.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, anyhow};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;

/// Works on each item, on all cores, and keeps their order. A terminal shows how far it is.
pub(crate) fn each<T: Sync, R: Send>(
    what: &'static str,
    items: &[T],
    work: impl Fn(&T) -> Result<R> + Sync + Send,
) -> Result<Vec<R>> {
    items.par_iter().progress_with(bar(what, items.len())).map(work).collect()
}

/// Works on each item, with `workers` workers, and keeps their order. Each worker takes the next
/// item that nobody has taken, with the state that `start` gave it. A terminal shows how far they
/// are.
pub(crate) fn each_with<T: Sync, S, R: Send>(
    what: &str,
    items: &[T],
    workers: usize,
    start: impl Fn() -> Result<S> + Sync,
    work: impl Fn(&mut S, &T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let bar = bar(what, items.len());
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<R>>> = Mutex::new(items.iter().map(|_| None).collect());
    let worker = || -> Result<()> {
        let mut tool = start()?;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return Ok(()) };
            // After a fault nobody takes another item.
            let stop = |_: &_| next.store(items.len(), Ordering::Relaxed);
            let result = work(&mut tool, item).inspect_err(stop)?;
            done.lock().map_err(|_| anyhow!("a worker panicked"))?[index] = Some(result);
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        let running: Vec<_> = (0..workers.max(1)).map(|_| scope.spawn(worker)).collect();
        running.into_iter().try_for_each(|one| one.join().map_err(|_| anyhow!("it panicked"))?)
    })?;
    bar.finish_and_clear();
    let done = done.into_inner().map_err(|_| anyhow!("a worker panicked"))?;
    done.into_iter().collect::<Option<_>>().context("each item was worked on")
}

fn bar(what: &str, length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left");
    let bar = ProgressBar::new(length as u64).with_message(what.to_owned());
    bar.set_style(style.expect("the template is valid"));
    bar
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

    #[test]
    fn workers_have_their_own_tools_and_keep_the_order() {
        let items: Vec<u32> = (0..100).collect();
        let started = AtomicUsize::new(0);
        let start = || Ok(started.fetch_add(1, Ordering::Relaxed));
        let found = each_with("tools", &items, 3, start, |tool, n| {
            assert!(*tool < 3);
            Ok(n + 1)
        });
        assert_eq!(found.unwrap(), (1..=100).collect::<Vec<_>>());
        assert_eq!(started.into_inner(), 3);
        let fault = each_with(
            "odd",
            &items,
            2,
            || Ok(()),
            |(), n| {
                ensure!(n % 7 < 6, "{n} is six more");
                Ok(())
            },
        );
        assert!(fault.unwrap_err().to_string().ends_with("is six more"));
        let none =
            each_with("none", &items, 2, || Err::<(), _>(anyhow!("no tool")), |(), _| Ok(()));
        assert_eq!(none.unwrap_err().to_string(), "no tool");
    }
}
