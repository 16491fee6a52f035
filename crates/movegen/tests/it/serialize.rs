//! serde: what is written is read, as text and in binary; what is no value is refused.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use movegen::{
    Bitboard, CastlingSide, Color, File, GameEnd, GameResult, Move, MoveKind, MoveList, Piece,
    PieceType, Position, Rank, Square,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn binary() -> bincode::config::Configuration {
    bincode::config::standard()
}

/// Writes and reads in both kinds of format; the JSON text.
fn round<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value);
    let bytes = bincode::serde::encode_to_vec(value, binary()).unwrap();
    let (read, used) = bincode::serde::decode_from_slice::<T, _>(&bytes, binary()).unwrap();
    assert_eq!((&read, used), (value, bytes.len()));
    json
}

#[test]
fn every_type_comes_back() {
    for square in Square::ALL {
        assert_eq!(round(&square), format!("\"{square}\""));
        assert_eq!(bincode::serde::encode_to_vec(square, binary()).unwrap().len(), 1);
        round(&square.bb());
        round(&(square.file(), square.rank()));
    }
    Piece::ALL.iter().for_each(|piece| drop(round(piece)));
    PieceType::ALL.iter().for_each(|kind| drop(round(kind)));
    Color::ALL.iter().for_each(|color| drop(round(color)));
    CastlingSide::ALL.iter().for_each(|side| drop(round(side)));
    GameResult::ALL.iter().for_each(|result| drop(round(result)));
    let mate = GameEnd::Checkmate { winner: Color::White };
    assert_eq!(round(&mate), "{\"Checkmate\":{\"winner\":\"White\"}}");
    assert_eq!(round(&MoveKind::EnPassant), "\"EnPassant\"");
    assert_eq!(round(&Piece::WhiteQueen), "\"WhiteQueen\"");
    assert_eq!(round(&(File::A, Rank::Eighth)), "[\"A\",\"Eighth\"]");
    assert_eq!(round(&Bitboard(0x8100_0000_0000_0081)), "9295429630892703873");
}

#[test]
fn moves_and_positions_come_back_with_all_they_hold() {
    let fen = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
    let position = Position::from_fen(fen).unwrap();
    assert_eq!(round(&position), format!("\"{fen}\""));
    let capture = position.parse_uci("e5f6").unwrap();
    assert!(capture.is_en_passant());
    assert_eq!(round(&capture), capture.to_bits().to_string());

    let moves = position.legal_moves();
    let json = serde_json::to_string(&moves).unwrap();
    let read: MoveList = serde_json::from_str(&json).unwrap();
    assert_eq!(read[..], moves[..]);
}

#[test]
fn what_is_no_value_is_refused() {
    fn json<T: DeserializeOwned + Debug>(text: &str) -> String {
        serde_json::from_str::<T>(text).unwrap_err().to_string()
    }
    assert!(json::<Square>("\"i9\"").contains("a letter a to h"));
    assert!(json::<Square>("3").contains("a square like e4"));
    let beyond = bincode::serde::decode_from_slice::<Square, _>(&[64], binary());
    assert!(beyond.unwrap_err().to_string().contains("below 64"));
    assert!(json::<Move>("0").contains("nonzero"), "{}", json::<Move>("0"));
    assert!(json::<Move>("65536").contains("65536"));
    assert!(json::<Position>("\"8/8\"").contains("fields, found 1"));
    assert!(json::<Position>("\"8/8 w\"").contains("2 ranks"));
    let many = format!("[{}1]", "1,".repeat(256));
    assert!(json::<MoveList>(&many).contains("invalid length 257, expected at most 256 moves"));
}
