//! One row: a position, its score and the result of its game, in 32 bytes.

use anyhow::{Context as _, Result, bail, ensure};
use movegen::{Bitboard, Color, Piece, PieceType, Position, Square};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameResult {
    BlackWins,
    /// Nobody won.
    Draw,
    WhiteWins,
}

impl GameResult {
    /// Returns the game that `winner` won.
    pub(crate) fn won_by(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns White's points: 0, 0.5 or 1.
    pub(crate) fn points(self) -> f64 {
        match self {
            Self::BlackWins => 0.0,
            Self::Draw => 0.5,
            Self::WhiteWins => 1.0,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) position: Position,
    /// The search's score from White's view, in the evaluation's units.
    pub(crate) score: i16,
    pub(crate) result: GameResult,
}

/// A [`Row`] in the data set's own notation, all numbers little-endian:
///
/// ```text
/// bytes  0..8   occupied squares, bit 0 = a1
///        8..24  the piece on each occupied square, from a1 on, four bits each, the low half first:
///               bit 3 = black, bits 0..3 = pawn, knight, bishop, rook, queen, king,
///               rook that may castle
///           24  bit 7 = black to move, bits 0..7 = en passant square, 64 = none
///       25..27  half-move clock
///       27..29  full-move number
///       29..31  score
///           31  result: 0 Black won, 1 draw, 2 White won
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedRow(pub(crate) [u8; PackedRow::BYTES]);

/// Piece code of a rook that may still castle; the codes below are those of [`PieceType`].
const CASTLING_ROOK: u8 = 6;
/// Bit of a piece code that marks a black piece.
const BLACK_PIECE: u8 = 8;
/// Bit of the state byte that marks Black to move.
const BLACK_TO_MOVE: u8 = 0x80;
/// Number in the state byte that means no en passant square.
const NO_EN_PASSANT: u8 = 64;

impl PackedRow {
    pub(crate) const BYTES: usize = 32;

    /// Packs a row. A full-move number beyond 65,535 is cut to that.
    pub(crate) fn pack(row: &Row) -> Self {
        let position = &row.position;
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
        for (index, square) in position.occupied().into_iter().enumerate() {
            bytes[8 + index / 2] |= piece_code(position, square) << (index % 2 * 4);
        }
        let en_passant = position.en_passant().map_or(NO_EN_PASSANT, |square| square.index() as u8);
        bytes[24] = match position.side_to_move() {
            Color::White => en_passant,
            Color::Black => en_passant | BLACK_TO_MOVE,
        };
        let clock = position.halfmove_clock().min(u16::MAX.into()) as u16;
        let number = position.fullmove_number().min(u16::MAX.into()) as u16;
        bytes[25..27].copy_from_slice(&clock.to_le_bytes());
        bytes[27..29].copy_from_slice(&number.to_le_bytes());
        bytes[29..31].copy_from_slice(&row.score.to_le_bytes());
        bytes[31] = row.result as u8;
        Self(bytes)
    }

    pub(crate) fn unpack(&self) -> Result<Row> {
        let fen = self.fen()?;
        let position =
            Position::from_fen(&fen).with_context(|| format!("row with position {fen}"))?;
        let result = self.result()?;
        Ok(Row { position, score: self.score(), result })
    }

    /// Returns the search's score from White's view.
    pub(crate) fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[29], self.0[30]])
    }

    pub(crate) fn result(&self) -> Result<GameResult> {
        Ok(match self.0[31] {
            0 => GameResult::BlackWins,
            1 => GameResult::Draw,
            2 => GameResult::WhiteWins,
            other => bail!("row with result {other}"),
        })
    }

    pub(crate) fn is_black_to_move(&self) -> bool {
        self.0[24] & BLACK_TO_MOVE != 0
    }

    /// Returns the occupied squares with the codes of their pieces, from a1 on; of more than 32
    /// squares the first ones.
    fn codes(&self) -> impl Iterator<Item = (Square, u8)> {
        let codes = self.0[8..24].iter().flat_map(|&pair| [pair & 0xf, pair >> 4]);
        self.occupied().into_iter().zip(codes)
    }

    pub(crate) fn occupied(&self) -> Bitboard {
        Bitboard(u64::from_le_bytes(*self.0.first_chunk().expect("a row is longer")))
    }

    /// Returns the occupied squares with their pieces, from a1 on; a code that means no piece is
    /// left out.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.codes().filter_map(|(square, code)| Some((square, piece_of(code).ok()?)))
    }

    /// Returns the position in Shredder-FEN, which names the file of each castling rook.
    fn fen(&self) -> Result<String> {
        let (board, castling) = self.board_and_castling()?;
        let side = if self.is_black_to_move() { 'b' } else { 'w' };
        let en_passant = match self.0[24] & !BLACK_TO_MOVE {
            NO_EN_PASSANT => "-".to_owned(),
            index => Square::try_from_index(index.into()).context("en passant square")?.to_string(),
        };
        let clock = u16::from_le_bytes([self.0[25], self.0[26]]);
        let number = u16::from_le_bytes([self.0[27], self.0[28]]);
        Ok(format!("{board} {side} {castling} {en_passant} {clock} {number}"))
    }

    /// Returns the first and the third field of the FEN.
    fn board_and_castling(&self) -> Result<(String, String)> {
        let count = self.occupied().count();
        ensure!(count <= 32, "row with {count} pieces");
        let mut pieces = [None; 64];
        let mut castling = String::new();
        for (square, code) in self.codes() {
            let piece = piece_of(code)?;
            pieces[square.index()] = Some(piece);
            if code & !BLACK_PIECE == CASTLING_ROOK {
                let file = square.file().letter();
                castling.push(match piece.color() {
                    Color::White => file.to_ascii_uppercase(),
                    Color::Black => file,
                });
            }
        }
        if castling.is_empty() {
            castling.push('-');
        }
        let ranks: Vec<_> = pieces.chunks(8).rev().map(rank_field).collect();
        Ok((ranks.join("/"), castling))
    }
}

