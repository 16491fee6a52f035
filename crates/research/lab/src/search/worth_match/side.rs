//! A side of a match: our search with all of its table, the moves alone, or nothing.

use std::time::Duration;

use anyhow::Result;
use engine::{Game, HandCrafted};
use movegen::{Color, Move, Position};
use search::{Clock, Limits, NoTable, Outcome, Pool, Search, TranspositionTable};
use self_play::{MateScores, Thought, half_points, play_out};
use tt_core::Table;

use crate::processor_time;
use crate::search::lens::Seen;
use crate::search::record_part::RecordPart;

/// The size of a table that is not used, in bytes.
const UNUSED: usize = 1 << 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// This time of the processor: other work on the machine takes none of it.
    Time(Duration),
    /// This number of nodes, so that a game depends on its opening alone.
    Nodes(u64),
}

/// One thread that searches over a table of its own, or none.
pub(super) struct Side {
    told: RecordPart,
    table: Table,
    pool: Pool<HandCrafted>,
    pace: Pace,
    /// Moves that it has searched for, and their nodes and time.
    pub(super) spent: Spent,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    pub(super) moves: u64,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Side {
    pub(super) fn new(told: RecordPart, bytes: usize, pace: Pace) -> Result<Self> {
        let bytes = if told == RecordPart::Nothing { UNUSED } else { bytes };
        let (table, pool) = (Table::new(bytes)?, Pool::new(HandCrafted::default));
        Ok(Self { told, table, pool, pace, spent: Spent::default() })
    }

    pub(super) fn new_game(&mut self) {
        self.pool.clear();
        self.table.clear(1);
    }

    /// Searches a position: its move, or none if no move is legal, and its score.
    pub(super) fn think(&mut self, game: &Game) -> (Option<Move>, i32) {
        let clock = ProcessorClock { start: processor_time::now() };
        let limits = match self.pace {
            Pace::Time(time) => Limits { movetime: Some(time), ..Limits::default() },
            Pace::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        };
        let limits = Limits { move_overhead: Duration::ZERO, ..limits };
        let (pool, table) = (&mut self.pool, &self.table);
        let outcome = match self.told {
            RecordPart::Nothing => search(&NoTable, game, limits, &clock, pool),
            RecordPart::Both => search(table, game, limits, &clock, pool),
            told => search(&Seen { table, make: || told }, game, limits, &clock, pool),
        };
        self.spent.moves += 1;
        self.spent.nodes += outcome.nodes;
        self.spent.time += clock.elapsed();
        (outcome.best, outcome.score.value())
    }
}

/// The processor time of the one thread that searches.
struct ProcessorClock {
    start: Duration,
}

impl Clock for ProcessorClock {
    fn elapsed(&self) -> Duration {
        processor_time::now().saturating_sub(self.start)
    }
}

fn search(
    table: &impl TranspositionTable,
    game: &Game,
    limits: Limits,
    clock: &ProcessorClock,
    pool: &mut Pool<HandCrafted>,
) -> Outcome {
    let search = Search::new(table).position(game.position().clone());
    search.history(game.history().clone()).limits(limits).clock(clock).run(pool)
}

/// Plays an opening with both colours; the half points of the first side in each game.
pub(super) fn pair(opening: &Position, sides: &mut [Side; 2]) -> [usize; 2] {
    [Color::White, Color::Black].map(|first| {
        sides.iter_mut().for_each(Side::new_game);
        let winner = play_out(opening, MateScores::Count, |game| {
            let (best, score) =
                sides[usize::from(game.position().side_to_move() != first)].think(game);
            Some(Thought { best: best?, score })
        });
        half_points(winner, first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: usize = 1 << 20;

    /// Fine's position 70 asks for a table: with it the search soon sees that White wins.
    #[test]
    fn a_side_searches_over_what_it_is_told() {
        let fine = Position::from_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1").unwrap();
        let [nothing, moves, both] =
            [RecordPart::Nothing, RecordPart::Move, RecordPart::Both].map(|told| {
                let mut side = Side::new(told, 16 << 20, Pace::Nodes(400_000)).unwrap();
                assert_eq!(side.table.bytes() == 16 << 20, told != RecordPart::Nothing);
                let (best, score) = side.think(&Game::new(fine.clone()));
                assert_eq!(side.spent.moves, 1);
                (fine.uci(best.unwrap()), score)
            });
        assert_eq!(both.0, "a1b1");
        let lead = [nothing, moves].map(|other| both.1 - other.1);
        assert!(lead.iter().all(|&lead| lead > 300), "{lead:?} centipawns more with the table");
    }

    /// At equal nodes a side that plays against itself plays the same game with either colour.
    #[test]
    fn against_itself_every_pair_is_level() {
        let opening =
            Position::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
                .unwrap();
        for told in [RecordPart::Nothing, RecordPart::Move, RecordPart::Both] {
            let side = || Side::new(told, BYTES, Pace::Nodes(300)).unwrap();
            let mut sides = [side(), side()];
            let [white, black] = pair(&opening, &mut sides);
            assert_eq!(white + black, 2, "{told:?}");
            let [one, other] = sides.map(|side| (side.spent.moves, side.spent.nodes));
            assert_eq!(one, other, "{told:?}: each had both sides of the same game");
        }
    }
}
