//! Games of random moves that like to capture with pawns, on the boards of another crate.

use cozy_chess::{Board, Color, GameStatus, Move, Piece};
use zobrist_keys::SplitMix64;

/// No game is longer.
const PLIES: u32 = 300;

pub(super) struct Game {
    board: Board,
    plies: u32,
}

impl Game {
    pub(super) fn new() -> Self {
        Self { board: Board::default(), plies: 0 }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a move; false at the end of the game.
    pub(super) fn play(&mut self, random: &mut SplitMix64) -> bool {
        if self.plies == PLIES || self.board.status() != GameStatus::Ongoing {
            return false;
        }
        let mut moves: Vec<Move> = Vec::new();
        self.board.generate_moves(|of_piece| {
            moves.extend(of_piece);
            false
        });
        let captures = moves.iter().filter(|mv| {
            self.board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file()
        });
        let captures: Vec<Move> = captures.copied().collect();
        // A pawn's capture two times out of three, where there is one.
        let any = captures.is_empty() || random.next().is_multiple_of(3);
        let choice = if any { moves } else { captures };
        self.board.play(choice[(random.next() % choice.len() as u64) as usize]);
        self.plies += 1;
        true
    }

    /// Returns both sets of pawns, and the numbers of pieces, pawns included, that White and Black
    /// have lost.
    pub(super) fn structure(&self) -> ([u64; 2], [u32; 2]) {
        let pawns = |color| (self.board.colors(color) & self.board.pieces(Piece::Pawn)).0;
        let lost = [Color::White, Color::Black].map(|color| 16 - self.board.colors(color).len());
        ([pawns(Color::White), pawns(Color::Black)], lost)
    }
}