/// Returns the code of the piece on `square`, which is occupied.
fn piece_code(position: &Position, square: Square) -> u8 {
    let piece = position.piece_at(square).expect("the square is occupied");
    let kind = if position.castling_rooks().contains(square) {
        CASTLING_ROOK
    } else {
        piece.kind().index() as u8
    };
    match piece.color() {
        Color::White => kind,
        Color::Black => kind | BLACK_PIECE,
    }
}

fn piece_of(code: u8) -> Result<Piece> {
    let color = if code & BLACK_PIECE == 0 { Color::White } else { Color::Black };
    let kind = match code & !BLACK_PIECE {
        CASTLING_ROOK => PieceType::Rook,
        kind => *PieceType::ALL.get(usize::from(kind)).with_context(|| format!("piece {code}"))?,
    };
    Ok(Piece::new(color, kind))
}

/// Returns one rank of the board, from the a-file on, as FEN writes it.
fn rank_field(pieces: &[Option<Piece>]) -> String {
    let mut field = String::new();
    for run in pieces.chunk_by(|left, right| left.is_none() && right.is_none()) {
        match run[0] {
            Some(piece) => field.push(piece.letter()),
            None => field.push_str(&run.len().to_string()),
        }
    }
    field
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Castling rights of every kind, en passant for both sides, promoted material, large clocks.
    const POSITIONS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 17",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq d3 0 3",
        "8/8/8/8/8/4k3/8/4K2Q b - - 99 211",
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
        "QQQQ4/8/1K5k/8/8/8/8/qqqq4 w - - 12 300",
    ];

    #[test]
    fn rows_parse_back() {
        for (index, fen) in POSITIONS.into_iter().enumerate() {
            let position = Position::from_fen(fen).unwrap();
            for (score, result) in [
                (-15_000, GameResult::BlackWins),
                (0, GameResult::Draw),
                (index as i16 * 700 - 1, GameResult::WhiteWins),
            ] {
                let packed = PackedRow::pack(&Row { position: position.clone(), score, result });
                let row = packed.unpack().unwrap();
                assert_eq!(row.position.to_fen(), position.to_fen());
                assert_eq!(row.position.key(), position.key());
                assert_eq!((row.score, row.result), (score, result));
            }
        }
    }

    #[test]
    fn start_position_has_the_drawn_layout() {
        let row = Row { position: Position::startpos(), score: -2, result: GameResult::Draw };
        let mut expected = vec![0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff];
        // a1 and b1 in the first byte: a rook that may castle, then a knight.
        expected.extend([0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0]);
        expected.extend([0x88, 0x88, 0x88, 0x88, 0x9e, 0xca, 0xad, 0xe9]);
        expected.extend([64, 0, 0, 1, 0, 0xfe, 0xff, 1]);
        assert_eq!(PackedRow::pack(&row).0[..], expected);
    }

    #[test]
    fn impossible_rows_are_refused() {
        let row = Row { position: Position::startpos(), score: 0, result: GameResult::Draw };
        let packed = PackedRow::pack(&row);
        for (byte, value) in [(31, 3), (24, 65), (8, 0x17), (2, 1), (8, 0x15)] {
            let mut broken = packed;
            broken.0[byte] = value;
            assert!(broken.unpack().is_err(), "byte {byte} = {value}");
        }
    }
}
