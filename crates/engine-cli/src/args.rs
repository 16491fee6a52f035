//! Words of the command line that several commands share.

use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use clap::Args;
use engine::Numbers;
use engine::network::Network;
use engine::regular_file;
use evaluation::Weights;
use search::{Params, Tunables};
use uci::whole_number;

use crate::io::access::Access;

/// The words of the verbs that search or evaluate, and of the program before such a verb.
#[derive(Args, Default)]
#[group(skip)]
pub(crate) struct NumberWords {
    /// Use the search's numbers in this file: lines `name = value`, as `params` prints them
    #[arg(long, value_name = "FILE", value_parser = read_params)]
    params: Option<Box<Params>>,
    /// Evaluate by hand-crafted terms with the weights in this file: lines
    /// `name = middle-game end-game`, as `weights` prints them
    #[arg(long, value_name = "FILE", value_parser = read_weights)]
    weights: Option<Box<Weights>>,
    /// Evaluate by the network in this file, in the format of `cargo xtask tune train`
    #[arg(long, value_name = "FILE", value_parser = read_network)]
    network: Option<Arc<Network>>,
}

impl NumberWords {
    /// Returns the first option that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let Self { params, weights, network } = self;
        let given = [params.is_some(), weights.is_some(), network.is_some()];
        ["--params", "--weights", "--network"]
            .into_iter()
            .zip(given)
            .find_map(|(name, is)| is.then_some(name))
    }

    /// Returns the numbers, those of the verb's own words before those of the words before it.
    pub(crate) fn numbers(self, before: Self) -> Numbers {
        let weights = self.weights.or(before.weights);
        // Weights are those of the hand-crafted evaluation, so they choose it.
        let network = self.network.or(before.network);
        let network = network.or_else(|| weights.is_none().then(engine::default_network));
        let params = self.params.or(before.params).unwrap_or_default();
        Numbers { params: *params, weights: *weights.unwrap_or_default(), network }
    }
}

/// The words that say which files the lines of UCI may name.
#[derive(Args)]
#[group(skip)]
pub(crate) struct AccessWords {
    /// Refuse the options of UCI that name files: whoever sends the lines can neither read nor
    /// write any
    #[arg(long, global = true)]
    no_files: bool,
    /// Let the options of UCI name only files in this folder and below it, links followed
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        conflicts_with = "no_files",
        value_parser = read_root
    )]
    root: Option<Access>,
}

impl AccessWords {
    pub(crate) fn access(self) -> Access {
        if self.no_files { Access::None } else { self.root.unwrap_or_default() }
    }
}

fn read_root(path: &str) -> Result<Access, String> {
    Access::below(path.as_ref()).map_err(|error| error.to_string())
}

fn read_params(path: &str) -> Result<Box<Params>, String> {
    let text = regular_file::read_text(path).map_err(|error| error.to_string())?;
    let mut params = Params::default();
    params.read(&text).map_err(|error| error.to_string())?;
    Ok(params.into())
}

fn read_weights(path: &str) -> Result<Box<Weights>, String> {
    let text = regular_file::read_text(path).map_err(|error| error.to_string())?;
    let mut weights = Weights::default();
    weights.read(&text).map_err(|error| error.to_string())?;
    Ok(weights.into())
}

fn read_network(path: &str) -> Result<Arc<Network>, String> {
    uci::read_network(path).map(Arc::new)
}

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
