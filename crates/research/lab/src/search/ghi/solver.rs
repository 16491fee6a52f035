//! The truth about KPK, KRK and KQK under a no-progress limit: retrograde analysis over position
//! and clock.
//!
//! At the limit all is a draw but a mate on the board. A ply before it, a position is worth what
//! its best move leads to, and so on back to a clock of 0: a move that is no progress leads to the
//! clock's next layer, one of the pawn to the first layer of a position that was solved before,
//! since pawns never go back.

use movegen::{Color, Position, Square};
use rayon::prelude::*;
use search::score::{DRAW, mate_in, mated_in};

use super::placement::{Placement, WhitePiece};

/// A draw, as a number of plies to the mate: later than all.
const NEVER: u8 = u8::MAX;

/// The values and moves of one placement before its clock matters.
struct Node {
    index: usize,
    /// Mate or stalemate, whatever the clock says.
    ended: Option<u8>,
    /// The best of the moves that set the clock back, as the plies from where they lead.
    progress: u8,
    /// Where the others lead: a range of the chunk's list.
    quiet: std::ops::Range<usize>,
}

/// Placements with one square of the piece and one of the white king.
#[derive(Default)]
struct Chunk {
    nodes: Vec<Node>,
    quiet: Vec<u32>,
}

/// Plies to the mate with the best moves of both, of all placements of one piece.
pub(super) struct Solved {
    piece: WhitePiece,
    /// By clock and number of the placement; `NEVER` is a draw.
    layers: Vec<Vec<u8>>,
}

/// Returns the better of two values: White hurries, Black delays, and both prefer a draw to worse.
fn better(turn: Color, a: u8, b: u8) -> u8 {
    match turn {
        Color::White => a.min(b),
        Color::Black => a.max(b),
    }
}

/// Returns the worth of no move at all, to each side.
fn worst(turn: Color) -> u8 {
    match turn {
        Color::White => NEVER,
        Color::Black => 0,
    }
}

impl Solved {
    /// Solves the placements of one piece for a limit in plies; `known` are those that its pawn
    /// turns into.
    fn new(piece: WhitePiece, limit: u32, known: &[&Self]) -> Self {
        let layers = vec![vec![NEVER; Placement::COUNT]; limit as usize + 1];
        let mut solved = Self { piece, layers };
        if piece == WhitePiece::Pawn {
            for rank in (1..7).rev() {
                solved.solve(8 * rank..8 * rank + 8, known);
            }
        } else {
            solved.solve(0..64, known);
        }
        solved
    }

    fn solve(&mut self, squares: std::ops::Range<usize>, known: &[&Self]) {
        let chunks: Vec<Chunk> = (64 * squares.start..64 * squares.end)
            .into_par_iter()
            .map(|pair| {
                self.chunk(Square::from_index(pair / 64), Square::from_index(pair % 64), known)
            })
            .collect();
        let mut values: Vec<Vec<u8>> = Vec::new();
        let mut settled = false;
        for clock in (0..self.layers.len()).rev() {
            // A layer follows from the next one alone: after two that are equal all are.
            if !settled {
                let later = self.layers.get(clock + 1);
                let next = std::mem::replace(
                    &mut values,
                    chunks.par_iter().map(|chunk| chunk.values(later)).collect(),
                );
                settled = values == next;
            }
            let layer = &mut self.layers[clock];
            for (chunk, values) in chunks.iter().zip(&values) {
                for (node, &value) in chunk.nodes.iter().zip(values) {
                    layer[node.index] = value;
                }
            }
        }
    }

    /// Plies to the mate; `None` is a draw.
    fn plies(&self, placement: Placement, clock: u32) -> Option<u32> {
        let last = self.layers.len() - 1;
        let value = self.layers[last.min(clock as usize)][placement.index()];
        (value != NEVER).then_some(value.into())
    }

    /// Returns the legal placements with these two squares, and where their moves lead.
    fn chunk(&self, piece: Square, white: Square, known: &[&Self]) -> Chunk {
        let mut chunk = Chunk::default();
        for turn in Color::ALL {
            for black in Square::ALL {
                self.push(&mut chunk, Placement { turn, piece, white, black }, known);
            }
        }
        chunk
    }

    /// Adds a placement, if it is legal.
    fn push(&self, chunk: &mut Chunk, placement: Placement, known: &[&Self]) {
        let Some(position) = placement.position(self.piece, 0) else { return };
        let (start, mut progress) = (chunk.quiet.len(), worst(placement.turn));
        let moves = position.legal_moves();
        for &mv in &moves {
            let child = position.make(mv);
            let value = match Placement::of(&child) {
                Some((_, to)) if child.halfmove_clock() > 0 => {
                    chunk.quiet.push(to.index() as u32);
                    continue;
                }
                Some((piece, to)) => {
                    let other = known.iter().find(|solved| solved.piece == piece);
                    other.map_or(self, |solved| solved).layers[0][to.index()]
                }
                None => NEVER,
            };
            progress = better(placement.turn, progress, value);
        }
        let ended = moves.is_empty().then_some(if position.in_check() { 0 } else { NEVER });
        let quiet = start..chunk.quiet.len();
        chunk.nodes.push(Node { index: placement.index(), ended, progress, quiet });
    }
}

impl Chunk {
    /// Its values at a clock, from those one ply later; at the limit there are none.
    fn values(&self, later: Option<&Vec<u8>>) -> Vec<u8> {
        let value = |node: &Node| {
            if let Some(value) = node.ended {
                return value;
            }
            let Some(later) = later else { return NEVER };
            let turn = Color::ALL[node.index >> 18];
            let mut best = node.progress;
            for &to in &self.quiet[node.quiet.clone()] {
                best = better(turn, best, later[to as usize]);
            }
            if best == NEVER { NEVER } else { best + 1 }
        };
        self.nodes.iter().map(value).collect()
    }
}

