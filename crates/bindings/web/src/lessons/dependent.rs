//! Lesson 2: keys of a bad generator that sum to zero, and the certificate of ours.

use movegen::keys::{ChessKeys, DefaultKeys, FEATURES, SCHEMA};
use movegen::{Color, Piece, PieceType, Position, Square};
use serde::Serialize;
use zobrist_keys::{SplitMix64, Xor64};

use super::keys::piece_on;
use crate::{game, words};

/// The generator R250 (Kirkpatrick and Stoll, "A very fast shift-register sequence random number
/// generator", 1981): each word is the sum modulo 2 of the words at these distances before it.
const LAGS: [usize; 2] = [103, 250];

/// Features of pieces on squares, the first of the schema.
const PIECES: usize = 12 * 64;

/// A dependent set of a bad generator, beside the same features of ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dependent {
    pub generator: String,
    pub bad: Vec<SummedFeature>,
    pub ours: Vec<SummedFeature>,
    /// Two positions that differ in these features alone, so that the bad keys are equal.
    pub positions: Vec<KeyedFen>,
    pub certificate: CertificateWords,
}

/// A feature, its key and the sum of the keys up to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SummedFeature {
    pub feature: String,
    pub key: String,
    pub running: String,
}

/// A position with its keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeyedFen {
    pub fen: String,
    pub bad: String,
    pub ours: String,
}

/// The claim that the certificate proves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CertificateWords {
    pub features: usize,
    pub distance: u32,
    pub bits: u32,
    pub sentence: String,
}

/// Returns the first dependent set of R250's keys by which two legal positions differ, with the
/// keys of the same features in our table.
pub fn dependent() -> Result<Dependent, String> {
    let words = r250();
    let found = (LAGS[1]..PIECES).find_map(|last| {
        let set = [last, last - LAGS[0], last - LAGS[1]];
        Some((set, positions_of(set)?))
    });
    let (set, positions) = found.ok_or("expected two legal positions, found none")?;
    let summed = |key: &dyn Fn(usize) -> u64| {
        let mut running = 0;
        let sums = set.iter().map(|&feature| {
            running ^= key(feature);
            let (key, running) = (words::key(key(feature)), words::key(running));
            SummedFeature { feature: piece_on(piece(feature), square(feature)), key, running }
        });
        sums.collect::<Vec<_>>()
    };
    let code = SCHEMA.code();
    let (distance, features) = (code.distance(), FEATURES);
    let sentence = format!(
        "No set of fewer than {distance} of our {features} keys sums to zero: positions that differ \
         in fewer features never share a key."
    );
    Ok(Dependent {
        generator: "R250 (Kirkpatrick and Stoll, 1981)".into(),
        bad: summed(&|feature| words[feature]),
        ours: summed(&|feature| ours(feature)),
        positions: positions.iter().map(|position| keyed(position, &words)).collect(),
        certificate: CertificateWords { features, distance, bits: u64::BITS, sentence },
    })
}

/// Returns the words of the generator, the first ones from another.
fn r250() -> Vec<u64> {
    let mut first = SplitMix64::new(1);
    let mut words: Vec<u64> = (0..LAGS[1]).map(|_| first.next()).collect();
    while words.len() < FEATURES {
        words.push(LAGS.iter().fold(0, |sum, lag| sum ^ words[words.len() - lag]));
    }
    words
}

fn piece(feature: usize) -> Piece {
    let (color, kind) = (feature / 64 / 6, feature / 64 % 6);
    Piece::new([Color::White, Color::Black][color], PieceType::ALL[kind])
}

fn square(feature: usize) -> Square {
    Square::from_index(feature % 64)
}

fn ours(feature: usize) -> u64 {
    let Xor64(key) = DefaultKeys::TABLES.piece(piece(feature), square(feature));
    key
}

/// Returns two legal positions: the kings with the first feature, and with the two others.
fn positions_of([one, two, three]: [usize; 3]) -> Option<[Position; 2]> {
    let is_king = |&feature: &usize| piece(feature).kind() == PieceType::King;
    if [one, two, three].iter().any(is_king) || square(two) == square(three) {
        return None;
    }
    let kings = [(Square::A1, Square::H8), (Square::H1, Square::A8), (Square::E1, Square::E8)];
    kings.iter().find_map(|&(white, black)| {
        let king = |color| Piece::new(color, PieceType::King);
        let with = |features: &[usize]| {
            let mut pieces = vec![(king(Color::White), white), (king(Color::Black), black)];
            pieces.extend(features.iter().map(|&feature| (piece(feature), square(feature))));
            game::position_with(pieces, 'w')
        };
        Some([with(&[one])?, with(&[two, three])?])
    })
}

fn keyed(position: &Position, words: &[u64]) -> KeyedFen {
    let features = Square::ALL.into_iter().filter_map(|square| {
        let piece = position.piece_at(square)?;
        Some(piece.index() * 64 + square.index())
    });
    let bad = features.fold(0, |sum, feature| sum ^ words[feature]);
    KeyedFen { fen: position.to_fen(), bad: words::key(bad), ours: words::key(position.key()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bad_keys_sum_to_zero_and_ours_do_not() {
        let lesson = dependent().unwrap();
        assert_eq!(lesson.bad.len(), 3);
        assert_eq!(lesson.bad[2].running, words::key(0));
        assert_ne!(lesson.ours[2].running, words::key(0));
        let names = |features: &[SummedFeature]| -> Vec<String> {
            features.iter().map(|one| one.feature.clone()).collect()
        };
        assert_eq!(names(&lesson.bad), names(&lesson.ours));
    }

    #[test]
    fn two_legal_positions_share_the_bad_key_alone() {
        let [one, other] = &dependent().unwrap().positions[..] else { panic!("two positions") };
        assert_ne!(one.fen, other.fen);
        assert_eq!(one.bad, other.bad);
        assert_ne!(one.ours, other.ours);
        let generator = r250();
        for KeyedFen { fen, ours, bad } in [one, other] {
            assert_eq!(*ours, words::key(Position::from_fen_strict(fen).unwrap().key()));
            let (mut sum, mut file, mut rank) = (0, 0, 7);
            for letter in fen.split(' ').next().unwrap().chars() {
                if let Some(piece) = "PNBRQKpnbrqk".find(letter) {
                    sum ^= generator[64 * piece + 8 * rank + file];
                    file += 1;
                } else if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                } else {
                    (file, rank) = (0, rank - 1);
                }
            }
            assert_eq!(*bad, words::key(sum), "{fen}");
        }
    }

    #[test]
    fn the_certificate_is_that_of_the_code() {
        let certificate = dependent().unwrap().certificate;
        assert_eq!((certificate.features, certificate.distance, certificate.bits), (781, 14, 64));
    }
}
