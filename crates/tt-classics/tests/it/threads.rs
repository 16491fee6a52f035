//! Types that threads share: this compiles only if they are `Send` and `Sync`.

use tt_classics::breuker::{Big1, BigAll, Never, Old};
use tt_classics::greenblatt::Divide;
use tt_classics::hinted::HintedEntry;
use tt_classics::plaat::{Proof, TwoBounds};
use tt_classics::rival::{Packed, RivalDrawn, RivalEntry, RivalFold, Staleness};
use tt_classics::thompson::TwoLevel;
use tt_classics::wiki::{ByOrder, Modulo, OldestFirst, ShallowestFirst, StrictlyDeeper};

fn threads_share<T: Send + Sync>() {}

#[test]
fn values_go_to_threads_and_are_shared_by_them() {
    threads_share::<(Big1, BigAll, Never, Old, Staleness, TwoLevel<Never>)>();
    threads_share::<(ByOrder, OldestFirst, ShallowestFirst, StrictlyDeeper)>();
    threads_share::<(HintedEntry, Proof, RivalEntry, TwoBounds)>();
    threads_share::<(Divide, Modulo, Packed, RivalDrawn, RivalFold)>();
}
