//! [`Evaluator`]: the hidden neurons of the positions of a line, computed when they are asked for.

use std::sync::Arc;

use movegen::{Color, Move, Piece, PieceType, Position, Square};

use crate::block::{Block, add, combine, subtract};
use crate::network::Network;
use crate::view::View;

/// A network that follows a search move by move.
///
/// `new_root`, `make`, `make_null` and `unmake` only note what has changed; [`evaluate`] computes
/// the neurons from the nearest position of the line that has them. A king that crosses to another
/// bucket or wing changes all inputs of its view: the neurons then come from a cache that has, for
/// each view, those of the last position seen in it, and only the pieces that differ are added and
/// removed (the cache of accumulators is an idea of the engine Koivisto's authors, 2021).
///
/// Each thread has its own. The functions are those of an evaluation that a search calls; calls of
/// `make` and `unmake` come in pairs.
///
/// ```
/// use std::sync::Arc;
///
/// use network::movegen::Position;
/// use network::{Architecture, Evaluator, FloatNetwork};
///
/// let mut weights = FloatNetwork::zero(Architecture::new(64))?;
/// weights.input_weights_mut().iter_mut().step_by(3).for_each(|weight| *weight = 0.01);
/// weights.output_weights_mut()[..64].fill(0.5);
/// let network = Arc::new(weights.quantise()?);
///
/// let root = Position::startpos();
/// let mut evaluator = Evaluator::new(Arc::clone(&network));
/// evaluator.new_root(&root);
/// let mv = root.parse_uci("e2e4")?;
/// let child = root.make(mv);
/// evaluator.make(&root, mv, &child);
/// assert_eq!(evaluator.evaluate(&child), network.evaluate(&child));
/// evaluator.unmake();
/// assert_eq!(evaluator.evaluate(&root), network.evaluate(&root));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`evaluate`]: Self::evaluate
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    plies: Vec<Ply>,
    /// The neurons of White's and Black's view for each ply.
    values: Vec<Block>,
    top: usize,
    cache: Vec<Seen>,
}

#[derive(Clone, Debug)]
struct Ply {
    /// The views of White and Black.
    views: [View; 2],
    /// Whether the neurons of each view are computed.
    ready: [bool; 2],
    /// The pieces that the move into the position removed and added.
    removed: [Option<(Piece, Square)>; 2],
    added: [Option<(Piece, Square)>; 2],
}

/// The position that was seen last in a view, and its neurons.
#[derive(Clone, Debug)]
struct Seen {
    /// Its pieces by color and kind.
    pieces: [[u64; 6]; 2],
    values: Vec<Block>,
}

