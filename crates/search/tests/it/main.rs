//! The search as its callers meet it: whole searches over several tables.

mod boxed;
mod draws;
mod handles;
mod liar;
mod limits;
mod mates;
mod plain;
mod pool;
mod proof;
mod retrograde;
mod support;
mod tablebases;
mod tables;
mod threads;
