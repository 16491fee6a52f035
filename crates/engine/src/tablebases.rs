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
        self.0.probe_wdl(position).ok().map(as_searched)
    }

    fn probe_dtz(&self, position: &Position) -> Option<i32> {
        self.0.probe_dtz(position).ok().map(|distance| distance.plies())
    }
}

fn as_searched(result: Wdl) -> EndgameResult {
    match result {
        Wdl::Loss => EndgameResult::Loss,
        Wdl::BlessedLoss => EndgameResult::Blessed,
        Wdl::Draw => EndgameResult::Draw,
        Wdl::CursedWin => EndgameResult::Cursed,
        Wdl::Win => EndgameResult::Win,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five results that rise through five leave no other way.
    #[test]
    fn each_result_is_the_one_of_its_rank() {
        let results = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];
        let searched = results.map(as_searched);
        assert!(searched.is_sorted_by(|a, b| a < b), "{searched:?}");
    }
}
