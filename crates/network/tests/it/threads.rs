//! Types that threads share: this compiles only if they are `Send` and `Sync`.

use network::{Architecture, Evaluator, FloatNetwork, Network, NetworkError, View};

fn threads_share<T: Send + Sync>() {}

#[test]
fn values_go_to_threads_and_are_shared_by_them() {
    threads_share::<(Architecture, Evaluator, FloatNetwork, Network, NetworkError, View)>();
}
