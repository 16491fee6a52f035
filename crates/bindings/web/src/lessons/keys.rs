//! Lesson 2: the features that a move takes out of a key and puts in.

use movegen::keys::{ChessKeys, DefaultKeys};
use movegen::{CastlingSide, Color, Piece, Position, Square};
use serde::Serialize;
use zobrist_keys::Xor64;

use crate::{game, words};

/// A move and the keys before it and after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeyChange {
    /// The features that go out, then those that come in.
    pub features: Vec<ChangedFeature>,
    pub before: String,
    pub after: String,
    /// The key of the position after it, made from nothing.
    pub from_nothing: String,
    pub pawn_before: String,
    pub pawn_after: String,
    pub fen_before: String,
    pub fen_after: String,
    pub san: String,
}

/// A feature that a move changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedFeature {
    pub feature: String,
    pub key: String,
    /// Whether the move adds the feature; otherwise it removes it.
    #[serde(rename = "in")]
    pub comes_in: bool,
    pub running: String,
}

/// Returns the features that a move changes, one XOR after the other.
pub fn keys(fen: &str, mv: &str) -> Result<KeyChange, String> {
    let before = game::position_of(fen)?;
    let mv = before.parse_move(mv.trim()).map_err(|error| error.to_string())?;
    let after = before.make(mv);
    let (old, new) = (features(&before), features(&after));
    let out = old.iter().filter(|feature| !new.contains(feature)).map(|feature| (feature, false));
    let into = new.iter().filter(|feature| !old.contains(feature)).map(|feature| (feature, true));
    let mut running = before.key();
    let features = out.chain(into).map(|((feature, key), comes_in)| {
        running ^= key;
        let (key, running) = (words::key(*key), words::key(running));
        ChangedFeature { feature: feature.clone(), key, comes_in, running }
    });
    let features = features.collect();
    let made = Position::from_fen(&after.to_fen()).map_err(|error| error.to_string())?;
    Ok(KeyChange {
        features,
        before: words::key(before.key()),
        after: words::key(after.key()),
        from_nothing: words::key(made.key()),
        pawn_before: words::key(before.pawn_key()),
        pawn_after: words::key(after.pawn_key()),
        fen_before: before.to_fen(),
        fen_after: after.to_fen(),
        san: before.san(mv),
    })
}

fn features(position: &Position) -> Vec<(String, u64)> {
    let tables = DefaultKeys::TABLES;
    let mut features = Vec::new();
    let mut push = |words: String, Xor64(key): Xor64| features.push((words, key));
    for square in Square::ALL {
        if let Some(piece) = position.piece_at(square) {
            push(piece_on(piece, square), tables.piece(piece, square));
        }
    }
    for color in [Color::White, Color::Black] {
        for (side, wing) in
            [(CastlingSide::KingSide, "king's"), (CastlingSide::QueenSide, "queen's")]
        {
            if position.castling_rook(color, side).is_some() {
                let words = format!("{color} may castle {wing} side");
                push(words, tables.right(color, side));
            }
        }
    }
    if let Some(square) = position.en_passant() {
        let words = format!("en passant on the {}-file", square.file().letter());
        push(words, tables.en_passant_file(square.file()));
    }
    if position.side_to_move() == Color::Black {
        push("black to move".into(), tables.black_to_move());
    }
    features
}

/// Returns the feature of a piece on a square in words: `white knight b1`.
pub(super) fn piece_on(piece: Piece, square: Square) -> String {
    let kind = ["pawn", "knight", "bishop", "rook", "queen", "king"][piece.kind().index()];
    format!("{} {kind} {square}", piece.color())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(fen: &str, mv: &str) -> KeyChange {
        let change = keys(fen, mv).unwrap();
        assert_eq!(
            (&change.after, &change.after),
            (&change.from_nothing, &change.features.last().unwrap().running)
        );
        change
    }

    fn feature_words(change: &KeyChange) -> Vec<String> {
        let sign = |feature: &ChangedFeature| if feature.comes_in { '+' } else { '-' };
        change.features.iter().map(|one| format!("{}{}", sign(one), one.feature)).collect()
    }

    #[test]
    fn a_knight_move_changes_two_squares_and_the_turn() {
        let knight = change("startpos", "g1f3");
        let expected = ["-white knight g1", "+white knight f3", "+black to move"];
        assert_eq!(feature_words(&knight), expected);
        let start = Position::startpos();
        assert_eq!(
            (&knight.fen_before, &knight.before),
            (&start.to_fen(), &words::key(start.key()))
        );
        assert!(knight.fen_after.starts_with("rnbqkbnr/pppppppp/8/8/8/5N2/"), "{knight:?}");
        assert_eq!((&*knight.san, &knight.pawn_before), ("Nf3", &knight.pawn_after));
    }

    #[test]
    fn every_sum_is_the_key_of_the_position() {
        let castling = change("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O");
        assert_eq!(castling.features.len(), 7, "{:?}", feature_words(&castling));
        let rook = change("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2");
        assert!(feature_words(&rook).contains(&"-white may castle king's side".to_owned()));
        let passed = change("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4");
        assert!(feature_words(&passed).contains(&"+en passant on the a-file".to_owned()));
        assert_ne!(passed.pawn_before, passed.pawn_after);
        let captured = change(&passed.fen_after, "b4a3");
        assert_eq!(captured.features.len(), 5, "{:?}", feature_words(&captured));
        change("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q");
        assert!(keys("startpos", "e2e5").is_err());
    }
}
