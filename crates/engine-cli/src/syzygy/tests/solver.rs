//! Two kings and a white man by retrograde analysis: what is won, and how far the mate is.

use movegen::{Color, Piece, PieceType, Position, PositionBuilder, Square};

/// Squares of the two kings and of the man, and the side to move.
pub(crate) const POSITIONS: usize = 2 * 64 * 64 * 64;

/// The values of positions that are none, and of those that are not won.
const IMPOSSIBLE: u8 = u8::MAX;
const DRAWN: u8 = u8::MAX - 1;

/// The most plies that a win takes, and some more.
const MOST_PLIES: u8 = 64;

/// Endings with one man beside the kings, solved.
#[derive(Default)]
pub(crate) struct Endings(Vec<(PieceType, Vec<u8>)>);

/// What a position can become.
enum Child {
    /// A position with the same man.
    Same(usize),
    /// A position of a solved ending, or a draw.
    Known(u8),
}

impl Endings {
    /// These endings, in the order in which one becomes another: a pawn after its pieces.
    pub(crate) fn new(kinds: &[PieceType]) -> Self {
        let mut endings = Self::default();
        for &kind in kinds {
            let solved = endings.solve(kind);
            endings.0.push((kind, solved));
        }
        endings
    }

    /// Plies to mate; nothing if the position is drawn. White has the man.
    pub(crate) fn mate(&self, position: &Position) -> Option<u8> {
        Some(self.value(position)).filter(|&value| value < DRAWN)
    }

    fn value(&self, position: &Position) -> u8 {
        let kind = kind_of(position);
        let solved = self.0.iter().find(|(solved, _)| Some(*solved) == kind);
        solved.map_or(DRAWN, |(_, values)| values[index(position)])
    }

    /// Starts at the mates and goes back a ply at a time.
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

/// The kind of the man beside the kings.
fn kind_of(position: &Position) -> Option<PieceType> {
    let kinds = PieceType::ALL.into_iter().filter(|&kind| kind != PieceType::King);
    kinds.into_iter().find(|&kind| position.pieces(kind).any())
}

fn index(position: &Position) -> usize {
    let man = kind_of(position).and_then(|kind| position.pieces(kind).first());
    let squares = [
        position.king(Color::White).index(),
        position.king(Color::Black).index(),
        man.expect("a man").index(),
    ];
    squares.iter().fold(position.side_to_move().index(), |index, square| index << 6 | square)
}

/// The position of that index, if it is legal.
pub(crate) fn position(kind: PieceType, index: usize) -> Option<Position> {
    let [white, black, man] = [12, 6, 0].map(|shift| Square::from_index(index >> shift & 63));
    if white == black || white == man || black == man {
        return None;
    }
    let builder = PositionBuilder::new()
        .put(white, Piece::WhiteKing)
        .put(black, Piece::BlackKing)
        .put(man, Piece::new(Color::White, kind));
    builder.side_to_move(Color::ALL[index >> 18]).build().ok()
}