impl Evaluator {
    /// Creates an evaluator whose line is the start position alone.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        let buckets = network.architecture().buckets();
        let empty = Seen { pieces: [[0; 6]; 2], values: network.biases().to_vec() };
        let cache = vec![empty; 4 * buckets];
        let mut new = Self { network, plies: Vec::new(), values: Vec::new(), top: 0, cache };
        new.new_root(&Position::startpos());
        new
    }

    /// Returns the network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Begins a new line at `root`.
    pub fn new_root(&mut self, root: &Position) {
        self.top = 0;
        let views = self.network.architecture().views(root);
        self.set(Ply { views, ready: [false; 2], removed: [None; 2], added: [None; 2] });
    }

    /// Follows `mv`, which was made in `parent` and led to `child`.
    #[inline]
    pub fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
        let changes = parent.changes(mv);
        let pair = |pieces: &[(Piece, Square)]| [pieces.first().copied(), pieces.get(1).copied()];
        let mut views = self.plies[self.top].views;
        let us = parent.side_to_move();
        if parent.moved_piece(mv).kind() == PieceType::King {
            views[us.index()] = self.network.architecture().view(us, child.king(us));
        }
        self.top += 1;
        let (removed, added) = (pair(changes.removed()), pair(changes.added()));
        self.set(Ply { views, ready: [false; 2], removed, added });
    }

    /// Follows a null move, which passed the turn.
    #[inline]
    pub fn make_null(&mut self) {
        let views = self.plies[self.top].views;
        self.top += 1;
        self.set(Ply { views, ready: [false; 2], removed: [None; 2], added: [None; 2] });
    }

    /// Takes back the last move or null move.
    ///
    /// # Panics
    /// If no move was made since [`new_root`](Self::new_root).
    #[inline]
    pub fn unmake(&mut self) {
        self.top = self.top.checked_sub(1).expect("a move was made");
    }

    /// Returns the value of the innermost position of the line, which `position` must be, in
    /// centipawns for the side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        Color::ALL.into_iter().for_each(|color| self.compute(position, color));
        let row = self.network.row();
        let (white, black) = self.values[2 * row * self.top..][..2 * row].split_at(row);
        let value = {
            let pieces = position.occupied().count();
            self.network.output(position.side_to_move(), pieces, [white, black])
        };
        debug_assert!(
            !position.key().is_multiple_of(16) || value == self.network.evaluate(position),
            "{position:?}"
        );
        value
    }

    #[inline]
    fn set(&mut self, ply: Ply) {
        if self.top < self.plies.len() {
            self.plies[self.top] = ply;
        } else {
            self.plies.push(ply);
            self.values.resize(self.values.len() + 2 * self.network.row(), Block::ZERO);
        }
    }

    #[inline]
    fn place(&self, ply: usize, color: Color) -> std::ops::Range<usize> {
        let row = self.network.row();
        let start = row * (2 * ply + color.index());
        start..start + row
    }

    /// Computes the neurons of the innermost position in one view.
    #[inline]
    fn compute(&mut self, position: &Position, color: Color) {
        let side = color.index();
        let mut ply = self.top;
        while !self.plies[ply].ready[side] {
            let view = self.plies[ply].views[side];
            if ply == 0 || self.plies[ply - 1].views[side] != view {
                return self.refresh(position, color);
            }
            ply -= 1;
        }
        for ply in ply..self.top {
            self.step(ply, color);
        }
    }

    /// Computes the neurons of the ply after `ply` from its own.
    #[inline]
    fn step(&mut self, ply: usize, color: Color) {
        let (from, to) = (self.place(ply, color), self.place(ply + 1, color));
        let (before, after) = self.values.split_at_mut(to.start);
        let (from, to) = (&before[from], &mut after[..self.network.row()]);
        let next = &mut self.plies[ply + 1];
        let view = next.views[color.index()];
        let network = &*self.network;
        let row = |(piece, square)| network.feature(view.input(piece, square));
        match (next.removed, next.added) {
            ([Some(a), None], [Some(b), None]) => combine(to, from, [row(a)], [row(b)]),
            ([Some(a), Some(b)], [Some(c), None]) => combine(to, from, [row(a), row(b)], [row(c)]),
            ([Some(a), Some(b)], [Some(c), Some(d)]) => {
                combine(to, from, [row(a), row(b)], [row(c), row(d)]);
            }
            // A null move: every other one takes a piece off and puts one down.
            _ => to.copy_from_slice(from),
        }
        next.ready[color.index()] = true;
    }

    /// Computes the neurons of the innermost position in one view from the position that was seen
    /// last in it.
    #[cold]
    fn refresh(&mut self, position: &Position, color: Color) {
        let place = self.place(self.top, color);
        let view = self.plies[self.top].views[color.index()];
        let seen = &mut self.cache[view.number()];
        for (of, pieces) in Color::ALL.into_iter().zip(&mut seen.pieces) {
            for (kind, then) in PieceType::ALL.into_iter().zip(pieces) {
                let now = position.colored(of, kind);
                let old = movegen::Bitboard(std::mem::replace(then, now.0));
                let row = |square| self.network.feature(view.input(Piece::new(of, kind), square));
                (now & !old).into_iter().for_each(|square| add(&mut seen.values, row(square)));
                (old & !now).into_iter().for_each(|square| subtract(&mut seen.values, row(square)));
            }
        }
        self.values[place].copy_from_slice(&seen.values);
        self.plies[self.top].ready[color.index()] = true;
    }
}
