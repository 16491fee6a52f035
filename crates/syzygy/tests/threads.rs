//! Types that threads share: this compiles only if they are `Send` and `Sync`.

use syzygy::{Dtz, Fault, ProbeError, TableName, Tablebases, Warning, Wdl};

fn threads_share<T: Send + Sync>() {}

#[test]
fn values_go_to_threads_and_are_shared_by_them() {
    threads_share::<(Dtz, Fault, ProbeError, TableName, Tablebases, Warning, Wdl)>();
}