/// KPK, KRK and KQK, solved for one limit.
pub(super) struct Endings {
    limit: u32,
    all: [Solved; 3],
}

impl Endings {
    pub(super) fn new(limit: u32) -> Self {
        let [rook, queen] =
            [WhitePiece::Rook, WhitePiece::Queen].map(|piece| Solved::new(piece, limit, &[]));
        let pawn = Solved::new(WhitePiece::Pawn, limit, &[&rook, &queen]);
        Self { limit, all: [pawn, rook, queen] }
    }

    /// Plies without progress that make a draw.
    pub(super) fn limit(&self) -> u32 {
        self.limit
    }

    /// Plies to the mate; `None` is a draw.
    pub(super) fn plies(&self, piece: WhitePiece, placement: Placement, clock: u32) -> Option<u32> {
        self.all[piece as usize].plies(placement, clock)
    }

    /// Returns the score of a position that came from one of these endings, from the view of the
    /// side to move, mates counted from there. What is no longer one of them is drawn.
    pub(super) fn score(&self, position: &Position) -> i32 {
        self.score_at(position, position.halfmove_clock())
    }

    pub(super) fn score_at(&self, position: &Position, clock: u32) -> i32 {
        let Some((piece, placement)) = Placement::of(position) else { return DRAW };
        let plies = self.plies(piece, placement, clock);
        match (plies, placement.turn) {
            (None, _) => DRAW,
            (Some(plies), Color::White) => mate_in(plies as usize),
            (Some(plies), Color::Black) => mated_in(plies as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No mate of these endings takes more plies without progress than this: the limit is none.
    const NO_LIMIT: u32 = 56;

    fn legal(piece: WhitePiece) -> impl Iterator<Item = Placement> {
        let all = (0..Placement::COUNT).map(Placement::from_index);
        all.filter(move |placement| placement.position(piece, 0).is_some())
    }

    #[test]
    fn without_a_limit_the_values_are_those_of_the_literature() {
        let endings = Endings::new(NO_LIMIT);
        let kinds = [WhitePiece::Rook, WhitePiece::Queen, WhitePiece::Pawn].map(WhitePiece::kind);
        let twin = endings::Endings::new(&kinds);
        // The longest mates are 28 moves with the pawn, 16 with the rook, 10 with the queen.
        for (piece, longest) in WhitePiece::ALL.into_iter().zip([55, 31, 19]) {
            // Legal and won placements, by the side to move.
            let (mut counts, mut most) = ([(0, 0); 2], 0);
            for placement in legal(piece) {
                let plies = endings.plies(piece, placement, 0);
                let mate = twin.mate(&placement.position(piece, 0).unwrap()).map(u32::from);
                assert_eq!(plies, mate, "{placement:?}");
                let (all, won) = &mut counts[placement.turn.index()];
                *all += 1;
                *won += usize::from(plies.is_some());
                if placement.turn == Color::White {
                    most = most.max(plies.unwrap_or(0));
                }
            }
            assert_eq!(most, longest);
            let [(all, won), (black, lost)] = counts;
            if piece == WhitePiece::Pawn {
                assert_eq!(counts, [(163_328, 124_960), (168_024, 97_604)]);
            } else {
                // White wins always; Black takes the piece or is stalemated.
                assert!(won == all && lost < black);
            }
        }
    }

    /// Without a move that sets the clock back, a win is one under the limit exactly if its mate
    /// comes in time, and then as fast as without.
    #[test]
    fn with_a_rook_the_clock_takes_the_late_mates_away_and_no_other() {
        let [free, short] = [32, 20].map(|limit| Solved::new(WhitePiece::Rook, limit, &[]));
        for placement in legal(WhitePiece::Rook) {
            let plies = free.plies(placement, 0);
            for clock in [0, 5, 13, 19, 20] {
                let in_time = plies.filter(|plies| clock + plies <= 20);
                assert_eq!(short.plies(placement, clock), in_time, "{placement:?}");
            }
        }
    }

    /// With a pawn there are wins that the clock makes longer: the pawn must move before its time.
    #[test]
    fn with_a_pawn_the_clock_also_delays_mates_and_scores_are_those_of_the_side_to_move() {
        let endings = Endings::new(16);
        let later = |placement: &Placement| {
            let plies = |clock| endings.plies(WhitePiece::Pawn, *placement, clock);
            plies(0).zip(plies(14)).is_some_and(|(early, late)| early < late)
        };
        assert!(legal(WhitePiece::Pawn).filter(later).count() > 100);
        for placement in legal(WhitePiece::Pawn).step_by(11) {
            let plies =
                |clock| endings.plies(WhitePiece::Pawn, placement, clock).unwrap_or(u32::MAX);
            assert!((0..16).all(|clock| plies(clock) <= plies(clock + 1)), "{placement:?}");
        }
        let score = |fen: &str| endings.score(&Position::from_fen(fen).unwrap());
        assert_eq!(score("k7/8/1K6/8/8/8/8/7R w - - 0 1"), mate_in(1));
        assert_eq!(score("k7/8/1K6/8/8/8/8/7R w - - 15 20"), mate_in(1));
        assert_eq!(score("k7/8/1K6/8/8/8/8/7R w - - 16 20"), DRAW);
        assert_eq!(score("k6R/8/1K6/8/8/8/8/8 b - - 16 20"), mated_in(0));
        assert_eq!(score("k7/8/8/8/8/8/1K6/1r6 w - - 0 1"), DRAW, "not one of these endings");
    }
}
