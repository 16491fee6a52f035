//! Types that threads share: this compiles only if they are `Send` and `Sync`.

use evaluation::{
    Coefficients, Counters, Evaluator, PawnProbe, Score, Term, Trace, Weights, WeightsError,
};

fn threads_share<T: Send + Sync>() {}

#[test]
fn values_go_to_threads_and_are_shared_by_them() {
    threads_share::<(Evaluator, Evaluator<Counters>, Weights, WeightsError)>();
    threads_share::<(Coefficients, PawnProbe, Score, Term, Trace)>();
}
