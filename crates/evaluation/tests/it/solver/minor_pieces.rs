//! [`MinorPieces`]: two knights or bishops beside the kings.

use std::collections::HashSet;

use movegen::{Bitboard, Color, Piece, PieceType, Position, Square, attacks};

use super::{position, set_of};

/// The squares of the pieces, in the order of the material, and the side to move.
type Node = ([Square; 4], Color);

/// The positions that White wins in an ending in which every capture leaves a draw. They are few:
/// the solver goes back from the mates, and keeps nothing else.
pub(crate) struct MinorPieces {
    pieces: [Piece; 4],
    wins: HashSet<Node>,
}

impl MinorPieces {
    /// Solves the ending with these pieces, of which the first two are the kings.
    pub(crate) fn solve(pieces: [Piece; 4]) -> Self {
        assert_eq!(pieces[..2], [Piece::WhiteKing, Piece::BlackKing]);
        let mut solved = Self { pieces, wins: HashSet::new() };
        let mut lost = solved.mates();
        while !lost.is_empty() {
            solved.wins.extend(&lost);
            let won = solved.before(&lost, Color::White, |_| true);
            solved.wins.extend(&won);
            lost = solved.before(&won, Color::Black, |position| solved.loses(position));
        }
        solved
    }

    pub(crate) fn wins(&self) -> impl Iterator<Item = Position> {
        self.wins.iter().map(|(squares, to_move)| {
            position(&self.pieces, squares, *to_move).expect("the solver keeps legal ones")
        })
    }

    pub(crate) fn is_won(&self, position: &Position) -> bool {
        let mut free = position.occupied();
        let squares = self.pieces.map(|piece| {
            let square = (position.colored(piece.color(), piece.kind()) & free).first();
            free &= !square.map_or(Bitboard::EMPTY, Square::bb);
            square
        });
        let [Some(a), Some(b), Some(c), Some(d)] = squares else { return false };
        self.wins.contains(&([a, b, c, d], position.side_to_move()))
    }

    /// Returns all positions in which Black is mated: those with its king in a quarter of the board
    /// are looked for, the others are their images.
    fn mates(&self) -> Vec<Node> {
        let mut mates = Vec::new();
        for number in 0..64_usize.pow(3) * 16 {
            let [black, others @ ..] = [18, 12, 6, 0].map(|shift| number >> shift & 63);
            let black = Square::from_index(8 * (black / 4) + black % 4);
            let [white, first, second] = others.map(Square::from_index);
            let squares = [white, black, first, second];
            let occupied = set_of(&squares);
            let attacks = |piece: Piece, square| {
                piece.color() == Color::White
                    && reach(piece.kind(), square, occupied).contains(black)
            };
            if (attacks(self.pieces[2], first) || attacks(self.pieces[3], second))
                && let Some(position) = position(&self.pieces, &squares, Color::Black)
                && position.count_legal() == 0
            {
                let images = [squares, squares.map(Square::mirror)];
                mates.extend(images.iter().flat_map(|&one| [one, one.map(Square::flip)]));
            }
        }
        mates.into_iter().map(|squares| (squares, Color::Black)).collect()
    }

    /// Returns the positions, not known to be won, from which a move of `mover` leads to one of
    /// `nodes` and which pass the test.
    fn before(&self, nodes: &[Node], mover: Color, test: impl Fn(&Position) -> bool) -> Vec<Node> {
        let mut found = HashSet::new();
        for (squares, _) in nodes {
            let occupied = set_of(squares);
            for (number, piece) in self.pieces.iter().enumerate() {
                if piece.color() != mover {
                    continue;
                }
                for from in reach(piece.kind(), squares[number], occupied) & !occupied {
                    let mut earlier = *squares;
                    earlier[number] = from;
                    if !self.wins.contains(&(earlier, mover))
                        && position(&self.pieces, &earlier, mover).is_some_and(|one| test(&one))
                    {
                        found.insert((earlier, mover));
                    }
                }
            }
        }
        found.into_iter().collect()
    }

    /// Returns whether each move of Black leads to a position that White wins.
    fn loses(&self, position: &Position) -> bool {
        let moves = position.legal_moves();
        !moves.is_empty() && moves.iter().all(|&mv| self.is_won(&position.make(mv)))
    }
}

/// Returns the squares that a piece attacks, and that it may come from.
fn reach(kind: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::King => attacks::king(square),
        PieceType::Knight => attacks::knight(square),
        PieceType::Bishop => attacks::bishop(square, occupied),
        kind => unreachable!("{kind:?} is no minor piece"),
    }
}
