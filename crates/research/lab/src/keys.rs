//! Keys: what they guarantee, how they spread, what they cost, and how many there are.

pub(crate) mod birthday;
pub(crate) mod cardinality;
pub(crate) mod cert;
pub(crate) mod chi2;
pub(crate) mod cost;
mod draw;
mod features;
pub(crate) mod gillogly;
pub(crate) mod index;
pub(crate) mod near;
pub(crate) mod oracle;
pub(crate) mod plot;
mod tree;
pub(crate) mod walk;

use crate::experiment::Experiment;

pub(crate) const EXPERIMENTS: [&Experiment; 6] = [
    &oracle::EXPERIMENT,
    &near::EXPERIMENT,
    &birthday::EXPERIMENT,
    &gillogly::EXPERIMENT,
    &index::EXPERIMENT,
    &cardinality::EXPERIMENT,
];
