//! How ranks that searched the same root agree on an answer.

use movegen::Move;
use search::Ballot;
use serde::{Deserialize, Serialize};

/// The result of a rank's search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opinion {
    /// The rank.
    pub rank: usize,
    /// The best move, [`Move::to_bits`](movegen::Move::to_bits); 0 without one.
    pub best: u16,
    /// The reply that it expects; 0 without one.
    pub ponder: u16,
    /// The score of the best move.
    pub score: i32,
    /// The last finished iteration, in plies.
    pub depth: u32,
    /// Nodes of all threads of the rank.
    pub nodes: u64,
    /// Positions that were found in tablebases.
    pub tb_hits: u64,
    /// The principal variation, as bits of moves.
    pub pv: Vec<u16>,
}

/// Returns the index of the opinion that the ranks agree on, by the [vote](search::vote()) of the
/// threads of one rank.
///
/// ```
/// use cluster::{Opinion, vote};
///
/// let opinion = |best, score, depth| Opinion { best, score, depth, ..Opinion::default() };
/// let alone = opinion(1, 30, 20);
/// assert_eq!(vote(&[alone.clone()]), 0);
/// assert_eq!(vote(&[alone.clone(), opinion(2, 25, 19), opinion(2, 20, 19)]), 1, "a majority");
/// assert_eq!(vote(&[alone, opinion(2, -400, 21)]), 0);
/// ```
///
/// # Panics
/// If there is no opinion.
#[must_use]
pub fn vote(opinions: &[Opinion]) -> usize {
    let ballot = |opinion: &Opinion| Ballot {
        best: Move::from_bits(opinion.best),
        score: opinion.score,
        depth: opinion.depth,
    };
    search::vote(&opinions.iter().map(ballot).collect::<Vec<_>>())
}
