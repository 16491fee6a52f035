//! [`RookPawns`]: one or two pawns on the a-file, or a pawn and a bishop that cannot reach a8,
//! against a bare king.

use movegen::{Bitboard, Color, File, Piece, PieceType, Position, Square};

use super::position;

/// The piece beside White's king and first pawn, and the squares on which it may be.
type Companion = Option<(Piece, Bitboard)>;

/// The wins of White by companion, pawn, kings and side to move: whether a position is won.
///
/// A promotion wins unless the new piece can be captured at once or the king is stalemated. So a
/// promotion to a knight or a bishop counts for too much, and a draw by this judge is a draw.
pub(crate) struct RookPawns {
    companion: Companion,
    won: Vec<bool>,
    /// The ending after the loss of the companion.
    alone: Option<Box<RookPawns>>,
}

/// The outcome of a move: known, or that of another position of the ending.
enum Child {
    Won(bool),
    Node(usize),
}

impl RookPawns {
    /// Solves king and pawn against king.
    pub(crate) fn alone() -> Self {
        Self { companion: None, won: Vec::new(), alone: None }.solved()
    }

    /// Solves the ending with a second pawn.
    pub(crate) fn two() -> Self {
        Self::with(Piece::WhitePawn, Bitboard::FILE_A)
    }

    /// Solves the ending with a bishop of the dark squares.
    pub(crate) fn wrong_bishop() -> Self {
        Self::with(Piece::WhiteBishop, Bitboard::DARK)
    }

    fn with(companion: Piece, squares: Bitboard) -> Self {
        let alone = Some(Box::new(Self::alone()));
        Self { companion: Some((companion, squares)), won: Vec::new(), alone }.solved()
    }

    /// Returns every legal position with the pieces of this ending, and whether White wins it.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (Position, bool)> {
        let numbers = 0..self.won.len();
        numbers.filter_map(|number| Some((self.position(number)?, self.won[number])))
    }

    /// Returns whether White wins a position of this ending or of the one without the companion.
    pub(crate) fn is_won(&self, position: &Position) -> bool {
        match self.outcome(position) {
            Child::Won(won) => won,
            Child::Node(number) => self.won[number],
        }
    }

    /// Fills in the wins, those with pawns far advanced first.
    fn solved(mut self) -> Self {
        const CHUNK: usize = 2 << 12;
        // Pawn, companion, white king, black king, side to move.
        let squares = if self.companion.is_some() { 64 } else { 1 };
        self.won = vec![false; 64 * squares * CHUNK];
        let pawns = self.companion.is_some_and(|(piece, _)| piece == Piece::WhitePawn);
        let size = if pawns { CHUNK } else { squares * CHUNK };
        for start in (0..self.won.len()).step_by(size).rev() {
            let children: Vec<(usize, Vec<Child>)> = (start..start + size)
                .rev()
                .filter_map(|number| Some((number, self.children(&self.position(number)?))))
                .collect();
            let mut changed = true;
            while changed {
                changed = false;
                for (number, children) in &children {
                    let mut outcomes = children.iter().map(|child| match child {
                        Child::Won(won) => *won,
                        Child::Node(number) => self.won[*number],
                    });
                    let white = number % 2 == 0;
                    let won = if white { outcomes.any(|won| won) } else { outcomes.all(|won| won) };
                    changed |= won != self.won[*number];
                    self.won[*number] = won;
                }
            }
        }
        self
    }

    /// Returns the position with this number; `None` if it is not of this ending, not legal or, for
    /// two pawns, if the first one is not the more advanced one.
    fn position(&self, number: usize) -> Option<Position> {
        let square = |shift: usize| Square::from_index(number >> shift & 63);
        let to_move = Color::ALL[number & 1];
        let (black, white) = (square(1), square(7));
        let first = Square::from_index(number >> if self.companion.is_some() { 19 } else { 13 });
        if first.file() != File::A || !(1..7).contains(&first.rank().index()) {
            return None;
        }
        let pieces = [Piece::WhiteKing, Piece::BlackKing, Piece::WhitePawn];
        let Some((piece, allowed)) = self.companion else {
            return position(&pieces, &[white, black, first], to_move);
        };
        let second = square(13);
        if !allowed.contains(second) || piece == Piece::WhitePawn && second >= first {
            return None;
        }
        let pieces = [pieces[0], pieces[1], pieces[2], piece];
        position(&pieces, &[white, black, first, second], to_move)
    }

    /// Returns the outcome of each move; a mate has none, and a stalemate one that is not won.
    fn children(&self, position: &Position) -> Vec<Child> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            let mate = position.in_check() && position.side_to_move() == Color::Black;
            return if mate { Vec::new() } else { vec![Child::Won(false)] };
        }
        moves.iter().map(|&mv| self.outcome(&position.make(mv))).collect()
    }

    /// Returns the outcome of a position that a move leads to, or its number.
    fn outcome(&self, position: &Position) -> Child {
        let pawns = position.pieces(PieceType::Pawn);
        let bishops = position.pieces(PieceType::Bishop);
        let [white, black] = Color::ALL.map(|color| position.king(color).index());
        let rest = white << 7 | black << 1 | position.side_to_move().index();
        let second = match self.companion {
            Some((Piece::WhitePawn, _)) => pawns.first().filter(|_| pawns.has_many()),
            _ => bishops.first().filter(|_| pawns.any() && !bishops.has_many()),
        };
        let promoted = position.color(Color::White) & !(pawns | position.pieces(PieceType::King));
        let promoted = match self.companion {
            Some((Piece::WhiteBishop, dark)) => promoted & !(bishops & dark),
            _ => promoted,
        };
        if promoted.any() {
            return Child::Won(self.promotion_wins(position, promoted));
        }
        match (pawns.last(), second, &self.alone) {
            (None, ..) => Child::Won(false),
            (Some(first), None, None) => Child::Node(first.index() << 13 | rest),
            (Some(_), None, Some(alone)) => Child::Won(alone.is_won(position)),
            (Some(first), Some(second), _) => {
                Child::Node(first.index() << 19 | second.index() << 13 | rest)
            }
        }
    }

    /// Returns whether a promotion has won, with Black to move.
    fn promotion_wins(&self, position: &Position, promoted: Bitboard) -> bool {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return position.in_check();
        }
        let taken = moves.iter().find(|mv| promoted.contains(mv.to()));
        taken.is_none_or(|&mv| {
            let left = position.make(mv);
            self.alone.is_some() && left.pieces(PieceType::Pawn).any() && self.is_won(&left)
        })
    }
}
