//! [`Probed`]: Syzygy's tablebases as the search takes them.

use movegen::Position;
use search::{EndgameResult, Tablebases};
use syzygy::Wdl;

/// Tablebases as the search probes them: a position that they do not answer is unknown.
pub(crate) struct Probed<'a>(pub(crate) &'a syzygy::Tablebases);

impl Tablebases for Probed<'_> {
    fn largest(&self) -> u32 {
        self.0.max_pieces()
    }

    fn probe_wdl(&self, position: &Position) -> Option<EndgameResult> {
        self.0.probe_wdl(position).ok().map(|result| match result {
            Wdl::Loss => EndgameResult::Loss,
            Wdl::BlessedLoss => EndgameResult::Blessed,
            Wdl::Draw => EndgameResult::Draw,
            Wdl::CursedWin => EndgameResult::Cursed,
            Wdl::Win => EndgameResult::Win,
        })
    }

    fn probe_dtz(&self, position: &Position) -> Option<i32> {
        self.0.probe_dtz(position).ok().map(|distance| distance.plies())
    }
}
