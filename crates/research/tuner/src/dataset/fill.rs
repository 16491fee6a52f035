//! [`Job`]: blocks of a data set, made by several threads.

use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use zobrist_keys::mix;

use super::archive::{Appender, Block};
use super::row::PackedRow;

/// A number of blocks that a data set shall hold. A block depends on its name alone; names follow
/// from the seed and the block's number. A run that was interrupted goes on when it is started
/// again.
pub(crate) struct Job<'a> {
    /// The data set; a file that exists is continued.
    pub(crate) output: &'a Path,
    pub(crate) seed: u64,
    /// The blocks of this seed that the data set shall hold.
    pub(crate) blocks: u64,
    /// All processors if there is no number.
    pub(crate) threads: Option<NonZero<usize>>,
    /// The blocks' name in the progress bar.
    pub(crate) unit: &'static str,
}

/// The blocks and rows that a job added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filled {
    pub(crate) blocks: u64,
    pub(crate) rows: u64,
}

impl Job<'_> {
    /// Makes the blocks that the data set lacks. Each thread has a function of its own, which
    /// returns the rows of the block of a name.
    pub(crate) fn fill<F: FnMut(u64) -> Vec<PackedRow>>(
        &self,
        function: impl Fn() -> Result<F> + Sync,
    ) -> Result<Filled> {
        let (appender, there) = Appender::resume(self.output)?;
        let stream = mix(self.seed);
        let names = (0..self.blocks).map(|number| stream.wrapping_add(number));
        let missing: Vec<u64> = names.filter(|name| !there.contains(name)).collect();
        let bar = self.progress_bar(self.blocks - missing.len() as u64)?;
        let next = AtomicUsize::new(0);
        let sink = Mutex::new((appender, 0));
        let work = || -> Result<()> {
            let mut make = function()?;
            while let Some(&name) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let rows = make(name);
                let (appender, count) = &mut *sink.lock().expect("no worker panics");
                *count += rows.len() as u64;
                appender.append(&Block { game: name, rows })?;
                bar.set_message(format!("{count} positions"));
                bar.inc(1);
            }
            Ok(())
        };
        let threads = self.threads.map_or_else(thread::available_parallelism, io::Result::Ok)?;
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.get()).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
        })?;
        bar.finish_and_clear();
        let (_, rows) = sink.into_inner().expect("no worker panics");
        Ok(Filled { blocks: missing.len() as u64, rows })
    }

    /// Returns a bar over all blocks, of which `done` are there already.
    fn progress_bar(&self, done: u64) -> Result<ProgressBar> {
        let template = format!("{{bar:40}} {{pos}}/{{len}} {}, {{msg}}, {{eta}} left", self.unit);
        let style = ProgressStyle::with_template(&template)?;
        let bar = ProgressBar::new(self.blocks).with_style(style).with_position(done);
        bar.reset_eta();
        Ok(bar)
    }
}
