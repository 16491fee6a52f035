//! The words of `hash prune`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use tt_core::{Entry, file_info, filter_file};

use super::{DRAFTS, at, open, open_place, write_table};
use crate::args::whole::whole;
use crate::io::output::Output;
use crate::io::progress::Progress;
use engine::schema;

/// The ages of records: a table counts searches modulo 32.
const AGES: std::ops::RangeInclusive<i64> = 0..=31;

#[derive(Args)]
#[group(skip)]
#[command(group(ArgGroup::new("kept").args(["draft", "age"]).required(true).multiple(true)))]
#[command(after_help = "Examples:\n  \
    palimpsest hash prune analysis.hsh --draft 10 --output deep.hsh\n  \
    palimpsest hash prune analysis.hsh --age 3 --output analysis.hsh")]
pub(in crate::cli) struct PruneWords {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Keep records of at least this draft, in plies
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = whole::<i16>(DRAFTS)
    )]
    draft: Option<i16>,
    /// Keep records at most this number of searches old
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(AGES))]
    age: Option<u32>,
    /// The new file, or FILE itself; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Replace the output if it exists
    #[arg(long)]
    force: bool,
}

impl PruneWords {
    /// Writes the records that are kept, and prints their number.
    pub(super) fn obey(&self, output: &Output) -> Result<(), String> {
        let Self { file, output: target, .. } = self;
        open(file);
        let place = open_place(target, std::slice::from_ref(file), self.force, output);
        let info = file_info(file).map_err(|error| at(file, error))?;
        write_table(target, place, output, |target| {
            let progress = Progress::new(|| Some(info.records), "records");
            let kept = filter_file(file, target, schema(), |entry: Entry, age| {
                progress.add(1);
                self.draft.is_none_or(|least| entry.draft >= least)
                    && self.age.is_none_or(|oldest| age <= oldest)
            });
            progress.finish();
            let kept = kept.map_err(|error| {
                at(file, format_args!("not pruned into {}: {error}", target.display()))
            })?;
            Ok(format!("{kept} of {} records kept", info.records))
        })
    }
}
