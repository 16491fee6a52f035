//! Known draws, compared with judges of endings with three and four pieces, and with the law that a
//! draw stays one.

use evaluation::{Evaluator, is_known_draw};
use movegen::Piece::{
    self, BlackBishop, BlackKing, BlackKnight, WhiteBishop, WhiteKing, WhiteKnight, WhitePawn,
};
use movegen::{Bitboard, Color, Position, PositionBuilder, Square};

use crate::solver::{MinorPieces, RookPawns, position};

/// Positions of each ending that are drawn at random.
const SAMPLE: usize = 20_000;

/// A stream of random numbers from a seed: a xorshift generator (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % limit
    }

    fn position(&mut self, pieces: &[Piece]) -> Position {
        loop {
            let squares: Vec<Square> =
                pieces.iter().map(|_| Square::from_index(self.below(64))).collect();
            let legal = position(pieces, &squares, Color::ALL[self.below(2)]);
            if let Some(position) = legal {
                return position;
            }
        }
    }
}

fn exchanged(position: &Position) -> Position {
    let mut builder = PositionBuilder::new().side_to_move(!position.side_to_move());
    for square in position.occupied() {
        let piece = position.piece_at(square).expect("an occupied square");
        builder = builder.put(square.flip(), Piece::new(!piece.color(), piece.kind()));
    }
    builder.build().expect("legal as the other one is")
}

/// Counts of positions: all, draws, and recognised draws.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    all: u32,
    drawn: u32,
    known: u32,
}

impl Tally {
    /// Counts a position that a judge calls drawn or not.
    #[track_caller]
    fn count(&mut self, position: &Position, drawn: bool, evaluator: &mut Evaluator) {
        let known = is_known_draw(position);
        assert!(drawn || !known, "{} is no draw", position.to_fen());
        if self.all.is_multiple_of(8) {
            assert_eq!(is_known_draw(&exchanged(position)), known, "{}", position.to_fen());
        }
        let quiet = known && !position.in_check();
        assert!(!quiet || evaluator.evaluate(position) == 0, "{}", position.to_fen());
        self.all += 1;
        self.drawn += u32::from(drawn);
        self.known += u32::from(known);
    }
}

/// Asserts that no position which a side wins is called a draw, and counts a sample. Beside the
/// kings the first piece is White's and the second one either side's.
#[track_caller]
fn minor_pieces([first, second]: [Piece; 2]) -> Tally {
    let of_other = |piece: Piece| Piece::new(!piece.color(), piece.kind());
    let pieces = [WhiteKing, BlackKing, first, second];
    let for_white = MinorPieces::solve(pieces);
    let for_black = (second.color() == Color::Black && second != of_other(first))
        .then(|| MinorPieces::solve([WhiteKing, BlackKing, of_other(second), of_other(first)]));
    let for_black = for_black.as_ref().unwrap_or(&for_white);
    for won in for_white.wins().chain(for_black.wins()) {
        assert!(!is_known_draw(&won), "{} is won", won.to_fen());
    }
    let (mut random, mut tally) = (Random(0x9e37_79b9_7f4a_7c15), Tally::default());
    let mut evaluator = Evaluator::new();
    for _ in 0..SAMPLE {
        let position = random.position(&pieces);
        let won = for_white.is_won(&position) || for_black.is_won(&exchanged(&position));
        tally.count(&position, !won, &mut evaluator);
    }
    tally
}

#[test]
fn two_knights_do_not_win() {
    let tally = minor_pieces([WhiteKnight, WhiteKnight]);
    assert_eq!(tally, Tally { all: 20_000, drawn: 19_997, known: 15_066 });
}

#[test]
fn a_knight_and_a_knight_draw() {
    let tally = minor_pieces([WhiteKnight, BlackKnight]);
    assert_eq!(tally, Tally { all: 20_000, drawn: 19_999, known: 17_343 });
}

#[test]
fn a_bishop_and_a_knight_draw() {
    let tally = minor_pieces([WhiteBishop, BlackKnight]);
    assert_eq!(tally, Tally { all: 20_000, drawn: 20_000, known: 17_365 });
}

#[test]
fn a_bishop_and_a_bishop_draw() {
    let tally = minor_pieces([WhiteBishop, BlackBishop]);
    assert_eq!(tally, Tally { all: 20_000, drawn: 19_997, known: 18_626 });
}

/// Counts all positions of an ending with a pawn on the a-file.
#[track_caller]
fn rook_pawns(judge: &RookPawns) -> Tally {
    let (mut tally, mut evaluator) = (Tally::default(), Evaluator::new());
    for (position, won) in judge.positions() {
        tally.count(&position, !won, &mut evaluator);
    }
    tally
}

#[test]
fn a_rook_pawn_wins_or_draws() {
    let tally = rook_pawns(&RookPawns::alone());
    assert_eq!(tally, Tally { all: 41_619, drawn: 14_189, known: 14_189 });
}

#[test]
fn two_rook_pawns_of_a_file_win_or_draw() {
    let tally = rook_pawns(&RookPawns::two());
    assert_eq!(tally, Tally { all: 99_796, drawn: 21_395, known: 5_622 });
}

#[test]
fn a_rook_pawn_with_the_wrong_bishop_wins_or_draws() {
    let tally = rook_pawns(&RookPawns::wrong_bishop());
    assert_eq!(tally, Tally { all: 1_182_440, drawn: 357_171, known: 72_720 });
}

/// Returns whether Black, to move, is stalemated or comes to a position that is recognised.
fn holds(position: &Position) -> bool {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return !position.in_check();
    }
    moves.iter().any(|&mv| is_known_draw(&position.make(mv)))
}

/// Whatever White plays, with any number of pawns and bishops, Black comes back to a position that
/// is recognised. So all of them are drawn.
#[test]
fn nothing_leads_out_of_a_draw_against_the_wrong_bishops() {
    let (mut random, mut found) = (Random(0x2545_f491_4f6c_dd1d), 0);
    while found < SAMPLE {
        let mut pieces = vec![WhiteKing, BlackKing];
        pieces.extend(vec![WhitePawn; 1 + random.below(4)]);
        pieces.extend(vec![WhiteBishop; random.below(4)]);
        let squares: Vec<Square> = pieces
            .iter()
            .map(|&piece| match piece {
                BlackKing => [Square::A8, Square::A7, Square::B8, Square::B7][random.below(4)],
                WhitePawn => Square::from_index(8 * (1 + random.below(6))),
                WhiteBishop => {
                    let dark: Vec<Square> = Bitboard::DARK.into_iter().collect();
                    dark[random.below(dark.len())]
                }
                _ => Square::from_index(random.below(64)),
            })
            .collect();
        let to_move = Color::ALL[random.below(2)];
        let Some(position) = position(&pieces, &squares, to_move) else { continue };
        found += 1;
        let fen = position.to_fen();
        assert!(is_known_draw(&position), "{fen}");
        match to_move {
            Color::White => {
                for mv in position.legal_moves() {
                    assert!(holds(&position.make(mv)), "{fen}: {mv}");
                }
            }
            Color::Black => assert!(holds(&position), "{fen}"),
        }
    }
}
