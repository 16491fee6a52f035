//! The schema that tt-core writes into the header of a table's file: a file with another schema is
//! of no use to the engine.

use std::fmt::Write;

use movegen::Position;
use search::score::MATE;
use search::table_key;
use tt_core::fingerprint_of_text;

/// The meaning of an entry's fields to the search, in words; it must change with the meaning.
/// tt-core compares the places of the fields (`Payload::fingerprint`).
const MEANING: &str = "palimpsest 1: score in centipawns, mates from the node; evaluation i16::MIN \
                       in check; draft in plies, 0 quiescence";

/// Positions, each with a legal move. Their keys and the bits of the moves represent all others:
/// among them are all pieces of both colours on both wings, all castling rights, en passant with
/// and without a capture, castling, promotion; the last one's clock is not in the first bucket.
const SAMPLE: [(&str, &str); 7] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3"),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "e1g1"),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 0 1", "e8c8"),
    ("8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 1", "c4d3"),
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", "f1b5"),
    ("2n1r3/1P3k2/8/8/8/8/p4K2/1N6 w - - 0 1", "b7c8n"),
    ("8/8/8/3k4/8/8/8/R3K3 w - - 22 60", "e1d2"),
];

/// Returns the schema of the engine's table files: a fingerprint of the making of keys, the packing
/// of moves and the meaning of scores. This engine can read no record of a file with another one.
#[must_use]
pub fn schema() -> u64 {
    let mut text = format!("{MEANING}; mate {MATE}");
    for (fen, mv) in SAMPLE {
        let position = Position::from_fen(fen).expect("the sample holds legal positions");
        let mv = position.parse_uci(mv).expect("the sample holds legal moves");
        write!(text, "; {:016x} {:04x}", table_key(&position), mv.to_bits())
            .expect("a text takes all");
    }
    fingerprint_of_text(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new value makes every file that users keep unreadable: change it on purpose only.
    #[test]
    fn it_is_the_one_of_the_files_that_users_have() {
        assert_eq!(format!("{:016x}", schema()), "d1c99a5014e4c7d5");
    }
}
