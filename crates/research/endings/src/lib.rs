//! Two kings and a white piece by retrograde analysis: the won positions, and their plies to mate.
//! Tests of other crates take them for the truth.
//!
//! ```
//! use endings::Endings;
//! use movegen::{PieceType, Position};
//!
//! let rook = Endings::new(&[PieceType::Rook]);
//! let mate = |fen: &str| rook.mate(&Position::from_fen(fen).expect("legal"));
//! assert_eq!(mate("k7/8/1K6/8/8/8/8/7R w - - 0 1"), Some(1));
//! assert_eq!(mate("k6R/8/1K6/8/8/8/8/8 b - - 0 1"), Some(0));
//! assert_eq!(mate("k7/8/1K6/8/8/8/8/7R b - - 0 1"), Some(2));
//! ```
#![forbid(unsafe_code)]

use movegen::{Color, Piece, PieceType, Position, PositionBuilder, Square};

/// The number of placements of the two kings, the piece and the right to move.
pub const POSITIONS: usize = 2 * 64 * 64 * 64;

/// The values of impossible positions, and of those that are not won.
const IMPOSSIBLE: u8 = u8::MAX;
const DRAWN: u8 = u8::MAX - 1;

/// A bound above the plies of any win.
const MOST_PLIES: u8 = 64;

/// Solved endings with one piece beside the kings.
#[derive(Debug, Default)]
pub struct Endings(Vec<(PieceType, Vec<u8>)>);

enum Child {
    /// A position with the same piece.
    Same(usize),
    /// A position of a solved ending, or a draw.
    Known(u8),
}

impl Endings {
    /// Solves these endings, in the order in which one becomes another: a pawn after its promotion
    /// pieces.
    #[must_use]
    pub fn new(kinds: &[PieceType]) -> Self {
        let mut endings = Self::default();
        for &kind in kinds {
            let solved = endings.solve(kind);
            endings.0.push((kind, solved));
        }
        endings
    }

    /// Returns the plies to mate; `None` if the position is drawn. White has the piece.
    #[must_use]
    pub fn mate(&self, position: &Position) -> Option<u8> {
        Some(self.value(position)).filter(|&value| value < DRAWN)
    }

    fn value(&self, position: &Position) -> u8 {
        let kind = kind_of(position);
        let solved = self.0.iter().find(|(solved, _)| Some(*solved) == kind);
        solved.map_or(DRAWN, |(_, values)| values[index(position)])
    }

    /// Solves an ending from the mates back, a ply at a time.
    fn solve(&self, kind: PieceType) -> Vec<u8> {
        let mut values = vec![IMPOSSIBLE; POSITIONS];
        let mut children: Vec<Vec<Child>> = Vec::new();
        for (number, value) in values.iter_mut().enumerate() {
            let Some(position) = position(kind, number) else {
                children.push(Vec::new());
                continue;
            };
            let moves = position.legal_moves();
            *value = if moves.is_empty() && position.in_check() { 0 } else { DRAWN };
            let child = |child: &Position| match kind_of(child) {
                Some(same) if same == kind => Child::Same(index(child)),
                _ => Child::Known(self.value(child)),
            };
            children.push(moves.iter().map(|&mv| child(&position.make(mv))).collect());
        }
        for plies in 1..MOST_PLIES {
            let white = plies % 2 == 1;
            let half = if white { 0..POSITIONS / 2 } else { POSITIONS / 2..POSITIONS };
            let won = |child: &Child| match *child {
                Child::Same(index) => values[index] < plies,
                Child::Known(value) => value < plies,
            };
            let found: Vec<usize> = half
                .filter(|&number| values[number] == DRAWN && !children[number].is_empty())
                .filter(|&number| {
                    let mut children = children[number].iter();
                    if white { children.any(won) } else { children.all(won) }
                })
                .collect();
            found.into_iter().for_each(|number| values[number] = plies);
        }
        values
    }
}

fn kind_of(position: &Position) -> Option<PieceType> {
    let kinds = PieceType::ALL.into_iter().filter(|&kind| kind != PieceType::King);
    kinds.into_iter().find(|&kind| position.pieces(kind).any())
}

fn index(position: &Position) -> usize {
    let piece = kind_of(position).and_then(|kind| position.pieces(kind).first());
    let squares = [
        position.king(Color::White).index(),
        position.king(Color::Black).index(),
        piece.expect("a piece").index(),
    ];
    squares.iter().fold(position.side_to_move().index(), |index, square| index << 6 | square)
}

/// Returns the position of this number, below [`POSITIONS`], with a white piece of that kind;
/// `None` if the rules forbid it.
#[must_use]
pub fn position(kind: PieceType, index: usize) -> Option<Position> {
    let [white, black, piece] = [12, 6, 0].map(|shift| Square::from_index(index >> shift & 63));
    if white == black || white == piece || black == piece {
        return None;
    }
    let builder = PositionBuilder::new()
        .put(white, Piece::WhiteKing)
        .put(black, Piece::BlackKing)
        .put(piece, Piece::new(Color::White, kind));
    builder.side_to_move(Color::ALL[index >> 18]).build().ok()
}
