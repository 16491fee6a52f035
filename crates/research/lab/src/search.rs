//! Searches over tables: what a table is worth to them.

mod adapter;
pub(crate) mod ageing;
mod by_size;
pub(crate) mod cluster_scaling;
pub(crate) mod collisions;
mod cutoff_rule;
pub(crate) mod cutoffs;
pub(crate) mod fading;
pub(crate) mod ghi;
pub(crate) mod hash_move;
pub(crate) mod horizon;
pub(crate) mod information;
pub(crate) mod lens;
mod line;
pub(crate) mod mtdf;
pub(crate) mod network_speed;
pub(crate) mod own_key;
mod paired;
pub(crate) mod probes;
mod record_part;
pub(crate) mod replacement;
mod roots;
pub(crate) mod size;
pub(crate) mod speed;
pub(crate) mod threads;
pub(crate) mod transpositions;
pub(crate) mod worth_match;

use crate::experiment::Experiment;

pub(crate) const EXPERIMENTS: [&Experiment; 15] = [
    &replacement::EXPERIMENT,
    &probes::EXPERIMENT,
    &ageing::EXPERIMENT,
    &information::EXPERIMENT,
    &information::WORTH,
    &hash_move::EXPERIMENT,
    &horizon::QUIESCENCE,
    &horizon::ETC,
    &collisions::EXPERIMENT,
    &ghi::EXPERIMENT,
    &transpositions::EXPERIMENT,
    &size::EXPERIMENT,
    &own_key::EXPERIMENT,
    &cutoffs::EXPERIMENT,
    &fading::EXPERIMENT,
];
