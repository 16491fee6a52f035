//! The tables of words that can be certified, by name or from a file.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use movegen::keys::{PAWN_SCHEMA, SCHEMA, polyglot_numbers};
use zobrist_keys::{Bch, Xor64, xor64_table};

/// The keys of movegen, in the order of its schemas.
type Chess = Bch<{ SCHEMA.polynomial() }, { SCHEMA.t() }, { SCHEMA.features() }>;
static CHESS: [Xor64; SCHEMA.features()] = Chess::WHITENED;
type Pawn = Bch<{ PAWN_SCHEMA.polynomial() }, { PAWN_SCHEMA.t() }, { PAWN_SCHEMA.features() }>;
static PAWN: [Xor64; PAWN_SCHEMA.features()] = Pawn::WHITENED;

/// The variant for tables that compare fewer bits.
static NESTED: [Xor64; SCHEMA.features()] = Chess::NESTED;

/// The random keys of movegen, by their seed.
static ZOBRIST: [Xor64; SCHEMA.features()] = xor64_table(0x7061_6c69_6d70_7365);

/// The code of the exhaustive check: as many columns as the field allows, three roots, 30 bits.
type Whole = Bch<{ SCHEMA.polynomial() }, 3, 1023>;
static WHOLE: [Xor64; 1023] = Whole::NESTED;

/// The names that [`words`] knows beside files.
pub(super) const NAMES: &str = "chess, chess-nested, pawn, polyglot, zobrist, whole-30";

/// Returns the words of a table: one of [`NAMES`], else a file with one hexadecimal word a line.
pub(super) fn words(name: &str) -> Result<Vec<u64>> {
    let raw = |keys: &[Xor64]| keys.iter().map(|key| key.0).collect();
    Ok(match name {
        "chess" => raw(&CHESS),
        "chess-nested" => raw(&NESTED),
        "pawn" => raw(&PAWN),
        "polyglot" => polyglot_numbers().to_vec(),
        "zobrist" => raw(&ZOBRIST),
        // Its parity bit, bit 0, is left out.
        "whole-30" => WHOLE.iter().map(|key| key.0 >> 1 & ((1 << 30) - 1)).collect(),
        file => read(Path::new(file))?,
    })
}

fn read(file: &Path) -> Result<Vec<u64>> {
    let text = fs::read_to_string(file)
        .with_context(|| format!("{} is no table ({NAMES}) and no file", file.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let words: Vec<u64> = lines
        .map(|(number, line)| {
            let digits = line.trim().trim_start_matches("0x").replace('_', "");
            u64::from_str_radix(&digits, 16).with_context(|| {
                format!("{}:{}: `{line}` is no hexadecimal word", file.display(), number + 1)
            })
        })
        .collect::<Result<_>>()?;
    ensure!(!words.is_empty(), "{} holds no word", file.display());
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::keys::{BchKeys, ZobristKeys};
    use movegen::{ChessKeys, Color, KeyedPosition, PieceType};
    use self_play::Random;

    use crate::keys::features::FeatureSet;

    #[test]
    fn tables_have_their_features() {
        for (name, features) in
            [("chess", 781), ("pawn", 96), ("polyglot", 781), ("zobrist", 781), ("whole-30", 1023)]
        {
            assert_eq!(words(name).unwrap().len(), features, "{name}");
        }
        assert_eq!(words("polyglot").unwrap()[0], 0x9d39_247e_3377_6d41);
        assert!(words("whole-30").unwrap().iter().all(|word| word >> 30 == 0));
    }

    fn sums<K: ChessKeys>(position: &KeyedPosition<K>, full: &[u64], pawn: &[u64]) -> [u64; 2] {
        let key = FeatureSet::of(position).iter().fold(0, |key, feature| key ^ full[feature]);
        let mut pawn_key = 0;
        for color in Color::ALL {
            for square in position.colored(color, PieceType::Pawn) {
                let index = 48 * color.index() + square.index() - 8;
                pawn_key ^= pawn[PAWN_SCHEMA.feature("pawn on a square", index)];
            }
        }
        [key, pawn_key]
    }

    /// The certified words are those that key positions: games at random from the start.
    fn check_games<K: ChessKeys>(full: &str, pawn: Option<&str>) {
        let full = words(full).unwrap();
        let pawn_words = words(pawn.unwrap_or("pawn")).unwrap();
        let mut random = Random::new(3);
        for _ in 0..50 {
            let mut position = KeyedPosition::<K>::from_fen(START).unwrap();
            for _ in 0..200 {
                let [key, pawn_key] = sums(&position, &full, &pawn_words);
                assert_eq!(position.key(), key);
                assert!(pawn.is_none() || position.pawn_key() == pawn_key);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.make(moves[random.below(moves.len())]);
            }
        }
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn positions_are_keyed_by_these_words() {
        check_games::<BchKeys>("chess", Some("pawn"));
        check_games::<ZobristKeys>("zobrist", None);
    }

    #[test]
    fn a_file_holds_a_word_a_line() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "0x9d39_247e_3377_6d41\n\n  ff \n").unwrap();
        assert_eq!(words(file.path().to_str().unwrap()).unwrap(), [0x9d39_247e_3377_6d41, 255]);
        fs::write(file.path(), "1\nxyz\n").unwrap();
        let error = words(file.path().to_str().unwrap()).unwrap_err().to_string();
        assert!(error.contains(":2: `xyz`"), "{error}");
        assert!(words("no-such-table").unwrap_err().to_string().contains("no file"));
    }
}
