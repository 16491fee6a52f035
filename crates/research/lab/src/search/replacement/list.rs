//! The designs that are compared.

use std::sync::Mutex;

use tt_classics::breuker::{Big1, BigAll, Deep, Never, New, Old, TwoBig1, TwoBigAll, TwoDeep};
use tt_classics::greenblatt::Divide;
use tt_classics::hinted::HintedEntry;
use tt_classics::plaat::TwoBounds;
use tt_classics::rival::{Packed, RivalDrawn, RivalEntry, RivalFold, Staleness};
use tt_classics::wiki::{ByOrder, Modulo, OldestFirst, ShallowestFirst, StrictlyDeeper};
use tt_core::{Ageing, Always, Dense, DepthPreferred, Entry, Mask, Table, Wide};

use crate::search::line::Design;

/// Every design: Breuker's eight, what the wiki has beside them, tt-core's own, other indexes,
/// other records.
pub(super) const DESIGNS: &[Design] = &[
    Design::of::<Table<HintedEntry, Wide<1>, Deep>>("Deep"),
    Design::of::<Table<HintedEntry, Wide<1>, New>>("New"),
    Design::of::<Table<HintedEntry, Wide<1>, Old>>("Old"),
    Design::of::<Table<HintedEntry, Wide<1>, Big1>>("Big1"),
    Design::of::<Table<HintedEntry, Wide<1>, BigAll>>("BigAll"),
    Design::of::<Table<HintedEntry, Wide<2>, TwoDeep>>("TwoDeep"),
    Design::of::<Table<HintedEntry, Wide<2>, TwoBig1>>("TwoBig1"),
    Design::of::<Table<HintedEntry, Wide<2>, TwoBigAll>>("TwoBigAll"),
    Design::of::<Table<HintedEntry, Wide<1>, Never>>("never"),
    Design::of::<Table<HintedEntry, Wide<1>, ByOrder>>("by the order of the move"),
    Design::of::<Table<HintedEntry, Wide<1>, StrictlyDeeper>>("strictly deeper"),
    Design::of::<Table<Entry, Wide<4>, ShallowestFirst>>("bucket system"),
    Design::of::<Table<Entry, Wide<4>, OldestFirst>>("oldest first"),
    Design::of::<Table<Entry, Wide<4>, Always>>("always, four ways"),
    Design::of::<Table<Entry, Wide<4>, DepthPreferred>>("as deep, four ways"),
    Design::of::<Table<Entry, Wide<1>, Ageing>>("ageing, one way"),
    Design::of::<Table<Entry, Wide<2>, Ageing>>("ageing, two ways"),
    Design::of::<Table<Entry, Wide<4>, Ageing>>("ageing, four ways: the default"),
    Design::of::<Table<Entry, Wide<8>, Ageing>>("ageing, eight ways"),
    Design::of::<Table<Entry, Dense, Ageing>>("ageing, six in a line"),
    Design::of::<Table<Entry, Wide<4, Mask>, Ageing>>("index by mask"),
    Design::of::<Table<Entry, Wide<4, Modulo>, Ageing>>("index by remainder"),
    Design::of::<Table<Entry, Dense<Divide>, Ageing>>("remainder, quotient kept"),
    Design::of::<Table<Entry, Wide<4, RivalFold>, Ageing>>("index by Rival's fold"),
    Design::of::<Table<TwoBounds, Wide<4>, Ageing>>("two bounds"),
    Design::of::<Mutex<Table<RivalEntry, Packed<31, 1, RivalDrawn>, Staleness>>>("Rival"),
    Design::of::<Mutex<Table<RivalEntry, Packed<31, 1, RivalFold>, Staleness>>>(
        "Rival, plain fold",
    ),
];
