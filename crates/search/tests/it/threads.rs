//! Types that threads share: this compiles only if they are `Send` and `Sync`.

use search::{
    Ballot, Control, EndgameResult, Info, Limits, MonotonicClock, NoTable, Outcome, Params, Pool,
    RootScore, Score, Settings, Silent, StoreHints, TimeControl, Wdl,
};

fn threads_share<T: Send + Sync>() {}

#[test]
fn values_go_to_threads_and_are_shared_by_them() {
    threads_share::<(
        Pool<i32>,
        Control,
        Limits,
        MonotonicClock,
        NoTable,
        Params,
        Settings,
        TimeControl,
    )>();
    threads_share::<(
        Ballot,
        EndgameResult,
        Info<'_>,
        Outcome,
        RootScore,
        Score,
        Silent,
        StoreHints,
        Wdl,
    )>();
}
