//! How ranks that searched the same root agree on an answer.

use movegen::Move;
use search::Ballot;

/// The result of a rank's search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

impl Opinion {
    pub(crate) fn to_words(&self, words: &mut Vec<u64>) {
        let score = u64::from(self.score as u32);
        let moves = u64::from(self.best) | u64::from(self.ponder) << 16;
        words.extend([self.rank as u64, moves, score, u64::from(self.depth)]);
        words.extend([self.nodes, self.tb_hits]);
        words.extend(self.pv.iter().map(|&mv| u64::from(mv)));
    }

    pub(crate) fn from_words(words: &[u64]) -> Option<Self> {
        let (&[rank, moves, score, depth, nodes, tb_hits], pv) = words.split_first_chunk()?;
        Some(Self {
            rank: rank as usize,
            best: moves as u16,
            ponder: (moves >> 16) as u16,
            score: score as u32 as i32,
            depth: depth as u32,
            nodes,
            tb_hits,
            pv: pv.iter().map(|&mv| mv as u16).collect(),
        })
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use search::score::mated_in;

    #[test]
    fn words_keep_an_opinion() {
        let opinion = Opinion {
            rank: 3,
            best: 0x1234,
            ponder: 0xffff,
            score: mated_in(4),
            depth: 30,
            nodes: 1 << 40,
            tb_hits: 9,
            pv: vec![0x1234, 0xffff, 7],
        };
        let mut words = Vec::new();
        opinion.to_words(&mut words);
        assert_eq!(Opinion::from_words(&words), Some(opinion));
        assert_eq!(Opinion::from_words(&words[..5]), None);
    }
}
